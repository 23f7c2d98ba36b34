"""Our own text form: a head line, then rows of blank-separated tokens.

The head is the kind and its variant words (``numberlink unused``).  ``#`` starts a comment; blank
lines separate blocks, and boards where a file holds several (each with its head).  Without a head,
a grid of only ``0``, ``1`` and ``.`` is Binairo, whose cells may also stand without blanks between
them; any other grid needs its kind from the caller.
"""

from __future__ import annotations

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.formats import grids
from puzzles.formats.text import Text, Token, short
from puzzles.kinds import KINDS
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink

__all__ = ["headless", "is_bare", "is_headed", "read", "write"]


def is_headed(text: Text, puzzle: str | None) -> bool:
    """Is the first word the name of a kind?"""
    content = next((line for line in text.each_line("#") if line), None)
    return content is not None and content[0].word in KINDS


def is_bare(text: Text, puzzle: str | None) -> bool:
    """May this be a grid without a head: of 0, 1 and . alone, or of any kind that is known?"""
    if puzzle is not None:
        return True
    return all(set(token.word) <= set("01.") for line in text.each_line("#") for token in line)


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The boards of a text with heads, in order.  A head stands first or after a blank line."""
    lines = text.lines("#")
    first = next(i for i, line in enumerate(lines) if line)
    starts = [
        i
        for i, line in enumerate(lines)
        if line and line[0].word in KINDS and (i == first or not lines[i - 1])
    ]
    ends = [*starts[1:], len(lines)]
    return [
        _headed(text, lines[start], lines[start + 1 : end])
        for start, end in zip(starts, ends, strict=True)
    ]


def headless(text: Text, puzzle: str | None) -> list[Board]:
    """The board of a grid without a head, which is Binairo unless the caller knows better."""
    lines = text.lines("#")
    first = next((line[0] for line in lines if line), None)
    if first is None:
        raise text.fault(0, "expected a board, found nothing")
    for token in (token for line in lines for token in line):
        if puzzle is None and not set(token.word) <= set("01."):
            message = (
                f"expected a kind ({', '.join(KINDS)}) in the first line, "
                f"or a format that says it; found {short(first.word)}"
            )
            raise text.fault(first.at, message)
    return [_board(text, puzzle or Binairo.kind, _blocks(lines), frozenset(), first.at)]


def write(board: Board) -> str:
    """The board in the text form; what :func:`read` gives back is equal to it."""
    return board.text()


def _headed(text: Text, head: list[Token], lines: list[list[Token]]) -> Board:
    cls = KINDS[head[0].word]
    words: set[str] = set()
    for token in head[1:]:
        if token.word not in cls.VARIANTS or token.word in words:
            known = ", ".join(w for w in cls.VARIANTS if w not in words) or "no word"
            message = f"expected {known} behind {cls.kind}, found {short(token.word)}"
            raise text.fault(token.at, message)
        words.add(token.word)
    end = head[-1].at + len(head[-1].word)
    return _board(text, cls.kind, _blocks(lines), frozenset(words), end)


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
        return grids.binairo(text, grids.apart(blocks[0]), variants)
    if kind == Numberlink.kind:
        for token in (token for row in blocks[0] for token in row):
            if token.word != "." and set(token.word) & set(".-"):
                message = f"expected a label or . for an empty cell, found {short(token.word)}"
                raise text.fault(token.at, message)
        return grids.numberlink(text, blocks[0], variants)
    names = [row[0] for row in blocks[0] if len(row) == 1 and len(row[0].word) > 1]
    if len(names) == len(blocks[0]):
        # A column of long names is rarely meant; ours hold a short one, as regions count from a.
        raise text.fault(names[0].at + 1, "expected blanks between the cells")
    if kind == Norinori.kind:
        return grids.norinori(text, blocks[0], variants)
    return grids.nondango(text, blocks[0], blocks[1], variants)
