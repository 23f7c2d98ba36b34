"""Grids cut into paths in other ways than ``generate`` does, to see what the claims' rates hang on.

Every generator takes height, width, a source of randomness, whether a path may touch itself, and how
many paths are wanted (0: as many as come; a generator that cannot aim ignores it).  It gives the paths,
or None for an attempt that fails.  ``walks`` and ``welded`` are those of :mod:`generate.numberlink`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeAlias

from generate import numberlink
from generate.made import InvariantError
from puzzles import Numberlink
from puzzles.grid import neighbours, reading_order
from puzzles.rules import Cell

__all__ = ["FAMILY", "GENERATORS", "Path", "cut_paths", "listed", "repaired"]

Path: TypeAlias = list[Cell]
Generate: TypeAlias = Callable[[int, int, Random, bool, int], "list[Path] | None"]

_ATTEMPTS = 100_000
"""Attempts at one partition; one of some dozen succeeds."""
_SHUFFLES = 20
"""Backbites per cell that make a snake a random Hamiltonian path."""


def cut_paths(
    maker: str, height: int, width: int, rng: Random, *, touch: bool = False, pairs: int = 0
) -> list[Path]:
    """The first partition that a generator gives; with so many paths, if ``pairs`` is not 0."""
    for _ in range(_ATTEMPTS):
        paths = GENERATORS[maker](height, width, rng, touch, pairs)
        if paths is not None and pairs in (0, len(paths)):
            return paths
    raise InvariantError(f"{maker}: no partition of {height}x{width} into {pairs} paths")


def _welded(height: int, width: int, rng: Random, touch: bool, pairs: int) -> list[Path]:
    """Dominoes, welded at neighbouring ends until no weld is left, or so many paths are."""
    return numberlink.partition(height, width, rng, touch=touch, goal=pairs or 1)


def _single_cells(
    height: int, width: int, rng: Random, touch: bool, pairs: int
) -> list[Path] | None:
    """Single cells, welded in one random order of the edges; None if a cell is left alone."""
    paths: list[Path] = [[cell] for cell in reading_order(height, width)]
    owner = {path[0]: path for path in paths}
    edges = [
        (cell, other)
        for cell in reading_order(height, width)
        for other in neighbours(cell, height, width)
        if cell < other
    ]
    rng.shuffle(edges)
    for u, v in edges:
        first, second = owner[u], owner[v]
        if first is second or u not in (first[0], first[-1]) or v not in (second[0], second[-1]):
            continue
        if not touch and _edges_between(first, second, height, width) > 1:
            continue
        if first[-1] != u:
            first.reverse()
        first += second if second[0] == v else second[::-1]
        for cell in second:
            owner[cell] = first
    whole = sorted({path[0]: path for path in owner.values()}.values())
    return whole if min(map(len, whole)) > 1 else None


def _edges_between(first: Path, second: Path, height: int, width: int) -> int:
    inside = set(second)
    return sum(other in inside for cell in first for other in neighbours(cell, height, width))


def _generated(height: int, width: int, rng: Random, touch: bool, pairs: int) -> list[Path] | None:
    """The generator's random walks."""
    return numberlink.walks(height, width, rng, touch=touch)


def _walks(start: str, ways: str, lone: str) -> Generate:
    """Random walks over the free cells, each until it is stuck.

    ``start``: at ``any`` free cell, at a ``tight`` one with fewest free neighbours, or at the
    ``first`` in reading order.  ``ways``: a walk goes on at ``one`` end or at ``both``.
    ``lone``: a cell left alone lengthens a path that ends beside it, ``at once`` or ``later``,
    when no cell is free; or the partition is drawn again (``never``).
    """

    def make(height: int, width: int, rng: Random, touch: bool, pairs: int) -> list[Path] | None:
        around = {cell: neighbours(cell, height, width) for cell in reading_order(height, width)}
        free = set(around)

        def freedom(cell: Cell) -> int:
            return sum(other in free for other in around[cell])

        def fits(path: Path, cell: Cell) -> bool:
            return touch or not any(other in path[:-1] for other in around[cell])

        def lengthen(path: Path) -> None:
            while steps := [c for c in around[path[-1]] if c in free and fits(path, c)]:
                path.append(rng.choice(steps))
                free.discard(path[-1])

        def attach(paths: list[Path], cell: Cell) -> bool:
            beside = [
                (i, way)
                for i, other in enumerate(paths)
                for way in (other, other[::-1])
                if way[-1] in around[cell] and fits(way, cell)
            ]
            if beside:
                i, way = rng.choice(beside)
                paths[i] = [*way, cell]
            return bool(beside)

        paths: list[Path] = []
        alone: list[Cell] = []
        while free:
            starts = sorted(free)
            if start == "tight":
                least = min(map(freedom, starts))
                starts = [cell for cell in starts if freedom(cell) == least]
            path = [starts[0] if start == "first" else rng.choice(starts)]
            free.discard(path[0])
            lengthen(path)
            if ways == "both":
                path.reverse()
                lengthen(path)
            if len(path) > 1:
                paths.append(path)
            elif lone == "later":
                alone.append(path[0])
            elif lone == "never" or not attach(paths, path[0]):
                return None
        rng.shuffle(alone)
        return sorted(paths) if all(attach(paths, cell) for cell in alone) else None

    return make


