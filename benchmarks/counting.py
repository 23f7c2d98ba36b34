"""Every engine on the same boards: seconds, and how large the decision diagrams become.

    python -m benchmarks.counting [--seconds S] [--largest N] [FILE ...]

Without files: the boards of ``examples/`` and four families of growing squares, up to side N.  Each
engine runs in a process of its own for at most S wall seconds; a figure is the time of the count
there, without the start of the process.  At the end, the medians over all boards of how many times
longer the CNF counters took than our fastest engine, from this one run.  An engine that met the
limit counts with the limit, so that the ratio is then a lower bound, and is marked so.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from count import ENGINES, count
from puzzles import Binairo, Board, Nondango, Norinori, Numberlink, read_all

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PEERS = ("tididi", "ganak")
OURS = ("frontier", "bdd", "sat", "brute", "brute-lifted")


def squares(largest: int) -> Iterator[tuple[str, Board]]:
    """Boards without givens, by side: the families whose counts are known sequences."""
    for n in range(4, largest + 1):
        cells = frozenset((r, c) for r in range(n) for c in range(n))
        one = ((0,) * n,) * n
        yield f"no three {n}", Nondango(regions=one, circles=cells).dropping("region")
        yield f"matchings {n}", Norinori(regions=one).dropping("region")
        yield f"corners {n}", corners(n)
        if n % 2 == 0:
            yield f"binairo {n}", Binairo.blank(n, n)
            yield f"repeats {n}", Binairo.blank(n, n).variant("repeats")


def corners(n: int) -> Numberlink:
    """One pair in opposite corners, cells may stay unused."""
    labels: list[list[str | None]] = [[None] * n for _ in range(n)]
    labels[0][0] = labels[-1][-1] = "1"
    return Numberlink(labels=tuple(map(tuple, labels)), variants=frozenset({"unused"}))


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; 1 if engines disagree anywhere."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.counting")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--largest", type=int, default=8)
    arguments = parser.parse_args(argv)
    boards = [
        (f"{Path(file).name}#{i}", board)
        for file in arguments.files or sorted(EXAMPLES.glob("*.txt"))
        for i, board in enumerate(read_all(str(file)), start=1)
    ]
    if not arguments.files:
        boards += squares(arguments.largest)
    ratios: dict[str, list[float]] = {name: [] for name in PEERS}
    bounded = dict.fromkeys(PEERS, 0)
    agree = True
    print(f"{'board':<42} {'count':>24}  " + "  ".join(f"{name:>12}" for name in ENGINES))
    for name, board in boards:
        result = count(board, list(ENGINES), timeout=arguments.seconds)
        agree &= result.agree
        cells = [
            f"{result.seconds[e]:.3f}{'+' * (e in result.at_least)}" if e in result.seconds else "-"
            for e in ENGINES
        ]
        value = "?" if result.value is None else str(result.value)
        shown = value if len(value) <= 24 else f"{value[:6]}.. ({len(value)} digits)"
        print(f"{name:<42} {shown:>24}  " + "  ".join(f"{cell:>12}" for cell in cells), flush=True)
        for note in result.notes:
            if note.startswith("bdd: "):
                print(f"{'':<42} {note}")
        ours = [result.seconds[e] for e in OURS if e in result.exact]
        for peer in PEERS if ours else ():
            if ENGINES[peer].missing() is None:
                ratios[peer].append(result.seconds.get(peer, arguments.seconds) / min(ours))
                bounded[peer] += peer not in result.seconds
    print(f"+: stopped at the cap; -: no result within {arguments.seconds:g} s, or not installed")
    for peer, found in ratios.items():
        if found:
            print(
                f"{peer}: median {median(found):.1f} times the time of our fastest engine, "
                f"{len(found)} boards, {bounded[peer]} of them by the limit only"
            )
    if not agree:
        print("engines disagree", file=sys.stderr)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
