"""An engine that never makes up its mind whether a board is too large for it."""

from __future__ import annotations

import time

from puzzles import Board


def count(board: Board) -> int:
    return 72


def refuses(board: Board) -> str | None:
    while True:
        time.sleep(3600)
