"""States of the plug machine that planarity shows to lead nowhere (``docs/frontier.md`` has the proof).

A *chord* is a pair of paths that must be joined.  Labelled and unusable cells that touch by side or
corner, none of them entered, form a *cluster*: no path passes between them.  Clusters that a label
of two such cells joins, and the paths that must end in them, form a *block*.  Its ends are the
plugs of those paths and its cells on the board's rim.  In a state that can be completed no two
of these cross, as long as no open path passes over some of the ends alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from native.jit import compiled, inlined
from native.memory import load_i64, load_u8, store_i64

__all__ = ["border_of", "crossed", "scratch_for"]

Array = Any
"""A numpy array; numba's signatures are not typed."""

_VALUES = 256
_KNOWN, _BLOCKS, _OF = 0, 1, 2
_RIM = _OF + _VALUES
"""Places in a border: how many ends lie on the rim, how many blocks there are, per value of a gap its
block or -1, then clockwise the blocks of the ends on the rim."""


@inlined
def _root(parents: Array, cell: int) -> int:
    while parents[cell] != cell:
        parents[cell] = parents[parents[cell]]
        cell = parents[cell]
    return cell


@compiled
def border_of(
    barriers: Array, values: Array, partners: Array, rim: Array, entered: int, width: int
) -> Array:
    """The blocks of a layer in which the cells before ``entered`` are entered: int64, see ``_KNOWN``.

    Per cell: ``barriers``, may no path pass through it; ``values`` of its label; ``partners``, the
    label's other cell, -1 for none.  ``rim``: the cells on the rim, clockwise from the upper right.
    """
    cells = barriers.shape[0]
    parents = np.arange(cells)
    for cell in range(entered, cells):
        if not barriers[cell]:
            continue
        column = cell % width
        for row in range(2):
            for beside in range(-1, 2 if row else 0):
                other = cell - row * width + beside
                inside = 0 <= column + beside < width
                if inside and other >= entered and barriers[other]:
                    parents[_root(parents, cell)] = _root(parents, other)
        if partners[cell] >= entered:
            parents[_root(parents, cell)] = _root(parents, partners[cell])
    ends = np.zeros(cells, np.int64)
    for cell in range(entered, cells):
        ends[_root(parents, cell)] += 0 <= partners[cell] < entered
    for cell in rim:
        ends[_root(parents, cell)] += cell >= entered and barriers[cell]
    numbers = np.full(cells, -1, np.int64)
    border = np.full(_RIM + len(rim), -1, np.int64)
    known = blocks = 0
    for cell in range(entered, cells):
        root = _root(parents, cell)
        if not barriers[cell] or ends[root] < 2:
            continue
        if numbers[root] < 0:
            numbers[root] = blocks
            blocks += 1
        if 0 <= partners[cell] < entered:
            border[_OF + values[cell]] = numbers[root]
    for cell in rim:
        if cell >= entered and barriers[cell] and ends[_root(parents, cell)] > 1:
            border[_RIM + known] = numbers[_root(parents, cell)]
            known += 1
    border[_KNOWN], border[_BLOCKS] = known, blocks
    return border


@compiled
def scratch_for(border: Array, width: int) -> Array:
    """What :func:`crossed` needs besides: int64 zeros."""
    return np.zeros(2 * (width + 1) + len(border) + 2 * border[_BLOCKS] * (width + 2), np.int64)


@compiled
def crossed(gaps: int, column: int, width: int, border: int, scratch: int) -> bool:
    """Do two chords or blocks cross that no open path parts?  Then the state leads nowhere.

    The next cell is in ``column``; ``gaps`` is the address of a state's bytes, ``border`` and
    ``scratch`` are those of :func:`border_of` and :func:`scratch_for`.
    """
    pair, code = width + 2, 2 * width + 3
    known, blocks = load_i64(border, _KNOWN), load_i64(border, _BLOCKS)
    region = scratch
    # The innermost open path over each gap, by the gap where it begins; -1 outside of all.
    over = -1
    closed = 0
    for step in range(width + 1):
        # Along the frontier the gap beside the next cell comes before the one above it.
        gap = step if step < column else width if step == column else step - 1
        value = load_u8(gaps, gap)
        if value == 0:
            continue
        if value < pair:
            mate = value - 1
            end = mate if mate < column else column if mate == width else mate + 1
            if end > step:
                store_i64(region, gap, over)
                over = gap
            else:
                over = load_i64(region, mate)
        else:
            store_i64(region, gap, over)
            closed += 1
    if closed < 2 and closed + known < 3:
        return False
    # A block has ends under each open path for itself.  Per block and open path: its ends that are
    # still to come, and is it on the stack.
    stack = scratch + 8 * (width + 1)
    left = stack + 8 * (width + 1 + known)
    begun = left + 8 * blocks * (width + 2)
    for gap in range(width + 1):
        value = load_u8(gaps, gap)
        if value >= code and load_i64(border, _OF + value) >= 0:
            item = load_i64(border, _OF + value) * (width + 2) + load_i64(region, gap) + 1
            store_i64(left, item, load_i64(left, item) + 1)
    for k in range(known):
        item = load_i64(border, _RIM + k) * (width + 2)
        store_i64(left, item, load_i64(left, item) + 1)
    top = 0
    crossing = False
    for step in range(width + 1 + known):
        if step <= width:
            gap = step if step < column else width if step == column else step - 1
            value = load_u8(gaps, gap)
            if value < pair:
                continue
            if value < code:
                mate = value - pair
                if load_i64(region, mate) != load_i64(region, gap):
                    continue
                end = mate if mate < column else column if mate == width else mate + 1
                if end > step:
                    store_i64(stack, top, -1 - gap)
                    top += 1
                else:
                    top -= 1
                    if load_i64(stack, top) != -1 - mate:
                        crossing = True
                        break
                continue
            block = load_i64(border, _OF + value)
            if block < 0:
                continue
            item = block * (width + 2) + load_i64(region, gap) + 1
        else:
            item = load_i64(border, _RIM + step - width - 1) * (width + 2)
        rest = load_i64(left, item) - 1
        store_i64(left, item, rest)
        if load_i64(begun, item):
            if load_i64(stack, top - 1) != item:
                crossing = True
                break
            if rest == 0:
                top -= 1
                store_i64(begun, item, 0)
        elif rest:
            store_i64(stack, top, item)
            store_i64(begun, item, 1)
            top += 1
    if crossing:
        for k in range(2 * blocks * (width + 2)):
            store_i64(left, k, 0)
    return crossing
