"""Minimal layered automata of rules: what of the cells read can still matter.

A node stands for a function of the cells that a rule has yet to read. Equal functions are one node,
whichever rule and place they come from; so two histories that admit the same continuations are the
same state at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sequences.local_rules.rules import Layers

__all__ = ["FALSE", "TRUE", "Diagrams", "distinct_rows"]

FALSE, TRUE = 0, 1
_OPEN = 2
"""Mark of a node at which the array cannot end."""


class Diagrams:
    """All nodes of one machine."""

    def __init__(self, base: int) -> None:
        self.base = base
        self._children: list[tuple[int, ...]] = [(FALSE,) * base, (TRUE,) * base]
        self._ends: list[int] = [FALSE, TRUE]
        self._known: dict[tuple[int, ...], int] = {}

    def add(self, layers: Layers) -> int:
        """The node of a rule before its first cell."""
        last = len(layers.following)
        nodes = np.where(layers.truths[last], TRUE, FALSE)
        for layer in range(last - 1, -1, -1):
            children = nodes[layers.following[layer]]
            count = len(children)
            ends = layers.truths.get(layer)
            marks = np.full(count, _OPEN) if ends is None else np.where(ends, TRUE, FALSE)
            rows = np.column_stack([children, marks])
            first, inverse = distinct_rows(rows)
            nodes = np.array([self._node(rows[i]) for i in first])[inverse]
        return int(nodes[0])

    def _node(self, row: Any) -> int:
        *children, end = map(int, row)
        for constant in (FALSE, TRUE):
            if end in (constant, _OPEN) and all(child == constant for child in children):
                return constant
        key = (*children, end)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = len(self._ends)
            self._children.append(tuple(children))
            self._ends.append(end)
        return found

    def tables(self) -> tuple[Any, Any]:
        """Arrays: the child of each node by value, and what each is worth if the array ends."""
        return np.array(self._children, dtype=np.int32), np.array(self._ends, dtype=np.int8)


def distinct_rows(rows: Any) -> tuple[Any, Any]:
    """For a matrix of small non-negative numbers: the index of a first row of each kind, and for
    each row the number of its kind. Exact: columns are taken up one by one, without hashing."""
    code = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        _, code = np.unique(code * (int(column.max(initial=0)) + 1) + column, return_inverse=True)
    _, first = np.unique(code, return_index=True)
    return first, code
