"""Decisions: has a board one solution, none or several?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from encode.certificate import certify
from encode.normal import tight
from encode.search import Deadline, SolutionSearch, TimeLimit
from puzzles.board import Board, Solution
from puzzles.errors import BoardError
from puzzles.pictures import Picture, compare, html
from puzzles.rules import Place
from puzzles.source import BoardLike, as_board

__all__ = ["Decision", "NoCertificate", "Verdict", "decide", "solutions", "solve"]

QUICK = 1
"""Slices of the search before simple solutions are looked for."""
SIMPLE = 10
"""Slices of the search for a simple solution."""

Verdict: TypeAlias = Literal["unique", "none", "several", "unknown"]


@dataclass(frozen=True, slots=True, repr=False)
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
                return f"several solutions; two differ at {_places(len(self.differ))}"
            case "unknown":
                found = f"; solutions found: {len(self.solutions)}" if self.solutions else ""
                return f"unknown after {self.limit}{found}"

    def picture(self) -> Picture | None:
        """The solution, or two of them with their differences set off; None if none is known."""
        if not self.solutions:
            return None
        board, masks = self.solutions[0].board, [solution.mask for solution in self.solutions]
        if len(masks) == 2:
            return compare(board, *masks)
        return Picture((board.drawn(masks[0]),))

    def __repr__(self) -> str:
        picture = self.picture()
        return f"{self} ({self.seconds:.3f} s)" + (f"\n{picture}" if picture else "")

    def _repr_svg_(self) -> str | None:
        picture = self.picture()
        return picture.svg() if picture else None

    def _repr_html_(self) -> str:
        return html([str(self), f"{self.seconds:.3f} s"], self.picture())


class NoCertificate(Exception):
    """The verdict is known, but its certificate could not be written.

    ``decision`` is what :func:`decide` would have returned; ``__cause__`` is why:
    :class:`OSError`, :class:`TimeLimit`, or :class:`BoardError` for a board without a text form
    of its own.
    """

    def __init__(self, decision: Decision, reason: str) -> None:
        super().__init__(reason)
        self.decision = decision


def decide(
    board: BoardLike,
    *,
    timeout: float | None = None,
    solver: str = "cadical195",
    proof: str | os.PathLike[str] | None = None,
) -> Decision:
    """Is the board's solution unique?

    ``timeout``: a limit in wall seconds for everything, the certificate included; ``proof``: where
    to write a certificate of ``unique`` or ``none`` (see :mod:`encode.certificate`).
    :class:`ValueError` for a solver that is not in :data:`encode.search.SOLVERS`, and for a limit
    below 0; :class:`NoCertificate` if it is asked for and cannot be written.

    >>> from puzzles import Binairo
    >>> decide(Binairo.blank(2, 2)).verdict
    'several'
    """
    board = as_board(board)
    deadline = Deadline(timeout)
    found: list[int] = []
    reason = board.impossible()
    verdict: Verdict = "unknown"
    limit = None
    ended: SolutionSearch | None = None
    try:
        if reason is not None and proof is None:
            verdict = "none"
        else:
            with SolutionSearch(board, shape="normal", solver=solver, deadline=deadline) as search:
                ended = _search(search, found)
            verdict = ("none", "unique", "several")[len(found)]
    except TimeLimit as reached:
        limit = str(reached)
    decision = Decision(
        verdict,
        tuple(map(board.solution, found)),
        board.differ(*found) if len(found) == 2 else (),
        deadline.elapsed(),
        limit,
        reason,
    )
    if proof is None or ended is None:
        return decision
    try:
        certify(proof, ended, found[0] if found else None)
    except TimeLimit as error:
        raise NoCertificate(decision, f"not ready after {error}") from error
    except OSError as error:
        raise NoCertificate(decision, error.strerror or str(error)) from error
    except BoardError as error:
        raise NoCertificate(decision, str(error)) from error
    return replace(decision, seconds=deadline.elapsed())


def _places(number: int) -> str:
    return "1 place" if number == 1 else f"{number} places"


def _search(search: SolutionSearch, found: list[int]) -> SolutionSearch | None:
    """Add to ``found`` the solutions that decide, at most two; where they are fewer, the search that
    came to an end and shows it."""
    board = search.board
    first = search.next(QUICK)
    if first is None and not search.over:
        first = _simple(search)
    if first is None:
        first = search.next()
    if first is None:
        return search
    found.append(first)
    moved = False
    for neighbour in search.moves.neighbours(first):
        if not board.violations(neighbour):
            found.append(neighbour)
            return None
        moved = True
    if moved:
        # Those moves lead to solutions of looser rules, so nothing follows from normal solutions.
        with SolutionSearch(board, solver=search.solver, deadline=search.deadline) as plain:
            plain.prefer(search.preferred)
            return _second(plain, found)
    return _second(search, found)


def _second(search: SolutionSearch, found: list[int]) -> SolutionSearch | None:
    search.block(found[0])
    second = search.next()
    if second is None:
        return search
    found.append(second)
    return None


def _simple(search: SolutionSearch) -> int | None:
    """A solution that uses all cells by chordless paths, if the board has moves and such a one is
    found quickly; the search is told to look near it."""
    if search.rules.kind is None:
        return None
    with SolutionSearch(
        search.board,
        constraints=tight(search.board.constraints()),
        solver=search.solver,
        deadline=search.deadline,
    ) as simple:
        mask = simple.next(SIMPLE)
        if mask is not None:
            search.prefer(simple.model)
        return mask


def solutions(
    board: BoardLike,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    solver: str = "cadical195",
) -> Iterator[int]:
    """The solutions as masks of board variables, each once; at most ``limit`` of them.

    :class:`encode.search.TimeLimit` when ``timeout`` (wall seconds) is reached before the end.
    """
    return _listed(as_board(board), limit, Deadline(timeout), solver)


def _listed(board: Board, limit: int | None, deadline: Deadline, solver: str) -> Iterator[int]:
    with SolutionSearch(board, solver=solver, deadline=deadline) as search:
        count = 0
        while (limit is None or count < limit) and (mask := search.next()) is not None:
            search.block(mask)
            count += 1
            yield mask


def solve(
    board: BoardLike, *, timeout: float | None = None, solver: str = "cadical195"
) -> Solution | None:
    """A solution, or None when there is none; :class:`encode.search.TimeLimit` as in solutions."""
    board = as_board(board)
    for mask in solutions(board, limit=1, timeout=timeout, solver=solver):
        return board.solution(mask)
    return None
