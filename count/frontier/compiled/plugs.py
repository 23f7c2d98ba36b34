"""The plug machine of Numberlink as machine code: mates in flat arrays, forced cells in one go.

The machine of :mod:`count.frontier.mate` told otherwise (``docs/frontier.md``).  Cells are read in
reading order.  There are ``width + 1`` *gaps*: gap c is the one below the last read cell of column
c, gap ``width`` the one to the right of the cell read last.  A gap's value says what crosses it:

=========================  ====================================================================
0                          nothing
1 + i                      a path both of whose ends are open; its other plug is in gap i
width + 2 + i              a path from a label whose two cells are both read: it must be joined
                           to the one in gap i
2 * width + 3 + code       a path from a label of which cells are unread
=========================  ====================================================================

A labelled cell is *entered* when the gap above it is decided, that is one row early.  A path that
comes down into it ends there at once, and the gap becomes 0; else the gap holds the label's own
path, which must leave the cell by another side.  So a labelled cell under a gap 0 is used up, and
every other labelled cell is treated like an inner cell with a path from above.

Mates are positions, so equal states have equal values without any renumbering.

A run of cells is read depth first: forced cells cost no table look-up, and only the states behind
the last cell of the run are packed and looked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from count.frontier.compiled.chords import border_of, crossed, scratch_for
from count.frontier.compiled.table import BATCH, look_up, slots_for
from native.jit import compiled, inlined
from native.memory import address, held, load_u8, load_u64, store_u8, store_u64

__all__ = ["FIRST", "INNER", "MULTIPLE", "REST", "SECOND", "UNUSABLE", "advance", "first_state"]

Array = Any
"""A numpy array; numba's signatures are not typed."""

INNER, REST, UNUSABLE, FIRST, SECOND, MULTIPLE = range(6)
"""What a cell is: passed through; passed through or unused; unused; the first or second cell of its
label in reading order; a cell of a label of four and more."""


@inlined
def _move(gaps: int, plug: int, to: int, width: int) -> None:
    """Put a plug into a gap and tell its mate."""
    store_u8(gaps, to, plug)
    if plug < width + 2:
        store_u8(gaps, plug - 1, 1 + to)
    elif plug < 2 * width + 3:
        store_u8(gaps, plug - width - 2, width + 2 + to)


@inlined
def _join(gaps: int, left: Any, above: Any, column: int, width: int) -> bool:
    """Join the two plugs of a cell, whose gaps are cleared already; False if a rule forbids it."""
    pair, code = width + 2, 2 * width + 3
    if left >= code and above >= code:
        return bool(left == above)  # cells of one label that pairs freely
    if left < pair and above < pair:
        if left == 1 + column:
            return False  # each other's mates: a loop
        store_u8(gaps, left - 1, above)
        store_u8(gaps, above - 1, left)
        return True
    if left < pair or above < pair:
        free, bound = (left, above) if left < pair else (above, left)
        _move(gaps, bound, free - 1, width)
        return True
    # Two pairs, or a pair and a code: fine only if the two are each other's mates.
    return bool(left == pair + column)


@compiled
def _enter(gaps: int, column: int, kind: int, value: int, plug: int, width: int) -> bool:
    """Decide the gap above a cell of this kind: ``plug`` comes down into it (0: none does).

    ``value`` is the code of a labelled cell.  False if a rule forbids it.
    """
    pair, code = width + 2, 2 * width + 3
    if kind <= UNUSABLE:
        if plug == 0:
            store_u8(gaps, column, 0)
            return True
        if kind == UNUSABLE:
            return False
        _move(gaps, plug, column, width)
        return True
    if plug >= code:
        store_u8(gaps, column, 0)
        return plug == value and kind != FIRST
    if plug >= pair:
        return False
    # From here on: the label's own path, or an open one whose other plug becomes its end.
    at = column if plug == 0 else plug - 1
    store_u8(gaps, column, 0)
    if kind != SECOND:
        store_u8(gaps, at, value)
        return True
    other = 0
    while load_u8(gaps, other) != value:
        other += 1
    store_u8(gaps, at, pair + other)
    store_u8(gaps, other, pair + at)
    return True


@compiled
def first_state(kinds: Array, values: Array, width: int, words: int) -> Array:
    """The layer before the first cell: the first row's cells are entered from nowhere, one path."""
    gaps = np.zeros(8 * words, np.uint8)
    for column in range(width):
        _enter(address(gaps), column, kinds[column], values[column], 0, width)
    records = np.ones((1, words + 1), np.uint64)
    state = gaps.view(np.uint64)
    for k in range(words):
        records[0, k] = state[k]
    return records


@inlined
def _joinable(one: Any, other: Any, at: int, width: int) -> bool:
    """Could these two plugs be joined, ``other`` being the one in gap ``at``?"""
    pair, code = width + 2, 2 * width + 3
    if one < pair:
        return bool(one != 1 + at)
    if other < pair:
        return True
    return bool(one == (other if one >= code else pair + at))


