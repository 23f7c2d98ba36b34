"""Recurrences modulo primes."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sequences.linear import (
    berlekamp_massey,
    crt,
    hankel_determinant,
    is_prime,
    primes_below,
    residual,
    symmetric,
)

PRIME = 2**61 - 1


def run(coefficients: list[int], initial: list[int], count: int) -> list[int]:
    terms = list(initial)
    while len(terms) < count:
        window = terms[len(terms) - len(coefficients) :]
        terms.append(sum(c * a for c, a in zip(coefficients, reversed(window), strict=True)))
    return terms[:count]


small = st.integers(-9, 9)


@given(st.lists(st.tuples(small, small), min_size=1, max_size=7), st.sampled_from([101, PRIME]))
def test_the_recurrence_found_is_satisfied_and_not_longer(
    pairs: list[tuple[int, int]], prime: int
) -> None:
    coefficients, initial = [c for c, _ in pairs], [a for _, a in pairs]
    terms = run(coefficients, initial, 3 * len(pairs) + 4)
    found = berlekamp_massey(terms, prime)
    assert len(found) <= len(coefficients)
    for n in range(len(found), len(terms)):
        assert residual(terms, found, n) % prime == 0
    # A Hankel determinant says independently that nothing shorter holds.
    assert not found or hankel_determinant(terms, len(found), prime) != 0
    assert hankel_determinant(terms, len(found) + 1, prime) == 0


def test_a_recurrence_that_holds_late_is_padded_with_zeros() -> None:
    assert berlekamp_massey([5, 1, 1, 1, 1, 1], PRIME) == (1, 0)


def test_no_terms_and_no_recurrence() -> None:
    assert berlekamp_massey([], PRIME) == berlekamp_massey([0, 0, 0], PRIME) == ()


@given(st.integers(-(10**30), 10**30))
def test_the_chinese_remainder_theorem_gives_the_integer_back(number: int) -> None:
    value, modulus = 0, 1
    for prime in islice(primes_below(2**62), 2):
        value, modulus = crt(value, modulus, number % prime, prime)
    assert symmetric(value, modulus) == number


def test_primes_against_trial_division() -> None:
    slow = [n for n in range(2000) if n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))]
    assert [n for n in range(2000) if is_prime(n)] == slow
    assert list(primes_below(2000)) == slow[::-1]


@pytest.mark.parametrize("pseudoprime", [3215031751, 3474749660383, 341550071728321])
def test_strong_pseudoprimes_are_not_taken_for_primes(pseudoprime: int) -> None:
    assert not is_prime(pseudoprime)


def test_primality_is_not_guessed_beyond_the_bound() -> None:
    with pytest.raises(ValueError, match="only decided below"):
        is_prime(10**25)


def test_a_strong_pseudoprime_to_the_twelve_first_bases() -> None:
    number = 399165290221 * 798330580441
    assert not is_prime(number)
