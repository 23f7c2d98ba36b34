"""The path machine: grids cut into vertex-disjoint paths, cell by cell, from the last cell back.

A configuration is a set of grid edges in which every cell has degree 1 or 2 (`covers`: 0, 1 or
2) and no closed loop: a partition into paths of at least two cells (`covers`: of any length).

Between two rows the edges that cross the line form a word (module `words`). Inside a row, after
the cell of column c, the word takes for column c the plug that left that cell, downwards or
to the right: a lone plug may be either. If both left, they are the two ends of one new path, for
had one of them come from above or from the left the cell would have degree 3: that is the word
with nothing at c, marked. So a row has at most twice as many states inside as at its end.

The machine runs backwards: V(state) is the number of ways to complete the grid from there.
Two arrays over words carry it past column c:

- `values[s]`: if s has a plug at c, V(it went down) + V(it went right), for a plug at c may
  always do either and no transition tells them apart before the next cell; else V(unmarked);
- `right[s]`: the same if s has a plug at c; else V(marked).

With x the symbol of s at c - 1, u that at c, and every word below read after the cell:

- no plug from the left: `right[s]` (u goes on down or right; with u empty, a path starts
  with two edges) plus `values` of one word: u empty, a path starts with one edge (`free` at c);
  else u ends here and its other end, if it crosses the line, becomes free;
- a plug x from the left (word without it at c - 1): u empty, it goes on (x moves to c) or ends;
  else the two paths join, or are one path and would close a loop;
- marked: the plug from the left is the other end of the one that went down at c - 1: u empty,
  `open close` at c - 1, c, or it ends there (`free` at c - 1); else u moves to c - 1.

So a cell costs three targets a word, shared by all primes. They are ranks, cheap enough to be
derived again in every row: keeping tables of them saved a tenth of the time with five primes, for
12 bytes a word and column (1.6 GB at width 14).
`covers` adds `values[s]` for an empty u: the cell has no edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from native.jit import compiled
from sequences.dense.blocks import Blocks
from sequences.dense.kernels import (
    INDEX,
    LEFT_EMPTY,
    UP_EMPTY,
    path_column,
    path_edge,
    path_side,
)
from sequences.dense.words import (
    CLOSE,
    EMPTY,
    FREE,
    OPEN,
    Ranking,
    build_ranking,
    list_words,
    mate,
    rank,
    word_count,
)

__all__ = ["DensePathMachine", "build_path_machine"]

_PIECE = 2048  # words whose derived targets fit well into the first-level cache


@compiled
def _ended(code: int, shift: int) -> int:
    """The word after the path at bit `shift` ends above the line: its mate becomes free."""
    digit = (code >> shift) & 3
    if digit != FREE:
        other = mate(code, shift)
        code = code & ~(3 << other) | FREE << other
    return code & ~(3 << shift)


@compiled
def _joined(code: int, left: int, here: int) -> int:
    """The word after the paths at two neighbouring columns join, or -1 if they are one path."""
    x = (code >> left) & 3
    u = (code >> here) & 3
    if x == FREE:
        return _ended(code, here) & ~(3 << left)
    if u == FREE:
        return _ended(code, left) & ~(3 << here)
    if x == OPEN and u == CLOSE:
        return -1
    if x == u:
        # Two brackets facing the same way: the inner one's mate turns round.
        inner = mate(code, here if x == OPEN else left)
        code ^= (OPEN ^ CLOSE) << inner
    return code & ~(3 << left) & ~(3 << here)


@compiled
def _fill_column(
    low: int,
    high: int,
    width: int,
    column: int,
    codes: NDArray[np.int64],
    ranking: Ranking,
    origin: int,
    targets: NDArray[np.uint32],
) -> None:
    """The targets of words `low` to `high - 1`, in a table that begins with word `origin`."""
    none = codes.shape[0]
    here = 2 * (width - 1 - column)
    left = here + 2
    for word in range(low, high):
        code = int(codes[word])
        u = (code >> here) & 3
        if u == EMPTY:
            packed = np.uint32(rank(code | FREE << here, ranking)) | UP_EMPTY
        else:
            packed = np.uint32(rank(_ended(code, here), ranking))
        if column == 0:
            targets[0, word - origin] = packed
            continue
        x = (code >> left) & 3
        one = two = -1
        if x != EMPTY and u == EMPTY:
            one = code ^ x << left ^ x << here
            two = _ended(code, left)
        elif x != EMPTY:
            one = _joined(code, left, here)
        elif u == EMPTY:
            packed |= LEFT_EMPTY
            one = code | OPEN << left | CLOSE << here
            two = code | FREE << left
        else:
            packed |= LEFT_EMPTY
            one = code ^ u << here ^ u << left
        targets[0, word - origin] = packed
        targets[1, word - origin] = none if one < 0 else rank(one, ranking)
        targets[2, word - origin] = none if two < 0 else rank(two, ranking)


@compiled
def _column(
    low: int,
    high: int,
    width: int,
    column: int,
    codes: NDArray[np.int64],
    ranking: Ranking,
    alone: bool,
    values: NDArray[np.uint64],
    before: NDArray[np.uint64],
    right: NDArray[np.uint64],
    moduli: tuple[np.uint64, ...],
) -> None:
    """One column: piece by piece, derive the targets and use them."""
    piece = np.empty((3, _PIECE), np.uint32)
    for first in range(low, high, _PIECE):
        last = min(first + _PIECE, high)
        _fill_column(first, last, width, column, codes, ranking, first, piece)
        if column:
            path_column(first, last, first, piece, alone, values, before, right, moduli)
        else:
            path_side(first, last, first, piece, alone, values, before, right, moduli)


@dataclass(frozen=True, slots=True)
class DensePathMachine:
    """The words of one width and their ranking."""

    width: int
    alone: bool
    codes: NDArray[np.int64]
    ranking: Ranking

    @property
    def states(self) -> int:
        return len(self.codes)

    @property
    def start(self) -> int:
        """The empty word: nothing comes from above the first row."""
        return 0

    @property
    def kept(self) -> int:
        """Bytes of the list of words and its ranking."""
        return self.codes.nbytes + sum(table.nbytes for table in self.ranking[1:])

    def spaces(self, lanes: int) -> list[NDArray[np.uint64]]:
        """Three work arrays; the first holds the values below the last row."""
        values, before, right = (np.zeros((self.states + 1, lanes), np.uint64) for _ in range(3))
        values[0] = 1  # nothing leaves below the last row
        return [values, before, right]

    def row_back(
        self, spaces: list[NDArray[np.uint64]], moduli: Sequence[np.uint64], blocks: Blocks
    ) -> None:
        """Replace the values below a row, in `spaces[0]`, by those above it."""
        values, before, right = spaces
        lanes = tuple(moduli)
        blocks.each(self.states, path_edge, self.codes, values, right, len(lanes))
        for column in reversed(range(self.width)):
            recipe = (self.width, column, self.codes, self.ranking)
            arrays = (self.alone, values, before, right, lanes)
            blocks.each(self.states, _column, *recipe, *arrays)
            values, before = before, values
        spaces[:] = [values, before, right]


def build_path_machine(width: int, alone: bool) -> DensePathMachine:
    """The machine of `width` columns; ValueError where words outgrow 30-bit ranks (width 18)."""
    if word_count(width) >= INDEX:
        raise ValueError(f"paths: width {width} is beyond 30-bit state numbers")
    codes = list_words(width)
    return DensePathMachine(width, alone, codes, build_ranking(width, codes))
