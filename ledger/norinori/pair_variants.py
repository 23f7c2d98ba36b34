"""Other variants of Norinori's rung ``pairs``, to see which one the article's figures fit (N3, N4).

The rung judges a shaded cell by the shading of two neighbouring regions.  ``whole`` judges only cells
all of whose neighbours lie in the two; ``informed`` judges also by what the position says of the cells
outside them: one that is known to be shaded counts, one that is known not to be is no way out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from operator import and_, or_

from ladder import LadderEngine, Refuted, ladder_of
from ladder.engine import Propagator
from ladder.pairs import RegionPairs
from ladder.projection import Lifted, Memoryless, span
from puzzles import Norinori
from puzzles.grid import neighbours, reading_order

__all__ = ["VARIANTS", "engine", "regions"]


class Informed(Memoryless):
    """AC-3 between neighbouring regions in which the position takes part in the judgement."""

    def __init__(self, board: Norinori, lifted: list[Lifted]) -> None:
        self.names = ("pairs",)
        self.cells = reading_order(board.height, board.width)
        self.scope = (1 << len(self.cells)) - 1
        number = {cell: 1 << i for i, cell in enumerate(self.cells)}
        self._around = {
            number[cell]: sum(number[n] for n in neighbours(cell, board.height, board.width))
            for cell in self.cells
        }
        self._regions = lifted
        self._pairs = [[a | b for a, b in combinations(r.places, 2)] for r in lifted]
        self._linked = [
            [j for j, other in enumerate(lifted) if self._beside(region.scope) & other.scope]
            for region in lifted
        ]

    def _beside(self, cells: int) -> int:
        near = reduce(or_, (around for cell, around in self._around.items() if cell & cells))
        return near & ~cells

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        domains = [
            [p for p in pairs if not p & off and p & on == region.scope & on]
            for region, pairs in zip(self._regions, self._pairs, strict=True)
        ]
        queue = set(range(len(domains)))
        while queue:
            j = queue.pop()
            for i in self._linked[j]:
                both = self._regions[i].scope | self._regions[j].scope
                closed = both | off
                kept = [
                    p for p in domains[i] if any(self._fits(p | q, on, closed) for q in domains[j])
                ]
                if len(kept) < len(domains[i]):
                    domains[i] = kept
                    queue.add(i)
        found_on = found_off = 0
        for region, domain in zip(self._regions, domains, strict=True):
            if not domain:
                raise Refuted(f"pairs: no pair is left to the region at {span(region.cells)}")
            found_on |= reduce(and_, domain)
            found_off |= region.scope & ~reduce(or_, domain)
        return found_on, found_off

    def _fits(self, shaded: int, on: int, closed: int) -> bool:
        """``closed``: cells that are shaded only if they are among ``shaded`` or ``on``."""
        left = shaded
        while left:
            cell = left & -left
            left ^= cell
            near = self._around[cell]
            beside = (near & (shaded | on)).bit_count()
            if beside > 1 or (not beside and not near & ~closed):
                return False
        return True


def regions(board: Norinori) -> list[Lifted]:
    """The regions as lifted variables, as the rung ``local`` has them."""
    return [p for p in _local(board) if isinstance(p, Lifted) and p.names == ("region",)]


def _local(board: Norinori) -> tuple[Propagator, ...]:
    return ladder_of(board).rungs[0].propagators


def engine(board: Norinori, variant: str) -> LadderEngine:
    """``local`` with AC-3 by a variant: ``pairs`` as the rung has it, ``whole`` or ``informed``."""
    return LadderEngine(board, [*_local(board), *VARIANTS[variant](board)])


def _rung(board: Norinori) -> Iterable[Propagator]:
    return [RegionPairs(board, regions(board))]


def _whole(board: Norinori) -> Iterable[Propagator]:
    return [RegionPairs(board, regions(board), whole=True)]


def _informed(board: Norinori) -> Iterable[Propagator]:
    return [RegionPairs(board, regions(board)), Informed(board, regions(board))]


VARIANTS = {"pairs": _rung, "whole": _whole, "informed": _informed}
