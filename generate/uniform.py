"""Uniform random full grids of Binairo: exact counts, then rejection.

*Calm* grids have rows from the dictionary and no run of three in a column; balance and difference of
the columns, and difference of the rows, are not asked.  They are counted by the last two rows: the
number of ways to go on depends on nothing else.  Drawing each row with a probability in proportion to
these exact counts makes every calm grid equally likely.  A grid that breaks another rule is thrown
away, which leaves those that remain equally likely; it goes as soon as it must break one.

The price is the share of calm grids that are full grids: 72 of 318 at 4x4, 4140 of 134990 at 6x6,
about one in 660 at 10x10 and one in 3500 at 12x12.  Longer lines than :data:`LONGEST` are refused: 14
cells have 518 words, hence 268324 pairs of rows, and the share goes on falling.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from random import Random

from puzzles.language import Line

__all__ = ["LONGEST", "Calm", "calm", "refuses"]

LONGEST = 12
"""Cells of the longest line for which uniform grids are offered."""

_Pair = tuple[int, int]


def refuses(height: int, width: int) -> str | None:
    """Why uniform grids of this size are out of reach, or None."""
    if max(height, width) > LONGEST:
        return f"uniform full grids are offered up to {LONGEST}x{LONGEST}"
    return None


class Calm:
    """The calm grids of a size: their number, and uniform draws."""

    def __init__(self, height: int, width: int) -> None:
        self.height = height
        self.width = width
        self.words = tuple(Line(width, 3, width // 2))
        everything = (1 << width) - 1
        # Below rows a, b a row must differ from b wherever a and b agree.
        self._following: dict[_Pair, tuple[int, ...]] = {}
        allowed: dict[_Pair, tuple[int, ...]] = {}
        for b in self.words:
            for a in self.words:
                same = everything & ~(a ^ b)
                key = (same, b & same)
                if key not in allowed:
                    allowed[key] = tuple(w for w in self.words if not (w ^ b ^ same) & same)
                self._following[a, b] = allowed[key]
        # ways[k][a, b]: how many ways k further rows can follow rows a, b.
        self._ways: list[dict[_Pair, int]] = [dict.fromkeys(self._following, 1)]
        for _ in range(height - 2):
            fewer = self._ways[-1]
            self._ways.append(
                {
                    (a, b): sum(fewer[b, w] for w in following)
                    for (a, b), following in self._following.items()
                }
            )
        self.number = sum(self._ways[height - 2].values())
        self._pairs = list(self._following)
        self._starts = list(accumulate(self._ways[height - 2][pair] for pair in self._pairs))
        self._sums: dict[tuple[int, int, int], list[int]] = {}

    def draw(self, rng: Random, *, distinct: bool) -> list[int] | None:
        """One draw: the rows of a uniform calm grid if it is a full grid, None if it is not."""
        pair = self._pairs[bisect_right(self._starts, rng.randrange(self.number))]
        rows = list(pair)
        half = self.height // 2
        ones = [(pair[0] >> c & 1) + (pair[1] >> c & 1) for c in range(self.width)]
        if distinct and pair[0] == pair[1]:
            return None
        while len(rows) < self.height:
            word = self._next(rows, rng)
            if distinct and word in rows:
                return None
            rows.append(word)
            for c in range(self.width):
                ones[c] += word >> c & 1
                if ones[c] > half or len(rows) - ones[c] > half:
                    return None
        if any(one != half for one in ones):
            return None
        columns = {tuple(row >> c & 1 for row in rows) for c in range(self.width)}
        return rows if not distinct or len(columns) == self.width else None

    def _next(self, rows: list[int], rng: Random) -> int:
        a, b = rows[-2:]
        left = self.height - len(rows) - 1  # rows after the one drawn now
        following = self._following[a, b]
        sums = self._sums.get((left, a, b))
        if sums is None:
            ways = self._ways[left]
            sums = self._sums[left, a, b] = list(accumulate(ways[b, w] for w in following))
        return following[bisect_right(sums, rng.randrange(sums[-1]))]


@lru_cache(maxsize=2)
def calm(height: int, width: int) -> Calm:
    """The calm grids of a size, whose counts are kept for the next board."""
    return Calm(height, width)
