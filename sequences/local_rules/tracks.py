"""What a machine remembers beside the windows: order of first occurrences, lines, connectedness.

A track is a few numbers in the state. At each cell it sees some of them and the cell's value, and
gives new ones or rejects. The numbers stand for states that are found as they occur. Rows and
columns here are those of the machine, which reads row by row.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from sequences.local_rules.description import Connected, Description, Lines, Order
from sequences.local_rules.evaluation import number, truth
from sequences.local_rules.expressions import Expression

__all__ = ["Track", "tracks"]

LINE_STATES = 200_000
LineAxis = Literal["horizontal", "vertical", "diagonal", "antidiagonal"]


class Track(ABC):
    """One memory; `size` numbers, all 0 at the start."""

    size: int = 1

    @abstractmethod
    def used(self, column: int) -> tuple[int, ...]:
        """Which of the numbers a cell in this column sees and changes."""

    @abstractmethod
    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        """The new numbers for those of `used`, after a cell with the value of this number."""

    @abstractmethod
    def accept(self, numbers: tuple[int, ...]) -> bool:
        """Whether the array may end after a row."""


class _States:
    """Numbers for states; the first is 0."""

    def __init__(self, first: Any) -> None:
        self.states = [first]
        self._number = {first: 0}

    def number(self, state: Any) -> int:
        if state not in self._number:
            if len(self.states) >= LINE_STATES:
                raise ValueError(f"a memory of more than {LINE_STATES} states arises")
            self._number[state] = len(self.states)
            self.states.append(state)
        return self._number[state]


class _OrderAlong(Track):
    """First occurrences in the order of the machine: the set of values seen."""

    def __init__(self, before: Sequence[tuple[int, int]]) -> None:
        self._needed: dict[int, int] = {}
        for u, v in before:
            self._needed[v] = self._needed.get(v, 0) | 1 << u
        self._watched = sum(1 << u for u in {u for u, _ in before})

    def used(self, column: int) -> tuple[int, ...]:
        return (0,)

    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        if self._needed.get(value, 0) & ~numbers[0]:
            return None
        return (numbers[0] | 1 << value & self._watched,)

    def accept(self, numbers: tuple[int, ...]) -> bool:
        return True


class _OrderAcross(Track):
    """First occurrences column by column, although the machine reads row by row.

    State: the values seen, in the order of their first occurrences so far, each with its column.
    Within a column the earlier row comes first, so a new arrival goes behind those of its column.
    """

    def __init__(self, before: Sequence[tuple[int, int]]) -> None:
        self._before = before
        self._watched = {value for pair in before for value in pair}
        self._states = _States(())

    def used(self, column: int) -> tuple[int, ...]:
        return (0,)

    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        seen = self._states.states[numbers[0]]
        known = next((c for c, v in seen if v == value), None)
        if value not in self._watched or (known is not None and known <= column):
            return numbers
        others = [(c, v) for c, v in seen if v != value]
        place = sum(c <= column for c, _ in others)
        after = (*others[:place], (column, value), *others[place:])
        return (self._states.number(after),)

    def accept(self, numbers: tuple[int, ...]) -> bool:
        order = [v for _, v in self._states.states[numbers[0]]]
        return all(
            v not in order or (u in order and order.index(u) < order.index(v))
            for u, v in self._before
        )


class _Automaton:
    """The registers of `Lines`. State 0: no cell read yet."""

    def __init__(self, lines: Lines, values: Sequence[int]) -> None:
        self._lines, self._values = lines, values
        self._names = [name for name, _ in lines.registers]
        self._states = _States((False, tuple(value for _, value in lines.registers)))
        self.step = cache(self._step)
        self.final = cache(self._final)

    def _scope(self, state: int) -> dict[str, int]:
        return dict(zip(self._names, self._states.states[state][1], strict=True))

    def _step(self, state: int, value: int) -> int | None:
        scope = {**self._scope(state), "x": self._values[value]}
        test = self._lines.test
        if test is not None and bool(truth(test.expression, scope, 1)[0]) != test.wanted:
            return None
        after = dict(scope)
        for name, expression in self._lines.following:
            after[name] = _whole(expression, scope)
        return self._states.number((True, tuple(after[name] for name in self._names)))

    def _final(self, state: int) -> bool:
        if state == 0 or self._lines.final is None:
            return True
        return bool(truth(self._lines.final, self._scope(state), 1)[0])


def _whole(expression: Expression, scope: Mapping[str, int]) -> int:
    found = int(number(expression, scope))
    if abs(found) > 1 << 40:
        raise ValueError("a register grows beyond 2^40")
    return found


class _LineTrack(Track):
    """The states of the lines that are being read."""

    def __init__(self, automaton: _Automaton, axis: LineAxis, width: int) -> None:
        self._automaton, self._axis, self._width = automaton, axis, width
        self.size = {"horizontal": 1, "diagonal": width + 1}.get(axis, width)

    def used(self, column: int) -> tuple[int, ...]:
        match self._axis:
            case "horizontal":
                return (0,)
            case "vertical":
                return (column,)
            case "diagonal":  # the last number carries the line that has just been read
                return (column, self._width)
            case "antidiagonal":
                return (column, column - 1) if column else (column,)

    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        after = self._automaton.step(numbers[0], value)
        if after is None:
            return None
        last = column == self._width - 1
        leaves = column == 0 if self._axis == "antidiagonal" else last
        if leaves and self._axis != "vertical":
            if not self._automaton.final(after):
                return None
            after = 0
        match self._axis:
            case "horizontal" | "vertical":
                return (after,)
            case "diagonal":
                return numbers[1], after
            case "antidiagonal":
                kept = 0 if last else numbers[0]
                return (kept, after) if column else (0 if last else after,)

    def accept(self, numbers: tuple[int, ...]) -> bool:
        return all(map(self._automaton.final, numbers))


class _ConnectedTrack(Track):
    """Which cells of the profile hang together.

    State: a label for each column of the profile (0: not concerned), the label of the cell up left
    of the next one (for king moves), and whether a component is complete.
    """

    def __init__(self, condition: Connected, values: Sequence[int], width: int, ring: bool) -> None:
        self._on = [value in condition.values for value in values]
        self._king, self._empty, self._ring, self._width = (
            condition.king, condition.empty, ring, width
        )  # fmt: skip
        self._states = _States(((0,) * width, 0, False))

    def used(self, column: int) -> tuple[int, ...]:
        return (0,)

    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        old, corner, complete = self._states.states[numbers[0]]
        labels = list(old)
        last = column == self._width - 1
        up, labels[column] = labels[column], 0
        if self._on[value]:
            if complete:
                return None
            met = {up, labels[column - 1] if column else 0}
            if self._king:
                met |= {corner, 0 if last else labels[column + 1]}
            if self._ring and last:
                met.add(labels[0])
            met.discard(0)
            one = self._width + 2
            labels[column] = one
            labels = [one if label in met else label for label in labels]
            up, corner = (one if label in met else label for label in (up, corner))
        # For king moves the cell above still counts for the next column.
        gone = {up, corner} if last or not self._king else {corner}
        corner = 0 if last or not self._king else up
        if gone - {0, corner, *labels}:
            # A component has no cell left in the profile: it is complete and must be the only one.
            if any(labels) or corner or len(gone - {0}) > 1:
                return None
            complete = True
        fresh: dict[int, int] = {0: 0}
        for label in (*labels, corner):
            fresh.setdefault(label, len(fresh))
        after = (tuple(fresh[label] for label in labels), fresh[corner], complete)
        return (self._states.number(after),)

    def accept(self, numbers: tuple[int, ...]) -> bool:
        labels, _, complete = self._states.states[numbers[0]]
        count = len(set(labels) - {0}) + complete
        return count == 1 or (count == 0 and self._empty)


def tracks(description: Description, width: int, transposed: bool) -> list[Track]:
    """The memories that a description needs. Raises ValueError for what is not supported."""
    found: list[Track] = []
    rows, columns = description.wrap_rows, description.wrap_columns
    if transposed:
        rows, columns = columns, rows
    numbers = {value: i for i, value in enumerate(description.values)}
    for condition in description.conditions:
        match condition:
            case Order(before, by_rows):
                pairs = [(numbers[u], numbers[v]) for u, v in before]
                across = by_rows == transposed
                found.append(_OrderAcross(pairs) if across else _OrderAlong(pairs))
            case Lines(axes):
                automaton = _Automaton(condition, description.values)
                found.extend(
                    _LineTrack(automaton, _in_frame(axis, transposed), width) for axis in axes
                )
            case Connected():
                if rows or (columns and condition.king):
                    raise ValueError(
                        "[[connected]] is not known where the array wraps in the direction in which"
                        " it grows, nor for king moves on a cylinder"
                    )
                found.append(_ConnectedTrack(condition, description.values, width, columns))
            case _:
                pass
    return found


def _in_frame(axis: str, transposed: bool) -> LineAxis:
    """The axis as the machine sees it."""
    if axis == "antidiagonal" and transposed:
        raise ValueError(
            "[[lines]] along antidiagonals of an array that grows by columns would be read upwards;"
            " turn the description"
        )
    swapped = {"horizontal": "vertical", "vertical": "horizontal"}
    chosen = swapped.get(axis, axis) if transposed else axis
    return chosen  # type: ignore[return-value]  # the reader allows these words only
