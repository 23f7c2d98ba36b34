"""A watcher of ``Paths`` and ``Chordless``, alone or together, with or without degree rules.

State: the partition of the *frontier* (cells with an edge read and an edge unread) into the
components of the chosen edges; per component what it holds of labelled ends; and, for Chordless,
the pairs of components that an edge left out has touched both of, so that they must never join.
Degrees are not its business: they are tables beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from puzzles.rules import Cell, Chordless, Graph, Paths

__all__ = ["Partition"]

_NO_END = 0
_JOINED = -1
"""A component's ends: none, or two of one label; a positive number is the label of its one end."""


@dataclass(frozen=True, slots=True)
class Frontier:
    """``components[i]`` is the number of the frontier's i-th cell (cells in order of entry).

    Numbers count from 0 by first appearance.  ``ends`` is indexed by them (empty without Paths);
    ``apart`` holds pairs i < j that must stay two (empty without Chordless).
    """

    components: tuple[int, ...]
    ends: tuple[int, ...]
    apart: frozenset[tuple[int, int]]


Numbers: TypeAlias = dict[int, int]


class Partition:
    """Follows the edges of ``graph`` in the order ``order`` of their variables."""

    def __init__(
        self, graph: Graph, order: Sequence[int], paths: Paths | None, chordless: Chordless | None
    ) -> None:
        self.acyclic = paths is not None
        self.chordless = chordless is not None
        labels: dict[str, int] = {}
        self.ends: dict[Cell, int] = {}
        for cell, label in paths.ends if paths is not None else ():
            self.ends[cell] = labels.setdefault(label, len(labels) + 1)
        self._alone = [cell for cell, around in graph.at().items() if not around]
        ends = {variable: (u, v) for variable, u, v in graph.arcs()}
        self.edges = [ends[v] for v in order]
        last = {cell: level for level, edge in enumerate(self.edges) for cell in edge}
        # The frontier before each level, and which of its cells (with this edge's) leave after.
        self.frontiers: list[tuple[Cell, ...]] = []
        frontier: tuple[Cell, ...] = ()
        for level, edge in enumerate(self.edges):
            frontier += tuple(cell for cell in edge if cell not in frontier)
            self.frontiers.append(frontier)
            frontier = tuple(cell for cell in frontier if last[cell] > level)
        self.stays = [
            [i for i, cell in enumerate(cells) if last[cell] > level]
            for level, cells in enumerate(self.frontiers)
        ]

    def start(self) -> Frontier | None:
        # An end without edges is never joined.
        if any(cell in self.ends for cell in self._alone):
            return None
        return Frontier((), (), frozenset())

    def step(self, level: int, state: Frontier, bit: int) -> Frontier | None:
        cells = self.frontiers[level]
        components = list(state.components)
        ends = list(state.ends)
        count = max(components, default=-1) + 1
        for cell in cells[len(components) :]:
            components.append(count)
            count += 1
            if self.acyclic:
                ends.append(self.ends.get(cell, _NO_END))
        edge = self.edges[level]
        u, v = sorted(components[cells.index(cell)] for cell in edge)
        apart: set[tuple[int, int]] | frozenset[tuple[int, int]] = state.apart
        if bit and u == v:
            if self.acyclic:
                return None
        elif bit:
            if (u, v) in apart:
                return None
            if self.acyclic:
                joined = _join(ends[u], ends[v])
                if joined is None:
                    return None
                ends[u] = joined
            components = [u if c == v else c for c in components]
            apart = {_pair(u if a == v else a, u if b == v else b) for a, b in apart}
        elif self.chordless:
            if u == v:
                return None
            apart = apart | {(u, v)}
        return self._normal(level, components, ends, apart)

    def _normal(
        self,
        level: int,
        components: list[int],
        ends: list[int],
        apart: set[tuple[int, int]] | frozenset[tuple[int, int]],
    ) -> Frontier | None:
        """Let cells leave, close the components that they end, and number the rest anew."""
        staying = [components[i] for i in self.stays[level]]
        numbers: Numbers = {}
        for c in staying:
            numbers.setdefault(c, len(numbers))
        if self.acyclic:
            for c in set(components) - set(staying):
                if ends[c] > 0:
                    return None  # one end for ever alone
        return Frontier(
            tuple(numbers[c] for c in staying),
            tuple(ends[c] for c in numbers) if self.acyclic else (),
            frozenset(
                _pair(numbers[a], numbers[b]) for a, b in apart if a in numbers and b in numbers
            ),
        )


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _join(a: int, b: int) -> int | None:
    """The ends of two components made one; None where three meet or two labels differ."""
    if a == _NO_END:
        return b
    if b == _NO_END:
        return a
    return _JOINED if a == b and a > 0 else None
