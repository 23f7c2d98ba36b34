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
    rim: Any

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
            layer,
            count,
            self.words,
            room,
            self.kinds,
            self.values,
            self.rim,
            self.width,
            start,
            stop,
            most,
        )
        return found


def plug_program(width: int, visits: Sequence[Visit]) -> PlugProgram | None:
    """The program of a grid's cells in reading order; None where its codes outgrow a byte."""
    base = 2 * width + 3 - FIRST_CODE
    kinds = [_KINDS[visit.kind] for visit in visits]
    values = [base + visit.code if visit.code else 0 for visit in visits]
    if max(values, default=0) > _LARGEST or base > _LARGEST:
        return None
    return PlugProgram(
        width, np.array(kinds, np.int64), np.array(values, np.int64), _rim(width, visits)
    )


def _rim(width: int, visits: Sequence[Visit]) -> Any:
    """The labelled cells on the rim clockwise from the upper right, their partners, and whether
    those are on the rim too: int64, three a row.  Labels of four and more cells are left out."""
    height = len(visits) // width
    clockwise = [
        *(r * width + width - 1 for r in range(height)),
        *((height - 1) * width + c for c in reversed(range(width - 1))),
        *(r * width for r in reversed(range(height - 1)) if width > 1),
    ]
    partner: dict[int, int] = {}
    lent: dict[int, int] = {}
    for cell, visit in enumerate(visits):
        if visit.kind == Kind.FIRST:
            lent[visit.code] = cell
        elif visit.kind == Kind.SECOND:
            partner[cell] = lent[visit.code]
            partner[lent[visit.code]] = cell
    rim = [
        (cell, partner[cell], partner[cell] in clockwise) for cell in clockwise if cell in partner
    ]
    return np.array(rim, np.int64).reshape(-1, 3)
