"""Norinori boards, solution first, as the article tells it (claims N6, N7, N8).

Shade an induced matching of the grid; grow connected regions around two shaded cells each, which
need not be those of one domino; pour the cells left over, one by one, into the smallest
neighbouring region; then repair the regions by walking counterexamples until the solution is the
only one.  A repair that fails is tried again with other regions around the same dominoes.

The article leaves open: how often the matching is refilled (``rounds``); which two shaded cells a
region starts with (here random couples of neighbouring territories, joined by a shortest way);
which of the cells of a counterexample moves and where to (``walk``: any move that keeps its old
region connected, or one that is chosen with a view to the counterexamples met before, which needs
fewer attempts on large boards).
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

__all__ = [
    "LARGEST_PLAIN",
    "OPTIONS",
    "WALKS",
    "check",
    "cores",
    "make",
    "married",
    "poured",
    "regions_around",
    "spread",
]

_REPAIRS = 3
WALKS = ("plain", "chosen")
"""Which move the repair takes: any one, or one that leaves the fewest counterexamples alive."""
LARGEST_PLAIN = 100
"""Cells up to which moves are plain unless others are asked for; on large boards they rarely end."""


OPTIONS = (
    Option("rounds", "remove-and-refill rounds of the shading (10 a cell)", span=True),
    Option("walk", "which move of a repair is taken (plain to 100 cells)", choices=WALKS),
)
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
    span = request.span("rounds")
    rounds = rng.randint(span.low, span.high) if span else None
    dominoes = induced_matching(height, width, rng, rounds=rounds)
    shaded = {cell for domino in dominoes for cell in domino}
    walk = request.choice("walk") or WALKS[height * width > LARGEST_PLAIN]
    plain = walk == "plain"
    for _ in range(_REPAIRS):
        repair = Repair(
            regions_around(height, width, dominoes, rng), shaded, height, width, plain=plain
        )
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
    """Connected regions of two shaded cells each, cells left over poured into the smallest beside
    them."""
    around = {cell: neighbours(cell, height, width) for cell in reading_order(height, width)}
    return poured(cores(spread(height, width, dominoes, rng), dominoes, around, rng), around, rng)


def spread(height: int, width: int, dominoes: list[Domino], rng: Random) -> dict[Cell, int]:
    """Regions that are unions of two territories grown at random: nothing is left over to pour."""
    seeds = [cell for domino in dominoes for cell in domino]
    around = {cell: neighbours(cell, height, width) for cell in reading_order(height, width)}
    return married(territories(seeds, around.keys(), around, rng), around, rng)


def cores(
    regions: Mapping[Cell, int],
    dominoes: list[Domino],
    around: Mapping[Cell, tuple[Cell, ...]],
    rng: Random,
) -> dict[Cell, int]:
    """Of each region its two shaded cells and a shortest way between them inside the region."""
    shaded: dict[int, list[Cell]] = {}
    for domino in dominoes:
        for cell in domino:
            shaded.setdefault(regions[cell], []).append(cell)
    found: dict[Cell, int] = {}
    for name, (start, goal) in sorted(shaded.items()):
        before: dict[Cell, Cell] = {start: start}
        layer = [start]
        while goal not in before:
            reached = []
            for cell in rng.sample(layer, len(layer)):
                for other in rng.sample(around[cell], len(around[cell])):
                    if regions[other] == name and other not in before:
                        before[other] = cell
                        reached.append(other)
            layer = reached
        cell = goal
        while cell not in found:
            found[cell] = name
            cell = before[cell]
    return found


def poured(
    regions: Mapping[Cell, int], around: Mapping[Cell, tuple[Cell, ...]], rng: Random
) -> dict[Cell, int]:
    """The cells in no region, in random order, each into the smallest region beside it."""
    owner = dict(regions)
    sizes = Counter(owner.values())
    waiting = rng.sample(list(around), len(around))
    while len(owner) < len(around):
        for cell in waiting:
            beside = sorted({owner[n] for n in around[cell] if n in owner})
            if cell not in owner and beside:
                least = min(sizes[name] for name in beside)
                name = rng.choice([name for name in beside if sizes[name] == least])
                owner[cell] = name
                sizes[name] += 1
    return owner


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
