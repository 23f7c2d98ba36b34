"""What the checker's machine remembers beside cells: order, lines, connectedness, row by row.

Everything is kept plainly: the values of each column in the order of their appearance, the
registers of each line, a part number for each cell of the last row. Rows and columns are those of
the machine; `turned` says that they are the columns and rows of the array.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import Any

from sequences.local_check.expression import UnclearError
from sequences.local_check.structures import Reading

__all__ = ["Memory", "memories"]


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


class _Order(Memory):
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


class _Lines(Memory):
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


class _Connected(Memory):
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


def memories(reading: Reading, width: int, turned: bool) -> list[Memory]:
    """The memories of a description."""
    found: list[Memory] = []
    for pairs, by_rows in reading.orders:
        found.append(_Order(pairs, by_rows == turned, width))
    for line in reading.lines:
        for axis in line["axes"]:
            if turned and axis == "antidiagonal":
                raise UnclearError("antidiagonal lines of an array that grows by columns")
            swap = {"horizontal": "vertical", "vertical": "horizontal"} if turned else {}
            found.append(_Lines(line, swap.get(axis, axis), width))
    grows_round = reading.wrap_columns if turned else reading.wrap_rows
    ring = reading.wrap_rows if turned else reading.wrap_columns
    for values, king, empty in reading.connected:
        if grows_round:
            raise UnclearError("connected on an array that wraps where it grows")
        found.append(_Connected(values, king, empty, width, ring))
    return found
