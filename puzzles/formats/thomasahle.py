"""Numberlink boards as thomasahle's solver reads them, several to a file.

Each is ``WIDTH HEIGHT`` and rows of single characters, ``.`` for an empty cell; lines that start
with ``#`` are comments, and ``0 0`` ends the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzles.board import Board
from puzzles.formats.text import Text, Token, short
from puzzles.numberlink import Numberlink

__all__ = ["read", "recognises"]


def _content(text: Text) -> Iterator[list[Token]]:
    return (line for line in text.each_line() if line and not line[0].word.startswith("#"))


def _is_header(line: list[Token]) -> bool:
    return len(line) == 2 and all(re.fullmatch("[0-9]+", token.word) for token in line)


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is there a header, and behind it a row without blanks?"""
    lines = _content(text)
    return _is_header(next(lines, [])) and len(next(lines, [])) == 1


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The boards of one file, in order."""
    lines = list(_content(text))
    boards: list[Board] = []
    index = 0
    while index < len(lines):
        head = lines[index]
        index += 1
        if not _is_header(head):
            message = f"expected WIDTH HEIGHT of a board, found {short(head[0].word)}"
            raise text.fault(head[0].at, message)
        if [token.word for token in head] == ["0", "0"]:
            if index < len(lines):
                rest = lines[index][0]
                raise text.fault(rest.at, f"expected the end behind 0 0, found {short(rest.word)}")
            break
        height, width = text.size(rows=head[1], columns=head[0])
        held = lines[index : index + height]
        index += height
        for line in held:
            if len(line) > 1:
                message = f"expected a row without blanks, found {short(line[1].word)}"
                raise text.fault(line[1].at, message)
        rows = [
            [Token(sign, line[0].at + c) for c, sign in enumerate(line[0].word)] for line in held
        ]
        text.rectangle(rows, width, height)
        boards.append(Numberlink.from_grids(text, rows))
    if not boards:
        raise text.fault(0, "expected a board before 0 0")
    return boards
