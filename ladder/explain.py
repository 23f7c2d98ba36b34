"""Deductions in words: what was decided, why, and the technique that the step is an instance of.

A propagator may decide several places at once, each for a reason of its own; a trace names them one
by one.  Where no simpler technique explains a place, the reason is the projection itself: all words
left agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ladder.chains import Chains
from ladder.distinct import DistinctLines
from ladder.engine import Probe, Propagator, Step, bits
from ladder.pairs import RegionPairs
from ladder.premises import premises
from ladder.projection import ClauseRule, Lifted, span
from ladder.reach import Touching
from ladder.techniques import Because, clause, counted, line, listed
from ladder.wholes import Joined, SingleLoop, Trees
from puzzles import Board
from puzzles.drawing import Drawing
from puzzles.language import Count, Line
from puzzles.logic import Fired

__all__ = ["Deduction", "as_json", "deductions", "sentence", "step_drawing"]


@dataclass(frozen=True, slots=True)
class Deduction:
    """Places decided for one reason: ``technique`` is its name, ``reason`` says what was seen.

    ``on`` and ``off`` are the position before; ``new_on`` and ``new_off`` are the variables decided.
    """

    technique: str
    reason: str
    on: int
    off: int
    new_on: int
    new_off: int
    by: Propagator | None = field(default=None, repr=False, compare=False)
    """What decided them; None for a probe."""
    named: int = field(default=0, repr=False, compare=False)
    """Places that the reason names, as a mask; not all of them need be known here."""

    def premises(self, board: Board) -> int:
        """A least set of known places from which the same rule decides the same, as a mask.

        0 for a probe: it rests on the position as a whole.
        """
        if self.by is None:
            return 0
        return premises(board, self.by, self.on, self.off, self.new_on, self.new_off, self.named)

    def drawing(self, board: Board) -> Drawing:
        """The position after it, with the places that it decided and its premises set off."""
        on, off = self.on | self.new_on, self.off | self.new_off
        return step_drawing(board, on, off, self.new_on | self.new_off, self.premises(board))

    def decided(self, board: Board) -> dict[str, str]:
        """The places by name, each with its value in the puzzle's terms."""
        return {
            board.label(bit + 1): board.value(bit + 1, bool(self.new_on >> bit & 1))
            for bit in bits(self.new_on | self.new_off)
        }


def step_drawing(board: Board, on: int, off: int, new: int, seen: int) -> Drawing:
    """A position, with what is new in it and what that rests on (masks) set off."""
    places = board.places()
    return replace(
        board.position_drawing(on, off),
        highlight=frozenset(places[bit] for bit in bits(new)),
        premises=frozenset(places[bit] for bit in bits(seen)),
    )


def sentence(board: Board, deduction: Deduction) -> str:
    """A deduction as a line of a trace."""
    by_value: dict[str, list[str]] = {}
    for name, value in deduction.decided(board).items():
        by_value.setdefault(value, []).append(name)
    decided = ", ".join(f"{' '.join(names)} {value}" for value, names in by_value.items())
    return f"{decided}: {deduction.reason} ({deduction.technique})"


def deductions(board: Board, step: Step | Probe) -> Iterator[Deduction]:
    """The deductions of a step, in an order in which each follows from those before it."""
    on, off = step.on, step.off
    by = step.by if isinstance(step, Step) else None
    for because in _reasons(board, step):
        decided = (on, off, because.new_on, because.new_off)
        yield Deduction(because.technique, because.reason, *decided, by, because.named)
        on |= because.new_on
        off |= because.new_off


def _reasons(board: Board, step: Step | Probe) -> Iterator[Because]:
    if isinstance(step, Probe):
        value = board.value(step.variable, step.value)
        reason = f"{board.label(step.variable)} {value} leads to this: {step.refutation}"
        yield Because("probe", reason, step.new_on, step.new_off)
        return
    if isinstance(step.by, Lifted | ClauseRule):
        own = board.reason(_fired(step.by, step))
        if own is not None:
            yield Because(*own, step.new_on, step.new_off)
            return
    match step.by:
        case Lifted(words=Line()):
            yield from line(board, step.by, step)
        case Lifted(words=Count()):
            yield from counted(board, step.by, step)
        case Lifted():
            yield listed(step.by, step)
        case ClauseRule():
            yield clause(board, step.by, step)
        case DistinctLines():
            yield from _distinct(step.by, step)
        case RegionPairs():
            yield from _pairs(step.by, step)
        case Chains():
            for bit in bits(step.new_off):
                yield Because("chain", f"it {step.by.fault(bit, step.on)}", 0, 1 << bit)
        case Touching():
            if step.new_on:
                reason = "it joins two cells of one chain, and left out it would be a chord"
                yield Because("chord", reason, step.new_on, 0)
            if step.new_off:
                reason = (
                    "two chains have several edges between them, and one would make another a chord"
                )
                yield Because("chord", reason, 0, step.new_off)
        case Trees() | SingleLoop() | Joined():
            yield from step.by.because(step)
        case _:
            raise AssertionError(f"a propagator decides without a reason: {step.by.names}")


def _fired(by: Lifted | ClauseRule, step: Step) -> Fired:
    places = by.places if isinstance(by, Lifted) else [1 << bit for bit in bits(by.scope)]
    variables = tuple(place.bit_length() for place in places)
    return Fired(by.names, variables, step.on, step.off, step.new_on, step.new_off)


def _distinct(rule: DistinctLines, step: Step) -> Iterator[Because]:
    known = step.on | step.off
    done = dict(rule.finished(step.on, step.off))
    for i, scope in enumerate(rule.scopes):
        new_on, new_off = step.new_on & scope, step.new_off & scope
        if new_on | new_off:
            used = [
                j for j, word in done.items() if not (rule.mask(i, word) ^ step.on) & known & scope
            ]
            copied = ", ".join(rule.title(j) for j in used)
            # Without ``balance`` two open cells may be decided otherwise, or only one of them.
            swap = (
                len(used) == 1
                and new_on | new_off == scope & ~known
                and new_on.bit_count() == new_off.bit_count() == 1
                and rule.mask(i, done[used[0]]) & (new_on | new_off) == new_off
            )
            reason = f"{rule.title(i)} must not repeat {copied}"
            yield Because("swap" if swap else "repeat", reason, new_on, new_off)


def _pairs(rule: RegionPairs, step: Step) -> Iterator[Because]:
    for region, left in rule.domains(step.on, step.off):
        new_on, new_off = step.new_on & region.scope, step.new_off & region.scope
        if new_on | new_off:
            pairs = "the one pair" if left == 1 else f"shared by the {left} pairs"
            reason = f"{pairs} that the neighbours leave to the region at {span(region.cells)}"
            yield Because("pairs", reason, new_on, new_off)


def as_json(board: Board, deduction: Deduction) -> dict[str, Any]:
    """A deduction as plain data."""
    return {
        "decided": deduction.decided(board),
        "technique": deduction.technique,
        "reason": deduction.reason,
    }
