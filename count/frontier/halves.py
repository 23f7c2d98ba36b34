"""Distinct lines by meeting in the middle: upper halves joined with lower halves.

A grid of lines that must differ remembers too much from top to bottom (which row words are used),
but half of it is small.  Upper halves are built row by row, lower halves from the last row up; each
is kept as

- the set of row words used,
- the ones of each column,
- the row at the cut, and where the row before it is equal to it (runs of two),
- the pairs of columns that are equal so far,

with the number of ways to order its rows so.  Two halves make a grid exactly if their columns' ones
add up and none of these meet: a row word used in both, a column pair equal in both, a run of two
facing its own value.  Each of these is one bit here and one bit there, so a half is a bit mask, and
halves fit if their masks are disjoint.  Counts add up in int64 below a bound computed beforehand.

This is the method that the public program for A253316 (12 x 12) uses, in its plainest form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from count.frontier.components import Component
from puzzles.language import Line
from puzzles.rules import Cell, Distinct, Place, Table, cells_of

__all__ = [
    "Halves",
    "Join",
    "Lines",
    "both",
    "count_lines",
    "dictionary",
    "estimate_lines",
    "lines",
]

_MOST_ROWS, _MOST_COLUMNS = 14, 11
"""Columns' ones are kept in 4 bits, with room to test them against height / 2 <= 7; column pairs
in 64 bits."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A component of whole lines: what each row may be, and the rules of the columns.

    ``variables[r]`` are the variables of row r and ``words[r]`` its words (bit c is column c).
    ``ones`` is the number of ones of
    every column, None if it is free; ``runs`` forbids three equal cells down a column.
    """

    height: int
    width: int
    variables: tuple[tuple[int, ...], ...]
    words: tuple[tuple[int, ...], ...]
    ones: int | None
    runs: bool
    distinct_rows: bool
    distinct_columns: bool


def lines(component: Component, places: Sequence[Place]) -> Lines | None:
    """The component as whole lines; None if it is of another kind or too large for the masks."""
    at: dict[Cell, int] = {}
    for v in component.variables:
        cell, *more = cells_of(places[v - 1])
        if more:
            return None
        at[cell] = v
    height, width = (max(cell[i] for cell in at) + 1 for i in (0, 1))
    if not len(component.variables) == len(at) == height * width:
        return None
    if height > _MOST_ROWS or width > _MOST_COLUMNS:
        return None
    rows = [tuple(at[r, c] for c in range(width)) for r in range(height)]
    columns = list(zip(*rows, strict=True))
    tables: dict[tuple[int, ...], Line] = {}
    distinct: set[tuple[tuple[int, ...], ...]] = set()
    for rule in component.rules:
        if isinstance(rule, Table) and isinstance(rule.words, Line):
            if rule.scope in tables:
                return None  # a line bound twice
            tables[rule.scope] = rule.words
        elif isinstance(rule, Distinct):
            distinct.add(rule.lines)
        else:
            return None
    known = {tuple(rows), tuple(columns)}
    below = {tables.get(column) for column in columns}
    if not distinct <= known or len(below) != 1 or not set(tables) <= {*rows, *columns}:
        return None
    (column,) = below
    if column is not None and column.run not in (None, 3):
        return None
    if column is not None and column.ones is not None and 2 * column.ones != height:
        return None
    return Lines(
        height,
        width,
        tuple(rows),
        tuple(_words(tables.get(row), row, component.fixed) for row in rows),
        column.ones if column else None,
        column is not None and column.run == 3,
        tuple(rows) in distinct and height > 1,
        tuple(columns) in distinct and width > 1,
    )


def _words(language: Line | None, row: Sequence[int], fixed: Mapping[int, int]) -> tuple[int, ...]:
    mask = sum(1 << i for i, v in enumerate(row) if v in fixed)
    values = sum(fixed[v] << i for i, v in enumerate(row) if v in fixed)
    listed = range(1 << len(row)) if language is None else language
    return tuple(word for word in listed if (word ^ values) & mask == 0)


def count_lines(job: Lines) -> int | None:
    """The number of grids; None if the bound on it does not fit the machine's integers."""
    sides = both(job)
    if sides is None:
        return None
    upper, lower = sides
    if not _symmetric(job):
        return Join(job, upper, lower).total()
    # Exchanging 0 and 1 pairs off the grids: count those with a 0 in the first cell above the cut.
    return 2 * Join(job, upper.where(upper.edge & 1 == 0), lower).total()


