"""All layers of a compiled run: exact marginals, uniform random solutions and weighted counts.

A :class:`Trace` keeps, per state of every layer, where its two ways lead (numbers of states of the next
layer) and how many paths come to it; of the states themselves only two layers live.  That is a decision
diagram in layers, not reduced.  Numbers are Python ints wherever they are multiplied or drawn.

- *Marginals*: paths into a state times completions of the state behind the way, summed over the ways
  that set a variable; completions are added up from the last layer back, one layer living.
- *Samples* are drawn from the last state back: of the ways into a state each is taken with the number of
  paths that come through it, so that no completions are needed.
- *Weights*: the sum over all paths of the product of their literals' weights, from the last layer back,
  over one common denominator a level.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
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
class Trace:
    """What is kept of a run's layers, of which there is one more than there are levels.

    Per level, for its states: ``targets`` (n, 2) int32, -1 where there is no way; ``marks`` (n, 2)
    uint8, the level's variables that a way sets.  Per layer: ``paths`` (n, words) uint64.
    """

    targets: tuple[Any, ...]
    marks: tuple[Any, ...]
    paths: tuple[Any, ...]

    @classmethod
    def of(cls, program: Traceable, memory: int) -> Trace:
        """Run the program level by level; Stopped where all that is kept outgrows so many bytes."""
        words = program.words
        layer = program.first()
        count = len(layer)
        targets, marks, paths = [], [], [layer[:, words:].copy()]
        kept = 0
        for level in range(program.length):
            # No state of the next layer has more than twice all paths into this one.
            room = max(1, -(-(total(layer, count, words).bit_length() + 1) // 64))
            most = max(0, memory - kept) // (8 * (4 * words + room) + 32)
            following, found, _ = program.advance(layer, count, room, level, level + 1, most)
            if found == -1:
                raise OverflowError("a number of paths grew beyond its proved bound")
            if found == -2:
                raise Stopped("the states of all layers outgrow the memory")
            keys, mark, alive = successors(program, layer, count, level)
            target = located(keys, alive, following, found)
            if (target == -2).any():
                raise RuntimeError("a state's way leads to no state of the next layer")
            targets.append(target)
            marks.append(mark)
            layer, count = following, found
            paths.append(layer[:count, words:].copy())
            kept += target.nbytes + mark.nbytes + paths[-1].nbytes
        return cls(tuple(targets), tuple(marks), tuple(paths))

    @property
    def states(self) -> int:
        """States of all layers."""
        return sum(map(len, self.paths))


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
    return Traced(machine, Trace.of(program, memory))


class Traced:
    """The solutions of a component, from the trace of its machine."""

    def __init__(self, machine: FrontierMachine[Any], trace: Trace) -> None:
        self._trace = trace
        # Per level its variables, in the order of the bits of a mark.
        self._variables = [machine.variables(level) for level in range(machine.length)]
        self._total = sum(_integers(trace.paths[-1]))

    @property
    def states(self) -> int:
        """States of all layers."""
        return self._trace.states

    def any(self) -> bool:
        return bool(self._total)

    def sample(self, n: int, rng: Random) -> list[int]:
        last = _integers(self._trace.paths[-1])
        states = [_drawn(last, range(len(last)), rng) for _ in range(n)]
        drawn = [0] * n
        for level in reversed(range(len(self._variables))):
            targets, marks = self._trace.targets[level].ravel(), self._trace.marks[level].ravel()
            paths = _integers(self._trace.paths[level])
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
        trace = self._trace
        after = _ended(np.full(len(trace.paths[-1]), 1, object))
        shares: dict[int, Fraction] = {}
        for level in reversed(range(len(self._variables))):
            targets, marks = trace.targets[level], trace.marks[level]
            paths = _integers(trace.paths[level])
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
        after = _ended(np.full(len(self._trace.paths[-1]), 1, object))
        scale = 1
        for level in reversed(range(len(self._variables))):
            targets, marks = self._trace.targets[level], self._trace.marks[level]
            masks = masks_of(self._variables[level])
            literals = [weight_of(self._variables[level], mask, weights) for mask in masks]
            common = lcm(*(weight.denominator for weight in literals))
            scale *= common
            scaled = np.array([int(weight * common) for weight in literals], object)
            sides = [scaled[marks[:, way]] * after[targets[:, way]] for way in (0, 1)]
            after = _ended(sides[0] + sides[1])
        return Fraction(after[0] if len(self._trace.paths[0]) else 0, scale)


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
