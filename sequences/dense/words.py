"""Words of plugs: 2-coloured Motzkin words, listed in order and ranked by two look-ups.

A word says, for each of the w grid edges that a horizontal line cuts, what crosses there:

====== ===== ==========================================================
symbol digit meaning
====== ===== ==========================================================
empty  0     the edge is not used
free   1     a path whose other end lies above the line
open   2     a path that comes back across the line further right
close  3     the right end of such a path
====== ===== ==========================================================

Paths do not cross in the plane, so `open` and `close` nest like brackets, and `free` may stand
anywhere between them. There are Catalan(w + 1) words (R. Stanley, *Catalan Numbers*, 2015: bicoloured
Motzkin paths). The code of a word packs two bits a symbol, column 0 in the highest bits, so
that codes sort as words do; the rank of a word is its place in that order, and the empty word
has rank 0.

A rank is the sum of two table entries: how many words precede the first with the same left half,
and how many right halves precede this one among those that close the same number of brackets.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from native.jit import compiled

__all__ = [
    "CLOSE",
    "EMPTY",
    "FREE",
    "OPEN",
    "Ranking",
    "build_ranking",
    "list_words",
    "mate",
    "rank",
    "word_count",
]

EMPTY, FREE, OPEN, CLOSE = 0, 1, 2, 3

Ranking = tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Symbols in the right half, words before a left half, its open brackets, right halves before."""


def word_count(width: int) -> int:
    """Catalan(width + 1).

    >>> [word_count(width) for width in (1, 2, 3, 10)]
    [2, 5, 14, 58786]
    """
    order = width + 1
    return comb(2 * order, order) // (order + 1)


@compiled
def _fill_words(width: int, codes: NDArray[np.int64]) -> None:
    digits = np.zeros(width, np.int64)
    heights = np.zeros(width + 1, np.int64)  # open brackets before each column
    code = 0
    for word in range(codes.shape[0]):
        codes[word] = code
        # The next word: raise the last symbol that can be raised, then close as late as possible.
        column = width - 1
        while column >= 0:
            height = heights[column]
            digit = digits[column] + 1
            # What follows must still be able to close every bracket.
            if digit == FREE and height > width - 1 - column:
                digit = OPEN
            if digit == OPEN and height + 1 > width - 1 - column:
                digit = CLOSE
            if digit == CLOSE and height == 0:
                digit = CLOSE + 1
            if digit <= CLOSE:
                digits[column] = digit
                break
            column -= 1
        if column < 0:
            return
        height = heights[column]
        if digits[column] == OPEN:
            height += 1
        elif digits[column] == CLOSE:
            height -= 1
        for later in range(column + 1, width):
            heights[later] = height
            if height == width - later:
                digits[later] = CLOSE
                height -= 1
            else:
                digits[later] = EMPTY
        code = 0
        for place in range(width):
            code = code << 2 | digits[place]


def list_words(width: int) -> NDArray[np.int64]:
    """Every word of `width` plugs, as codes in increasing order.

    >>> [f"{code:04b}" for code in list_words(2).tolist()]
    ['0000', '0001', '0100', '0101', '1011']
    """
    codes = np.zeros(word_count(width), np.int64)
    _fill_words(width, codes)
    return codes


@compiled
def _fill_ranking(
    width: int,
    lower: int,
    codes: NDArray[np.int64],
    first: NDArray[np.int64],
    heights: NDArray[np.int64],
    offsets: NDArray[np.int64],
) -> None:
    mask = (1 << (2 * lower)) - 1
    for word in range(codes.shape[0]):
        code = codes[word]
        left = code >> (2 * lower)
        if first[left] < 0:
            first[left] = word
            height = 0
            for place in range(width - lower):
                digit = (left >> (2 * place)) & 3
                height += (digit == OPEN) - (digit == CLOSE)
            heights[left] = height
        offsets[heights[left], code & mask] = word - first[left]


def build_ranking(width: int, codes: NDArray[np.int64]) -> Ranking:
    """The look-up tables behind `rank`, from the sorted list of all words."""
    lower = width // 2
    upper = width - lower
    first = np.full(1 << (2 * upper), -1, np.int64)
    heights = np.zeros(1 << (2 * upper), np.int64)
    offsets = np.zeros((upper + 1, 1 << (2 * lower)), np.int64)
    _fill_ranking(width, lower, codes, first, heights, offsets)
    return lower, first, heights, offsets


@compiled
def rank(code: int, ranking: Ranking) -> int:
    """The place of a word in `list_words`; the code must be a word."""
    lower, first, heights, offsets = ranking
    left = code >> (2 * lower)
    return first[left] + offsets[heights[left], code & ((1 << (2 * lower)) - 1)]  # type: ignore[no-any-return]


@compiled
def mate(code: int, shift: int) -> int:
    """The shift of the bracket that pairs with the bracket at bit `shift` of the code."""
    step = -2 if (code >> shift) & 3 == OPEN else 2  # column 0 is in the highest bits
    depth = 0
    while True:
        digit = (code >> shift) & 3
        if digit == OPEN:
            depth += 1
        elif digit == CLOSE:
            depth -= 1
        if depth == 0:
            return shift
        shift += step
