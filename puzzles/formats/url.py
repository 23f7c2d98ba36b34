"""puzz.link URLs: ``host?[type=editor&]PID/[v:variant/][FLAG/]COLS/ROWS/BODY[/]``.

Sister hosts (pzv.jp, pzplus, pzprxs) write the same behind their ``?``; the part from PID on may
also stand alone.  ``?pzprv3/...`` carries a pzpr file, and Kanpen's ``?problem=ROWS/COLS/...`` a
board of its own lines; both go to :mod:`puzzles.formats.pzpr`.
"""

from __future__ import annotations

import re
from functools import partial

from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.formats import bits, conventions, number16
from puzzles.formats.text import Text, Token, short
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink

__all__ = ["read", "recognises", "write"]

_HOST = "https://puzz.link/p?"
_PIDS = ("norinori", "nondango", "numlin", "arukone")
_SUFFIX = re.compile("_(?:edit|play)$")
_BARE = re.compile(
    rf"(?:{'|'.join(_PIDS)})(?:_edit|_play)?/(?:[^/\s]*/){{0,2}}[0-9]+/[0-9]+(?:/|$)"
)
_QUERY = re.compile(r"[^?\s]*\?(?:[a-z]+=[a-z]*&)?[a-z0-9_-]+/[^\s]*")


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is this line a URL or the part of one from PID on?"""
    return bool(_BARE.match(text.string) or _QUERY.fullmatch(text.string))


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one URL."""
    segments = _segments(text)
    pid = _SUFFIX.sub("", segments[0].word)
    if pid not in _PIDS:
        message = f"expected {', '.join(_PIDS)} in the URL, found {short(segments[0].word)}"
        raise text.fault(segments[0].at, message)
    rest = segments[1:]
    if rest and rest[0].word.startswith("v:"):
        message = f"expected a board without a variant, found {short(rest[0].word)}"
        raise text.fault(rest[0].at, message)
    flag = Token("", 0)
    if rest and not re.fullmatch("[0-9]+", rest[0].word):
        flag, *rest = rest
    if flag.word not in ("", "e" if pid == "arukone" else ""):
        known = "the flag e or none" if pid == "arukone" else "no flag"
        raise text.fault(flag.at, f"expected {known} for {pid}, found {short(flag.word)}")
    if len(rest) < 2:
        raise text.fault(len(text.string), "expected columns/rows/body in the URL")
    height, width = text.size(rows=rest[1], columns=rest[0])
    body = rest[2] if len(rest) > 2 else Token("", len(text.string))
    if len(rest) > 3:
        message = f"expected the end of the URL, found {short(rest[3].word)}"
        raise text.fault(rest[3].at, message)
    part = text.part(body.at, body.at + len(body.word))
    if pid in ("numlin", "arukone"):
        letters = pid == "arukone"
        unused = not letters or flag.word == "e"
        return [_numberlink(part, height, width, letters, unused)]
    return [_parted(part, height, width, pid)]


def _segments(text: Text) -> list[Token]:
    """The segments between slashes from PID on; an empty last one is dropped."""
    at = text.string.find("?") + 1
    query = re.compile("[a-z]+=[a-z]*&").match(text.string, at)
    at = query.end() if query else at
    segments = []
    for word in text.string[at:].split("/"):
        segments.append(Token(word, at))
        at += len(word) + 1
    if not segments[-1].word:
        segments.pop()
    return segments or [Token("", at - 1)]


def _parted(text: Text, height: int, width: int, pid: str) -> Board:
    regions, at = bits.walls_decode(text, 0, height, width)
    what = "circles"
    circles: list[int] = []
    if pid == Nondango.kind:
        circles, at = bits.decode(text, at, height * width, what)
    if at < len(text.string):
        raise text.fault(at, f"expected the end of the URL, found {short(text.string[at:])}")
    if pid == Norinori.kind:
        return Norinori(regions=regions)
    # A circle is written as 0.
    held = frozenset(divmod(i, width) for i, bit in enumerate(circles) if not bit)
    return Nondango(regions=regions, circles=held, variants=conventions.NONDANGO)


def _numberlink(text: Text, height: int, width: int, letters: bool, unused: bool) -> Numberlink:
    """The Numberlink board of a number16 body; odd labels are refused where they last stand."""
    clues = number16.decode(text, height, width)
    label = partial(number16.label_of, letters=letters)
    names = {
        cell: number16.UNKNOWN if value is None else label(value)
        for cell, (value, _) in clues.items()
    }
    labels = tuple(tuple(names.get((r, c)) for c in range(width)) for r in range(height))
    variants = conventions.UNUSED if unused else frozenset()
    return text.build(
        lambda: Numberlink(labels=labels, variants=variants), lambda cell: clues[cell][1], 0
    )


def write(board: Board) -> str:
    """The board's canonical URL on puzz.link; :class:`BoardError` where there is none."""
    conventions.expressible(board)
    size = f"{board.width}/{board.height}"
    match board:
        case Norinori():
            pid, body = board.kind, bits.walls_encode(board.regions)
        case Nondango():
            circles = [
                int((r, c) not in board.circles)
                for r in range(board.height)
                for c in range(board.width)
            ]
            pid, body = board.kind, bits.walls_encode(board.regions) + bits.encode(circles)
        case Numberlink():
            values, letters = number16.values_of(board)
            pid = conventions.pid_of(board, letters)
            pid += "/e" if pid == "arukone" and "unused" in board.variants else ""
            body = number16.encode(
                "" if label is None else values[label] for row in board.labels for label in row
            )
        case _:
            raise BoardError(f"puzz.link has no {board.kind}")
    return f"{_HOST}{pid}/{size}/{body}" + ("/" if body.endswith(".") else "")
