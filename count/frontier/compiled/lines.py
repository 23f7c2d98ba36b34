"""``Distinct`` as machine code: the states of :mod:`count.frontier.lines` in bytes.

=======================  ======================================================================
:func:`one_by_one`       numbers of ``size`` bytes: one more than the prefix of the open line (0:
                         of no interest), then one more than each used word, ascending; 0: none
:func:`side_by_side`     a byte a line: twice its class, counted from 1, and its bit at this position;
                         0 for a line that is no longer compared
:func:`scattered`        a bit a pair of lines that are alike so far, then, from the next byte on, a
                         bit a letter that waits
=======================  ======================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from count.frontier.lines import OneByOne, Scattered, SideBySide
from native.jit import compiled, inlined

__all__ = [
    "one_by_one",
    "one_by_one_data",
    "scattered",
    "scattered_data",
    "side_by_side",
    "side_by_side_data",
]

Array = Any
"""A numpy array; numba's signatures are not typed."""

_MOST = 62
"""Lines that are compared side by side, or letters of a line: sets of them are int64."""
_MOST_DATA = 5_000_000
"""Numbers that tell one rule's pairs what waits after each letter."""


@inlined
def _number(state: Array, index: int, size: int) -> int:
    value = np.int64(0)
    for k in range(size):
        value |= np.int64(state[index * size + k]) << 8 * k
    return int(value)


@compiled
def one_by_one(before: Array, after: Array, data: Array, at: int, bit: int, used: Array) -> bool:
    """The bytes after the next letter of the open line; False if two lines are equal.

    ``data`` from ``at``: letters of a line; this letter's number; is it in the last line; bytes of a
    number; words that fit; later lines; for each of these the mask of its given letters, their values.
    """
    letters, i, last = data[at], data[at + 1], data[at + 2]
    size, room, later = data[at + 3], data[at + 4], data[at + 5]
    prefix = _number(before, 0, size) - 1
    count = 0
    while count < room:
        word = _number(before, 1 + count, size)
        if word == 0:
            break
        used[count] = word - 1
        count += 1
    if prefix >= 0:
        prefix |= bit << i
    if i < letters - 1:
        if last and prefix >= 0:
            read = (2 << i) - 1
            kept = 0
            for k in range(count):
                if (used[k] ^ prefix) & read == 0:
                    used[kept] = used[k]
                    kept += 1
            count = kept
            if count == 0:
                prefix = -1
    else:
        if prefix >= 0:
            k = count
            while k and used[k - 1] >= prefix:
                if used[k - 1] == prefix:
                    return False
                used[k] = used[k - 1]
                k -= 1
            used[k] = prefix
            count += 1
        kept = 0
        for k in range(count):
            for j in range(later):
                if (used[k] ^ data[at + 7 + 2 * j]) & data[at + 6 + 2 * j] == 0:
                    used[kept] = used[k]
                    kept += 1
                    break
        count = kept
        prefix = -1 if last else 0
    for k in range(after.shape[0]):
        after[k] = 0
    for k in range(size):
        after[k] = prefix + 1 >> 8 * k & 255
        for j in range(count):
            after[(1 + j) * size + k] = used[j] + 1 >> 8 * k & 255
    return True


@compiled
def side_by_side(
    before: Array, after: Array, data: Array, at: int, bit: int, parts: Array, numbers: Array
) -> bool:
    """The bytes after one line's letter at the present position; False if lines cannot come to differ.

    ``data`` from ``at``: the line; does it end the position; lines; most lines that the letters to come
    can tell apart; per line the set of lines that givens to come do not tell from it.
    """
    line, closes, lines, most = data[at], data[at + 1], data[at + 2], data[at + 3]
    for k in range(after.shape[0]):
        after[k] = before[k]
    if before[line]:
        after[line] = before[line] | bit
    if not closes:
        return True
    for k in range(lines):
        # A class and a bit: the part that the line is in from now on.
        parts[k] = after[k]
    for k in range(2 * lines + 2):
        numbers[k] = 0
    count = 0
    for k in range(lines):
        after[k] = 0
        compared = False
        if parts[k]:
            for j in range(lines):
                if j != k and parts[j] == parts[k] and data[at + 4 + k] >> j & 1:
                    compared = True
        if compared:
            if numbers[parts[k]] == 0:
                count += 1
                numbers[parts[k]] = count
            after[k] = 2 * numbers[parts[k]]
    for k in range(lines):
        if after[k]:
            alike = 0
            for j in range(lines):
                alike += after[j] == after[k]
            if alike > most:
                return False
    return True


