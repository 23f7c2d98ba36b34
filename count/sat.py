"""Engine ``sat``: list all solutions with a SAT solver, each once, over the board variables only.

The way to confirm small counts on boards of any size, uniqueness above all.  It stops at a cap, or
when its time is over, and then says "at least".
"""

from __future__ import annotations

from itertools import islice

from count.limits import AtLeast, Limits
from count.results import EngineCount
from encode import TimeLimit, solutions
from puzzles.board import Board

__all__ = ["count", "refuses", "tally"]


def count(board: Board, *, cap: int = Limits().cap, seconds: float | None = None) -> int:
    """The number of solutions; AtLeast if there are more than ``cap``, or after ``seconds``."""
    found = 0
    try:
        for _ in islice(solutions(board, timeout=seconds), cap + 1):
            found += 1
    except TimeLimit as limit:
        raise AtLeast(found, str(limit)) from None
    if found > cap:
        raise AtLeast(cap, f"the cap of {cap} solutions")
    return found


def tally(board: Board, limits: Limits) -> EngineCount:
    """:func:`count` within ``limits``, beyond which the result is "at least"."""
    seconds = limits.seconds
    if seconds is not None:
        # The whole process is killed at the limit; what was found should be told before.
        seconds = max(seconds / 2, seconds - 1)
    try:
        return EngineCount(count(board, cap=limits.cap, seconds=seconds))
    except AtLeast as stop:
        return EngineCount(stop.models, at_least=True, notes=(f"sat: stopped at {stop.limit}",))


def refuses(board: Board) -> str | None:
    """Never: the cap bounds the work."""
    return None
