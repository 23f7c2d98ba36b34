"""The frontier method: exact counts, uniform random solutions and marginals of any board.

Variables (or cells) are read in order and only what the boundary must remember is kept.  The board
is cut into components first; each becomes a machine (:mod:`count.frontier.build`), and
:mod:`count.frontier.machine` evaluates it.  Counts are Python ints of any size.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

from count.frontier import build, halves, size
from count.frontier import machine as evaluation
from count.frontier.automaton import Unsatisfiable
from count.frontier.components import Component, Division, divide
from count.frontier.machine import FrontierMachine, Weights
from count.frontier.mate import Plugs
from count.frontier.sets import count_sets
from count.frontier.solutions import Joined, Layered, Solutions, Weighable
from count.limits import Limits, NoSolutions, Stopped
from puzzles.board import Board
from puzzles.rules import Place

__all__ = ["count", "marginals", "refuses", "sample", "weighted"]


def count(
    board: Board,
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
) -> int:
    """The exact number of solutions; Stopped where memory would not hold the states.

    ``limits``: the memory that layers may take, and a folder for checkpoints and larger layers; no
    other limit is watched.  ``progress`` is told how far a long count is.

    >>> from puzzles import Binairo
    >>> count(Binairo.blank(4, 4)), count(Binairo.blank(4, 4).dropping("distinct"))
    (72, 90)
    """
    division = divide(board)
    if division is None:
        return 0
    total = 1 << len(division.free)
    for component in division.components:
        try:
            total *= _count(component, division.places, limits, progress)
        except Unsatisfiable:
            return 0
        if not total:
            return 0
    return total


def _count(
    component: Component,
    places: Sequence[Place],
    limits: Limits | None,
    progress: Callable[[str], None] | None,
) -> int:
    candidates = list(build.machines(component, places))
    first = candidates[0]
    if not (isinstance(first, Plugs) and size.estimate(first) > _LARGE):
        try:
            return evaluation.count(first, _budget())
        except evaluation.OverBudget:
            pass
    whole = halves.lines(component, places)
    if whole is not None and halves.estimate_lines(whole) <= _MOST_HALVES:
        counted = count_sets(whole)
        if counted is None:
            counted = halves.count_lines(whole)
        if counted is not None:
            return counted
    from count.frontier.compiled.programs import count_programs, programs

    compiled = programs(candidates)
    if compiled:
        plugs = [machine for machine in candidates if isinstance(machine, Plugs)]
        told = len(plugs) == len(candidates) == len(compiled) > 1
        expected = [size.expected(machine) for machine in plugs] if told else None
        return count_programs(compiled, limits, progress, expected)
    return _interpreted(candidates)


def _budget() -> int:
    """States that a machine may meet before machine code takes over.

    Loading numba takes longer than a small count, and so does loading the code: no small count pays
    for either.
    """
    if "count.frontier.compiled.programs" in sys.modules:
        return _READY
    return _LOADED if "numba" in sys.modules else _SMALL


def _interpreted(candidates: Sequence[FrontierMachine[Any]]) -> int:
    """The count by machines that are not compiled: by the one that comes furthest."""
    furthest = -1
    for candidate in candidates:
        try:
            return evaluation.count(candidate, _SMALL)
        except evaluation.OverBudget as over:
            if over.level > furthest:
                furthest, job = over.level, candidate
    try:
        return evaluation.count(job, widest=_WIDEST)
    except evaluation.OverBudget as over:
        raise Stopped(f"more than {_WIDEST:,} states in one layer") from over


def sample(board: Board, n: int, rng: Random) -> list[int]:
    """``n`` solutions, each drawn uniformly and independently; NoSolutions if there is none."""
    division, solutions = _solutions(board, _solution)
    drawn = [0] * n
    for solution in solutions:
        for i, mask in enumerate(solution.sample(n, rng)):
            drawn[i] |= mask
    for i in range(n):
        for v in division.free:
            drawn[i] |= rng.getrandbits(1) << v - 1
        for v, bit in division.fixed.items():
            drawn[i] |= bit << v - 1
    return drawn


def marginals(board: Board) -> tuple[Fraction, ...]:
    """Per board variable the share of solutions in which it is true; NoSolutions if there is none."""
    division, solutions = _solutions(board, _solution)
    shares = [Fraction(0)] * len(division.places)
    for v in division.free:
        shares[v - 1] = Fraction(1, 2)
    for v, bit in division.fixed.items():
        shares[v - 1] = Fraction(bit)
    for solution in solutions:
        for v, share in solution.marginals().items():
            shares[v - 1] = share
    return tuple(shares)


def weighted(board: Board, weights: Weights) -> Fraction:
    """The sum over the solutions of the product of their literals' weights.

    ``weights``: per variable that of "false" and of "true"; 1 and 1 where there is none.
    """
    try:
        division, solutions = _solutions(board, _weighable)
    except NoSolutions:
        return Fraction(0)
    total = Fraction(1)
    for v in division.free:
        total *= evaluation.weight_of((v,), 0, weights) + evaluation.weight_of((v,), -1, weights)
    for v, bit in division.fixed.items():
        total *= evaluation.weight_of((v,), -bit, weights)
    for solution in solutions:
        total *= solution.weighted(weights)
    return total


@lru_cache(maxsize=256)
def refuses(board: Board) -> str | None:
    """Why the board is too large to be tried, or None: an estimate of the states that it takes.

    Blank and nearly blank Binairo boards are judged by the size of the halves that they are joined
    from.  What is let through may still stop at the limit on one layer.
    """
    division = divide(board)
    if division is None:
        return None
    for component in division.components:
        whole = halves.lines(component, division.places)
        if whole is not None and halves.estimate_lines(whole) <= _MOST_HALVES:
            continue
        try:
            job = build.machine(component, division.places)
        except Unsatisfiable:
            return None
        if isinstance(job, Plugs):
            plugs = size.estimate(job)
            if job.width > _NARROW and plugs > _MOST_PLUGS:
                return f"about {plugs:.0e} states to meet, by an estimate"
            continue
        states = evaluation.estimate(job, _MOST_STATES)
        if states > _MOST_STATES:
            return f"more than {_MOST_STATES:.0e} states to meet, by an estimate"
    return None


_Found = TypeVar("_Found", bound=Solutions)


def _solutions(
    board: Board, of: Callable[[Component, Sequence[Place]], _Found]
) -> tuple[Division, list[_Found]]:
    division = divide(board)
    solutions = []
    if division is not None:
        try:
            for component in division.components:
                solutions.append(of(component, division.places))
        except Unsatisfiable:
            division = None
    if division is None or not all(solution.any() for solution in solutions):
        raise NoSolutions("the board has no solution")
    return division, solutions


def _solution(component: Component, places: Sequence[Place]) -> Solutions:
    """The solutions of a component: where lines must differ, joined from halves if they are many.

    By which way does not depend on what is loaded, so that a seed says what is drawn.
    """
    whole = halves.lines(component, places)
    if whole is not None and whole.distinct_rows and halves.estimate_lines(whole) <= _MOST_HALVES:
        try:
            return Layered(build.machine(component, places), _KEPT)
        except evaluation.OverBudget:
            return Joined(whole)
    return _weighable(component, places)


def _weighable(component: Component, places: Sequence[Place]) -> Weighable:
    """The solutions of a component by all layers of a machine."""
    candidates = list(build.machines(component, places))
    try:
        return Layered(candidates[0], _KEPT)
    except evaluation.OverBudget:
        pass
    from count.frontier.compiled.trace import traced

    trace = traced(candidates)
    if trace is not None:
        return trace
    try:
        return Layered(candidates[0], _MOST_KEPT)
    except evaluation.OverBudget as over:
        raise Stopped(f"more than {_MOST_KEPT:,} states to keep") from over


_SMALL = 80_000
"""States that a machine may meet before it is compiled, or whole lines are joined from halves."""
_LOADED = 20_000
"""The same where numba is loaded already."""
_READY = 1_000
"""The same where machine code has counted before in this process."""
_WIDEST = 8_000_000
"""States in one layer: about 2 GB."""
_KEPT = 50_000
"""States that are kept in Python before machine code traces the machine."""
_MOST_KEPT = 8_000_000
"""States in all layers together, where Python keeps them."""
_MOST_STATES = 10**17
"""States a run may be thought to meet.  The estimate errs upwards, by more the longer the run (see
``machine.estimate``): an 11x11 board full of circles is put at 10^16 and takes half a minute.
What is let through wrongly stops at ``_WIDEST``."""
_NARROW = 12
"""Numberlink of this width is counted whatever its labels."""
_MOST_PLUGS = 10**10
"""States that a Numberlink board may be thought to meet: about an hour.  Ten times fewer or more may
come."""
_LARGE = 10**6
"""A board thought to meet so many goes to machine code at once."""
_MOST_HALVES = 3 * 10**7
"""Halves of a grid of lines, before equal ones are merged."""
