"""Random solutions and marginals of one component, from a machine's layers or from halves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random
from typing import Any, Protocol

from count.frontier import machine as evaluation
from count.frontier.halves import Halves, Join, Lines, both, count_lines, dictionary
from count.frontier.machine import FrontierMachine, Weights

__all__ = ["Joined", "Layered", "Solutions", "Weighable"]


class Solutions(Protocol):
    """The solutions of one component."""

    def any(self) -> bool:
        """Is there one?"""

    def sample(self, n: int, rng: Random) -> list[int]:
        """``n`` masks, uniform and independent."""

    def marginals(self) -> dict[int, Fraction]:
        """The share of each variable that is ever true."""


class Weighable(Solutions, Protocol):
    """Solutions whose literals may have weights."""

    def weighted(self, weights: Weights) -> Fraction:
        """The sum over the solutions of the product of their literals' weights."""


class Layered:
    """The paths through a machine whose layers are kept."""

    def __init__(self, machine: FrontierMachine[Any], budget: int) -> None:
        self._machine = machine
        self._layers = evaluation.completions(machine, budget)

    def any(self) -> bool:
        return bool(self._layers[0])

    def sample(self, n: int, rng: Random) -> list[int]:
        return evaluation.sample(self._machine, self._layers, n, rng)

    def marginals(self) -> dict[int, Fraction]:
        return evaluation.marginals(self._machine, self._layers)

    def weighted(self, weights: Weights) -> Fraction:
        return evaluation.weighted(self._machine, weights)


class Joined:
    """Grids of distinct rows, joined from halves.

    A half is drawn with the number of grids that hold it, its partner with the number of its
    orders, and then an order of each half's rows: all by exact integers.
    """

    def __init__(self, job: Lines) -> None:
        sides = both(job)
        if sides is None or not job.distinct_rows:
            raise ValueError("halves do not say which rows they hold, or are too many for int64")
        self._job = job
        self._join = Join(job, *sides)
        self._words = dictionary(job)
        weights = self._join.completions * self._join.upper.ways
        self._cumulated = weights.cumsum()

    def any(self) -> bool:
        return bool(self._join.total())

    def sample(self, n: int, rng: Random) -> list[int]:
        middle = (self._job.height + 1) // 2
        words = self._job.words
        drawn = []
        for _ in range(n):
            rank = rng.randrange(self._join.total())
            i = int(self._cumulated.searchsorted(rank, "right"))
            partners, ways = self._join.partners(i)
            cumulated = ways.cumsum()
            j = int(partners[cumulated.searchsorted(rng.randrange(int(cumulated[-1])), "right")])
            above = rng.choice(self._orders(self._join.upper, i, words[:middle]))
            below = rng.choice(self._orders(self._join.lower, j, words[middle:][::-1]))
            drawn.append(self._mask((*above, *below[::-1])))
        return drawn

    def marginals(self) -> dict[int, Fraction]:
        """One count per cell, with that cell set to 1."""
        total = self._join.total()
        shares = {}
        for r, variables in enumerate(self._job.variables):
            for c, variable in enumerate(variables):
                rows = list(self._job.words)
                rows[r] = tuple(word for word in rows[r] if word >> c & 1)
                counted = count_lines(replace(self._job, words=tuple(rows)))
                # Fewer grids than before: the bound holds again.
                assert counted is not None
                if counted:
                    shares[variable] = Fraction(counted, total)
        return shares

    def _orders(
        self, halves: Halves, i: int, rows: Sequence[Sequence[int]]
    ) -> list[tuple[int, ...]]:
        """The orders of half i's rows, from the rim of the board to the cut."""
        used = [int(limb) for limb in halves.used[i]]
        members = [w for k, w in enumerate(self._words) if used[k >> 6] >> (k & 63) & 1]
        edge = int(halves.edge[i])
        return [
            order
            for order in permutations(members)
            if all(word in row for word, row in zip(order, rows, strict=True))
            and (not self._job.runs or self._edge(order) == edge)
        ]

    def _edge(self, order: Sequence[int]) -> int | None:
        """The row at the cut and its runs of two, as halves keep them; None if a run is three."""
        full = (1 << self._job.width) - 1
        twice = 0
        for before, word in pairwise(order):
            alike = ~(before ^ word) & full
            if twice & alike:
                return None
            twice = alike
        return order[-1] | twice << 16 if order else 0

    def _mask(self, rows: Sequence[int]) -> int:
        return sum(
            (word >> c & 1) << variable - 1
            for word, variables in zip(rows, self._job.variables, strict=True)
            for c, variable in enumerate(variables)
        )
