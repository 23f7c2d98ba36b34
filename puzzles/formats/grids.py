"""Boards from grids of tokens: what the formats that print a grid share.

Each function checks shape and signs, builds the board of one puzzle and reports what its class
refuses at the token of the offending cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from puzzles.binairo import Binairo
from puzzles.formats.text import Text, Token, short
from puzzles.grid import normal
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink
from puzzles.rules import Cell

__all__ = ["Rows", "apart", "binairo", "nondango", "norinori", "numberlink"]

Rows = Sequence[Sequence[Token]]
"""Tokens by row, at least one in each row."""


def apart(rows: Rows) -> Rows:
    """Rows whose cells stand without blanks between them, one token per character."""
    if any(len(row) > 1 or len(row[0].word) == 1 for row in rows):
        return rows
    return [[Token(letter, row[0].at + c) for c, letter in enumerate(row[0].word)] for row in rows]


def binairo(
    text: Text, rows: Rows, variants: frozenset[str] = frozenset(), signs: str = ".01"
) -> Binairo:
    """The Binairo board of a token grid; ``signs`` are those of an empty cell, 0 and 1."""
    text.rectangle(rows)
    values: dict[str, int | None] = dict(zip(signs, (None, 0, 1), strict=True))
    for token in (token for row in rows for token in row):
        if token.word not in values:
            message = f"expected {signs[1]}, {signs[2]} or {signs[0]}, found {short(token.word)}"
            raise text.fault(token.at, message)
    givens = tuple(tuple(values[token.word] for token in row) for row in rows)
    return text.build(
        lambda: Binairo(givens=givens, variants=variants), _place(rows), rows[0][0].at
    )


def numberlink(
    text: Text, rows: Rows, variants: frozenset[str] = frozenset(), empty: str = "."
) -> Numberlink:
    """The Numberlink board of a token grid with this sign for an empty cell."""
    text.rectangle(rows)
    labels = tuple(
        tuple(None if token.word == empty else token.word for token in row) for row in rows
    )
    return text.build(
        lambda: Numberlink(labels=labels, variants=variants), _place(rows), rows[0][0].at
    )


def norinori(text: Text, rows: Rows, variants: frozenset[str] = frozenset()) -> Norinori:
    """The Norinori board of a grid of region names."""
    text.rectangle(rows)
    regions = normal([token.word for token in row] for row in rows)
    return text.build(
        lambda: Norinori(regions=regions, variants=variants), _place(rows), rows[0][0].at
    )


def nondango(
    text: Text,
    rows: Rows,
    circles: Rows,
    variants: frozenset[str] = frozenset(),
    signs: tuple[str, str] = ("o", "."),
) -> Nondango:
    """The Nondango board of a grid of region names and one of circles, signed with and without."""
    text.rectangle(rows)
    text.rectangle(circles, len(rows[0]), len(rows))
    for token in (token for row in circles for token in row):
        if token.word not in signs:
            message = f"expected {signs[0]} or {signs[1]}, found {short(token.word)}"
            raise text.fault(token.at, message)
    regions = normal([token.word for token in row] for row in rows)
    held = frozenset(
        (r, c)
        for r, row in enumerate(circles)
        for c, token in enumerate(row)
        if token.word == signs[0]
    )
    return text.build(
        lambda: Nondango(regions=regions, circles=held, variants=variants),
        _place(rows),
        rows[0][0].at,
    )


def _place(rows: Rows) -> Callable[[Cell], int]:
    """Where the token of a cell stands."""
    return lambda cell: rows[cell[0]][cell[1]].at
