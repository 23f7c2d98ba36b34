"""What the widget says of marks and places, in the puzzle's own terms."""

from __future__ import annotations

from puzzles import Board
from puzzles.board import name_of

__all__ = ["marked", "names"]


def names(board: Board, mask: int) -> str:
    """The places of a mask by name."""
    return " ".join(name_of(place) for i, place in enumerate(board.places()) if mask >> i & 1)


def marked(board: Board, on: int, off: int) -> str:
    """Places with their values: ``r0c0 r0c1 1, r2c0 0``."""
    by_word: dict[str, list[str]] = {}
    for mask, value in ((on, True), (off, False)):
        for i, place in enumerate(board.places()):
            if mask >> i & 1:
                by_word.setdefault(board.value(i + 1, value), []).append(name_of(place))
    return ", ".join(f"{' '.join(found)} {word}" for word, found in by_word.items())
