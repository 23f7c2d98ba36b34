"""What another engine finds out beside the solver, while :func:`encode.decide` searches.

A board with one solution can keep a solver busy long after it has found that solution, where an
exact count shows in seconds that there is no other.  This package counts nothing: whoever calls
:func:`encode.decide` may hand over a *helper*, which starts such an engine for a board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from encode.search import Deadline
from puzzles.board import Board

__all__ = ["Beside", "Helper", "Known", "Settled", "Watch"]

PATIENCE = 1.0
"""Seconds that the solver has for itself: most boards take less, and then nothing is started."""


@dataclass(frozen=True, slots=True)
class Known:
    """The exact number of solutions, and some of them (masks) if the engine has any."""

    number: int
    masks: tuple[int, ...] = ()


class Beside(Protocol):
    """An engine at work on a board."""

    def known(self) -> Known | None:
        """What is known by now; comes back at once."""

    def close(self) -> None:
        """End the work."""


Helper: TypeAlias = Callable[[Board], Beside | None]
"""Starts an engine for a board; None if none fits it."""


class Settled(Exception):
    """The engine beside the solver has told what decides the board."""


class Watch(Deadline):
    """A deadline that also looks at the engine beside the solver, each time that it is checked.

    ``found``: the solutions that the solver has found so far, which grows; what the engine knows of
    further ones is added.  :class:`Settled` as soon as they and the number decide.
    """

    def __init__(
        self, seconds: float | None, board: Board, helper: Helper | None, found: list[int]
    ) -> None:
        super().__init__(seconds)
        self.known: Known | None = None
        self._board = board
        self._helper = helper
        self._found = found
        self._beside: Beside | None = None

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        if self._beside is not None:
            self._beside.close()

    def check(self) -> None:
        """Raise :class:`Settled`, or TimeLimit when the limit is reached."""
        if self._helper is not None and self.elapsed() >= PATIENCE:
            self._beside, self._helper = self._helper(self._board), None
        if self._beside is not None and (known := self._beside.known()) is not None:
            self.take(known)
            if len(self._found) >= min(known.number, 2):
                raise Settled
        super().check()

    def take(self, known: Known) -> None:
        """Note what is known; RuntimeError where it contradicts the rules or the solver."""
        self.known = known
        for mask in known.masks:
            if broken := self._board.violations(mask):
                raise RuntimeError(f"the engine beside the solver is wrong: {broken[0]}")
            if mask not in self._found and len(self._found) < 2:
                self._found.append(mask)
        if len(self._found) > known.number:
            raise RuntimeError(
                f"the engine beside the solver is wrong: it counts {known.number} solutions, and "
                f"{len(self._found)} are known"
            )
