"""Does the board determine the auxiliary variables?  A refutation of the opposite.

*Two copies* of the formula share the board variables and have auxiliaries of their own, a and a'.
For each auxiliary there is a variable d that implies a and (not a'); some d holds.  Suppose two models
of the formula agree on the board and differ.  They differ in an auxiliary; call the model in which it
is true the first, the other the second.  Together, with the d of that auxiliary alone, they satisfy
the two copies.  So if the two copies have no model, the board determines the auxiliary variables.

That they have none is shown by a proof with hints (:mod:`encode.lrat`).  Finding it may take longer
than is worth while; checking it does not.
"""

from __future__ import annotations

from collections.abc import Sequence

from encode.lrat import Checker, ProofError
from encode.search import Deadline, TimeLimit, new_solver, satisfiable
from encode.trim import Untrimmed, trimmed

__all__ = ["Undetermined", "check_refutation", "refutation", "two_copies"]

_SOLVER = "glucose4"
"""Its proofs go by unit propagation alone; trimmed they are mostly shorter than CaDiCaL's here."""

Clauses = Sequence[Sequence[int]]


class Undetermined(ValueError):
    """Two models of the formula agree on the board."""


def two_copies(clauses: Clauses, variables: int, own: int) -> list[tuple[int, ...]]:
    """The clauses that say: two models agree on the variables 1 .. ``own`` and differ in others.

    >>> two_copies([(1, 2), (-1, -2)], 2, 1)
    [(1, 2), (-1, -2), (1, 3), (-1, -3), (-4, 2), (-4, -3), (4,)]
    """
    others = variables - own

    def second(literal: int) -> int:
        if abs(literal) <= own:
            return literal
        return literal + others if literal > 0 else literal - others

    both = [tuple(clause) for clause in clauses]
    both += [tuple(map(second, clause)) for clause in clauses if any(abs(x) > own for x in clause)]
    differ = range(variables + others + 1, variables + 2 * others + 1)
    for variable, d in enumerate(differ, start=own + 1):
        both += [(-d, variable), (-d, -second(variable))]
    both.append(tuple(differ))
    return both


def refutation(
    clauses: Clauses, variables: int, own: int, seconds: float | None = None
) -> list[str] | None:
    """The lines that refute the two copies; None if they are not found within so many wall seconds.

    :class:`Undetermined` where the two copies have a model.
    """
    deadline = Deadline(seconds)
    both = two_copies(clauses, variables, own)
    try:
        with new_solver(name=_SOLVER, bootstrap_with=both, with_proof=True) as solver:
            if satisfiable(solver, deadline):
                raise Undetermined("two models of the formula agree on the board")
            proof = solver.get_proof() or []
        return trimmed(both, proof, deadline.check)
    except (TimeLimit, Untrimmed):
        return None


def check_refutation(
    clauses: Clauses, variables: int, own: int, proof: Sequence[str]
) -> tuple[int, str] | None:
    """None if the lines refute the two copies; else the position of the line where they fail to,
    and why."""
    checker = Checker(two_copies(clauses, variables, own))
    for position, line in enumerate(proof):
        try:
            checker.add(line)
        except ProofError as error:
            return position, str(error)
    if not checker.refuted:
        return len(proof) - 1, "it does not end with the empty clause"
    return None
