"""The tracks of a description: order of first occurrences, automata along lines, lines as words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from sequences.local_rules.connectivity import ConnectedTrack, LinkTrack
from sequences.local_rules.description import (
    Compared,
    Connected,
    Description,
    Lines,
    Links,
    Order,
)
from sequences.local_rules.evaluation import number, truth
from sequences.local_rules.expressions import Expression
from sequences.local_rules.track import States, Track

__all__ = ["tracks"]

REVERSED_STATES = 5000
LineAxis = Literal["horizontal", "vertical", "diagonal", "antidiagonal"]


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
        self._states = States(())

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
        self._states = States((False, tuple(value for _, value in lines.registers)))
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

    def __init__(
        self, automaton: _Automaton | _ReversedAutomaton, axis: LineAxis, width: int
    ) -> None:
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


class _ReversedAutomaton:
    """The same automaton for a machine that meets the cells of each line in the other direction.

    State: the states of the automaton from which what has been read leads to a good end. State 0: no
    cell read yet.
    """

    def __init__(self, automaton: _Automaton, base: int) -> None:
        self._moves: list[list[int | None]] = []
        reached = [0]
        known = {0}
        for state in reached:
            self._moves.append([automaton.step(state, value) for value in range(base)])
            new = {after for after in self._moves[-1] if after is not None} - known
            known |= new
            reached.extend(sorted(new))
            if len(reached) > REVERSED_STATES:
                raise ValueError(
                    "[[lines]] along antidiagonals of an array that grows by columns are read"
                    f" upwards, which takes at most {REVERSED_STATES} states of the registers;"
                    " turn the description"
                )
        self._reached = reached
        self._states = States(frozenset(state for state in reached if automaton.final(state)))
        self.step = cache(self._step)

    def _step(self, state: int, value: int) -> int | None:
        good = self._states.states[state]
        before = frozenset(
            q for q, moves in zip(self._reached, self._moves, strict=True) if moves[value] in good
        )
        return self._states.number(before) if before else None

    def final(self, state: int) -> bool:
        return 0 in self._states.states[state]


class _WordsAlong(Track):
    """Each row of the machine against the one before: its values, and what the first place at which
    they differ has said (0: none yet)."""

    def __init__(self, condition: Compared, width: int) -> None:
        self._order, self._width = condition.order, width
        self.size = width + 1

    def used(self, column: int) -> tuple[int, ...]:
        return (column, self._width)

    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        above, decided = numbers  # 0: there is no row above
        if above and not decided and above - 1 != value:
            if not _in_order(self._order, above - 1, value):
                return None
            decided = 1
        if column == self._width - 1:
            if above and not decided and self._order not in _MAY_BE_EQUAL:
                return None
            decided = 0
        return value + 1, decided

    def accept(self, numbers: tuple[int, ...]) -> bool:
        return True


class _WordsAcross(Track):
    """Each column of the machine against the one on its left: whether they have differed."""

    def __init__(self, condition: Compared, width: int) -> None:
        self._order, self._width = condition.order, width
        self.size = width + 1

    def used(self, column: int) -> tuple[int, ...]:
        return (column, self._width)

    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        decided, left = numbers
        if column and not decided and left != value:
            if not _in_order(self._order, left, value):
                return None
            decided = 1
        return decided, (value if column < self._width - 1 else 0)

    def accept(self, numbers: tuple[int, ...]) -> bool:
        return self._order in _MAY_BE_EQUAL or all(numbers[1 : self._width])


_MAY_BE_EQUAL = ("nondecreasing", "nonincreasing")


def _in_order(order: str, first: int, second: int) -> bool:
    """Whether two words are in order that differ first in these values."""
    if order in ("nondecreasing", "increasing"):
        return first < second
    return order == "different" or first > second


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
                for axis in axes:
                    read: _Automaton | _ReversedAutomaton = automaton
                    if axis == "antidiagonal" and transposed:
                        read = _ReversedAutomaton(automaton, len(description.values))
                    found.append(_LineTrack(read, _in_frame(axis, transposed), width))
            case Compared(by_rows):
                across = by_rows == transposed
                found.append((_WordsAcross if across else _WordsAlong)(condition, width))
            case Connected():
                if rows or (columns and condition.king):
                    raise ValueError(
                        "[[connected]] is not known where the array wraps in the direction in which"
                        " it grows, nor for king moves on a cylinder"
                    )
                found.append(ConnectedTrack(condition, description.values, width, columns))
            case _:
                pass
    links = description.content
    if isinstance(links, Links) and (links.single or not links.cycles):
        if rows:
            raise ValueError(
                "[links] that are single or without cycles are not known where the array wraps in"
                " the direction in which it grows"
            )
        found.append(LinkTrack(links, width, columns, transposed))
    return found


def _in_frame(axis: str, transposed: bool) -> LineAxis:
    """The axis as the machine sees it."""
    swapped = {"horizontal": "vertical", "vertical": "horizontal"}
    chosen = swapped.get(axis, axis) if transposed else axis
    return chosen  # type: ignore[return-value]  # the reader allows these words only
