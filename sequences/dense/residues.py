"""Primes below 2^62, and the Chinese remainder theorem over them.

A term is computed modulo primes p1, ..., pk whose product exceeds its proved bound, and modulo one more,
q. The residues at p1, ..., pk determine the term; the residue at q and the bound then check it. A wrong
residue escapes that check with probability about 2^-62.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import prod
from operator import index

__all__ = ["LIMIT", "combine", "is_prime", "primes_below", "primes_for_bound"]

LIMIT = 1 << 62
"""Moduli stay below this, so that the sum of two residues fits in 64 bits with room to spare."""

# Enough witnesses for every number below 3.3e24 (Sorenson and Webster, Math. Comp. 86 (2017)).
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def is_prime(number: int) -> bool:
    """Decide primality of a number below 3.3e24, without error (Miller-Rabin).

    >>> [n for n in range(30) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    >>> is_prime(3215031751)  # passes for the witnesses 2, 3, 5 and 7
    False
    """
    if number < 2:
        return False
    for small in _WITNESSES:
        if number % small == 0:
            return number == small
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in _WITNESSES:
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def primes_below(limit: int) -> Iterator[int]:
    """The primes below `limit`, largest first.

    >>> next(primes_below(LIMIT)) == 2**62 - 57
    True
    """
    return (number for number in range(limit - 1, 1, -1) if is_prime(number))


def primes_for_bound(bound: int, chosen: Sequence[int] | None = None) -> tuple[int, ...]:
    """Primes for a number of 0..bound: enough to determine it, and one more as a check.

    `chosen` primes are used as they are, all of them; ValueError where they are not distinct primes
    below 2^62, or where without the last their product does not exceed the bound.
    """
    if chosen is None:
        count, product = 0, 1
        for prime in primes_below(LIMIT):
            count, product = count + 1, product * prime
            if product > bound:
                break
        return tuple(islice(primes_below(LIMIT), count + 1))
    chosen = tuple(map(index, chosen))  # numbers of fixed size would wrap around unnoticed
    for prime in chosen:
        if not (1 < prime < LIMIT and is_prime(prime)):
            raise ValueError(f"{prime} is not a prime below 2^62")
    if len(set(chosen)) < len(chosen):
        raise ValueError("the primes must be distinct")
    if not chosen or prod(chosen[:-1]) <= bound:
        raise ValueError(
            f"{len(chosen)} primes are too few: all but the last, which checks, must have "
            f"a product above the bound, a number of {bound.bit_length()} bits"
        )
    return chosen


def combine(residues: Sequence[int], primes: Sequence[int], bound: int) -> int:
    """The number of 0..bound with these residues; ArithmeticError if there is none.

    >>> combine([2, 3, 1], [3, 5, 7], 14)
    8
    """
    *kept, last = zip(residues, primes, strict=True)
    number, modulus = 0, 1
    for residue, prime in kept:
        step = (residue - number) * pow(modulus, -1, prime) % prime
        number, modulus = number + step * modulus, modulus * prime
    if number > bound or number % last[1] != last[0]:
        raise ArithmeticError(
            "the residues contradict each other or the proved bound: some residue is wrong"
        )
    return number
