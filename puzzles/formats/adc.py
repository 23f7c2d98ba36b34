"""Numberlink boards of the DA Symposium's Algorithm Design Contest.

``SIZE WxH``, perhaps ``LINE_NUM n``, and ``LINE#k (x,y)-(x,y)`` for each pair, counted from 0 from
the top left; pair k gets the label k.
"""

from __future__ import annotations

import re

from puzzles.board import Board
from puzzles.formats.text import Text, Token, short
from puzzles.numberlink import Numberlink
from puzzles.rules import Cell

__all__ = ["read", "recognises"]

_SIZE = re.compile(r"[ \t]*SIZE[ \t]*([0-9]+)[ \t]*[xX][ \t]*([0-9]+)[ \t]*")
_COUNT = re.compile(r"[ \t]*LINE_NUM[ \t]*([0-9]+)[ \t]*")
_PAIR = re.compile(
    r"[ \t]*LINE[ \t]*#[ \t]*([0-9]+)[ \t]*"
    r"\([ \t]*([0-9]+)[ \t]*,[ \t]*([0-9]+)[ \t]*\)[ \t]*-[ \t]*"
    r"\([ \t]*([0-9]+)[ \t]*,[ \t]*([0-9]+)[ \t]*\)[ \t]*"
)


def recognises(text: Text, puzzle: str | None) -> bool:
    """Does the text start with SIZE and a number?"""
    return re.match(r"\s*SIZE[ \t]*[0-9]", text.string) is not None


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one file."""
    size: tuple[int, int] | None = None
    count: Token | None = None
    labels: dict[Cell, str] = {}
    at: dict[Cell, int] = {}
    pairs: set[str] = set()
    for start, line in _lines(text):
        if size is None:
            match = _SIZE.fullmatch(line)
            if match is None:
                raise text.fault(start, f"expected SIZE WxH, found {short(line.strip())}")
            columns, rows = (Token(match[i], start + match.start(i)) for i in (1, 2))
            size = text.size(rows, columns)
            continue
        match = _COUNT.fullmatch(line)
        if match is not None and count is None and not pairs:
            count = Token(match[1], start + match.start(1))
            continue
        match = _PAIR.fullmatch(line)
        if match is None:
            raise text.fault(start, f"expected LINE#k (x,y)-(x,y), found {short(line.strip())}")
        label = match[1].lstrip("0") or "0"
        if label in pairs:
            raise text.fault(
                start + match.start(1), f"expected each line once, found {label} again"
            )
        pairs.add(label)
        for i in (2, 4):
            place = start + match.start(i)
            cell = _cell(text, size, match[i], match[i + 1], place)
            if cell in labels:
                raise text.fault(place, f"expected an empty cell, found {labels[cell]} there")
            labels[cell] = label
            at[cell] = place
    if size is None:
        raise text.fault(0, "expected SIZE WxH")
    if count is not None and (count.word.lstrip("0") or "0") != str(len(pairs)):
        raise text.fault(count.at, f"expected {len(pairs)} lines, found {short(count.word)}")
    height, width = size
    grid = tuple(tuple(labels.get((r, c)) for c in range(width)) for r in range(height))
    return [text.build(lambda: Numberlink(labels=grid), at.__getitem__, 0)]


def _lines(text: Text) -> list[tuple[int, str]]:
    """The lines that are not blank, each with the offset of its start."""
    found = []
    start = 0
    for line in text.string.split("\n"):
        if line.strip():
            found.append((start, line))
        start += len(line) + 1
    return found


def _cell(text: Text, size: tuple[int, int], x: str, y: str, place: int) -> Cell:
    height, width = size
    right, down = (word.lstrip("0") or "0" for word in (x, y))
    if max(len(right), len(down)) > 6 or not (int(down) < height and int(right) < width):
        message = f"expected a cell of a board of {width}x{height}, found ({short(x)}, {short(y)})"
        raise text.fault(place, message)
    return int(down), int(right)