@compiled
def scattered(before: Array, after: Array, data: Array, at: int, bit: int) -> bool:
    """The bits after one more letter; False if a pair has come to its end alike.

    ``data`` from ``at``: pairs; this letter's number; the byte at which letters begin; their bytes; per
    pair where its part is: does it end here; the letters that are compared with this one, how many and
    which; and in bytes the letters that wait after it.
    """
    pairs, letter, begin, size = data[at], data[at + 1], data[at + 2], data[at + 3]
    for k in range(after.shape[0]):
        after[k] = 0
    for pair in range(pairs):
        if not before[pair >> 3] >> (pair & 7) & 1:
            continue
        part = at + data[at + 4 + pair]
        compared = data[part + 1]
        alike = True
        for k in range(compared):
            early = data[part + 2 + k]
            if before[begin + (early >> 3)] >> (early & 7) & 1 != bit:
                alike = False
        if not alike:
            continue
        if data[part]:
            return False
        after[pair >> 3] |= 1 << (pair & 7)
        for k in range(size):
            after[begin + k] |= data[part + 2 + compared + k]
    for k in range(size):
        letters = np.int64(before[begin + k])
        if letter >> 3 == k:
            letters |= bit << (letter & 7)
        after[begin + k] &= letters
    return True


def one_by_one_data(watcher: OneByOne) -> tuple[list[list[int]], bytes] | None:
    """Per level the data of :func:`one_by_one`, and the first state; None if lines are too long."""
    if watcher.width >= _MOST:
        return None
    size = (watcher.width + 8) // 8
    lines = len(watcher.given)
    rows = []
    for k, i in watcher.cells:
        later = watcher.given[k + 1 :]
        givens = [number for pair in later for number in pair]
        rows.append([watcher.width, i, int(k == lines - 1), size, lines - 1, len(later), *givens])
    first = bytearray(size * lines)
    first[0] = 1
    return rows, bytes(first)


def side_by_side_data(watcher: SideBySide) -> tuple[list[list[int]], bytes] | None:
    """The same for :func:`side_by_side`; None if there are too many lines."""
    lines = watcher.lines
    if lines > _MOST:
        return None
    rows = []
    for level, (k, i) in enumerate(watcher.cells):
        row = [k, int(watcher.closes[level]), lines, 1 << min(watcher.width - i - 1, _MOST)]
        if row[1]:
            row += [
                sum(1 << o for o in range(lines) if watcher.alike(m, o, i + 1))
                for m in range(lines)
            ]
        rows.append(row)
    first = bytearray(max(1, lines))
    start = watcher.start()
    for number, members in enumerate(start[0] if start is not None else ()):
        for member in members:
            first[member] = 2 * (number + 1)
    return rows, bytes(first)


def scattered_data(watcher: Scattered) -> tuple[list[list[int]], bytes] | None:
    """The same for :func:`scattered`; None if there are too many pairs and letters."""
    pairs, letters = len(watcher.ends), len(watcher.compared)
    begin, size = -(-pairs // 8), -(-letters // 8)
    if pairs * letters * (size + 3) > _MOST_DATA:
        return None
    rows = []
    for level, compared in enumerate(watcher.compared):
        row = [pairs, level, begin, size, *[0] * pairs]
        for pair in range(pairs):
            row[4 + pair] = len(row)
            early = compared.get(pair, [])
            waiting = watcher.waiting[pair][level].to_bytes(size, "little")
            row += [int(watcher.ends[pair] <= level), len(early), *early, *waiting]
        rows.append(row)
    alike = ((1 << pairs) - 1).to_bytes(begin, "little")
    return rows, alike + bytes(max(1, size))
