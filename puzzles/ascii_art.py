"""The signs of pictures in ASCII, for a terminal whose encoding lacks them.

Pictures are drawn in Unicode (:mod:`puzzles.unicode_art`).  An output stream that cannot encode one
of their signs prints its ASCII counterpart: borders of regions and paths ``=`` and ``#``, grid lines
``-`` and ``|``, shaded cells ``@@@``, circles ``o``, ``@`` where on and ``x`` where off.
"""

from __future__ import annotations

import codecs
import io
from itertools import product

from puzzles.unicode_art import box

__all__ = ["ascii_art", "draws_in_ascii"]

_NAME = "kazoe-ascii-art"


def _joint(north: int, east: int, south: int, west: int) -> str:
    """A box drawing character's counterpart: its heavy arms show before its light ones."""
    upright, flat = max(north, south), max(east, west)
    if upright and flat and upright == flat == 1:
        return "+"
    return ("|", "#")[upright - 1] if upright >= flat else ("-", "=")[flat - 1]


_COUNTERPARTS = {
    box(*arms): _joint(*arms) for arms in product((0, 1, 2), repeat=4) if any(arms)
} | {
    **dict(zip("═║╍╏┈┊▓", "~!\"'.:@", strict=True)),
    **dict(zip("○●⊙⊗·×★\ufffd", "o@xX.x*?", strict=True)),
    **dict(zip("↑↓←→‹›", "^v<><>", strict=True)),
}


def ascii_art(text: str) -> str:
    """The text in ASCII; a letter that has no counterpart is written as JSON does.

    >>> ascii_art("┏━━━┯━━━┓"), ascii_art("┃▓▓▓│ ○ ┃"), ascii_art("数")
    ('#=======#', '#@@@| o #', '\\\\u6570')
    """
    return "".join(map(_counterpart, text))


def _counterpart(sign: str) -> str:
    if sign.isascii():
        return sign
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return _COUNTERPARTS.get(
        sign, "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
    )


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    """The codec's error handler: what stands for the signs that it cannot encode."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return ascii_art(error.object[error.start : error.end]), error.end


codecs.register_error(_NAME, _replaced)


def draws_in_ascii(stream: object) -> None:
    """From now on the stream prints in ASCII what it cannot encode, where it would have failed.

    A stream of another kind, and one told how to treat such letters, is left as it is.
    """
    if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
        stream.reconfigure(errors=_NAME)
