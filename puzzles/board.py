"""What all puzzle classes share: the abstract board and a solution to it.

A board is frozen data: the printed puzzle, the ``variants`` words that change a rule's meaning, and
the names of rules dropped (``without``).  Everything that an engine needs follows from it:
``places`` (what variable v stands for is ``places[v - 1]``) and ``constraints`` (the vocabulary of
:mod:`puzzles.rules`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from native.words import alike, meant, quoted, shown
from puzzles.drawing import Drawing
from puzzles.errors import BoardError, Violation
from puzzles.formats.address import Address
from puzzles.formats.pzpr_file import PzprFile
from puzzles.formats.text import Rows, Text
from puzzles.logic import Fired, RungSpec
from puzzles.rules import Cell, Named, Place, name_of
from puzzles.svg import render_svg
from puzzles.unicode_art import render_text
from puzzles.variants import number_in, ordered, spelled, unknown

__all__ = ["Board", "Solution", "name_of", "shortened"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(ABC):
    """A puzzle with its rules.  Subclasses are the puzzle classes, one each."""

    kind: ClassVar[str]
    RULES: ClassVar[tuple[str, ...]]
    """The names of the printed rules; ``givens`` too where the puzzle prints values."""
    VARIANTS: ClassVar[tuple[str, ...]] = ()
    """The words that choose another form of a rule; ``stars N`` stands for a word with a number."""
    DROPS: ClassVar[Mapping[str, str]] = {}
    """Variant words that drop a rule, and the rule: two spellings of one board."""
    ADDS: ClassVar[Mapping[str, str]] = {}
    """Variant words that bring a rule into force, and the rule."""
    ELSEWHERE: ClassVar[frozenset[str]] = frozenset()
    """The variants of every board that does not come from our own text form."""

    VALUES: ClassVar[tuple[str, str]] = ("off", "on")
    """What the values false and true of a variable are called."""
    PLURALS: ClassVar[tuple[str, str] | None] = None
    """What several variables with these values are called, if not the same."""
    NOUNS: ClassVar[Mapping[str, str]] = {}
    """What a rule's table is about (a region, a cell), if not what the rule is called."""
    STATEMENTS: ClassVar[Mapping[str, str]] = {}
    """Each rule in one line; see :meth:`statement`."""
    BLANK_IS_OFF: ClassVar[bool] = True
    """Is the puzzle solved on paper by marking what is on, and leaving the rest blank?"""

    RUNGS: ClassVar[tuple[str, ...]] = ("project", "whole")
    """The names of the rungs of the puzzle's ladder, weakest first; see :meth:`rungs`."""

    ALIASES: ClassVar[tuple[str, ...]] = ()
    """Other names that people know the puzzle by, besides those of the sites below."""
    URL_NAMES: ClassVar[Mapping[str, str]] = {}
    """The puzzle's names on puzz.link, each with the flags, one letter each, that may follow it."""
    PZPR_NAMES: ClassVar[tuple[str, ...]] = ()
    """The puzzle's names in pzpr files."""
    KANPEN: ClassVar[Mapping[str, str]] = {}
    """The puzzle's names on Kanpen, and the name in pzpr files that has the same body."""

    variants: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()

    def __init_subclass__(cls) -> None:
        """Raise :class:`BoardError` where a class declares something of another form.

        A comma forgotten in ``("row")`` would make a text of it, and its rules would be lost.
        """
        for name in ("RULES", "VARIANTS"):
            words = getattr(cls, name, ())
            if not (isinstance(words, tuple) and all(isinstance(w, str) and w for w in words)):
                raise BoardError(_declared(cls, name, 'a tuple of words, as ("row",)', words))
        for name in ("VALUES", "TOKENS"):
            pair = getattr(cls, name, ("off", "on"))
            is_pair = isinstance(pair, tuple) and len(pair) == 2
            if not (is_pair and all(isinstance(w, str) and w for w in pair)):
                raise BoardError(_declared(cls, name, "a pair of words, (off, on)", pair))

    def __post_init__(self) -> None:
        # Lists of words are taken for sets; a lone string would be a set of letters.
        for name in ("variants", "without"):
            words = getattr(self, name)
            if isinstance(words, str):
                raise BoardError(f"expected a set of words for {name}, found {words!r}")
            object.__setattr__(self, name, frozenset(words))
        variants = (spelled(word, self.VARIANTS) for word in self.variants)
        object.__setattr__(self, "variants", frozenset(variants))
        without = (alike(name, self.rule_names()) or name for name in self.without)
        object.__setattr__(self, "without", frozenset(without))
        if wrong := unknown(self.variants, self.VARIANTS):
            raise BoardError(f"{self.kind} has {wrong}")
        for name in sorted(self.without):
            if name not in self.rule_names():
                hint = f"{_listed(self.rule_names())}{meant(name, self.rule_names())}"
                raise BoardError(f"{self.kind} has no rule {quoted(name)}: {hint}")
        self.form()
        self.check()
        for word, rule in self.DROPS.items():
            if (word in self.variants) != (rule in self.without):
                # One meaning, one form: the two spellings of the same variant compare equal.
                object.__setattr__(self, "variants", self.variants | {word})
                object.__setattr__(self, "without", self.without | {rule})

    @property
    @abstractmethod
    def height(self) -> int:
        """Rows of cells."""

    @property
    @abstractmethod
    def width(self) -> int:
        """Columns of cells."""

    def sides(self) -> tuple[int, int]:
        """Rows and columns as printed; ``height`` and ``width`` are those of the cells of variables."""
        return self.height, self.width

    def form(self) -> None:  # noqa: B027 - nothing is printed unless a class says so
        """Raise :class:`BoardError` unless what is printed has the form of such grids."""

    def check(self) -> None:  # noqa: B027 - most classes have nothing to add to the form
        """Raise :class:`BoardError` unless the board, whose grids are in form, is one of its puzzle."""

    @abstractmethod
    def places(self) -> tuple[Place, ...]:
        """What the board variables 1, 2, ... stand for, in order."""

    @abstractmethod
    def constraints(self) -> tuple[Named, ...]:
        """The rules in force, in the shared vocabulary."""

    def violations(self, solution: int) -> tuple[Violation, ...]:
        """Every rule in force that the assignment breaks; none: it is a solution.

        Trusts: nothing but the printed board; ``constraints`` and the engines are not used.
        Does not trust: the mask.  :class:`ValueError` for a negative one and for bits beyond the
        board's variables, which would be an assignment that no rule sees.
        """
        variables = len(self.places())
        if not 0 <= solution < 1 << variables:
            raise ValueError(
                f"expected an assignment to {variables} variables, found {solution:#x}"
            )
        named, rules = self.broken(solution), self.rules()
        if not (isinstance(named, list) and all(isinstance(found, Violation) for found in named)):
            raise BoardError(
                f"broken of {type(self).__name__}: expected a list of Violation, found "
                f"{shortened(named)}"
            )
        for found in named:
            if found.rule not in rules and found.rule not in self.rule_names():
                raise BoardError(
                    f"broken of {type(self).__name__} speaks of a rule {found.rule!r} that RULES lacks"
                )
        return tuple(found for found in named if found.rule in rules)

    @abstractmethod
    def broken(self, solution: int) -> list[Violation]:
        """Every printed rule that an assignment breaks, those dropped included."""

    def impossible(self) -> str | None:
        """Why a well-formed board plainly has no solution (a region of one cell), or None.

        Only reasons that can be seen without search; None promises nothing.
        """
        return None

    @abstractmethod
    def text(self) -> str:
        """The board in our own text form."""

    @classmethod
    def from_text(
        cls, text: Text, blocks: Sequence[Rows], words: Iterable[str], start: int
    ) -> Self:
        """The board of the blocks of tokens behind a head with these variant words.

        ``start``: the offset behind the head.  Raises :class:`puzzles.errors.FormatError` at the token
        that is wrong.
        """
        raise text.fault(start, f"{cls.kind} has no text form that is read")

    def image(self, source: Callable[[Cell], Cell]) -> Board:
        """The board whose printed cell x shows what this one shows at ``source(x)``.

        For canonical forms: names that mean nothing may be made anew.  Raises :class:`TypeError` where
        the class knows no symmetries.
        """
        raise TypeError(f"no symmetries are known for {type(self).__name__}")

    @classmethod
    def from_url(cls, url: Address) -> Self:
        """The board of a URL with one of :attr:`URL_NAMES`."""
        raise url.text.fault(0, f"no URL of {cls.kind} is read")

    def to_url(self) -> tuple[str, str]:
        """Name (with its flag, ``arukone/e``) and body of the board's canonical puzz.link URL.

        Raises :class:`BoardError` where puzz.link has no such board.
        """
        raise BoardError(f"puzz.link has no {self.kind}")

    @classmethod
    def from_pzpr(cls, file: PzprFile) -> Self:
        """The board of a pzpr file with one of :attr:`PZPR_NAMES`, read up to its lines of solutions."""
        raise file.text.fault(0, f"no pzpr file of {cls.kind} is read")

    def to_pzpr(self) -> tuple[str, list[str]]:
        """Name and lines, behind the size, of the board's pzpr file without a solution."""
        raise BoardError(f"pzpr has no {self.kind}")

    @abstractmethod
    def rows(self, solution: int) -> tuple[str, ...]:
        """An assignment as one string of blank-separated tokens per row of the board."""

    @abstractmethod
    def from_rows(self, rows: Sequence[str]) -> int:
        """The assignment that ``rows`` prints; :class:`BoardError` if it prints none."""

    @abstractmethod
    def drawing(self, solution: int | None = None) -> Drawing:
        """What to draw: the printed board, and a solution on it."""

    def drawn(self, solution: int | None = None) -> Drawing:
        """:meth:`drawing` for who uses it; :class:`BoardError` where the class draws nothing."""
        found: object = self.drawing(solution)
        if not isinstance(found, Drawing):
            raise BoardError(
                f"drawing of {type(self).__name__}: expected a Drawing, found {shortened(found)}"
            )
        return found

    def position_drawing(self, on: int, off: int) -> Drawing:
        """What to draw of a partial solution: the masks of variables known to be on, and off.

        A puzzle class that writes values in the cells draws them itself: a cell without a value is open,
        and not one that is off.
        """
        crosses = frozenset(place for i, place in enumerate(self.places()) if off >> i & 1)
        return replace(self.drawn(on), crosses=crosses, title=f"{self.title()}, half done")

    def rules(self) -> tuple[str, ...]:
        """The names of the rules in force."""
        return tuple(name for name in self.rule_names() if self.in_force(name))

    def rule_names(self) -> tuple[str, ...]:
        """The names of all rules, dropped or not."""
        return self.RULES

    def value(self, variable: int, on: bool) -> str:
        """What the value of a variable is called in the puzzle's terms."""
        return self.VALUES[on]

    def in_force(self, rule: str) -> bool:
        """Is this rule neither dropped nor one of a variant that the board has not?"""
        absent = (word not in self.variants for word, held in self.ADDS.items() if held == rule)
        return rule not in self.without and not any(absent)

    def dropped(self) -> frozenset[str]:
        """The rules dropped by name, and not by a variant word."""
        return self.without - {rule for word, rule in self.DROPS.items() if word in self.variants}

    def statement(self, rule: str) -> str:
        """The rule in one line, as the board's variants have it."""
        return self.STATEMENTS.get(rule, rule)

    def plural(self, on: bool) -> str:
        """What several variables of this value are called."""
        return (self.PLURALS or self.VALUES)[on]

    def rungs(self) -> tuple[RungSpec, ...]:
        """The rungs of the puzzle's ladder, weakest first, below ``probe`` and ``search``."""
        whole = "and each rule over lines and graphs"
        return (
            RungSpec("project", "project each table and clause", rules=None),
            RungSpec("whole", whole, techniques=("whole",)),
        )

    def reason(self, fired: Fired) -> tuple[str, str] | None:
        """Why a table or clause decided something, as (technique, reason), in the puzzle's own words.

        None: the ladder words it.
        """
        return None

    def words(self) -> tuple[str, ...]:
        """The variant words in the order of :attr:`VARIANTS`."""
        return ordered(self.variants, self.VARIANTS)

    def number(self, name: str, default: int) -> int:
        """The number of the variant ``NAME N``, or the default.

        >>> from puzzles import Binairo
        >>> Binairo.blank(2, 2).number("stars", 1)
        1
        """
        found = [number_in(word, f"{name} N") for word in self.variants]
        return next((number for number in found if number is not None), default)

    def numbers(self) -> dict[Place, int]:
        """The variable of each place that has one."""
        return {place: v for v, place in enumerate(self.places(), start=1)}

    def chosen(self, solution: int) -> frozenset[Place]:
        """The places that the assignment sets true."""
        return frozenset(place for i, place in enumerate(self.places()) if solution >> i & 1)

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
        words = ", ".join(self.words())
        solved = "" if solution is None else ", solved"
        height, width = self.sides()
        return f"{height}x{width} {self.kind}{' ' * bool(words)}{words}{solved}"

    def reading(self) -> str:
        """Which rule is meant, where one name stands for several in use; empty elsewhere."""
        return ""

    def caption(self) -> str:
        """The title as a verdict or a count names the board: with :meth:`reading`."""
        reading = self.reading()
        return f"{self.title()} ({reading})" if reading else self.title()

    def head(self) -> str:
        """The first line of the text form: the kind and the variant words."""
        return " ".join((self.kind, *self.words()))

    def __str__(self) -> str:
        return render_text(self.drawn())

    def _repr_svg_(self) -> str:
        return render_svg(self.drawn())


@dataclass(frozen=True, slots=True)
class Solution:
    """An assignment to a board's variables (bit v - 1 of ``mask`` is variable v)."""

    board: Board
    mask: int

    def rows(self) -> tuple[str, ...]:
        """The solution as printed, row by row."""
        return self.board.rows(self.mask)

    def on(self) -> tuple[Place, ...]:
        """The places whose variable is true."""
        return tuple(p for i, p in enumerate(self.board.places()) if self.mask >> i & 1)

    def __str__(self) -> str:
        return render_text(self.board.drawn(self.mask))

    def __repr__(self) -> str:
        return f"Solution of a {self.board.height}x{self.board.width} {self.board.kind}:\n{self}"

    def _repr_svg_(self) -> str:
        return render_svg(self.board.drawn(self.mask))


def shortened(value: object) -> str:
    """A value of a user's class as one short line."""
    return shown(" ".join(repr(value).split()))


def _declared(cls: type[Board], name: str, wanted: str, found: object) -> str:
    return f"{name} of {cls.__name__}: expected {wanted}, found {shortened(found)}"


def _listed(words: Iterable[str]) -> str:
    return "it has " + (", ".join(words) or "none")
