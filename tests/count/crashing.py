"""An engine that takes its process with it, as native code may."""

from __future__ import annotations

import os
import signal

from puzzles import Board


def count(board: Board) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def refuses(board: Board) -> str | None:
    return None
