"""Boards cut into regions at random, whatever their solutions: several ways to cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from generate.repair import territories
from puzzles import Norinori
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell

__all__ = ["CUTS", "joined", "one_by_one", "seeded"]


def seeded(side: int, rng: Random, mean: float) -> Norinori:
    """Territories of random seeds, one per ``mean`` cells; a region of one cell joins a neighbour."""
    cells = reading_order(side, side)
    around = {cell: neighbours(cell, side, side) for cell in cells}
    seeds = rng.sample(cells, round(side * side / mean))
    return joined(territories(seeds, around.keys(), around, rng), side, rng)


def one_by_one(side: int, rng: Random, least: int, most: int) -> Norinori:
    """Region after region grows to a size drawn from ``least`` to ``most``, or until it is stuck.

    A region of one cell joins a neighbour.
    """
    regions: dict[Cell, int] = {}
    free = set(reading_order(side, side))
    while free:
        name, wanted = len(regions), rng.randint(least, most)
        border = free
        while border and wanted:
            cell = rng.choice(sorted(border))
            regions[cell] = name
            free.discard(cell)
            wanted -= 1
            inside = [cell for cell, region in regions.items() if region == name]
            border = {n for cell in inside for n in neighbours(cell, side, side)} & free
    return joined(regions, side, rng)


def joined(regions: dict[Cell, int], side: int, rng: Random) -> Norinori:
    """The board of these regions, those of one cell joined with a random neighbour."""
    for cell in reading_order(side, side):
        if Counter(regions.values())[regions[cell]] == 1:
            regions[cell] = regions[rng.choice(neighbours(cell, side, side))]
    return Norinori(regions=normal([[regions[r, c] for c in range(side)] for r in range(side)]))


CUTS: dict[str, Callable[[int, Random], Norinori]] = {
    "seeds, one in 4 cells": lambda side, rng: seeded(side, rng, 4),
    "seeds, one in 3.6 cells": lambda side, rng: seeded(side, rng, 3.6),
    "seeds, one in 3 cells": lambda side, rng: seeded(side, rng, 3),
    "one by one, 4 cells": lambda side, rng: one_by_one(side, rng, 4, 4),
    "one by one, 3 to 5 cells": lambda side, rng: one_by_one(side, rng, 3, 5),
}
"""By name; the first is the one that the claim's figures are compared with."""
