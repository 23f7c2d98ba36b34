"""Numberlink boards as imos's solver reads them: ``W H``, then numbers with 0 for an empty cell."""

from __future__ import annotations

import re

from puzzles.board import Board
from puzzles.formats.text import Text, Token, short
from puzzles.numberlink import Numberlink

__all__ = ["read", "recognises"]


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is there a grid of blank-separated tokens behind a header, none of them ``-``?"""
    header = text.header()
    if header is None:
        return False
    lines = header[2]
    tokens = [token.word for line in lines for token in line]
    return bool(tokens) and len(tokens) > len(lines) and "-" not in tokens


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one file."""
    header = text.header()
    if header is None:
        raise text.fault(0, "expected W H in the first line")
    columns, rows, lines = header
    height, width = text.size(rows, columns)
    text.rectangle(lines, width, height)
    for token in (token for line in lines for token in line):
        if not re.fullmatch("[0-9]+", token.word):
            raise text.fault(token.at, f"expected a number, found {short(token.word)}")
    labels = [[Token(t.word.lstrip("0") or "0", t.at) for t in line] for line in lines]
    return [Numberlink.from_grids(text, labels, signs={".": "0"})]
