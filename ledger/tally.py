"""Tallies: what a measuring function hands back, added up over chunks of boards without a float.

Intervals are worked out at the end, for printing; whether a published figure lies inside is decided
with exact fractions.  A published figure stands for all numbers that round to it as it is printed:
0.0 % is anything below 0.05 %.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import comb, sqrt
from typing import Any, ClassVar, TypeAlias

__all__ = [
    "Article",
    "Exact",
    "Mean",
    "Rate",
    "Tallies",
    "Tally",
    "Total",
    "Values",
    "from_json",
    "merge",
    "same_rate",
    "wilson",
]

Z = Fraction(1959964, 1000000)
"""The normal quantile of 95 % intervals."""

Article: TypeAlias = "int | Decimal | str | list[int] | None"
"""A published figure as it is printed; None where none was published."""


def rounded(article: Article) -> tuple[Fraction, Fraction]:
    """The numbers that are printed as this one: 72.8 is 72.75 to 72.85.

    >>> rounded(Decimal("72.8")) == (Fraction(291, 4), Fraction(1457, 20))
    True
    """
    if not isinstance(article, int | Decimal):
        raise TypeError(f"expected a number for a figure that is measured, found {article!r}")
    value = Fraction(article)
    places = article.as_tuple().exponent if isinstance(article, Decimal) else 0
    if not isinstance(places, int):
        raise TypeError(f"expected a finite number, found {article!r}")
    half = Fraction(10) ** places / 2
    return value - half, value + half


class Tally(ABC):
    """What all tallies share; ``kind`` is the name in the record."""

    kind: ClassVar[str]
    exact: ClassVar[bool] = False
    """Must a published figure be equal (else: lie in the interval)?"""

    @abstractmethod
    def merge(self, other: Any) -> None:
        """Add what another tally of the kind has seen."""

    @abstractmethod
    def json(self) -> Any:
        """What :func:`from_json` reads back."""

    @property
    def n(self) -> int | None:
        """Observations, where the tally is a sample."""
        return None

    @abstractmethod
    def agrees(self, article: Article) -> bool:
        """Is the published figure equal (exact tallies) or inside the 95 % interval?"""

    @abstractmethod
    def ours(self) -> str:
        """Our figure in print."""

    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of a sample, in the unit of print."""
        return None


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a rate.

    >>> [round(x, 3) for x in wilson(8, 10)], wilson(0, 50)[0], wilson(50, 50)[1]
    ([0.49, 0.943], 0.0, 1.0)
    """
    z = float(Z)
    rate = hits / n
    middle = rate + z * z / (2 * n)
    reach = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    low = 0.0 if hits == 0 else (middle - reach) / (1 + z * z / n)
    return low, 1.0 if hits == n else (middle + reach) / (1 + z * z / n)


class Rate(Tally):
    """Hits of n; published as a percentage."""

    kind = "rate"

    def __init__(self, hits: int = 0, of: int = 0) -> None:
        self.hits, self.of = hits, of

    def add(self, hit: bool) -> None:
        self.hits += bool(hit)
        self.of += 1

    def merge(self, other: Rate) -> None:
        self.hits += other.hits
        self.of += other.of

    def json(self) -> list[int]:
        return [self.hits, self.of]

    @property
    def n(self) -> int:
        return self.of

    def agrees(self, article: Article) -> bool:
        """The score test: a rate p lies in Wilson's interval where n(h/n - p)^2 <= z^2 p(1 - p)."""
        if not self.of:
            return False
        rate = Fraction(self.hits, self.of)
        low, high = (min(max(x / 100, Fraction(0)), Fraction(1)) for x in rounded(article))
        nearest = min(max(rate, low), high)
        return self.of * (rate - nearest) ** 2 <= Z**2 * nearest * (1 - nearest)

    def ours(self) -> str:
        return f"{100 * self.hits / self.of:.1f} %" if self.of else "no case"

    def interval(self) -> tuple[float, float] | None:
        if not self.of:
            return None
        low, high = wilson(self.hits, self.of)
        return 100 * low, 100 * high


