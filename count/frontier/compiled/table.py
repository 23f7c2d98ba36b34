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
from native.memory import prefetch

__all__ = ["BATCH", "look_up", "mixed", "put_off", "rehash", "slots_for"]

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


@inlined
def slots_for(count: int) -> Array:
    """An empty table for about four times as many records as those of the layer before."""
    size = 256
    while size < 4 * count:
        size *= 2
    return np.zeros(size, np.uint32)


@compiled
def rehash(records: Array, count: int, words: int, size: int) -> Array:
    """A table of ``size`` slots, a power of two, of the first ``count`` records, all different."""
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
    # Not by slices: an error's text about their shapes takes seconds to compile.
    for i in range(count):
        for k in range(records.shape[1]):
            larger[i, k] = records[i, k]
    return larger


@inlined
def _add_path(
    records: Array,
    count: int,
    slots: Array,
    words: int,
    keys: Array,
    hashes: Array,
    k: int,
    sources: Array,
    i: int,
    values: int,
) -> int:
    """Add the ``values`` value words of record i of ``sources`` to the state in row k of ``keys``.

    Returns the number of records afterwards; -1 if a value no longer fits its words.  ``slots`` must
    have a free slot, and ``records`` a row of number ``count``.
    """
    mask = np.uint64(slots.shape[0] - 1)
    at = hashes[k] & mask
    room = records.shape[1] - words
    while True:
        found = np.int64(slots[at]) - 1
        if found < 0:
            slots[at] = count + 1
            for w in range(words):
                records[count, w] = keys[k, w]
            for w in range(room):
                records[count, words + w] = sources[i, words + w] if w < values else np.uint64(0)
            return count + 1
        same = True
        for w in range(words):
            if records[found, w] != keys[k, w]:
                same = False
        if same:
            break
        at = (at + np.uint64(1)) & mask
    carry = np.uint64(0)
    for w in range(room):
        addend = sources[i, words + w] if w < values else np.uint64(0)
        partial = addend + carry
        lost = partial < carry
        total = records[found, words + w] + partial
        carry = np.uint64((total < partial) | lost)
        records[found, words + w] = total
    return -1 if carry else count


BATCH = 32
"""Paths that are looked up together, so that the memory they need is on its way meanwhile."""


@inlined
def put_off(
    keys: Array, hashes: Array, origins: Array, k: int, i: int, slots: Array, words: int
) -> None:
    """Note that the path in row k of ``keys`` comes from record i, and ask for its slot."""
    hashes[k] = mixed(keys, k, words)
    origins[k] = i
    prefetch(slots, np.int64(hashes[k] & np.uint64(slots.shape[0] - 1)))


@compiled
def look_up(
    records: Array,
    count: int,
    slots: Array,
    words: int,
    keys: Array,
    hashes: Array,
    origins: Array,
    batch: int,
    sources: Array,
    most: int,
) -> tuple[Array, Array, int]:
    """Add the first ``batch`` paths of ``keys`` to the records: these, the slots, and their number.

    Both arrays grow as they need to.  A number of -1: a value no longer fits its words; -2: there are
    more than ``most`` records.
    """
    while count + batch > records.shape[0]:
        records = grown(records, records.shape[0])
    size = slots.shape[0]
    while size < 2 * (count + batch):
        size *= 2
    if size > slots.shape[0]:
        slots = rehash(records, count, words, size)
    mask = np.uint64(slots.shape[0] - 1)
    for k in range(batch):
        found = np.int64(slots[hashes[k] & mask]) - 1
        if found >= 0:
            prefetch(records, found)
    values = sources.shape[1] - words
    for k in range(batch):
        count = _add_path(
            records, count, slots, words, keys, hashes, k, sources, origins[k], values
        )
        if count < 0:
            return records, slots, -1
    if count > most:
        return records, slots, -2
    return records, slots, count
