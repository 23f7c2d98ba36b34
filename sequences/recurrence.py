"""Linear recurrences with integer coefficients, and how much is known about each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from operator import index

from sequences.linear import (
    berlekamp_massey,
    crt,
    hankel_determinant,
    primes_below,
    residual,
    symmetric,
)

__all__ = ["FitError", "Recurrence", "Status", "fit", "lift"]

SPARE_TERMS = 2
"""Any list of 2r terms has a recurrence of order r (or less), so a fit means nothing without some
terms beyond those. With two, a random list of integers would have to meet two exact conditions on
top of having integral coefficients."""


class FitError(ValueError):
    """The terms do not support any recurrence."""


class Status(Enum):
    """How strong a recurrence is."""

    FITTED = "fitted"
    """Found from the terms it is reported for, more of them than it takes to determine it."""
    CHECKED = "checked"
    """Fitted to some terms, and then tested on further ones that the fit had not seen."""
    PROVED_MODULO = "proved modulo p"
    """Proved for the residues modulo one prime; says nothing about the integers but that no
    shorter recurrence holds for them."""
    PROVED = "proved over Z"
    """Proved for all terms: see `sequences.proof`."""


@dataclass(frozen=True, slots=True)
class Recurrence:
    """a(n) = c_1 a(n-1) + ... + c_r a(n-r) for all n >= offset + r."""

    coefficients: tuple[int, ...]
    """(c_1, ..., c_r). Their number is the order, even if the last ones are 0."""
    initial: tuple[int, ...]
    """The first r terms."""
    offset: int
    """Index of the first term."""
    status: Status
    terms_used: int
    """Number of exact terms on which the status rests."""
    primes: tuple[int, ...]
    """Primes used to find it; for PROVED_MODULO the one modulus that coefficients refer to."""
    held_back: int = 0
    """For CHECKED, how many of the terms used the fit had not seen."""
    bound: int | None = None
    """For a proof, the number N of states (after lumping): N + r terms were needed."""
    minimal: bool = False
    """Whether it is known that no shorter recurrence holds: a Hankel determinant of size r is not
    0 modulo the first prime."""

    def __str__(self) -> str:
        from sequences.formulas import recurrence_text

        return f"{recurrence_text(self)} ({self.status.value})"

    def _repr_latex_(self) -> str:
        from sequences.formulas import recurrence_latex

        return rf"$$ {recurrence_latex(self)} \qquad\text{{({self.status.value})}} $$"

    @property
    def order(self) -> int:
        """The number of terms that the recurrence looks back."""
        return len(self.coefficients)

    def terms(self) -> Iterator[int]:
        """The terms from the offset on, without end.

        >>> from itertools import islice
        >>> list(islice(fit([1, 1, 2, 3, 5, 8]).terms(), 8))
        [1, 1, 2, 3, 5, 8, 13, 21]
        """
        window = list(self.initial)
        yield from window
        while True:
            following = sum(c * a for c, a in zip(self.coefficients, reversed(window), strict=True))
            yield following
            window = [*window[1:], following] if window else []

    def first_failure(self, terms: Sequence[int]) -> tuple[int, int, int] | None:
        """Where a list of terms, from the offset on, departs from it: (n, predicted, actual)."""
        for i in range(self.order, len(terms)):
            if wrong := residual(terms, self.coefficients, i):
                return self.offset + i, terms[i] - wrong, terms[i]
        return None

    def generating_function(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Numerator and denominator of the sum of a(n) x^n over n >= offset, constant term first.

        >>> fit([1, 1, 2, 3, 5, 8]).generating_function()
        ((1,), (1, -1, -1))
        """
        denominator = [1, *(-c for c in self.coefficients)]
        numerator = [
            sum(denominator[j] * self.initial[i - j] for j in range(i + 1))
            for i in range(self.order)
        ]
        return (0,) * self.offset + _stripped(numerator), _stripped(denominator)


def _stripped(polynomial: Sequence[int]) -> tuple[int, ...]:
    """The coefficients without zeros at the high end."""
    size = len(polynomial)
    while size and polynomial[size - 1] == 0:
        size -= 1
    return tuple(polynomial[:size])


