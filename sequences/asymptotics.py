"""The growth of a recurrent sequence: dominant root and constant, with certified digits.

All roots of the characteristic polynomial are enclosed in disjoint balls (Arb, through
python-flint). A root is called dominant only if its ball lies outside the discs of all others, so
the digits and the dominance both hold with certainty. As the recurrences of `sequences.proof` are
the shortest ones, every root of the polynomial does occur in the sequence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sequences.recurrence import Recurrence

__all__ = ["Growth", "growth"]

MAXIMAL_PRECISION = 16_384
"""Bits at which the search for a separation of the roots is given up."""


@dataclass(frozen=True, slots=True)
class Growth:
    """a(n) ~ constant * n^(multiplicity - 1) * root^n. Decimals are cut off, not rounded."""

    root: str
    multiplicity: int
    constant: str


def growth(recurrence: Recurrence, digits: int = 20) -> Growth | None:
    """Growth of a sequence to a number of decimals, or None if no single real root dominates.

    The recurrence must be the shortest one. None means that two roots of equal modulus lead (as
    for a sequence that vanishes at every other n), or that the roots could not be told apart.

    >>> from sequences.recurrence import fit
    >>> growth(fit([1, 1, 2, 3, 5, 8]), digits=10)
    Growth(root='1.6180339887', multiplicity=1, constant='0.7236067977')
    """
    from flint import ctx, fmpz_poly

    numerator, denominator = (fmpz_poly(list(p)) for p in recurrence.generating_function())
    characteristic = fmpz_poly(list(reversed(list(denominator.coeffs()))))
    if characteristic.degree() < 1:
        return None
    before = ctx.prec
    try:
        precision = 4 * digits + 128
        while precision <= MAXIMAL_PRECISION:
            ctx.prec = precision
            found = _dominant(characteristic)
            if found is not None:
                root, multiplicity = found
                top, bottom = _constant(numerator, denominator, multiplicity)
                texts = (
                    _decimals(root, digits, partial(_is_root, characteristic)),
                    _decimals(
                        top(1 / root) / bottom(1 / root),
                        digits,
                        partial(_is_quotient, top, bottom, _factor_at(denominator, 1 / root)),
                    ),
                )
                if texts[0] is not None and texts[1] is not None:
                    return Growth(texts[0], multiplicity, texts[1])
            precision *= 4
        return None
    finally:
        ctx.prec = before


def _dominant(characteristic: Any) -> tuple[Any, int] | None:
    """The real root outside the discs of all other roots, and its multiplicity."""
    roots = characteristic.complex_roots()
    root, multiplicity = roots[0]
    for other, times in roots[1:]:
        if other.abs_lower() > root.abs_lower():
            root, multiplicity = other, times
    inner = root.abs_lower()
    others = [other for other, _ in roots if other is not root]
    if all(other.abs_upper() < inner for other in others) and root.imag == 0:
        return root.real, multiplicity
    return None


def _factor_at(polynomial: Any, zero: Any) -> Any:
    """The irreducible factor that vanishes at a zero given by a ball, over the rationals.

    If the ball is too wide to tell, the product of those that may: divisible by the right one.
    """
    from flint import fmpq_poly

    product = fmpq_poly([1])
    for factor, _ in polynomial.factor()[1]:
        if factor(zero).contains(0):
            product *= fmpq_poly(factor)
    return product


def _is_root(polynomial: Any, number: Any) -> bool:
    return bool(polynomial(number) == 0)


def _is_quotient(top: Any, bottom: Any, factor: Any, number: Any) -> bool:
    """Whether top / bottom is a rational number wherever a factor vanishes."""
    from flint import fmpq_poly

    return bool(fmpq_poly(number.q * top - number.p * bottom) % factor == 0)


def _constant(numerator: Any, denominator: Any, multiplicity: int) -> tuple[Any, Any]:
    """Leading constant at the pole x0 = 1/root of the generating function P/Q: two polynomials,
    whose quotient at x0 it is.

    Near x0 = 1/root, Q is Q^(m)(x0) / m! * (x - x0)^m, and (1 - x/x0)^-m has coefficients
    ~ n^(m-1) / (m-1)! * x0^-n; so the constant is m P(x0) / (Q^(m)(x0) (-x0)^m).
    """
    from flint import fmpz_poly

    derivative = denominator
    for _ in range(multiplicity):
        derivative = derivative.derivative()
    return multiplicity * numerator, derivative * fmpz_poly([0, -1]) ** multiplicity


def _decimals(ball: Any, digits: int, is_exactly: Callable[[Any], bool]) -> str | None:
    """The number in a ball, cut off after some decimals; None if the ball does not settle them.

    No ball around a number with few decimals settles them, however small: `is_exactly` decides
    whether a rational number is the one that the ball stands for.
    """
    from flint import fmpq

    scaled = (abs(ball) * 10**digits).floor().unique_fmpz()
    if scaled is None:
        nearest = (ball * 10**digits).unique_fmpz()
        if nearest is None or not is_exactly(fmpq(nearest, 10**digits)):
            return None
        scaled = abs(nearest)
    whole, fraction = divmod(int(scaled), 10**digits)
    sign = "-" if ball < 0 else ""
    return f"{sign}{whole}.{fraction:0{digits}}"
