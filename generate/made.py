"""What a generator makes, and how it says that it cannot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzles import Board

__all__ = ["Impossible", "InvariantError", "Made", "Request", "Span"]


class Impossible(ValueError):
    """No board meets the request, whatever the seed; the message says why."""


class InvariantError(RuntimeError):
    """An invariant of a generator failed, or two engines disagree about a board: a bug of ours.

    It is raised, not asserted, so that no mode of Python lets the board out.
    """


@dataclass(frozen=True, slots=True)
class Span:
    """An inclusive range of a number that a request may fix: ``12-16``, ``14``.

    >>> Span.parse("12-16"), 14 in Span.parse("12-16")
    (Span(low=12, high=16), True)
    """

    low: int
    high: int

    @classmethod
    def parse(cls, text: str) -> Span:
        """From ``A-B`` or ``A``; ``ValueError`` otherwise."""
        found = re.fullmatch("([0-9]{1,9})(?:-([0-9]{1,9}))?", text)
        if found and int(found[1]) <= int(found[2] or found[1]):
            return cls(int(found[1]), int(found[2] or found[1]))
        raise ValueError(f"expected A-B with 0 <= A <= B, found {text!r}")

    def __contains__(self, value: int) -> bool:
        return self.low <= value <= self.high

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked for; options that a puzzle does not know must stay at their defaults.

    ``rung``: boards that need exactly this rung of the ladder.  Binairo: ``clues``, the number of
    givens; ``minimal``, the fewest givens of several orders of deletion; ``repeats``, equal lines are
    allowed; ``uniform``, full grids drawn uniformly.  Nondango: ``white``, so many white circles,
    placed without a check of uniqueness (the dial of claim D11); ``same_colour``, puzz.link's rule,
    which judges white circles too.  Numberlink: ``pairs``, their number; ``touch``, paths may touch
    themselves.
    """

    puzzle: str
    height: int
    width: int
    rung: str | None = None
    clues: Span | None = None
    minimal: bool = False
    repeats: bool = False
    uniform: bool = False
    white: Span | None = None
    same_colour: bool = False
    pairs: Span | None = None
    touch: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """A board, the solution it was made from, and the figures that the puzzle's claims speak of.

    ``checked``: has the generator established uniqueness (False only in Nondango's dial mode)?
    """

    board: Board
    solution: int
    figures: Mapping[str, int] = field(default_factory=dict)
    checked: bool = True
