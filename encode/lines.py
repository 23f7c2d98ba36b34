"""Distinct lines to clauses: no two rows equal, no two columns equal.

For each pair of lines one clause: at some position they differ.  Where the cell of one line is
given, the literal for that is the other's cell; where neither is, a difference variable.  In the
complete shape it holds exactly when the two cells differ, so it is functional; to solve, it is
enough that they differ where it holds.  A pair that givens already tell apart needs nothing.

Budget for m lines of n cells: m (m - 1) / 2 pairs, each at most n variables and 4 n + 1 clauses
(2 n + 1 to solve).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from encode.formula import Formula
from puzzles.rules import Distinct

__all__ = ["add_distinct"]


def add_distinct(
    formula: Formula,
    rule: Distinct,
    fixed: Mapping[int, bool],
    names: Sequence[str],
    functional: bool,
) -> None:
    """The clauses of ``rule``; ``fixed`` are the values of given variables, ``names[v - 1]`` is the
    name of variable v; ``functional``: determine the auxiliaries."""
    for first, second in combinations(rule.lines, 2):
        pairs = list(zip(first, second, strict=True))
        if any(a in fixed and b in fixed and fixed[a] != fixed[b] for a, b in pairs):
            continue
        somewhere = []
        open_pairs = []
        for a, b in pairs:
            if a in fixed and b not in fixed:
                somewhere.append(-b if fixed[a] else b)
            elif b in fixed and a not in fixed:
                somewhere.append(-a if fixed[b] else a)
            elif a not in fixed and a != b:
                open_pairs.append((a, b))
        if open_pairs:
            differ = formula.group(
                "differ",
                "these two cells, at the same position of two lines, differ",
                [f"{names[a - 1]}/{names[b - 1]}" for a, b in open_pairs],
                functional=functional,
            )
            for variable, (a, b) in enumerate(open_pairs, start=differ.first):
                somewhere.append(variable)
                formula.add(-variable, a, b)
                formula.add(-variable, -a, -b)
                if functional:
                    formula.add(variable, -a, b)
                    formula.add(variable, a, -b)
        formula.add_loosely(somewhere)
