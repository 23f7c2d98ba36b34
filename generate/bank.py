"""Banks: a stream of different boards from one seed, the same for any number of workers.

Attempt k of seed s draws all its randomness from ``Random(f"{s}/{k}")`` and depends on nothing
else.  Attempts are taken in order of k, whoever worked them out; a board that equals an earlier one up
to symmetry is passed over.  So the bank is a function of request and seed alone, and a bank cut
short goes on from its last attempt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from itertools import count as counting
from random import Random
from typing import Any, TypeAlias

from encode import decide
from generate import binairo, nondango, norinori, numberlink
from generate.made import Made, Request
from generate.record import Record
from generate.symmetry import canonical
from ladder import SearchLimit, climb, rung_names
from ladder.climb import Climb
from puzzles import Binairo, Board, Nondango, Norinori, Numberlink

__all__ = ["BUDGET", "MAKERS", "Exhausted", "bank", "check", "rungs"]

BUDGET = 5000
"""Attempts in a row without a board before a bank gives up."""
_CHUNK = 4
_SEARCH_POINTS = 20_000

Maker: TypeAlias = Callable[[Request, Random], Made | None]

MAKERS: dict[str, tuple[Callable[[Request], None], Maker]] = {
    "binairo": (binairo.check, binairo.make),
    "norinori": (norinori.check, norinori.make),
    "nondango": (nondango.check, nondango.make),
    "numberlink": (numberlink.check, numberlink.make),
}


class Exhausted(Exception):
    """The budget of attempts was spent without another board."""


def rungs(request: Request) -> tuple[str, ...]:
    """The rungs that a board of this request may need, weakest first."""
    blanks: dict[str, Board] = {
        "binairo": Binairo.blank(2, 2),
        "norinori": Norinori(regions=((0, 0),)),
        "nondango": Nondango(regions=((0,),), circles=frozenset({(0, 0)})),
        "numberlink": Numberlink(labels=(("1", "1"),)),
    }
    return rung_names(blanks[request.puzzle])


def check(request: Request) -> None:
    """Raise :class:`generate.made.Impossible` for a request that no board meets, with the reason."""
    MAKERS[request.puzzle][0](request)


def bank(
    request: Request,
    count: int,
    seed: int,
    *,
    rung: str | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    budget: int = BUDGET,
    earlier: Sequence[Board] = (),
    first: int = 0,
) -> Iterator[Record]:
    """Yield boards until there are ``count``, the ``earlier`` ones of the same bank included.

    ``first``: the attempt to go on with after them.  ``rung``: only boards that need exactly this
    rung.  Raises :class:`generate.made.Impossible`, or
    :class:`Exhausted` when ``budget`` attempts in a row gave no new board.
    """
    check(request)
    seen = {canonical(board) for board in earlier}
    found, barren = len(earlier), 0
    if found >= count:
        return
    for attempt, record in _attempts(request, seed, first, workers, scheduler):
        barren += 1
        if record is not None and rung in (None, record.finished_by):
            form = canonical(record.board)
            if form not in seen:
                seen.add(form)
                barren = 0
                found += 1
                yield record
                if found >= count:
                    return
        if barren >= budget:
            wanted = f" that needs {rung}" if rung else ""
            raise Exhausted(
                f"no further board{wanted} in {barren} attempts (last attempt {attempt}); "
                f"found {found} of {count}"
            )


def _attempts(
    request: Request, seed: int, first: int, workers: int, scheduler: str | None
) -> Iterator[tuple[int, Record | None]]:
    """All attempts in order, worked out here or by an executor a few chunks ahead."""
    if workers <= 1 and scheduler is None:
        for index in counting(first):
            yield index, attempt(request, seed, index)
    with ExitStack() as stack:
        executor = stack.enter_context(_executor(workers, scheduler))
        ahead: deque[tuple[int, Future[list[Record | None]]]] = deque()
        stack.callback(lambda: [future.cancel() for _, future in ahead])
        for index in counting(first, _CHUNK):
            ahead.append((index, executor.submit(_chunk, request, seed, index)))
            if len(ahead) >= 3 * max(workers, 2):
                start, future = ahead.popleft()
                yield from enumerate(future.result(), start=start)


def _executor(workers: int, scheduler: str | None) -> AbstractContextManager[Executor]:
    if scheduler is None:
        return ProcessPoolExecutor(workers)
    from distributed import Client

    client: Any = Client(scheduler)  # type: ignore[no-untyped-call]  # distributed has no types
    executor: AbstractContextManager[Executor] = client.get_executor(pure=False)
    return executor


def _chunk(request: Request, seed: int, first: int) -> list[Record | None]:
    return [attempt(request, seed, index) for index in range(first, first + _CHUNK)]


def attempt(request: Request, seed: int, index: int) -> Record | None:
    """Attempt number ``index``: a board, proved to have one answer by two engines, or None."""
    made = MAKERS[request.puzzle][1](request, Random(f"{seed}/{index}"))
    if made is None:
        return None
    try:
        graded = climb(made.board, max_branch_points=_SEARCH_POINTS)
    except SearchLimit:
        return None  # not graded, hence not counted by a second engine
    solutions = _solutions(graded)
    if made.checked:
        decision = decide(made.board)
        assert decision.verdict == "unique", "a maker let an ambiguous board through"
        assert decision.solutions[0].mask == made.solution, "SAT has another answer"
        assert solutions == 1, "the ladder's search disagrees with SAT"
    assert graded.finished_by is not None
    return Record(
        made.board,
        made.solution,
        seed,
        index,
        solutions,
        graded.finished_by,
        graded.branch_points,
        dict(made.figures),
    )


def _solutions(graded: Climb) -> int:
    if graded.search is not None:
        return graded.search.count
    return 0 if graded.rungs[-1].refuted else 1
