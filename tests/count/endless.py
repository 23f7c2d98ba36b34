"""An engine that tells by a file that it has begun, and never comes to an end."""

from __future__ import annotations

import os
import time
from pathlib import Path

from puzzles import Board


def count(board: Board) -> int:
    Path(os.environ["ENDLESS"]).touch()
    while True:
        time.sleep(0.1)


def refuses(board: Board) -> str | None:
    return None
