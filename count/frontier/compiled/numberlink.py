"""Numberlink boards as programs of the compiled plug machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
    """``kinds``, ``values`` and ``partners`` per cell, and the ``rim``: int64 arrays, see
    :mod:`count.frontier.compiled.plugs` and :mod:`count.frontier.compiled.chords`."""

    width: int
    kinds: Any
    values: Any
    partners: Any
    rim: Any
    expected: Sequence[float] = field(compare=False)

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
            self.partners,
            self.rim,
            self.width,
            start,
            stop,
            most,
        )
        return found


def plug_program(
    width: int, visits: Sequence[Visit], expected: Sequence[float]
) -> PlugProgram | None:
    """The program of a grid's cells in reading order; None where its codes outgrow a byte.

    ``expected``: states thought to be looked up per layer (:mod:`count.frontier.size`).
    """
    base = 2 * width + 3 - FIRST_CODE
    kinds = [_KINDS[visit.kind] for visit in visits]
    values = [base + visit.code if visit.code else 0 for visit in visits]
    if max(values, default=0) > _LARGEST or base > _LARGEST:
        return None
    return PlugProgram(
        width,
        np.array(kinds, np.int64),
        np.array(values, np.int64),
        _partners(visits),
        _rim(width, len(visits) // width),
        expected,
    )


def _partners(visits: Sequence[Visit]) -> Any:
    """Per cell the other cell of its label; -1 where there is none, or more than one."""
    partners = np.full(len(visits), -1, np.int64)
    first: dict[int, int] = {}
    for cell, visit in enumerate(visits):
        if visit.kind == Kind.FIRST:
            first[visit.code] = cell
        elif visit.kind == Kind.SECOND:
            partners[cell] = first[visit.code]
            partners[first[visit.code]] = cell
    return partners


def _rim(width: int, height: int) -> Any:
    """The cells on the rim but those of the first row alone, clockwise from the upper right."""
    clockwise = [
        *(r * width + width - 1 for r in range(height)),
        *((height - 1) * width + c for c in reversed(range(width - 1))),
        *(r * width for r in reversed(range(height - 1)) if width > 1),
    ]
    return np.array(clockwise, np.int64)