class Mean(Tally):
    """The mean of integers."""

    kind = "mean"

    def __init__(self, n: int = 0, total: int = 0, squares: int = 0) -> None:
        self._n, self.total, self.squares = n, total, squares

    def add(self, value: int) -> None:
        self._n += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Mean) -> None:
        self._n += other._n
        self.total += other.total
        self.squares += other.squares

    def json(self) -> list[int]:
        return [self._n, self.total, self.squares]

    @property
    def n(self) -> int:
        return self._n

    def _variance_of_mean(self) -> Fraction:
        spread = self._n * self.squares - self.total**2
        return Fraction(spread, self._n**2 * (self._n - 1)) if self._n > 1 else Fraction(0)

    def agrees(self, article: Article) -> bool:
        if not self._n:
            return False
        mean = Fraction(self.total, self._n)
        low, high = rounded(article)
        nearest = min(max(mean, low), high)
        return (mean - nearest) ** 2 <= Z**2 * self._variance_of_mean()

    def same(self, article: Article, of: int) -> bool:
        """May our mean and the published one of ``of`` observations be the same (normal, p >= 5 %)?

        The published observations are taken to spread as ours do.

        >>> Mean(100, 500, 2900).same(6, 10), Mean(100, 500, 2900).same(7, 10)
        (True, False)
        """
        if self._n < 2:
            return False
        mean = Fraction(self.total, self._n)
        low, high = rounded(article)
        nearest = min(max(mean, low), high)
        variance = self._variance_of_mean() * (1 + Fraction(self._n, of))
        return (mean - nearest) ** 2 <= Z**2 * variance

    def ours(self) -> str:
        return f"{self.total / self._n:.2f}" if self._n else "no case"

    def interval(self) -> tuple[float, float] | None:
        if self._n < 2:
            return None
        reach = float(Z) * sqrt(self._variance_of_mean())
        mean = self.total / self._n
        return mean - reach, mean + reach


