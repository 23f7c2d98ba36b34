"""Certificates hold, and tampered ones are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from encode import NoCertificate, decide
from encode.certificate import render
from encode.search import PROVERS
from encode.verify import CertificateError, verify
from puzzles import Binairo, Board, FormatError, Nondango, Numberlink, parse
from tests.encode.brute import judged
from tests.strategies import boards

WITH_CUTS = parse("numberlink\n. B . .\n. . . .\nB . . .\nA A . .")
"""A board with one solution, which the lazy shape needs cuts to see."""
WITHOUT = parse("numberlink\nA . B\n. . .\nA . B")
"""A board without a solution: its parity is wrong."""


def written(board: Board, path: Path) -> dict[str, Any]:
    decide(board, proof=path)
    return dict(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "board",
    [
        WITH_CUTS,
        WITHOUT,
        Binairo(givens=((0, None), (None, None))),
        Binairo(givens=((0, None), (None, None)), without=frozenset({"runs"})),
        Nondango(regions=((0,),), circles=frozenset()),  # a region without a circle
        Numberlink(labels=((None,),)),  # no variable at all
        Numberlink(labels=((None,),), variants=frozenset({"unused"})),
    ],
    ids=str,
)
def test_certificates_hold(board: Board, tmp_path: Path) -> None:
    decision = decide(board, proof=tmp_path / "proof")
    verified = verify(tmp_path / "proof")
    assert verified.verdict == decision.verdict
    assert verified.board == board
    assert [verified.solution] == [*decision.solutions, None][:1]


@given(boards(max_cells=9, drops=True).filter(lambda board: len(board.places()) <= 10))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_certificates_of_any_board_hold(tmp_path: Path, board: Board) -> None:
    path = tmp_path / "proof"
    path.unlink(missing_ok=True)
    try:
        parse(board.text())
    except FormatError:
        # Without its dropped rules the text is not a board: lines of odd length, say.
        if decide(board).verdict != "several":
            with pytest.raises(NoCertificate, match="text form"):
                decide(board, proof=path)
        return
    decision = decide(board, proof=path)
    if decision.verdict == "several":
        assert not path.exists()
    else:
        assert verify(path).verdict == decision.verdict


@pytest.mark.parametrize("solver", PROVERS)
def test_proofs_of_these_solvers_are_accepted(solver: str, tmp_path: Path) -> None:
    for board in (WITH_CUTS, WITHOUT):
        decision = decide(board, proof=tmp_path / "proof", solver=solver)
        assert verify(tmp_path / "proof").verdict == decision.verdict


def test_a_solver_without_proofs_gives_way(tmp_path: Path) -> None:
    decide(WITHOUT, proof=tmp_path / "proof", solver="minisat22")
    assert verify(tmp_path / "proof").verdict == "none"


def test_every_changed_byte_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    written(WITH_CUTS, path)
    data = path.read_bytes()
    random = Random(1)
    for _ in range(200):
        at = random.randrange(len(data))
        other = random.choice([b"", b" ", b"0", b"1", b"-", b"\n", b"\xff", data[at : at + 1] * 2])
        changed = data[:at] + other + data[at + 1 :]
        if changed != data:
            path.write_bytes(changed)
            with pytest.raises(CertificateError):
                verify(path)
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(CertificateError):
        verify(path)
    path.write_bytes(data)
    assert verify(path).verdict == "unique"


def _other_solution(document: dict[str, Any]) -> None:
    document["solution"] = document["solution"][::-1]


def _other_board(document: dict[str, Any]) -> None:
    document["board"][1] = "B . . ."


def _forget(key: str) -> Callable[[dict[str, Any]], None]:
    def forget(document: dict[str, Any]) -> None:
        document[key] = document[key][:-1]

    return forget


def _put(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def put(document: dict[str, Any]) -> None:
        document[key] = value

    return put


def _unjustified(document: dict[str, Any]) -> None:
    """A cut that kills the solution: the path between the ends A is no loop."""
    document["cuts"].append({"why": "loop", "over": [1, 2, 3]})
    document["cnf"].append("-1 -2 -3 0")


def _stronger_blocking(document: dict[str, Any]) -> None:
    document["cnf"][-1] = document["cnf"][-1].split(" ", 1)[1]


@pytest.mark.parametrize(
    ("forge", "refusal"),
    [
        (_other_solution, "solution"),
        (_other_board, "board|solution"),
        (_forget("cuts"), "clauses are not those"),
        (_forget("cnf"), "clauses are not those"),
        (_put("proof", []), "proof is refused"),
        (_put("proof", ["0"]), "proof is refused"),
        (_put("proof", ["c 0"]), "proof is refused"),
        (_put("proof", [0]), "list of strings"),
        (_put("proof", ["0 0"]), "proof is refused"),
        (_put("without", ["degree"]), "unjustified cut"),
        (_put("without", ["runs"]), "expected a board"),
        (_put("certificate", "kazoe 1"), "format"),
        (_put("shape", "complete"), "shape"),
        (_put("shape", "lazy"), "clauses are not those"),
        (_put("verdict", "none"), "no solution beside"),
        (_put("verdict", "several"), "verdict"),
        (_put("solution", None), "list of strings"),
        (_put("board", "numberlink"), "list of strings"),
        (_put("cuts", None), "cuts"),
        (_put("cuts", [{"why": "because", "over": []}]), "cuts"),
        (_put("cuts", [{"why": "loop", "over": [True]}]), "cuts"),
        (_put("cuts", [{"why": "loop", "over": [0, 99]}]), "unjustified"),
        (_unjustified, "unjustified cut"),
        (_stronger_blocking, "clauses are not those"),
    ],
)
def test_forgeries_with_a_right_digest_are_refused(
    forge: Callable[[dict[str, Any]], None], refusal: str, tmp_path: Path
) -> None:
    path = tmp_path / "proof"
    document = written(WITH_CUTS, path)
    forge(document)
    path.write_text(render(document), encoding="utf-8")
    with pytest.raises(CertificateError, match=refusal):
        verify(path)


def test_what_is_verified_is_true(tmp_path: Path) -> None:
    """Whatever is done to the parts of a certificate: if it passes, its statement holds."""
    random = Random(2)
    passed = 0
    for board in (WITHOUT, parse("numberlink\nA . .\n. . B\nA . B")):
        document = written(board, tmp_path / "proof")
        for _ in range(80):
            forged = json.loads(json.dumps(document))
            key = random.choice(["board", "without", "solution", "cuts", "cnf", "proof"])
            value = forged[key] or []
            if value and random.random() < 0.7:
                at = random.randrange(len(value))
                value[at : at + 1] = random.choice([[], [value[at], value[at]], [value[0]]])
            else:
                value.insert(0, random.choice(["degree", "paths", "A", "1 0", ". A B"]))
            forged[key] = value
            (tmp_path / "forged").write_text(render(forged), encoding="utf-8")
            try:
                verified = verify(tmp_path / "forged")
            except CertificateError:
                continue
            passed += 1
            wanted = judged(verified.board)
            assert len(wanted) == (0 if verified.verdict == "none" else 1)
    assert passed


def test_no_json_is_refused(tmp_path: Path) -> None:
    for data in (b"", b"{}", b"[]", b"\xff", b"[" * 100_000, b"9" * 10_000):
        (tmp_path / "proof").write_bytes(data)
        with pytest.raises(CertificateError):
            verify(tmp_path / "proof")


def test_half_of_a_surrogate_pair_is_refused(tmp_path: Path) -> None:
    decide(WITHOUT, proof=tmp_path / "proof")
    text = (tmp_path / "proof").read_text(encoding="utf-8")
    (tmp_path / "proof").write_text(text.replace('"kazoe 2"', r'"\ud800"'), encoding="utf-8")
    with pytest.raises(CertificateError, match="surrogate"):
        verify(tmp_path / "proof")
