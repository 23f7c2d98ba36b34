"""States that Numberlink boards take, beside the estimate of ``count.frontier.size``.

    python -m benchmarks.numberlink_sizes [--large]

Boards are ``cut_board(h, h, pairs, seed)``, each read from its four sides; a line each: states looked
up, the estimate, and their ratio.  ``--large`` adds 18x18.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.counting_frontier import cut_board
from count.frontier import build
from count.frontier.compiled.layers import Run
from count.frontier.compiled.programs import programs
from count.frontier.components import divide
from count.frontier.mate import Plugs
from count.frontier.size import estimate

__all__ = ["BOARDS", "main", "measured"]

_MEMORY = 8 << 30
BOARDS = [
    (12, 12, 1, ""),
    (12, 12, 1, "unused"),
    (12, 12, 2, ""),
    (12, 12, 2, "unused"),
    (12, 7, 3, "unused"),
    (12, 7, 3, ""),
    (15, 25, 1, "unused"),
    (15, 18, 1, ""),
    (14, 22, 5, "unused"),
    (14, 12, 6, ""),
    (15, 25, 1, ""),
    (13, 10, 4, "unused"),
    (13, 16, 8, "unused"),
    (13, 16, 8, ""),
]
"""Height and width, pairs, seed, variant."""


def measured(size: int, pairs: int, seed: int, variant: str) -> list[tuple[int, float]]:
    """States looked up and the estimate, for each side."""
    division = divide(cut_board(size, size, pairs, seed, *variant.split()))
    assert division is not None
    found = []
    for machine in build.machines(division.components[0], division.places):
        assert isinstance(machine, Plugs)
        (program,) = programs([machine])
        run = Run.of(program)
        run.finish(_MEMORY)
        found.append((run.paths, estimate(machine)))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="States of Numberlink boards and their estimate.")
    parser.add_argument("--large", action="store_true", help="18x18 too: half a minute")
    options = parser.parse_args(argv)
    ratios = []
    for board in [*BOARDS, *([(18, 30, 1, "")] if options.large else [])]:
        for states, guess in measured(*board):
            ratios.append(states / guess)
            size, pairs, seed, variant = board
            name = f"{size}x{size}, {pairs} pairs, seed {seed} {variant}".rstrip()
            print(f"{name}: {states} states, estimate {guess:.3g}, ratio {ratios[-1]:.2f}")
    print(f"ratios from {min(ratios):.2f} to {max(ratios):.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
