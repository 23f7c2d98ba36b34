"""The growth of a recurrent sequence: dominant root and constant, with certified digits.

All roots of the characteristic polynomial are enclosed in disjoint balls (Arb, through
python-flint). A root is called dominant only if its ball lies outside the discs of all others, so
the digits and the dominance both hold with certainty. As the recurrences of `sequences.proof` are
the shortest ones, every root of the polynomial does occur in the sequence.
"""

from __future__ import annotations

from dataclasses import dataclass
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
                constant = _constant(numerator, denominator, root, multiplicity)
                texts = _decimals(root, digits), _decimals(constant, digits)
                if texts[0] is not None and texts[1] is not None:
                    return Growth(texts[0], multiplicity, texts[1])
            precision *= 4
        return None
    finally:
        ctx.prec = before


def _dominant(characteristic: Any) -> tuple[Any, int] | None:
    """The real root outside the discs of all other roots, and its multiplicity."""
    roots = characteristic.complex_roots()
    root, multiplicity = max(roots, key=lambda pair: float(pair[0].abs_lower()))
    inner = root.abs_lower()
    others = [other for other, _ in roots if other is not root]
    if all(other.abs_upper() < inner for other in others) and root.imag == 0:
        return root.real, multiplicity
    return None


def _constant(numerator: Any, denominator: Any, root: Any, multiplicity: int) -> Any:
    """Leading constant at the pole 1/root of the generating function P/Q.

    Near x0 = 1/root, Q is Q^(m)(x0) / m! * (x - x0)^m, and (1 - x/x0)^-m has coefficients
    ~ n^(m-1) / (m-1)! * x0^-n; so the constant is m P(x0) / (Q^(m)(x0) (-x0)^m).
    """
    pole = 1 / root
    derivative = denominator
    for _ in range(multiplicity):
        derivative = derivative.derivative()
    return multiplicity * numerator(pole) / (derivative(pole) * (-pole) ** multiplicity)


def _decimals(ball: Any, digits: int) -> str | None:
    """The number in a ball, cut off after some decimals; None if the ball does not settle them."""
    scaled = (abs(ball) * 10**digits).floor().unique_fmpz()
    if scaled is None:
        return None
    whole, fraction = divmod(int(scaled), 10**digits)
    sign = "-" if ball < 0 else ""
    return f"{sign}{whole}.{fraction:0{digits}}"
