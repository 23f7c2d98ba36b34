"""The codex of Borroot's Binairo sets: ``SIZE CODEX [SOLUTION]`` on a line.

SIZE is the number of rows and columns, or ``WIDTHxHEIGHT``; without it the board is the square that
the codex covers.  In a codex ``0`` and ``1`` are clues
and ``a`` to ``z`` skip 1 to 26 cells; together they cover the board exactly.
"""

from __future__ import annotations

import re
from math import isqrt
from string import ascii_lowercase

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.formats.text import Text, Token, short

__all__ = ["is_unsized", "read", "read_unsized", "recognises"]

_LINE = re.compile(r"([0-9]+)(?:x([0-9]+))?\s+(\S+)(?:\s+(\S+))?")
_UNSIZED = re.compile(r"([01a-z]+)(?:\s+([01a-z]+))?")


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is this line a size and a codex?  Digits alone would also be a row of a grid."""
    match = _LINE.fullmatch(text.string)
    return (
        match is not None
        and puzzle in (None, Binairo.kind)
        and set(match[3]) <= set("01" + ascii_lowercase)
        and not set(match[3]) <= set("01")
    )


def is_unsized(text: Text, puzzle: str | None) -> bool:
    """Is each line a codex of a square of even side, and perhaps a solution of so many cells?"""
    matches = [_UNSIZED.fullmatch(line.strip()) for line in text.string.split("\n") if line.strip()]
    return bool(matches) and all(match and _is_square(match[1]) for match in matches)


def read_unsized(text: Text, puzzle: str | None) -> list[Board]:
    """The boards of the lines."""
    boards: list[Board] = []
    for line in text.each_line():
        if line:
            side = isqrt(_length(line[0].word))
            solution = line[1] if len(line) > 1 else None
            boards.append(_board(text, line[0], solution, side, side))
    return boards


def _is_square(codex: str) -> bool:
    cells = _length(codex)
    side = isqrt(cells)
    given = "0" in codex or "1" in codex
    return given and not set(codex) <= {"0", "1"} and side * side == cells and side % 2 == 0


def _length(codex: str) -> int:
    return sum(1 if sign in "01" else ord(sign) - ord("a") + 1 for sign in codex)


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one line; a solution is checked for its form and left."""
    match = _LINE.fullmatch(text.string)
    if match is None:
        raise text.fault(0, "expected SIZE CODEX")
    columns = Token(match[1], match.start(1))
    rows = columns if match[2] is None else Token(match[2], match.start(2))
    height, width = text.size(rows, columns)
    solution = None if match[4] is None else Token(match[4], match.start(4))
    codex = Token(match[3], match.start(3))
    return [_board(text, codex, solution, height, width, columns.at)]


def _board(
    text: Text, codex: Token, solution: Token | None, height: int, width: int, start: int = 0
) -> Board:
    clues = _clues(text, codex, height * width)
    if solution is not None:
        _clues(text, solution, height * width)
    givens = tuple(tuple(clues.get(r * width + c) for c in range(width)) for r in range(height))
    return text.build(lambda: Binairo(givens=givens), lambda cell: start, start)


def _clues(text: Text, codex: Token, total: int) -> dict[int, int]:
    found: dict[int, int] = {}
    position = 0
    for i, sign in enumerate(codex.word):
        if sign in "01":
            found[position] = int(sign)
            position += 1
        elif "a" <= sign <= "z":
            position += ord(sign) - ord("a") + 1
        else:
            raise text.fault(codex.at + i, f"expected 0, 1 or a-z, found {short(sign)}")
        if position > total:
            message = f"expected a codex of {total} cells, found more"
            raise text.fault(codex.at + i, message)
    if position < total:
        message = f"expected a codex of {total} cells, found {position}"
        raise text.fault(codex.at + len(codex.word), message)
    return found
