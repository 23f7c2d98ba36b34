"""What edges that are on or off leave possible between the labels of a Numberlink board.

A *chain* is a component of the edges that are on; a cell without one is a chain by itself.  Each
question is settled with the marks that the verdict rests on, as masks (on, off), or with None where
nothing is wrong; only the part of the board that the question touches is walked through.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from heapq import heapify, heappop, heappush
from operator import or_
from typing import TypeAlias

from puzzles.rules import Cell, Edge, Graph

__all__ = ["Net", "Part", "chord", "loop", "no_partner", "one_curve"]

Part: TypeAlias = tuple[int, int]
"""Marks, as the masks (on, off)."""


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """A graph: the mask of its variables, their edges by the positions of their bits, and the edges
    at each cell, as (bit of the edge's mask, cell at its other end)."""

    scope: int
    edges: dict[int, Edge]
    at: dict[Cell, tuple[tuple[int, Cell], ...]]

    @classmethod
    def of(cls, graph: Graph) -> Net:
        at: dict[Cell, list[tuple[int, Cell]]] = {cell: [] for cell in graph.cells}
        edges: dict[int, Edge] = {}
        for variable, u, v in graph.arcs():
            edges[variable - 1] = (u, v)
            at[u].append((1 << variable - 1, v))
            at[v].append((1 << variable - 1, u))
        return cls(
            sum(1 << i for i in edges), edges, {cell: tuple(beside) for cell, beside in at.items()}
        )

    def ways(self, start: Cell, on: int) -> dict[Cell, int]:
        """The cells of a chain, nearest first, each with the edges of one way to it from ``start``.

        All ways lie on one tree, so that two of them, one xor the other, join their ends.
        """
        way = {start: 0}
        waiting = [start]
        for cell in waiting:  # grows as it is walked through
            for bit, other in self.at[cell]:
                if on & bit and other not in way:
                    way[other] = way[cell] | bit
                    waiting.append(other)
        return way


def loop(net: Net, on: int, _: int) -> Part | None:
    """The edges of a loop."""
    rest = on & net.scope
    while rest:
        lowest = (rest & -rest).bit_length() - 1
        way = net.ways(net.edges[lowest][0], rest)
        walked = 0
        for cell, before in way.items():
            for bit, other in net.at[cell]:
                if rest & bit:
                    walked |= bit
                    between = before ^ way[other]
                    # An edge of the tree is by itself the way between its ends.
                    if between != bit:
                        return between | bit, 0
        rest &= ~walked
    return None


def one_curve(net: Net, on: int, off: int) -> bool:
    """Can the edges that are on be joined over edges not off, and is none of their curves closed
    beside others; and is some edge left?"""
    on &= net.scope
    if not on:
        return bool(net.scope & ~off)
    start = next(net.edges[i][0] for i in net.edges if on >> i & 1)
    near = net.ways(start, net.scope & ~off)
    if any(on >> i & 1 and u not in near for i, (u, _) in net.edges.items()):
        return False
    closed = loop(net, on, 0)
    return closed is None or closed[0] == on


def chord(net: Net, edge: int, on: int, off: int) -> Part | None:
    """An edge that is off, with a way between its ends."""
    bit = 1 << edge
    if not off & bit:
        return None
    u, v = net.edges[edge]
    way = net.ways(u, on).get(v)
    return None if way is None else (way, bit)


def no_partner(net: Net, labels: dict[Cell, str], end: Cell, on: int, off: int) -> Part | None:
    """What keeps further edges from giving ``end`` a component with one other label of the same name.

    Further edges only join whole chains; one with a label on it ends the way.
    """
    partners = [cell for cell in labels if cell != end and labels[cell] == labels[end]]
    both_ways = [end, *partners] if len(partners) == 1 else [end]
    for start in both_ways:
        way = net.ways(start, on)
        held = [cell for cell in way if cell in labels and cell != start]
        if wrong := _wrong(held, labels, labels[end]):
            return _union(way[cell] for cell in wrong), 0
        if held:
            return None
    # The search that soonest ends decides, and its walls are the shorter.
    searches = [_search(net, labels, start, on, off) for start in both_ways]
    while True:
        for search in searches:
            try:
                next(search)
            except StopIteration as ended:
                walls: Part | None = ended.value
                return walls


def _search(
    net: Net, labels: dict[Cell, str], start: Cell, on: int, off: int
) -> Generator[None, None, Part | None]:
    """Walk from a chain of one label, cell by cell, to one of the same label, or else to the walls."""
    label = labels[start]
    partners = [cell for cell in labels if cell != start and labels[cell] == label]

    def ranked(cells: Iterable[Cell]) -> Iterator[tuple[int, Cell]]:
        """Nearest to a partner first: where one can be reached, that is soon known."""
        for r, c in cells:
            yield min((abs(r - y) + abs(c - x) for y, x in partners), default=0), (r, c)

    reached = set(net.ways(start, on))
    waiting = list(ranked(reached))
    heapify(waiting)
    # Cells of chains that cannot be the partner: the ways in the chain, and its wrong labels.
    barred: dict[Cell, tuple[dict[Cell, int], list[Cell]]] = {}
    walls_on = walls_off = 0
    while waiting:
        yield
        _, cell = heappop(waiting)
        for bit, other in net.at[cell]:
            if off & bit or other in reached:
                continue
            if other not in barred:
                way = net.ways(other, on)
                held = [c for c in way if c in labels]
                if not held:
                    reached.update(way)
                    for candidate in ranked(way):
                        heappush(waiting, candidate)
                    continue
                wrong = _wrong(held, labels, label)
                if not wrong:
                    return None
                barred.update(dict.fromkeys(way, (way, wrong)))
            way, wrong = barred[other]
            walls_on |= _union(way[other] ^ way[c] for c in wrong)
    for cell in reached:
        for bit, other in net.at[cell]:
            if off & bit and other not in reached:
                walls_off |= bit
    return walls_on, walls_off


def _wrong(held: list[Cell], labels: dict[Cell, str], label: str) -> list[Cell]:
    """Which of a chain's labels bar it from being joined to ``label``; none if it is the partner."""
    unlike = [cell for cell in held if labels[cell] != label]
    return unlike[:1] or (held[:2] if len(held) > 1 else [])


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)