def lift(
    terms: Sequence[int], primes: Iterable[int] | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shortest recurrence of a list over the integers, and the primes used to find it.

    Solves modulo primes, drops those modulo which a shorter recurrence holds (unlucky ones), and
    combines the others until the result satisfies every term exactly. Raises FitError if the terms
    are too few to determine it or if it is not integral, which for an infinite sequence of
    integers does not happen.
    """
    order = -1
    used: list[int] = []
    combined: list[int] = []
    modulus = 1
    # By Cramer's rule and Hadamard's bound no coefficient has more bits than this.
    largest = max((abs(term) for term in terms), default=0).bit_length()
    limit = (len(terms) // 2 + 1) * (largest + len(terms).bit_length()) + 2
    for prime in primes_below(2**62) if primes is None else primes:
        found = berlekamp_massey(terms, prime)
        if 2 * len(found) > len(terms):
            raise FitError(
                f"{len(terms)} terms do not determine a recurrence: the shortest has order"
                f" {len(found)}, for which at least {2 * len(found)} are needed"
            )
        if len(found) < order:
            continue
        if len(found) > order:
            order, used, combined, modulus = len(found), [], [0] * len(found), 1
        lifted = [crt(old, modulus, new, prime) for old, new in zip(combined, found, strict=True)]
        combined, modulus = [value for value, _ in lifted], modulus * prime
        used.append(prime)
        candidate = tuple(symmetric(value, modulus) for value in combined)
        if all(residual(terms, candidate, i) == 0 for i in range(order, len(terms))):
            return candidate, tuple(used)
        if modulus.bit_length() > limit:
            break
    raise FitError("no recurrence with integer coefficients fits the terms")


def _require_spare_terms(terms: Sequence[int], order: int) -> None:
    if len(terms) < 2 * order + SPARE_TERMS:
        raise FitError(
            f"{len(terms)} terms are too few for a recurrence of order {order}, the shortest that"
            f" fits: {2 * order + SPARE_TERMS} would say something"
        )


def fit(
    terms: Sequence[int],
    hold_back: int = 0,
    offset: int = 0,
    primes: Iterable[int] | None = None,
) -> Recurrence:
    """The shortest recurrence of a list of integers, tested on the last `hold_back` of them.

    Raises FitError when the terms are too few for the result to mean anything: it takes 2r terms
    to determine a recurrence of order r, and at least two more to test it. Raises FitError, with
    the term and both values, when the terms held back refute what fits the others, and TypeError
    for terms that are not whole numbers.

    >>> fit([1, 6, 26, 118, 528, 2364, 10580, 47352, 211928, 948504], hold_back=2).coefficients
    (5, -2, -2, 2)
    >>> fit([3, 1, 4, 1, 5, 9])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sequences.recurrence.FitError: 6 terms are too few for a recurrence of order 3, ...
    """
    if not 0 <= hold_back <= len(terms):
        raise ValueError("hold_back is a number of the terms given")
    terms = [index(term) for term in terms]  # numbers of fixed size would wrap around unnoticed
    seen = terms[: len(terms) - hold_back]
    _require_spare_terms(terms, len(berlekamp_massey(seen, next(primes_below(2**62)))))
    coefficients, used = lift(seen, primes)
    order = len(coefficients)
    _require_spare_terms(terms, order)  # again, for modulo one prime the order may be lower
    found = Recurrence(
        coefficients=coefficients,
        initial=tuple(terms[:order]),
        offset=offset,
        status=Status.CHECKED if hold_back else Status.FITTED,
        terms_used=len(terms),
        primes=used,
        held_back=hold_back,
    )
    if failure := found.first_failure(terms):
        n, predicted, actual = failure
        raise FitError(
            f"the recurrence of order {found.order} that fits the first {len(seen)} terms fails at"
            f" n = {n}: it says {predicted}, the term is {actual}"
        )
    return replace(found, minimal=hankel_determinant(terms, order, used[0]) != 0)
