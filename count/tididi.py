"""Engine ``tididi``: tididi-cnf counts our DIMACS text, projected by its ``c p show`` line.

Exact by its documentation (Tree Decision Diagrams; Python ints).  It shares the encoding with
``sat`` and nothing with the other engines.  https://github.com/Tractables/tididi-cnf
"""

from __future__ import annotations

from puzzles.board import Board

__all__ = ["count", "refuses"]


def count(board: Board) -> int:
    """The number of models, projected on the board variables.

    The package is native code that may end the process, so :mod:`count.counting` calls this in a
    process of its own.
    """
    import tididi_cnf

    from encode import dimacs

    answer = tididi_cnf.count(dimacs(board), mode="pmc").count
    if not isinstance(answer, int):
        raise TypeError(f"tididi-cnf answered {answer!r}, not an int")
    return answer


def refuses(board: Board) -> str | None:
    """Why there is nothing to hand over: a formula needs a variable to project on."""
    return None if board.places() else "a board without variables"
