"""Making boards: CPU seconds per board by puzzle and size, and what a second worker gains.

    python -m benchmarks.generate [--boards N] [--large] [--gain [N]]

A figure is the median over N attempts of the CPU time of this process from nothing to a finished record:
solution, regions or numbers, repair, uniqueness by SAT, grade and count by the ladder.  Failed attempts
count with the board that comes after them.  CPU time is printed because it depends less on what else the
machine does; imports and the first board, which loads the solver, are left out.

``--gain`` makes a bank of N boards (200) with one worker and with two and compares; the clock tells the
truth only on a machine with two idle cores.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from itertools import count
from statistics import median

from generate import Record, Request
from generate.bank import attempt, bank

SIZES = [
    ("binairo", 8, 0.3),
    ("binairo", 12, 3.0),
    ("norinori", 8, 0.5),
    ("norinori", 10, 2.0),
    ("nondango", 8, 0.3),
    ("nondango", 12, 2.0),
    ("numberlink", 7, 0.2),
    ("numberlink", 9, 0.6),
]
"""Puzzle, side, and the seconds per board that were asked for."""
LARGE = [
    ("binairo", 20),
    ("norinori", 20),
    ("nondango", 20),
    ("numberlink", 15),
    ("numberlink", 20),
]
FEW = 5
"""Boards of each large size."""


def seconds_per_board(request: Request, boards: int) -> tuple[list[float], dict[str, int]]:
    """CPU seconds of each board, ascending, and how many boards each rung finished."""
    spent: list[float] = []
    rungs: dict[str, int] = {}
    indices = count()
    made(request, indices)
    for _ in range(boards):
        started = time.process_time()
        record = made(request, indices)
        spent.append(time.process_time() - started)
        rungs[record.finished_by] = rungs.get(record.finished_by, 0) + 1
    return sorted(spent), rungs


def made(request: Request, indices: count[int]) -> Record:
    """The next board of seed 0."""
    return next(record for i in indices if (record := attempt(request, 0, i)) is not None)


def gain(request: Request, boards: int) -> tuple[float, float]:
    """How many times faster two workers make a bank: in wall seconds, and as CPU seconds allow.

    The second figure is twice the CPU seconds of one worker over those of two with this process: what
    the wall seconds would show on two idle cores that never wait.
    """
    wall, cpu = [], []
    for workers in (1, 2):
        started, spent = time.perf_counter(), cpu_seconds()
        for _ in bank(request, boards, 0, workers=workers):
            pass
        wall.append(time.perf_counter() - started)
        cpu.append(cpu_seconds() - spent)
    return wall[0] / wall[1], 2 * cpu[0] / cpu[1]


def cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generate")
    parser.add_argument("--boards", type=int, default=40, metavar="N", help="boards a size (40)")
    parser.add_argument("--large", action="store_true", help="5 boards of each large size too")
    parser.add_argument("--gain", type=int, nargs="?", const=200, metavar="N", help="two workers")
    arguments = parser.parse_args(argv)
    sizes = [(puzzle, side, goal, arguments.boards) for puzzle, side, goal in SIZES]
    if arguments.large:
        sizes += [(puzzle, side, 0.0, FEW) for puzzle, side in LARGE]
    print(f"{'boards':<18} {'n':>4} {'median':>8} {'slowest':>8} {'asked':>7}  finished by")
    for puzzle, side, goal, boards in sizes:
        request = Request(puzzle=puzzle, height=side, width=side)
        spent, rungs = seconds_per_board(request, boards)
        asked = f"{goal:.1f}" if goal else "-"
        grades = ", ".join(f"{rung} {times}" for rung, times in sorted(rungs.items()))
        print(
            f"{puzzle:<11}{side:>3}x{side:<3} {boards:>4} {median(spent):>8.3f} {spent[-1]:>8.3f} "
            f"{asked:>7}  {grades}",
            flush=True,
        )
    if arguments.gain:
        for puzzle, side in (("binairo", 12), ("norinori", 10), ("numberlink", 9)):
            wall, cpu = gain(Request(puzzle=puzzle, height=side, width=side), arguments.gain)
            print(
                f"{puzzle} {side}x{side}, {arguments.gain} boards: two workers {wall:.2f} times as "
                f"fast by the clock, {cpu:.2f} by CPU time"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
