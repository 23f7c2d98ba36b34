"""Do the rules and the verifier of a puzzle class say the same?  Every assignment of a small board.

A class states its rules twice: for the engines (``state``, or ``constraints``), and for judging
solutions (``broken``).  :func:`check` finds the slip in either.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.judge import holds
from puzzles.rules import Named
from puzzles.source import BoardLike, as_board

__all__ = ["MOST", "check"]

MOST = 16
"""Up to so many variables: 65536 assignments."""


def check(board: BoardLike) -> int:
    """The number of solutions, if rules and verifier agree on every assignment.

    They are compared under all rules in force, and under each of them alone, as rules can be dropped.
    Raises :class:`BoardError` with the first assignment on which they do not, and for a board with
    more than :data:`MOST` variables.

    >>> from puzzles import Binairo
    >>> check(Binairo.blank(2, 2))
    2
    """
    board = as_board(board)
    variables, rules = len(board.places()), board.rules()
    if variables > MOST:
        raise BoardError(f"expected at most {MOST} variables to check, found {variables}")
    alone = {rule: board.dropping(*(o for o in rules if o != rule)) for rule in rules}
    stated = {board: board.constraints()} | {one: one.constraints() for one in alone.values()}
    solutions = 0
    for mask in range(1 << variables):
        broken = {violation.rule for violation in board.violations(mask)}
        _compare(board, stated[board], mask, broken)
        for rule, one in alone.items():
            _compare(one, stated[one], mask, broken & {rule})
        solutions += not broken
    return solutions


def _compare(board: Board, stated: Sequence[Named], mask: int, broken: set[str]) -> None:
    failed = next((named for named in stated if not holds(named.rule, mask)), None)
    if (failed is None) != (not broken):
        verifier = f"breaks rule {min(broken)}" if broken else "is a solution"
        engines = "is a solution" if failed is None else f"breaks rule {'-'.join(failed.names)}"
        raise BoardError(
            f"{board.title()} with rules {', '.join(board.rules())}: {' / '.join(board.rows(mask))} "
            f"{verifier} by broken, and {engines} by the rules stated"
        )
