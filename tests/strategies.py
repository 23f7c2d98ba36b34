"""Boards for everybody's tests: Hypothesis strategies and enumerations of tiny boards.

``boards()`` draws any puzzle under any variant; ``drops=True`` drops rules too; ``masks(board)``
draws an assignment.  ``tiny_boards(kind)`` lists boards of a few variables, always the same ones,
so that every assignment can be tried.  Both hold boards without, with one and with many solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from puzzles import KINDS, Board
from puzzles.grid import normal, reading_order
from puzzles.rules import Cell, Edge
from tests.kinds import facts

__all__ = ["boards", "masks", "partitions", "subsets", "tiny_boards"]

Regions = tuple[tuple[int, ...], ...]
Held = TypeVar("Held")


def boards(
    kind: str | None = None, *, max_cells: int = 16, drops: bool = False
) -> st.SearchStrategy[Board]:
    """Boards of one puzzle (None: of any) of at most ``max_cells`` cells, under any variant.

    With ``drops`` any set of rules may be dropped besides (``board.without``).
    """
    kinds = [kind] if kind else sorted(KINDS)
    return st.sampled_from(kinds).flatmap(lambda name: facts(name).drawn(max_cells, drops))


def masks(board: Board) -> st.SearchStrategy[int]:
    """Any assignment to the board's variables."""
    return st.integers(0, (1 << len(board.places())) - 1)


def subsets(words: Sequence[str]) -> Iterator[frozenset[str]]:
    """All subsets, the empty one first."""
    for size in range(len(words) + 1):
        yield from map(frozenset, combinations(words, size))


def grid_edges(height: int, width: int) -> tuple[Edge, ...]:
    """The edges between neighbouring cells."""
    cells = reading_order(height, width)
    right = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < width]
    down = [((r, c), (r + 1, c)) for r, c in cells if r + 1 < height]
    return tuple(right + down)


def joined(height: int, width: int, edges: Sequence[Edge]) -> Regions:
    """The regions that the cells form when these edges join them."""
    root = {cell: cell for cell in reading_order(height, width)}

    def find(cell: Cell) -> Cell:
        while root[cell] != cell:
            cell = root[cell]
        return cell

    for u, v in edges:
        root[find(v)] = find(u)
    return normal([[find((r, c)) for c in range(width)] for r in range(height)])


def partitions(height: int, width: int) -> list[Regions]:
    """Every way to cut the grid into connected regions: 12 of 2x2, 74 of 2x3, 1434 of 3x3."""
    edges = grid_edges(height, width)
    chosen = product((False, True), repeat=len(edges))
    return sorted(
        {joined(height, width, [e for e, on in zip(edges, c, strict=True) if on]) for c in chosen}
    )


def shapes(max_cells: int, even: bool = False) -> st.SearchStrategy[tuple[int, int]]:
    step = 2 if even else 1
    longest = max_cells // step
    shapes = [
        (height, width)
        for height in range(step, longest + 1, step)
        for width in range(step, longest + 1, step)
        # A single long row says little about rules in two directions.
        if height * width <= max_cells and max(height, width) <= 3 * min(height, width) + 2
    ]
    return st.sampled_from(shapes)


def word_sets(words: Sequence[str]) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from(words)) if words else st.just(frozenset())


@st.composite
def drawn_regions(draw: st.DrawFn, max_cells: int) -> Regions:
    height, width = draw(shapes(max_cells))
    edges = grid_edges(height, width)
    chosen = draw(st.lists(st.booleans(), min_size=len(edges), max_size=len(edges)))
    return joined(height, width, [e for e, on in zip(edges, chosen, strict=True) if on])


def path_ends(height: int, width: int, edges: Sequence[Edge]) -> list[tuple[Cell, Cell]]:
    """Add edges in this order while all components stay paths; the ends of each path."""
    other = {cell: cell for cell in reading_order(height, width)}  # at an end: the other end
    degree = dict.fromkeys(other, 0)
    for u, v in edges:
        if degree[u] < 2 and degree[v] < 2 and other[u] != v:
            degree[u] += 1
            degree[v] += 1
            a, b = other[u], other[v]
            other[a], other[b] = b, a
    return [(u, other[u]) for u in other if degree[u] == 1 and u < other[u]]


def labelled(
    height: int, width: int, ends: Sequence[tuple[Cell, Cell]], names: Sequence[str]
) -> tuple[tuple[str | None, ...], ...]:
    label = {cell: name for pair, name in zip(ends, names, strict=True) for cell in pair}
    return tuple(tuple(label.get((r, c)) for c in range(width)) for r in range(height))


def tiny_boards(kind: str | None = None, *, limit: int | None = None) -> Iterator[Board]:
    """The same few hundred boards of at most 12 variables, each under every set of variants.

    ``limit`` keeps so many boards a puzzle (before variants), evenly spread over the list.
    """
    for name in [kind] if kind else sorted(KINDS):
        listed = list(facts(name).tiny())
        if limit is not None and limit < len(listed):
            listed = [listed[i * len(listed) // limit] for i in range(limit)]
        for board in listed:
            for words in subsets(board.VARIANTS):
                yield board.variant(*words)


def listed_regions() -> list[Regions]:
    """All partitions of the smallest grids; every seventh of 3x3 and every ninth of 2x4."""
    shapes = ((1, 1), (1, 2), (1, 3), (3, 1), (2, 2), (2, 3), (1, 5))
    listed = [regions for shape in shapes for regions in partitions(*shape)]
    return listed + partitions(2, 4)[::9] + partitions(3, 3)[::7]


def rows_of(
    height: int, width: int, held: Mapping[Cell, Held]
) -> tuple[tuple[Held | None, ...], ...]:
    """The values of the cells, row by row; None where there is none."""
    return tuple(tuple(held.get((r, c)) for c in range(width)) for r in range(height))


def cut(height: int, width: int, random: Random) -> Regions:
    """Some connected regions."""
    size = height * width
    part = random.sample(grid_edges(height, width), random.randint(size // 2, 3 * size // 4))
    return joined(height, width, part)
