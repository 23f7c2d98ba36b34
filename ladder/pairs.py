"""Norinori's regions as lifted variables, and arc consistency between neighbouring regions.

A region of k cells has C(k, 2) candidate pairs.  A pair of one region and a pair of a
neighbouring region are judged on the board that they make: *both regions from the two pairs,
every other cell from the board as it stands*, shaded, unshaded or open.  They are compatible
unless a shaded cell of either region has two shaded neighbours or more, or none and no open
neighbour outside the two regions that could become its partner.  AC-3 removes pairs without
support (Mackworth 1977) and looks again at a region's other neighbours when it loses pairs.  It
is sound, and not complete, since a cell may touch three regions.

What the board says of the cells around two regions is the *edge* of their arc.  A node keeps each
region's domain, a set of pairs by number; a child looks only at the arcs whose edge its new
literals touch and at those into regions that lose pairs.  The judgement is monotone: a cell
decided outside only ever makes more pairs incompatible, so that a child may start from its
parent's domains.
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

_KEPT = 20_000
"""Tables of supports kept at a time; a long search starts to collect anew."""


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


@dataclass(frozen=True, slots=True)
class _Arc:
    """Region ``first`` asks neighbouring region ``second`` for support."""

    first: int
    second: int
    edge: int
    """The cells beside the two regions, in neither."""


class RegionPairs:
    """AC-3 over all pairs of neighbouring regions of a Norinori board.

    Without ``outside`` the board around two regions is not looked at, and any cell there could be a
    partner: a weaker constraint, with which the ledger compares (claim N3).
    """

    def __init__(self, board: Board, regions: list[Lifted], *, outside: bool = True) -> None:
        self.names = ("pairs",)
        self.covers: tuple[Named, ...] = ()
        self.cells: tuple[Cell, ...] = reading_order(board.height, board.width)
        self._regions = [_Region.of(region) for region in regions]
        self.scope = reduce(or_, (region.scope for region in regions), 0)
        number = {cell: 1 << i for i, cell in enumerate(self.cells)}
        self._around = {
            number[cell]: sum(number[n] for n in neighbours(cell, board.height, board.width))
            for cell in self.cells
        }
        self._outside = outside
        self._arcs: list[_Arc] = []
        self._into: list[list[int]] = [[] for _ in regions]
        reach = [reduce(or_, (self._around[p] for p in r.holding), 0) for r in self._regions]
        for i, first in enumerate(regions):
            for j, second in enumerate(regions):
                if i != j and reach[i] & second.scope:
                    self._into[j].append(len(self._arcs))
                    edge = (reach[i] | reach[j]) & ~(first.scope | second.scope)
                    self._arcs.append(_Arc(i, j, edge))
        self._tables: dict[tuple[int, int, int], list[int]] = {}

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
        queue: set[int] = set()
        for i, region in enumerate(self._regions):
            if changed & region.lifted.scope or state.fresh:
                kept = domains[i] & ~region.meeting(off)
                for place in bits(on & region.lifted.scope):
                    kept &= region.holding[1 << place]
                if kept != domains[i]:
                    domains[i] = kept
                    queue.update(self._into[i])
        for number, arc in enumerate(self._arcs):
            if state.fresh or (self._outside and changed & arc.edge):
                queue.add(number)
        state.fresh = False
        while queue:
            number = queue.pop()
            arc = self._arcs[number]
            supports, other = self._supports(number, on, off), domains[arc.second]
            kept = domains[arc.first]
            for p in bits(kept):
                if not supports[p] & other:
                    kept &= ~(1 << p)
            if kept != domains[arc.first]:
                domains[arc.first] = kept
                queue.update(self._into[arc.first])

    def _supports(self, number: int, on: int, off: int) -> list[int]:
        """For each pair of the arc's first region the compatible pairs of the second, as a set."""
        arc = self._arcs[number]
        on, off = (on & arc.edge, off & arc.edge) if self._outside else (0, 0)
        found = self._tables.get((number, on, off))
        if found is None:
            if len(self._tables) >= _KEPT:
                self._tables.clear()
            first, second = self._regions[arc.first], self._regions[arc.second]
            found = _compatible(first, second, self._around, on, arc.edge & ~off)
            self._tables[number, on, off] = found
        return found


def _compatible(
    first: _Region, second: _Region, around: dict[int, int], shaded: int, possible: int
) -> list[int]:
    """For each pair of the first region the compatible pairs of the second, as a set.

    ``shaded``: the cells beside the two regions that are known to be shaded; ``possible``: those
    that are not known to be unshaded.
    """
    everything = (1 << len(second.pairs)) - 1
    # Per cell of the second region: the pairs with that cell that break the rule at it, where none, one
    # or two cells beside it are shaded by the first region's pair and outside.
    broken: dict[int, tuple[int, int, int]] = {}
    for cell, holding in second.holding.items():
        beside = holding & second.meeting(around[cell])
        alone = 0 if around[cell] & possible else holding & ~beside
        broken[cell] = (alone, beside, holding)
    found = []
    for pair in first.pairs:
        bad = 0
        for cell, faults in broken.items():
            bad |= faults[min((around[cell] & (pair | shaded)).bit_count(), 2)]
        for place in bits(pair):
            near = around[1 << place]
            known = (near & (pair | shaded)).bit_count()
            # Of the second region's cells beside this one, a pair may hold none, one or two.
            one = second.meeting(near)
            if known >= 2:
                bad = everything
            elif known == 1:
                bad |= one
            else:
                bad |= reduce(or_, _doubles(second, near), 0)
                if not near & possible:
                    bad |= everything & ~one
        found.append(everything & ~bad)
    return found


def _doubles(region: _Region, cells: int) -> list[int]:
    """The pairs both of whose cells are among ``cells``, as sets of one."""
    held = [holding for cell, holding in region.holding.items() if cell & cells]
    return [a & b for a, b in combinations(held, 2)]
