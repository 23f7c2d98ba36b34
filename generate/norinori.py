"""Norinori boards, solution first (claims N6, N7, N8).

Shade an induced matching of the grid, grow a territory around each shaded cell, marry neighbouring
territories into regions of two shaded cells, then repair the regions until the solution is the only one.
A repair that fails is tried again with other regions around the same dominoes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from generate.made import Impossible, Made, Option, Request
from generate.matching import Domino, induced_matching
from generate.repair import Repair, territories
from ladder.cycles import crossings, region_cycles
from puzzles import Norinori
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell

__all__ = ["OPTIONS", "check", "make", "married", "regions_around"]

_REPAIRS = 3


OPTIONS: tuple[Option, ...] = ()
"""What may be asked for."""


def check(request: Request) -> None:
    """Raise :class:`Impossible` where no board of this size exists."""
    height, width = sorted((request.height, request.width))
    if height * width < 2:
        raise Impossible("a board of one cell has no domino")
    if (height, width) in ((1, 3), (1, 4), (2, 2)):
        # Two dominoes would touch, so all cells are one region, and several dominoes fit it.
        raise Impossible("only one domino fits, and in more than one way")


def make(request: Request, rng: Random) -> Made | None:
    """One attempt; None if the repair ran out of moves each time."""
    height, width = request.height, request.width
    dominoes = induced_matching(height, width, rng)
    shaded = {cell for domino in dominoes for cell in domino}
    for _ in range(_REPAIRS):
        repair = Repair(regions_around(height, width, dominoes, rng), shaded, height, width)
        moves = repair.run(rng)
        if moves is not None:
            break
    else:
        return None
    regions = repair.regions
    board = Norinori(regions=normal([[regions[r, c] for c in range(width)] for r in range(height)]))
    solution = sum(1 << i for i, cell in enumerate(reading_order(height, width)) if cell in shaded)
    lengths = Counter(len(cycle) for cycle in region_cycles(board, solution))
    figures = {
        "regions": len(dominoes),
        "crossing": len(crossings(board, solution)),
        "moves": moves,
        **{f"cycles_of_{length}": times for length, times in sorted(lengths.items())},
    }
    return Made(board, solution, figures)


def regions_around(height: int, width: int, dominoes: list[Domino], rng: Random) -> dict[Cell, int]:
    """Connected regions of two shaded cells each: territories around shaded cells, married."""
    seeds = [cell for domino in dominoes for cell in domino]
    around = {cell: neighbours(cell, height, width) for cell in reading_order(height, width)}
    return married(territories(seeds, around.keys(), around, rng), around, rng)


def married(
    owner: Mapping[Cell, int], around: Mapping[Cell, tuple[Cell, ...]], rng: Random
) -> dict[Cell, int]:
    """Territories joined two by two: ``owner[cell]`` is the shaded cell, 2k and 2k + 1 of domino k.

    The two cells of a domino are neighbours, so they are a perfect marriage; random exchanges between
    two couples whose members are neighbours crosswise make other marriages.
    """
    shaded = max(owner.values()) + 1
    adjacent: dict[int, set[int]] = {i: set() for i in range(shaded)}
    for cell, i in owner.items():
        for other in around[cell]:
            if owner[other] != i:
                adjacent[i].add(owner[other])
    spouse = {i: i ^ 1 for i in range(shaded)}
    for _ in range(2 * shaded):
        a = rng.randrange(shaded)
        b = rng.choice(sorted(adjacent[a]))
        c, d = spouse[a], spouse[b]
        if b != c and d in adjacent[c] and rng.random() < 0.5:
            spouse[a], spouse[b], spouse[c], spouse[d] = b, a, d, c
    return {cell: min(i, spouse[i]) for cell, i in owner.items()}
