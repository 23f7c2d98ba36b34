"""Banks: a stream of different boards from one seed, the same for any number of workers.

Attempt k of seed s draws all its randomness from ``Random(f"{s}/{k}")`` and depends on nothing
else.  Attempts are taken in order of k, whoever worked them out; a board that equals an earlier one
up to symmetry is passed over.  So the bank is a function of request and seed alone, and a bank cut
short goes on from its last attempt.

Two engines stand behind every board: a SAT solver decides that it has one solution, and the ladder
(propagation, probing, complete search) counts 1; they share nothing but the rules.  Where the ladder
would take too long, another SAT solver counts instead, over the formula of the plain rules (the first
one decides Numberlink among normal solutions).  The printed rules judge the solution besides.  What
disagrees raises :class:`generate.made.InvariantError`.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import count as counting
from random import Random

from encode import decide, solutions
from generate.generators import generator
from generate.made import Impossible, InvariantError, Request
from generate.record import Grade, Record
from generate.symmetry import canonical
from generate.workers import in_order
from ladder import SearchLimit, climb
from native.words import listed
from puzzles import Board
from puzzles.kinds import find

__all__ = ["BUDGET", "LARGEST", "Exhausted", "attempt", "bank", "check", "rungs"]

BUDGET = 5000
"""Attempts in a row without a board before a bank gives up."""
LARGEST = 1600
"""Cells of the largest board offered; time, memory and depth of recursion are out of reach beyond."""
_SECOND_SOLVER = "glucose4"
_MOST_POINTS = 2000
_FEWEST_POINTS = 10
_PROBED = 2_000_000_000
"""Branch points times the cube of the variables that the ladder's search may spend on a board."""


class Exhausted(Exception):
    """The budget of attempts was spent without another board."""


def rungs(puzzle: str) -> tuple[str, ...]:
    """The rungs that a board of this puzzle may need, weakest first."""
    return (*find(puzzle).RUNGS, "probe", "search")


def check(request: Request) -> None:
    """Raise :class:`generate.made.Impossible` for a request that no board meets, with the reason."""
    if request.height * request.width > LARGEST:
        raise Impossible(f"boards are offered up to {LARGEST} cells")
    maker = generator(request.puzzle)
    known = rungs(request.puzzle)
    if request.rung not in (None, *known):
        raise Impossible(listed(f"a rung of {request.puzzle}", request.rung or "", known))
    named = {option.name: option for option in maker.OPTIONS}
    for name, value in request.options:
        if name not in named:
            raise Impossible(f"the generator of {request.puzzle} has no option {name}")
        choices = named[name].choices
        if choices and value not in choices:
            raise Impossible(f"expected {name} among {', '.join(choices)}, found {value}")
    maker.check(request)


def bank(
    request: Request,
    count: int,
    seed: int,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    budget: int = BUDGET,
    earlier: Sequence[Board] = (),
    first: int = 0,
) -> Generator[Record, None, None]:
    """Yield boards until there are ``count``, the ``earlier`` ones of the same bank included.

    ``first``: the attempt to go on with after them.  Raises :class:`generate.made.Impossible`, or
    :class:`Exhausted` when ``budget`` attempts in a row gave no new board.
    """
    check(request)
    seen: set[str | None] = {canonical(board) for board in earlier}
    found, barren = len(earlier), 0
    if found >= count:
        return
    tasks = ((request, seed, index) for index in counting(first))
    for record in in_order(attempt, tasks, workers, scheduler):
        barren += 1
        form = canonical(record.board) if record else None
        if record and form not in seen:
            seen.add(form)
            barren = 0
            found += 1
            yield record
            if found >= count:
                return
        if barren >= budget:
            wanted = f" that needs {request.rung}" if request.rung else ""
            raise Exhausted(
                f"no further board{wanted} in {barren} attempts; found {found} of {count}"
            )


def attempt(request: Request, seed: int, index: int) -> Record | None:
    """Attempt number ``index``: a board that meets the request, or None."""
    made = generator(request.puzzle).make(request, Random(f"{seed}/{index}"))
    if made is None:
        return None
    board = made.board
    broken = board.violations(made.solution)
    if broken:
        raise InvariantError(f"the solution breaks a rule: {broken[0]}\n{board.text()}")
    if made.checked:
        decision = decide(board)
        if decision.verdict != "unique" or decision.solutions[0].mask != made.solution:
            raise InvariantError(f"SAT does not confirm the solution: {decision}\n{board.text()}")
    grade = graded(board)
    if made.checked and grade.solutions != 1:
        raise InvariantError(
            f"{grade.counted_by} counts {grade.solutions}, SAT says unique\n{board.text()}"
        )
    if request.rung not in (None, grade.finished_by):
        return None
    return Record(board, made.solution, seed, index, grade, dict(made.figures))


def graded(board: Board) -> Grade:
    """How hard a board is, and whether the second engine counts one solution or several."""
    # A branch point probes every variable, and a probe runs over all others, so that its time grows
    # like a power of their number: few points on large boards, none on the largest.
    points = min(_MOST_POINTS, _PROBED // max(1, len(board.places())) ** 3)
    try:
        if points >= _FEWEST_POINTS:
            result = climb(board, max_branch_points=points)
        else:
            result = climb(board, up_to="probe")
        if result.finished_by is not None:
            return Grade(result.finished_by, result.solutions, "ladder", result.branch_points)
    except SearchLimit:
        pass  # probing does not finish it, so it needs search
    found = sum(1 for _ in solutions(board, limit=2, solver=_SECOND_SOLVER))
    return Grade("search", found, _SECOND_SOLVER, None)
