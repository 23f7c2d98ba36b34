"""Proved upper bounds on the terms: they decide how many primes are enough.

**Paths.** Decide the edges of a configuration cell by cell in row-major order, each cell choosing
among its edges to the right and down; the edges up and left are decided before. Let `in` be how many
of those two are used. A cell has degree 1 or 2, so inside the grid it has 3 choices for `in` = 0 (right,
down, both), 3 for `in` = 1 (neither or one), 1 for `in` = 2. A cell of the last column or last row
has one free edge: at most 1, 2, 1 choices; the corner cell none. A configuration is the list of its
choices, hence

    T(h, w) <= 3^((h-1)(w-1)) * 2^(h+w-2).

**Covers.** Degree 0 is allowed too: 4, 3, 1 choices. Give a partial configuration the weight a^k,
where k is the number of used edges that lead to cells not yet decided and a = 4/5. A cell with
`in` replaces its factor a^in by the sum of a^out over its choices, which multiplies the total
weight by at most the largest of

    in = 0: 1 + 2a + a^2 = 81/25;  in = 1: (1 + 2a)/a = 13/4;  in = 2: 1/a^2 = 25/16,

at most 13/4; in the last column or row by at most max(1 + a, (1 + a)/a, 1/a^2) = 9/4; in the corner
by at most 1/a^2 = 25/16. The weight starts at 1 and ends, with no edge open, as the number of lists of
choices, so

    T(h, w) <= (13/4)^((h-1)(w-1)) * (9/4)^(h+w-2) * 25/16.

**0/1 families.** Cut the grid into horizontal strips of at most four rows. Each strip of a
`no-three` grid is a `no-three` grid. In a strip of an induced matching each one has *at most* one
neighbour that is one. So T(h, w) <= the product of the strips' counts, which a small table of
pairs of columns gives exactly.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import floor

__all__ = ["size_bound"]

_STRIP = 4


def _paths(height: int, width: int) -> int:
    inner, outer = (height - 1) * (width - 1), height + width - 2
    bound: int = 3**inner << outer
    return bound


def _covers(height: int, width: int) -> int:
    inner = Fraction(13, 4) ** ((height - 1) * (width - 1))
    return floor(inner * Fraction(9, 4) ** (height + width - 2) * Fraction(25, 16))


def _no_three(older: int, old: int, new: int) -> bool:
    """Whether three neighbouring columns (bit masks) hold no three ones in a line."""
    return not (
        new & new >> 1 & new >> 2
        or older & old & new
        or older & old << 1 & new << 2
        or older & old >> 1 & new >> 2
    )


def _at_most_one_neighbour(older: int, old: int, new: int) -> bool:
    """Whether no one of the middle column has two neighbours that are one."""
    sides = (older, new, old << 1, old >> 1)
    return not any(
        old & first & second for place, first in enumerate(sides) for second in sides[:place]
    )


@cache
def _strip(allowed: Callable[[int, int, int], bool], rows: int, length: int) -> int:
    """How many strips of `rows` x `length` have only allowed triples of columns."""
    columns = range(1 << rows)
    pairs = Counter({(0, 0): 1})  # the two columns left of the strip are empty
    for _ in range(length):
        longer: Counter[tuple[int, int]] = Counter()
        for (older, old), ways in pairs.items():
            for new in columns:
                if allowed(older, old, new):
                    longer[old, new] += ways
        pairs = longer
    # A last empty column lets the rule speak about the strip's last column.
    return sum(ways for (older, old), ways in pairs.items() if allowed(older, old, 0))


def _strips(allowed: Callable[[int, int, int], bool], height: int, width: int) -> int:
    whole, rest = divmod(height, _STRIP)
    bound: int = _strip(allowed, _STRIP, width) ** whole * _strip(allowed, rest, width)
    return bound


def size_bound(family: str, height: int, width: int) -> int:
    """A number that T(height, width) of the family cannot exceed; see the module for proofs.

    >>> size_bound("paths", 2, 2), size_bound("no-three", 4, 4)
    (12, 10732)
    """
    match family:
        case "paths":
            return _paths(height, width)
        case "covers":
            return _covers(height, width)
        case "no-three":
            return _strips(_no_three, height, width)
        case "induced-matchings":
            return _strips(_at_most_one_neighbour, height, width)
    raise ValueError(f"no size bound for family {family!r}")
