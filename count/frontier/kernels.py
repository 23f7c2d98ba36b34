"""Compiled loops over bit-mask records: extend, merge, and pair up disjoint ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from native.jit import compiled

__all__ = ["disjoint_ways", "extend", "merge"]

Array = Any
"""A numpy array; numba's signatures are not typed."""


@compiled
def _fits(
    record: Array,
    word: Any,
    spread: Any,
    number: int,
    runs: Any,
    nibbles: Any,
    rows: int,
    most: int,
) -> bool:
    limbs = record.shape[0] - 3
    if number >= 0 and record[number >> 6] >> np.uint64(number & 63) & np.uint64(1):
        return False
    edge = record[limbs + 1]
    if runs & (edge >> np.uint64(16)) & ~(edge ^ word):
        return False
    if most >= 0:
        # 4 bits a column: neither ones nor zeros may pass ``most`` <= 7, tested by carries into
        # the nibbles' top bits.
        ones = record[limbs] + spread
        slack = nibbles * np.uint64(7 - most)
        if (ones + slack) & (nibbles << np.uint64(3)):
            return False
        if (nibbles * np.uint64(rows) - ones + slack) & (nibbles << np.uint64(3)):
            return False
    return True


@compiled
def extend(
    records: Array,
    ways: Array,
    words: Array,
    edges: Array,
    spread: Array,
    alike: Array,
    numbers: Array,
    runs: Any,
    nibbles: Any,
    rows: int,
    most: int,
) -> tuple[Array, Array]:
    """Every record with every word that fits it as the next row.

    A record is (used word bits ..., ones by nibble, edge row | equal-to-the-row-before << 16,
    equal column pairs).  ``edges`` are the words as they are remembered (0 without the run rule);
    ``runs`` is the mask of columns in which a run of three is forbidden (0 before the second row),
    ``rows`` the number of rows with the new one.
    """
    limbs = records.shape[1] - 3
    total = 0
    for i in range(records.shape[0]):
        for j in range(words.shape[0]):
            if _fits(records[i], words[j], spread[j], numbers[j], runs, nibbles, rows, most):
                total += 1
    grown = np.zeros((total, records.shape[1]), dtype=np.uint64)
    grown_ways = np.empty(total, dtype=np.int64)
    n = 0
    for i in range(records.shape[0]):
        for j in range(words.shape[0]):
            if not _fits(records[i], words[j], spread[j], numbers[j], runs, nibbles, rows, most):
                continue
            grown[n] = records[i]
            if numbers[j] >= 0:
                grown[n, numbers[j] >> 6] |= np.uint64(1) << np.uint64(numbers[j] & 63)
            if most >= 0:
                grown[n, limbs] += spread[j]
            twice = runs & ~(records[i, limbs + 1] ^ words[j])
            grown[n, limbs + 1] = edges[j] | twice << np.uint64(16)
            grown[n, limbs + 2] &= alike[j]
            grown_ways[n] = ways[i]
            n += 1
    return grown, grown_ways


@compiled
def merge(records: Array, ways: Array) -> tuple[Array, Array]:
    """Equal records as one, their ways added: open addressing on a table twice their number."""
    n, width = records.shape
    size = 16
    while size < 2 * n:
        size *= 2
    table = np.full(size, -1, dtype=np.int32)  # fewer than 2^31 records fit any memory
    kept = 0
    for i in range(n):
        key = np.uint64(0x9E3779B97F4A7C15)
        for k in range(width):
            key = (key ^ records[i, k]) * np.uint64(0xBF58476D1CE4E5B9)
            key ^= key >> np.uint64(29)
        slot = np.int64(key & np.uint64(size - 1))
        while True:
            at = np.int64(table[slot])
            if at < 0:
                table[slot] = kept
                records[kept] = records[i]
                ways[kept] = ways[i]
                kept += 1
                break
            same = True
            for k in range(width):
                if records[at, k] != records[i, k]:
                    same = False
                    break
            if same:
                ways[at] += ways[i]
                break
            slot = (slot + 1) & (size - 1)
    return records[:kept].copy(), ways[:kept].copy()


@compiled
def disjoint_ways(
    above: Array,
    sequence: Array,
    first: Array,
    last: Array,
    below: Array,
    below_ways: Array,
    starts: Array,
    facing: Array,
) -> Array:
    """Per record above: the ways of the records below whose masks are disjoint from its own.

    ``above`` is (n, words) and ``below`` (words, m).  Record i above meets the blocks ``first[i] ..
    last[i]`` of records below; block b is ``starts[b] .. starts[b + 1]``, and all its last words
    hold the bits ``facing[b]``.  ``sequence`` lists the records above so that those with the same
    blocks and the same last word follow each other: what that word lets through is found once.
    """
    sums = np.zeros(above.shape[0], dtype=np.int64)
    edge = above.shape[1] - 1
    passed = np.empty(below.shape[1], dtype=np.int64)
    found = 0
    before = -1
    for i in sequence:
        mask = above[i, edge]
        again = before >= 0 and first[i] == first[before] and last[i] == last[before]
        if not again or mask != above[before, edge]:
            found = 0
            for block in range(first[i], last[i]):
                if mask & facing[block]:
                    continue
                for j in range(starts[block], starts[block + 1]):
                    passed[found] = j
                    found += (mask & below[edge, j]) == 0
        before = i
        total = 0
        for place in range(found):
            j = passed[place]
            met = np.uint64(0)
            for k in range(edge):
                met |= above[i, k] & below[k, j]
            if met == 0:
                total += below_ways[j]
        sums[i] = total
    return sums
