"""What the widget says of rules, values and places, in the puzzle's own terms."""

from __future__ import annotations

from collections.abc import Iterable

from ladder.explain import VALUES
from puzzles import Board
from puzzles.board import name_of

__all__ = ["BLANK_IS_OFF", "marked", "names", "statement", "value"]

BLANK_IS_OFF = frozenset({"norinori", "nondango", "numberlink"})
"""Puzzles that are solved on paper by marking what is on, and leaving the rest blank."""

_STATEMENTS = {
    "binairo": {
        "givens": "printed digits stay",
        "runs": "no three consecutive equal cells in a row or column",
        "balance": "as many 0 as 1 in each row and column",
        "distinct": "no two rows are equal, no two columns are equal",
    },
    "norinori": {
        "region": "two shaded cells in each region",
        "domino": "each shaded cell has one shaded neighbour",
    },
    "nondango": {
        "region": "one black circle in each region",
        "triples": "no three {colour} in {where}",
    },
    "numberlink": {
        "degree": "one edge at each label, {inner} at every other cell",
        "paths": "no loop, and every label is joined to one other, its like",
        "chordless": "no path touches itself",
    },
}


def statement(board: Board, rule: str) -> str:
    """The rule in one line, as the board's variants read it."""
    words = board.variants
    where = "consecutive cells of a row, column or diagonal"
    if "no-diagonals" in words:
        where = where.replace(", column or diagonal", " or column")
    if "anywhere-in-line" in words:
        where = where.replace("consecutive cells of a", "one")
    return _STATEMENTS[board.kind][rule].format(
        colour="circles of one colour" if "same-colour" in words else "black circles",
        where=where,
        inner="none or two" if "unused" in words else "two",
    )


def value(board: Board, on: bool | None) -> str:
    """What a variable's value is called; None is open."""
    return "open" if on is None else VALUES[board.kind][on]


def names(board: Board, mask: int) -> str:
    """The places of a mask by name."""
    return " ".join(name_of(place) for i, place in enumerate(board.places()) if mask >> i & 1)


def marked(board: Board, on: int, off: int) -> str:
    """Places with their values: ``r0c0 r0c1 1, r2c0 0``."""
    parts: Iterable[tuple[int, bool]] = ((on, True), (off, False))
    return ", ".join(f"{names(board, mask)} {value(board, bit)}" for mask, bit in parts if mask)
