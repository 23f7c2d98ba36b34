"""Numberlink boards of TdZdd's examples: ``COLS ROWS``, then tokens with ``-`` for an empty cell."""

from __future__ import annotations

from puzzles.board import Board
from puzzles.formats import puzzlekit
from puzzles.formats.text import Text
from puzzles.numberlink import Numberlink

__all__ = ["read", "recognises"]


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is there a grid behind a header, with - for an empty cell?  As in puzzlekit but for the header."""
    return puzzlekit.is_numberlink(text, puzzle)


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one file."""
    header = text.header()
    if header is None:
        raise text.fault(0, "expected COLS ROWS in the first line")
    columns, rows, lines = header
    height, width = text.size(rows, columns)
    text.rectangle(lines, width, height)
    return [Numberlink.from_grids(text, lines, signs={".": "-"})]
