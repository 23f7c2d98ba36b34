"""The checker's machine of a description, cell by cell.

A judge stands at every cell. While it is open, that is while some but not all of its cells have been
read, the state holds what it still makes of the cells to come: a *prospect*. Prospects are found by
trying all values; equal ones are one. Where that would be too many trials, the values read are kept
as they are. Where the array wraps in the direction in which it grows, the first rows are kept too, and
read once more at the end by the judges that are still open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sequences.local_check.expression import UnclearError
from sequences.local_check.memory import memories
from sequences.local_check.structures import Judge, Reading

__all__ = ["STATES", "Table", "derive"]

STATES = 2_500_000
"""States between cells that are listed at most."""

TRIALS = 300_000
"""Values that are tried for one judge at most."""

Position = tuple[int, int]
"""(row, column), the row relative to the judge's or to the one being read."""


@dataclass
class Table:
    """Moves between states: for each stage and state the list of next states, and final weights."""

    moves: list[list[list[int]]]
    final: list[int]


@dataclass(frozen=True)
class _Place:
    """A judge at a column. Its cells in the order in which they are read, relative to its row."""

    judge: Judge
    cells: tuple[Position, ...]
    seen_at: tuple[int | None, ...]
    """For each offset of the judge the number of its cell; None beyond a side."""


class _Prospects:
    """What judges make of the cells to come. 0: it fails; 1: it does not; others as found.

    A pair (place, values read) stands for itself.
    """

    def __init__(self, values: list[int]) -> None:
        self._values = values
        self._children: list[tuple[int, ...]] = [(), ()]
        self._ends: list[int | None] = [0, 1]
        self._known: dict[Any, int] = {}
        self._begun: dict[Any, Any] = {}

    def begin(self, place: _Place, missing: int) -> Any:
        """Before the first cell that exists; the first `missing` ones lie above the array."""
        rows = [row for row, _ in place.cells]
        breaks = tuple(
            i for i in range(missing, len(rows)) if i == missing or rows[i] != rows[i - 1]
        )
        key = (id(place.judge), place.seen_at, missing, breaks)
        if key not in self._begun:
            many = len(self._values) ** (len(rows) - missing) > TRIALS
            prefix = (None,) * missing
            self._begun[key] = (place, prefix) if many else self._try(place, prefix, breaks)
        return self._begun[key]

    def _verdict(self, place: _Place, read: tuple[int | None, ...]) -> int:
        """What the judge says if no further cell exists."""
        known = len(read)
        return int(
            not place.judge.fails(
                [None if i is None or i >= known else read[i] for i in place.seen_at]
            )
        )

    def _try(self, place: _Place, read: tuple[int | None, ...], breaks: tuple[int, ...]) -> int:
        if len(read) == len(place.cells):
            return self._verdict(place, read)
        children = tuple(self._try(place, (*read, value), breaks) for value in self._values)
        end = self._verdict(place, read) if len(read) in breaks else None
        if children[0] in (0, 1) and set(children) == {children[0]} and end in (None, children[0]):
            return children[0]
        if (children, end) not in self._known:
            self._known[children, end] = len(self._ends)
            self._children.append(children)
            self._ends.append(end)
        return self._known[children, end]

    def after(self, prospect: Any, number: int) -> Any:
        """After a cell with the value of this number."""
        if isinstance(prospect, int):
            return prospect if prospect < 2 else self._children[prospect][number]
        place, read = prospect
        read = (*read, self._values[number])
        return self._verdict(place, read) if len(read) == len(place.cells) else (place, read)

    def end(self, prospect: Any) -> int:
        """What it comes to if the array ends after a row."""
        if not isinstance(prospect, int):
            return self._verdict(*prospect)
        found = self._ends[prospect]
        assert found is not None
        return found


def derive(reading: Reading, width: int, turned: bool) -> Table:
    """All states that can be reached. Raises UnclearError if there are too many."""
    return _Machine(reading, width, turned).table()


Open = tuple[int, int]
"""An open judge: the number of its place, its row relative to the one being read."""


