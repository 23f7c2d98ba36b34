"""Compiled loops over sets of rows: list them, count their orders, pair them up.

The method is told in :mod:`count.frontier.sets`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from native.jit import compiled

__all__ = ["listed", "orbit", "paired"]

Array = Any
"""A numpy array; numba's signatures are not typed."""


@compiled
def orbit(ones: int, width: int, rows: int) -> int:
    """How many vectors of ones mirroring and exchanging 0 and 1 make of this; 0 if one is less.

    4 bits a column, of which ``rows`` cells are read.
    """
    mirrored, whole = np.int64(0), np.int64(0)
    for c in range(width):
        mirrored |= (ones >> 4 * c & 15) << 4 * (width - 1 - c)
        whole |= np.int64(rows) << 4 * c
    exchanged, both = whole - ones, whole - mirrored
    if mirrored < ones or exchanged < ones or both < ones:
        return 0
    size = 1
    if mirrored != ones:
        size += 1
    if exchanged != ones and exchanged != mirrored:
        size += 1
    if both != ones and both != mirrored and both != exchanged:
        size += 1
    return size


@compiled
def _orders(rows: Array, full: int, ends: Array, order: Array, used: Array) -> int:
    """The orders of a set's rows without three equal cells in a row down a column.

    ``ends[x, y]``: those that end with row x and then row y.
    """
    k = rows.shape[0]
    for x in range(k):
        used[x] = 0
        for y in range(k):
            ends[x, y] = 0
    total, depth = 0, 0
    order[0] = -1
    while depth >= 0:
        if order[depth] >= 0:
            used[order[depth]] = 0
        following = order[depth] + 1
        while following < k:
            if not used[following]:
                if depth < 2:
                    break
                one, other = rows[order[depth - 2]], rows[order[depth - 1]]
                if ~(one ^ other) & ~(other ^ rows[following]) & full == 0:
                    break
            following += 1
        if following == k:
            depth -= 1
            continue
        order[depth] = following
        used[following] = 1
        if depth == k - 1:
            ends[order[k - 2], following] += 1
            total += 1
        else:
            depth += 1
            order[depth] = -1
    return total


@compiled
def _orderable(rows: Array, full: int) -> bool:
    """False only if the rows have no order, quickly: of five, all columns with one cell unlike the
    other four have it in the same row, which must be the middle one."""
    if rows.shape[0] != 5:
        return True
    ones, twos, fours = np.int64(0), np.int64(0), np.int64(0)
    for r in range(5):
        carry = ones & rows[r]
        ones ^= rows[r]
        fours ^= twos & carry
        twos ^= carry
    single = ones & ~twos & ~fours
    four = fours & ~ones & ~twos
    found = False
    for r in range(5):
        found |= single & rows[r] | four & ~rows[r] & full == single | four
    return found


@compiled
def listed(words: Array, spread: Array, k: int, width: int) -> tuple[Array, Array, Array]:
    """The sets of k rows that have an order and, by :func:`orbit`, the least vector of ones.

    Per set the numbers of its words, ascending (uint8); its ones; and flat its :func:`_orders` by the
    last two rows (uint8: at most (k - 2)!).
    """
    full = (1 << width) - 1
    room = 1024
    members = np.empty((room, k), np.uint8)
    vectors = np.empty(room, np.int64)
    endings = np.empty((room, k * k), np.uint8)
    rows = np.zeros(k, np.int64)
    ends = np.zeros((k, k), np.int64)
    order, used = np.zeros(k, np.int64), np.zeros(k, np.int64)
    chosen = np.full(k, -1, np.int64)
    every, some = np.full(k + 1, full, np.int64), np.zeros(k + 1, np.int64)
    ones = np.zeros(k + 1, np.int64)
    found, depth = 0, 0
    while depth >= 0:
        chosen[depth] += 1
        if chosen[depth] > words.shape[0] - k + depth:
            depth -= 1
            continue
        rows[depth] = words[chosen[depth]]
        every[depth + 1] = every[depth] & rows[depth]
        some[depth + 1] = some[depth] | rows[depth]
        ones[depth + 1] = ones[depth] + spread[chosen[depth]]
        if depth < k - 1:
            depth += 1
            chosen[depth] = chosen[depth - 1]
            continue
        # A column of k >= 3 equal cells has three in a row.
        if k >= 3 and (every[k] or some[k] != full):
            continue
        if not _orderable(rows, full) or orbit(ones[k], width, k) == 0:
            continue
        if _orders(rows, full, ends, order, used) == 0:
            continue
        if found == room:
            room *= 2
            members = _longer(members, room)
            endings = _longer(endings, room)
            longer = np.empty(room, np.int64)
            for i in range(found):
                longer[i] = vectors[i]
            vectors = longer
        vectors[found] = ones[k]
        for x in range(k):
            members[found, x] = chosen[x]
            for y in range(k):
                endings[found, x * k + y] = ends[x, y]
        found += 1
    return members[:found], vectors[:found], endings[:found]


@compiled
def _longer(array: Array, room: int) -> Array:
    longer = np.empty((room, array.shape[1]), array.dtype)
    for i in range(array.shape[0]):
        for k in range(array.shape[1]):
            longer[i, k] = array[i, k]
    return longer


@compiled
def paired(members: Array, endings: Array, words: Array, own: Array, turned: Array) -> int:
    """The grids whose upper half is one of these sets in some order, its lower half another one's
    complement turned round; sets of one vector of ones.

    ``own`` and ``turned``, (n, m) uint64: masks that meet where two sets do not fit, whose sum over all
    pairs without a look at them is taken first: it is a product, and most pairs fit.
    """
    n, k = members.shape
    count = words.shape[0]
    # Per next word, set and last row p: the orders that end so and let the word's complement follow.
    lets = np.zeros((count, n, k), np.uint16)
    sums = np.zeros((count, count), np.int64)
    for i in range(n):
        for p in range(k):
            last = words[members[i, p]]
            for r in range(k):
                ways = endings[i, r * k + p]
                if ways:
                    equal = ~(words[members[i, r]] ^ last)
                    for b in range(count):
                        # Where the last row and the next one are equal, the last two must differ.
                        if (last ^ words[b]) & equal == 0:
                            lets[b, i, p] += ways
            for b in range(count):
                sums[members[i, p], b] += lets[b, i, p]
    total = 0
    for a in range(count):
        for b in range(count):
            total += sums[a, b] * sums[b, a]
    here = np.zeros((k, count), np.int64)
    masks = own.shape[1]
    for i in range(n):
        for p in range(k):
            for b in range(count):
                here[p, b] = lets[b, i, p]
        refused = 0
        for j in range(i, n):
            met = np.uint64(0)
            for m in range(masks):
                met |= own[i, m] & turned[j, m]
            if met == 0:
                continue
            pairs = 0
            for p in range(k):
                last = members[i, p]
                for q in range(k):
                    pairs += here[p, members[j, q]] * lets[last, j, q]
            # A set and another: above and below, or the other way round.
            refused += pairs if i == j else 2 * pairs
        total -= refused
    return total
