"""Norinori's regions as lifted variables, and arc consistency between neighbouring regions.

A region of k cells has C(k, 2) candidate pairs.  Two pairs of neighbouring regions are compatible when
no cell of the two regions breaks the rule ``domino`` by what the two regions decide alone: a shaded
cell has at most one shaded neighbour inside the two regions, and exactly one if all its neighbours lie
inside them.  AC-3 removes pairs without support (Mackworth 1977); it is sound, and not complete, since
a cell may touch three regions.  A weaker variant (``whole``) judges only cells all of whose neighbours
lie inside the two regions; it is kept to compare figures (claim N3).

A node keeps each region's domain, a set of pairs by number, so that a child looks only at the regions
that its new literals touch and at those that lose pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

from ladder.engine import Refuted, bits
from ladder.projection import Lifted, span
from puzzles import Board
from puzzles.grid import neighbours, reading_order
from puzzles.rules import Cell, Named

__all__ = ["RegionPairs"]


@dataclass(frozen=True, slots=True)
class _Region:
    """A region's cells and pairs as board masks; ``holding[cell]``: the pairs with that cell."""

    lifted: Lifted
    pairs: tuple[int, ...]
    holding: dict[int, int]

    @classmethod
    def of(cls, lifted: Lifted) -> _Region:
        pairs = tuple(a | b for a, b in combinations(lifted.places, 2))
        holding = {
            place: sum(1 << k for k, pair in enumerate(pairs) if pair & place)
            for place in lifted.places
        }
        return cls(lifted, pairs, holding)

    def meeting(self, cells: int) -> int:
        """The pairs with one of these cells at least."""
        return reduce(or_, (held for cell, held in self.holding.items() if cell & cells), 0)

    def project(self, domain: int) -> tuple[int, int]:
        """What the pairs of the domain agree on."""
        on = off = 0
        for place, holding in self.holding.items():
            held = domain & holding
            if not held:
                off |= place
            elif held == domain:
                on |= place
        return on, off


@dataclass(slots=True)
class _Domains:
    pairs: list[int]
    fresh: bool  # nothing has been made consistent yet


class RegionPairs:
    """AC-3 over all pairs of neighbouring regions of a Norinori board."""

    def __init__(self, board: Board, regions: list[Lifted], *, whole: bool = False) -> None:
        self.names = ("pairs",)
        self.covers: tuple[Named, ...] = ()
        self.cells: tuple[Cell, ...] = reading_order(board.height, board.width)
        self._regions = [_Region.of(region) for region in regions]
        self.scope = reduce(or_, (region.scope for region in regions), 0)
        number = {cell: 1 << i for i, cell in enumerate(self.cells)}
        around = {
            number[cell]: sum(number[n] for n in neighbours(cell, board.height, board.width))
            for cell in self.cells
        }
        self._linked: list[list[int]] = [[] for _ in regions]
        # Per ordered pair of neighbouring regions and pair of the first: its supports in the second.
        self._supports: dict[tuple[int, int], list[int]] = {}
        for i, first in enumerate(self._regions):
            for j, second in enumerate(self._regions):
                if i != j and any(around[place] & second.lifted.scope for place in first.holding):
                    self._linked[j].append(i)
                    self._supports[i, j] = _supports(first, second, around, whole)

    def state(self) -> object:
        return _Domains([(1 << len(region.pairs)) - 1 for region in self._regions], True)

    def copy(self, state: object) -> object:
        assert isinstance(state, _Domains)
        return _Domains(state.pairs.copy(), state.fresh)

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        assert isinstance(state, _Domains)
        self._filter(on, off, changed, state)
        found_on = found_off = 0
        for region, domain in zip(self._regions, state.pairs, strict=True):
            if not domain:
                where = span(region.lifted.cells)
                raise Refuted(f"pairs: the neighbours leave no pair to the region at {where}")
            agreed = region.project(domain)
            found_on |= agreed[0]
            found_off |= agreed[1]
        return found_on, found_off

    def domains(self, on: int, off: int) -> list[tuple[Lifted, int]]:
        """The regions, each with the number of its arc-consistent pairs in this position."""
        state = self.state()
        assert isinstance(state, _Domains)
        self._filter(on, off, on | off, state)
        return [
            (region.lifted, domain.bit_count())
            for region, domain in zip(self._regions, state.pairs, strict=True)
        ]

    def _filter(self, on: int, off: int, changed: int, state: _Domains) -> None:
        """Strike the pairs that the position forbids, then those without support."""
        domains = state.pairs
        queue = set(range(len(domains))) if state.fresh else set()
        for i, region in enumerate(self._regions):
            if changed & region.lifted.scope or state.fresh:
                kept = domains[i] & ~region.meeting(off)
                for place in bits(on & region.lifted.scope):
                    kept &= region.holding[1 << place]
                if kept != domains[i]:
                    domains[i] = kept
                    queue.add(i)
        state.fresh = False
        while queue:
            j = queue.pop()
            for i in self._linked[j]:
                supports, other = self._supports[i, j], domains[j]
                kept = domains[i]
                for p in bits(kept):
                    if not supports[p] & other:
                        kept &= ~(1 << p)
                if kept != domains[i]:
                    domains[i] = kept
                    queue.add(i)


def _supports(first: _Region, second: _Region, around: dict[int, int], whole: bool) -> list[int]:
    """For each pair of the first region the compatible pairs of the second, as a set."""
    both = first.lifted.scope | second.lifted.scope
    judged = {cell: not whole or not near & ~both for cell, near in around.items()}
    everything = (1 << len(second.pairs)) - 1
    # Per cell of the second region and number of neighbours that the first one shades: the pairs
    # with that cell that then break the rule at it.
    broken: dict[int, tuple[int, int, int]] = {}
    for cell, holding in second.holding.items():
        beside = holding & second.meeting(around[cell])
        alone = 0 if around[cell] & ~both else holding & ~beside
        broken[cell] = (alone, beside, holding) if judged[cell] else (0, 0, 0)
    found = []
    for pair in first.pairs:
        bad = 0
        for cell, faults in broken.items():
            bad |= faults[(around[cell] & pair).bit_count()]
        for place in bits(pair):
            if not judged[1 << place]:
                continue
            near = around[1 << place]
            inside = (near & pair).bit_count()
            # Of the second region's cells beside this one, a pair may hold none, one or two.
            one = second.meeting(near)
            two = reduce(or_, _doubles(second, near), 0)
            if inside:
                bad |= one
            else:
                bad |= two if near & ~both else everything & ~one | two
        found.append(everything & ~bad)
    return found


def _doubles(region: _Region, cells: int) -> list[int]:
    """The pairs both of whose cells are among ``cells``, as sets of one."""
    held = [holding for cell, holding in region.holding.items() if cell & cells]
    return [a & b for a, b in combinations(held, 2)]
