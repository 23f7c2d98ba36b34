"""Inner loops: one column of the grid, read backwards, as pure gathers modulo several primes.

Values are `uint64` arrays of shape (states + 1, lanes). A *lane* is one prime; all lanes of a
state lie together, so one pass over the transition table serves every prime. The last row of the
array is zero for ever: a missing transition points there, which spares the loops a branch.

Every modulus is below 2^62, so a sum of two residues never wraps; `_reduced` brings it back
below the modulus with one subtraction and an unsigned minimum (a difference that went below zero
wraps to a huge number and loses).

The moduli come as a tuple, whose length is known when numba compiles: the loops over the
lanes are unrolled and become vector instructions. Only rows `low` to `high - 1` are written, so
blocks of states can be computed by several threads without locks.
"""

import numpy as np
from numpy.typing import NDArray

from native.jit import compiled

__all__ = [
    "INDEX",
    "LEFT_EMPTY",
    "UP_EMPTY",
    "cell_column",
    "path_column",
    "path_edge",
    "path_side",
]

INDEX = np.uint32(0x3FFFFFFF)
"""Mask of the row number in the first target of a path word."""
LEFT_EMPTY = np.uint32(0x80000000)
"""Flag: the word has no plug at the column before this one."""
UP_EMPTY = np.uint32(0x40000000)
"""Flag: the word has no plug at this column."""

Values = NDArray[np.uint64]
Targets = NDArray[np.uint32]


@compiled
def _reduced(total: np.uint64, modulus: np.uint64) -> np.uint64:
    return min(total, total - modulus)


@compiled
def cell_column(
    low: int,
    high: int,
    targets: Targets,
    values: Values,
    before: Values,
    moduli: tuple[np.uint64, ...],
) -> None:
    """before[s] = values[targets[0, s]] + values[targets[1, s]]: the cell is 0 or 1."""
    for state in range(low, high):
        off = targets[0, state]
        on = targets[1, state]
        for lane in range(len(moduli)):
            before[state, lane] = _reduced(values[off, lane] + values[on, lane], moduli[lane])


@compiled
def path_edge(
    low: int, high: int, codes: NDArray[np.int64], values: Values, right: Values, lanes: int
) -> None:
    """Prepare `right` at the end of a row, where no plug may leave to the right."""
    for word in range(low, high):
        empty = (codes[word] & 3) == 0
        for lane in range(lanes):
            right[word, lane] = np.uint64(0) if empty else values[word, lane]


@compiled
def path_column(
    low: int,
    high: int,
    origin: int,
    targets: Targets,
    alone: bool,
    values: Values,
    before: Values,
    right: Values,
    moduli: tuple[np.uint64, ...],
) -> None:
    """One cell of a path machine with a neighbour to its left; see `paths` for the words.

    `values` and `right` hold what is to come after the cell, `before` and `right` (in place) what
    is to come before it. `alone` allows a cell of degree 0. `targets` begins with word `origin`.
    """
    none = values.shape[0] - 1
    for word in range(low, high):
        packed = targets[0, word - origin]
        third = packed & INDEX
        one = targets[1, word - origin]
        two = targets[2, word - origin]
        left_empty = (packed & LEFT_EMPTY) != 0
        single = word if alone and (packed & UP_EMPTY) != 0 else none
        for lane in range(len(moduli)):
            modulus = moduli[lane]
            down = _reduced(right[word, lane] + values[third, lane], modulus)
            if alone:
                down = _reduced(down + values[single, lane], modulus)
            across = _reduced(values[one, lane] + values[two, lane], modulus)
            both = _reduced(down + across, modulus)
            before[word, lane] = down if left_empty else both
            right[word, lane] = across if left_empty else both


@compiled
def path_side(
    low: int,
    high: int,
    origin: int,
    targets: Targets,
    alone: bool,
    values: Values,
    before: Values,
    right: Values,
    moduli: tuple[np.uint64, ...],
) -> None:
    """The same for the first cell of a row, which no plug enters from the left."""
    none = values.shape[0] - 1
    for word in range(low, high):
        packed = targets[0, word - origin]
        third = packed & INDEX
        single = word if alone and (packed & UP_EMPTY) != 0 else none
        for lane in range(len(moduli)):
            modulus = moduli[lane]
            down = _reduced(right[word, lane] + values[third, lane], modulus)
            if alone:
                down = _reduced(down + values[single, lane], modulus)
            before[word, lane] = down
