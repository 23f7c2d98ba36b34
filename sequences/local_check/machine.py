"""The checker's machine of a description: it remembers the values of cells, and nothing cleverer.

The array is read cell by cell. A judge is asked as soon as the last cell that it speaks of has been
read, or when the array ends. Of the cells read, the values of those are kept that some judge has
yet to ask for. Where the array wraps in the direction in which it grows, the first rows are kept
as well, and judges across the seam are asked at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sequences.local_check.expression import UnclearError
from sequences.local_check.memory import memories
from sequences.local_check.reading import Judge, Reading

__all__ = ["STATES", "Table", "derive"]

STATES = 1_500_000
"""States between cells that are listed at most."""

Position = tuple[int, int]
"""(row relative to the one being read, column)."""


@dataclass
class Table:
    """Moves between states: for each stage and state the list of next states, and final weights."""

    moves: list[list[list[int]]]
    final: list[int]


@dataclass(frozen=True)
class _Place:
    """A judge at a column: where its cells are."""

    number: int
    judge: Judge
    cells: tuple[Position | None, ...]
    """In the order of the judge's offsets, relative to its own row; None beyond a side."""
    last: Position
    """The last of them to be read."""


def derive(reading: Reading, width: int, turned: bool) -> Table:
    """All states that can be reached. Raises UnclearError if there are too many."""
    return _Machine(reading, width, turned).table()


