"""A picture of a sequence: its digits and its ratios."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log10
from pathlib import Path

__all__ = ["plot"]


def plot(path: Path, title: str, offset: int, terms: Sequence[int]) -> None:
    """Write log10 a(n) and a(n) / a(n-1) against n; the suffix of the path chooses the format.

    Floats draw the picture only. Raises ValueError for a format that matplotlib does not know.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
    numbered = list(enumerate(terms, offset))
    sizes = [(n, log10(term)) for n, term in numbered if term > 0]
    left.plot(*zip(*sizes, strict=True), "o-", markersize=3) if sizes else None
    left.set_xlabel("n")
    left.set_ylabel("log10 a(n)")
    ratios = [
        (n, float(Fraction(term, terms[i - 1])))
        for i, (n, term) in enumerate(numbered)
        if i and terms[i - 1]
    ]
    right.plot(*zip(*ratios, strict=True), "o-", markersize=3) if ratios else None
    right.set_xlabel("n")
    right.set_ylabel("a(n) / a(n-1)")
    figure.suptitle(title, fontsize=9)
    try:
        figure.savefig(path)
    finally:
        pyplot.close(figure)
