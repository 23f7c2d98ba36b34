"""Rules over graphs in general: ``Paths`` without degrees, ``Loop`` and ``Connected``.

Each propagator decides only what every solution of its own rule shares, and refutes every complete
position that breaks it.

- :class:`Trees` (Paths): an edge that would close a cycle, or join ends that do not belong together, is
  off; a part of the edges not off with an odd number of ends of some label refutes.
- :class:`SingleLoop` (Loop): none or two edges at each cell; an edge that would close one piece while
  other edges are on is off; edges that no edge on can be joined to are off, and edges on that cannot
  be joined refute.
- :class:`Joined` (Connected): cells that no cell on can reach are off; a cell that every way between
  two cells on passes through is on; cells on that cannot be joined refute.
"""

from __future__ import annotations

from collections.abc import Iterator

from ladder.engine import Refuted, Step, bits
from ladder.projection import Memoryless
from ladder.reach import component_numbers, indexed, numbers
from ladder.techniques import Because
from puzzles.rules import Connected, Loop, Named, Paths

__all__ = ["Joined", "SingleLoop", "Trees"]


class Trees(Memoryless):
    """One :class:`puzzles.rules.Paths`, whatever the degrees are."""

    def __init__(self, named: Named, rule: Paths) -> None:
        self.names = named.names
        self.cells = named.cells
        self.covers = (named,)
        self._edges = indexed(rule.graph)
        self._places = [1 << v - 1 for v in rule.graph.variables]
        self.scope = sum(self._places)
        index = {cell: i for i, cell in enumerate(rule.graph.cells)}
        self._size = len(index)
        self._ends = {index[cell]: label for cell, label in rule.ends}

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        parts = component_numbers(self._size, self._edges, numbers(self._places, on))
        drawn = numbers(self._places, on).bit_count()
        if drawn != self._size - len(set(parts)):
            raise Refuted(f"{self._rules()}: the edges that are on close a loop")
        held = self._held(parts)
        if any(not _fit(labels) for labels in held.values()):
            raise Refuted(
                f"{self._rules()}: edges that are on join ends that do not belong together"
            )
        reach = component_numbers(self._size, self._edges, numbers(self._places, self.scope & ~off))
        for labels in self._held(reach).values():
            odd = sorted(label for label in set(labels) if labels.count(label) % 2)
            if odd:
                raise Refuted(f"{self._rules()}: a part is cut off with an odd number of {odd[0]}")
        found = 0
        for (u, v), place in zip(self._edges, self._places, strict=True):
            if not (on | off) & place:
                a, b = parts[u], parts[v]
                if a == b or not _fit(held.get(a, []) + held.get(b, [])):
                    found |= place
        return 0, found

    def _held(self, parts: list[int]) -> dict[int, list[str]]:
        held: dict[int, list[str]] = {}
        for cell, label in self._ends.items():
            held.setdefault(parts[cell], []).append(label)
        return held

    def because(self, step: Step) -> Iterator[Because]:
        reason = "it would close a loop or join ends that do not belong together"
        yield Because("tree", reason, 0, step.new_off)


def _fit(labels: list[str]) -> bool:
    """May these ends lie in one component, as far as they go?"""
    return len(labels) <= 2 and len(set(labels)) <= 1


class SingleLoop(Memoryless):
    """One :class:`puzzles.rules.Loop`."""

    def __init__(self, named: Named, rule: Loop) -> None:
        self.names = named.names
        self.cells = named.cells
        self.covers = (named,)
        self._edges = indexed(rule.graph)
        self._places = [1 << v - 1 for v in rule.graph.variables]
        self.scope = sum(self._places)
        index = {cell: i for i, cell in enumerate(rule.graph.cells)}
        self._size = len(index)
        self._at = [sum(1 << v - 1 for v in incident) for incident in rule.graph.at().values()]

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        on, off = on & self.scope, off & self.scope
        found_on, found_off = self._degrees(on, off)
        if found_on | found_off:
            return found_on, found_off
        if not on:
            if off == self.scope:
                raise Refuted(f"{self._rules()}: no edge is left for the loop")
            return 0, 0
        reach = component_numbers(self._size, self._edges, numbers(self._places, self.scope & ~off))
        held = {reach[u] for (u, _), place in self._pairs() if place & on}
        if len(held) > 1:
            raise Refuted(f"{self._rules()}: edges that are on cannot lie on one loop")
        parts = component_numbers(self._size, self._edges, numbers(self._places, on))
        pieces = {parts[u] for (u, _), place in self._pairs() if place & on}
        ends = [(on & around).bit_count() == 1 for around in self._at]
        open_ = {parts[cell] for cell, end in enumerate(ends) if end}
        if pieces - open_ and len(pieces) > 1:
            raise Refuted(f"{self._rules()}: a loop is closed beside other edges that are on")
        for (u, v), place in self._pairs():
            if not (on | off) & place:
                # Nothing is added to a loop that is closed; a piece is not closed beside others;
                # what cannot be joined to an edge that is on stays off.
                closes = parts[u] == parts[v] and len(pieces) > 1
                if not open_ or closes or reach[u] not in held:
                    found_off |= place
        return 0, found_off

    def _degrees(self, on: int, off: int) -> tuple[int, int]:
        found_on = found_off = 0
        for cell, around in enumerate(self._at):
            drawn, free = (on & around).bit_count(), around & ~(on | off)
            if drawn > 2 or (drawn == 1 and not free):
                raise Refuted(
                    f"{self._rules()}: cell {cell + 1} of its graph has one edge, or three"
                )
            if drawn == 2 or (not drawn and free and not free & (free - 1)):
                found_off |= free
            elif drawn == 1 and not free & (free - 1):
                found_on |= free
        return found_on, found_off

    def _pairs(self) -> Iterator[tuple[tuple[int, int], int]]:
        return zip(self._edges, self._places, strict=True)

    def because(self, step: Step) -> Iterator[Because]:
        if step.new_on:
            yield Because("degree", "the loop has only this way on", step.new_on, 0)
        local = 0
        for around in self._at:
            drawn, free = (step.on & around).bit_count(), around & ~(step.on | step.off)
            if drawn == 2 or (not drawn and free and not free & (free - 1)):
                local |= step.new_off & around
        if local:
            yield Because("degree", "a cell of the loop has none or two of its edges", 0, local)
        if step.new_off & ~local:
            reason = "it would close the loop too early, or cannot be joined to it"
            yield Because("loop", reason, 0, step.new_off & ~local)


class Joined(Memoryless):
    """One :class:`puzzles.rules.Connected`."""

    def __init__(self, named: Named, rule: Connected) -> None:
        self.names = named.names
        self.cells = named.cells
        self.covers = (named,)
        self._beside = {v - 1: [n - 1 for n in others] for v, others in rule.graph.beside().items()}
        self.scope = sum(1 << v for v in self._beside)

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        on, off = on & self.scope, off & self.scope
        if not on:
            return 0, 0
        start = (on & -on).bit_length() - 1
        reached, cuts = self._walk(start, on, off)
        if on & ~reached:
            raise Refuted(f"{self._rules()}: cells that are on cannot be joined")
        return cuts, self.scope & ~reached

    def _walk(self, start: int, on: int, off: int) -> tuple[int, int]:
        """What is reached from ``start`` over cells not off; and the cells without which some cell
        that is on would not be (Tarjan's low points)."""
        order = {start: 0}
        low = {start: 0}
        wanted = {start: 1}  # cells on, in the subtree of the walk
        cuts = 0
        stack = [(start, start, iter(self._beside[start]))]
        while stack:
            cell, before, others = stack[-1]
            for other in others:
                if off >> other & 1:
                    continue
                if other in order:
                    if other != before:
                        low[cell] = min(low[cell], order[other])
                    continue
                order[other] = low[other] = len(order)
                wanted[other] = on >> other & 1
                stack.append((other, cell, iter(self._beside[other])))
                break
            else:
                stack.pop()
                if stack:
                    low[before] = min(low[before], low[cell])
                    wanted[before] += wanted[cell]
                    if low[cell] >= order[before] and wanted[cell]:
                        cuts |= 1 << before
        return sum(1 << cell for cell in order), cuts

    def because(self, step: Step) -> Iterator[Because]:
        for bit in bits(step.new_on):
            reason = "every way between two of the cells passes through it"
            yield Because("bridge", reason, 1 << bit, 0)
        if step.new_off:
            yield Because("cut off", "none of the cells can reach it", 0, step.new_off)
