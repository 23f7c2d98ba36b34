"""Engine ``sat``: list all solutions with a SAT solver, each once, over the board variables only.

The way to confirm small counts on boards of any size, uniqueness above all.  It stops at a cap and
then says "at least".
"""

from __future__ import annotations

from itertools import islice

from count.limits import AtLeast, Limits
from count.results import Tally
from encode import solutions
from puzzles.board import Board

__all__ = ["count", "refuses", "tally"]


def count(board: Board, *, cap: int = Limits().cap) -> int:
    """The number of solutions; AtLeast if there are more than ``cap``."""
    found = sum(1 for _ in islice(solutions(board), cap + 1))
    if found > cap:
        raise AtLeast(cap, f"the cap of {cap} solutions")
    return found


def tally(board: Board, limits: Limits) -> Tally:
    """:func:`count` under the cap of ``limits``, beyond which the answer is "at least"."""
    try:
        return Tally(count(board, cap=limits.cap))
    except AtLeast as stop:
        return Tally(stop.models, at_least=True, notes=(f"sat: stopped at {stop.limit}",))


def refuses(board: Board) -> str | None:
    """Never: the cap bounds the work."""
    return None
