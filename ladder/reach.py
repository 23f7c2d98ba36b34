"""Numberlink rules that look at the whole board: reachability, and chains that must not touch.

Two necessary conditions on the edges not known to be off, the *open* edges:

- (R1) the ends of each label can still be joined: from every labelled cell an open route leads to
  another cell of its label and meets no chain that carries another label;
- (R2) no part is cut off without a whole pair: in each component of the open edges every label
  occurs an even number of times, and, where every cell must be used, some label occurs.

They can be read in two ways.  ``Reach``, the rung ``reach``, checks the position as it is: it may
refute, and decides nothing.  ``ReachForces`` also decides each open edge one of whose values breaks R1
or R2 at once (a bridge between the two ends of a pair must be on); it belongs to no rung, since
probing over ``reach`` contains it, and serves the comparison in docs/reach-and-chain.md.

``Touching`` serves the rule ``chordless``: between two chains at most one edge may ever be on, so an
edge whose two chains have another edge between them must stay off; and an edge off between two cells
of one chain refutes the position.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from ladder.engine import Refuted, bits
from ladder.projection import Memoryless
from native.words import shown
from puzzles.rules import Chordless, Graph, Named, Paths

__all__ = ["Reach", "ReachForces", "Touching", "component_numbers", "indexed", "numbers"]


class Reach(Memoryless):
    """R1 and R2 for one :class:`puzzles.rules.Paths`: refutes, and decides nothing.

    Sets of cells are masks over reading order, and routes are found by flooding: a set grows by a
    shift of one cell to the right or left, or of a row down or up, over the edges allowed.
    """

    def __init__(self, named: Named, rule: Paths, all_used: bool) -> None:
        self.names = ("reach",)
        self.cells = named.cells
        self._all_used = all_used
        index = {cell: i for i, cell in enumerate(rule.graph.cells)}
        self._everywhere = (1 << len(index)) - 1
        self._width = 1 + max(c for _, c in rule.graph.cells)
        self._ends: dict[str, list[int]] = {}
        for cell, label in rule.ends:
            self._ends.setdefault(label, []).append(1 << index[cell])
        self._held = {label: sum(cells) for label, cells in self._ends.items()}
        self.scope = sum(1 << i - 1 for i in rule.graph.variables)
        self._moves = [(0, 0)] * max(rule.graph.variables, default=0)
        for variable, u, v in rule.graph.arcs():
            start = 1 << index[u]
            self._moves[variable - 1] = (start, 0) if u[0] == v[0] else (0, start)
        self._bytes = [self._table(first) for first in range(0, len(self._moves), 8)]

    def _table(self, first: int) -> list[tuple[int, int]]:
        """For each set of the eight edges from ``first``: where they lead right from, and down."""
        table = [(0, 0)]
        for right, down in self._moves[first : first + 8]:
            table += [(r | right, d | down) for r, d in table]
        return table

    def _sides(self, edges: int) -> tuple[int, int]:
        """The cells from which an edge of the set leads right, and down."""
        right = down = 0
        for table in self._bytes:
            r, d = table[edges & 255]
            right |= r
            down |= d
            edges >>= 8
        return right, down

    def _flood(self, start: int, sides: tuple[int, int], within: int) -> int:
        """The cells within ``within`` that ``start`` is joined to over edges that lie in it."""
        right, down = sides
        width = self._width
        reached = fresh = start
        while fresh:
            grown = (fresh & right) << 1 | fresh >> 1 & right
            grown |= (fresh & down) << width | fresh >> width & down
            fresh = grown & within & ~reached
            reached |= fresh
        return reached

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        fault = self.fault(on, off)
        if fault:
            raise Refuted(f"reach: {fault}")
        return 0, 0

    def fault(self, on: int, off: int) -> str | None:
        """How the position breaks R1 or R2, in words; None if it does not."""
        is_open = self._sides(self.scope & ~off)
        left = self._everywhere
        while left:
            part = self._flood(left & -left, is_open, left)
            left &= ~part
            odd = [name for name, held in self._held.items() if (held & part).bit_count() % 2]
            if odd:
                return f"a part is cut off with only one end of {', '.join(sorted(odd))}"
            if self._all_used and not any(held & part for held in self._held.values()):
                return f"the part at {self._title(part)} is cut off without a pair"
        is_on = self._sides(on)
        chains = {
            label: [self._flood(end, is_on, self._everywhere) for end in ends]
            for label, ends in self._ends.items()
        }
        carried = {label: reduce(or_, parts) for label, parts in chains.items()}
        every = reduce(or_, carried.values(), 0)
        for label, ends in self._ends.items():
            within = self._everywhere & ~(every & ~carried[label])
            met = 0
            for end, chain in zip(ends, chains[label], strict=True):
                if not met & end:
                    # By itself: a label that occurs four times may be joined elsewhere.
                    part = self._flood(chain, is_open, within)
                    met |= part
                    if part & self._held[label] == end:
                        return f"{shown(label)} at {self._title(end)} can reach no other {shown(label)}"
        return None

    def _title(self, part: int) -> str:
        r, c = self.cells[(part & -part).bit_length() - 1]
        return f"r{r}c{c}"


class ReachForces(Reach):
    """R1 and R2, deciding too: a value of an open edge that breaks them at once is struck."""

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        super().infer(on, off, changed, state)
        found_on = found_off = 0
        for bit in bits(self.scope & ~(on | off)):
            edge = 1 << bit
            if self.fault(on, off | edge):
                found_on |= edge
            elif self.fault(on | edge, off):
                found_off |= edge
        return found_on, found_off


class Touching(Memoryless):
    """One :class:`puzzles.rules.Chordless`, judged on chains: the components of the edges on.

    ``loops``: may chains close to loops (rule ``paths`` dropped)?  Then two chains may be joined by
    all the edges between them at once, and only what lies within one chain is judged.
    """

    def __init__(self, named: Named, rule: Chordless, *, loops: bool) -> None:
        self.names = named.names
        self.cells = named.cells
        self.covers = (named,)
        self._loops = loops
        self._edges = indexed(rule.graph)
        self._places = [1 << v - 1 for v in rule.graph.variables]
        self._size = len(rule.graph.cells)
        self._in_order = rule.graph.variables == tuple(range(1, len(self._edges) + 1))
        self._titles = [f"r{r}c{c}" for r, c in rule.graph.cells]
        self.scope = sum(self._places)

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        chosen = on & self.scope if self._in_order else numbers(self._places, on)
        chain = component_numbers(self._size, self._edges, chosen)
        between: dict[tuple[int, int], int] = {}
        within = 0
        for (u, v), place in zip(self._edges, self._places, strict=True):
            a, b = chain[u], chain[v]
            if a != b:
                key = (a, b) if a < b else (b, a)
                between[key] = between.get(key, 0) | place
            elif off & place:
                one, other = self._titles[u], self._titles[v]
                raise Refuted(f"chordless: one path passes {one} and {other} unjoined")
            else:
                within |= place
        if self._loops:
            return within, 0
        found = 0
        for edges in between.values():
            if edges & (edges - 1):
                found |= edges
        return 0, found


def indexed(graph: Graph) -> list[tuple[int, int]]:
    """The edges as pairs of cell indices."""
    index = {cell: i for i, cell in enumerate(graph.cells)}
    return [(index[u], index[v]) for u, v in graph.edges]


def numbers(places: list[int], mask: int) -> int:
    """The places of a graph that a mask of variables holds, by their number in the graph."""
    return sum(1 << i for i, place in enumerate(places) if mask & place)


def component_numbers(size: int, edges: list[tuple[int, int]], chosen: int) -> list[int]:
    """Per cell the root of its component under the chosen edges (union-find with path halving)."""
    parent = list(range(size))
    while chosen:
        low = chosen & -chosen
        chosen ^= low
        u, v = edges[low.bit_length() - 1]
        while parent[u] != u:
            parent[u] = u = parent[parent[u]]
        while parent[v] != v:
            parent[v] = v = parent[parent[v]]
        parent[v] = u
    for cell in range(size):
        root = cell
        while parent[root] != root:
            root = parent[root]
        parent[cell] = root
    return parent
