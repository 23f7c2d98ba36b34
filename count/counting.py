"""Count, sample and take shares of a board's solutions: the package's main functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any, TypeVar

from count.apart import run_apart
from count.limits import Limits, Stopped
from count.registry import ENGINES, SAMPLERS, CountingEngine, chosen
from count.results import Count, EngineCount, Marginals
from native.limits import Deadline
from puzzles.board import Board, Solution
from puzzles.rules import Unsupported
from puzzles.source import BoardLike, as_board

__all__ = ["count", "marginals", "sample"]

_PRIMARY = ("frontier", "bdd", "sat")
"""The fastest first."""
_WITNESSES = ("brute-lifted", "brute", "sat", "bdd", "frontier", "tididi")
_FEW = 200
"""Listing, ``sat``, is a witness for so few solutions; for more, a diagram is quicker."""
_GUARDED = ("brute-lifted", "brute")
"""These refuse what takes much more than a second, so they need no process of their own."""
_ALL_SECONDS = 60.0
"""Each engine's limit under "all": some of them bear no relation to the board's difficulty."""
_WITNESS_SECONDS = 10.0
"""A second opinion that nobody asked for must not keep anyone waiting longer."""


def count(
    board: BoardLike,
    by: str | Iterable[str] | None = None,
    *,
    timeout: float | None = None,
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
    witness: str = "auto",
    found: Callable[[Count], None] | None = None,
) -> Count:
    """The number of solutions, by the engines of ``by``: names, or ``"all"`` for those that fit.

    None: the fastest exact engine, and an independent one where that takes no more than
    10 seconds.  ``timeout``: wall seconds for all engines together (short for
    ``limits``), of which each has its part; under "all" each has 60 if nothing is said.  An engine
    that refuses a board for its size is passed over, but tried when it is named and a time limit set,
    or ``limits`` have a checkpoint for it.
    ``progress`` is told the name of each engine that sets out, and in a long count by ``frontier``
    without a time limit how far it is.

    Where ``by`` is None, ``found`` is given the count as soon as the first engine has it, and
    ``witness`` chooses the second: "auto", "none", or the name of an engine, which then has as long
    as the first.  ValueError for a name that no engine has.

    >>> from puzzles import Binairo
    >>> count(Binairo.blank(4, 4)).value
    72
    """
    limits = limits or Limits()
    if timeout is not None:
        limits = replace(limits, seconds=timeout)
    run = _Run(as_board(board), limits, progress or (lambda name: None))
    if by is None:
        run.default(witness, found or (lambda count: None))
    else:
        names = chosen(by)
        if by == "all" and limits.seconds is None:
            run.limits = replace(limits, seconds=_ALL_SECONDS)
        for i, name in enumerate(names):
            engine = ENGINES[name]
            kept = engine.resumable and limits.checkpoint is not None
            forced = by != "all" and (limits.seconds is not None or kept)
            run.attempt(engine, forced=forced, share=len(names) - i)
    return run.result()


class _Run:
    """The results of the engines on one board as they come in."""

    def __init__(self, board: Board, limits: Limits, progress: Callable[[str], None]) -> None:
        self.board = board
        self.progress = progress
        self.limits = limits
        self.deadline = Deadline(limits.seconds)
        self.tallies: dict[str, EngineCount] = {}
        self.seconds: dict[str, float] = {}
        self.notes: list[str] = []

    def default(self, witness: str, found: Callable[[Count], None]) -> None:
        if witness not in ("auto", "none"):
            chosen(witness)
        primary = [name for name in _PRIMARY if name != witness]
        first = next((name for name in primary if self.attempt(ENGINES[name])), None)
        if first is None:
            return
        found(self.result())
        failed = primary[: primary.index(first)]
        if witness == "none":
            return
        if witness != "auto":
            self.attempt(ENGINES[witness], forced=self.limits.seconds is not None)
            return
        few = self.tallies[first].models <= _FEW
        quick = min(self.limits.seconds or _WITNESS_SECONDS, _WITNESS_SECONDS)
        for name in _WITNESSES:
            if name == first or name in failed or (name == "sat" and not few):
                continue
            limits = self.limits if name in _GUARDED else replace(self.limits, seconds=quick)
            if self.attempt(ENGINES[name], limits, asked=False):
                return
        self.notes.append(f"no second engine: {first} alone")

    def attempt(
        self,
        engine: CountingEngine,
        limits: Limits | None = None,
        *,
        forced: bool = False,
        asked: bool = True,
        share: int = 1,
    ) -> bool:
        """Run one engine; did it find the count?  What stopped it is noted; that it was not tried,
        only if it was ``asked`` for.  It has one part of ``share`` of the time that is left."""
        limits = limits or self.limits
        if (left := self.deadline.left()) is not None:
            if not left:
                self.notes.append(f"{engine.name}: not tried: no time is left")
                return False
            part = left / share
            limits = replace(limits, seconds=min(part, limits.seconds or part))
        self.progress(engine.name)
        outcome: tuple[EngineCount, float] | str
        try:
            if (reason := engine.missing()) is not None:
                outcome = reason
            elif engine.apart or limits.seconds is not None:
                outcome = run_apart(_tried, (engine, self.board, limits, forced), limits)
            else:

                def tell(state: str) -> None:
                    self.progress(f"{engine.name}: {state}")

                outcome = _tried(engine, self.board, limits, forced, tell)
        except (Stopped, Unsupported, MemoryError) as stop:
            self.notes.append(f"{engine.name}: {stop or 'out of memory'}")
            return False
        if isinstance(outcome, str):
            if asked:
                self.notes.append(f"{engine.name}: not tried: {outcome}")
            return False
        tally, seconds = outcome
        self.tallies[engine.name] = tally
        self.seconds[engine.name] = seconds
        self.notes += tally.notes
        return not tally.at_least

    def result(self) -> Count:
        return Count(
            self.board,
            counts={name: tally.models for name, tally in self.tallies.items()},
            seconds=self.seconds,
            at_least=frozenset(name for name, t in self.tallies.items() if t.at_least),
            probable=frozenset(name for name in self.tallies if ENGINES[name].probable),
            notes=tuple(self.notes),
        )


def _tried(
    engine: CountingEngine,
    board: Board,
    limits: Limits,
    forced: bool,
    progress: Callable[[str], None] | None = None,
) -> tuple[EngineCount, float] | str:
    """What the engine found, or why it refuses the board (``forced``: then it is not asked).  Both
    under one limit: on a large board the estimate takes its time too."""
    reason = None if forced else engine.refuses(board)
    return engine.run(board, limits, progress) if reason is None else reason


def sample(
    board: BoardLike, n: int, seed: int, *, by: str | None = None, timeout: float | None = None
) -> list[Solution]:
    """``n`` solutions, each drawn uniformly and independently: the same for the same seed.

    By the engine ``by``, one of :data:`~count.registry.SAMPLERS`, else by the first that fits the
    board; ``timeout`` in wall seconds.  :class:`~count.limits.NoSolutions` if there is none to
    draw, :class:`~count.limits.Stopped` at a limit.
    """
    if n < 0:
        raise ValueError(f"expected a number of solutions from 0 on, found {n}")
    board = as_board(board)
    masks = _within(timeout, _draw, (by, board, n, seed))
    return [board.solution(mask) for mask in masks]


def marginals(
    board: BoardLike, *, by: str | None = None, timeout: float | None = None
) -> Marginals:
    """The exact share of the solutions in which each place is on; exceptions as in :func:`sample`.

    >>> from puzzles import Binairo
    >>> sorted(set(marginals(Binairo.blank(2, 2)).values()))
    [Fraction(1, 2)]
    """
    board = as_board(board)
    return Marginals(board, *_within(timeout, _shares, (by, board)))


def _sampler(board: Board, by: str | None) -> str:
    if by is not None:
        if by not in SAMPLERS:
            raise ValueError(f"{by} does not sample: {' and '.join(SAMPLERS)} do")
        return by
    reasons = []
    for name in SAMPLERS:
        reason = ENGINES[name].refuses(board)
        if reason is None:
            return name
        reasons.append(f"{name}: {reason}")
    raise Stopped("; ".join(reasons))


def _draw(by: str | None, board: Board, n: int, seed: int) -> list[int]:
    name = _sampler(board, by)
    masks: list[int] = import_module(ENGINES[name].module).sample(board, n, Random(seed))
    return masks


def _shares(by: str | None, board: Board) -> tuple[str, tuple[Fraction, ...]]:
    name = _sampler(board, by)
    shares: tuple[Fraction, ...] = import_module(ENGINES[name].module).marginals(board)
    return name, shares


_Result = TypeVar("_Result")


def _within(
    timeout: float | None, task: Callable[..., _Result], arguments: tuple[Any, ...]
) -> _Result:
    """What the task returns, in a process of its own where a time limit must hold."""
    limits = Limits(seconds=timeout)
    return task(*arguments) if limits.seconds is None else run_apart(task, arguments, limits)
