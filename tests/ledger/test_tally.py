"""Tallies: sums without a float, intervals, and when a published figure agrees."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.tally import (
    Exact,
    Mean,
    Rate,
    Tally,
    Total,
    Values,
    from_json,
    merge,
    rounded,
    same_rate,
    wilson,
)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, "0.2553", "0.3662"),
        (15, 148, "0.0624", "0.1605"),
        (0, 20, "0.0000", "0.1611"),
        (1, 29, "0.0061", "0.1718"),
    ],
)
def test_wilson_gives_the_printed_intervals(hits: int, n: int, low: str, high: str) -> None:
    ends = wilson(hits, n)
    assert (f"{ends[0]:.4f}", f"{ends[1]:.4f}") == (low, high)


@given(st.integers(1, 400), st.data())
def test_a_rate_agrees_with_what_lies_in_its_interval(n: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, n))
    article = data.draw(st.decimals(0, 100, places=3))
    low, high = (100 * end for end in wilson(hits, n))
    if low + 0.002 < article < high - 0.002:
        assert Rate(hits, n).agrees(article)
    if article < low - 0.002 or article > high + 0.002:
        assert not Rate(hits, n).agrees(article)


def test_a_published_figure_stands_for_what_rounds_to_it() -> None:
    assert rounded(Decimal("0.0")) == (Fraction(-1, 20), Fraction(1, 20))
    assert rounded(55) == (Fraction(109, 2), Fraction(111, 2))
    assert Rate(1, 3000).agrees(Decimal("0.0"))
    assert not Rate(1, 3000).agrees(Decimal("0.000"))
    assert Rate(400, 400).agrees(100)
    assert not Rate(0, 400).agrees(100)


def test_nothing_agrees_with_no_case() -> None:
    for empty in (Rate(), Mean(), Values()):
        assert not empty.agrees(50)
        assert empty.ours() == "no case"
        assert empty.interval() is None


@given(st.lists(st.integers(-(10**30), 10**30), min_size=2, max_size=30))
def test_the_mean_is_exact_and_its_interval_the_textbooks(values: list[int]) -> None:
    tally = Mean()
    for value in values:
        tally.add(value)
    n, total = len(values), sum(values)
    assert tally.json() == [n, total, sum(v * v for v in values)]
    ends = tally.interval()
    assert ends is not None
    variance = sum((v - Fraction(total, n)) ** 2 for v in values) / (n - 1)
    reach = 1.959964 * sqrt(variance / n)
    assert ends[1] - ends[0] == pytest.approx(2 * reach)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=40))
def test_the_median_and_its_interval(values: list[int]) -> None:
    tally = Values()
    for value in values:
        tally.add(value)
    ordered, n = sorted(values), len(values)
    assert tally.median() == Fraction(ordered[(n - 1) // 2] + ordered[n // 2], 2)
    ends = tally.interval()
    assert ends is not None
    # The largest rank r from 1 with P(Binomial(n, 1/2) < r) <= 2.5 %, and as far from the other end.
    ranks = [r for r in range(1, n // 2 + 1) if 40 * sum(comb(n, k) for k in range(r)) <= 2**n] or [
        1
    ]
    assert ends == (ordered[ranks[-1] - 1], ordered[n - ranks[-1]])
    assert tally.agrees(ordered[n // 2])
    assert not tally.agrees(10 + 1)


@pytest.mark.parametrize(
    ("hits", "n", "article", "of", "same"),
    [
        (3, 4, 25, 4, True),  # the lady tasting tea: p = 0.486
        (12, 12, 42, 12, False),  # 12 of 12 against 5 of 12: p = 0.0046
        (50, 100, 50, 100, True),
        (500, 1000, 40, 1000, False),
    ],
)
def test_fishers_exact_test(hits: int, n: int, article: int, of: int, same: bool) -> None:
    assert same_rate(hits, n, article, of) is same


def test_two_means_are_compared_by_the_spread_of_ours() -> None:
    # 100 values of variance 4 x 100/99; the mean of 10 such has a standard error of 0.67 against ours.
    ours = Mean(100, 500, 2900)
    assert not ours.agrees(6)
    assert ours.same(6, 10)
    assert not ours.same(6, 1000)
    assert not ours.same(7, 10)
    assert not Mean(1, 5, 25).same(5, 10), "one value has no spread"


SOME: list[Tally] = [Rate(3, 7), Mean(2, 5, 13), Values({3: 2, -1: 1}), Total(2**80), Exact([1, 2])]


@pytest.mark.parametrize("tally", SOME, ids=lambda tally: tally.kind)
def test_a_tally_survives_the_record_and_merges_by_addition(tally: Tally) -> None:
    again = from_json({tally.kind: tally.json()})
    assert (type(again), again.json(), again.ours()) == (type(tally), tally.json(), tally.ours())
    sums: dict[str, Tally] = {}
    merge(sums, {"figure": tally})
    merge(sums, {"figure": again})
    doubled = {
        "rate": [6, 14],
        "mean": [4, 10, 26],
        "values": [[-1, 2], [3, 4]],
        "total": 2**81,
        "exact": [1, 2],
    }
    assert sums["figure"].json() == doubled[tally.kind]
    assert again.json() == tally.json()  # merging into a copy


def test_chunks_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="two chunks differ: 4 and 5"):
        merge({"least": Exact(4)}, {"least": Exact(5)})
    with pytest.raises(TypeError, match="exact here and total there"):
        merge({"least": Exact(4)}, {"least": Total(4)})


def test_exact_figures_must_be_equal() -> None:
    assert Total(102749).agrees(102749)
    assert not Total(102749).agrees(102750)
    assert Exact([1, 6]).agrees([1, 6])
    assert not Exact([1, 6]).agrees([1, 7])
    assert Exact(2**1024).agrees(2**1024)
