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
from puzzles import Binairo, Board, Nondango, Norinori, Numberlink
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell

__all__ = ["drawn", "positions"]


def drawn(kind: str, count: int, side: int, seed: int = 1) -> Iterator[Board]:
    """``count`` boards of side x side cells."""
    random = Random(f"{kind} {side} {seed}")
    for _ in range(count):
        yield _GENERATORS[kind](side, random)


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
def _grids(side: int) -> list[int]:
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


def _binairo(side: int, random: Random) -> Board:
    grid = random.choice(_grids(side))
    shown = random.uniform(0.1, 0.3)
    rows = tuple(
        tuple(grid >> r * side + c & 1 if random.random() < shown else None for c in range(side))
        for r in range(side)
    )
    return Binairo(givens=rows, variants=frozenset(random.choice(((), ("repeats",)))))


def _grown(side: int, seeds: list[tuple[Cell, ...]], random: Random) -> tuple[tuple[int, ...], ...]:
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


def _norinori(side: int, random: Random) -> Board:
    cells = list(reading_order(side, side))
    random.shuffle(cells)
    blocked: set[Cell] = set()
    seeds: list[tuple[Cell, ...]] = []
    for cell in cells:
        other = random.choice(neighbours(cell, side, side))
        if cell in blocked or other in blocked:
            continue
        seeds.append((cell, other))
        for half in (cell, other):
            blocked.update((half, *neighbours(half, side, side)))
    return Norinori(regions=_grown(side, seeds, random))


def _nondango(side: int, random: Random) -> Board:
    cells = reading_order(side, side)
    seeds = random.sample(cells, side * side // 4)
    regions = _grown(side, [(cell,) for cell in seeds], random)
    circles = set(seeds) | {cell for cell in cells if random.random() < 0.45}
    words: tuple[tuple[str, ...], ...] = ((), (), ("no-diagonals",), ("same-colour",))
    return Nondango(
        regions=regions, circles=frozenset(circles), variants=frozenset(random.choice(words))
    )


def _numberlink(side: int, random: Random) -> Board:
    cells = reading_order(side, side)
    edges = [(u, v) for u in cells for v in neighbours(u, side, side) if u < v]
    while True:
        random.shuffle(edges)
        mate = {cell: cell for cell in cells}
        degree = dict.fromkeys(cells, 0)
        for u, v in edges:
            if degree[u] < 2 and degree[v] < 2 and mate[u] != v:
                degree[u] += 1
                degree[v] += 1
                a, b = mate[u], mate[v]
                mate[a], mate[b] = b, a
        if 0 not in degree.values():
            break
    label: dict[Cell, str] = {}
    for cell in cells:
        if degree[cell] == 1 and cell not in label:
            label[cell] = label[mate[cell]] = str(len(label) // 2 + 1)
    words: tuple[tuple[str, ...], ...] = ((), (), ("unused",), ("no-touch",))
    return Numberlink(
        labels=tuple(tuple(label.get((r, c)) for c in range(side)) for r in range(side)),
        variants=frozenset(random.choice(words)),
    )


_GENERATORS = {
    "binairo": _binairo,
    "norinori": _norinori,
    "nondango": _nondango,
    "numberlink": _numberlink,
}