class _Machine:
    def __init__(self, reading: Reading, width: int, turned: bool) -> None:
        self.reading, self.width = reading, width
        self.around, self.ring = reading.wrap_rows, reading.wrap_columns
        if turned:
            self.around, self.ring = self.ring, self.around
        self.memories = memories(reading, width, turned)
        self.budgets = list(reading.budgets.values())
        self.places = [
            _place(number, judge, column, width, turned, self.ring)
            for number, judge in enumerate(reading.judges)
            for column in range(width)
        ]
        rows = [cell[0] for place in self.places for cell in place.cells if cell]
        self.depth = max(rows, default=0) - min(rows, default=0)
        self.kept = [self._kept(column) for column in range(width + 1)]
        self.asked = [[p for p in self.places if p.last[1] == c] for c in range(width)]
        self.verdicts: dict[tuple[int, tuple[int | None, ...]], bool] = {}

    def _kept(self, column: int) -> list[Position]:
        """The positions read before a column that a judge has yet to ask for."""
        found = set()
        for place in self.places:
            for row in range(-self.depth, self.depth + 1):
                moved = [(row + cell[0], cell[1]) for cell in place.cells if cell]
                if max(moved) >= (0, column):
                    found |= {cell for cell in moved if cell < (0, column)}
        return sorted(found)

    def table(self) -> Table:
        start = (
            (None,) * len(self.kept[0]),
            (0,) * len(self.budgets),
            tuple(memory.start() for memory in self.memories),
            (),
            0,
        )
        numbers: list[dict[Any, int]] = [{} for _ in range(self.width)]
        states: list[list[Any]] = [[] for _ in range(self.width)]
        moves: list[list[list[int]]] = [[] for _ in range(self.width)]
        numbers[0][start] = 0
        states[0].append(start)
        while any(len(a) < len(b) for a, b in zip(moves, states, strict=True)):
            for column in range(self.width):
                after = (column + 1) % self.width
                while len(moves[column]) < len(states[column]):
                    targets = []
                    for state in self._cells(states[column][len(moves[column])], column):
                        if state not in numbers[after]:
                            numbers[after][state] = len(states[after])
                            states[after].append(state)
                        targets.append(numbers[after][state])
                    moves[column].append(targets)
                if sum(map(len, states)) > STATES:
                    raise UnclearError(f"the checker's machine has more than {STATES} states")
        return Table(moves, [int(self._final(state)) for state in states[0]])

    def _cells(self, state: Any, column: int) -> Iterator[Any]:
        """The states after each value that may stand in this column."""
        kept, spent, remembered, first, rows = state
        known = dict(zip(self.kept[column], kept, strict=True))
        for value in self.reading.values:
            cells = {**known, (0, column): value}
            charges = list(spent)
            fine = True
            for place in self.asked[column]:
                row = -place.last[0]
                if not self._whole(place, row, rows):
                    continue
                values = [
                    None if cell is None else cells.get((cell[0] + row, cell[1]))
                    for cell in place.cells
                ]
                fine = fine and self._charge(place, values, charges)
            if not fine:
                continue
            after = [m.cell(s, column, value) for m, s in zip(self.memories, remembered, strict=True)]
            if any(s is None for s in after):
                continue
            begun = first
            if self.around and rows < self.depth:
                begun = (*first, value)
            following: Any = tuple(cells.get(p) for p in self.kept[column + 1])
            count = rows
            if column == self.width - 1:
                # The next row is now the one being read.
                older = {(r - 1, c): v for (r, c), v in cells.items()}
                following = tuple(older.get(p) for p in self.kept[0])
                after = [m.row(s) for m, s in zip(self.memories, after, strict=True)]
                if any(s is None for s in after):
                    continue
                if self.around:
                    count = min(rows + 1, 2 * self.depth)
            yield following, tuple(charges), tuple(after), begun, count

    def _whole(self, place: _Place, row: int, rows: int) -> bool:
        """Whether a judge is to be asked now: across the seam of an array that goes round it is
        asked at the end."""
        if not (self.around and place.judge.wraps):
            return True
        return all(cell is None or cell[0] + row >= -rows for cell in place.cells) or (
            rows >= 2 * self.depth
        )

    def _charge(self, place: _Place, values: list[int | None], charges: list[int]) -> bool:
        """Ask a judge; whether the array may go on."""
        key = (place.number, tuple(values))
        if key not in self.verdicts:
            self.verdicts[key] = place.judge.fails(values)
        if not self.verdicts[key]:
            return True
        at = place.judge.budget
        if at is None:
            return False
        most = self.budgets[at].number
        if self.budgets[at].word == "at least":
            charges[at] = min(charges[at] + 1, most)
            return True
        charges[at] += 1
        return charges[at] <= most

    def _final(self, state: Any) -> bool:
        kept, spent, remembered, first, rows = state
        known = dict(zip(self.kept[0], kept, strict=True))
        charges = list(spent)
        for place in self.places:
            going_round = self.around and place.judge.wraps
            for row in range(-rows, 0) if going_round else range(-self.depth, 0):
                if going_round:
                    values = self._across(place, row + rows, known, first, rows)
                else:
                    values = self._at_end(place, row, known)
                if values is not None and not self._charge(place, values, charges):
                    return False
        for budget, number in zip(self.budgets, charges, strict=True):
            if number != budget.number and budget.word != "at most":
                return False
        return all(m.final(s) for m, s in zip(self.memories, remembered, strict=True))

    def _at_end(
        self, place: _Place, row: int, known: dict[Position, int | None]
    ) -> list[int | None] | None:
        """What an open judge sees (row -1 is the last); None if it has been asked."""
        if place.last[0] + row < 0:
            return None
        return [
            None if cell is None else known.get((cell[0] + row, cell[1])) for cell in place.cells
        ]

    def _across(
        self, place: _Place, own: int, known: dict[Position, int | None], first: Any, rows: int
    ) -> list[int | None] | None:
        """What a judge in row `own` of `rows` sees across the seam; None if it has been asked.

        Arrays of more than twice `depth` rows count as if they had that many: only their first
        and last `depth` rows are ever looked at.
        """
        heights = [cell[0] + own for cell in place.cells if cell]
        if min(heights) >= 0 and max(heights) < rows:
            return None
        values: list[int | None] = []
        for cell in place.cells:
            if cell is None:
                values.append(None)
                continue
            at = (cell[0] + own) % rows
            number = at * self.width + cell[1]
            values.append(first[number] if number < len(first) else known[at - rows, cell[1]])
        return values


def _place(
    number: int, judge: Judge, column: int, width: int, turned: bool, ring: bool
) -> _Place:
    cells: list[Position | None] = []
    for offset in judge.offsets:
        down, right = (offset[1], offset[0]) if turned else offset
        at = column + right
        if ring and judge.wraps:
            at %= width
        cells.append((down, at) if 0 <= at < width else None)
    return _Place(number, judge, tuple(cells), max(cell for cell in cells if cell))
