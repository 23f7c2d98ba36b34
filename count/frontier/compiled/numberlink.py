"""Numberlink boards as programs of the compiled plug machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from count.frontier.compiled import plugs
from count.frontier.mate import FIRST_CODE, Kind, Visit

__all__ = ["PlugProgram", "plug_program"]

_KINDS = {
    Kind.PASSED: plugs.INNER,
    Kind.MAY_REST: plugs.REST,
    Kind.RESTS: plugs.UNUSABLE,
    Kind.FIRST: plugs.FIRST,
    Kind.SECOND: plugs.SECOND,
    Kind.MULTIPLE: plugs.MULTIPLE,
}
_LARGEST = 255
"""Gaps are bytes."""


@dataclass(frozen=True, slots=True)
class PlugProgram:
    """``kinds`` and ``values`` per cell: int64 arrays, see :mod:`count.frontier.compiled.plugs`."""

    width: int
    kinds: Any
    values: Any

    @property
    def length(self) -> int:
        return len(self.kinds)

    @property
    def words(self) -> int:
        return (self.width + 8) // 8

    def first(self) -> Any:
        return plugs.first_state(self.kinds, self.values, self.width, self.words)

    def advance(
        self, layer: Any, count: int, room: int, start: int, stop: int, most: int
    ) -> tuple[Any, int, int]:
        found: tuple[Any, int, int] = plugs.advance(
            layer, count, self.words, room, self.kinds, self.values, self.width, start, stop, most
        )
        return found


def plug_program(width: int, visits: Sequence[Visit]) -> PlugProgram | None:
    """The program of a grid's cells in reading order; None where its codes outgrow a byte."""
    base = 2 * width + 3 - FIRST_CODE
    kinds = [_KINDS[visit.kind] for visit in visits]
    values = [base + visit.code if visit.code else 0 for visit in visits]
    if max(values, default=0) > _LARGEST or base > _LARGEST:
        return None
    return PlugProgram(width, np.array(kinds, np.int64), np.array(values, np.int64))
