"""pzpr files, the same in a ``?pzprv3/...`` URL, and Kanpen's ``?problem=`` URLs.

Lines end with a newline or ``/``, tokens with a blank.  ``pzprv3`` or ``pzprv3.1``, PID, rows,
columns, then the body; an ``info:`` or ``history:`` tail is left unread, and solutions are checked for
their form only.  Kanpen writes ROWS/COLS and the body, with ``_`` for blanks.
"""

from __future__ import annotations

import re

from puzzles.board import Board
from puzzles.formats.pzpr_file import PzprFile
from puzzles.formats.text import Text, Token, short
from puzzles.kinds import named

__all__ = ["is_file", "is_one_line", "is_url", "read", "read_url", "write"]

_TAIL = re.compile(r"(?:^|[\n/])(?:info:|history:|__HISTORY__|https?:)")
_CARRIER = re.compile(r"[^?\s]*\?(?:[a-z]+=[a-z]*&)?(?=pzprv3)")
_ONE_LINE = re.compile(r"pzprv3(?:\.1)?/[a-z0-9_-]+/[0-9]+/[0-9]+(?:/.*)?")
_KANPEN = ".html?problem="


def is_file(text: Text, puzzle: str | None) -> bool:
    """Does the text start like a pzpr file?"""
    return text.string.lstrip().startswith("pzprv3")


def is_one_line(text: Text) -> bool:
    """Is this text a whole pzpr file whose lines end with ``/``, as it stands in a URL?"""
    return _ONE_LINE.fullmatch(text.string) is not None


def is_url(text: Text, puzzle: str | None) -> bool:
    """Is this line a URL that carries a pzpr file or a Kanpen board?"""
    return _KANPEN in text.string or _CARRIER.match(text.string) is not None


def read_url(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one URL."""
    end = text.string.find(_KANPEN)
    if end >= 0:
        body = text.part(end + len(_KANPEN)).unquoted().mapped({"_": " "})
        start = text.string.rfind("/", 0, end) + 1
        name = Token(text.string[start:end], start)
        cls, names = named(name.word, lambda cls: cls.KANPEN)
        if cls is None:
            message = f"expected {' or '.join(names)}.html, found {short(name.word)}"
            raise text.fault(name.at, message)
        file = PzprFile(body)
        file.name = cls.KANPEN[name.word]
        return [_board(file, cls)]
    carrier = _CARRIER.match(text.string)
    return read(text.part(carrier.end() if carrier else 0).unquoted(), puzzle)


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one file."""
    start = len(text.string) - len(text.string.lstrip())
    tail = _TAIL.search(text.string, start)
    text = text.part(start, tail.start() if tail else None)
    file = PzprFile(text)
    (version,) = file.take(1, "pzprv3 or pzprv3.1")
    if version.word not in ("pzprv3", "pzprv3.1"):
        raise text.fault(version.at, f"expected pzprv3 or pzprv3.1, found {short(version.word)}")
    (name,) = file.take(1, "the name of the puzzle")
    cls, names = named(name.word, lambda cls: cls.PZPR_NAMES)
    if cls is None:
        raise text.fault(name.at, f"expected {', '.join(names)}, found {short(name.word)}")
    if file.left and file.left[-1] and file.left[-1][0].word.startswith("v:"):
        variant = file.left[-1][0]
        message = f"expected a board without a variant, found {short(variant.word)}"
        raise text.fault(variant.at, message)
    file.name, file.version = name.word, version.word
    return [_board(file, cls)]


def _board(file: PzprFile, cls: type[Board]) -> Board:
    (rows,) = file.take(1, "the number of rows")
    (columns,) = file.take(1, "the number of columns")
    file.height, file.width = file.text.size(rows, columns)
    board = cls.from_pzpr(file)
    if file.left and file.version == "pzprv3.1":
        file.lines()
    file.end()
    return board


def write(board: Board) -> str:
    """The board as a pzpr file without solutions; :class:`BoardError` where there is none."""
    name, lines = board.to_pzpr()
    height, width = board.sides()
    return "\n".join(("pzprv3", name, str(height), str(width), *lines))
