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
from native.memory import address, held, load_u32, load_u64, prefetch, store_u32, store_u64

__all__ = ["BATCH", "look_up", "merged", "mixed", "rehash", "shares", "slots_for"]

Array = Any
"""A numpy array; numba's signatures are not typed."""


@inlined
def mixed(key: int, words: int) -> np.uint64:
    """A 64-bit hash of the key at an address (the multipliers are those of splitmix64)."""
    h = np.uint64(0x9E3779B97F4A7C15)
    for k in range(words):
        h = (h ^ load_u64(key, k)) * np.uint64(0xBF58476D1CE4E5B9)
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
    first, row, table = address(records), 8 * records.shape[1], address(slots)
    for i in range(count):
        at = mixed(first + row * i, words) & mask
        while load_u32(table, np.int64(at)):
            at = (at + np.uint64(1)) & mask
        store_u32(table, np.int64(at), i + 1)
    held(records)
    held(slots)
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
def _same(one: int, other: int, words: int) -> bool:
    """Are the keys at two addresses equal?"""
    same = True
    for w in range(words):
        if load_u64(one, w) != load_u64(other, w):
            same = False
    return same


@inlined
def _add(values: int, room: int, addends: int, given: int) -> np.uint64:
    """Add the ``given`` words at ``addends`` to the ``room`` words at ``values``: the last carry."""
    carry = np.uint64(0)
    for w in range(room):
        addend = load_u64(addends, w) if w < given else np.uint64(0)
        partial = addend + carry
        lost = partial < carry
        total = load_u64(values, w) + partial
        carry = np.uint64((total < partial) | lost)
        store_u64(values, w, total)
    return carry


BATCH = 32
"""Paths that are looked up together, so that the memory they need is on its way meanwhile."""


@compiled
def look_up(
    records: Array,
    count: int,
    slots: Array,
    words: int,
    keys: Array,
    origins: Array,
    batch: int,
    sources: Array,
    most: int,
) -> tuple[Array, Array, int]:
    """Add the first ``batch`` paths to the records: these, the slots, and their number.

    ``keys`` (BATCH, words): the states they lead to; ``origins``: the records of ``sources`` that they
    come from.  Both arrays grow as they need to.  A number of -1: a value no longer fits its words; -2:
    there are more than ``most`` records.
    """
    while count + batch > records.shape[0]:
        records = grown(records, records.shape[0])
    size = slots.shape[0]
    while size < 2 * (count + batch):
        size *= 2
    if size > slots.shape[0]:
        slots = rehash(records, count, words, size)
    mask = np.uint64(size - 1)
    room, given = records.shape[1] - words, sources.shape[1] - words
    row, source_row, key_row = 8 * records.shape[1], 8 * sources.shape[1], 8 * words
    first, table, key, source = address(records), address(slots), address(keys), address(sources)
    origin = address(origins)
    hashes = np.empty(BATCH, np.uint64)
    hashed = address(hashes)
    for k in range(batch):
        at = mixed(key + key_row * k, words) & mask
        store_u64(hashed, k, at)
        prefetch(table + 4 * np.int64(at))
    for k in range(batch):
        found = load_u32(table, np.int64(load_u64(hashed, k))) - 1
        if found >= 0:
            prefetch(first + row * found)
    lost = np.uint64(0)
    for k in range(batch):
        at = load_u64(hashed, k)
        own = key + key_row * k
        values = source + source_row * np.int64(load_u64(origin, k)) + key_row
        while True:
            found = load_u32(table, np.int64(at)) - 1
            record = first + row * found
            if found < 0:
                record = first + row * count
                count += 1
                store_u32(table, np.int64(at), count)
                for w in range(words):
                    store_u64(record, w, load_u64(own, w))
                for w in range(room):
                    value = load_u64(values, w) if w < given else np.uint64(0)
                    store_u64(record, words + w, value)
                break
            if _same(record, own, words):
                lost |= _add(record + key_row, room, values, given)
                break
            at = (at + np.uint64(1)) & mask
    held(records)
    held(slots)
    held(keys)
    held(sources)
    held(origins)
    held(hashes)
    if lost:
        return records, slots, -1
    if count > most:
        return records, slots, -2
    return records, slots, count


@compiled
def merged(sources: Array, words: int, most: int) -> tuple[Array, int]:
    """Records of which several may have equal keys, merged: these and their number, or as look_up."""
    count = sources.shape[0]
    records = np.empty((count // 2 + 64, sources.shape[1]), np.uint64)
    slots = slots_for(count // 4)
    keys = np.zeros((BATCH, words), np.uint64)
    origins = np.zeros(BATCH, np.int64)
    found, batch = 0, 0
    for i in range(count):
        for k in range(words):
            keys[batch, k] = sources[i, k]
        origins[batch] = i
        batch += 1
        if batch == BATCH or i == count - 1:
            records, slots, found = look_up(
                records, found, slots, words, keys, origins, batch, sources, most
            )
            batch = 0
            if found < 0:
                return records, found
    return records, found


@compiled
def shares(records: Array, count: int, words: int, parts: int) -> tuple[Array, Array]:
    """The first ``count`` records dealt to ``parts`` parts by hash, a power of two; equal keys to one.

    The records part by part, and where each part begins, with the end behind the last.
    """
    shift = np.uint64(64)
    size = parts
    while size > 1:
        size >>= 1
        shift -= np.uint64(1)
    first, row = address(records), 8 * records.shape[1]
    firsts = np.zeros(parts + 1, np.int64)
    for i in range(count):
        # Leading bits: a table takes the last.
        firsts[np.int64(mixed(first + row * i, words) >> shift) + 1] += 1
    for k in range(parts):
        firsts[k + 1] += firsts[k]
    places = firsts.copy()
    ordered = np.empty((count, records.shape[1]), np.uint64)
    for i in range(count):
        part = np.int64(mixed(first + row * i, words) >> shift)
        for k in range(records.shape[1]):
            ordered[places[part], k] = records[i, k]
        places[part] += 1
    held(records)
    return ordered, firsts
