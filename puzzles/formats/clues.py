"""Codes of printed clues on puzz.link that several puzzles share, beside number16.

- :func:`four`: numbers 0 to 4, as Slitherlink prints them.  ``0-4`` is a number, ``5-9`` one with an empty
  cell behind it, ``a-e`` one with two, ``g-z`` skip 1 to 20 cells, ``.`` is ``?``;
- :func:`digits36`: a number in every cell, as Hitori prints them.  ``0-9a-z`` is a number to 35, ``-xx`` one
  of two digits, ``.`` an empty cell, ``@`` or ``%`` is ``?``;
- :func:`arrows`: a number with a direction, as Yajilin prints them.  ``dn`` is a number to 15 in
  hexadecimal behind the direction d (0 none, 1 up, 2 down, 3 left, 4 right), ``dnn`` with d + 5 one to
  255, ``d.`` is ``?``, ``a-z`` skip 1 to 26 cells.

All give the rows of the board, None for an empty cell and for a ``?`` without a direction, and raise :class:`puzzles.errors.FormatError` at the letter
that is wrong.  Source of the codes: the decoders of pzprjs (variety-common/Encode.js).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from puzzles.formats.text import Text, short
from puzzles.rules import Cell

__all__ = ["arrows", "digits36", "four"]

_Clue = TypeVar("_Clue")
Grid: TypeAlias = tuple[tuple[_Clue | None, ...], ...]

_SIDES = {"1": "n", "2": "s", "3": "w", "4": "e"}


class _Reader:
    """A body read letter by letter, and the cell that the next clue belongs to."""

    def __init__(self, body: Text, height: int, width: int) -> None:
        self.body, self.width, self.total = body, width, height * width
        self.at = self.cell = 0

    def more(self) -> bool:
        return self.at < len(self.body.string)

    def take(self, length: int, known: str, what: str) -> str:
        """The next letters, all of them among ``known``."""
        found = self.body.string[self.at : self.at + length]
        if len(found) < length or not set(found) <= set(known):
            raise self.body.fault(self.at, f"expected {what}, found {short(found)}")
        self.at += length
        return found

    def place(self) -> Cell:
        """The cell at hand, which is then passed."""
        if self.cell >= self.total:
            raise self.body.fault(self.at - 1, f"expected the end behind {self.total} cells")
        self.cell += 1
        return divmod(self.cell - 1, self.width)

    def skip(self, cells: int, ragged: bool = False) -> None:
        """Pass empty cells; ``ragged``: the last clue's may lie beyond the board."""
        self.cell += cells
        if self.cell > self.total and not ragged:
            raise self.body.fault(
                self.at - 1, f"expected to skip no further than {self.total} cells"
            )

    def end(self) -> None:
        if self.cell < self.total:
            raise self.body.fault(
                self.at, f"expected clues and skips for {self.total} cells, found {self.cell}"
            )


def _read(
    body: Text, height: int, width: int, one: Callable[[_Reader, dict[Cell, _Clue]], None]
) -> Grid[_Clue]:
    found: dict[Cell, _Clue] = {}
    reader = _Reader(body, height, width)
    while reader.more():
        one(reader, found)
    reader.end()
    return tuple(tuple(found.get((r, c)) for c in range(width)) for r in range(height))


def four(body: Text, height: int, width: int) -> Grid[int]:
    """The numbers 0 to 4 of a body."""
    known = "0123456789abcdeghijklmnopqrstuvwxyz."

    def one(reader: _Reader, found: dict[Cell, int]) -> None:
        letter = reader.take(1, known, "a clue or a skip")
        if letter == ".":
            reader.place()
        elif letter in "0123456789abcde":
            behind, number = divmod(int(letter, 16), 5)
            found[reader.place()] = number
            reader.skip(behind, ragged=True)
        else:
            reader.skip(int(letter, 36) - 15)

    return _read(body, height, width, one)


def digits36(body: Text, height: int, width: int) -> Grid[int]:
    """The numbers of a body with one letter a cell."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"

    def one(reader: _Reader, found: dict[Cell, int]) -> None:
        letter = reader.take(1, digits + "-.@%", "a number")
        if letter in ".@%":
            reader.place()
        else:
            word = letter if letter != "-" else reader.take(2, digits, "two digits")
            found[reader.place()] = int(word, 36)

    return _read(body, height, width, one)


def arrows(body: Text, height: int, width: int) -> Grid[tuple[int | None, str]]:
    """The numbers of a body with the sides, ``n``, ``e``, ``s`` or ``w``, that they look to."""
    digits = "0123456789abcdef"

    def one(reader: _Reader, found: dict[Cell, tuple[int | None, str]]) -> None:
        letter = reader.take(1, "12346789abcdefghijklmnopqrstuvwxyz", "a direction or a skip")
        if letter.isalpha():
            reader.skip(int(letter, 36) - 9)
            return
        side = _SIDES[letter if letter in _SIDES else str(int(letter) - 5)]
        if letter not in _SIDES:
            number: int | None = int(reader.take(2, digits, "two hexadecimal digits"), 16)
        else:
            word = reader.take(1, digits + ".", "a hexadecimal digit or .")
            number = None if word == "." else int(word, 16)
        found[reader.place()] = (number, side)

    return _read(body, height, width, one)
