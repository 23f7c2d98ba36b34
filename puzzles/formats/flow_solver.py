"""Numberlink boards of mzucker's flow_solver: a square of characters, letters are labels.

There is no header, no blank between cells, and any character but a letter is an empty cell.
"""

from __future__ import annotations

from puzzles.board import Board
from puzzles.formats.text import Text, Token
from puzzles.numberlink import Numberlink

__all__ = ["read", "recognises"]


def _rows(text: Text) -> list[list[Token]]:
    return [line for line in text.lines() if line]


def _is_letter(sign: str) -> bool:
    return sign.isascii() and sign.isalpha()


def recognises(text: Text, puzzle: str | None) -> bool:
    """Are there only rows without blanks, most of them of a square, and a letter in one?"""
    if any(len(row) > 1 for row in text.each_line()):
        return False
    rows = _rows(text)
    return 2 * sum(len(row[0].word) == len(rows) for row in rows) > len(rows) and any(
        _is_letter(sign) for row in rows for sign in row[0].word
    )


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one file."""
    rows = [
        [Token(s if _is_letter(s) else ".", row[0].at + c) for c, s in enumerate(row[0].word)]
        for row in _rows(text)
    ]
    text.rectangle(rows, len(rows))
    return [Numberlink.from_grids(text, rows)]
