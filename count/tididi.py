"""Engine ``tididi``: tididi-cnf counts our complete CNF, projected on the board variables.

Exact by its documentation (Tree Decision Diagrams; Python ints).  It shares the encoding with
``sat`` and nothing with the other engines.  https://github.com/Tractables/tididi-cnf

Version 0.1.2 forgets, when it projects, variables that no clause holds or that unit propagation
sets free: it counts 12 for ``(-4 2) (-9 -2) (5 8)`` over 9 variables, not 192.
Its plain count is right.  So a formula whose auxiliaries are determined is counted plainly, and
any other is propagated here first, with the free variables multiplied in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from encode import formula
from puzzles.board import Board

__all__ = ["count", "projected", "refuses"]


def count(board: Board) -> int:
    """The number of models, projected on the board variables.

    The package is native code that may end the process, so :mod:`count.counting` calls this in a
    process of its own.
    """
    cnf = formula(board, shape="complete")
    if cnf.functional and cnf.clauses and cnf.projection:
        return _ask(cnf.clauses, cnf.variables, None)
    return projected(cnf.clauses, cnf.projection)


def projected(clauses: Iterable[Sequence[int]], show: Iterable[int]) -> int:
    """The number of assignments to ``show`` that extend to a model of the clauses.

    >>> projected([(-4, 2), (-9, -2), (5, 8)], range(1, 10))
    192
    """
    wanted = set(show)
    rest = [frozenset(clause) for clause in clauses]
    while units := {literal for clause in rest if len(clause) == 1 for literal in clause}:
        denied = {-literal for literal in units}
        wanted -= {abs(literal) for literal in units}
        rest = [clause - denied for clause in rest if not clause & units]
        if units & denied or not all(rest):
            return 0
    held = sorted({abs(literal) for clause in rest for literal in clause})
    free = 1 << len(wanted.difference(held))
    if not rest:
        return free
    number = {variable: i for i, variable in enumerate(held, start=1)}
    renamed = [[number[abs(x)] * (1 if x > 0 else -1) for x in clause] for clause in rest]
    asked = [number[variable] for variable in held if variable in wanted]
    if not asked:
        return free * (_ask(renamed, len(held), None) > 0)
    return free * _ask(renamed, len(held), asked)


def _ask(clauses: Sequence[Sequence[int]], variables: int, show: Sequence[int] | None) -> int:
    import tididi_cnf

    mode = "mc" if show is None else "pmc"
    models = tididi_cnf.count(clauses, mode=mode, num_vars=variables, show=show).count
    if not isinstance(models, int):
        raise TypeError(f"tididi-cnf gave {models!r}, not an int")
    return models


def refuses(board: Board) -> str | None:
    """Never: only a time limit tells."""
    return None
