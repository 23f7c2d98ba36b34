"""The code of a grid of clues on puzz.link (number16).

``0-9a-f`` is a value to 15, ``-hh`` to 255, ``+hhh`` to 4095, ``=hhh`` 4096 more, ``@hhh`` (or
``%hhh``) 8192 more, ``*hhhh`` 12240 more, ``$hhhhh`` 77776 more; ``.`` is ``?``; ``g`` to ``z``
skip 1 to 20 cells.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.formats.text import Text, short
from puzzles.rules import Cell

__all__ = ["LIMIT", "decode", "encode"]

# Sign, number of hexadecimal digits, amount added; ascending, so that the encoder takes the first
# that reaches far enough.
_LONG = (
    ("-", 2, 0),
    ("+", 3, 0),
    ("=", 3, 4096),
    ("@", 3, 8192),
    ("*", 4, 12240),
    ("$", 5, 77776),
)
_READ = {sign: (digits, more) for sign, digits, more in (*_LONG, ("%", 3, 8192))}
LIMIT = 77776 + 16**5 - 1
"""The largest value that has a code."""


def decode(text: Text, height: int, width: int) -> dict[Cell, tuple[int | None, int]]:
    """The clues of a body: cell -> (value or None for ``?``, offset)."""
    found: dict[Cell, tuple[int | None, int]] = {}
    total = height * width
    position = 0
    at = 0
    string = text.string
    while at < len(string):
        sign = string[at]
        if position >= total:
            raise text.fault(at, f"expected the end behind {total} cells, found {short(sign)}")
        cell = divmod(position, width)
        if "g" <= sign <= "z":
            skipped = ord(sign) - ord("f")
            if position + skipped > total:
                message = f"expected to skip at most {total - position} cells"
                raise text.fault(at, f"{message}, found {short(sign)}")
            position += skipped
            at += 1
            continue
        if sign == ".":
            found[cell] = (None, at)
            at += 1
        elif sign in "0123456789abcdef":
            found[cell] = (int(sign, 16), at)
            at += 1
        elif sign in _READ:
            digits, more = _READ[sign]
            written = string[at + 1 : at + 1 + digits]
            if len(written) < digits or not set(written) <= set("0123456789abcdef"):
                message = f"expected {digits} hexadecimal digits behind {sign}"
                raise text.fault(at + 1, f"{message}, found {short(written)}")
            found[cell] = (int(written, 16) + more, at)
            at += 1 + digits
        else:
            raise text.fault(at, f"expected a clue or a skip, found {short(sign)}")
        position += 1
    if position < total:
        raise text.fault(at, f"expected clues and skips for {total} cells, found {position}")
    return found


def encode(values: Iterable[int | str | None]) -> str:
    """The code of a board's cells in reading order: a value, None for ``?``, or "" for empty.

    >>> encode([1, "", "", 255, None, *[""] * 21])
    '1h-ff.zg'
    """
    written: list[str] = []
    empty = 0
    for value in values:
        if value == "":
            empty += 1
            continue
        written.append(_skip(empty))
        empty = 0
        written.append("." if value is None else _clue(int(value)))
    return "".join((*written, _skip(empty)))


def _skip(cells: int) -> str:
    twenties, rest = divmod(cells, 20)
    return "z" * twenties + (chr(ord("f") + rest) if rest else "")


def _clue(value: int) -> str:
    if value < 16:
        return f"{value:x}"
    ends = (256, 4096, 8192, 12240, 77776, LIMIT + 1)
    for end, (sign, digits, more) in zip(ends, _LONG, strict=True):
        if value < end:
            return f"{sign}{value - more:0{digits}x}"
    raise ValueError(f"no code for {value}")
