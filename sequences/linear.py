"""Linear recurrences modulo primes, and the lift to the integers.

Convention everywhere: coefficients (c_1, ..., c_r) mean a(n) = c_1 a(n-1) + ... + c_r a(n-r) for
all n at which the right-hand side exists. Trailing zeros count: order r says from where on the
recurrence holds.

An integer sequence with a rational generating function has one whose denominator 1 - c_1 x - ...
has integer coefficients in lowest terms (Fatou's lemma), so the shortest recurrence of an integer
sequence is integral and lifting by the Chinese remainder theorem alone is enough.

Sources: J. L. Massey, Shift-register synthesis and BCH decoding, IEEE Trans. Inf. Theory 15
(1969) 122-127. P. Fatou, Séries trigonométriques et séries de Taylor, Acta Math. 30 (1906) 335-400.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

__all__ = [
    "berlekamp_massey",
    "crt",
    "hankel_determinant",
    "is_prime",
    "primes_below",
    "residual",
    "symmetric",
]

_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def is_prime(number: int) -> bool:
    """Whether a number below 3.3 * 10**24 is prime (Miller-Rabin with bases that settle it there).

    The bound belongs to these thirteen bases (J. Sorenson, J. Webster, Strong pseudoprimes to
    twelve prime bases, Math. Comp. 86 (2017)). Raises ValueError beyond it.

    >>> [n for n in range(30) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    """
    if number >= 3_317_044_064_679_887_385_961_981:
        raise ValueError("primality is only decided below 3.3e24")
    if number < 2 or any(number % p == 0 for p in _WITNESSES):
        return number in _WITNESSES
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in _WITNESSES:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        if not any((power := power * power % number) == number - 1 for _ in range(twos - 1)):
            return False
    return True


def primes_below(bound: int) -> Iterator[int]:
    """Primes below a bound, largest first.

    >>> from itertools import islice
    >>> list(islice(primes_below(2**61), 2)) == [2**61 - 1, 2**61 - 31]
    True
    """
    return (number for number in range(bound - 1, 1, -1) if is_prime(number))


def berlekamp_massey(terms: Sequence[int], prime: int) -> tuple[int, ...]:
    """The shortest recurrence of a finite list modulo a prime: its length is the order.

    It is the only one of that order as soon as there are twice as many terms as the order.

    >>> berlekamp_massey([1, 6, 26, 118, 528, 2364, 10580, 47352], 97)
    (5, 95, 95, 2)
    """
    # The connection polynomials are 1 + C_1 x + C_2 x^2 + ...; c_i = -C_i.
    current, previous = [1], [1]
    order, gap, last = 0, 1, 1
    residues = [term % prime for term in terms]
    for n, term in enumerate(residues):
        window = residues[n - len(current) + 1 : n] if len(current) > 1 else []
        discrepancy = (term + sum(map(mul, current[1:], reversed(window)))) % prime
        if discrepancy == 0:
            gap += 1
            continue
        factor = discrepancy * pow(last, -1, prime) % prime
        updated = current + [0] * (gap + len(previous) - len(current))
        for i, value in enumerate(previous):
            updated[gap + i] = (updated[gap + i] - factor * value) % prime
        if 2 * order <= n:
            previous, last, order, gap = current, discrepancy, n + 1 - order, 1
        else:
            gap += 1
        current = updated[: order + 1]
    return tuple(-value % prime for value in current[1:]) + (0,) * (order + 1 - len(current))


def residual(terms: Sequence[int], coefficients: Sequence[int], n: int) -> int:
    """a(n) minus what the recurrence says, n counted from the start of `terms`."""
    window = terms[n - len(coefficients) : n]
    predicted: int = sum(map(mul, coefficients, reversed(window)))
    return terms[n] - predicted


def hankel_determinant(terms: Sequence[int], order: int, prime: int) -> int:
    """Determinant modulo a prime of the matrix (a(i + j)), 0 <= i, j < order.

    If it is not 0, the determinant over the integers is not 0 either, and so no recurrence of
    order below `order` holds for the first 2 * order - 1 terms.

    >>> hankel_determinant([1, 1, 2, 3, 5], 2, 97), hankel_determinant([1, 1, 2, 3, 5], 3, 97)
    (1, 0)
    """
    matrix = [[terms[i + j] % prime for j in range(order)] for i in range(order)]
    determinant = 1
    while matrix:
        pivot = next((i for i, row in enumerate(matrix) if row[0]), None)
        if pivot is None:
            return 0
        head, *tail = matrix.pop(pivot)
        determinant = (-determinant if pivot % 2 else determinant) * head % prime
        inverse = pow(head, -1, prime)
        matrix = [
            [(a - factor * b) % prime for a, b in zip(row[1:], tail, strict=True)]
            if (factor := row[0] * inverse % prime)
            else row[1:]
            for row in matrix
        ]
    return determinant


def crt(value: int, modulus: int, residue: int, prime: int) -> tuple[int, int]:
    """The number modulo `modulus * prime` that is `value` modulo one and `residue` modulo the other.

    >>> crt(2, 3, 4, 5)
    (14, 15)
    """
    step = (residue - value) * pow(modulus, -1, prime) % prime
    return value + modulus * step, modulus * prime


def symmetric(value: int, modulus: int) -> int:
    """The representative of least absolute value.

    >>> symmetric(14, 15)
    -1
    """
    return value - modulus if 2 * value > modulus else value
