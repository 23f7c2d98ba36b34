"""Layers of fixed-size states in flat arrays, and the hash table that finds equal ones.

A layer is an array of *records* of shape (room, key words + value words), uint64: a state packed
into its key, and its number of paths as one integer over the value words, lowest first.  A table of
slots (open addressing, linear probing, at most half full) holds record numbers plus one; a power of
two many.  Records stay in the order in which states were first met, so that the next layer reads
them from front to back.

The caller sees to it that the number of all paths fits the value words (``layers``); a carry out of
the last word is reported all the same, and never dropped.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from native.jit import compiled, inlined

__all__ = ["add_path", "grown", "new_slots", "rehash"]

Array = Any
"""A numpy array; numba's signatures are not typed."""


@inlined
def mixed(keys: Array, i: int, words: int) -> np.uint64:
    """A 64-bit hash of the key in row i (the multipliers are those of splitmix64)."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for k in range(words):
        h = (h ^ keys[i, k]) * np.uint64(0xBF58476D1CE4E5B9)
        h ^= h >> np.uint64(32)
    h *= np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(29))


@compiled
def new_slots(size: int) -> Array:
    """An empty table of ``size`` slots, a power of two."""
    return np.zeros(size, np.uint32)


@compiled
def rehash(records: Array, count: int, words: int, size: int) -> Array:
    """A table of ``size`` slots that holds the first ``count`` records, all of them different."""
    slots = np.zeros(size, np.uint32)
    mask = np.uint64(size - 1)
    for i in range(count):
        at = mixed(records, i, words) & mask
        while slots[at]:
            at = (at + np.uint64(1)) & mask
        slots[at] = i + 1
    return slots


@compiled
def grown(records: Array, count: int) -> Array:
    """The first ``count`` records in an array with half as much room again."""
    larger = np.empty((count + (count >> 1) + 64, records.shape[1]), np.uint64)
    larger[:count] = records[:count]
    return larger


@inlined
def add_path(
    records: Array, count: int, slots: Array, words: int, sources: Array, i: int, values: int
) -> int:
    """Add the ``values`` value words of record i of ``sources`` to the state behind the last record.

    That state is the key that the caller has put into row ``count``; it may be new or there already.
    Returns the number of records afterwards; -1 if a value no longer fits its words.  ``slots`` must
    have a free slot, and ``records`` a row of that number.
    """
    mask = np.uint64(slots.shape[0] - 1)
    at = mixed(records, count, words) & mask
    room = records.shape[1] - words
    while True:
        found = np.int64(slots[at]) - 1
        if found < 0:
            slots[at] = count + 1
            for k in range(room):
                records[count, words + k] = sources[i, words + k] if k < values else np.uint64(0)
            return count + 1
        same = True
        for k in range(words):
            if records[found, k] != records[count, k]:
                same = False
        if same:
            break
        at = (at + np.uint64(1)) & mask
    carry = np.uint64(0)
    for k in range(room):
        addend = sources[i, words + k] if k < values else np.uint64(0)
        partial = addend + carry
        lost = partial < carry
        total = records[found, words + k] + partial
        carry = np.uint64((total < partial) | lost)
        records[found, words + k] = total
    return -1 if carry else count
