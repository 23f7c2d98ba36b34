"""The frontier engine beside the solver: :func:`decide` is :func:`encode.decide` with a count.

The two are good at different boards.  The solver finds a solution of a large board and may never see
that it is the only one; the count takes as long whatever the answer, and its time can be estimated.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from random import Random

from count import frontier
from count.apart import Apart
from count.limits import Limits, Stopped
from count.registry import ENGINES
from encode.beside import Known
from encode.decide import Decision
from encode.decide import decide as decide_by_solver
from puzzles.board import Board
from puzzles.source import BoardLike

__all__ = ["Counting", "counting", "decide"]

_SHARE = 4
"""A count that nobody asked for takes no more than this part of the computer's memory."""


def decide(
    board: BoardLike,
    *,
    timeout: float | None = None,
    solver: str = "cadical195",
    proof: str | os.PathLike[str] | None = None,
) -> Decision:
    """Is the board's solution unique?  As :func:`encode.decide`, and a count runs beside the solver.

    It starts after a second, in a process of its own, for boards that the frontier engine does not
    refuse.  With ``proof`` the solver is alone: a count gives no certificate of uniqueness.

    >>> from puzzles import Binairo
    >>> decide(Binairo.blank(2, 2)).verdict
    'several'
    """
    return decide_by_solver(board, timeout=timeout, solver=solver, proof=proof, helper=counting)


def counting(board: Board) -> Counting | None:
    """Start to count; None for a board that the frontier engine refuses."""
    return Counting(board) if ENGINES["frontier"].refuses(board) is None else None


class Counting:
    """A count of a board in a process of its own, and then solutions drawn if there are any."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: Known | None = None
        self._count: Apart[int] | None = Apart(_counted, (board,), Limits(memory=None))
        self._count.start()
        self._draw: Apart[list[int]] | None = None

    def known(self) -> Known | None:
        """The count, and later up to two solutions too; where an engine stops, the solver goes on."""
        if self._count is not None and self._count.over():
            with self._count as ended, suppress(Stopped):
                self._known = Known(ended.result())
            self._count = None
            if self._known is not None and self._known.number:
                self._draw = Apart(_drawn, (self._board,), Limits())
                self._draw.start()
        if self._known is not None and self._draw is not None and self._draw.over():
            with self._draw as ended_too, suppress(Stopped):
                self._known = replace(self._known, masks=tuple(ended_too.result()))
            self._draw = None
        return self._known

    def busy(self) -> bool:
        """Is there more to come?"""
        return self._count is not None or self._draw is not None

    def close(self) -> None:
        """End the processes."""
        for running in (self._count, self._draw):
            if running is not None:
                running.close()


def _counted(board: Board) -> int:
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return frontier.count(board, Limits(layers=memory // _SHARE))


def _drawn(board: Board) -> list[int]:
    """Two different solutions, unless chance or the board has it otherwise."""
    drawn = frontier.sample(board, 16, Random(0))
    return list(dict.fromkeys(drawn))[:2]
