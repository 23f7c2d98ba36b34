"""Formats of boards: one module each, and how the format of a text is recognised.

A *line format* (a URL, a game ID) holds one board on one line; a text whose first line is such a
line holds one board per line, with blank lines and lines that start with ``#`` between them.  Any
other text belongs to one *file format*.  Where the form alone does not decide, every format that
the text may be in is tried, and two different boards are an error that asks for the kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzles.board import Board
from puzzles.formats import own, url
from puzzles.formats.text import Text, short

__all__ = ["FILES", "LINES", "Format", "boards", "is_line"]


@dataclass(frozen=True, slots=True)
class Format:
    """A reader: does a text look like this format, and which boards does it hold?

    ``kinds`` are the puzzles that it can hold.  ``certain`` formats have an unmistakable mark: the
    first that recognises a text is it.
    """

    name: str
    recognises: Callable[[Text], bool]
    read: Callable[[Text, str | None], list[Board]]
    kinds: tuple[str, ...] = tuple(own.ROOMS)
    certain: bool = True


LINES: tuple[Format, ...] = (
    Format("puzz.link URL", url.recognises, url.read, ("norinori", "nondango", "numberlink")),
)
FILES: tuple[Format, ...] = (Format("own text", own.recognises, own.read),)
_OWN = FILES[-1]


def is_line(string: str) -> bool:
    """Is this string by itself a URL or game ID?"""
    text = Text.of(string.strip(), "")
    return "\n" not in text.string and any(form.recognises(text) for form in LINES)


def boards(text: Text, puzzle: str | None) -> list[Board]:
    """Every board of the text, at least one; ``puzzle`` is the kind, where the caller knows it."""
    if not text.string.strip():
        raise text.fault(0, "expected a board, found nothing")
    lines = _lines(text)
    if any(form.recognises(lines[0]) for form in LINES):
        return [_one(line, puzzle) for line in lines]
    for form in FILES:
        if form.recognises(text):
            return _checked(form.read(text, puzzle), text, puzzle)
    return _checked(_OWN.read(text, puzzle), text, puzzle)


def _lines(text: Text) -> list[Text]:
    """The lines that are neither blank nor comments, without blanks around them."""
    found = []
    start = 0
    for line in text.string.split("\n"):
        content = line.strip()
        if content and not content.startswith("#"):
            at = start + line.index(content)
            found.append(text.part(at, at + len(content)))
        start += len(line) + 1
    return found or [text]


def _one(line: Text, puzzle: str | None) -> Board:
    for form in LINES:
        if form.recognises(line):
            (board,) = _checked(form.read(line, puzzle), line, puzzle)
            return board
    raise line.fault(
        0, f"expected a URL or game ID as in the lines before, found {short(line.string)}"
    )


def _checked(found: list[Board], text: Text, puzzle: str | None) -> list[Board]:
    for board in found:
        if puzzle is not None and board.kind != puzzle:
            raise text.fault(0, f"expected a {puzzle} board, found one of {board.kind}")
    return found
