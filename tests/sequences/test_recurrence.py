"""Fits: what they find, and above all what they refuse."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sequences.exact import strip_terms
from sequences.families import family
from sequences.linear import berlekamp_massey, hankel_determinant, primes_below
from sequences.recurrence import FitError, Recurrence, Status, fit, lift

LISTED = json.loads((Path(__file__).parent / "oeis_terms.json").read_text("utf-8"))
PATHS_2 = [1, 6, 26, 118, 528, 2364, 10580, 47352, 211928, 948504, 4245120, 18999440]


def test_a_fit_says_how_strong_it_is() -> None:
    fitted, checked = fit(PATHS_2), fit(PATHS_2, hold_back=4)
    assert fitted.coefficients == checked.coefficients == (5, -2, -2, 2)
    assert (fitted.status, fitted.held_back) == (Status.FITTED, 0)
    assert (checked.status, checked.held_back) == (Status.CHECKED, 4)
    assert fitted.bound is None
    assert fitted.minimal


def test_order_14_is_refused_from_27_terms_and_found_from_30() -> None:
    terms = strip_terms(family("no-three"), 3, 1, 30)
    for count in (27, 28, 29):
        with pytest.raises(FitError, match="too few"):
            fit(terms[:count])
    assert fit(terms).order == 14


def test_terms_held_back_count_as_tests() -> None:
    terms = strip_terms(family("no-three"), 3, 1, 33)
    assert fit(terms, hold_back=5).order == 14
    with pytest.raises(FitError, match=r"too few|do not determine"):
        fit(terms, hold_back=6)  # 27 terms are left to fit


def test_a_longer_list_refutes_a_fit() -> None:
    # 1, 2, 4, 7, 13, 24 with a false continuation.
    terms = [*LISTED["A000073"]["terms"][:12], 150]
    with pytest.raises(FitError, match=r"fails at n = 12: it says 274, the term is 150"):
        fit(terms, hold_back=1)
    short = fit(terms[:-1])
    assert short.first_failure(terms) == (12, 274, 150)


def test_the_misread_rule_is_told_from_the_right_one() -> None:
    # A000124 against A000073: both begin 1, 2, 4, 7; their recurrences refute each other.
    tribonacci, lazy = LISTED["A000073"]["terms"][3:], LISTED["A000124"]["terms"]
    assert tribonacci[:4] == lazy[:4]
    right, misread = fit(tribonacci), fit(lazy)
    assert right.coefficients == (1, 1, 1)
    assert misread.coefficients == (3, -3, 1)
    assert right.first_failure(lazy) == (4, 13, 11)
    assert misread.first_failure(tribonacci) == (4, 11, 13)


def test_a_random_list_has_no_recurrence_worth_the_name() -> None:
    digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3]
    with pytest.raises(FitError):
        fit(digits)


def test_a_fit_that_is_not_integral_is_refused() -> None:
    # a(n) = 3/2 a(n-1): it cannot go on in integers.
    with pytest.raises(FitError, match="integer coefficients"):
        fit([64, 96, 144, 216, 324, 486, 729])


def test_an_unlucky_prime_does_not_shorten_the_result() -> None:
    # Modulo a divisor of the Hankel determinant a shorter recurrence holds.
    determinant = -hankel_determinant(PATHS_2, 4, 2**61 - 1) % (2**61 - 1)
    determinant = min(determinant, 2**61 - 1 - determinant)
    unlucky = next(p for p in range(2, 10**6) if determinant % p == 0)
    assert len(berlekamp_massey(PATHS_2, unlucky)) < 4
    coefficients, primes = lift(PATHS_2, [unlucky, 10**9 + 7, 10**9 + 9])
    assert coefficients == (5, -2, -2, 2)
    assert unlucky not in primes


def test_orders_modulo_an_unlucky_prime_alone_are_not_lifted() -> None:
    # All terms are 1 modulo 2, yet a(n) = a(n-1) does not hold.
    odd = [1, 3, 7, 17, 41, 99, 239, 577]
    assert len(berlekamp_massey(odd, 2)) == 1
    with pytest.raises(FitError):
        lift(odd, [2])


def test_several_small_primes_are_combined() -> None:
    coefficients, primes = lift(PATHS_2, [101, 103, 107])
    assert coefficients == (5, -2, -2, 2)
    assert len(primes) >= 1
    large = [1, 1000]
    while len(large) < 12:
        large.append(1000 * large[-1] - 999 * large[-2])
    assert lift(large, [101, 103, 107, 109, 113])[0] == lift(large)[0]


def test_a_recurrence_continues_its_sequence() -> None:
    recurrence = fit(PATHS_2[:10], offset=1)
    assert list(islice(recurrence.terms(), 12)) == PATHS_2


@pytest.mark.parametrize("number", ["A000073", "A000124", "A085697", "A181219"])
def test_the_generating_function_expands_to_the_terms(number: str) -> None:
    listed = LISTED[number]
    terms = listed["terms"]
    if number == "A181219":
        terms = strip_terms(family("no-three"), 3, 1, 40)
    recurrence = fit(terms, offset=listed["offset"])
    top, bottom = recurrence.generating_function()
    series: list[int] = []
    for n in range(28):
        wanted = top[n] if n < len(top) else 0
        series.append(wanted - sum(q * series[n - i] for i, q in enumerate(bottom) if 0 < i <= n))
    assert series[listed["offset"] :] == terms[: 28 - listed["offset"]]


def test_the_zero_sequence() -> None:
    recurrence = fit([0, 0, 0, 0])
    assert recurrence.order == 0
    assert list(islice(recurrence.terms(), 3)) == [0, 0, 0]
    assert recurrence.generating_function() == ((), (1,))


def test_hold_back_must_be_a_number_of_terms() -> None:
    with pytest.raises(ValueError, match="hold_back"):
        fit(PATHS_2, hold_back=13)


def test_a_recurrence_is_a_frozen_value() -> None:
    recurrence = fit(PATHS_2)
    assert isinstance(recurrence, Recurrence)
    with pytest.raises(AttributeError):
        recurrence.status = Status.PROVED  # type: ignore[misc]


def test_a_factor_that_is_the_first_prime_is_no_stumbling_block() -> None:
    # Modulo the first prime tried, all terms are 0.
    prime = next(primes_below(2**62))
    assert fit([prime * 2**n for n in range(6)]).coefficients == (2,)
    with pytest.raises(FitError, match="too few"):
        fit([prime * 2**n for n in range(3)])


def test_terms_of_fixed_size_do_not_wrap_around() -> None:
    numpy = pytest.importorskip("numpy")
    terms = numpy.array([3**n for n in range(38)], dtype=numpy.int64)
    assert fit(terms).coefficients == (3,)
    assert type(fit(terms).initial[0]) is int


@pytest.mark.parametrize("terms", [[1.0, 2.0, 4.0, 8.0], ["1", "2", "4", "8"]])
def test_other_than_whole_numbers_are_refused(terms: list[Any]) -> None:
    with pytest.raises(TypeError):
        fit(terms)
