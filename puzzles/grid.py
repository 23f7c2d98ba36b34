"""Grids of tokens and of regions: what several puzzle classes and formats need of a rectangle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzles.errors import BoardError
from puzzles.rules import Cell, Edge, name_of

__all__ = [
    "check_regions",
    "grid_edges",
    "grid_tokens",
    "neighbours",
    "normal",
    "reading_order",
    "region_names",
    "regions_of",
]


def reading_order(height: int, width: int) -> tuple[Cell, ...]:
    """All cells, row by row."""
    return tuple((r, c) for r in range(height) for c in range(width))


def grid_edges(height: int, width: int) -> tuple[Edge, ...]:
    """All edges between neighbouring cells: for each cell the one to its right, then the one below."""
    edges = []
    for r, c in reading_order(height, width):
        if c + 1 < width:
            edges.append(((r, c), (r, c + 1)))
        if r + 1 < height:
            edges.append(((r, c), (r + 1, c)))
    return tuple(edges)


def neighbours(cell: Cell, height: int, width: int) -> tuple[Cell, ...]:
    """The orthogonal neighbours on the board, in reading order."""
    r, c = cell
    around = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
    return tuple((i, j) for i, j in around if 0 <= i < height and 0 <= j < width)


def grid_tokens(rows: Sequence[str], height: int, width: int) -> dict[Cell, str]:
    """The blank-separated tokens of a grid by cell; :class:`BoardError` if the size is another."""
    if len(rows) != height:
        raise BoardError(f"expected {height} rows, found {len(rows)}", (min(len(rows), height), 0))
    tokens = {}
    for r, row in enumerate(rows):
        words = row.split()
        if len(words) != width:
            raise BoardError(f"expected {width} tokens in row {r}, found {len(words)}", (r, 0))
        tokens.update({(r, c): word for c, word in enumerate(words)})
    return tokens


def check_regions(regions: Sequence[Sequence[int]]) -> None:
    """Raise unless the grid is a rectangle of connected regions, numbered in reading order.

    The numbering rule makes equal partitions equal boards; see :func:`normal`.
    """
    if not regions or not regions[0]:
        raise BoardError("a board has at least one cell")
    height, width = len(regions), len(regions[0])
    for r, row in enumerate(regions):
        if len(row) != width:
            raise BoardError(f"expected {width} cells in row {r}, found {len(row)}", (r, 0))
    if normal(regions) != tuple(tuple(row) for row in regions):
        raise BoardError("expected regions numbered 0, 1, ... in reading order")
    for cells in regions_of(regions):
        reached = {cells[0]}
        stack = [cells[0]]
        inside = set(cells)
        while stack:
            for other in neighbours(stack.pop(), height, width):
                if other in inside and other not in reached:
                    reached.add(other)
                    stack.append(other)
        if len(reached) != len(cells):
            away = min(inside - reached)
            raise BoardError(
                f"expected connected regions; this cell is cut off from {name_of(cells[0])}", away
            )


def normal(names: Iterable[Iterable[object]]) -> tuple[tuple[int, ...], ...]:
    """The same partition with regions numbered 0, 1, ... by first cell in reading order.

    >>> normal(["bba", "baa"])
    ((0, 0, 1), (0, 1, 1))
    """
    numbers: dict[object, int] = {}
    return tuple(tuple(numbers.setdefault(name, len(numbers)) for name in row) for row in names)


def regions_of(regions: Sequence[Sequence[int]]) -> tuple[tuple[Cell, ...], ...]:
    """The cells of region 0, 1, ..., each in reading order."""
    cells: dict[int, list[Cell]] = {}
    for r, row in enumerate(regions):
        for c, region in enumerate(row):
            cells.setdefault(region, []).append((r, c))
    return tuple(tuple(cells[region]) for region in sorted(cells))


def region_names(regions: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """One row of blank-separated names a .. z, aa, ab, ... per row of the board."""
    return tuple(" ".join(_name(region) for region in row) for row in regions)


def _name(number: int) -> str:
    letters = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters
