"""Norinori's regions as lifted variables, and arc consistency between neighbouring regions.

A region of k cells has C(k, 2) candidate pairs.  Two pairs of neighbouring regions are compatible when
no cell of the two regions breaks the rule ``domino`` by what the two regions decide alone: a shaded
cell has at most one shaded neighbour inside the two regions, and exactly one if all its neighbours lie
inside them.  AC-3 removes pairs without support (Mackworth 1977); it is sound, and not complete, since
a cell may touch three regions.
"""

from __future__ import annotations

from ladder.engine import Refuted, bits
from ladder.projection import Lifted, Memoryless, span
from puzzles import Norinori
from puzzles.grid import neighbours, reading_order

__all__ = ["RegionPairs"]


class RegionPairs(Memoryless):
    """AC-3 over all pairs of neighbouring regions of a Norinori board."""

    def __init__(self, board: Norinori, regions: list[Lifted]) -> None:
        self.names = ("pairs",)
        self.cells = reading_order(board.height, board.width)
        self._regions = regions
        self.scope = sum(region.scope for region in regions)
        index = {cell: i for i, cell in enumerate(self.cells)}
        around = {
            index[cell]: sum(
                1 << index[other] for other in neighbours(cell, board.height, board.width)
            )
            for cell in self.cells
        }
        self._linked: dict[int, list[int]] = {i: [] for i in range(len(regions))}
        for i, first in enumerate(regions):
            for j, second in enumerate(regions):
                if i != j and any(around[cell] & second.scope for cell in bits(first.scope)):
                    self._linked[i].append(j)
        words = [tuple(region.survivors(0, 0)) for region in regions]
        # Per ordered pair of neighbouring regions and word of the first: its supports, as a set.
        self._supports: dict[tuple[int, int], dict[int, frozenset[int]]] = {}
        for i, linked in self._linked.items():
            for j in linked:
                both = regions[i].scope | regions[j].scope
                self._supports[i, j] = {
                    p: frozenset(q for q in words[j] if _compatible(p | q, both, around))
                    for p in words[i]
                }

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        found_on = found_off = 0
        for region, domain in self.domains(on, off):
            if not domain:
                raise Refuted(
                    f"pairs: the neighbours leave no pair to the region at {span(region.cells)}"
                )
            both, either = region.scope, 0
            for pair in domain:
                both &= pair
                either |= pair
            found_on |= both
            found_off |= region.scope & ~either
        return found_on, found_off

    def domains(self, on: int, off: int) -> list[tuple[Lifted, set[int]]]:
        """The regions with their arc-consistent pairs, as board masks."""
        domains = [set(region.survivors(on, off)) for region in self._regions]
        queue = set(range(len(domains)))
        while queue:
            j = queue.pop()
            for i in self._linked[j]:
                supports, other = self._supports[i, j], domains[j]
                kept = {p for p in domains[i] if not supports[p].isdisjoint(other)}
                if len(kept) < len(domains[i]):
                    domains[i] = kept
                    queue.add(i)
        return list(zip(self._regions, domains, strict=True))


def _compatible(shaded: int, inside: int, around: dict[int, int]) -> bool:
    for cell in bits(shaded):
        beside = (shaded & around[cell]).bit_count()
        if beside > 1 or (beside == 0 and not around[cell] & ~inside):
            return False
    return True
