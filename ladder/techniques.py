"""Which human technique a projection is an instance of, place by place.

One projection of a Binairo line contains *sandwich* (a cell between two equal ones), *pair* (a cell
beside two equal ones) and *count* (all of one value are placed); what none of them explains is a
*line* deduction, for which all words left agree.  Counting tables (regions, cells of Numberlink) know
*count* (as many as allowed are there) and *last* (only as many as needed are left).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ladder.engine import Step
from ladder.projection import Lifted, span
from puzzles.language import Count

__all__ = ["Because", "counted", "domino", "line"]

_NOUNS = {"region": "region", "degree": "cell"}
"""What a counting table is about, by its rule; else a line."""


@dataclass(frozen=True, slots=True)
class Because:
    """Variables decided for one reason."""

    technique: str
    reason: str
    new_on: int
    new_off: int


def line(table: Lifted, step: Step) -> Iterator[Because]:
    """A Binairo line: the simplest technique first, each cell found helping the next."""
    runs, balance = "runs" in table.names, "balance" in table.names
    value: list[int | None] = [_value(p, step.on, step.off) for p in table.places]
    new = {
        i: int(bool(step.new_on & p))
        for i, p in enumerate(table.places)
        if (step.new_on | step.new_off) & p
    }
    title = span(table.cells)
    while new:
        found = next(
            ((i, why) for i in new if runs and (why := _run(table, value, i, new[i]))), None
        )
        if found:
            i, (technique, reason) = found
            value[i] = bit = new.pop(i)
            place = table.places[i]
            yield Because(technique, reason, place * bit, place * (1 - bit))
            continue
        half = len(table.places) // 2
        full = next((b for b in (0, 1) if balance and value.count(b) == half), None)
        if full is not None:
            technique, reason = (
                "count",
                f"all {half} {'ones' if full else 'zeros'} of {title} are placed",
            )
        else:
            left = table.project(step.on, step.off).survivors
            technique = "line"
            reason = (
                f"the only word left for {title}"
                if left == 1
                else f"all {left} words left for {title} agree"
            )
        on = sum(table.places[i] for i, bit in new.items() if bit)
        off = sum(table.places[i] for i, bit in new.items() if not bit)
        yield Because(technique, reason, on, off)
        return


def _run(table: Lifted, value: list[int | None], i: int, bit: int) -> tuple[str, str] | None:
    """A sandwich or a pair that forces place i, as (technique, reason)."""
    for technique, one, other in (("sandwich", -1, 1), ("pair", -2, -1), ("pair", 1, 2)):
        if i + one >= 0 and i + other < len(value):
            both = (value[i + one], value[i + other])
            if both == (1 - bit, 1 - bit):
                cells = span((table.cells[i + one], table.cells[i + other]))
                where = "between" if technique == "sandwich" else "beside"
                return technique, f"{where} {cells}, both {1 - bit}"
    return None


def counted(table: Lifted, step: Step) -> Iterator[Because]:
    """A table that allows certain numbers of ones."""
    assert isinstance(table.words, Count)
    ones = (step.on & table.scope).bit_count()
    left = len(table.places) - (step.off & table.scope).bit_count()
    what = f"the {_NOUNS.get(table.names[0], 'line')} at {span(table.cells)}"
    if step.new_off:
        reason = f"{what} has its {ones}"
        if ones < max(table.words.allowed):
            # None or two are allowed, and one place alone cannot be the first of two.
            reason = f"{what} has only {left} left and needs more or none"
        yield Because("count", reason, 0, step.new_off)
    if step.new_on:
        yield Because(
            "last", f"{what} has only {left} place{'s' * (left != 1)} left", step.new_on, 0
        )


def domino(table: Lifted, step: Step) -> Because:
    """Norinori's table of a cell with its neighbours: letter 0 is the cell."""
    cell, beside = table.places[0], table.scope & ~table.places[0]
    title = span(table.cells[:1])
    if step.new_off & cell:
        shaded = (step.on & beside).bit_count()
        technique = "crowded" if shaded else "lonely"
        reason = "two neighbours are shaded" if shaded else "no neighbour can be shaded"
    elif step.new_on:
        technique, reason = "last", f"the only partner left for {title}"
    else:
        technique, reason = "partner", f"{title} has its partner"
    return Because(technique, reason, step.new_on, step.new_off)


def _value(place: int, on: int, off: int) -> int | None:
    return 1 if on & place else 0 if off & place else None
