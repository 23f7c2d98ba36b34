"""What a judge that is still open makes of the cells to come, for the checker alone.

Prospects are found by trying all values; equal ones are one. Where that would be too many trials, the
values read are kept as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sequences.local_check.structures import Judge

__all__ = ["Place", "Position", "Prospects"]

TRIALS = 300_000
"""Values that are tried for one judge at most."""

Position = tuple[int, int]
"""(row, column), the row relative to the judge's or to the one being read."""


@dataclass(frozen=True)
class Place:
    """A judge at a column. Its cells in the order in which they are read, relative to its row."""

    judge: Judge
    cells: tuple[Position, ...]
    seen_at: tuple[int | None, ...]
    """For each offset of the judge the number of its cell; None beyond a side."""

    def verdict(self, read: tuple[int | None, ...]) -> int:
        """What the judge says if no further cell exists: 0 if it fails, else 1."""
        known = len(read)
        return int(
            not self.judge.fails(
                [None if i is None or i >= known else read[i] for i in self.seen_at]
            )
        )


class Prospects:
    """Prospects as numbers. 0: the judge fails; 1: it does not; others as found."""

    def __init__(self, values: list[int]) -> None:
        self._values = values
        self._children: list[tuple[int, ...] | None] = [(0,) * len(values), (1,) * len(values)]
        self._ends: list[int | None] = [0, 1]
        self._known: dict[Any, int] = {}
        self._begun: dict[Any, int] = {}
        self._table: Any = np.zeros((0, len(values)), dtype=np.int32)
        """The children known so far, as an array; -1 where they are not."""
        self._plain: dict[int, tuple[Place, tuple[int | None, ...]]] = {}
        """Prospects that are no more than the values read."""

    def begin(self, place: Place, missing: int) -> int:
        """Before the first cell that exists; the first `missing` ones lie above the array."""
        rows = [row for row, _ in place.cells]
        breaks = tuple(
            i for i in range(missing, len(rows)) if i == missing or rows[i] != rows[i - 1]
        )
        key = (id(place.judge), place.seen_at, missing, breaks)
        if key not in self._begun:
            like = place.judge.like
            kinds = {value if like is None else like(value) for value in self._values}
            many = len(kinds) ** (len(rows) - missing) > TRIALS
            prefix = (None,) * missing
            self._begun[key] = (
                self._kept(place, prefix) if many else self._try(place, prefix, breaks)
            )
        return self._begun[key]

    def _new(self, key: Any, children: tuple[int, ...] | None, end: int | None) -> int:
        if key not in self._known:
            self._known[key] = len(self._ends)
            self._children.append(children)
            self._ends.append(end)
        return self._known[key]

    def _try(self, place: Place, read: tuple[int | None, ...], breaks: tuple[int, ...]) -> int:
        if len(read) == len(place.cells):
            return place.verdict(read)
        like = place.judge.like
        stands = [value if like is None else like(value) for value in self._values]
        by_value = {v: self._try(place, (*read, v), breaks) for v in dict.fromkeys(stands)}
        children = tuple(by_value[value] for value in stands)
        end = place.verdict(read) if len(read) in breaks else None
        if children[0] in (0, 1) and set(children) == {children[0]} and end in (None, children[0]):
            return children[0]
        return self._new((children, end), children, end)

    def _kept(self, place: Place, read: tuple[int | None, ...]) -> int:
        if len(read) == len(place.cells):
            return place.verdict(read)
        # Two judges may be equal as objects only if they are one.
        found = self._new((id(place), read), None, None)
        self._plain[found] = (place, read)
        return found

    def after(self, prospects: Any, numbers: Any) -> Any:
        """Arrays: each prospect after a cell with the value of each number."""
        while True:
            if len(self._table) < len(self._children):
                unknown = (-1,) * len(self._values)
                self._table = np.array([c or unknown for c in self._children], dtype=np.int32)
            found = self._table[prospects, numbers]
            missing = found < 0
            if not missing.any():
                return found
            for prospect in np.unique(prospects[missing]).tolist():
                self._table[prospect] = self._children[prospect] = self._grown(prospect)

    def _grown(self, prospect: int) -> tuple[int, ...]:
        """The prospects after one that is no more than the values read."""
        place, read = self._plain[prospect]
        return tuple(self._kept(place, (*read, value)) for value in self._values)

    def end(self, prospects: Any) -> Any:
        """An array: what each comes to if the array ends after a row."""
        met, which = np.unique(prospects, return_inverse=True)
        return np.array([self._end(int(prospect)) for prospect in met], dtype=np.int8)[which]

    def _end(self, prospect: int) -> int:
        if prospect in self._plain:
            place, read = self._plain[prospect]
            return place.verdict(read)
        found = self._ends[prospect]
        assert found is not None
        return found
