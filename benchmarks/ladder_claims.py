"""The ladder's sampled claims (N3, N4, D9, L4, L5), measured on boards of our own generators.

    python -m benchmarks.ladder_claims [--seed S] [--scale F]

Each rate comes with n and its 95 % Wilson interval, and says whether the article's figure lies inside.
Boards are those of the seeds S/0, S/1, ...; nothing is thrown away but attempts that yield no board.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import mean

from generate import nondango, norinori, numberlink
from generate.made import Made, Request, Span
from ladder import (
    Engine,
    Refuted,
    SearchLimit,
    climb,
    engine_of,
    ladder_of,
    position,
    probe,
    rung_names,
    search,
)
from ladder.pairs import RegionPairs
from ladder.projection import Lifted
from puzzles import Board, Norinori, Numberlink
from puzzles.grid import regions_of

__all__ = ["main", "wilson"]

_Z = 1.959964
_CAP = 1000
"""Branch points at which a search is given up; the article gave up at 300 000."""

Maker = Callable[[Request, Random], Made | None]


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a rate.

    >>> [round(x, 3) for x in wilson(8, 10)]
    [0.49, 0.943]
    """
    rate = hits / n
    middle = rate + _Z * _Z / (2 * n)
    reach = _Z * sqrt(rate * (1 - rate) / n + _Z * _Z / (4 * n * n))
    return (middle - reach) / (1 + _Z * _Z / n), (middle + reach) / (1 + _Z * _Z / n)


def rated(hits: int, n: int, article: float | None) -> str:
    """A rate in per cent with its interval and the article's figure."""
    low, high = wilson(hits, n)
    told = f"{100 * hits / n:5.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    if article is None:
        return told
    inside = low - 1e-9 <= article / 100 <= high + 1e-9
    return f"{told} article {article:g} {'inside' if inside else 'OUTSIDE'}"


def drawn(make: Maker, puzzle: str, side: int, seed: int, count: int) -> Iterator[Made]:
    index = 0
    while count:
        made = make(Request(puzzle=puzzle, height=side, width=side), Random(f"{seed}/{index}"))
        index += 1
        if made is not None:
            count -= 1
            yield made


def n3(seed: int, scale: float) -> None:
    article = {5: (0, 55, 100), 6: (3, 53, 100), 7: (0, 33, 100), 8: (0, 62, 100)}
    figures = {5: (6.0, 4.17), 6: (9.0, 4.00), 7: (11.9, 4.10), 8: (15.8, 4.05)}
    for side, shares in article.items():
        boards = list(drawn(norinori.make, "norinori", side, seed, int(100 * scale)))
        done = Counter(climb(made.board).finished_by for made in boards)
        regions = [len(regions_of(regions_in(made))) for made in boards]
        print(f"N3 {side}x{side} n={len(boards)}", end="")
        print(f" regions {mean(regions):.1f} (article {figures[side][0]})", end="")
        print(f" size {side * side / mean(regions):.2f} (article {figures[side][1]})")
        whole = sum(finished_judging_whole_cells(made.board) for made in boards)
        hits = 0
        for rung, share in zip(("local", "pairs", "probe"), shares, strict=True):
            hits += done[rung]
            print(f"   by {rung:6} {rated(hits, len(boards), share)}")
            if rung == "pairs":
                print(f"   weaker    {rated(whole, len(boards), share)}")
        plain = [made for made in boards if min(map(len, regions_of(regions_in(made)))) > 2]
        local = sum(climb(made.board).finished_by == "local" for made in plain)
        print(f"   by local among the {len(plain)} boards without a region of two cells: {local}")


def regions_in(made: Made) -> tuple[tuple[int, ...], ...]:
    assert isinstance(made.board, Norinori)
    return made.board.regions


def finished_judging_whole_cells(board: Board) -> bool:
    """Does ``pairs`` finish if it judges only cells whose neighbours all lie in the two regions?"""
    assert isinstance(board, Norinori)
    local = ladder_of(board).rungs[0].propagators
    regions = [p for p in local if isinstance(p, Lifted) and p.names == ("region",)]
    engine = Engine(board, [*local, RegionPairs(board, regions, whole=True)])
    node = engine.root()
    return node.on | node.off == engine.everything


