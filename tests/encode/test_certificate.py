"""Certificates hold, and tampered ones are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from pysat.solvers import Solver

from encode import NoCertificate, TimeLimit, decide, solutions
from encode.certificate import FORMAT, cnf_lines, render
from encode.cuts import Rules
from encode.encoder import Shape
from encode.search import PROVERS
from encode.trim import Untrimmed, trimmed
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


EXAMPLES = Path(__file__).parents[2] / "examples"


def forged(path: Path, board: Board, verdict: str, shape: Shape, proof: list[str]) -> None:
    """A certificate that is right in everything but the proof and what it states."""
    solution = next(iter(solutions(board))) if verdict == "unique" else None
    document = {
        "certificate": FORMAT,
        "verdict": verdict,
        "board": board.text().splitlines(),
        "without": [],
        "shape": shape,
        "solution": None if solution is None else list(board.rows(solution)),
        "cuts": [],
        "cnf": cnf_lines(board, shape, (), solution),
        "proof": proof,
    }
    path.write_text(render(document), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "verdict", "shape"),
    [
        ("binairo-several-4x4", "none", "normal"),
        ("binairo-several-4x4", "unique", "normal"),
        ("numberlink-several-6x6", "none", "lazy"),
        ("numberlink-several-6x6", "unique", "lazy"),
        ("norinori-10x10", "none", "normal"),
    ],
)
def test_new_variables_and_deletions_prove_nothing(
    name: str, verdict: str, shape: Shape, tmp_path: Path
) -> None:
    """Five DRAT lines that dratify 0.1.10 accepts with RAT, for any formula; and what they become
    as lines with hints."""
    board = parse((EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))
    forged(tmp_path / "forged", board, verdict, shape, [])
    document = json.loads((tmp_path / "forged").read_text(encoding="utf-8"))
    header, *clauses = document["cnf"]
    a, m = int(header.split()[2]) + 1, len(clauses)
    b = a + 1
    five = [f"{a} 0", f"{b} -{a} 0", f"d {b} -{a} 0", f"-{b} 0", "0"]
    for proof in (
        five,
        [*five[:2], *five[3:]],
        [f"{m + 1} {a} 0 0", f"{m + 2} {b} -{a} 0 0", f"{m + 2} d {m + 2} 0", f"{m + 3} -{b} 0 0"],
        [f"{m + 1} {a} 0 {m + 1} 0", f"{m + 2} 0 {m + 1} 0"],
        [f"{m + 1} 1 0 0", f"{m + 2} -1 0 0", f"{m + 3} 0 {m + 1} {m + 2} 0"],
        [f"{m + 1} 1 -1 0 1 0", f"{m + 2} 0 {m + 1} 0"],
        [f"{m + 1} 1 0 -1 0", f"{m + 2} 0 {m + 1} 0"],
        [f"{m + 1} 0 {m + 1} 0"],
        [f"{m + 1} 0 0"],
        ["0"],
        [],
    ):
        forged(tmp_path / "forged", board, verdict, shape, proof)
        with pytest.raises(CertificateError, match="proof is refused"):
            verify(tmp_path / "forged")


def _misled(path: Path, tries: int, seed: int) -> int:
    """Certificates of ``unique`` for boards with several solutions, made from a true proof that
    there are no others than two: with the clause that rules the second one out left out, and
    changed in some place; how many are accepted."""
    random = Random(seed)
    passed = 0
    for name in ("binairo-several-4x4", "numberlink-several-6x6"):
        board = parse((EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))
        every = list(solutions(board))
        assert len(every) > 1
        lines = cnf_lines(board, "lazy", (), every[0])
        clauses = [tuple(map(int, line.split()[:-1])) for line in lines[1:]]
        size = len(board.places())
        others = [
            tuple(-v if mask >> v - 1 & 1 else v for v in range(1, size + 1)) for mask in every[1:]
        ]
        rules = Rules(board.constraints())
        cuts: list[tuple[int, ...]] = []
        while True:  # the lazy shape may need cuts, which take the place of the others here
            with Solver(
                "cadical195", bootstrap_with=[*clauses, *others, *cuts], with_proof=True
            ) as s:
                if not s.solve():
                    proof = trimmed([*clauses, *others, *cuts], s.get_proof())
                    break
                mask = sum(1 << x - 1 for x in s.get_model()[:size] if x > 0)
                cuts += [cut.clause for cut in rules.broken(mask)]
        extra, m = len(others) + len(cuts), len(clauses)
        steps = [
            [int(word) if int(word) <= m else int(word) - extra for word in line.split()]
            for line in proof
        ]
        for _ in range(tries):
            changed = [list(step) for step in steps]
            for _ in range(random.randrange(3)):
                step = random.choice(changed)
                at = random.randrange(1, len(step))
                step[at : at + 1] = random.choice(
                    ([], [step[at]] * 2, [-step[at]], [random.randint(1, m + len(steps))], [m])
                )
            if random.random() < 0.3:
                del changed[random.randrange(len(changed))]
            forged(path, board, "unique", "lazy", [" ".join(map(str, step)) for step in changed])
            try:
                verify(path)
            except CertificateError:
                continue
            passed += 1
    return passed


def test_proofs_about_other_formulas_prove_nothing(tmp_path: Path) -> None:
    assert _misled(tmp_path / "forged", 20, 3) == 0


@pytest.mark.slow
def test_proofs_about_other_formulas_prove_nothing_in_many_tries(tmp_path: Path) -> None:
    assert _misled(tmp_path / "forged", 5000, 4) == 0


def test_every_changed_number_of_a_proof_is_refused_or_harmless(tmp_path: Path) -> None:
    """The proof of a true statement with one number changed: whatever passes states the same."""
    document = written(WITH_CUTS, tmp_path / "proof")
    random = Random(5)
    refused = 0
    for _ in range(60):
        forged = json.loads(json.dumps(document))
        at = random.randrange(len(forged["proof"]))
        words = forged["proof"][at].split()
        words[random.randrange(len(words))] = str(random.randint(-99, 99))
        forged["proof"][at] = " ".join(words)
        (tmp_path / "forged").write_text(render(forged), encoding="utf-8")
        try:
            assert verify(tmp_path / "forged").solution is not None
        except CertificateError:
            refused += 1
    assert refused > 30


def test_checkers_that_disagree_verify_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(WITHOUT, proof=tmp_path / "proof")
    assert verify(tmp_path / "proof").by == ("its hints", "dratify")
    monkeypatch.setattr("encode.verify.refusal", lambda clauses, steps: "no")
    assert verify(tmp_path / "proof", quick=True).by == ("its hints",)
    with pytest.raises(CertificateError, match=r"checkers disagree: .* dratify says: no"):
        verify(tmp_path / "proof")


def test_a_certificate_that_cannot_be_written_leaves_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "proof"
    path.write_text("what was there")
    monkeypatch.setattr("os.replace", failing(OSError(28, "No space left on device")))
    with pytest.raises(NoCertificate, match="No space left") as failed:
        decide(WITH_CUTS, proof=path)
    assert failed.value.decision.verdict == "unique"
    assert isinstance(failed.value.__cause__, OSError)
    assert [file.name for file in tmp_path.iterdir()] == ["proof"]
    assert path.read_text() == "what was there"


def failing(error: Exception) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


def test_a_limit_that_is_reached_on_the_certificate_leaves_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("encode.certificate.trimmed", failing(TimeLimit(5)))
    with pytest.raises(NoCertificate, match="not ready after 5 s") as failed:
        decide(WITHOUT, proof=tmp_path / "proof")
    assert failed.value.decision.verdict == "none"
    assert not list(tmp_path.iterdir())


def test_a_prover_whose_proof_is_of_no_use_gives_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str] = []

    def unwilling(clauses: Any, proof: Any, pause: Any) -> list[str]:
        used.append("once")
        if len(used) == 1:
            raise Untrimmed
        return trimmed(clauses, proof, pause)

    monkeypatch.setattr("encode.certificate.trimmed", unwilling)
    decide(WITHOUT, proof=tmp_path / "proof", solver="glucose4")
    assert len(used) == 2
    assert verify(tmp_path / "proof").verdict == "none"


def test_a_witness_that_is_no_solution_is_refused(tmp_path: Path) -> None:
    """All else is right: the clauses that it rules out have no model, and the proof shows it."""
    path = tmp_path / "forged"
    lines = cnf_lines(WITHOUT, "lazy", (), 0)
    proof = trimmed([tuple(map(int, line.split()[:-1])) for line in lines[1:]], [])
    forged(path, WITHOUT, "none", "lazy", proof)
    document = json.loads(path.read_text(encoding="utf-8"))
    document |= {"verdict": "unique", "solution": list(WITHOUT.rows(0)), "cnf": lines}
    path.write_text(render(document), encoding="utf-8")
    with pytest.raises(CertificateError, match="the solution breaks a rule"):
        verify(path)


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