class Values(Tally):
    """Integers, of which the median is published."""

    kind = "values"

    def __init__(self, times: dict[int, int] | None = None) -> None:
        self.times: Counter[int] = Counter(times or {})

    def add(self, value: int) -> None:
        self.times[value] += 1

    def merge(self, other: Values) -> None:
        self.times.update(other.times)

    def json(self) -> list[list[int]]:
        return [[value, times] for value, times in sorted(self.times.items())]

    @property
    def n(self) -> int:
        return self.times.total()

    @property
    def least(self) -> int:
        return min(self.times)

    @property
    def most(self) -> int:
        return max(self.times)

    def _ranked(self, rank: int) -> int:
        """The value of this rank, from 0."""
        for value, times in sorted(self.times.items()):
            rank -= times
            if rank < 0:
                return value
        raise IndexError("rank beyond the sample")

    def median(self) -> Fraction:
        """The middle value, or the mean of the two middle ones."""
        return Fraction(self._ranked((self.n - 1) // 2) + self._ranked(self.n // 2), 2)

    def _ranks(self) -> tuple[int, int]:
        """Ranks between which the population's median lies with 95 %, whatever the distribution."""
        n = self.n
        tail, rank = 0, 0
        while rank < (n - 1) // 2 and 40 * (tail + comb(n, rank)) <= 2**n:
            tail += comb(n, rank)
            rank += 1
        rank = max(rank - 1, 0)
        return rank, n - 1 - rank

    def agrees(self, article: Article) -> bool:
        if not self.times:
            return False
        low, high = rounded(article)
        first, last = self._ranks()
        return self._ranked(first) <= high and low <= self._ranked(last)

    def same(self, article: Article, of: int) -> bool:
        """May the published median of ``of`` values be of a sample like ours (Fisher, p >= 5 %)?

        Half of the published values lie below their median; how many of ours do, if those equal
        to it are shared out as evenly as can be?

        >>> Values({1: 50, 3: 50}).same(2, 40), Values({1: 80, 3: 20}).same(2, 40)
        (True, False)
        """
        if not self.times:
            return False
        low, high = rounded(article)
        below = sum(times for value, times in self.times.items() if value < low)
        above = sum(times for value, times in self.times.items() if value > high)
        hits = min(max(self.n // 2, below), self.n - above)
        return same_rate(hits, self.n, 50, of)

    def ours(self) -> str:
        if not self.times:
            return "no case"
        middle = self.median()
        return f"{middle}" if middle.denominator == 1 else f"{middle.numerator // 2}.5"

    def interval(self) -> tuple[float, float] | None:
        if not self.times:
            return None
        first, last = self._ranks()
        return float(self._ranked(first)), float(self._ranked(last))


class Total(Tally):
    """An exact sum over all boards, published or demanded as it is."""

    kind = "total"
    exact = True

    def __init__(self, total: int = 0) -> None:
        self.total = total

    def add(self, value: int) -> None:
        self.total += value

    def merge(self, other: Total) -> None:
        self.total += other.total

    def json(self) -> int:
        return self.total

    def agrees(self, article: Article) -> bool:
        return self.total == article

    def ours(self) -> str:
        return str(self.total)


class Exact(Tally):
    """A number, a word or a list that every chunk must find the same."""

    kind = "exact"
    exact = True

    def __init__(self, value: int | str | list[int]) -> None:
        self.value = value

    def merge(self, other: Exact) -> None:
        if self.value != other.value:
            raise ValueError(f"two chunks differ: {self.value!r} and {other.value!r}")

    def json(self) -> int | str | list[int]:
        return self.value

    def agrees(self, article: Article) -> bool:
        return self.value == article

    def ours(self) -> str:
        return ", ".join(map(str, self.value)) if isinstance(self.value, list) else str(self.value)


Tallies: TypeAlias = dict[str, Tally]

_FROM_JSON: dict[str, Callable[[Any], Tally]] = {
    "rate": lambda found: Rate(*found),
    "mean": lambda found: Mean(*found),
    "values": lambda found: Values(dict(found)),
    "total": Total,
    "exact": Exact,
}


def from_json(found: dict[str, Any]) -> Tally:
    """The inverse of ``{tally.kind: tally.json()}``; ValueError for what no tally writes.

    >>> from_json({"rate": [3, 4]}).ours()
    '75.0 %'
    """
    ((kind, value),) = found.items()
    made = _FROM_JSON[kind](value)
    # As text: 1, 1.0 and true are equal in Python.
    if json.dumps(made.json()) != json.dumps(value):
        raise ValueError(f"no tally writes {value!r}")
    return made


def merge(into: Tallies, more: Tallies) -> None:
    """Add ``more`` to ``into``; figures of one name must be of one kind."""
    for name, tally in more.items():
        if name not in into:
            into[name] = from_json({tally.kind: tally.json()})
        elif type(into[name]) is not type(tally):
            raise TypeError(f"{name!r} is {into[name].kind} here and {tally.kind} there")
        else:
            into[name].merge(tally)


def same_rate(hits: int, n: int, article: Article, of: int) -> bool:
    """Fisher's exact test: may our rate and the published one of ``of`` boards be the same (p >= 5 %)?

    The published number of hits is the nearest to the printed percentage.

    >>> same_rate(60, 100, 50, 100), same_rate(60, 100, 40, 100)
    (True, False)
    """
    if not isinstance(article, int | Decimal):
        raise TypeError(f"expected a percentage, found {article!r}")
    theirs = round(Fraction(article) * of / 100)
    both = hits + theirs
    low, high = max(0, both - of), min(n, both)
    # The hypergeometric weights, each from the one before: C(n, k) C(of, both - k).
    weights = [comb(n, low) * comb(of, both - low)]
    for k in range(low, high):
        weights.append(weights[-1] * (n - k) * (both - k) // ((k + 1) * (of - both + k + 1)))
    seen = weights[hits - low]
    return 20 * sum(weight for weight in weights if weight <= seen) >= comb(n + of, both)
