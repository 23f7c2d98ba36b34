"""How the format of a text is recognised, and what boards it holds.

A *line format* (a URL, a game ID) holds one board on one line; a text whose first line is such a
line holds one board per line, with blank lines and lines that start with ``#`` between them.  Any
other text belongs to one *file format*.  Where the form alone does not decide, every format that
the text may be in is tried, and two different boards are an error that asks for the kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzles.board import Board
from puzzles.errors import FormatError
from puzzles.formats import (
    adc,
    codex,
    flow_solver,
    imos,
    janko,
    links,
    own,
    penpa,
    puzzlekit,
    pzpr,
    records,
    tatham,
    tdzdd,
    thomasahle,
    url,
)
from puzzles.formats.text import Text, short

__all__ = ["FILES", "LINES", "Format", "boards", "is_line"]

Recognises = Callable[[Text, str | None], bool]
Read = Callable[[Text, str | None], list[Board]]


@dataclass(frozen=True, slots=True)
class Format:
    """A reader: may a text be in this format, and which boards does it hold?

    Both get the kind of puzzle that the caller asks for, or None.  ``kind`` is what the format
    holds, None for several.  A ``certain`` format has an unmistakable mark; others are tried.
    """

    name: str
    recognises: Recognises
    read: Read
    kind: str | None = None
    certain: bool = True


LINES: tuple[Format, ...] = (
    Format("JSON line", records.recognises, records.read),
    Format("Penpa+ URL", penpa.recognises, penpa.read),
    Format("pzpr or Kanpen URL", pzpr.is_url, pzpr.read_url),
    Format("puzz.link URL", url.recognises, url.read),
    Format("Unruly game ID", tatham.recognises, tatham.read),
    Format("Borroot codex", codex.recognises, codex.read),
    Format("link without a board", links.recognises, links.read),
)
FILES: tuple[Format, ...] = (
    Format("own text", own.is_headed, own.read),
    Format("pzpr file", pzpr.is_file, pzpr.read),
    Format("Unruly saved game", tatham.is_saved, tatham.read_saved),
    Format("janko text", janko.recognises, janko.read),
    Format("ADC", adc.recognises, adc.read),
    Format("grid without a kind", own.is_bare, own.headless, certain=False),
    Format("puzzlekit", puzzlekit.is_binairo, puzzlekit.binairo, "binairo", certain=False),
    Format("puzzlekit", puzzlekit.is_numberlink, puzzlekit.numberlink, "numberlink", certain=False),
    Format("puzzlekit", puzzlekit.is_norinori, puzzlekit.norinori, "norinori", certain=False),
    Format("puzzlekit", puzzlekit.is_nondango, puzzlekit.nondango, "nondango", certain=False),
    Format("Borroot codex", codex.is_unsized, codex.read_unsized, "binairo", certain=False),
    Format("TdZdd", tdzdd.recognises, tdzdd.read, "numberlink", certain=False),
    Format("imos", imos.recognises, imos.read, "numberlink", certain=False),
    Format("thomasahle", thomasahle.recognises, thomasahle.read, "numberlink", certain=False),
    Format("flow_solver", flow_solver.recognises, flow_solver.read, "numberlink", certain=False),
)


def is_line(string: str) -> bool:
    """Is this string by itself a URL or game ID?"""
    text = Text.of(string.strip(), "")
    if "\n" in text.string:
        return False
    # A codex without a size is read from files only: a mistyped name of a file may look like one.
    whole = pzpr.is_one_line(text)
    return whole or any(form.recognises(text, None) for form in LINES)


def boards(text: Text, puzzle: str | None) -> list[Board]:
    """Every board of the text, at least one; ``puzzle`` is the kind, where the caller knows it."""
    if not text.string.strip():
        raise text.fault(0, "expected a board, found nothing")
    lines = _lines(text)
    if lines and any(form.recognises(lines[0], puzzle) for form in LINES):
        return [_one(line, puzzle) for line in lines]
    possible = [
        form
        for form in FILES
        if puzzle is None or form.kind in (None, puzzle)
        if form.recognises(text, puzzle)
    ]
    for form in possible:
        if form.certain:
            return _checked(form.read(text, puzzle), text, puzzle)
    return _tried(possible, text, puzzle)


def _tried(possible: list[Format], text: Text, puzzle: str | None) -> list[Board]:
    """The boards on which all formats agree that can read the text."""
    found: dict[tuple[Board, ...], str] = {}
    errors: list[FormatError] = []
    for form in possible:
        try:
            held = _checked(form.read(text, puzzle), text, puzzle)
        except FormatError as error:
            errors.append(error)
        else:
            found.setdefault(tuple(held), f"{held[0].kind} ({form.name})")
    if len(found) > 1:
        candidates = " or ".join(found.values())
        message = "expected a form that leaves no choice, or the kind from the caller (--puzzle)"
        raise text.fault(0, f"{message}; this may be {candidates}")
    if found:
        return list(next(iter(found)))
    if errors:
        # The form that went furthest is the likeliest to have been meant.
        raise max(errors, key=lambda error: (error.line, error.column))
    return own.headless(text, puzzle)


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
    return found


def _one(line: Text, puzzle: str | None) -> Board:
    for form in LINES:
        if form.recognises(line, puzzle):
            (board,) = _checked(form.read(line, puzzle), line, puzzle)
            return board
    message = f"expected a URL or game ID as in the lines before, found {short(line.string)}"
    raise line.fault(0, message)


def _checked(found: list[Board], text: Text, puzzle: str | None) -> list[Board]:
    for board in found:
        if puzzle is not None and board.kind != puzzle:
            raise text.fault(0, f"expected a {puzzle} board, found {board.kind}")
    return found
