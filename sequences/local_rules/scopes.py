"""What expressions may speak of: the quantities of a block, of a run of cells, of a neighbourhood.

A scope computes a quantity when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from sequences.local_rules.evaluation import Array, evaluate
from sequences.local_rules.expressions import Binary, Name

__all__ = ["Scope", "block_scope", "neighbour_scope", "run_scope"]

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Scope(Mapping[str, Any]):
    """Names with the functions that compute them, each once."""

    def __init__(self, makers: Mapping[str, Callable[[], Any]]) -> None:
        self._makers = makers
        self._known: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._known:
            self._known[name] = self._makers[name]()
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _constant(value: Any) -> Callable[[], Any]:
    return lambda: value


def run_scope(cells: Sequence[Array]) -> Scope:
    """Letters and `cells` for consecutive cells along a line."""
    makers = {"cells": _constant(tuple(cells))}
    makers.update(zip(LETTERS, map(_constant, cells), strict=False))
    return Scope(makers)


def block_scope(shape: tuple[int, int], cells: Sequence[Array]) -> Scope:
    """The quantities of a block whose cells are given in row-major order.

    >>> scope = block_scope((2, 3), [0, 1, 2, 3, 4, 5])
    >>> scope["c"], scope["sw"], [int(v) for v in scope["clockwise"]]
    (2, 3, [0, 1, 2, 5, 4, 3])
    """
    height, width = shape
    rows = [cells[i * width : (i + 1) * width] for i in range(height)]
    columns = [cells[j::width] for j in range(width)]
    beside = [pair for row in rows for pair in pairwise(row)]
    below = [pair for column in columns for pair in pairwise(column)]

    def summed(lists: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
        return tuple(sum(items[1:], start=items[0]) for items in lists)

    makers: dict[str, Callable[[], Any]] = {
        "cells": lambda: tuple(cells),
        "nw": lambda: cells[0],
        "ne": lambda: cells[width - 1],
        "sw": lambda: cells[(height - 1) * width],
        "se": lambda: cells[-1],
        "clockwise": lambda: _clockwise(rows),
        "row_sums": lambda: summed(rows),
        "column_sums": lambda: summed(columns),
        "edge_sums": lambda: tuple(a + b for a, b in beside + below),
        "edge_differences": lambda: tuple(np.abs(a - b) for a, b in beside + below),
        "equal_edges": lambda: sum(
            (np.asarray(a == b, dtype=np.int64) for a, b in beside + below), start=np.int64(0)
        ),
    }
    if height == width:
        makers["diagonal"] = lambda: tuple(rows[i][i] for i in range(height))
        makers["antidiagonal"] = lambda: tuple(rows[i][-1 - i] for i in range(height))
        if height <= 5:
            makers["det"] = lambda: _determinant(rows)
    makers.update(zip(LETTERS, map(_constant, cells), strict=False))
    return Scope(makers)


def _clockwise(rows: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
    """The perimeter, clockwise from the upper left cell."""
    if len(rows) == 1 or len(rows[0]) == 1:
        return tuple(cell for row in rows for cell in row)
    right = [row[-1] for row in rows[1:-1]]
    left = [row[0] for row in rows[1:-1]]
    return (*rows[0], *right, *reversed(rows[-1]), *reversed(left))


def _determinant(rows: Sequence[Sequence[Array]]) -> Array:
    """By expansion along the first row, in the checked arithmetic of expressions."""
    if len(rows) == 1:
        return rows[0][0]
    total: Array = np.int64(0)
    for j, cell in enumerate(rows[0]):
        minor = _determinant([[*row[:j], *row[j + 1 :]] for row in rows[1:]])
        term = _checked("*", cell, minor)
        total = _checked("-" if j % 2 else "+", total, term)
    return total


def _checked(operator: str, left: Array, right: Array) -> Array:
    return evaluate(Binary(operator, Name("a"), Name("b")), {"a": left, "b": right})


def neighbour_scope(own: Array, counts: Array, values: Sequence[int]) -> Scope:
    """The quantities of a cell and its existing neighbours.

    `own` is the cell's value, `counts[..., i]` the number of neighbours with the i-th value.
    """

    def where(relation: Callable[[int], Array]) -> Array:
        chosen = [np.where(relation(v), counts[..., i], 0) for i, v in enumerate(values)]
        return sum(chosen, start=np.int64(0))

    return Scope(
        {
            "x": lambda: own,
            "number": lambda: counts.sum(axis=-1),
            "equal": lambda: where(lambda v: own == v),
            "unequal": lambda: where(lambda v: own != v),
            "greater": lambda: where(lambda v: v > own),
            "less": lambda: where(lambda v: v < own),
            "total": lambda: counts @ np.array(values, dtype=np.int64),
            "distinct_values": lambda: (counts > 0).sum(axis=-1),
            "count": lambda: lambda wanted: where(lambda v: np.asarray(wanted) == v),
        }
    )
