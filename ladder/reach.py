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

from collections import Counter

from ladder.engine import Refuted, bits
from ladder.projection import Memoryless
from puzzles.rules import Chordless, Graph, Named, Paths

__all__ = ["Reach", "ReachForces", "Touching", "components"]


class Reach(Memoryless):
    """R1 and R2 for one :class:`puzzles.rules.Paths`: refutes, and decides nothing."""

    def __init__(self, named: Named, rule: Paths, all_used: bool) -> None:
        self.names = ("reach",)
        self.cells = named.cells
        self._all_used = all_used
        self._edges = indexed(rule.graph)
        index = {cell: i for i, cell in enumerate(rule.graph.cells)}
        self._ends = {index[cell]: label for cell, label in rule.ends}
        self._neighbours: list[list[tuple[int, int]]] = [[] for _ in rule.graph.cells]
        for i, (u, v) in enumerate(self._edges):
            self._neighbours[u].append((1 << i, v))
            self._neighbours[v].append((1 << i, u))
        self.scope = (1 << len(self._edges)) - 1

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        fault = self.fault(on, off)
        if fault:
            raise Refuted(f"reach: {fault}")
        return 0, 0

    def fault(self, on: int, off: int) -> str | None:
        """How the position breaks R1 or R2, in words; None if it does not."""
        for part in groups(components(len(self.cells), self._edges, self.scope & ~off)):
            held = Counter(self._ends[cell] for cell in part if cell in self._ends)
            odd = sorted(label for label, times in held.items() if times % 2)
            if odd:
                return f"a part is cut off with only one end of {', '.join(odd)}"
            if self._all_used and not held:
                return f"the part at {self._title(part[0])} is cut off without a pair"
        chain = components(len(self.cells), self._edges, on)
        carried = {chain[cell]: label for cell, label in self._ends.items()}
        for cell, label in self._ends.items():
            if not self._meets(cell, label, off, chain, carried):
                return f"{label} at {self._title(cell)} can reach no other {label}"
        return None

    def _meets(
        self, start: int, label: str, off: int, chain: list[int], carried: dict[int, str]
    ) -> bool:
        seen = {start}
        stack = [start]
        while stack:
            for edge, other in self._neighbours[stack.pop()]:
                if off & edge or other in seen or carried.get(chain[other], label) != label:
                    continue
                if other in self._ends:
                    return True
                seen.add(other)
                stack.append(other)
        return False

    def _title(self, cell: int) -> str:
        r, c = self.cells[cell]
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
        self._loops = loops
        self._edges = indexed(rule.graph)
        self.scope = (1 << len(self._edges)) - 1

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        chain = components(len(self.cells), self._edges, on)
        between: dict[tuple[int, int], int] = {}
        within = 0
        for i, (u, v) in enumerate(self._edges):
            a, b = chain[u], chain[v]
            if a != b:
                key = (a, b) if a < b else (b, a)
                between[key] = between.get(key, 0) | 1 << i
            elif off >> i & 1:
                (r, c), (s, d) = self.cells[u], self.cells[v]
                raise Refuted(f"chordless: one path passes r{r}c{c} and r{s}c{d} unjoined")
            else:
                within |= 1 << i
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


def components(size: int, edges: list[tuple[int, int]], chosen: int) -> list[int]:
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


def groups(roots: list[int]) -> list[list[int]]:
    """The cells of each component, ascending."""
    parts: dict[int, list[int]] = {}
    for cell, root in enumerate(roots):
        parts.setdefault(root, []).append(cell)
    return list(parts.values())