def both(job: Lines) -> tuple[Halves, Halves] | None:
    """Upper and lower halves; None if numbers of grids might not fit int64."""
    middle = (job.height + 1) // 2
    rows = (job.words[:middle], job.words[middle:][::-1])
    if any(prod(map(len, side)) >= 1 << 63 for side in rows):
        return None
    upper = _half(job, rows[0])
    lower = upper if rows[0] == rows[1] else _half(job, rows[1])
    if int(upper.ways.sum()) * int(lower.ways.sum()) >= 1 << 63:
        return None
    return upper, lower


def _symmetric(job: Lines) -> bool:
    """Does exchanging 0 and 1 keep all rules?  (Only asked for where rows at the cut are kept.)"""
    full = (1 << job.width) - 1
    return job.runs and all({w ^ full for w in words} == set(words) for words in job.words)


def estimate_lines(job: Lines) -> int:
    """About how many halves there are, before equal ones are merged: the larger side's.

    Rows as if they were independent; of the 2^m ways to fill a column of m cells, those count
    which the run rule lets pass.  Columns' ones are left out.  Right within a factor of four on
    blank boards.
    """
    middle = (job.height + 1) // 2
    sides = (job.words[:middle], job.words[middle:])
    passing = len(Line(middle, 3 if job.runs else None, None))
    given = [prod(len(words) for words in side) for side in sides]
    return int(max(given) * passing**job.width >> middle * job.width)


@dataclass(frozen=True, slots=True)
class Halves:
    """All halves of one side, one per row of each array.

    ``used``: (n, words / 64) uint64; ``ones``: 4 bits a column; ``edge``: the row at the cut,
    above bit 16 where the row before is equal to it; ``equal``: pairs of columns; ``ways``: int64.
    """

    used: Any
    ones: Any
    edge: Any
    equal: Any
    ways: Any

    def where(self, chosen: Any) -> Halves:
        """The halves that a numpy index chooses."""
        return Halves(*(array[chosen] for array in self._arrays()))

    def _arrays(self) -> tuple[Any, ...]:
        return self.used, self.ones, self.edge, self.equal, self.ways


def dictionary(job: Lines) -> list[int]:
    """All row words, ascending: bit i of ``used`` is the i-th."""
    return sorted({word for words in job.words for word in words})


