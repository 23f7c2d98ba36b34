"""Running a compiled machine layer by layer: exact counts, and estimates from thinned layers.

A *program* is a machine whose layers are arrays of records (``table``) and whose steps are machine
code.  This module knows no puzzle; like ``count.frontier.machine`` it says what to do with the
layers, two of which are in memory at a time.

**No word overflows.**  Let T be the number of paths into a layer.  Over k levels each path goes on in
at most 2^k ways, so no state of the next layer has more than 2^k T of them, and values get
as many words as that needs.  T is known exactly from the layer itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Any, Protocol

import numpy as np

__all__ = ["Program", "Run", "TooMany", "total"]

Layer = Any
"""A numpy array of records."""

Progress = Callable[[int, int], None]
"""Is told the level that was reached, and the states there."""


class Program(Protocol):
    """A machine in machine code over ``length`` levels of at most two ways each."""

    length: int
    words: int
    """Words of a state's key."""

    def first(self) -> Layer:
        """The layer before the first level: at most one record, with the value 1."""

    def advance(
        self, layer: Layer, count: int, room: int, start: int, stop: int, most: int
    ) -> tuple[Layer, int, int]:
        """The layer before level ``stop``, its size, and how many paths were looked up.

        ``room``: value words of the new records.  Size -1: a value did not fit; -2: there were
        more than ``most`` states.
        """


class TooMany(Exception):
    """A layer grew beyond the states allowed."""


def total(layer: Layer, count: int, words: int) -> int:
    """The sum of all values of the first ``count`` records, exactly."""
    result = 0
    half = np.uint64(0xFFFFFFFF)
    for k in range(layer.shape[1] - words):
        column = layer[:count, words + k]
        # Fewer than 2^32 halves of 32 bits: their sum fits 64.
        low, high = int((column & half).sum()), int((column >> np.uint64(32)).sum())
        result += (low + (high << 32)) << 64 * k
    return result


@dataclass(slots=True)
class Run:
    """A count on its way: the layer before ``level``.  Running can be interrupted and goes on."""

    program: Program
    level: int
    layer: Layer
    count: int
    met: int = 0
    """States met so far, those of thinned layers multiplied up."""
    paths: int = 0
    """The same of paths looked up: what a run costs."""
    scale: float = 1.0
    _bits: int = 1
    _stride: int = 4

    @classmethod
    def of(cls, program: Program) -> Run:
        """A run at its beginning."""
        layer = program.first()
        return cls(program, 0, layer, len(layer))

    @property
    def done(self) -> bool:
        return self.level == self.program.length or not self.count

    def step(self, most: int) -> None:
        """Go on to the next layer that is looked up."""
        words = self.program.words
        stride = min(self._stride, self.program.length - self.level)
        room = self.layer.shape[1] - words
        if self._bits + stride > 64 * room:
            self._bits = total(self.layer, self.count, words).bit_length()
            room = max(room, -(-(self._bits + stride) // 64))
        before = self.count
        self.layer, self.count, paths = self.program.advance(
            self.layer, before, room, self.level, self.level + stride, most
        )
        if self.count == -1:
            raise OverflowError("a number of paths grew beyond its proved bound")
        if self.count == -2:
            raise TooMany(f"more than {most:,} states in one layer")
        self.level += stride
        self._bits += stride
        self.met += round(self.count * self.scale)
        self.paths += round(paths * self.scale)
        if paths > before:
            # Looking up every k levels costs b^k / k for a branching b a level: least at 1 / log b.
            best = 0.75 * stride / log(paths / before)
            self._stride = max(1, min(_LONGEST, round(best)))
        elif paths:
            self._stride = _LONGEST

    def finish(self, most: int, progress: Progress | None = None) -> int:
        """The number of paths to the last layer."""
        while not self.done:
            self.step(most)
            if progress is not None:
                progress(self.level, self.count)
        return total(self.layer, self.count, self.program.words)

    def thinned(self, kept: int, enough: float) -> Run:
        """A copy run to the end, layers thinned to ``kept`` states at random: only ``met`` and
        ``paths`` mean something, and they are estimates.  Stops where ``paths`` pass ``enough``."""
        rng = np.random.default_rng(0)
        copy = Run(self.program, self.level, self.layer, self.count, self.met, self.paths)
        copy._bits, copy._stride = 1, self._stride
        while not copy.done and copy.paths <= enough:
            if copy.count > kept:
                chosen = np.sort(rng.choice(copy.count, kept, replace=False))
                copy.layer = copy.layer[chosen]
                copy.scale *= copy.count / kept
                copy.count = kept
            copy.layer[: copy.count, self.program.words :] = 1
            copy._bits = 1
            copy.step(1 << 31)
        return copy


_LONGEST = 8
"""Most levels between two layers that are looked up."""
