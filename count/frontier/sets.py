"""Blank boards of distinct lines: halves as sets of rows.

Half a board of distinct rows is a *set* of rows and an order of them.  The ones of each column, which
columns are equal and which rows are used are the set's alone; the order matters only at the cut, by the
last two rows.  So sets are paired, and not ordered halves (:mod:`count.frontier.halves`):

- an upper set and the *complement* of the lower one have the same ones, so that both are looked for in
  one list of sets, a list for each vector of ones;
- turning a board upside down, mirroring it and exchanging 0 and 1 keep the rules: of the up to four
  vectors of ones that they make of one the least stands for all, and in its list pairs are unordered;
- the sum over all pairs of a list is a product of sums.  Pairs that share a row, or have a pair of equal
  columns in common, are then taken away one by one: a third of all.

A pair of sets stands for as many grids as there are orders of both that meet without a run of three, a
sum over the last row of each.
"""

from __future__ import annotations

from itertools import pairwise
from math import factorial
from typing import Any

from count.frontier.halves import Lines

__all__ = ["count_sets"]

_MOST_SETS = 10**8
"""Sets of k rows to be looked at: seconds."""


def count_sets(job: Lines) -> int | None:
    """The number of grids; None if rows are not all alike, or too many for this way."""
    k, odd = divmod(job.height, 2)
    words = sorted(job.words[0])
    full = (1 << job.width) - 1
    if odd or k < 2 or job.ones != k or not (job.runs and job.distinct_rows):
        return None
    if any(sorted(row) != words for row in job.words) or len(words) > 255:
        return None
    if {word ^ full for word in words} != set(words):
        return None
    if {int(f"{word:0{job.width}b}"[::-1], 2) for word in words} != set(words):
        return None
    looked_at = factorial(len(words)) // factorial(k) // factorial(max(0, len(words) - k))
    if len(words) < k or looked_at > _MOST_SETS:
        return None
    return _counted(job, words, k)


def _counted(job: Lines, words: list[int], k: int) -> int | None:
    import numpy as np

    from count.frontier.set_kernels import listed, orbit, paired

    width = job.width
    full = (1 << width) - 1
    spread = [sum((word >> c & 1) << 4 * c for c in range(width)) for word in words]
    array = np.array(words, np.int64)
    members, vectors, endings = listed(array, np.array(spread, np.int64), k, width)
    order = np.argsort(vectors, kind="stable")
    members, vectors, endings = members[order], vectors[order], endings[order]
    pairs = [(i, j) for j in range(width) for i in range(j)] if job.distinct_columns else []
    used = [1 << i for i in range(len(words))]
    complement = [1 << words.index(word ^ full) for word in words]
    alike = [
        sum(1 << n for n, (i, j) in enumerate(pairs) if (word >> i ^ ~word >> j) & 1)
        for word in words
    ]
    columns = _limbs(alike, -(-len(pairs) // 64))
    own, turned = (_limbs(bits, -(-len(words) // 64)) for bits in (used, complement))
    equal = np.bitwise_and.reduce(columns[members], axis=1)
    above = np.hstack([np.bitwise_or.reduce(own[members], axis=1), equal])
    below = np.hstack([np.bitwise_or.reduce(turned[members], axis=1), equal])
    bounds = np.flatnonzero(np.diff(vectors, prepend=-1, append=-1))
    largest = int(np.diff(bounds).max(initial=0))
    if (largest * factorial(k)) ** 2 >= 1 << 63:
        return None
    total = 0
    for i, j in pairwise(bounds):
        grids = paired(members[i:j], endings[i:j], array, above[i:j], below[i:j])
        total += int(orbit(int(vectors[i]), width, k)) * int(grids)
    return total


def _limbs(numbers: list[int], limbs: int) -> Any:
    """(n, limbs) uint64."""
    import numpy as np

    rows = [[n >> 64 * k & (1 << 64) - 1 for k in range(limbs)] for n in numbers]
    return np.array(rows, np.uint64).reshape(len(numbers), limbs)
