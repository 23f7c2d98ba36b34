"""Decisions: has a board one solution, none or several?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from encode.certificate import write_certificate
from encode.search import Deadline, Search, TimeLimit
from puzzles.board import Board, Solution
from puzzles.rules import Place

__all__ = ["Decision", "Verdict", "decide", "solutions", "solve"]

Verdict: TypeAlias = Literal["unique", "none", "several", "unknown"]


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on a board and what shows it.

    ``solutions``: the one solution, two different ones, or what was found before the limit;
    ``differ``: the places at which two solutions differ; ``limit``: the limit that was reached
    (``"60 s"``); ``reason``: why there is plainly none, where that can be seen without search.
    """

    verdict: Verdict
    solutions: tuple[Solution, ...]
    differ: tuple[Place, ...]
    seconds: float
    limit: str | None = None
    reason: str | None = None

    def __str__(self) -> str:
        match self.verdict:
            case "unique":
                return "unique"
            case "none":
                return "no solution" + (f": {self.reason}" if self.reason else "")
            case "several":
                return f"several solutions; two differ at {len(self.differ)} places"
            case "unknown":
                found = f"; solutions found: {len(self.solutions)}" if self.solutions else ""
                return f"unknown after {self.limit}{found}"


def decide(
    board: Board,
    *,
    timeout: float | None = None,
    solver: str = "cadical195",
    proof: str | Path | None = None,
) -> Decision:
    """Is the board's solution unique?

    ``timeout``: a limit in wall seconds for everything, the certificate included; ``proof``: where
    to write a certificate of ``unique`` or ``none`` (see :mod:`encode.certificate`).
    :class:`ValueError` for a solver that is not in :data:`encode.search.SOLVERS`.

    >>> from puzzles import Binairo
    >>> decide(Binairo.blank(2, 2)).verdict
    'several'
    """
    deadline = Deadline(timeout)
    found: list[int] = []
    reason = board.impossible()
    verdict: Verdict = "unknown"
    limit = None
    try:
        if reason is not None and proof is None:
            verdict = "none"
        else:
            with Search(board, solver=solver, deadline=deadline) as search:
                while len(found) < 2 and (mask := search.next()) is not None:
                    found.append(mask)
                    search.block(mask)
                if proof is not None and len(found) < 2:
                    write_certificate(proof, search, found[0] if found else None, solver)
            verdict = ("none", "unique", "several")[len(found)]
    except TimeLimit as reached:
        limit = str(reached)
    return Decision(
        verdict,
        tuple(map(board.solution, found)),
        board.differ(*found) if len(found) == 2 else (),
        deadline.elapsed(),
        limit,
        reason,
    )


def solutions(
    board: Board,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    solver: str = "cadical195",
) -> Iterator[int]:
    """The solutions as masks of board variables, each once; at most ``limit`` of them.

    :class:`encode.search.TimeLimit` when ``timeout`` (wall seconds) is reached before the end.
    """
    with Search(board, solver=solver, deadline=Deadline(timeout)) as search:
        count = 0
        while (limit is None or count < limit) and (mask := search.next()) is not None:
            search.block(mask)
            count += 1
            yield mask


def solve(
    board: Board, *, timeout: float | None = None, solver: str = "cadical195"
) -> Solution | None:
    """A solution, or None when there is none; :class:`encode.search.TimeLimit` as in solutions."""
    for mask in solutions(board, limit=1, timeout=timeout, solver=solver):
        return board.solution(mask)
    return None
