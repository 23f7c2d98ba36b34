"""Numberlink's chains: maximal paths of edges known to be on.

With every degree at most two, a component of on-edges is a path, and only its two ends matter.  A
node keeps, for each cell that is an end of its chain, the other end (``mate``) and the label that the
chain carries, if any.  Rung ``chain``: no edge that closes a loop, none that welds two labels.

Not decided here: degrees (the tables of rule ``degree`` do that; this propagator needs them in force).
"""

from __future__ import annotations

from dataclasses import dataclass

from ladder.engine import Refuted, bits
from ladder.projection import Memoryless
from native.words import shown
from puzzles.rules import Named, Paths

__all__ = ["Chains"]


@dataclass(slots=True)
class _Chains:
    mate: list[int]
    label: list[int]  # per chain end: label number, 0 for none
    fresh: bool  # nothing has been looked at yet


class Chains(Memoryless):
    """The chain rule of one :class:`puzzles.rules.Paths`, kept up edge by edge."""

    def __init__(self, named: Named, rule: Paths) -> None:
        self.names = ("chain",)
        self.cells = named.cells
        self.covers = (named,)
        graph = rule.graph
        index = {cell: i for i, cell in enumerate(graph.cells)}
        self._edges = {v - 1: (index[a], index[b]) for v, a, b in graph.arcs()}
        """The two cells of each edge, by the bit of its variable."""
        self._names = {index[cell]: label for cell, label in rule.ends}
        self._at: list[list[tuple[int, int]]] = [[] for _ in graph.cells]
        for i, (u, v) in self._edges.items():
            self._at[u].append((1 << i, v))
            self._at[v].append((1 << i, u))
        numbers: dict[str, int] = {}
        self._labels = [0] * len(graph.cells)
        for cell, label in rule.ends:
            self._labels[index[cell]] = numbers.setdefault(label, len(numbers) + 1)
        self.scope = sum(1 << i for i in self._edges)

    def state(self) -> object:
        return _Chains(list(range(len(self._labels))), self._labels.copy(), True)

    def copy(self, state: object) -> object:
        assert isinstance(state, _Chains)
        return _Chains(state.mate.copy(), state.label.copy(), state.fresh)

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        assert isinstance(state, _Chains)
        mate, label = state.mate, state.label
        ends = set(range(len(mate))) if state.fresh else set()
        state.fresh = False
        for i in bits(changed & on):
            u, v = self._edges[i]
            a, b = mate[u], mate[v]
            if a == v:
                raise Refuted(f"chain: edge {self._edge(i)} closes a loop")
            carried, other = label[a], label[b]
            if carried and other and carried != other:
                raise Refuted(f"chain: edge {self._edge(i)} welds two labels")
            mate[a], mate[b] = b, a
            label[a] = label[b] = carried or other
            # Both ends of a finished path stay in ``label``, so that a third end is refused.
            ends.update((a, b))
        found_off = 0
        decided = on | off
        for a in ends:
            for edge, b in self._at[a]:
                if decided & edge or not self._is_end(b, mate):
                    continue
                if (mate[a] == b and a != b) or (label[a] and label[b] and label[a] != label[b]):
                    found_off |= edge
        return 0, found_off

    @staticmethod
    def _is_end(cell: int, mate: list[int]) -> bool:
        return mate[mate[cell]] == cell

    def _edge(self, i: int) -> str:
        u, v = self._edges[i]
        return "-".join(f"r{r}c{c}" for r, c in (self.cells[u], self.cells[v]))

    def fault(self, i: int, on: int) -> str:
        """What edge i would do to the chains of the edges ``on``, in words."""
        u, v = self._edges[i]
        reached = self._chain(u, on)
        if v in reached:
            return "would close a loop"
        one, other = (
            {self._names[c] for c in part if c in self._names}
            for part in (reached, self._chain(v, on))
        )
        return f"would weld {' and '.join(map(shown, sorted(one | other)))}"

    def _chain(self, start: int, on: int) -> set[int]:
        reached = {start}
        stack = [start]
        while stack:
            for edge, other in self._at[stack.pop()]:
                if on & edge and other not in reached:
                    reached.add(other)
                    stack.append(other)
        return reached