def _half(job: Lines, rows: Sequence[Sequence[int]]) -> Halves:
    """The halves made of these rows, the cut behind the last one."""
    import numpy as np

    from count.frontier.kernels import extend, merge

    index = {word: i for i, word in enumerate(dictionary(job))}
    limbs = max(1, -(-len(index) // 64)) if job.distinct_rows else 1
    pairs = [(i, j) for j in range(job.width) for i in range(j)] if job.distinct_columns else []
    # A record: used words, ones, edge, equal pairs.
    records = np.zeros((1, limbs + 3), dtype=np.uint64)
    records[0, limbs + 2] = (1 << len(pairs)) - 1
    ways = np.ones(1, dtype=np.int64)
    for r, words in enumerate(rows):
        spread = [sum((word >> c & 1) << 4 * c for c in range(job.width)) for word in words]
        alike = [
            sum(1 << k for k, (i, j) in enumerate(pairs) if (word >> i ^ ~word >> j) & 1)
            for word in words
        ]
        numbers = [index[word] if job.distinct_rows else -1 for word in words]
        records, ways = extend(
            records,
            ways,
            np.array(words, dtype=np.uint64),
            np.array([word if job.runs else 0 for word in words], dtype=np.uint64),
            np.array(spread, dtype=np.uint64),
            np.array(alike, dtype=np.uint64),
            np.array(numbers, dtype=np.int64),
            np.uint64((1 << job.width) - 1 if job.runs and r else 0),
            np.uint64(_NIBBLES & (1 << 4 * job.width) - 1),
            r + 1,
            -1 if job.ones is None else job.ones,
        )
        records, ways = merge(records, ways)
    return Halves(
        records[:, :limbs], records[:, limbs], records[:, limbs + 1], records[:, limbs + 2], ways
    )


_NIBBLES = 0x1111_1111_1111_1111


class Join:
    """Upper and lower halves side by side, as masks that must be disjoint."""

    def __init__(self, job: Lines, upper: Halves, lower: Halves) -> None:
        import numpy as np

        from count.frontier.kernels import disjoint_ways

        if job.ones is None:
            wanted, offered = np.zeros_like(upper.ones), np.zeros_like(lower.ones)
        else:
            whole = np.uint64(job.ones * (_NIBBLES & (1 << 4 * job.width) - 1))
            wanted, offered = whole - upper.ones, lower.ones
        # Lower halves in blocks of equal ones and equal first row: a run of two above refuses a
        # whole block at once.
        self.order = np.lexsort((lower.edge & np.uint64((1 << job.width) - 1), offered))
        self.upper, self.lower = upper, lower
        self.lower_ways = lower.ways[self.order]
        self.below = _masks(job, lower, self.order, turned=True)
        offered = offered[self.order]
        facing = self.below[-1] & np.uint64((1 << 2 * job.width) - 1)
        changes = (offered[1:] != offered[:-1]) | (facing[1:] != facing[:-1])
        ends = [len(offered)] if len(offered) else []
        self.starts = np.array([0, *np.flatnonzero(changes) + 1, *ends], dtype=np.int64)
        firsts = self.starts[:-1]
        self.first = np.searchsorted(offered[firsts], wanted, "left")
        self.last = np.searchsorted(offered[firsts], wanted, "right")
        self.above = np.ascontiguousarray(_masks(job, upper, slice(None), turned=False).T)
        # Per upper half the grids that hold it, rows in one order.
        self.completions = disjoint_ways(
            self.above,
            np.lexsort((self.above[:, -1], self.last, self.first)),
            self.first,
            self.last,
            self.below,
            self.lower_ways,
            self.starts,
            facing[firsts],
        )

    def total(self) -> int:
        """The number of grids."""
        return int((self.completions * self.upper.ways).sum())

    def partners(self, i: int) -> tuple[Any, Any]:
        """The indices of the lower halves that fit upper half i, and their ways."""
        import numpy as np

        low, high = self.starts[self.first[i]], self.starts[self.last[i]]
        meeting = (self.below[:, low:high] & self.above[i][:, None]).any(axis=0)
        fit = low + np.flatnonzero(~meeting)
        return self.order[fit], self.lower_ways[fit]


def _masks(job: Lines, half: Halves, order: Any, turned: bool) -> Any:
    """(words, n), in this order: used row words, equal column pairs, runs of two at the cut."""
    import numpy as np

    # Row by row into one array: there may be tens of millions of halves.
    limbs = half.used.shape[1]
    masks = np.empty((limbs + 2, len(half.ways[order])), dtype=np.uint64)
    for k in range(limbs):
        masks[k] = half.used[order, k]
    masks[limbs] = half.equal[order]
    masks[limbs + 1] = _run_bits(job, half.edge[order], turned)
    return masks


def _run_bits(job: Lines, edge: Any, turned: bool) -> Any:
    """Bits that meet if a run of two faces its own value: (11 before 1), (00 before 0), ...

    For an upper half, from bit 0: ends in 11, ends in 00, ends in 1, ends in 0; for a lower one the
    same seen from the other side: begins with 1, with 0, with 11, with 00.
    """
    import numpy as np

    full = np.uint64((1 << job.width) - 1)
    if not job.runs:
        return np.zeros_like(edge)
    row, twice = edge & full, edge >> np.uint64(16)
    ones, zeros = row, ~row & full
    parts = [ones & twice, zeros & twice, ones, zeros]
    if turned:
        parts = parts[2:] + parts[:2]
    bits = np.zeros_like(edge)
    for k, part in enumerate(parts):
        bits |= part << np.uint64(k * job.width)
    return bits
