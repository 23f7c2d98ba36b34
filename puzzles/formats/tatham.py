"""Game IDs of Unruly in Simon Tatham's Portable Puzzle Collection, which are Binairo boards.

``PARAMS:DESC`` with PARAMS = ``W[xH][u][d<level>]``; ``u`` stands for distinct lines, and without
it equal lines are allowed (our variant ``repeats``).  DESC in reading order: a lower-case letter
skips k cells (a = 0) and puts 0, an upper-case letter skips k and puts 1; ``z`` and ``Z`` skip 25
and put nothing.  A last lower-case letter stands for a clue just past the board.

An ID also stands behind ``unruly.html#`` in a link to the web page, and as PARAMS and DESC in a
saved game, whose lines are ``KEY:LENGTH:VALUE`` with LENGTH in bytes; its moves are
no part of the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.formats.text import Text, Token, short
from puzzles.rules import Cell

__all__ = ["is_saved", "read", "read_saved", "recognises", "write"]

_ID = re.compile(r"([0-9]+)(?:x([0-9]+))?([a-z]*)([:#])(.*)")
_PAGE = re.compile(r"\S*?([a-z]+)\.html#(?=[0-9])")
_GAME = "Unruly"
_FIELD = re.compile(r"([A-Z]+) *:([0-9]+):(.*)")


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is this line a game ID, or a link to the page of a game with an ID?"""
    return _ID.fullmatch(text.string) is not None or _PAGE.match(text.string) is not None


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one game ID or link."""
    page = _PAGE.match(text.string)
    if page is not None:
        if page[1] != _GAME.lower():
            message = f"expected the page unruly.html of a game, found {short(page[1])}"
            raise text.fault(page.start(1), message)
        text = text.part(page.end()).unquoted()
    match = _ID.fullmatch(text.string)
    if match is None:
        raise text.fault(0, "expected a game ID WIDTHxHEIGHT:DESCRIPTION")
    if match[4] == "#":
        message = "expected a description behind :, found a random seed, which only Unruly expands"
        raise text.fault(match.start(4), message)
    columns = Token(match[1], match.start(1))
    rows = columns if match[2] is None else Token(match[2], match.start(2))
    height, width = text.size(rows, columns)
    if not re.fullmatch("u?(?:d[ten])?", match[3]):
        message = f"expected u, dt, de or dn behind the size, found {short(match[3])}"
        raise text.fault(match.start(3), message)
    clues = dict(_clues(text, match.start(5), height * width))
    givens = tuple(tuple(clues.get(r * width + c) for c in range(width)) for r in range(height))
    variants = frozenset(() if "u" in match[3] else {"repeats"})

    def at(cell: Cell) -> int:
        return match.start(1)

    return [text.build(lambda: Binairo(givens=givens, variants=variants), at, match.start(1))]


def is_saved(text: Text, puzzle: str | None) -> bool:
    """Does the text start like a saved game of the collection?"""
    return text.string.lstrip().startswith("SAVEFILE:")


def read_saved(text: Text, puzzle: str | None) -> list[Board]:
    """The board that a saved game started from."""
    found: dict[str, Token] = {}
    at = 0
    for line in text.string.split("\n"):
        match = _FIELD.fullmatch(line)
        if match is not None and match[1] in ("GAME", "PARAMS", "DESC"):
            if match[1] in found or str(len(match[3])) != match[2].lstrip("0"):
                message = f"expected {match[1]} once, and as long as it says"
                raise text.fault(at, message)
            found[match[1]] = Token(match[3], at + match.start(3))
        at += len(line) + 1
    for key in ("GAME", "PARAMS", "DESC"):
        if key not in found:
            raise text.fault(len(text.string), f"expected a line {key} in the saved game")
    game, params, desc = found["GAME"], found["PARAMS"], found["DESC"]
    if game.word != _GAME:
        raise text.fault(game.at, f"expected a saved game of {_GAME}, found {short(game.word)}")
    places = [*range(params.at, params.at + len(params.word)), desc.at]
    places.extend(range(desc.at, desc.at + len(desc.word) + 1))
    origin = [text.origin[place] for place in places]
    game_id = Text(text.source, f"{params.word}:{desc.word}", text.whole, origin)
    if _ID.fullmatch(game_id.string) is None:
        raise text.fault(
            params.at, f"expected WIDTHxHEIGHT and letters, found {short(params.word)}"
        )
    return read(game_id, puzzle)


def _clues(text: Text, start: int, total: int) -> Iterator[tuple[int, int]]:
    """The clues of a description as (position in reading order, value)."""
    position = 0
    for at in range(start, len(text.string)):
        letter = text.string[at]
        if not ("a" <= letter <= "z" or "A" <= letter <= "Z"):
            raise text.fault(at, f"expected a letter, found {short(letter)}")
        position += ord(letter.lower()) - ord("a")
        if letter in "zZ":
            continue
        if position > total or (position == total and letter.isupper()):
            message = f"expected clues on {total} cells and a lower-case letter for the end"
            raise text.fault(at, f"{message}, found {short(letter)}")
        if position < total:
            yield position, int(letter.isupper())
        position += 1
    if position != total + 1:
        size = f"{total} cells and the end"
        found = f"{position} positions"
        raise text.fault(len(text.string), f"expected letters for {size}, found {found}")


def write(board: Board) -> str:
    """The board's game ID without a level, which is no property of a board.

    >>> write(Binairo(givens=((None, 1), (None, None)), variants=frozenset({"repeats"})))
    '2x2:Bc'
    """
    if not isinstance(board, Binairo):
        raise BoardError(f"game IDs of Unruly hold binairo boards, not {board.kind}")
    letters = []
    skipped = 0
    for given in (*(given for row in board.givens for given in row), 0):
        if given is None:
            skipped += 1
            continue
        twenty_fives, rest = divmod(skipped, 25)
        word = "z" * twenty_fives + chr(ord("a") + rest)
        letters.append(word.upper() if given else word)
        skipped = 0
    unique = "" if "repeats" in board.variants else "u"
    return f"{board.width}x{board.height}{unique}:{''.join(letters)}"
