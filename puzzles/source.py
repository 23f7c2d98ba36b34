"""Reading boards from files, URLs, game IDs and text; writing them.

What is read is recognised by itself (:mod:`puzzles.formats.recognise`);
docs/formats.md lists the formats.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from native.words import shown
from puzzles.board import Board
from puzzles.errors import BoardError, FormatError
from puzzles.formats import own, pzpr, tatham, url
from puzzles.formats.recognise import boards, is_line
from puzzles.formats.text import Text
from puzzles.kinds import find
from puzzles.model import Model
from puzzles.plain import Plain

__all__ = ["FORMS", "BoardLike", "as_board", "parse", "parse_all", "read", "read_all", "write"]

BoardLike: TypeAlias = Board | Model | str | os.PathLike[str]
"""What stands for a board: a board, a model, a path, a URL or a game ID."""

FORMS = {"text": own.write, "url": url.write, "pzpr": pzpr.write, "tatham": tatham.write}
"""The forms that :func:`write` knows."""


def read(
    source: str | os.PathLike[str], *, puzzle: str | None = None, variants: Iterable[str] = ()
) -> Board:
    """The one board of ``source``.

    ``source`` is ``-`` for standard input, a path, a URL or game ID, or text of several lines.  A
    string is taken for a file if one of that name exists, else for a URL or ID if it looks like
    one.  ``puzzle`` names the kind where the text does not (a bare grid); ``variants`` are added to
    those the text states.  Raises :class:`FormatError`, also where there is no such file, and
    :class:`BoardError` for a kind or a variant that does not exist.
    """
    return _only(_load(source), puzzle, variants)


def read_all(
    source: str | os.PathLike[str], *, puzzle: str | None = None, variants: Iterable[str] = ()
) -> list[Board]:
    """All boards of ``source``, at least one; the arguments are those of :func:`read`."""
    return _all(_load(source), puzzle, variants)


def parse(
    text: str, *, source: str = "<text>", puzzle: str | None = None, variants: Iterable[str] = ()
) -> Board:
    """The one board of a text; ``source`` is its name in errors.

    >>> parse("https://puzz.link/p?arukone/e/2/2/1122").labels
    (('A', 'A'), ('B', 'B'))
    """
    return _only(Text.of(text, source), puzzle, variants)


def parse_all(
    text: str, *, source: str = "<text>", puzzle: str | None = None, variants: Iterable[str] = ()
) -> list[Board]:
    """All boards of a text, at least one."""
    return _all(Text.of(text, source), puzzle, variants)


def as_board(source: BoardLike) -> Board:
    """The board that is meant: a board itself, a model as it stands, or what :func:`read` reads.

    Every function that works on a board takes any of these.  :class:`TypeError` for anything else.
    """
    match source:
        case Board():
            return source
        case Model():
            return source.board()
        case str() | os.PathLike():
            return read(source)
    raise TypeError(
        f"expected a board, a model, a path or a URL, found {type(source).__name__}; "
        "puzzles.parse reads a board from text"
    )


def write(board: BoardLike, form: str = "text") -> str:
    """The board in one of :data:`FORMS`, without a line end at its end.

    Raises :class:`BoardError` where the form has no place for the board's puzzle, variant or
    labels, and for every board with dropped rules: only the text form of a model records them.
    """
    if form not in FORMS:
        raise BoardError(f"expected one of {', '.join(FORMS)}, found {form!r}")
    board = as_board(board)
    dropped = board.dropped()
    if dropped and not (form == "text" and isinstance(board, Plain)):
        raise BoardError(f"no form records dropped rules: {', '.join(sorted(dropped))}")
    return FORMS[form](board)


def _only(text: Text, puzzle: str | None, variants: Iterable[str]) -> Board:
    found = _all(text, puzzle, variants)
    if len(found) > 1:
        raise text.fault(0, f"expected one board, found {len(found)}")
    return found[0]


def _all(text: Text, puzzle: str | None, variants: Iterable[str]) -> list[Board]:
    if puzzle is not None:
        puzzle = find(puzzle).kind
    words = tuple(variants)
    found = boards(text, puzzle)
    return [board.variant(*words) for board in found] if words else found


def _load(source: str | os.PathLike[str]) -> Text:
    name = os.fspath(source)
    if name == "-":
        if sys.stdin is None:  # closed by the caller (<&-)
            raise FormatError("expected a board, found standard input closed", source="<stdin>")
        return _decoded(sys.stdin.buffer.read(), "<stdin>")
    if "\n" in name or "\r" in name:
        return Text.of(name, "<text>")
    if _exists(name):
        try:
            data = Path(name).read_bytes()
        except OSError as error:
            reason = (error.strerror or "unreadable").lower()
            raise FormatError(f"expected a file with a board: {reason}", source=name) from None
        return _decoded(data, name)
    if isinstance(source, str) and ("://" in name or is_line(name)):
        return Text.of(name, "<text>")
    message = "no such file, and neither a URL nor a game ID"
    raise FormatError(message, source=shown(name, 100).encode("unicode_escape").decode())


def _exists(name: str) -> bool:
    try:
        return os.path.exists(name)
    except ValueError:
        return False  # a NUL or half a surrogate pair: no file has such a name


def _decoded(data: bytes, name: str) -> Text:
    """The text of a file, which is UTF-8 with or without a byte-order mark."""
    try:
        return Text.of(data.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
        message = f"expected UTF-8 text, found the byte 0x{data[error.start]:02x}"
        raise FormatError(message, line, column, name) from None
