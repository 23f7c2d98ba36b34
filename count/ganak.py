"""Engine ``ganak``: pyganak counts our complete CNF, projected on the board variables.

Its components are told apart by a random hash, and the Python constructor cannot turn that off: a
count may be wrong with a small unreported probability (ganak issue 116).  So it is a cross-check,
and never the only witness of a count.
"""

from __future__ import annotations

from encode import formula
from puzzles.board import Board

__all__ = ["count", "refuses"]


def count(board: Board) -> int:
    """The number of models, projected on the board variables, unless two hashes collide.

    The package is native code that may end the process, so :mod:`count.counting` calls this in a
    process of its own.
    """
    from pyganak import Counter

    cnf = formula(board, shape="complete")
    counter = Counter()
    counter.new_vars(cnf.variables)
    counter.add_clauses(cnf.clauses)
    if cnf.projection:
        counter.set_sampling_set(list(cnf.projection))
    models = counter.count()
    if not isinstance(models, int):
        raise TypeError(f"pyganak gave {models!r}, not an int")
    # Nothing to project on: one solution, the empty one, if the auxiliaries have any model.
    return models if cnf.projection else int(models > 0)


def refuses(board: Board) -> str | None:
    """Never: only a time limit tells."""
    return None
