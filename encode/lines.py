"""Distinct lines to clauses: no two rows equal, no two columns equal.

For each pair of lines and each position a difference variable (functional: it holds exactly when
the two cells differ) and one clause that some position differs: for m lines of n cells
m (m - 1) / 2 pairs, each n variables and 4 n + 1 clauses.  A pair that the givens already tell
apart needs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from encode.formula import Formula
from puzzles.rules import Distinct

__all__ = ["add_distinct"]


def add_distinct(
    formula: Formula, rule: Distinct, fixed: Mapping[int, bool], names: Mapping[int, str]
) -> None:
    """The clauses of ``rule``; ``fixed`` are the values of given variables."""
    for first, second in combinations(rule.lines, 2):
        pairs = list(zip(first, second, strict=True))
        if any(a in fixed and b in fixed and fixed[a] != fixed[b] for a, b in pairs):
            continue
        differ = formula.group(
            "differ",
            "these two cells, at the same position of two lines, differ",
            [f"{names[a]}/{names[b]}" for a, b in pairs],
        )
        for k, (a, b) in enumerate(pairs):
            formula.differs(differ.at(k), a, b)
        formula.add(*(differ.at(k) for k in range(len(pairs))))
