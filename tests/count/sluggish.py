"""An engine that never comes to an end, to see whether a limit holds."""

from __future__ import annotations

import time

from puzzles import Board


def count(board: Board) -> int:
    while True:
        time.sleep(3600)


def refuses(board: Board) -> str | None:
    return "it never ends"
