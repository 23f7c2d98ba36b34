"""Further codes of clue grids on puzz.link: small numbers, numbers in every cell, and arrows.

Each reads a whole body into rows of values, as a board holds them: None where nothing is printed, and
for ``?``.  Facts are those of pzpr's encoders (``4Cell``, ``Number10`` of Hitori, ``ArrowNumber16``).
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, digits
from typing import TypeAlias, TypeVar

from puzzles.errors import BoardError
from puzzles.formats.text import Text, short
from puzzles.rules import Cell

__all__ = [
    "arrows_decode",
    "arrows_encode",
    "every_decode",
    "every_encode",
    "four_decode",
    "four_encode",
]

_Value = TypeVar("_Value")
_Rows: TypeAlias = tuple[tuple[_Value | None, ...], ...]
_Arrow: TypeAlias = tuple[int | None, str]

_BASE36 = digits + ascii_lowercase
_HEX = "0123456789abcdef"
_DIRECTIONS = "?nswe"
"""The side that an arrow looks to, by its code on puzz.link; 0 is no direction."""


class _Cells:
    """The cells of a body in reading order, passed one after the other."""

    def __init__(self, text: Text, height: int, width: int) -> None:
        self.text, self.height, self.width, self.total = text, height, width, height * width
        self.position = 0
        self.at = 0

    def left(self) -> bool:
        """Is there a further character?"""
        return self.at < len(self.text.string)

    def take(self, count: int, what: str, signs: str) -> str:
        """The next characters, which are among ``signs``."""
        found = self.text.string[self.at : self.at + count]
        if len(found) < count or not set(found) <= set(signs):
            raise self.text.fault(self.at, f"expected {what}, found {short(found)}")
        self.at += count
        return found

    def pass_over(self, cells: int, at: int) -> Cell:
        """The present cell; so many are passed, by the code at this offset."""
        if self.position + cells > self.total:
            message = f"expected the end behind {self.total} cells"
            raise self.text.fault(at, f"{message}, found {short(self.text.string[at:])}")
        cell = divmod(self.position, self.width)
        self.position += cells
        return cell

    def rows(self, found: dict[Cell, _Value]) -> _Rows[_Value]:
        """What was found, row by row; raises unless every cell was passed."""
        if self.position < self.total:
            message = f"expected clues and skips for {self.total} cells, found {self.position}"
            raise self.text.fault(len(self.text.string), message)
        return tuple(
            tuple(found.get((r, c)) for c in range(self.width)) for r in range(self.height)
        )


def four_decode(text: Text, height: int, width: int) -> _Rows[int]:
    """Clues 0 to 4 (Slitherlink): ``0-4``; ``5-9`` and ``a-e`` the same with 1 and 2 empty cells behind;
    ``.`` is ``?``; ``g-z`` skip 1 to 20 cells."""
    cells = _Cells(text, height, width)
    found: dict[Cell, int] = {}
    while cells.left():
        at = cells.at
        sign = cells.take(1, "a clue or a skip", _BASE36.replace("f", "") + ".")
        value = _BASE36.find(sign)
        if value >= 16:
            cells.pass_over(value - 15, at)
            continue
        cell = cells.pass_over(1, at)
        if sign != ".":
            found[cell] = value % 5
        # The encoder counts two empty cells behind the last clue, whether they are there or not.
        behind = 0 if sign == "." else value // 5
        cells.pass_over(min(behind, cells.total - cells.position), at)
    return cells.rows(found)


def four_encode(clues: Sequence[Sequence[int | None]]) -> str:
    """The code of a grid of clues 0 to 4; as pzpr has it, the last clue counts two cells behind it.

    >>> four_encode([[3, None, None], [None, 2, 1]])
    'dg2b'
    """
    flat = [clue for row in clues for clue in row]
    written: list[str] = []
    empty, i = 0, 0
    while i < len(flat):
        clue = flat[i]
        i += 1
        if clue is None:
            empty += 1
            continue
        following = [other is not None for other in flat[i : i + 2]]
        behind = following.index(True) if True in following else 2
        i += behind
        written += [_skips(empty, 20, "f"), _BASE36[clue + 5 * behind]]
        empty = 0
    return "".join((*written, _skips(empty, 20, "f")))


def every_decode(text: Text, height: int, width: int) -> _Rows[int]:
    """A number in every cell (Hitori): ``0-9a-z`` to 35, ``-xx`` beyond; ``%`` is ``?``."""
    cells = _Cells(text, height, width)
    found: dict[Cell, int] = {}
    while cells.left():
        at = cells.at
        sign = cells.take(1, "a number", _BASE36 + "-%")
        value = _BASE36.find(sign)
        if sign == "-":
            value = int(cells.take(2, "2 characters 0-9 or a-z behind -", _BASE36), 36)
        cell = cells.pass_over(1, at)
        if sign != "%":
            found[cell] = value
    return cells.rows(found)


def every_encode(numbers: Sequence[Sequence[int | None]]) -> str:
    """The code of a grid of numbers below 1296; a cell without one is ``?``.

    >>> every_encode([[1, 35], [36, None]])
    '1z-10%'
    """
    written = []
    for n in (n for row in numbers for n in row):
        _fits(n, 36 * 36)
        double = "" if n is None else f"-{_BASE36[n // 36]}{_BASE36[n % 36]}"
        written.append("%" if n is None else _BASE36[n] if n < 36 else double)
    return "".join(written)


def arrows_decode(text: Text, height: int, width: int) -> _Rows[_Arrow]:
    """Numbers with arrows (Yajilin): a direction ``0-4`` and one hexadecimal digit or ``.`` for ``?``;
    ``5-9`` the same directions with two digits; ``-`` a direction and three; ``a-z`` skip 1 to 26 cells.

    A clue without a direction is refused.
    """
    cells = _Cells(text, height, width)
    found: dict[Cell, _Arrow] = {}
    while cells.left():
        at = cells.at
        sign = cells.take(1, "a direction or a skip", _BASE36 + "-")
        if sign in ascii_lowercase:
            cells.pass_over(ascii_lowercase.index(sign) + 1, at)
            continue
        wanted = 3 if sign == "-" else 1 if sign < "5" else 2
        side = int(cells.take(1, "a direction 0-4", "01234")) if sign == "-" else int(sign) % 5
        if side == 0:
            raise text.fault(at, "expected a clue with a direction, found none")
        number = cells.take(wanted, f"{wanted} hexadecimal digits", _HEX + "." * (wanted == 1))
        value = None if number == "." else int(number, 16)
        found[cells.pass_over(1, at)] = (value, _DIRECTIONS[side])
    return cells.rows(found)


def arrows_encode(clues: Sequence[Sequence[_Arrow | None]]) -> str:
    """The code of a grid of numbers below 4096 with arrows.

    >>> arrows_encode([[None, (2, "e")], [(17, "n"), None]])
    'a42611a'
    """
    written: list[str] = []
    empty = 0
    for clue in (clue for row in clues for clue in row):
        if clue is None:
            empty += 1
            continue
        value, side = clue
        _fits(value, 16**3)
        code = _DIRECTIONS.index(side)
        written.append(_skips(empty, 26, "`"))
        empty = 0
        if value is None or value < 16:
            written.append(f"{code}{'.' if value is None else format(value, 'x')}")
        else:
            written.append(f"{code + 5}{value:02x}" if value < 256 else f"-{code}{value:03x}")
    return "".join((*written, _skips(empty, 26, "`")))


def _fits(number: int | None, bound: int) -> None:
    """Raise :class:`BoardError` for a number that the code has no place for."""
    if number is not None and number >= bound:
        raise BoardError(f"puzz.link has numbers below {bound} here, found {number}")


def _skips(cells: int, most: int, before: str) -> str:
    """Letters that skip so many cells, at most ``most`` each; ``before`` precedes the letter for 1."""
    whole, rest = divmod(cells, most)
    return chr(ord(before) + most) * whole + (chr(ord(before) + rest) if rest else "")
