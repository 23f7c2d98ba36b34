"""The ladder's speed table: how long each rung takes, and how far it gets.

    python -m benchmarks.ladder               boards made from recorded seeds, and examples/
    python -m benchmarks.ladder FOLDER        the boards of a corpus folder besides (make corpus-ladder)

Seconds are CPU seconds of one process, from the board to the rung's fixpoint, tables built anew for
each board; "median" and "most" are over the boards of a row.  The bars are what browser engines reach.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from generate.generators import generator
from generate.made import Made, Request
from ladder import LadderEngine, Refuted, SearchLimit, ladder_of, probe, rung_names, search
from ladder.climb import forget
from ladder.engine import Node
from puzzles import Board, read
from tests.corpus import FOLDER, load

__all__ = ["BARS", "main", "measured"]

BARS = {
    ("binairo", 12, "line"): 0.05,
    ("norinori", 8, "probe"): 0.5,
    ("nondango", 12, "probe"): 0.5,
    ("numberlink", 9, "probe"): 1.0,
}
"""Seconds that the issue allows, by puzzle, side and rung."""
_SIZES = {
    "binairo": (6, 8, 10, 12, 16),
    "norinori": (5, 6, 8, 10),
    "nondango": (8, 12, 16),
    "numberlink": (7, 9, 12),
}
_EXAMPLES = Path(__file__).parents[1] / "examples"
_MAX_BRANCH_POINTS = 200


@dataclass(slots=True)
class Row:
    """The ladders of some boards: seconds by rung (from the board on), and what finished them."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    decided: Counter[str] = field(default_factory=Counter)
    of: int = 0
    finished: Counter[str] = field(default_factory=Counter)
    branch_points: list[int] = field(default_factory=list)


def measured(boards: Iterable[Board]) -> Row:
    """Run the boards' ladders rung by rung, each rung from where the one below stopped."""
    row = Row()
    for board in boards:
        forget()  # each board pays for its own tables
        row.of += len(board.places())
        started = time.process_time()
        node: Node | None = None
        finished = "given up"
        engine: LadderEngine | None = None
        for name in rung_names(board):
            rung = next((r for r in ladder_of(board).rungs if r.name == name), None)
            try:
                if rung is not None:
                    engine = LadderEngine(board, rung.propagators)
                    node = engine.root(*((node.on, node.off) if node else (0, 0)))
                elif name == "probe":
                    assert engine is not None
                    assert node is not None
                    node = probe(engine, node)
                else:
                    assert engine is not None
                    assert node is not None
                    found = search(engine, node, 2, _MAX_BRANCH_POINTS, probe)
                    row.branch_points.append(found.branch_points)
                    finished = name
                assert node is not None
                done = name == "search" or not engine.everything & ~(node.on | node.off)
                done = done and (name == "search" or not board.violations(node.on))
            except Refuted:
                done = True
            except SearchLimit:
                break
            row.seconds.setdefault(name, []).append(time.process_time() - started)
            row.decided[name] += (node.on | node.off).bit_count() if node else 0
            if done:
                finished = name
                break
        row.finished[finished] += 1
    return row


def made(kind: str, side: int, count: int) -> Iterator[Board]:
    """Unique boards from the generators, from seeds 1, 2, ..."""
    for seed in range(1, count + 1):
        random = Random(seed)
        found: Made | None = None
        while found is None:
            found = generator(kind).make(Request(puzzle=kind, height=side, width=side), random)
        yield found.board


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ladder",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--count", type=int, default=20, metavar="N", help="boards per size (20)")
    asked = parser.parse_args(argv)
    slow = False
    print(f"{'boards':28} {'n':>4}  rung: median / most seconds; finished by; branch points")
    for kind, sides in _SIZES.items():
        for side in sides:
            row = measured(made(kind, side, asked.count))
            print(_line(f"{kind} {side}x{side}", row))
            for (puzzle, size, rung), bar in BARS.items():
                if (puzzle, size) == (kind, side):
                    reached = median(row.seconds.get(rung) or row.seconds[max(row.seconds)])
                    slow |= reached > bar
                    print(f"    bar: {rung} within {bar} s; median {reached:.4f} s")
    print(_line("examples/", measured(read(path) for path in sorted(_EXAMPLES.glob("*.txt")))))
    if asked.folder.is_dir():
        boards: dict[str, list[Board]] = {}
        for entry in load(asked.folder)[0]:
            boards.setdefault(entry.board.kind, []).append(entry.board)
        for kind, listed in sorted(boards.items()):
            print(_line(f"corpus {kind}", measured(listed)))
    else:
        print(f"{asked.folder}: no such folder; no corpus boards", file=sys.stderr)
    return int(slow)


def _line(name: str, row: Row) -> str:
    times = "  ".join(
        f"{rung} {median(seconds):.4f}/{max(seconds):.4f}" for rung, seconds in row.seconds.items()
    )
    finished = " ".join(f"{rung} {count}" for rung, count in row.finished.items())
    points = f"; {sum(row.branch_points)}" if row.branch_points else ""
    return f"{name:28} {sum(row.finished.values()):4}  {times}; {finished}{points}"


if __name__ == "__main__":
    sys.exit(main())
