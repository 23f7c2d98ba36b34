"""Where in a state each unfinished rule keeps its node.

The machine reads the array row by row, each row from left to right (in a frame that may be the
transposed one). A *slot* is one rule at one column of one row that has read some of its cells. The
slots before column c of a row are the same for all rows: those that begin above the first row are
there from the start, at the node that says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sequences.local_rules.description import Offset
from sequences.local_rules.diagrams import TRUE, Diagrams
from sequences.local_rules.rules import Place, Rule

__all__ = ["Layout", "Slot", "Step", "layout"]


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A rule in progress."""

    rule: int
    column: int
    """The column where the rule stands."""
    age: int
    """Which of the rows it speaks of is being read, from 0."""


@dataclass(frozen=True, slots=True)
class Step:
    """What reading the cell in one column does to the slots."""

    kept: tuple[tuple[int, int], ...]
    """(old position or -1 if the rule begins here, its node then) for each slot afterwards."""
    reading: tuple[int, ...]
    """Positions afterwards of the slots that read this cell."""
    closing: tuple[tuple[int, int, int | None], ...]
    """Slots that read this cell as their last: (old position or -1, node, budget)."""
    budgets: tuple[int | None, ...]
    """The budget of each slot afterwards."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The slots of a machine of one width."""

    steps: tuple[Step, ...]
    start: tuple[int, ...]
    """Nodes before the first row."""
    budgets: tuple[int | None, ...]
    """The budget of each slot between rows."""
    going_round: tuple[bool, ...]
    """For each slot between rows whether it goes on in the first row after the last."""
    rows_ahead: int
    """In how many rows after the last, at most, a rule that goes round still reads cells."""


@dataclass(frozen=True, slots=True)
class _Course:
    """The cells of one rule at one column."""

    rows: tuple[tuple[tuple[int, Place], ...], ...]
    """For each row spoken of, from the first, (column, offsets that fall there) in order."""
    first: int
    """The first of these rows, relative to the row where the rule stands."""
    wraps_rows: bool


def layout(
    rules: Sequence[Rule],
    values: Sequence[int],
    width: int,
    diagrams: Diagrams,
    *,
    transposed: bool,
    wrap_rows: bool,
    wrap_columns: bool,
) -> Layout:
    """Lay out the rules; `transposed`, `wrap_rows` and `wrap_columns` are of the machine's frame."""
    courses: dict[tuple[int, int], _Course] = {}
    roots: dict[tuple[int, int], int] = {}
    known: dict[object, int] = {}

    def node(rule: Rule, course: _Course, skipped: int) -> int:
        rows = course.rows[skipped:]
        places = [place for row in rows for _, place in row]
        ends: list[int] = []
        for row in rows[:-1]:
            ends.append((ends[-1] if ends else 0) + len(row))
        key = (id(rule), tuple(places), tuple(ends), skipped > 0)
        if key not in known:
            breaks = [0, *ends] if skipped else ends
            known[key] = diagrams.add(rule.layers(places, breaks, values))
        return known[key]

    start: dict[Slot, int] = {}
    for number, rule in enumerate(rules):
        for column in range(width):
            course = _course(rule, column, width, transposed, wrap_rows, wrap_columns)
            root = node(rule, course, 0)
            early = {}
            if not course.wraps_rows:
                above = range(1, min(-course.first, len(course.rows) - 1) + 1)
                early = {age: node(rule, course, age) for age in above}
            if root == TRUE and all(found == TRUE for found in early.values()):
                continue
            courses[number, column] = course
            roots[number, column] = root
            start.update((Slot(number, column, age), found) for age, found in early.items())

    def before(c: int) -> list[Slot]:
        found = []
        for (number, column), course in courses.items():
            for age, row in enumerate(course.rows):
                begun = age > 0 or (row[0][0] < c)
                last = age == len(course.rows) - 1
                if begun and not (last and row[-1][0] < c):
                    found.append(Slot(number, column, age))
        return sorted(found)

    steps = []
    for c in range(width):
        old = {slot: i for i, slot in enumerate(before(c))}
        new = before(c + 1)

        def reads(slot: Slot, c: int = c) -> bool:
            return any(at == c for at, _ in courses[slot.rule, slot.column].rows[slot.age])

        touched = [slot for slot in old if reads(slot)]
        opened = [
            Slot(number, column, 0)
            for (number, column), course in courses.items()
            if course.rows[0][0][0] == c
        ]
        closing = [slot for slot in (*touched, *opened) if slot not in set(new)]
        steps.append(
            Step(
                kept=tuple((old.get(s, -1), roots[s.rule, s.column]) for s in new),
                reading=tuple(i for i, s in enumerate(new) if reads(s)),
                closing=tuple(
                    (old.get(s, -1), roots[s.rule, s.column], rules[s.rule].budget) for s in closing
                ),
                budgets=tuple(rules[s.rule].budget for s in new),
            )
        )
    between = before(0)
    return Layout(
        tuple(steps),
        tuple(start.get(slot, TRUE) for slot in between),
        tuple(rules[slot.rule].budget for slot in between),
        tuple(courses[slot.rule, slot.column].wraps_rows for slot in between),
        max((len(c.rows) - 1 for c in courses.values() if c.wraps_rows), default=0),
    )


def _course(
    rule: Rule, column: int, width: int, transposed: bool, wrap_rows: bool, wrap_columns: bool
) -> _Course:
    """The existing cells of a rule at a column, as if there were no upper or lower border."""
    found: dict[int, dict[int, list[Offset]]] = {}
    for offset in rule.offsets:
        down, right = (offset[1], offset[0]) if transposed else offset
        at = column + right
        if wrap_columns and rule.wraps:
            at %= width
        if 0 <= at < width:
            found.setdefault(down, {}).setdefault(at, []).append(offset)
    rows = tuple(
        tuple((at, tuple(found[down][at])) for at in sorted(found.get(down, {})))
        for down in range(min(found), max(found) + 1)
    )
    return _Course(rows, min(found), wrap_rows and rule.wraps)
