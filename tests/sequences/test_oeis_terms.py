"""Every term of `oeis_terms.json`, through the cross-references that the families state.

The terms are from the OEIS (https://oeis.org), CC BY-SA 4.0; see the head of that file.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sequences.exact import value
from sequences.families import family
from sequences.registry import entries, parse

LISTED = json.loads((Path(__file__).parent / "oeis_terms.json").read_text("utf-8"))
COVERED = sorted(entry.number for _, entry in entries())

SLOW_FROM = {"A181218": 8, "A181213": 7, "A050974": 7, "A253316": 4, "A181223": 6}
"""Terms from this position on are left to the slow tests."""

APART = {"A197195"}
"""Listed because it is *not* one of ours."""


def test_every_listed_entry_is_covered() -> None:
    assert set(LISTED) - {"_meta"} - APART <= set(COVERED)


@pytest.mark.parametrize("number", sorted(set(COVERED) & set(LISTED)))
def test_terms_of_an_entry(number: str) -> None:
    query, listed = parse(number), LISTED[number]
    count = SLOW_FROM.get(number, len(listed["terms"]))
    assert query.offset == listed["offset"]
    assert query.terms(count) == listed["terms"][:count]


@pytest.mark.slow
@pytest.mark.parametrize("number", sorted(set(SLOW_FROM) - {"A253316"}))
def test_all_terms_of_an_entry(number: str) -> None:
    listed = LISTED[number]["terms"]
    assert parse(number).terms(len(listed)) == listed


def test_induced_matchings_part_from_a197195_at_the_fifth_term() -> None:
    squares = [value(family("induced-matchings"), n, n) for n in range(1, 7)]
    assert squares == [1, 5, 25, 314, 7358, 349511]
    other = LISTED["A197195"]["terms"]
    assert squares[:4] == other[:4]
    assert squares[4] != other[4]


def test_takuzu_with_repeats_squares() -> None:
    assert parse("takuzu-with-repeats").terms(3) == [2, 90, 11222]


@pytest.mark.slow
def test_takuzu_with_repeats_8_x_8() -> None:
    assert value(family("takuzu-with-repeats"), 8, 8) == 12413918


def test_two_rows_of_takuzu_with_repeats_are_the_balanced_words() -> None:
    # The second row is the first with 0 and 1 exchanged.
    known = family("takuzu-with-repeats")
    assert [value(known, 2 * n, 2) for n in range(1, 8)] == LISTED["A177790"]["terms"][1:8]


def test_two_rows_without_three_are_squares_of_tribonacci_numbers() -> None:
    squares = [value(family("no-three"), n, 2) for n in range(25)]
    assert squares == [value(family("tribonacci"), n, 1) ** 2 for n in range(25)]


def test_the_tables_contain_the_squares_and_columns() -> None:
    table, column = LISTED["A181224"]["terms"], LISTED["A181219"]["terms"]
    squares = LISTED["A181218"]["terms"]
    at = {pair: n for n, pair in enumerate((h, t - h) for t in range(2, 11) for h in range(1, t))}
    assert [table[at[n, n]] for n in range(1, 6)] == squares[:5]
    assert [table[at[n, 3]] for n in range(1, 7)] == column[:6]
