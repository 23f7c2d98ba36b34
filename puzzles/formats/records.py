"""JSON lines of our own: a line of a bank, or what a command printed for ``--json``.

A line is one JSON object that holds a board: ``board`` is its text form (one string, or a list of
lines), ``dropped`` the rules dropped by name, if any.  Everything else is passed over.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from puzzles.board import Board
from puzzles.errors import BoardError, FormatError
from puzzles.formats import own
from puzzles.formats.text import Text, short
from puzzles.plain import Plain

__all__ = ["SCHEMA", "described", "read", "recognises"]

SCHEMA = 1
"""The version of the fields that :func:`described` gives; it grows when one of them changes."""


def described(board: Board, name: str | None = None) -> dict[str, Any]:
    """What every JSON object about a board says of it first: docs/json.md.

    ``board`` is the text form, None where there is none; ``variants`` and ``dropped`` are sorted.
    """
    dropped = sorted(board.dropped())
    try:
        # The text form of a model records its dropped rules; other forms have no place for them.
        whole = board if isinstance(board, Plain) else replace(board, without=frozenset())
        text: str | None = own.write(whole)
    except BoardError:
        text = None
    return {
        "schema": SCHEMA,
        **({} if name is None else {"name": name}),
        "board": text,
        "puzzle": board.kind,
        "height": board.height,
        "width": board.width,
        "variants": sorted(board.variants),
        "dropped": dropped,
        "rules": list(board.rules()),
    }


def recognises(text: Text, puzzle: str | None) -> bool:
    """Does this line begin like a JSON object?"""
    return text.string.lstrip().startswith("{")


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one line; FormatError where the line holds none."""
    try:
        found = json.loads(text.string)
    except (json.JSONDecodeError, RecursionError) as error:
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
        raise text.fault(at, "expected a JSON object on one line") from None
    held, dropped = found.get("board"), found.get("dropped", [])
    if isinstance(held, list) and held and all(isinstance(line, str) for line in held):
        held = "\n".join(held)
    if not isinstance(held, str):
        raise text.fault(0, f'expected "board" with the text of a board, found {short(repr(held))}')
    if not (isinstance(dropped, list) and all(isinstance(rule, str) for rule in dropped)):
        raise text.fault(0, 'expected "dropped" to be a list of names of rules')
    inner = Text.of(held, text.source)
    try:
        if not own.is_headed(inner, puzzle):
            raise BoardError("expected the name of a puzzle in front")
        boards = own.read(inner, puzzle)
        if len(boards) != 1:
            raise BoardError(f"expected one board, found {len(boards)}")
        return [board if isinstance(board, Plain) else board.dropping(*dropped) for board in boards]
    except (FormatError, BoardError) as error:
        raise text.fault(0, f'"board": {error}') from None
