"""An engine that wants a gibibyte, to see whether a memory limit holds."""

from __future__ import annotations

from puzzles import Board


def count(board: Board) -> int:
    return len(bytearray(1 << 30))


def refuses(board: Board) -> str | None:
    return None
