"""What a generator makes, and how it says that it cannot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzles import Board

__all__ = ["Impossible", "InvariantError", "Made", "Option", "Request", "Span"]


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


@dataclass(frozen=True, slots=True)
class Option:
    """What a generator may be asked for: a flag, (``span``) a range of some number, or one of
    ``choices``.

    ``name`` as in Python, ``same_colour``; ``both``: the flag may be denied by ``--no-NAME`` too.
    """

    name: str
    help: str
    span: bool = False
    both: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, init=False)
class Request:
    """What is asked for; ``rung``: boards that need exactly this rung of the ladder.

    ``options``: those that the puzzle's generator lists, by name; left out are flags that are not set
    and ranges not asked for.  Whether the generator has them is checked by :func:`generate.bank.check`.
    """

    puzzle: str
    height: int
    width: int
    rung: str | None
    options: tuple[tuple[str, Span | bool | str], ...]

    def __init__(
        self,
        *,
        puzzle: str,
        height: int,
        width: int,
        rung: str | None = None,
        **options: Span | bool | str | None,
    ) -> None:
        asked = sorted((k, v) for k, v in options.items() if v is not None and v is not False)
        for name, value in (
            ("puzzle", puzzle),
            ("height", height),
            ("width", width),
            ("rung", rung),
            ("options", tuple(asked)),
        ):
            object.__setattr__(self, name, value)

    def span(self, name: str) -> Span | None:
        """The range asked for, or None."""
        value = dict(self.options).get(name)
        return value if isinstance(value, Span) else None

    def choice(self, name: str) -> str | None:
        """The word chosen, or None."""
        value = dict(self.options).get(name)
        return value if isinstance(value, str) else None

    def flag(self, name: str) -> bool:
        """Is the flag set?"""
        return bool(dict(self.options).get(name, False))


@dataclass(frozen=True, slots=True)
class Made:
    """A board, the solution it was made from, and the figures that the puzzle's claims speak of.

    ``checked``: has the generator established uniqueness (False only in Nondango's dial mode)?
    """

    board: Board
    solution: int
    figures: Mapping[str, int] = field(default_factory=dict)
    checked: bool = True
