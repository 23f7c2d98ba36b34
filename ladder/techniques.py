"""Which human technique a projection is an instance of, place by place.

One projection of a Binairo line contains *sandwich* (a cell between two equal ones), *pair* (a cell
beside two equal ones) and *count* (all of one value are placed); what none of them explains is a
*line* deduction, for which all words left agree.  Counting tables (regions, cells of Numberlink) know
*count* (as many as allowed are there) and *last* (only as many as needed are left).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ladder.engine import Step, bits
from ladder.projection import ClauseRule, Lifted, span
from puzzles import Board
from puzzles.language import Count, Line

__all__ = ["Because", "clause", "counted", "line", "listed"]


@dataclass(frozen=True, slots=True)
class Because:
    """Variables decided for one reason, which may name others (``named``, a mask)."""

    technique: str
    reason: str
    new_on: int
    new_off: int
    named: int = 0


def line(board: Board, table: Lifted, step: Step) -> Iterator[Because]:
    """A line of no long run and so many ones: the simplest technique first, each helping the next."""
    assert isinstance(table.words, Line)
    ones = table.words.ones
    whole = None if ones is None else (len(table.places) - ones, ones)
    value: list[int | None] = [_value(p, step.on, step.off) for p in table.places]
    new = {
        i: int(bool(step.new_on & p))
        for i, p in enumerate(table.places)
        if (step.new_on | step.new_off) & p
    }
    title = span(table.cells)
    while new:
        found = next(((i, why) for i in new if (why := _run(board, table, value, i, new[i]))), None)
        if found:
            i, (technique, reason, named) = found
            value[i] = bit = new.pop(i)
            place = table.places[i]
            yield Because(technique, reason, place * bit, place * (1 - bit), named)
            continue
        named = 0
        full = next((b for b in (0, 1) if whole and value.count(b) == whole[b]), None)
        if whole and full is not None:
            technique = "count"
            named = sum(p for p, bit in zip(table.places, value, strict=True) if bit == full)
            reason = f"all {whole[full]} {board.plural(bool(full))} of {title} are placed"
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
        yield Because(technique, reason, on, off, named)
        return


def _run(
    board: Board, table: Lifted, value: list[int | None], i: int, bit: int
) -> tuple[str, str, int] | None:
    """A sandwich or a pair that forces place i where three are a run.

    As technique, reason and the mask of the two.
    """
    if not isinstance(table.words, Line) or table.words.run != 3:
        return None
    for technique, one, other in (("sandwich", -1, 1), ("pair", -2, -1), ("pair", 1, 2)):
        if i + one >= 0 and i + other < len(value):
            both = (value[i + one], value[i + other])
            if both == (1 - bit, 1 - bit):
                cells = span((table.cells[i + one], table.cells[i + other]))
                where = "between" if technique == "sandwich" else "beside"
                other_value = board.value(table.places[i].bit_length(), not bit)
                two = table.places[i + one] | table.places[i + other]
                return technique, f"{where} {cells}, both {other_value}", two
    return None


def counted(board: Board, table: Lifted, step: Step) -> Iterator[Because]:
    """A table that allows certain numbers of ones."""
    assert isinstance(table.words, Count)
    ones = (step.on & table.scope).bit_count()
    left = len(table.places) - (step.off & table.scope).bit_count()
    rule = table.names[0]
    what = f"the {board.NOUNS.get(rule, rule)} at {span(table.cells)}"
    if step.new_off:
        reason = f"{what} has its {ones}"
        if not ones and max(table.words.allowed):
            # None or two are allowed, and one place alone cannot be the first of two.
            reason = f"{what} has only {left} left and needs more or none"
        elif ones < max(table.words.allowed):
            reason = f"{what} has {ones}, and only {left} with those left: no other number fits"
        yield Because("count", reason, 0, step.new_off)
    if step.new_on:
        yield Because(
            "last", f"{what} has only {left} place{'s' * (left != 1)} left", step.new_on, 0
        )


def listed(table: Lifted, step: Step) -> Because:
    """A table of any words: what is left of them agrees."""
    left = table.project(step.on, step.off).survivors
    title = f"{'-'.join(table.names)} leaves {span(table.cells)}"
    reason = (
        f"{title} one possibility" if left == 1 else f"{title} {left} possibilities, which agree"
    )
    return Because("words", reason, step.new_on, step.new_off)


def clause(board: Board, rule: ClauseRule, step: Step) -> Because:
    """A clause whose other places are decided against it; one that is printed is a given."""
    others = list(bits(rule.scope & ~(step.new_on | step.new_off)))
    if not others:
        if rule.names == ("givens",):
            return Because("given", "printed on the board", step.new_on, step.new_off)
        return Because("clause", f"{'-'.join(rule.names)} says so", step.new_on, step.new_off)
    known = ", ".join(
        f"{board.label(bit + 1)} is {board.value(bit + 1, bool(step.on >> bit & 1))}"
        for bit in others
    )
    reason = f"the last way to keep {'-'.join(rule.names)}, as {known}"
    return Because("clause", reason, step.new_on, step.new_off)


def _value(place: int, on: int, off: int) -> int | None:
    return 1 if on & place else 0 if off & place else None
