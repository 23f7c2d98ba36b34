"""Decisions: has a board one solution, none or several?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from encode.beside import Helper, Settled, Watch
from encode.certificate import certify
from encode.normal import loose, tight
from encode.search import Deadline, SolutionSearch
from native.limits import Limit
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
ALONE = 5
"""Slices of the search for a second solution before one under looser rules takes turns with it."""
TURN = 5
"""Slices of a turn."""

Verdict: TypeAlias = Literal["unique", "none", "several", "unknown"]


@dataclass(frozen=True, slots=True, repr=False)
class Decision:
    """The verdict on a board and what shows it.

    ``solutions``: the one solution, two different ones, or what was found before the limit;
    ``differ``: the places at which two solutions differ; ``limit``: the limit that was reached
    (``"60 s"``); ``reason``: why there is plainly none, where that can be seen without search;
    ``counted``: the number of solutions, where a count beside the solver told the verdict.  Then
    fewer solutions may be known.
    """

    verdict: Verdict
    solutions: tuple[Solution, ...]
    differ: tuple[Place, ...]
    seconds: float
    limit: str | None = None
    reason: str | None = None
    counted: int | None = None

    def __str__(self) -> str:
        match self.verdict:
            case "unique":
                return "unique" + (", by a count" if self.counted is not None else "")
            case "none" if self.counted is not None:
                return "no solution, by a count"
            case "several" if self.counted is not None and len(self.solutions) < 2:
                return f"several solutions: {self.counted}, by a count"
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
    helper: Helper | None = None,
) -> Decision:
    """Is the board's solution unique?

    ``timeout``: a limit in wall seconds for everything, the certificate included; ``proof``: where
    to write a certificate of ``unique`` or ``none`` (see :mod:`encode.certificate`); ``helper``: what
    starts an engine beside the solver (:mod:`encode.beside`), unless a certificate is asked for.
    :class:`ValueError` for a solver that is not in :data:`encode.search.SOLVERS`, and for a limit
    below 0; :class:`NoCertificate` if it is asked for and cannot be written.

    >>> from puzzles import Binairo
    >>> decide(Binairo.blank(2, 2)).verdict
    'several'
    """
    board = as_board(board)
    found: list[int] = []
    helper = helper if proof is None else None
    deadline = Watch(timeout, board, helper, found)
    reason = board.impossible()
    verdict: Verdict = "unknown"
    limit = None
    ended: SolutionSearch | None = None
    try:
        if reason is not None and proof is None:
            verdict = "none"
        else:
            with (
                deadline,
                SolutionSearch(board, shape="normal", solver=solver, deadline=deadline) as search,
            ):
                ended = _search(search, found, proof is not None)
            verdict = ("none", "unique", "several")[len(found)]
    except Settled:
        pass
    except Limit as reached:
        if len(found) == 2:
            verdict = "several"
        elif not deadline.known:
            limit = str(reached)
    counted = None
    if verdict == "unknown" and deadline.known is not None:
        counted = deadline.known.number
        verdict = ("none", "unique", "several")[min(counted, 2)]
    decision = Decision(
        verdict,
        tuple(map(board.solution, found)),
        board.differ(*found) if len(found) == 2 else (),
        deadline.elapsed(),
        limit,
        reason,
        counted,
    )
    if proof is None or ended is None:
        return decision
    try:
        certify(proof, ended, found[0] if found else None)
    except Limit as error:
        raise NoCertificate(decision, f"not ready after {error}") from error
    except OSError as error:
        raise NoCertificate(decision, error.strerror or str(error)) from error
    except BoardError as error:
        raise NoCertificate(decision, str(error)) from error
    return replace(decision, seconds=deadline.elapsed())


def _places(number: int) -> str:
    return "1 place" if number == 1 else f"{number} places"


def _search(search: SolutionSearch, found: list[int], alone: bool) -> SolutionSearch | None:
    """Add to ``found`` the solutions that decide, at most two; where they are fewer, the search that
    came to an end and shows it.  ``alone``: no other search may show it."""
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
    if alone or search.rules.kind != "used":
        return _second(search, found)
    # The solutions that use all cells are among those that need not: if there is no second one of
    # these, the board is settled.  Neither search is always the quicker one.
    constraints = loose(search.board.constraints())
    search.block(found[0])
    second = search.next(ALONE)
    if second is None and not search.over:
        with SolutionSearch(
            search.board,
            shape="normal",
            constraints=constraints,
            solver=search.solver,
            deadline=search.deadline,
        ) as more:
            more.block(found[0])
            while second is None and not (search.over or more.over):
                if more.next(TURN) is not None:
                    second = search.next()  # there are more solutions, which tells nothing
                    break
                second = None if more.over else search.next(TURN)
    if second is not None:
        found.append(second)
    return None


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
