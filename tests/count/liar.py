"""An engine that counts one more than there is, to see whether anybody notices."""

from __future__ import annotations

from count import brute
from puzzles import Board


def count(board: Board) -> int:
    return brute.count(board) + 1


def refuses(board: Board) -> str | None:
    return None
