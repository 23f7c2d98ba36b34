"""Exact lumping of a machine cell by cell, and the lumped machine for the exact path.

As in `sequences.lumping`, but on tables and with the states between cells: two states are in one
class when they have the same acceptance weight and their successors, one per value, lie in the same
classes with the same multiplicities. This is refined until it is stable, starting from the weights.
As whole rows may agree where single cells do not, `sequences.lumping` may merge further afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sequences.local_rules.builder import Built
from sequences.local_rules.diagrams import distinct_rows
from sequences.machine import Move, State

__all__ = ["LocalMachine", "Lumped", "lump"]


@dataclass(frozen=True, slots=True)
class Lumped:
    """The classes of a machine as tables, as `Built` has the states; class 0 of stage 0 starts."""

    width: int
    moves: tuple[Any, ...]
    """For each stage an array (classes, values) of classes of the next stage, or -1."""
    accept: Any
    states: int
    """Useful states between rows before lumping: reachable, and with some completion."""
    reached: int
    """States between rows that are reachable at all."""

    @property
    def classes(self) -> int:
        """Classes between rows."""
        return len(self.accept)


def lump(built: Built) -> Lumped:
    """The coarsest lumpable quotient of the useful part of a machine (the start stays)."""
    width = built.width
    accept = np.asarray(built.accept, dtype=np.int64)
    moves, useful = _useful(built)
    classes: list[Any] = [np.zeros(0)] * width
    classes[0] = np.where(useful[0], accept, -1)
    count = -1
    while (refined := len(np.unique(classes[0]))) != count:
        count = refined
        for stage in range(width - 1, -1, -1):
            # -1 stands for the useless; +1 makes it 0.
            targets = _classes_of(moves[stage], classes[(stage + 1) % width]) + 1
            rows = np.sort(targets, axis=1)
            if stage == 0:
                rows = np.column_stack([accept, rows])
            classes[stage] = _numbered(rows, useful[stage])
    tables = []
    for stage in range(width):
        _, first = np.unique(classes[stage], return_index=True)
        kept = first[classes[stage][first] >= 0]
        tables.append(_classes_of(moves[stage][kept], classes[(stage + 1) % width]))
    _, first = np.unique(classes[0], return_index=True)
    weights = accept[first[classes[0][first] >= 0]]
    return Lumped(width, tuple(tables), weights, int(useful[0].sum()), built.states)


def _classes_of(moves: Any, classes: Any) -> Any:
    # The last place stands for -1, and is there even if there are no states.
    return np.append(classes, -1)[moves]


def _leads(moves: Any, useful: Any) -> Any:
    return np.append(useful, False)[moves]


def _numbered(rows: Any, useful: Any) -> Any:
    """Numbers of the kinds of useful rows, by first appearance; -1 for the useless."""
    found = np.full(len(rows), -1, dtype=np.int64)
    first, kind = distinct_rows(rows[useful])
    found[useful] = np.argsort(np.argsort(first))[kind]
    return found


def _useful(built: Built) -> tuple[list[Any], list[Any]]:
    """The moves to states with some completion, and which states have one (the start counts)."""
    width = built.width
    useful: list[Any] = [np.zeros(0, dtype=bool)] * width
    useful[0] = accepted = np.asarray(built.accept, dtype=bool)
    count = -1
    while (more := int(useful[0].sum())) != count:
        count = more
        for stage in range(width - 1, -1, -1):
            after = useful[(stage + 1) % width]
            useful[stage] = _leads(built.moves[stage], after).any(axis=1)
        useful[0] = useful[0] | accepted
    moves = []
    for stage in range(width):
        after = useful[(stage + 1) % width]
        moves.append(np.where(_leads(built.moves[stage], after), built.moves[stage], -1))
    useful[0][0] = True
    return moves, useful


class LocalMachine:
    """A lumped machine as a `sequences.machine.Machine`.

    One of its rows is `stride` rows of the array. States are numbers of classes, as words.
    """

    def __init__(self, lumped: Lumped, stride: int) -> None:
        self.width = lumped.width
        self.stages = lumped.width * stride
        self.start: State = "0"
        self.lumped = lumped
        self._moves = [table.tolist() for table in lumped.moves]
        self._accept = lumped.accept.tolist()

    def step(self, state: State, stage: int) -> Iterator[Move]:
        """One successor for each value that may stand in the next cell."""
        for target in self._moves[stage % self.width][int(state)]:
            if target >= 0:
                yield str(target), 1

    def accept(self, state: State) -> int:
        """1 if the array may end here."""
        return int(self._accept[int(state)])