@inlined
def ways(
    gaps: int,
    column: int,
    kind: int,
    down: bool,
    below: int,
    value: int,
    beside: int,
    width: int,
) -> int:
    """The ways through a cell that are not plainly blocked: 1 for the first, 2 for the second.

    A single path goes on below, or to the right; a cell without one stays unused, or starts one that
    leaves by both.  Of cells with one way, that is the first.  ``below`` and ``beside`` are the kinds
    of the cells under it and to its right, ``value`` the code of the one under it.
    """
    pair, code = width + 2, 2 * width + 3
    left, above = load_u8(gaps, width), load_u8(gaps, column)
    right = column < width - 1
    if left and above:
        return int(_joinable(left, above, column, width))
    if kind >= FIRST and above == 0:
        return int(left == 0)  # used up from above
    plug = left + above
    if plug == 0:
        both = down and right and kind != UNUSABLE
        if kind == INNER:
            return int(both)
        return 1 + 2 * int(both)
    found = 0
    if down:
        if below < UNUSABLE or (below > UNUSABLE and plug < pair):
            found = 1
        elif below > UNUSABLE:
            found = int(plug >= code and plug == value and below != FIRST)
    if right:
        ahead = load_u8(gaps, column + 1)
        if ahead:
            here = width if left else column
            # Mates are told by where they are now.
            if _joinable(ahead, plug, here, width):
                found += 2
        elif beside < UNUSABLE:
            found += 2
    return found


@inlined
def take(
    gaps: int,
    column: int,
    kind: int,
    below: int,
    value: int,
    way: int,
    width: int,
) -> bool:
    """Read a cell by one of its :func:`ways`; False if a rule forbids it."""
    left, above = load_u8(gaps, width), load_u8(gaps, column)
    store_u8(gaps, width, 0)
    store_u8(gaps, column, 0)
    plug: Any = 0
    if left and above:
        if not _join(gaps, left, above, column, width):
            return False
    elif left or above:
        plug = left + above
        if way == 2:
            _move(gaps, plug, width, width)
            plug = 0
    elif kind < FIRST and (way == 2 or kind == INNER):
        store_u8(gaps, width, 1 + column)
        plug = 1 + width
    return _enter(gaps, column, below, value, plug, width)


_CHECKED = 5
"""Layers are searched for crossings each time so many cells are read: few states come to cross within
one step, and the search takes as long as reading two cells."""


@compiled
def advance(
    records: Array,
    count: int,
    words: int,
    room: int,
    kinds: Array,
    values: Array,
    partners: Array,
    rim: Array,
    width: int,
    start: int,
    stop: int,
    most: int,
) -> tuple[Array, int, int]:
    """Read the cells ``start`` .. ``stop - 1``: the next layer, its size, and the paths looked up.

    ``records`` holds ``count`` states of ``words`` key words (a byte a gap) and their values; the
    new ones have ``room`` value words.  A size of -1: a value did not fit; -2: more than ``most``.
    """
    cells = kinds.shape[0]
    layer = np.empty((count + (count >> 2) + 64, words + room), np.uint64)
    slots = slots_for(count)
    found, paths, batch = 0, 0, 0
    keys = np.zeros((BATCH, words), np.uint64)
    origins = np.zeros(BATCH, np.int64)
    gaps = np.zeros(8 * words, np.uint8)
    kept = np.zeros((stop - start + 1, words), np.uint64)
    checked = start % _CHECKED < stop - start
    border = border_of(kinds >= UNUSABLE, values, partners, rim, start + width, width)
    scratch = scratch_for(border, width)
    places = np.zeros(stop - start + 1, np.int64)
    first_column = start % width
    # Words of a state are read and written as the bytes of its gaps, in the machine's own order.
    state, key, keep = address(gaps), address(keys), address(kept)
    source, row = address(records), 8 * records.shape[1]
    borders, scratches = address(border), address(scratch)
    for i in range(count):
        for k in range(words):
            store_u64(state, k, load_u64(source + row * i, k))
        if checked and crossed(state, first_column, width, borders, scratches):
            continue
        cell, column, depth, way = start, first_column, 0, 0
        while True:
            alive = True
            while cell < stop:
                beneath = cell + width
                down = beneath < cells
                kind = kinds[cell]
                below = kinds[beneath] if down else INNER
                value = values[beneath] if down else 0
                if way == 0:
                    beside = kinds[cell + 1] if cell + 1 < cells else INNER
                    way = ways(state, column, kind, down, below, value, beside, width)
                    if way == 0:
                        alive = False
                        break
                    if way == 3:
                        for k in range(words):
                            store_u64(keep, depth * words + k, load_u64(state, k))
                        places[depth] = cell
                        depth += 1
                        way = 1
                if not take(state, column, kind, below, value, way, width):
                    alive = False
                    break
                way = 0
                cell += 1
                column += 1
                if column == width:
                    column = 0
            if alive:
                paths += 1
                for k in range(words):
                    store_u64(key, batch * words + k, load_u64(state, k))
                origins[batch] = i
                batch += 1
                if batch == BATCH:
                    layer, slots, found = look_up(
                        layer, found, slots, words, keys, origins, batch, records, most
                    )
                    batch = 0
                    if found < 0:
                        return layer, found, paths
            if depth == 0:
                break
            depth -= 1
            for k in range(words):
                store_u64(state, k, load_u64(keep, depth * words + k))
            cell, way = places[depth], 2
            column = first_column + cell - start
            while column >= width:
                column -= width
    layer, slots, found = look_up(layer, found, slots, words, keys, origins, batch, records, most)
    held(gaps)
    held(keys)
    held(kept)
    held(records)
    held(border)
    held(scratch)
    return layer, found, paths