def _one_path(height: int, width: int, rng: Random, touch: bool, pairs: int) -> list[Path] | None:
    """A random Hamiltonian path, cut wherever it would touch itself (``touch``: at random places, into
    paths of seven cells on average if no number is wanted); None if a piece has one cell."""
    whole = [(r, c if r % 2 == 0 else width - 1 - c) for r, c in reading_order(height, width)]
    for _ in range(_SHUFFLES * len(whole)):
        if rng.random() < 0.5:
            whole.reverse()
        # Backbite: the last cell takes another neighbour, whose old successor becomes the end.
        others = [n for n in neighbours(whole[-1], height, width) if n != whole[-2]]
        at = whole.index(rng.choice(others))
        whole[at + 1 :] = whole[:at:-1]
    if touch:
        cuts = sorted(rng.sample(range(1, len(whole)), (pairs or len(whole) // 7) - 1))
        paths = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    else:
        paths = [[]]
        for cell in whole:
            inside = set(paths[-1][:-1])
            if any(other in inside for other in neighbours(cell, height, width)):
                paths.append([])
            paths[-1].append(cell)
    return sorted(paths) if min(map(len, paths)) > 1 else None


FAMILY: dict[str, Generate] = {
    f"walks from {start}, {ways}, {lone}": _walks(start, ways, lone)
    for start in ("any", "tight", "first")
    for ways in ("one", "both")
    for lone in ("at once", "later", "never")
}
"""Random walks in all ways that were tried; the first is the generator's."""
GENERATORS: dict[str, Generate] = {
    "walks": _generated,
    "welded": _welded,
    "single cells": _single_cells,
    "one path": _one_path,
    **FAMILY,
}


def repaired(
    maker: str, height: int, width: int, rng: Random
) -> tuple[Numberlink, list[Path], int]:
    """A board with one solution, its paths and the number of cuts: a partition without self-touch, whose
    paths are cut in two while a second solution exists (claim L8)."""
    paths = cut_paths(maker, height, width, rng)
    found = numberlink.repair(paths, height, width, rng)
    if found is None:
        raise InvariantError("a repair without a limit came to one")
    return found[0], paths, found[2]


def listed(height: int, width: int) -> Iterator[list[Path]]:
    """Every way to cut the grid into paths of at least two cells, cell by cell: no edges, no plugs."""

    def tails(path: Path, left: set[Cell]) -> Iterator[Path]:
        yield path
        for cell in neighbours(path[-1], height, width):
            if cell in left and cell not in path:
                yield from tails([*path, cell], left)

    def through(cell: Cell, left: set[Cell]) -> Iterator[Path]:
        """The paths of free cells through ``cell``, each in one direction."""
        ways = [tail for tail in tails([cell], left) if len(tail) > 1]
        for i, one in enumerate(ways):
            yield one
            for other in ways[i + 1 :]:
                if not set(one[1:]) & set(other[1:]):
                    yield one[:0:-1] + other

    def cover(left: set[Cell]) -> Iterator[list[Path]]:
        if not left:
            yield []
            return
        for path in through(min(left), left):
            for rest in cover(left - set(path)):
                yield [path, *rest]

    return cover(set(reading_order(height, width)))
