"""Exact counting of a board's solutions, by engines that share as little as possible.

>>> from puzzles import Norinori
>>> count(Norinori(regions=((0, 0), (0, 0)))).value
4
"""

from __future__ import annotations

from count.counting import count, marginals, sample
from count.limits import Limits, NoSolutions, Stopped
from count.registry import ENGINES, CountingEngine
from count.results import Count, Marginals
from count.weighted import Weighted, weighted
from count.weights import read_weights

__all__ = [
    "ENGINES",
    "Count",
    "CountingEngine",
    "Limits",
    "Marginals",
    "NoSolutions",
    "Stopped",
    "Weighted",
    "count",
    "marginals",
    "read_weights",
    "sample",
    "weighted",
]
