"""``Loop`` and ``Connected`` as machine code: the states of :mod:`count.frontier.whole` in bytes.

A byte a cell of the frontier.  :func:`curve_step`: 0 where the curve passes through, else one more than
the position of the cell's mate.  :func:`hanging_step`: 0 where a cell is not chosen, else one more than
the number of its component.  ``CLOSED`` in the first byte: everything chosen is complete.
"""

from __future__ import annotations

from typing import Any

from count.frontier.whole import Curve, Hanging
from native.jit import compiled

__all__ = ["curve_data", "curve_step", "hanging_data", "hanging_step"]

Array = Any
"""A numpy array; numba's signatures are not typed."""

_WIDEST = 120
"""Cells of the frontier: positions and numbers stay below ``_OWN``."""
_OWN = 254
"""A component that is new or joined, not yet numbered."""
_CLOSED = 255


@compiled
def curve_step(before: Array, after: Array, data: Array, at: int, bit: int, mates: Array) -> bool:
    """The bytes after an edge was left out (0) or chosen (1); False if that breaks the rule.

    ``data`` from ``at``: is it the last edge; cells before; cells with this edge's; the places of its
    two cells; how many places stay; those places.
    """
    for k in range(after.shape[0]):
        after[k] = 0
    if before[0] == _CLOSED:
        after[0] = _CLOSED
        return bit == 0
    old, cells, u, v, staying = data[at + 1], data[at + 2], data[at + 3], data[at + 4], data[at + 5]
    for i in range(cells):
        mates[i] = before[i] - 1 if i < old else i
    if bit:
        one, other = mates[u], mates[v]
        if one < 0 or other < 0:
            return False
        mates[u] = mates[v] = -1
        if one == v:
            for i in range(cells):
                if mates[i] >= 0 and mates[i] != i:
                    return False
            after[0] = _CLOSED
            return True
        mates[one], mates[other] = other, one
    if data[at]:
        return False
    # The places of those that stay; what leaves must be untouched or passed through.
    kept = 0
    for i in range(cells):
        if kept < staying and data[at + 6 + kept] == i:
            kept += 1
        elif mates[i] >= 0 and mates[i] != i:
            return False
    for k in range(staying):
        mate = mates[data[at + 6 + k]]
        if mate >= 0:
            place = 0
            while data[at + 6 + place] != mate:
                place += 1
            after[k] = 1 + place
    return True


@compiled
def hanging_step(
    before: Array, after: Array, data: Array, at: int, bit: int, parts: Array, numbers: Array
) -> bool:
    """The bytes after a cell was left out (0) or chosen (1); False if that breaks the rule.

    ``data`` from ``at``: cells before; how many of them are its neighbours; how many places stay;
    the neighbours' places; the places that stay.  ``numbers`` has 256 places.
    """
    for k in range(after.shape[0]):
        after[k] = 0
    if before[0] == _CLOSED:
        after[0] = _CLOSED
        return bit == 0
    cells, near, staying = data[at], data[at + 1], data[at + 2]
    for i in range(cells):
        parts[i] = before[i]
    parts[cells] = 0
    if bit:
        parts[cells] = _OWN
        for k in range(near):
            part = parts[data[at + 3 + k]]
            if part:
                for i in range(cells):
                    if parts[i] == part:
                        parts[i] = _OWN
    for i in range(cells + 1):
        numbers[parts[i]] = 0
    count = 0
    for k in range(staying):
        part = parts[data[at + 3 + near + k]]
        if part:
            if numbers[part] == 0:
                count += 1
                numbers[part] = count
            after[k] = numbers[part]
    gone = 0
    for i in range(cells + 1):
        part = parts[i]
        if part and numbers[part] == 0:
            numbers[part] = -1
            gone += 1
    if gone == 0:
        return True
    if gone > 1 or count:
        return False
    # Nothing that is chosen stays: the bytes are 0 so far.
    after[0] = _CLOSED
    return True


def curve_data(watcher: Curve) -> tuple[list[list[int]], bytes] | None:
    """Per level the data of :func:`curve_step`, and the first state; None if it is too wide."""
    last = len(watcher.levels) - 1
    rows, old, widest = [], 0, 1
    for level, (entering, u, v, stays) in enumerate(watcher.levels):
        cells = old + entering
        rows.append([int(level == last), old, cells, u, v, len(stays), *stays])
        old = len(stays)
        widest = max(widest, cells)
    return (rows, bytes(widest)) if widest <= _WIDEST else None


def hanging_data(watcher: Hanging) -> tuple[list[list[int]], bytes] | None:
    """The same for :func:`hanging_step`."""
    rows, old, widest = [], 0, 1
    for near, stays in watcher.levels:
        rows.append([old, len(near), len(stays), *near, *stays])
        widest = max(widest, old + 1)
        old = len(stays)
    return (rows, bytes(widest)) if widest <= _WIDEST else None
