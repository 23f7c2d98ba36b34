"""Numberlink boards as imos's solver reads them, several to a file.

Each is ``W H`` and rows of numbers with 0 for an empty cell; ``0 0`` in place of a size ends the
file, and may be left out.
"""

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
    """The boards of one file, in order."""
    lines = [line for line in text.each_line() if line]
    boards: list[Board] = []
    index = 0
    while index < len(lines):
        head = lines[index]
        if len(head) != 2:
            message = f"expected W H of a board, found {len(head)} tokens"
            raise text.fault(head[0].at, message)
        index += 1
        if boards and [token.word for token in head] == ["0", "0"]:
            if index < len(lines):
                rest = lines[index][0]
                raise text.fault(rest.at, f"expected the end behind 0 0, found {short(rest.word)}")
            break
        height, width = text.size(rows=head[1], columns=head[0])
        boards.append(_board(text, lines[index : index + height], height, width))
        index += height
    return boards


def _board(text: Text, lines: list[list[Token]], height: int, width: int) -> Board:
    text.rectangle(lines, width, height)
    for token in (token for line in lines for token in line):
        if not re.fullmatch("[0-9]+", token.word):
            raise text.fault(token.at, f"expected a number, found {short(token.word)}")
    labels = [[Token(t.word.lstrip("0") or "0", t.at) for t in line] for line in lines]
    return Numberlink.from_grids(text, labels, signs={".": "0"})
