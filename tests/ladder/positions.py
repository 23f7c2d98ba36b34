"""Boards and positions for the tests of the ladder, drawn from a seed.

``drawn(kind, count, side)`` are boards that mostly have solutions: Binairo by deleting cells of a
solution, Norinori by growing regions around dominoes, Nondango with random circles, Numberlink by
cutting the grid into paths.  ``positions(board, random, count)`` are parts of a solution, some of them
spoilt, so that there is something to decide and something to refute.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import encode
from puzzles import Binairo, Board
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell
from tests.kinds import facts

__all__ = ["drawn", "positions"]


def drawn(kind: str, count: int, side: int, seed: int = 1) -> Iterator[Board]:
    """``count`` boards of side x side cells."""
    random = Random(f"{kind} {side} {seed}")
    for _ in range(count):
        yield facts(kind).seeded(side, random)


def positions(board: Board, random: Random, count: int) -> Iterator[tuple[int, int]]:
    """``count`` positions, as (on, off)."""
    size = len(board.places())
    known = [solution for _, solution in zip(range(3), encode.solutions(board), strict=False)]
    for i in range(count):
        base = random.choice(known) if known else random.getrandbits(size)
        if i % 3 == 2:
            base ^= 1 << random.randrange(size)
        share = random.choice((0.1, 0.25, 0.5))
        held = sum(1 << v for v in range(size) if random.random() < share)
        yield base & held, held & ~base


@cache
def grids(side: int) -> list[int]:
    """Some full Binairo grids that have little in common."""
    random = Random(side)
    found = []
    for _ in range(40):
        cells = random.sample(reading_order(side, side), side // 2)
        rows = [
            [random.randint(0, 1) if (r, c) in cells else None for c in range(side)]
            for r in range(side)
        ]
        solved = encode.solve(Binairo(givens=tuple(map(tuple, rows))))
        if solved is not None:
            found.append(solved.mask)
    assert found
    return found


def grown(side: int, seeds: list[tuple[Cell, ...]], random: Random) -> tuple[tuple[int, ...], ...]:
    """Regions grown cell by cell around the seeds."""
    owner = {cell: i for i, seed in enumerate(seeds) for cell in seed}
    border = sorted(owner)
    while border:
        cell = border[random.randrange(len(border))]
        free = [n for n in neighbours(cell, side, side) if n not in owner]
        if free:
            chosen = random.choice(free)
            owner[chosen] = owner[cell]
            border.append(chosen)
        else:
            border.remove(cell)
    return normal([[owner[r, c] for c in range(side)] for r in range(side)])