class _Machine:
    def __init__(self, reading: Reading, width: int, turned: bool) -> None:
        self.reading, self.width = reading, width
        self.around, ring = reading.wrap_rows, reading.wrap_columns
        if turned:
            self.around, ring = ring, self.around
        self.memories = memories(reading, width, turned)
        self.budgets = list(reading.budgets.values())
        self.prospects = _Prospects(reading.values)
        self.places = [
            _place(judge, column, width, turned, ring)
            for judge in _joined(reading.judges)
            for column in range(width)
        ]
        # A block that sticks out over a side is never tested.
        self.places = [p for p in self.places if not self._idle(p)]
        self.depth = max((p.cells[-1][0] - p.cells[0][0] for p in self.places), default=0)
        self.open = [self._open(column) for column in range(width + 1)]

    def _idle(self, place: _Place) -> bool:
        """Whether a judge has nothing to say at its column, wherever the array begins."""
        above = sum(row < 0 for row, _ in place.cells)
        return all(self.prospects.begin(place, missing) == 1 for missing in range(above + 1))

    def _goes_round(self, place: _Place) -> bool:
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
        found = []
        for number, row in self.open[0]:
            place = self.places[number]
            if row < 0 or self._goes_round(place):  # no such cell; or it begins in a last row
                found.append(1)
            else:
                missing = sum(cell[0] + row < 0 for cell in place.cells)
                found.append(self.prospects.begin(place, missing))
        remembered = tuple(memory.start() for memory in self.memories)
        return tuple(found), (0,) * len(self.budgets), remembered, ()

    def table(self) -> Table:
        start = self._start()
        numbers: list[dict[Any, int]] = [{} for _ in range(self.width)]
        states: list[list[Any]] = [[] for _ in range(self.width)]
        moves: list[list[list[int]]] = [[] for _ in range(self.width)]
        numbers[0][start] = 0
        states[0].append(start)
        while any(len(a) < len(b) for a, b in zip(moves, states, strict=True)):
            for column in range(self.width):
                after = (column + 1) % self.width
                steps = self._steps(column)
                while len(moves[column]) < len(states[column]):
                    targets = []
                    for state in self._cells(states[column][len(moves[column])], column, steps):
                        if state not in numbers[after]:
                            numbers[after][state] = len(states[after])
                            states[after].append(state)
                        targets.append(numbers[after][state])
                    moves[column].append(targets)
                if sum(map(len, states)) > STATES:
                    raise UnclearError(f"the checker's machine has more than {STATES} states")
        return Table(moves, [int(self._final(state)) for state in states[0]])

    def _steps(self, column: int) -> list[tuple[int, int, bool, int, Any]]:
        """For each judge that is open before or after a cell: place, old number or -1, whether it
        reads the cell, new number or -1 if it then closes, prospect where it begins."""
        old = {key: i for i, key in enumerate(self.open[column])}
        new = {key: i for i, key in enumerate(self.open[column + 1])}
        found = []
        for number, place in enumerate(self.places):
            for row in range(-self.depth, self.depth + 1):
                key = (number, row)
                reads = any((r + row, c) == (0, column) for r, c in place.cells)
                if reads or key in new:
                    begun = None if key in old else self.prospects.begin(place, 0)
                    found.append((number, old.get(key, -1), reads, new.get(key, -1), begun))
        return found

    def _cells(self, state: Any, column: int, steps: Any) -> Iterator[Any]:
        """The states after each value that may stand in this column."""
        open_, spent, remembered, first = state
        for number, value in enumerate(self.reading.values):
            charges = list(spent)
            following = self._read(open_, number, steps, charges, len(self.open[column + 1]))
            if following is None:
                continue
            after = [
                m.cell(s, column, value) for m, s in zip(self.memories, remembered, strict=True)
            ]
            if column == self.width - 1:
                after = [
                    None if s is None else m.row(s)
                    for m, s in zip(self.memories, after, strict=True)
                ]
            if any(s is None for s in after):
                continue
            begun = first
            if self.around and len(first) < self.depth * self.width:
                begun = (*first, number)
            yield following, tuple(charges), tuple(after), begun

    def _read(
        self, open_: Any, number: int, steps: Any, charges: list[int], size: int
    ) -> tuple[Any, ...] | None:
        """The prospects after a value, or None if a judge fails that must not."""
        following: list[Any] = [None] * size
        for place, old, reads, new, begun in steps:
            prospect = open_[old] if old >= 0 else begun
            if reads:
                prospect = self.prospects.after(prospect, number)
                if prospect == 0:
                    if not self._charge(place, charges):
                        return None
                    prospect = 1
            if new >= 0:
                following[new] = prospect
        return tuple(following)

    def _charge(self, place: int, charges: list[int]) -> bool:
        """A judge has failed; whether that is allowed."""
        at = self.places[place].judge.budget
        if at is None:
            return False
        most = self.budgets[at].number
        if self.budgets[at].word == "at least":
            charges[at] = min(charges[at] + 1, most)
            return True
        charges[at] += 1
        return charges[at] <= most

    def _final(self, state: Any) -> bool:
        open_, spent, remembered, first = state
        charges = list(spent)
        rows = len(first) // self.width
        for (number, row), prospect in zip(self.open[0], open_, strict=True):
            place = self.places[number]
            if self._goes_round(place):
                for r, c in place.cells:
                    if r + row >= 0 and (not isinstance(prospect, int) or prospect > 1):
                        # Where fewer rows than `depth` are kept, there are no others.
                        prospect = self.prospects.after(
                            prospect, first[(r + row) % rows * self.width + c]
                        )
                verdict = prospect
            else:
                verdict = self.prospects.end(prospect)
            if verdict == 0 and not self._charge(number, charges):
                return False
        for budget, spent_now in zip(self.budgets, charges, strict=True):
            if spent_now != budget.number and budget.word != "at most":
                return False
        return all(m.final(s) for m, s in zip(self.memories, remembered, strict=True))


def _joined(judges: list[Judge]) -> list[Judge]:
    """Judges of the same cells as one, where nothing is charged to a budget."""
    groups: dict[Any, list[Judge]] = {}
    for number, judge in enumerate(judges):
        alone = number if judge.budget is not None else None
        groups.setdefault((judge.offsets, judge.wraps, alone), []).append(judge)
    return [
        Judge(offsets, _any_fails([j.fails for j in group]), group[0].budget, wraps)
        for (offsets, wraps, _), group in groups.items()
    ]


def _any_fails(tests: list[Any]) -> Any:
    return tests[0] if len(tests) == 1 else lambda values: any(test(values) for test in tests)


def _place(judge: Judge, column: int, width: int, turned: bool, ring: bool) -> _Place:
    where: list[Position | None] = []
    for offset in judge.offsets:
        down, right = (offset[1], offset[0]) if turned else offset
        at = column + right
        if ring and judge.wraps:
            at %= width
        where.append((down, at) if 0 <= at < width else None)
    cells = tuple(sorted({cell for cell in where if cell}))
    return _Place(
        judge, cells, tuple(None if cell is None else cells.index(cell) for cell in where)
    )
