"""DIMACS texts: golden files for tiny boards, and what any reader makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pysat.formula import CNF

from encode import dimacs, formula
from encode.encoder import Shape
from puzzles import KINDS, Board, parse
from tests.encode.brute import judged, projected
from tests.strategies import tiny_boards

GOLDEN = Path(__file__).parent / "golden"
CASES: dict[str, tuple[str, Shape, int]] = {
    "binairo-2x2": ("binairo\n0 .\n. .", "complete", 1),
    "norinori-2x2": ("norinori\na a\na a", "complete", 4),
    "nondango-3x3": ("nondango\na a b\na b b\nc c c\n\no . o\n. o .\no o o", "complete", 5),
    "numberlink-2x2": ("numberlink\nA A\nB B", "complete", 1),
    "numberlink-2x2-lazy": ("numberlink\nA A\n. .", "lazy", 1),
    "numberlink-2x2-unused": ("numberlink unused\nA A\n. .", "complete", 2),
    "numberlink-2x3-normal": ("numberlink unused\nA . B\nA . B", "normal", 3),
    "numberlink-1x4-no-touch": ("numberlink no-touch\nA A A A", "complete", 1),
}


@pytest.mark.parametrize("name", CASES)
def test_golden_texts(name: str) -> None:
    text, shape, _ = CASES[name]
    assert dimacs(parse(text), shape=shape) == (GOLDEN / f"{name}.cnf").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[1] == "complete"])
def test_golden_counts(name: str) -> None:
    """The numbers of solutions, counted by hand."""
    text, shape, count = CASES[name]
    board = parse(text)
    assert len(projected(formula(board, shape=shape))) == len(judged(board)) == count


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_texts_hold_the_formula(kind: str) -> None:
    for board in tiny_boards(kind, limit=10):
        built = formula(board)
        text = dimacs(board, projection="show")
        read = CNF(from_string=text)
        assert [tuple(clause) for clause in read.clauses] == built.clauses
        assert f"p cnf {built.variables} {len(built.clauses)}" in text.splitlines()
        assert projection(text) == list(built.projection)
        assert board_of(text) == board
        named = [line.split(" ", 3)[2:] for line in text.splitlines() if line.startswith("c var ")]
        assert named == [[str(v), name] for v, name in built.names.items()]


NOT_DETERMINED = "numberlink no-touch\n. . .\nA . A\n. . .\n"


def test_a_projection_is_named_where_it_changes_the_count() -> None:
    """tididi-cnf takes half a minute for norinori-6x6 if every variable is named, else no time."""
    for text, named in (("norinori\na a\na a", False), (NOT_DETERMINED, True)):
        board = parse(text) if not named else parse(text).dropping("paths")
        assert formula(board).functional is not named
        assert ("c p show" in dimacs(board)) is named
        assert "c p show" in dimacs(board, projection="show")
        assert "c p show" not in dimacs(board, projection="none")


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_counters_give_one_number_with_and_without_the_projection(kind: str) -> None:
    tididi = pytest.importorskip("tididi_cnf")
    for board in tiny_boards(kind, limit=5):
        text = dimacs(board)
        mode = "pmc" if "c p show" in text else "mc"
        count = tididi.count(text, mode=mode).count
        assert count == len(judged(board))
        assert count == tididi.count(dimacs(board, projection="show"), mode="pmc").count


def test_older_tools() -> None:
    """``c ind`` lines stand before the header, ten variables each; nothing but clauses behind it."""
    board = parse("binairo\n. . . .\n. . . .\n. . . .\n. . . .\n")
    lines = dimacs(board, projection="ind", comments=False).splitlines()
    assert lines[0] == "c ind 1 2 3 4 5 6 7 8 9 10 0"
    assert lines[1] == "c ind 11 12 13 14 15 16 0"
    assert lines[2].startswith("p cnf ")
    assert not any(line.startswith("c") for line in lines[2:])
    plain = dimacs(board, projection="none", comments=False)
    assert plain.splitlines() == lines[2:]
    other: Any = "all"
    with pytest.raises(ValueError, match="expected a projection of auto, show, ind, none"):
        dimacs(board, projection=other)


def projection(text: str) -> list[int]:
    (line,) = [line for line in text.splitlines() if line.startswith("c p show")]
    *shown, end = map(int, line.split()[3:])
    assert end == 0
    return shown


def board_of(text: str) -> Board:
    prefix = "c board"
    lines = [line[len(prefix) + 1 :] for line in text.splitlines() if line.startswith(prefix)]
    return parse("\n".join(lines))
