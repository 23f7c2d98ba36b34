"""Marginals and samples from the layers of compiled runs: states, and processor seconds.

python -m benchmarks.shares
"""

from __future__ import annotations

import sys
import time
from random import Random

from benchmarks.counting_frontier import cut_board
from count.frontier import build
from count.frontier.compiled.trace import traced
from count.frontier.components import divide
from puzzles import Binairo, Board, Norinori

__all__ = ["main"]


def line(name: str, board: Board) -> str:
    """The figures of a board of one component."""
    division = divide(board)
    assert division is not None
    (component,) = division.components
    start = time.process_time()
    found = traced(list(build.machines(component, division.places)))
    assert found is not None
    traced_at = time.process_time()
    shares = found.marginals()
    shared_at = time.process_time()
    drawn = found.sample(10, Random(1))
    end = time.process_time()
    assert len(shares) == len(component.variables)
    assert not any(board.violations(mask) for mask in drawn)
    return (
        f"{name}: {found.states} states; trace {traced_at - start:.2f} s, "
        f"marginals {shared_at - traced_at:.2f} s, 10 samples {end - shared_at:.2f} s"
    )


def main() -> int:
    small = Norinori(regions=((0,) * 4,) * 4).dropping("region")
    for board in (cut_board(5, 5, 3, 1, "unused"), small, Binairo.blank(4, 4)):
        line("machine code is made or loaded", board)
    blank = Norinori(regions=((0,) * 12,) * 12).dropping("region")
    print(line("numberlink 12x12, 12 pairs", cut_board(12, 12, 12, 1)))
    print(line("the same, unused", cut_board(12, 12, 12, 1, "unused")))
    print(line("norinori 12x12 blank", blank))
    print(line("binairo 8x8 blank", Binairo.blank(8, 8)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
