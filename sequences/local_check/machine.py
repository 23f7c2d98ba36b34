"""The checker's machine of a description, cell by cell.

A judge stands at every cell. While it is open, that is while some but not all of its cells have been
read, the state holds its prospect (`sequences.local_check.prospects`); beside these what the budgets
have been charged, and a number for what each memory holds. Where the array wraps in the direction in
which it grows, the first rows are kept too, and read once more at the end by the judges that are still
open. Many states are carried on at once: each is a row of a matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sequences.local_check.expression import UnclearError
from sequences.local_check.memory import Memory
from sequences.local_check.prospects import Place, Position, Prospects
from sequences.local_check.remembering import memories
from sequences.local_check.structures import Judge, Reading

__all__ = ["STATES", "Table", "derive"]

STATES = 6_000_000
"""States between cells that are listed at most."""

BLOCK = 1 << 16
"""States that are carried on at once."""


@dataclass
class Table:
    """Moves between states: for each stage an array (states, values) of next states, -1 where the
    value may not stand; and final weights."""

    moves: list[Any]
    final: Any


def derive(reading: Reading, width: int, turned: bool) -> Table:
    """All states that can be reached. Raises UnclearError if there are too many."""
    return _Machine(reading, width, turned).table()


Open = tuple[int, int]
"""An open judge: the number of its place, its row relative to the one being read."""


@dataclass(frozen=True)
class _Step:
    """What a cell does to one judge that is open before or after it."""

    place: int
    old: int
    """Its number among the open ones before, or -1 if it begins here."""
    reads: bool
    new: int
    """Its number among the open ones afterwards, or -1 if it closes here."""
    begun: int
    """Its prospect if it begins here."""


class _Remembered:
    """The states of one memory by number, and their moves, each worked out once."""

    def __init__(self, memory: Memory, values: list[int], width: int) -> None:
        self.memory, self._values, self._width = memory, values, width
        self._states = [memory.start()]
        self._number = {self._states[0]: 0}
        self._moves: dict[tuple[int, int], list[int]] = {}

    def after(self, remembered: Any, column: int, numbers: Any) -> Any:
        """An array: the state after each value in this column, -1 where it must not be."""
        met, which = np.unique(remembered, return_inverse=True)
        table = np.array([self._row(column, int(state)) for state in met], dtype=np.int32)
        return table[which, numbers]

    def _row(self, column: int, state: int) -> list[int]:
        if (column, state) not in self._moves:
            self._moves[column, state] = [
                self._one(self._states[state], column, value) for value in self._values
            ]
        return self._moves[column, state]

    def _one(self, state: Any, column: int, value: int) -> int:
        after = self.memory.cell(state, column, value)
        if after is not None and column == self._width - 1:
            after = self.memory.row(after)
        if after is None:
            return -1
        if after not in self._number:
            self._number[after] = len(self._states)
            self._states.append(after)
        return self._number[after]

    def final(self, remembered: Any) -> Any:
        met, which = np.unique(remembered, return_inverse=True)
        return np.array([self.memory.final(self._states[state]) for state in met], bool)[which]


class _Machine:
    def __init__(self, reading: Reading, width: int, turned: bool) -> None:
        self.values, self.width = reading.values, width
        self.around, ring = reading.wrap_rows, reading.wrap_columns
        if turned:
            self.around, ring = ring, self.around
        remembering = memories(reading, width, turned)
        self.memories = [_Remembered(memory, self.values, width) for memory in remembering]
        self.budgets = list(reading.budgets.values())
        self.prospects = Prospects(reading.values)
        self.places = [
            _place(judge, column, width, turned, ring)
            for judge in _joined(reading.judges)
            for column in range(width)
        ]
        # A block that sticks out over a side is never tested.
        self.places = [p for p in self.places if not self._idle(p)]
        self.depth = max((p.cells[-1][0] - p.cells[0][0] for p in self.places), default=0)
        self.open = [self._open(column) for column in range(width + 1)]
        # A state: what the budgets were charged, the memories, the first rows, the open judges.
        self.memories_at = len(self.budgets)
        self.first_at = self.memories_at + len(self.memories)
        self.open_at = self.first_at + (self.depth * width if self.around else 0)

    def _idle(self, place: Place) -> bool:
        """Whether a judge has nothing to say at its column, wherever the array begins."""
        above = sum(row < 0 for row, _ in place.cells)
        return all(self.prospects.begin(place, missing) == 1 for missing in range(above + 1))

    def _goes_round(self, place: Place) -> bool:
        return self.around and place.judge.wraps

    def _open(self, column: int) -> list[Open]:
        """The judges with a cell before a column of the row being read, and one from there on."""
        return [
            (number, row)
            for number, place in enumerate(self.places)
            for row in range(-self.depth, self.depth + 1)
            if (place.cells[0][0] + row, place.cells[0][1]) < (0, column)
            and (place.cells[-1][0] + row, place.cells[-1][1]) >= (0, column)
        ]

    def _start(self) -> Any:
        state = np.zeros((1, self.open_at + len(self.open[0])), dtype=np.int32)
        state[0, self.first_at : self.open_at] = -1
        for i, (number, row) in enumerate(self.open[0]):
            place = self.places[number]
            if row < 0 or self._goes_round(place):  # no such cell; or it begins in a last row
                state[0, self.open_at + i] = 1
            else:
                missing = sum(cell[0] + row < 0 for cell in place.cells)
                state[0, self.open_at + i] = self.prospects.begin(place, missing)
        return state

    def table(self) -> Table:
        steps = [self._steps(column) for column in range(self.width)]
        numbers: list[dict[bytes, int]] = [{} for _ in range(self.width)]
        moves: list[list[Any]] = [[] for _ in range(self.width)]
        fresh = self._start()
        numbers[0][fresh[0].tobytes()] = 0
        final = [self._final(fresh)]
        while len(fresh):
            for column in range(self.width):
                known = numbers[(column + 1) % self.width]
                found = []
                for begin in range(0, len(fresh), BLOCK):
                    targets, new = self._carried_on(
                        fresh[begin : begin + BLOCK], column, steps[column], known
                    )
                    moves[column].append(targets)
                    found.append(new)
                    if sum(map(len, numbers)) > STATES:
                        raise UnclearError(f"the checker's machine has more than {STATES} states")
                # Without fresh states there is one empty part, of the right shape.
                fresh = np.concatenate(found) if found else self._none(column)
            final.append(self._final(fresh))
        nothing = np.zeros((0, len(self.values)), dtype=np.int32)
        return Table([np.concatenate([nothing, *m]) for m in moves], np.concatenate(final))

    def _none(self, column: int) -> Any:
        width = len(self.open[column + 1]) if column < self.width - 1 else len(self.open[0])
        return np.zeros((0, self.open_at + width), dtype=np.int32)

    def _steps(self, column: int) -> list[_Step]:
        old = {key: i for i, key in enumerate(self.open[column])}
        new = {key: i for i, key in enumerate(self.open[column + 1])}
        found = []
        for number, place in enumerate(self.places):
            for row in range(-self.depth, self.depth + 1):
                key = (number, row)
                reads = any((r + row, c) == (0, column) for r, c in place.cells)
                if reads or key in new:
                    begun = 1 if key in old else self.prospects.begin(place, 0)
                    found.append(_Step(number, old.get(key, -1), reads, new.get(key, -1), begun))
        return found

    def _carried_on(
        self, states: Any, column: int, steps: list[_Step], known: dict[bytes, int]
    ) -> tuple[Any, Any]:
        """The next states after each value, as numbers, and those of them that are new."""
        base = len(self.values)
        before = np.repeat(states, base, axis=0)
        numbers = np.tile(np.arange(base), len(states))
        after = np.empty((len(before), self.open_at + len(self.open[column + 1])), dtype=np.int32)
        after[:, : self.open_at] = before[:, : self.open_at]
        alive = np.ones(len(before), dtype=bool)
        for step in steps:
            if step.old >= 0:
                prospect = before[:, self.open_at + step.old]
            else:
                prospect = np.full(len(before), step.begun, dtype=np.int32)
            if step.reads:
                prospect = self.prospects.after(prospect, numbers)
                failed = prospect == 0
                alive &= self._charged(step.place, failed, after)
                prospect[failed] = 1
            if step.new >= 0:
                after[:, self.open_at + step.new] = prospect
        for place, memory in enumerate(self.memories, self.memories_at):
            after[:, place] = memory.after(before[:, place], column, numbers)
            alive &= after[:, place] >= 0
        self._keep(after, column, numbers)
        targets = np.full(len(before), -1, dtype=np.int32)
        new = []
        size = after.shape[1] * after.itemsize
        if size:
            keys = np.ascontiguousarray(after[alive]).view(f"V{size}").ravel().tolist()
        else:
            keys = [b""] * int(alive.sum())
        for where, key in zip(np.flatnonzero(alive).tolist(), keys, strict=True):
            number = known.get(key)
            if number is None:
                number = known[key] = len(known)
                new.append(where)
            targets[where] = number
        return targets.reshape(-1, base), after[new]

    def _charged(self, place: int, failed: Any, states: Any) -> Any:
        """Judges have failed; an array that says where that is allowed."""
        at = self.places[place].judge.budget
        if at is None:
            return ~failed
        most = self.budgets[at].number
        states[:, at] += failed
        if self.budgets[at].word == "at least":
            np.minimum(states[:, at], most, out=states[:, at])
        return states[:, at] <= most

    def _keep(self, states: Any, column: int, numbers: Any) -> None:
        """Note the cells of the first rows."""
        rows = states[:, self.first_at + column : self.open_at : self.width]
        noted = (rows >= 0).sum(axis=1)
        for row in range(rows.shape[1]):
            here = noted == row
            rows[here, row] = numbers[here]

    def _final(self, states: Any) -> Any:
        """An array: 1 where the array may end."""
        states = states.copy()
        first = states[:, self.first_at : self.open_at]
        rows = np.maximum((first >= 0).sum(axis=1) // self.width, 1)
        good = np.ones(len(states), dtype=bool)
        for i, (number, row) in enumerate(self.open[0], self.open_at):
            place = self.places[number]
            verdict = states[:, i]
            if self._goes_round(place):
                for r, c in place.cells:
                    if r + row >= 0:
                        # Where fewer rows than `depth` are kept, there are no others.
                        seen = first[np.arange(len(states)), (r + row) % rows * self.width + c]
                        # Before the first row all prospects are 1, whatever is read.
                        verdict = self.prospects.after(verdict, np.maximum(seen, 0))
            else:
                verdict = self.prospects.end(verdict)
            good &= self._charged(number, verdict == 0, states)
        for at, budget in enumerate(self.budgets):
            if budget.word != "at most":
                good &= states[:, at] == budget.number
        for column, memory in enumerate(self.memories, self.memories_at):
            good &= memory.final(states[:, column])
        return good.astype(np.int64)


def _joined(judges: list[Judge]) -> list[Judge]:
    """Judges of the same cells as one, where nothing is charged to a budget."""
    groups: dict[Any, list[Judge]] = {}
    for number, judge in enumerate(judges):
        alone = number if judge.budget is not None else None
        groups.setdefault((judge.offsets, judge.wraps, alone), []).append(judge)
    return [
        group[0]
        if len(group) == 1
        else Judge(offsets, _any_fails([j.fails for j in group]), None, wraps)
        for (offsets, wraps, _), group in groups.items()
    ]


def _any_fails(tests: list[Any]) -> Any:
    return lambda values: any(test(values) for test in tests)


def _place(judge: Judge, column: int, width: int, turned: bool, ring: bool) -> Place:
    where: list[Position | None] = []
    for offset in judge.offsets:
        down, right = (offset[1], offset[0]) if turned else offset
        at = column + right
        if ring and judge.wraps:
            at %= width
        where.append((down, at) if 0 <= at < width else None)
    cells = tuple(sorted({cell for cell in where if cell}))
    return Place(judge, cells, tuple(None if cell is None else cells.index(cell) for cell in where))
