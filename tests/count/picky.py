"""The liar, but only on boards of 4x4."""

from __future__ import annotations

from puzzles import Board
from tests.count.liar import count

__all__ = ["count", "refuses"]


def refuses(board: Board) -> str | None:
    return None if board.height == board.width == 4 else "it knows 4x4 only"
