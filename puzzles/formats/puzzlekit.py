"""The grids of the puzzlekit data set: ``ROWS COLS``, then one or two grids of tokens.

Binairo: ``-`` empty, ``1`` or ``w`` white (our 0), ``2`` or ``b`` black (our 1).  Numberlink:
``-`` empty, else a label, each twice.  Norinori: a grid of ``-``, then region names.  Nondango:
``x`` for a circle and ``-`` for none, then region names.

A grid of ``-``, 1 and 2 with even sides is taken for Binairo where 1 or 2 occurs more than twice,
as no Numberlink board of the data set has more than two cells of a label.
"""

from __future__ import annotations

from collections import Counter

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.formats.text import Text, Token
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink

__all__ = [
    "binairo",
    "is_binairo",
    "is_nondango",
    "is_norinori",
    "is_numberlink",
    "nondango",
    "norinori",
    "numberlink",
]

_COLOURS = {"-": ".", "1": "0", "2": "1", "w": "0", "b": "1"}


def _parts(text: Text) -> tuple[Token, Token, list[list[Token]]]:
    header = text.header()
    if header is None:
        raise text.fault(0, "expected ROWS COLS in the first line")
    return header


def is_norinori(text: Text, puzzle: str | None) -> bool:
    """Are there two grids behind the header, the first of - alone?"""
    return _first_signs(text) == {"-"}


def is_nondango(text: Text, puzzle: str | None) -> bool:
    """Are there two grids behind the header, the first with circles?"""
    return _first_signs(text) in ({"x"}, {"x", "-"})


def _first_signs(text: Text) -> set[str]:
    """The tokens of the first of two grids; nothing if there is one grid."""
    header = text.header()
    if header is None or header[0].word.lstrip("0") == str(len(header[2])):
        return set()
    lines = header[2]
    return {token.word for line in lines[: len(lines) // 2] for token in line}


def is_numberlink(text: Text, puzzle: str | None) -> bool:
    """Is there a grid behind the header, with - for an empty cell, that may hold pairs of labels?"""
    header = text.header()
    if header is None:
        return False
    times = Counter(token.word for line in header[2] for token in line)
    pairs = max((times[word] for word in times if word != "-"), default=0) <= 2
    two_colours = puzzle is None and set(times) <= {"-", "1", "2"} and _is_even(header)
    return "-" in times and (pairs or not two_colours)


def _is_even(header: tuple[Token, Token, list[list[Token]]]) -> bool:
    """Are both sides even, as those of a Binairo board are?"""
    return all(side.word[-1] in "02468" for side in header[:2])


def is_binairo(text: Text, puzzle: str | None) -> bool:
    """Is there a grid of two colours behind the header?"""
    header = text.header()
    return header is not None and all(t.word in _COLOURS for line in header[2] for t in line)


def _sized(text: Text, grids_wanted: int) -> tuple[list[list[Token]], list[list[Token]]]:
    """The first grid, and the second if one is wanted."""
    rows, columns, lines = _parts(text)
    height, width = text.size(rows, columns)
    text.rectangle(lines, width, grids_wanted * height)
    return lines[:height], lines[height:]


def binairo(text: Text, puzzle: str | None) -> list[Board]:
    """The Binairo board."""
    first, _ = _sized(text, 1)
    signs = [[Token(_COLOURS.get(t.word, t.word), t.at) for t in row] for row in first]
    return [Binairo.from_grids(text, signs)]


def numberlink(text: Text, puzzle: str | None) -> list[Board]:
    """The Numberlink board, every cell used unless the caller says otherwise."""
    first, _ = _sized(text, 1)
    return [Numberlink.from_grids(text, first, signs={".": "-"})]


def norinori(text: Text, puzzle: str | None) -> list[Board]:
    """The Norinori board; its first grid is for givens, and there are none."""
    _, regions = _sized(text, 2)
    return [Norinori.from_grids(text, regions)]


def nondango(text: Text, puzzle: str | None) -> list[Board]:
    """The Nondango board."""
    circles, regions = _sized(text, 2)
    signs = {"o": "x", ".": "-"}
    return [Nondango.from_grids(text, regions, circles, words=Nondango.ELSEWHERE, signs=signs)]
