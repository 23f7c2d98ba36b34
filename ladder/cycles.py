"""Norinori solutions seen from their regions: each domino is an edge between its cells' regions.

Every region holds two shaded cells, so every region has degree two and the graph is a disjoint union
of cycles (claim N8).  A domino inside a region is a cycle of length one.
"""

from __future__ import annotations

from puzzles import Norinori
from puzzles.grid import reading_order, regions_of
from puzzles.rules import Cell, Edge

__all__ = ["crossings", "dominoes", "region_cycles"]


def dominoes(board: Norinori, solution: int) -> tuple[Edge, ...]:
    """The shaded pairs of neighbours of a solution, in reading order."""
    cells = reading_order(board.height, board.width)
    shaded = {cell for i, cell in enumerate(cells) if solution >> i & 1}
    return tuple(
        ((r, c), other)
        for r, c in sorted(shaded)
        for other in ((r, c + 1), (r + 1, c))
        if other in shaded
    )


def crossings(board: Norinori, solution: int) -> tuple[Edge, ...]:
    """The dominoes whose two cells lie in different regions."""
    return tuple(
        d for d in dominoes(board, solution) if _region(board, d[0]) != _region(board, d[1])
    )


def region_cycles(board: Norinori, solution: int) -> tuple[tuple[int, ...], ...]:
    """The cycles, each the numbers of its regions in the order met, from its least region.

    Raises ``ValueError`` where some region has another degree than two: no solution does that.
    """
    linked: list[list[int]] = [[] for _ in regions_of(board.regions)]
    for one, other in dominoes(board, solution):
        a, b = _region(board, one), _region(board, other)
        linked[a].append(b)
        linked[b].append(a)
    for region, others in enumerate(linked):
        if len(others) != 2:
            raise ValueError(f"region {region} has {len(others)} halves of dominoes, not 2")
    seen: set[int] = set()
    found = []
    for start in range(len(linked)):
        if start in seen:
            continue
        cycle = [start]
        before, here = start, linked[start][0]
        while here != start:
            cycle.append(here)
            first, second = linked[here]
            # Come from one side, leave by the other; two dominoes may join the same two regions.
            before, here = here, second if first == before else first
        seen.update(cycle)
        found.append(tuple(cycle))
    return tuple(found)


def _region(board: Norinori, cell: Cell) -> int:
    return board.regions[cell[0]][cell[1]]
