"""puzz.link URLs: ``host?[type=editor&]PID/[v:variant/][FLAG/]COLS/ROWS/BODY[/]``.

Sister hosts (pzv.jp, pzplus, pzprxs) write the same behind their ``?``; the part from PID on may
also stand alone.  ``?pzprv3/...`` carries a pzpr file, and Kanpen's ``?problem=ROWS/COLS/...`` a
board of its own lines; both go to :mod:`puzzles.formats.pzpr`.
"""

from __future__ import annotations

import re

from puzzles.board import Board
from puzzles.formats.address import Address
from puzzles.formats.text import Text, Token, short
from puzzles.kinds import named

__all__ = ["read", "recognises", "write"]

_HOST = "https://puzz.link/p?"
_SUFFIX = re.compile("_(?:edit|play)$")
_BARE = re.compile(r"([a-z0-9]+)(?:_edit|_play)?/(?:[^/\s]*/){0,2}[0-9]+/[0-9]+(?:/|$)")
_QUERY = re.compile(r"[^?\s]*\?(?:[a-z]+=[a-z]*&)?[a-z0-9_-]+/[^\s]*")


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is this line a URL or the part of one from PID on?"""
    bare = _BARE.match(text.string)
    return bool((bare and _class(bare[1])[0]) or _QUERY.fullmatch(text.string))


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one URL."""
    segments = _segments(text)
    name = _SUFFIX.sub("", segments[0].word)
    cls, all_names = _class(name)
    if cls is None:
        message = f"expected {', '.join(all_names)} in the URL, found {short(segments[0].word)}"
        raise text.fault(segments[0].at, message)
    rest = segments[1:]
    if rest and rest[0].word.startswith("v:"):
        message = f"expected a board without a variant, found {short(rest[0].word)}"
        raise text.fault(rest[0].at, message)
    flag = Token("", 0)
    if rest and not re.fullmatch("[0-9]+", rest[0].word):
        flag, *rest = rest
    flags = cls.URL_NAMES[name]
    if flag.word and flag.word not in [*flags]:
        known = f"the flag {' or '.join(flags)} or none" if flags else "no flag"
        raise text.fault(flag.at, f"expected {known} for {name}, found {short(flag.word)}")
    if len(rest) < 2:
        raise text.fault(len(text.string), "expected columns/rows/body in the URL")
    height, width = text.size(rows=rest[1], columns=rest[0])
    address = Address(text, name, flag.word, height, width, tuple(rest[2:]))
    body = rest[2].at if len(rest) > 2 else len(text.string)
    return [text.build(lambda: cls.from_url(address), lambda cell: body, body)]


def _class(name: str) -> tuple[type[Board] | None, tuple[str, ...]]:
    """The puzzle class of a name on puzz.link, and all names."""
    return named(name, lambda cls: cls.URL_NAMES)


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


def write(board: Board) -> str:
    """The board's canonical URL on puzz.link; :class:`BoardError` where there is none."""
    name, body = board.to_url()
    height, width = board.sides()
    return f"{_HOST}{name}/{width}/{height}/{body}" + ("/" if body.endswith(".") else "")