def n4(seed: int, scale: float) -> None:
    more = less = gain = n = 0
    for made in drawn(norinori.make, "norinori", 6, seed, int(90 * scale)):
        random = Random(seed)
        size = len(made.board.places())
        for _ in range(10):
            share = random.uniform(0, 0.5)
            held = sum(1 << i for i in range(size) if random.random() < share)
            on, off = made.solution & held, held & ~made.solution
            local, pairs = (
                position(made.board, "local", on, off),
                position(made.board, "pairs", on, off),
            )
            assert local is not None
            assert pairs is not None
            gained = (pairs[0] | pairs[1]).bit_count() - (local[0] | local[1]).bit_count()
            n += 1
            more += gained > 0
            less += gained < 0
            gain += gained
    print(f"N4 n={n} positions of 6x6, up to half of the answer shown: pairs decides more in")
    print(
        f"   {rated(more, n, 100 * 509 / 900)}; less in {less}; mean gain {gain / n:.1f} (article 11.4)"
    )


def d9(seed: int, scale: float) -> None:
    article = {"1-4": (92, 93), "5-8": (76, 82), "9-12": (78, 100), "13+": (60, 110)}
    done: dict[str, Counter[str | None]] = defaultdict(Counter)
    for white in range(1, 17):
        request = Request(puzzle="nondango", height=8, width=8, white=Span(white, white))
        bucket = "13+" if white > 12 else f"{white - (white - 1) % 4}-{white - (white - 1) % 4 + 3}"
        for index in range(int((60 if white < 9 else 400) * scale)):
            made = nondango.make(request, Random(f"{seed}/{white}/{index}"))
            if made is not None:
                found = climb(made.board)
                if found.solutions == 1:
                    done[bucket][found.finished_by] += 1
    for bucket, counts in done.items():
        n = counts.total()
        below = counts["region"] + counts["triple"]
        hits, of = article[bucket]
        told = rated(below, n, 100 * hits / of)
        print(f"D9 8x8 white {bucket:4} n={n}: by triple {told}; search {counts['search']}")


def l4_l5(seed: int, scale: float) -> None:
    article = {7: (40, (8.4, 76.7, 76.7, 100.0)), 9: (36, (4.5, 53.6, 53.6, 100.0))}
    points = {7: "3306784 (capped), 172, 172, 0", 9: "10800036 (capped), 2827, 2827, 0"}
    for side, (count, shares) in article.items():
        decided: Counter[str] = Counter()
        branch: Counter[str] = Counter()
        capped: Counter[str] = Counter()
        of = 0
        boards = list(drawn(numberlink.make, "numberlink", side, seed, int(count * scale)))
        for made in boards:
            of += len(made.board.places())
            for rung in rung_names(made.board)[:-1]:
                engine = engine_of(made.board, rung)
                strengthen = probe if rung == "probe" else None
                try:
                    node = engine.root()
                    node = strengthen(engine, node) if strengthen else node
                    decided[rung] += (node.on | node.off).bit_count()
                    branch[rung] += search(engine, node, 2, _CAP, strengthen).branch_points
                except SearchLimit:
                    branch[rung] += _CAP
                    capped[rung] += 1
                except Refuted:
                    raise AssertionError("a rung refutes a board with a solution") from None
        print(f"L4 {side}x{side} n={len(boards)}: share of edges decided from the empty board")
        print(f"   unlabelled corners {mean(map(bare_corners, boards)):.1f} of 4")
        for rung, share in zip(decided, shares, strict=True):
            print(f"   {rung:6} {100 * decided[rung] / of:5.1f} % (article {share})")
        told = ", ".join(
            f"{rung} {branch[rung]}"
            + (f" ({capped[rung]} capped at {_CAP})" if capped[rung] else "")
            for rung in decided
        )
        print(f"L5 {side}x{side}: branch points {told}; article {points[side]}")


def bare_corners(made: Made) -> int:
    """Corners without a label: at a cell with two edges to use, ``deg`` decides both at once."""
    assert isinstance(made.board, Numberlink)
    return sum(made.board.labels[r][c] is None for r in (0, -1) for c in (0, -1))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ladder_claims",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1, metavar="F", help="times as many boards")
    asked = parser.parse_args(argv)
    for claim in (n3, n4, d9, l4_l5):
        claim(asked.seed, asked.scale)
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
