"""The weighted count of a board: over its solutions, the sum of the product of the literals' weights."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module

from count.apart import run_apart
from count.limits import Limits, Stopped
from count.registry import ENGINES, SAMPLERS, chosen
from count.weights import Weights
from native.limits import Deadline
from puzzles.board import Board
from puzzles.rules import Unsupported
from puzzles.source import BoardLike, as_board

__all__ = ["Weighted", "weighted"]

_WITNESS_SECONDS = 10.0
"""A second opinion that nobody asked for must not keep anyone waiting longer."""


@dataclass(frozen=True, slots=True)
class Weighted:
    """The weighted count of a board by the engines that came to it; ``notes`` tell of the others."""

    board: Board
    values: Mapping[str, Fraction]
    seconds: Mapping[str, float]
    notes: tuple[str, ...] = ()

    @property
    def agree(self) -> bool:
        """Do all engines say the same?"""
        return len(set(self.values.values())) <= 1

    @property
    def value(self) -> Fraction | None:
        """The weighted count; None if no engine found it or two disagree."""
        return next(iter(self.values.values()), None) if self.agree else None

    def __str__(self) -> str:
        if not self.values:
            return "unknown"
        engines = (f"{name} ({self.seconds[name]:.2f} s)" for name in self.values)
        if self.agree:
            return f"weighted count {self.value}: {', '.join(engines)}"
        return "ENGINES DISAGREE: " + ", ".join(f"{name} {n}" for name, n in self.values.items())


def weighted(
    board: BoardLike,
    weights: Weights,
    by: str | Iterable[str] | None = None,
    *,
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Weighted:
    """The exact weighted count, by the engines of ``by``, some of :data:`~count.registry.SAMPLERS`.

    ``weights``: per board variable the weight of "false" and of "true", integers or fractions of any
    sign (:func:`count.weights.read_weights` reads them); 1 and 1 where there is none.
    ``timeout``: wall seconds for all engines together.  Where ``by`` is None, ``frontier`` counts,
    and ``bdd`` confirms it if that takes no more than ten seconds.  ValueError for other engines or
    variables, TypeError for a float.

    >>> from puzzles import Binairo
    >>> weighted(Binairo.blank(2, 2), {1: (Fraction(1, 3), Fraction(2))}).value
    Fraction(7, 3)
    """
    board = as_board(board)
    exact = _exact(weights, len(board.places()))
    names = SAMPLERS if by is None else chosen(by)
    if not set(names) <= set(SAMPLERS):
        raise ValueError(f"a weighted count goes by {' or '.join(SAMPLERS)}")
    values: dict[str, Fraction] = {}
    seconds: dict[str, float] = {}
    notes: list[str] = []
    deadline = Deadline(timeout)
    for i, name in enumerate(names):
        left = deadline.left()
        # The engines named have a part of the time each; by default the first has all of it.
        limits = Limits(seconds=left if left is None or by is None else left / (len(names) - i))
        if by is None and values:
            limits = replace(
                limits, seconds=min(limits.seconds or _WITNESS_SECONDS, _WITNESS_SECONDS)
            )
        if progress is not None:
            progress(name)
        try:
            task = (name, board, exact)
            if limits.seconds is None:
                values[name], seconds[name] = _summed(*task)
            else:
                values[name], seconds[name] = run_apart(_summed, task, limits)
        except (Stopped, Unsupported, MemoryError) as stop:
            notes.append(f"{name}: {stop or 'out of memory'}")
    return Weighted(board, values, seconds, tuple(notes))


def _exact(weights: Weights, variables: int) -> dict[int, tuple[Fraction, Fraction]]:
    found = {}
    for variable, (false, true) in weights.items():
        if not 1 <= variable <= variables:
            raise ValueError(f"expected a variable from 1 to {variables}, found {variable}")
        for weight in (false, true):
            if not isinstance(weight, int | Fraction):
                raise TypeError(f"expected an integer or a fraction as weight, found {weight!r}")
        found[variable] = Fraction(false), Fraction(true)
    return found


def _summed(name: str, board: Board, weights: Weights) -> tuple[Fraction, float]:
    engine = ENGINES[name]
    start = time.perf_counter()
    reason = engine.refuses(board)
    if reason is not None:
        raise Stopped(f"not tried: {reason}")
    value: Fraction = import_module(engine.module).weighted(board, weights)
    return value, time.perf_counter() - start
