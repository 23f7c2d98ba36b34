"""What the tests of encode compare with: all assignments judged by the board's own verifier, and
all models of a formula by a plain solver."""

from __future__ import annotations

from functools import cache

from pysat.solvers import Solver

from encode import Formula
from puzzles import Board

__all__ = ["judged", "models", "projected"]


@cache
def judged(board: Board) -> frozenset[int]:
    """Every assignment to the board variables that breaks no rule in force."""
    every = range(1 << len(board.places()))
    return frozenset(mask for mask in every if not board.violations(mask))


def models(formula: Formula, variables: range) -> list[int]:
    """The models of a formula as masks of ``variables`` 1 .. n, each value of them once."""
    found: list[int] = []
    with Solver(name="minisat22", bootstrap_with=formula.clauses) as solver:
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            found.append(sum(1 << v - 1 for v in variables if v in true))
            if not variables:
                break
            solver.add_clause([-v if v in true else v for v in variables])
    return found


def projected(formula: Formula) -> set[int]:
    """The models of a formula, projected onto the board variables."""
    return set(models(formula, formula.projection))
