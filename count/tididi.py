"""Engine ``tididi``: tididi-cnf counts our DIMACS text, projected by its ``c p show`` line.

Exact by its documentation (Tree Decision Diagrams; Python ints).  It shares the encoding with
``sat`` and nothing with the other engines.  https://github.com/Tractables/tididi-cnf
"""

from __future__ import annotations

from encode import dimacs, formula
from puzzles.board import Board

__all__ = ["count", "refuses"]


def count(board: Board) -> int:
    """The number of models, projected on the board variables.

    The package is native code that may end the process, so :mod:`count.counting` calls this in a
    process of its own.
    """
    import tididi_cnf

    if not board.places():
        # Nothing to project on: one solution, the empty one, if the auxiliaries have any model.
        # A fresh variable that is true keeps the formula from being empty, which is not compiled.
        cnf = formula(board, shape="complete")
        return int(tididi_cnf.count([*cnf.clauses, (cnf.variables + 1,)], mode="mc").count > 0)
    answer = tididi_cnf.count(dimacs(board), mode="pmc").count
    if not isinstance(answer, int):
        raise TypeError(f"tididi-cnf answered {answer!r}, not an int")
    return answer


def refuses(board: Board) -> str | None:
    """Never: only a time limit tells."""
    return None
