"""Tables to clauses: the words of a language are the models, auxiliaries are functional."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encode.formula import Formula
from encode.tables import DIRECT, PRIMES, add_table, count_clauses, prime_implicates
from puzzles.language import Count, Language, Line, Listed
from tests.encode.brute import models


def built(words: Language) -> Formula:
    formula = Formula()
    board = formula.group("board", "board", words.width)
    add_table(formula, [board.at(i) for i in range(words.width)], words, "t")
    return formula


def check(words: Language) -> Formula:
    """The models are the words, and no more when auxiliaries count."""
    formula = built(words)
    if () in formula.clauses:
        assert not list(words)
        return formula
    found = models(formula, range(1, formula.variables + 1))
    board = (1 << words.width) - 1
    assert sorted(mask & board for mask in found) == sorted(words)
    return formula


@given(st.integers(0, 6), st.frozensets(st.integers(0, 7)))
def test_counts(width: int, allowed: frozenset[int]) -> None:
    check(Count(width, allowed))


@pytest.mark.parametrize("allowed", [{5}, {4, 6}, {0, 5, 10}, {2, 3, 4, 5, 6, 7, 8}, {0, 1, 9, 10}])
def test_wide_counts_use_a_functional_counter(allowed: set[int]) -> None:
    words = Count(10, frozenset(allowed))
    formula = check(words)
    direct = len(list(count_clauses(range(1, 11), words)))
    assert (formula.variables > 10) == (direct > DIRECT)


@pytest.mark.parametrize("width", range(7))
@pytest.mark.parametrize("run", [None, 1, 2, 3])
def test_lines(width: int, run: int | None) -> None:
    for ones in (None, *range(width + 1)):
        check(Line(width, run, ones))


def test_long_line_with_a_counter() -> None:
    formula = check(Line(10, 3, 5))
    assert formula.variables > 10


@given(
    st.integers(0, 4).flatmap(lambda w: st.tuples(st.just(w), st.sets(st.integers(0, 2**w - 1))))
)
def test_lists_by_prime_implicates(drawn: tuple[int, set[int]]) -> None:
    width, words = drawn
    formula = check(Listed.of(width, words))
    assert formula.variables == width


@given(st.sets(st.integers(0, 2 ** (PRIMES + 1) - 1), max_size=40))
def test_wide_lists_by_automaton(words: set[int]) -> None:
    check(Listed.of(PRIMES + 1, words))


@given(st.sets(st.integers(0, 15)))
def test_prime_implicates_are_prime_and_complete(words: set[int]) -> None:
    """By definition: every implied clause contains a listed one, and none of those another."""
    primes = prime_implicates(Listed.of(4, words))
    implied = [
        (positive, negative)
        for positive in range(16)
        for negative in range(16)
        if not positive & negative and all(w & positive or ~w & negative for w in words)
    ]
    assert set(primes) <= set(implied)
    for positive, negative in implied:
        assert any(p & positive == p and n & negative == n for p, n in primes)
    for (p, n), (q, m) in combinations(primes, 2):
        assert p & q != p or n & m != n
        assert p & q != q or n & m != m
