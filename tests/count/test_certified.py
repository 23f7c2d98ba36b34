"""Certificates of boards: written, confirmed by two checkers, and refused when tampered with."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from count import frontier
from count.certified.statement import statement
from count.certified.verify import Verified, _one_to_one, verify
from count.certified.write import Written, write
from count.cli import main
from count.cpog import Checked, Cnf, Graph, Refused
from count.cpog.graph import Node
from count.limits import Stopped
from count.weights import read_weights
from encode import solutions
from puzzles import (
    Binairo,
    Board,
    BoardError,
    FormatError,
    Nondango,
    Norinori,
    Numberlink,
    parse,
    read,
)
from tests.agreement import oracle
from tests.count.cpog_peer import PROGRAM, cpog_check

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
QUICK = (
    "binairo-6x6",
    "binairo-several-4x4",
    "nondango-8x8",
    "nondango-anywhere-in-line-6x7",
    "nondango-no-diagonals-6x6",
    "nondango-same-colour-6x6",
    "norinori-6x6",
    "norinori-rectangle-5x7",
    "norinori-region-of-one-cell-4x4",
    "numberlink-none-5x5",
)


def certified(board: Board, folder: Path, **options: int) -> tuple[Written, Verified]:
    """A certificate, confirmed by our checker and by cpog-check where that is built."""
    written = write(board, folder / "it", **options)
    found = verify(written.cnf, written.cpog)
    assert found.board == board
    assert found.count == written.count
    if PROGRAM is not None:
        said = cpog_check(written.cnf, written.cpog)
        assert said.accepted, said.words
        assert said.count == found.count
    return written, found


def blank_norinori(n: int) -> Board:
    return Norinori(regions=tuple((r,) * n for r in range(n))).dropping("region")


def full_nondango(n: int) -> Board:
    cells = frozenset((r, c) for r in range(n) for c in range(n))
    return Nondango(regions=tuple((r,) * n for r in range(n)), circles=cells).dropping("region")


@pytest.mark.parametrize("name", QUICK)
def test_examples(name: str, tmp_path: Path) -> None:
    board = read(EXAMPLES / f"{name}.txt")
    written, found = certified(board, tmp_path)
    assert written.way == "listed"
    assert found.count == frontier.count(board)


@pytest.mark.slow
def test_the_other_examples_and_the_bank(tmp_path: Path) -> None:
    names = sorted(path.stem for path in EXAMPLES.glob("*.txt") if path.stem not in QUICK)
    boards = [read(EXAMPLES / f"{name}.txt") for name in names]
    for path in sorted((EXAMPLES / "bank").glob("*.jsonl")):
        boards += [parse(json.loads(line)["board"]) for line in path.read_text().splitlines()[:10]]
    assert len(boards) > 80
    for board in boards:
        written, found = certified(board, tmp_path)
        assert found.count == frontier.count(board), board.text()
        assert written.bytes < 200_000_000


@pytest.mark.parametrize(
    ("board", "models"),
    [
        (blank_norinori(4), 314),
        (full_nondango(3), 230),
        (Binairo.blank(4, 4).variant("repeats"), 90),
        (Binairo.blank(2, 4).variant("repeats"), 6),
        (blank_norinori(1), 1),
        (blank_norinori(3), len(oracle(blank_norinori(3)))),
    ],
)
def test_compiled(board: Board, models: int, tmp_path: Path) -> None:
    written, found = certified(board, tmp_path, listed=0)
    assert written.way == "compiled"
    assert found.count == models
    if len(board.places()) <= 9:
        assert set(found.checked.graph.models()) == oracle(board)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "models"),
    [
        (full_nondango(4), 10732),
        (blank_norinori(6), 349511),
        (blank_norinori(8), 6141909014),
        (full_nondango(6), 507962194),
        (Binairo.blank(6, 6).variant("repeats"), 11222),
        (Binairo.blank(6, 6), 4140),
    ],
)
def test_blank_boards(board: Board, models: int, tmp_path: Path) -> None:
    written, found = certified(board, tmp_path)
    assert found.count == models
    assert written.bytes < 200_000_000


def test_auxiliary_variables_compiled(tmp_path: Path) -> None:
    """Difference variables, and a given that unit propagation takes out first."""
    board = Binairo(givens=((1, None), (None, None)))
    written, found = certified(board, tmp_path, listed=0)
    assert written.way == "compiled"
    assert {mask & 15 for mask in found.checked.graph.models()} == oracle(board)
    assert found.one_to_one == "no two of the models agree on the board"
    blank = Binairo.blank(2, 4)
    _, found = certified(blank, tmp_path, listed=0)
    assert {mask & 255 for mask in found.checked.graph.models()} == oracle(blank)


def test_every_variant_of_small_numberlink_boards(tmp_path: Path) -> None:
    """Loops, trees, chords: the auxiliaries of the rooting, under all that may be dropped."""
    plain = parse("numberlink\n1 . 2\n. . .\n1 . 2\n")
    for board in (
        plain,
        plain.variant("unused"),
        plain.variant("no-touch"),
        plain.variant("unused", "no-touch"),
        plain.dropping("degree"),
        parse("numberlink\n1 . 1\n. . .\n1 . 1\n"),
    ):
        _, found = certified(board, tmp_path)
        assert found.count == len(oracle(board)), board.text()
        assert {
            mask & (1 << len(board.places())) - 1 for mask in found.checked.graph.models()
        } == oracle(board)


def test_a_formula_whose_auxiliaries_the_board_does_not_determine_is_refused(
    tmp_path: Path,
) -> None:
    board = parse("numberlink no-touch\n1 .\n. 1\n").dropping("paths")
    with pytest.raises(BoardError, match="does not determine the variables colour"):
        write(board, tmp_path / "it")
    assert list(tmp_path.iterdir()) == []
    # And where another program wrote the two files.
    (tmp_path / "it.cnf").write_text(statement(board))
    (tmp_path / "it.cpog").write_text("r 1\n")
    with pytest.raises(Refused, match="does not determine the variables colour"):
        verify(tmp_path / "it.cnf", tmp_path / "it.cpog")


def test_a_limit_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "it.cnf").write_text("mine")
    with pytest.raises(Stopped, match="more than 1000 bytes"):
        write(blank_norinori(4), tmp_path / "it", size=1000)
    with pytest.raises(Stopped, match="within 0 s"):
        write(blank_norinori(4), tmp_path / "it", seconds=0)
    assert [path.name for path in tmp_path.iterdir()] == ["it.cnf"]
    assert (tmp_path / "it.cnf").read_text() == "mine"


# Weights.


def test_weighted_counts(tmp_path: Path) -> None:
    board = blank_norinori(3)
    weights = read_weights(board, "r0c0 3/10 0.7  # a comment\nr1c1 0.25 1\n\nr2c2 1/3\n")
    assert weights[1] == (Fraction(7, 10), Fraction(3, 10))
    assert weights[9] == (1, Fraction(1, 3))
    right = Fraction(0)
    for mask in solutions(board):
        weight = Fraction(1)
        for variable, pair in weights.items():
            weight *= pair[mask >> variable - 1 & 1]
        right += weight
    for listed in (200, 0):
        written = write(board, tmp_path / "it", weights=weights, listed=listed)
        assert verify(written.cnf, written.cpog).weighted == right


def test_weighted_counts_are_those_of_cpog_check(tmp_path: Path) -> None:
    board = read(EXAMPLES / "binairo-several-4x4.txt")
    weights = read_weights(board, "r0c0 3/10 0.7\nr1c1 0.25 0.25\nr2c2 1.5 0.5\n")
    written = write(board, tmp_path / "it", weights=weights)
    said = cpog_check(written.cnf, written.cpog)
    assert said.weighted == verify(written.cnf, written.cpog).weighted


@pytest.mark.parametrize(
    "line", ["r9c9 1", "r0c0", "r0c0 1 2 3", "r0c0 x", "r0c0 1/0", "r0c0 1\nr0c0 1"]
)
def test_malformed_weights_are_refused(line: str) -> None:
    with pytest.raises(FormatError, match=r"<weights>:\d:1: expected"):
        read_weights(Binairo.blank(2, 2), line)


def test_a_board_with_dropped_rules_is_read_back(tmp_path: Path) -> None:
    odd = Binairo.blank(2, 2).dropping("balance", "distinct")
    assert certified(odd, tmp_path)[1].count == len(oracle(odd))
    board = Binairo.blank(2, 4).dropping("runs")
    assert certified(board, tmp_path)[1].count == len(oracle(board))
    board = Binairo(givens=((None,) * 3,) * 2, without=frozenset({"balance"}))
    with pytest.raises(BoardError, match="no certificate: the text form is no board"):
        write(
            board, tmp_path / "odd"
        )  # its lines are of odd length, which only a reader told so takes


# The command line.


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words)
    out, err = capsys.readouterr()
    return status, re.sub(r"\d+\.\d+ s", "T s", out), err


def test_the_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.txt").write_text("numberlink unused\n1 .\n. 1\n")
    size = 1
    status, out, err = run(capsys, "pair.txt", "--certificate", "pair")
    assert (status, err) == (0, "")
    size = Path("pair.cpog").stat().st_size
    assert out == (
        "pair.txt: 2x2 numberlink unused: 2 solutions: certified by pair.cnf and pair.cpog "
        f"(listed, 4 operations, {size} bytes; T s, checked in T s)\n"
    )
    lines = Path("pair.cpog").read_text().count("\nc lrat ")
    assert lines > 1
    assert run(capsys, "verify", "pair.cnf", "pair.cpog") == (
        0,
        "verified: the 2x2 numberlink unused board has 2 solutions\n"
        "graph of 4 operations equal to the formula; the auxiliary variables are determined by the "
        f"board: proved by a refutation of {lines} lines\n",
        "",
    )
    Path("pair.cpog").write_text(Path("pair.cpog").read_text().replace("c count 2", "c count 3"))
    status, out, err = run(capsys, "verify", "pair.cnf", "pair.cpog")
    assert (status, out) == (1, "")
    assert re.fullmatch(r"refused: pair.cpog:\d+: the graph has 2 models, stated are 3\n", err)
    Path("weights.txt").write_text("r0c0-r0c1 1/2\n")
    status, out, _ = run(capsys, "pair.txt", "--certificate", "pair", "--weights", "weights.txt")
    assert out.endswith("pair.txt: 2x2 numberlink unused: weighted count 3/2\n")
    _, out, _ = run(capsys, "verify", "pair.cnf", "pair.cpog")
    assert "weighted count: 3/2\n" in out
    Path("blank.txt").write_text(Binairo.blank(8, 8).text())
    assert run(capsys, "blank.txt", "--certificate", "blank", "--timeout", "0.01") == (
        3,
        "blank.txt: 8x8 binairo: unknown: no certificate within T s\n",
        "",
    )
    assert run(capsys, "verify", "pair.cnf", "none.cpog")[0] == 2
    assert run(capsys, "pair.txt", "--without", "paths", "--certificate", "x")[0] == 0
    Path("touch.txt").write_text("numberlink no-touch\n1 .\n. 1\n")
    status, out, err = run(capsys, "touch.txt", "--without", "paths", "--certificate", "x")
    assert (status, out) == (2, "")
    assert err.startswith("no certificate: the board does not determine the variables colour")


def test_a_small_numberlink_board_without_degrees_has_no_loop_in_its_models(tmp_path: Path) -> None:
    board = Numberlink(labels=(("A", None), (None, "A"))).dropping("degree")
    assert certified(board, tmp_path)[1].count == len(oracle(board))


def test_a_graph_with_a_negated_node_is_counted_but_not_listed() -> None:
    """Certificates by others hold such nodes; then the variables are not said to be compared."""
    graph = Graph(2, {3: Node(product=True, parts=(1, 2), over=0b11)}, -3)
    assert graph.count() == 3
    cnf = Cnf(2, (), {}, ())
    said = _one_to_one(cnf, Checked(graph, 0, 0, 0), 1, [], "x.cpog")
    assert "rests on the proofs" in said


def test_two_models_that_are_one_solution_are_refused() -> None:
    """The first of two variables is true, and the board has only that one: two models, one solution."""
    graph = Graph(2, {}, 1)
    assert graph.count() == 2
    said = _one_to_one(Cnf(2, (), {}, ()), Checked(graph, 0, 0, 0), 2, [], "x.cpog")
    assert said == "the formula has no auxiliary variables"
    with pytest.raises(Refused, match="two models of the graph are one solution"):
        _one_to_one(Cnf(2, (), {}, ()), Checked(graph, 0, 0, 0), 1, [], "x.cpog")
