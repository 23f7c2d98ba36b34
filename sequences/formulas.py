"""Recurrences and generating functions as text and as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

from sequences.recurrence import Recurrence

__all__ = [
    "generating_function_latex",
    "generating_function_text",
    "polynomial",
    "recurrence_latex",
    "recurrence_text",
]


def _signed_sum(terms: Sequence[tuple[int, str]], times: str) -> str:
    """A sum of integer multiples, signs placed between them; `times` joins number and symbol.

    >>> _signed_sum([(5, "u"), (-1, "v"), (2, "")], "*")
    '5*u - v + 2'
    """
    text = ""
    for number, symbol in terms:
        if number == 0:
            continue
        size = str(abs(number))
        piece = size if not symbol else symbol if size == "1" else size + times + symbol
        sign = "-" if number < 0 else "+"
        text += f" {sign} {piece}" if text else ("-" if number < 0 else "") + piece
    return text or "0"


def polynomial(coefficients: Sequence[int], latex: bool = False) -> str:
    """A polynomial in x, constant term first.

    >>> polynomial([1, -5, 0, 2]), polynomial([1, -5, 0, 2], latex=True)
    ('1 - 5*x + 2*x^3', '1 - 5x + 2x^{3}')
    """

    def power(i: int) -> str:
        if i < 2:
            return "x" * i
        return f"x^{{{i}}}" if latex else f"x^{i}"

    terms = [(c, power(i)) for i, c in enumerate(coefficients)]
    return _signed_sum(terms, "" if latex else "*")


def recurrence_text(recurrence: Recurrence) -> str:
    """The recurrence in the notation of the OEIS, with the n for which it holds.

    >>> from sequences.recurrence import fit
    >>> recurrence_text(fit([1, 1, 2, 3, 5, 8], offset=1))
    'a(n) = a(n-1) + a(n-2) for n > 2'
    """
    terms = [(c, f"a(n-{i})") for i, c in enumerate(recurrence.coefficients, 1)]
    holds = recurrence.offset + recurrence.order - 1
    return f"a(n) = {_signed_sum(terms, '*')} for n > {holds}"


def recurrence_latex(recurrence: Recurrence) -> str:
    """The recurrence as a LaTeX formula (in mathematics mode)."""
    terms = [(c, f"a_{{n-{i}}}") for i, c in enumerate(recurrence.coefficients, 1)]
    holds = recurrence.offset + recurrence.order
    return rf"a_{{n}} = {_signed_sum(terms, ' ')} \qquad (n \ge {holds})"


def generating_function_text(recurrence: Recurrence) -> str:
    """The generating function as a quotient of polynomials.

    >>> from sequences.recurrence import fit
    >>> generating_function_text(fit([1, 1, 2, 3, 5, 8], offset=1))
    'x/(1 - x - x^2)'
    """
    top, bottom = recurrence.generating_function()
    numerator, denominator = polynomial(top), polynomial(bottom)
    if sum(map(bool, top)) > 1:
        numerator = f"({numerator})"
    return f"{numerator}/({denominator})"


def generating_function_latex(recurrence: Recurrence) -> str:
    """The generating function as a LaTeX formula (in mathematics mode)."""
    top, bottom = recurrence.generating_function()
    sum_sign = rf"\sum_{{n \ge {recurrence.offset}}} a_{{n}} x^{{n}}"
    return rf"{sum_sign} = \frac{{{polynomial(top, True)}}}{{{polynomial(bottom, True)}}}"
