"""What the package can compute, and with which primes; nothing here loads numpy or numba."""

from collections.abc import Sequence

from sequences.dense.bounds import size_bound
from sequences.dense.residues import primes_for_bound

__all__ = ["FAMILIES", "MAX_WIDTH", "CheckpointError", "orient", "primes_used", "supported"]

FAMILIES = ("covers", "induced-matchings", "no-three", "paths")

MAX_WIDTH = 16
"""The widest machine: 130 million path words, 57 million no-three states at a column."""


class CheckpointError(ValueError):
    """A checkpoint belongs to another job."""


def supported(family: str, height: int, width: int) -> bool:
    """Whether `compute` can give this term at all; memory and patience are not asked.

    >>> supported("paths", 14, 14), supported("paths", 100, 3), supported("takuzu", 4, 4)
    (True, True, False)
    """
    return family in FAMILIES and 1 <= min(height, width) <= MAX_WIDTH


def orient(height: int, width: int) -> tuple[int, int]:
    """Rows and columns with the shorter side as width: every family is symmetric."""
    return max(height, width), min(height, width)


def primes_used(
    family: str, height: int, width: int, primes: Sequence[int] | None = None
) -> tuple[int, ...]:
    """The primes that `compute` uses for a term, the last of them as a check.

    >>> [2**62 - prime for prime in primes_used("no-three", 4, 4)]
    [57, 87]
    """
    return primes_for_bound(size_bound(family, *orient(height, width)), primes)
