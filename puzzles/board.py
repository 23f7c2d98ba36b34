"""What all puzzle classes share: the abstract board and a solution to it.

A board is frozen data: the printed puzzle, the ``variants`` words that change a rule's meaning, and
the names of rules dropped (``without``).  Everything that an engine needs follows from it:
``places`` (what variable v stands for is ``places[v - 1]``) and ``constraints`` (the vocabulary of
:mod:`puzzles.rules`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from puzzles.drawing import Drawing
from puzzles.errors import BoardError, Violation
from puzzles.rules import Named, Place, name_of
from puzzles.svg import render_svg
from puzzles.unicode_art import render_text

__all__ = ["Board", "Solution", "name_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(ABC):
    """A puzzle with its rules.  Subclasses are the puzzle classes, one each."""

    kind: ClassVar[str]
    RULES: ClassVar[tuple[str, ...]]
    """The names of the printed rules; ``givens`` too where the puzzle prints values."""
    VARIANTS: ClassVar[tuple[str, ...]]
    """The words that choose another form of a rule."""

    VALUES: ClassVar[tuple[str, str]] = ("off", "on")
    """What the values false and true of a variable are called."""

    variants: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        # Lists of words are taken for sets; a lone string would be a set of letters.
        for name in ("variants", "without"):
            words = getattr(self, name)
            if isinstance(words, str):
                raise BoardError(f"expected a set of words for {name}, found {words!r}")
            object.__setattr__(self, name, frozenset(words))
        for word in sorted(self.variants):
            if word not in self.VARIANTS:
                raise BoardError(f"{self.kind} has no variant {word!r}: {_listed(self.VARIANTS)}")
        for name in sorted(self.without):
            if name not in self.rule_names():
                raise BoardError(f"{self.kind} has no rule {name!r}: {_listed(self.rule_names())}")
        self.check()

    @property
    @abstractmethod
    def height(self) -> int: ...

    @property
    @abstractmethod
    def width(self) -> int: ...

    @abstractmethod
    def check(self) -> None:
        """Raise :class:`BoardError` unless the board has the form of its puzzle."""

    @abstractmethod
    def places(self) -> tuple[Place, ...]:
        """What the board variables 1, 2, ... stand for, in order."""

    @abstractmethod
    def constraints(self) -> tuple[Named, ...]:
        """The rules in force, in the shared vocabulary."""

    @abstractmethod
    def violations(self, solution: int) -> tuple[Violation, ...]:
        """Every rule in force that the assignment breaks, judged apart from ``constraints``."""

    @abstractmethod
    def impossible(self) -> str | None:
        """Why a well-formed board plainly has no solution (a region of one cell), or None.

        Only reasons that can be seen without search; None promises nothing.
        """

    @abstractmethod
    def text(self) -> str:
        """The board in our own text form."""

    @abstractmethod
    def rows(self, solution: int) -> tuple[str, ...]:
        """An assignment as one string of blank-separated tokens per row of the board."""

    @abstractmethod
    def from_rows(self, rows: Sequence[str]) -> int:
        """The assignment that ``rows`` prints; :class:`BoardError` if it prints none."""

    @abstractmethod
    def drawing(self, solution: int | None = None) -> Drawing:
        """What to draw: the printed board, and a solution on it."""

    def position_drawing(self, on: int, off: int) -> Drawing:
        """What to draw of a partial solution: the masks of variables known to be on, and off.

        A puzzle class that writes values in the cells draws them itself: a cell without a value is open,
        and not one that is off.
        """
        crosses = frozenset(place for i, place in enumerate(self.places()) if off >> i & 1)
        return replace(self.drawing(on), crosses=crosses, title=f"{self.title()}, half done")

    def rules(self) -> tuple[str, ...]:
        """The names of the rules in force, a variant's word behind the rule that it changes."""
        return tuple(name for name in self.rule_names() if name not in self.without)

    def rule_names(self) -> tuple[str, ...]:
        """The names of all rules, dropped or not."""
        return self.RULES

    def value(self, variable: int, on: bool) -> str:
        """What the value of a variable is called in the puzzle's terms."""
        return self.VALUES[on]

    def in_force(self, rule: str) -> bool:
        """Is this rule not dropped?"""
        return rule not in self.without

    def dropping(self, *names: str) -> Self:
        """The same board without these rules.

        >>> from puzzles import Binairo
        >>> Binairo.blank(4, 4).dropping("distinct").rules()
        ('givens', 'runs', 'balance')
        """
        return replace(self, without=self.without | frozenset(names))

    def variant(self, *words: str) -> Self:
        """The same board under these variant words besides those it has."""
        return replace(self, variants=self.variants | frozenset(words))

    def label(self, variable: int) -> str:
        """A variable's name in comments and reports: ``r0c1``, or ``r0c1-r0c2`` for an edge.

        Raises :class:`IndexError` for a number that is not a board variable.
        """
        if variable < 1:
            raise IndexError(f"board variables count from 1, found {variable}")
        return name_of(self.places()[variable - 1])

    def differ(self, first: int, second: int) -> tuple[Place, ...]:
        """The places at which two assignments differ."""
        change = first ^ second
        return tuple(place for i, place in enumerate(self.places()) if change >> i & 1)

    def solution(self, mask: int) -> Solution:
        """An assignment as an object that prints and draws itself."""
        return Solution(self, mask)

    def title(self, solution: int | None = None) -> str:
        """What a picture of the board, or of a solution to it, is called."""
        words = ", ".join(w for w in self.VARIANTS if w in self.variants)
        solved = "" if solution is None else ", solved"
        return f"{self.height}x{self.width} {self.kind}{' ' * bool(words)}{words}{solved}"

    def head(self) -> str:
        """The first line of the text form: the kind and the variant words."""
        return " ".join((self.kind, *(w for w in self.VARIANTS if w in self.variants)))

    def __str__(self) -> str:
        return render_text(self.drawing())

    def _repr_svg_(self) -> str:
        return render_svg(self.drawing())


@dataclass(frozen=True, slots=True)
class Solution:
    """An assignment to a board's variables (bit v - 1 of ``mask`` is variable v)."""

    board: Board
    mask: int

    def rows(self) -> tuple[str, ...]:
        return self.board.rows(self.mask)

    def on(self) -> tuple[Place, ...]:
        """The places whose variable is true."""
        return tuple(p for i, p in enumerate(self.board.places()) if self.mask >> i & 1)

    def __str__(self) -> str:
        return render_text(self.board.drawing(self.mask))

    def __repr__(self) -> str:
        return f"Solution of a {self.board.height}x{self.board.width} {self.board.kind}:\n{self}"

    def _repr_svg_(self) -> str:
        return render_svg(self.board.drawing(self.mask))


def _listed(words: Iterable[str]) -> str:
    return "it has " + (", ".join(words) or "none")
