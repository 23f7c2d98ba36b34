"""All layers of a compiled run: exact marginals, uniform random solutions and weighted counts.

A :class:`Trace` keeps, per state of every layer, where its two ways lead (numbers of states of the next
layer) and how many paths come to it; of the states themselves only two layers live.  That is a decision
diagram in layers, not reduced.  Numbers are Python ints wherever they are multiplied or drawn.

Where that outgrows the memory, the levels are cut into segments.  Of the early ones only the first layer
is kept, whole, and what lies behind it is made again when it is read, from the last level back.

- *Marginals*: paths into a state times completions of the state behind the way, summed over the ways
  that set a variable; completions are added up from the last layer back, one layer living.
- *Samples* are drawn from the last state back: of the ways into a state each is taken with the number of
  paths that come through it, so that no completions are needed.
- *Weights*: the sum over all paths of the product of their literals' weights, from the last layer back,
  over one common denominator a level.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any

import numpy as np

from count.frontier.compiled.layers import total
from count.frontier.compiled.programs import cheapest, programs
from count.frontier.compiled.successors import Traceable, located, successors
from count.frontier.machine import FrontierMachine, Weights, masks_of, weight_of
from count.limits import Stopped

__all__ = ["Trace", "Traced", "traced"]


@dataclass(frozen=True, slots=True)
class Level:
    """Where the states of a layer lead.

    ``targets`` (n, 2) int32, -1 where there is no way; ``marks`` (n, 2) uint8, the level's variables
    that a way sets; ``paths`` (n, words) uint64, into each state.
    """

    targets: Any
    marks: Any
    paths: Any

    @property
    def nbytes(self) -> int:
        total: int = self.targets.nbytes + self.marks.nbytes + self.paths.nbytes
        return total


@dataclass(slots=True)
class Segment:
    """Levels ``start`` on, and the layer before them; ``levels`` None: to be made again."""

    start: int
    layer: Any
    levels: list[Level] | None


class Trace:
    """The layers of a program's run, kept or made again within a number of bytes."""

    def __init__(self, program: Traceable, memory: int) -> None:
        """Run the program level by level; Stopped where not even segments fit the memory."""
        self._program = program
        self._memory = memory
        self._segments: list[Segment] = []
        self._held = 0
        self.states = 0
        layer = program.first()
        self._begin(0, layer)
        for level in range(program.length):
            self.states += len(layer)
            following = self._extended(self._segments[-1], level, layer)
            if self._segments[-1].start <= level - _SHORTEST and self._full():
                self._begin(level + 1, following)
            layer = following
        self.states += len(layer)
        self.last = layer[:, program.words :].copy()

    def _begin(self, start: int, layer: Any) -> None:
        self._segments.append(Segment(start, layer.copy(), []))
        self._held += layer.nbytes

    def _full(self) -> bool:
        levels = self._segments[-1].levels
        return 4 * sum(level.nbytes for level in levels or ()) > self._memory

    def _extended(self, segment: Segment, level: int, layer: Any) -> Any:
        """Read a level at the end of a segment; the next layer."""
        assert segment.levels is not None
        words, count = self._program.words, len(layer)
        # No state of the next layer has more than twice all paths into this one.
        room = max(1, -(-(total(layer, count, words).bit_length() + 1) // 64))
        state = 8 * (4 * words + room) + 32
        most = (self._memory - self._held) // state
        following, found, _ = self._program.advance(layer, count, room, level, level + 1, most)
        while found == -2 and self._forget(segment):
            most = (self._memory - self._held) // state
            following, found, _ = self._program.advance(layer, count, room, level, level + 1, most)
        if found == -1:
            raise OverflowError("a number of paths grew beyond its proved bound")
        if found == -2:
            raise Stopped("the states of all layers outgrow the memory")
        keys, mark, alive = successors(self._program, layer, count, level)
        target = located(keys, alive, following, found)
        if (target == -2).any():
            raise RuntimeError("a state's way leads to no state of the next layer")
        segment.levels.append(Level(target, mark, layer[:, words:].copy()))
        self._held += segment.levels[-1].nbytes
        return following[:found]

    def _forget(self, but: Segment) -> bool:
        """Drop the levels of the first segment that has them, but not this one's."""
        for segment in self._segments:
            if segment.levels is not None and segment is not but:
                self._drop(segment)
                return True
        return False

    def _drop(self, segment: Segment) -> None:
        self._held -= sum(level.nbytes for level in segment.levels or ())
        segment.levels = None

    @property
    def made_again(self) -> int:
        """Segments whose levels are made again each time that they are read."""
        return sum(segment.levels is None for segment in self._segments)

    def backward(self) -> Iterator[tuple[int, Level]]:
        """The levels with their numbers, from the last to the first."""
        ends = [segment.start for segment in self._segments[1:]] + [self._program.length]
        for segment, end in zip(reversed(self._segments), reversed(ends), strict=True):
            forgotten = segment.levels is None
            if segment.levels is None:
                segment.levels = []
                layer = segment.layer
                for level in range(segment.start, end):
                    layer = self._extended(segment, level, layer)
            levels = segment.levels
            for level in reversed(range(segment.start, end)):
                yield level, levels[level - segment.start]
            if forgotten:
                self._drop(segment)


_SHORTEST = 4
"""Levels of a segment at least."""


def traced(machines: Sequence[FrontierMachine[Any]], memory: int | None = None) -> Traced | None:
    """The trace of the machine that is thought to take the fewest states; None if none has a program.

    ``memory`` in bytes, half of this computer's if None; :class:`~count.limits.Stopped` beyond it.
    """
    if memory is None:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    found = [
        (machine, program)
        for machine in machines
        for program in programs([machine])
        if isinstance(program, Traceable)
    ]
    if not found:
        return None
    best = cheapest([program for _, program in found], memory).program
    ((machine, program),) = [pair for pair in found if pair[1] is best]
    return Traced(machine, Trace(program, memory))


class Traced:
    """The solutions of a component, from the trace of its machine."""

    def __init__(self, machine: FrontierMachine[Any], trace: Trace) -> None:
        self._trace = trace
        # Per level its variables, in the order of the bits of a mark.
        self._variables = [machine.variables(level) for level in range(machine.length)]
        self._total = sum(_integers(trace.last))

    @property
    def states(self) -> int:
        """States of all layers."""
        return self._trace.states

    def any(self) -> bool:
        return bool(self._total)

    def sample(self, n: int, rng: Random) -> list[int]:
        last = _integers(self._trace.last)
        states = [_drawn(last, range(len(last)), rng) for _ in range(n)]
        drawn = [0] * n
        for level, step in self._trace.backward():
            targets, marks = step.targets.ravel(), step.marks.ravel()
            paths = _integers(step.paths)
            ways = np.argsort(targets, kind="stable")
            ordered = targets[ways]
            masks = masks_of(self._variables[level])
            for i, state in enumerate(states):
                first, end = np.searchsorted(ordered, (state, state + 1))
                into = ways[first:end]
                chosen = into[_drawn(paths, into >> 1, rng)]
                drawn[i] |= masks[marks[chosen]]
                states[i] = int(chosen) >> 1
        return drawn

    def marginals(self) -> dict[int, Fraction]:
        after = _ended(np.full(len(self._trace.last), 1, object))
        shares: dict[int, Fraction] = {}
        for level, step in self._trace.backward():
            targets, marks, paths = step.targets, step.marks, _integers(step.paths)
            sides = [after[targets[:, way]] for way in (0, 1)]
            for bit, variable in enumerate(self._variables[level]):
                through = 0
                for way in (0, 1):
                    setting = np.flatnonzero((marks[:, way] >> bit & 1) & (targets[:, way] >= 0))
                    through += int((paths[setting] * sides[way][setting]).sum())
                shares[variable] = Fraction(through, self._total)
            after = _ended(sides[0] + sides[1])
        if after[0] != self._total:
            raise RuntimeError("paths forward and completions backward differ")
        return shares

    def weighted(self, weights: Weights) -> Fraction:
        """The sum over the solutions of the product of their literals' weights."""
        after = _ended(np.full(len(self._trace.last), 1, object))
        scale = 1
        for level, step in self._trace.backward():
            targets, marks = step.targets, step.marks
            masks = masks_of(self._variables[level])
            literals = [weight_of(self._variables[level], mask, weights) for mask in masks]
            common = lcm(*(weight.denominator for weight in literals))
            scale *= common
            scaled = np.array([int(weight * common) for weight in literals], object)
            sides = [scaled[marks[:, way]] * after[targets[:, way]] for way in (0, 1)]
            after = _ended(sides[0] + sides[1])
        return Fraction(after[0], scale)  # the end's 0 where there is no first state


def _integers(paths: Any) -> Any:
    """Value words as an array of Python ints."""
    result = np.zeros(len(paths), object)
    for k in range(paths.shape[1]):
        result += paths[:, k].astype(object) << 64 * k
    return result


def _ended(values: Any) -> Any:
    """Values with a 0 behind them, which the target -1 finds."""
    return np.append(values, np.array([0], object))


def _drawn(paths: Any, states: Any, rng: Random) -> int:
    """The place of one of these states, drawn by their numbers of paths."""
    rank = rng.randrange(sum(paths[state] for state in states))
    for place, state in enumerate(states):
        rank -= paths[state]
        if rank < 0:
            return place
    raise AssertionError("a rank beyond the sum")
