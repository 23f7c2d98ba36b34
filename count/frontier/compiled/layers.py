"""Running a compiled machine layer by layer.

A *program* is a machine whose layers are arrays of records (``table``) and whose steps are machine
code.  This module knows no puzzle; like ``count.frontier.machine`` it says what to do with the
layers, two of which are in memory at a time, or on disk where memory does not hold them (``disk``).

**No word overflows.**  Let T be the number of paths into a layer.  Over k levels each path goes on in
at most 2^k ways, so no state of the next layer has more than 2^k T of them, and values get
as many words as that needs.  T is known exactly from the layer itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from count.frontier.compiled.disk import advance_by_files, put_on_disk

__all__ = ["Program", "Run", "TooMany", "total"]

Layer = Any
"""A numpy array of records."""


class Program(Protocol):
    """A machine in machine code over ``length`` levels of at most two ways each."""

    @property
    def length(self) -> int:
        """Levels."""

    @property
    def words(self) -> int:
        """Words of a state's key."""

    @property
    def expected(self) -> Sequence[float]:
        """States thought to be looked up per layer, to choose among programs that count the same."""

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
    for first in range(0, count, _PIECE):
        piece = layer[first : min(first + _PIECE, count)]
        for k in range(layer.shape[1] - words):
            column = piece[:, words + k]
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
    """States met so far in the layers that were looked up."""
    paths: int = 0
    """Paths looked up so far: what a run costs."""
    bits: int = 1
    """No value of the layer has more."""
    stride: int = 4
    """Levels to the next layer that is looked up."""
    on_disk: bool = False
    """Is the layer mapped from a file?"""

    @classmethod
    def of(cls, program: Program) -> Run:
        """A run at its beginning."""
        layer = program.first()
        return cls(program, 0, layer, len(layer))

    @property
    def done(self) -> bool:
        return self.level == self.program.length or not self.count

    def step(self, memory: int, folder: Path | None = None) -> None:
        """Go on to the next layer that is looked up, within so many bytes.

        A layer that outgrows them goes to files of ``folder``; where there is none, :class:`TooMany`.
        """
        words = self.program.words
        stride = min(self.stride, self.program.length - self.level)
        room = self.layer.shape[1] - words
        if self.bits + stride > 64 * room:
            self.bits = total(self.layer, self.count, words).bit_length()
            room = max(room, -(-(self.bits + stride) // 64))
        before = self.count
        # Two layers, half a record to spare in each, and up to 16 bytes of slots a state.
        each = 12 * (words + room) + 16
        layer, count, paths = self.layer, -2, 0
        most = max(0, min((memory - layer.nbytes) // each, _MOST))
        if not self.on_disk:
            layer, count, paths = self.program.advance(
                self.layer, before, room, self.level, self.level + stride, most
            )
        if count == -2 and folder is not None:
            if not self.on_disk:
                self.layer = put_on_disk(self.layer[:before], folder)
                self.on_disk = True
            # Records are copied once to be dealt to files.
            most = max(0, min(memory // (each + 8 * (words + room)), _MOST))
            layer, count, paths = advance_by_files(
                self.program, self.layer, room, self.level, self.level + stride, most, folder
            )
        if count == -1:
            raise OverflowError("a number of paths grew beyond its proved bound")
        if count == -2:
            raise TooMany(f"more than {most:,} states in one layer, which is all that memory holds")
        if self.on_disk and 4 * count < most:
            layer = np.array(layer)
            self.on_disk = False
        self.layer, self.count = layer, count
        self.level += stride
        self.bits += stride
        self.met += count
        self.paths += paths
        if paths > before:
            # Looking up every k levels costs b^k / k for a branching b a level: least at 1 / log b.
            best = 0.75 * stride / log(paths / before)
            self.stride = max(1, min(_LONGEST, round(best)))
        elif paths:
            self.stride = _LONGEST

    def finish(self, memory: int, after: After | None = None, folder: Path | None = None) -> int:
        """The number of paths to the last layer; ``after`` is called after each step."""
        while not self.done:
            self.step(memory, folder)
            if after is not None:
                after(self)
        return total(self.layer, self.count, self.program.words)


After = Callable[[Run], None]
_PIECE = 1 << 22
"""Records that are added up at a time."""
_LONGEST = 8
"""Most levels between two layers that are looked up."""
_MOST = (1 << 31) - 1
"""Slots are 32 bits."""
