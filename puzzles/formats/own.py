"""Our own text form: a head line, then rows of blank-separated tokens.

The head is the kind and its variant words (``numberlink unused``).  ``#`` starts a comment; blank
lines separate blocks, and boards where a file holds several (each with its head).  Without a head,
a grid of only ``0``, ``1`` and ``.`` is Binairo, whose cells may also stand without blanks between
them; any other grid needs its kind from the caller.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.formats.text import Text, Token, short
from puzzles.grid import normal
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink
from puzzles.rules import Cell

__all__ = ["ROOMS", "binairo", "nondango", "norinori", "numberlink", "read", "recognises", "write"]

ROOMS: dict[str, type[Board]] = {
    room.kind: room for room in (Binairo, Norinori, Nondango, Numberlink)
}

Rows = Sequence[Sequence[Token]]


def recognises(text: Text) -> bool:
    """Does the text have a head, or is it a grid of 0, 1 and . alone?"""
    content = [line for line in text.lines("#") if line]
    if not content:
        return False
    if content[0][0].word in ROOMS:
        return True
    return all(set(token.word) <= set("01.") for line in content for token in line)


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The boards of the text, in order; ``puzzle`` is the kind of a grid without a head."""
    lines = text.lines("#")
    while lines and not lines[0]:
        lines.pop(0)
    if not lines:
        raise text.fault(0, "expected a board, found nothing")
    starts = [
        i for i, line in enumerate(lines)
        if line and line[0].word in ROOMS and (i == 0 or not lines[i - 1])
    ]  # fmt: skip
    if not starts or starts[0] > 0:
        return [_headless(text, lines, puzzle)] if not starts else _mixed(text, lines, starts[0])
    boards = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        boards.append(_headed(text, lines[start], lines[start + 1 : end]))
    return boards


def write(board: Board) -> str:
    """The board in the text form; what :func:`read` gives back is equal to it."""
    return board.text()


def _mixed(text: Text, lines: list[list[Token]], second: int) -> list[Board]:
    message = f"expected a kind before the first of several boards: {', '.join(ROOMS)}"
    raise text.fault(lines[0][0].at, message)


def _headed(text: Text, head: list[Token], lines: list[list[Token]]) -> Board:
    room = ROOMS[head[0].word]
    words: set[str] = set()
    for token in head[1:]:
        if token.word not in room.VARIANTS or token.word in words:
            known = ", ".join(w for w in room.VARIANTS if w not in words) or "no word"
            message = f"expected {known} behind {room.kind}, found {short(token.word)}"
            raise text.fault(token.at, message)
        words.add(token.word)
    end = head[-1].at + len(head[-1].word)
    return _board(text, room.kind, _blocks(lines), frozenset(words), end)


def _headless(text: Text, lines: list[list[Token]], puzzle: str | None) -> Board:
    first = lines[0][0]
    if puzzle is None:
        for token in (token for line in lines for token in line):
            if not set(token.word) <= set("01."):
                message = (
                    f"expected a first line that names the kind ({', '.join(ROOMS)}), "
                    f"or only 0, 1 and . for binairo; found {short(token.word)}"
                )
                raise text.fault(token.at, message)
    return _board(text, puzzle or Binairo.kind, _blocks(lines), frozenset(), first.at)


def _blocks(lines: list[list[Token]]) -> list[list[list[Token]]]:
    blocks: list[list[list[Token]]] = [[]]
    for line in lines:
        if line:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return blocks if blocks[-1] else blocks[:-1]


