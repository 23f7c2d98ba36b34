"""Norinori and Nondango boards by the frontier engine beside tididi-cnf and ganak on our clauses.

    python -m benchmarks.counting_regions [--sizes 12,14,16] [--boards 3] [--seconds 60]

Each measurement runs in a process of its own (:mod:`benchmarks.counting_frontier`); seconds are
processor time within it, loading the engine included.  Of a peer that meets the limit the limit itself
is taken, so that a ratio is then a lower bound.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random
from statistics import median

from benchmarks.counting_frontier import measured, nondango_board, norinori_board

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", default="12,14,16")
    parser.add_argument("--boards", type=int, default=3, help="of each puzzle and size")
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args(argv)
    random = Random(7)
    makers = {"norinori": norinori_board, "nondango": nondango_board}
    for size in map(int, arguments.sizes.split(",")):
        for puzzle, make in makers.items():
            ratios: dict[str, list[float]] = {"tididi": [], "ganak": []}
            for _ in range(arguments.boards):
                board = make(size, random)
                own = measured("frontier", board, arguments.seconds, 8)
                told = [f"{puzzle} {size}x{size}: frontier {own}"]
                for peer, of in ratios.items():
                    other = measured(peer, board, arguments.seconds, 8)
                    if "count" in own and "count" in other and own["count"] != other["count"]:
                        print(f"counts differ: {own} {other}\n{board.text()}")
                        return 1
                    if "seconds" in own:
                        of.append(
                            other.get("seconds", arguments.seconds) / max(0.01, own["seconds"])
                        )
                    told.append(f"{peer} {other}")
                print("; ".join(told), flush=True)
            for peer, of in ratios.items():
                if of:
                    print(f"  median of {peer} / frontier: {median(of):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
