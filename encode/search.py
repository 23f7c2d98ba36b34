"""Solutions one by one: a SAT solver, the board's formula, and cuts where its solutions break rules.

The solver works in slices of a bounded number of conflicts, so that a limit in seconds holds and an
interrupt from the keyboard is heard between slices (CaDiCaL cannot be interrupted inside one).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any

from encode.cuts import Cut, Rules
from encode.encoder import Shape, encoded
from encode.normal import Moves
from native.limits import Deadline, TimeLimit
from native.progress import stage
from puzzles.board import Board
from puzzles.rules import Named

__all__ = [
    "PROVERS",
    "SOLVERS",
    "Deadline",
    "SolutionSearch",
    "TimeLimit",
    "new_solver",
    "prefer",
    "satisfiable",
]

SOLVERS = (
    "cadical195",
    "cadical103",
    "cadical153",
    "cadical300",
    "glucose3",
    "glucose4",
    "glucose42",
    "maplechrono",
    "maplecm",
    "mergesat3",
    "minicard",
    "minisat22",
)
"""The PySAT solvers that solve again after more clauses and stop at a number of conflicts."""
PROVERS = (
    "cadical195",
    "cadical103",
    "cadical153",
    "cadical300",
    "glucose3",
    "glucose4",
    "glucose42",
)
"""Those of them whose proofs go by unit propagation (MapleCM's can end before the empty clause)."""
SLICE = 2000
"""Conflicts between two looks at the clock."""


class SolutionSearch:
    """An incremental search over one board; use as a context manager."""

    def __init__(
        self,
        board: Board,
        *,
        shape: Shape = "lazy",
        constraints: Sequence[Named] | None = None,
        solver: str = SOLVERS[0],
        deadline: Deadline | None = None,
    ) -> None:
        """``constraints``: other rules over the board's variables than its own."""
        if solver not in SOLVERS:
            raise ValueError(f"expected a solver among {', '.join(SOLVERS)}, found {solver!r}")
        self.board = board
        self.solver = solver
        self.shape = shape
        self.deadline = deadline or Deadline(None)
        rules = board.constraints() if constraints is None else constraints
        self.rules = Rules(rules, normal=shape == "normal")
        self.moves = Moves(self.rules)
        self.cuts: list[Cut] = []
        self.model: list[int] = []
        """The literals of the last solution."""
        self.preferred: list[int] = []
        """Literals that the solver tries first."""
        self._known: set[int] = set()
        self.over = False
        """Are there known to be no more solutions?"""
        stage("building the formula")
        cnf = encoded(board, rules, shape)
        self._boards = len(cnf.projection)
        self.deadline.check()
        stage("loading {} clauses", len(cnf.clauses))
        self._solver: Any = new_solver(name=solver, bootstrap_with=cnf.clauses)

    def __enter__(self) -> SolutionSearch:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def next(self, slices: int | None = None) -> int | None:
        """Another solution that :meth:`block` has not excluded.  None when there is none, and
        ``over`` is true then; or when so many ``slices`` of search have not told."""
        while not self.over:
            stage("solving, {} cuts added", len(self.cuts))
            known = satisfiable(self._solver, self.deadline, slices)
            if known is None:
                return None
            if not known:
                self.over = True
                break
            self.model = self._solver.get_model()
            mask = 0
            for literal in self.model[: self._boards]:
                if literal > 0:
                    mask |= 1 << literal - 1
            cuts = self.rules.broken(mask)
            if not cuts:
                return mask
            for cut in cuts:
                self._solver.add_clause(cut.clause)
            self.cuts.extend(cuts)
            if (rest := self._without_loops(mask, cuts)) is not None and rest not in self._known:
                return rest
        return None

    def block(self, mask: int) -> None:
        """Exclude this solution, and with it what cannot be one beside it."""
        self._known.add(mask)
        clause = self.rules.blocking(mask, self._boards)
        if clause:
            self._solver.add_clause(clause)
        else:
            self.over = True

    def prefer(self, literals: Sequence[int]) -> None:
        """Look near this model first, as far as the solver can be told so."""
        self.preferred = list(literals)
        prefer(self._solver, self.preferred)

    def _without_loops(self, mask: int, cuts: list[Cut]) -> int | None:
        """Where cells may stay unused, a solution whose only fault is loops is one without them."""
        if self.rules.kind != "unused" or any(cut.why != "loop" for cut in cuts):
            return None
        for cut in cuts:
            for edge in cut.over:
                mask &= ~(1 << edge - 1)
        return mask


class _NotMain:
    """Stands in for PySAT's test of whether it is called from the main thread."""

    @staticmethod
    def check() -> bool:
        return False


def new_solver(**options: Any) -> Any:
    """A solver of PySAT that leaves Ctrl-C to Python, which hears it when a slice is over.

    In the main thread PySAT takes the signal over and jumps out of the solver in the middle of
    its work: an error of its own comes instead of KeyboardInterrupt, and a handler stays that jumps
    to nowhere the next time.  There is no option against it.
    """
    from pysat import solvers

    solvers.MainThread = _NotMain
    return solvers.Solver(**options)


def satisfiable(solver: Any, deadline: Deadline, slices: int | None = None) -> bool | None:
    """Is there a model?  In slices of conflicts, with a look at the clock between them; None when
    so many do not tell."""
    for _ in count() if slices is None else range(slices):
        deadline.check()
        solver.conf_budget(SLICE)
        found = solver.solve_limited()
        if found is not None:
            return bool(found)
    return None


def prefer(solver: Any, literals: Sequence[int]) -> None:
    """Set the solver's phases; CaDiCaL 1.0.3 has none to set."""
    with suppress(NotImplementedError):
        solver.set_phases(literals)