def _board(
    text: Text, kind: str, blocks: list[list[list[Token]]], variants: frozenset[str], start: int
) -> Board:
    wanted = 2 if kind == Nondango.kind else 1
    if not blocks:
        raise text.fault(start, f"expected rows of a {kind} board")
    if len(blocks) < wanted:
        row = blocks[-1][-1][-1]
        message = "expected a blank line and then rows of circles (o) and empty cells (.)"
        raise text.fault(row.at + len(row.word), message)
    if len(blocks) > wanted:
        message = f"expected the end of the {kind} board, or a further board with its kind"
        raise text.fault(blocks[wanted][0][0].at, message)
    if kind == Binairo.kind:
        return binairo(text, apart(blocks[0]), variants)
    if kind == Numberlink.kind:
        return numberlink(text, blocks[0], variants)
    names = [row[0] for row in blocks[0] if len(row) == 1 and len(row[0].word) > 1]
    if len(names) == len(blocks[0]):
        # A column of long names is rarely meant; ours hold a short one, as regions count from a.
        raise text.fault(names[0].at + 1, "expected blanks between the cells")
    if kind == Norinori.kind:
        return norinori(text, blocks[0], variants)
    return nondango(text, blocks[0], blocks[1], variants)


def apart(rows: Rows) -> Rows:
    """Rows whose cells stand without blanks between them, one token per character."""
    if any(len(row) > 1 or len(row[0].word) == 1 for row in rows):
        return rows
    return [[Token(letter, row[0].at + c) for c, letter in enumerate(row[0].word)] for row in rows]


def binairo(
    text: Text, rows: Rows, variants: frozenset[str] = frozenset(), signs: str = ".01"
) -> Binairo:
    """The Binairo board of a token grid; ``signs`` are those of an empty cell, 0 and 1."""
    text.rectangle(rows)
    values: dict[str, int | None] = dict(zip(signs, (None, 0, 1), strict=True))
    for token in (token for row in rows for token in row):
        if token.word not in values:
            message = f"expected {signs[1]}, {signs[2]} or {signs[0]}, found {short(token.word)}"
            raise text.fault(token.at, message)
    givens = tuple(tuple(values[token.word] for token in row) for row in rows)
    return text.build(lambda: Binairo(givens=givens, variants=variants), _at(rows), rows[0][0].at)


def numberlink(
    text: Text, rows: Rows, variants: frozenset[str] = frozenset(), empty: str = "."
) -> Numberlink:
    """The Numberlink board of a token grid with this sign for an empty cell."""
    text.rectangle(rows)
    labels = tuple(
        tuple(None if token.word == empty else token.word for token in row) for row in rows
    )
    return text.build(
        lambda: Numberlink(labels=labels, variants=variants), _at(rows), rows[0][0].at
    )


def norinori(text: Text, rows: Rows, variants: frozenset[str] = frozenset()) -> Norinori:
    """The Norinori board of a grid of region names."""
    text.rectangle(rows)
    regions = normal([token.word for token in row] for row in rows)
    return text.build(
        lambda: Norinori(regions=regions, variants=variants), _at(rows), rows[0][0].at
    )


def nondango(
    text: Text,
    rows: Rows,
    circles: Rows,
    variants: frozenset[str] = frozenset(),
    signs: tuple[str, str] = ("o", "."),
) -> Nondango:
    """The Nondango board of a grid of region names and one of circles, signed with and without."""
    text.rectangle(rows)
    text.rectangle(circles, len(rows[0]))
    if len(circles) != len(rows):
        message = f"expected {len(rows)} rows of circles, found {len(circles)}"
        raise text.fault(circles[-1][0].at, message)
    for token in (token for row in circles for token in row):
        if token.word not in signs:
            message = f"expected {signs[0]} or {signs[1]}, found {short(token.word)}"
            raise text.fault(token.at, message)
    regions = normal([token.word for token in row] for row in rows)
    held = frozenset(
        (r, c)
        for r, row in enumerate(circles)
        for c, token in enumerate(row)
        if token.word == signs[0]
    )
    return text.build(
        lambda: Nondango(regions=regions, circles=held, variants=variants),
        _at(rows),
        rows[0][0].at,
    )


class _at:  # noqa: N801  (a closure with a name)
    """Where a cell's token stands."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    def __call__(self, cell: Cell) -> int:
        return self.rows[cell[0]][cell[1]].at
