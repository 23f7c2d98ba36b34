"""What the checker's machine remembers beside cells: order, lines, connectedness, words, by rows.

Everything is kept plainly: the values of each column in the order of their appearance, the
registers of each line, a part number for each cell of the last row. Rows and columns are those of
the machine; `turned` says that they are the columns and rows of the array.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

from sequences.local_check.expression import UnclearError

__all__ = [
    "WORD_ORDERS",
    "BackwardLines",
    "Columns",
    "Connected",
    "Lines",
    "Memory",
    "Order",
    "Rows",
]

BACKWARD = 5000
"""States of the registers of lines that are read backwards at most."""


class Memory(ABC):
    """A memory; its states are plain tuples."""

    @abstractmethod
    def start(self) -> Any:
        """Before the first row."""

    @abstractmethod
    def cell(self, state: Any, column: int, value: int) -> Any:
        """After a cell, or None if it must not be."""

    def row(self, state: Any) -> Any:
        """After a row, or None if it must not be."""
        return state

    @abstractmethod
    def final(self, state: Any) -> bool:
        """Whether the array may end after a row."""


class Order(Memory):
    """For each column (or for the array as a whole) its values in the order of appearance."""

    def __init__(self, pairs: list[tuple[int, int]], across: bool, width: int) -> None:
        self._pairs, self._across, self._width = pairs, across, width
        self._named = {value for pair in pairs for value in pair}

    def start(self) -> Any:
        return ((),) * (self._width if self._across else 1)

    def cell(self, state: Any, column: int, value: int) -> Any:
        at = column if self._across else 0
        if value not in self._named or value in state[at]:
            return state
        return (*state[:at], (*state[at], value), *state[at + 1 :])

    def final(self, state: Any) -> bool:
        order = [value for column in state for value in column]
        return all(v not in order or u in order[: order.index(v)] for u, v in self._pairs)


class Lines(Memory):
    """The registers of the lines through the last row, and of those through the row being read."""

    def __init__(self, line: dict[str, Any], axis: str, width: int) -> None:
        self._line, self._width = line, width
        self._right = {"vertical": 0, "diagonal": 1, "antidiagonal": -1}.get(axis)
        self._next = cache(self._after)
        self._ends = cache(self._may_end)

    def start(self) -> Any:
        return (None,) * self._width, ()

    def _after(self, registers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        names = dict(zip(self._line["names"], registers, strict=True))
        seen = {**names, "x": value}
        if self._line["violated"] is not None and self._line["violated"](seen):
            return None
        changed = {name: self._line["next"][name](seen) for name in self._line["next"]}
        return tuple({**names, **changed}[name] for name in self._line["names"])

    def _may_end(self, registers: tuple[int, ...]) -> bool:
        names = dict(zip(self._line["names"], registers, strict=True))
        return self._line["final"] is None or bool(self._line["final"](names))

    def cell(self, state: Any, column: int, value: int) -> Any:
        old, new = state
        if self._right is None:
            before = new[-1] if new else None
        else:
            source = column - self._right
            before = old[source] if 0 <= source < self._width else None
        after = self._next(self._line["first"] if before is None else before, value)
        if after is None:
            return None
        target = column + (1 if self._right is None else self._right)
        if not 0 <= target < self._width and not self._ends(after):
            return None
        return old, (*new, after)

    def row(self, state: Any) -> Any:
        return ((None,) * self._width if self._right is None else state[1]), ()

    def final(self, state: Any) -> bool:
        going = [
            registers
            for column, registers in enumerate(state[0])
            if registers is not None and 0 <= column + (self._right or 0) < self._width
        ]
        return all(map(self._ends, going))


class BackwardLines(Lines):
    """Antidiagonals that are met from their lower end, as in an array that grows by columns.

    For each line: the registers, of all that can arise, from which what was met leads to its end.
    """

    def __init__(self, line: dict[str, Any], values: list[int], width: int) -> None:
        super().__init__(line, "antidiagonal", width)
        self._first = line["first"]
        self._moves: dict[Any, dict[int, Any]] = {}
        pending = [self._first]
        while pending:
            registers = pending.pop()
            if registers not in self._moves:
                if len(self._moves) >= BACKWARD:
                    raise UnclearError(f"lines read backwards have more than {BACKWARD} states")
                self._moves[registers] = {value: self._next(registers, value) for value in values}
                pending.extend(r for r in self._moves[registers].values() if r is not None)
        self._all = frozenset(r for r in self._moves if self._ends(r))

    def cell(self, state: Any, column: int, value: int) -> Any:
        old, new = state
        before = old[column + 1] if column + 1 < self._width else None
        good = self._all if before is None else before
        mine = frozenset(r for r, moves in self._moves.items() if moves[value] in good)
        if not mine or (column == 0 and self._first not in mine):
            return None
        return old, (*new, mine)

    def final(self, state: Any) -> bool:
        return all(good is None or self._first in good for good in state[0])


WORD_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "nondecreasing": operator.le,
    "nonincreasing": operator.ge,
    "increasing": operator.lt,
    "decreasing": operator.gt,
    "different": operator.ne,
}


class Rows(Memory):
    """The last row of the machine as a word, to be compared with the next one."""

    def __init__(self, order: str) -> None:
        self._holds = WORD_ORDERS[order]

    def start(self) -> Any:
        return None, ()

    def cell(self, state: Any, column: int, value: int) -> Any:
        return state[0], (*state[1], value)

    def row(self, state: Any) -> Any:
        above, row = state
        return (row, ()) if above is None or self._holds(above, row) else None

    def final(self, state: Any) -> bool:
        return True


class Columns(Memory):
    """For each two neighbouring columns of the machine the first two values that differ."""

    def __init__(self, order: str, width: int) -> None:
        self._holds, self._width = WORD_ORDERS[order], width

    def start(self) -> Any:
        return ((),) * (self._width - 1), ()

    def cell(self, state: Any, column: int, value: int) -> Any:
        return state[0], (*state[1], value)

    def row(self, state: Any) -> Any:
        differ = tuple(
            known or ((a, b) if a != b else ())
            for known, (a, b) in zip(state[0], pairwise(state[1]), strict=True)
        )
        # What has been found to differ decides for good.
        return (differ, ()) if all(not d or self._holds(*d) for d in differ) else None

    def final(self, state: Any) -> bool:
        return all(self._holds(*(known or (0, 0))) for known in state[0])


class Connected(Memory):
    """Part numbers of the cells of two rows, and whether a part has ended above."""

    def __init__(self, values: list[int], king: bool, empty: bool, width: int, ring: bool) -> None:
        self._values, self._king, self._empty = values, king, empty
        self._width, self._ring = width, ring

    def start(self) -> Any:
        return (0,) * self._width, (), False

    def cell(self, state: Any, column: int, value: int) -> Any:
        old, new, ended = state
        if value not in self._values:
            return old, (*new, 0), ended
        if ended:
            return None
        columns = {column - 1, column, column + 1} if self._king else {column}
        if self._ring:
            columns = {c % self._width for c in columns}
        met = {old[c] for c in columns if 0 <= c < self._width}
        if column:
            met.add(new[-1])
        if self._ring and column == self._width - 1 and column:
            met.add(new[0])
        met.discard(0)
        mine = max((0, *old, *new)) + 1

        def joined(parts: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(mine if part in met else part for part in parts)

        return joined(old), (*joined(new), mine), ended

    def row(self, state: Any) -> Any:
        old, new, ended = state
        gone = set(old) - set(new) - {0}
        if gone and (len(gone) > 1 or any(new)):
            return None
        names: dict[int, int] = {0: 0}
        parts = tuple(names.setdefault(part, len(names)) for part in new)
        return parts, (), ended or bool(gone)

    def final(self, state: Any) -> bool:
        parts = len(set(state[0]) - {0}) + state[2]
        return parts == 1 or (parts == 0 and self._empty)
