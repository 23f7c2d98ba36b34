"""Marks that break a rule already, whatever becomes of the open places.

A *position* is two disjoint masks over the board variables, ``on`` and ``off``; a *completion* of it
is an assignment that agrees with both.  A rule makes one *demand* at each of its places:

- a table: one word of its language stands at its cells (a line, a region, a cell and its neighbours);
- a clause: one of its literals holds (a triple, a printed digit);
- distinct: two lines differ, for each two of them;
- paths: the edges hold no loop; and each labelled cell shares its component with one other labelled
  cell, of its label;
- chordless: an edge is drawn, or its cells lie in two components, for each edge;
- loop: none or two edges at each cell; and all edges drawn can lie on one curve as far as these are
  joined over edges not left out, and none is closed beside others;
- connected: all cells chosen can be joined over cells not left out.

A position *breaks* a demand when no completion satisfies that demand alone, all others dropped.
Every demand is judged exactly as it is put here, in polynomial time, so a mark is called wrong only
where one line, region or label at a time shows it.  Not judged: whether several demands can hold
together.  That is solving the board, and a widget that told would give the solution away.

What is reported is a smallest reason: marks that cannot all stay, while all of them but any one
can.  A demand may be broken more than once; its reasons are taken out one after another, no mark in
two of them, until what is left can be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from reprlib import repr as brief

from ladder.projection import span
from puzzles import Board
from puzzles.language import Count, Language
from puzzles.rules import (
    Cell,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Loop,
    Named,
    Paths,
    Place,
    Table,
    refuse,
)
from widget.chains import Net, Part, chord, loop, no_partner, one_curve
from widget.words import marked

__all__ = ["Broken", "Demand", "broken", "demands", "expect_board", "printed"]


@dataclass(frozen=True, slots=True)
class Demand:
    """What a rule asks at one place.

    ``breaks(on, off)``: marks of the position, as (on, off), by which alone no completion satisfies
    the demand; None where one does.
    """

    rule: str
    cells: tuple[Cell, ...]
    breaks: Callable[[int, int], Part | None]

    def possible(self, on: int, off: int) -> bool:
        """Does a completion of the position satisfy the demand?"""
        return self.breaks(on, off) is None

    def reasons(self, on: int, off: int) -> Iterator[Part]:
        """Smallest parts of the position, as (on, off), that break the demand; no two overlap."""
        while (part := self.breaks(on, off)) is not None:
            reason_on, reason_off = self._smallest(*part)
            yield reason_on, reason_off
            if not reason_on | reason_off:
                return  # broken by itself
            on, off = on & ~reason_on, off & ~reason_off

    def _smallest(self, on: int, off: int) -> Part:
        """Without every mark that the others can do without: once needed, a mark stays needed."""
        untried = on | off
        while untried:
            mark = untried & -untried
            fewer = self.breaks(on & ~mark, off & ~mark)
            if fewer is not None:
                on, off = fewer
            untried &= (on | off) & ~mark
        return on, off


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule and the marks that break it, as masks; none where it cannot hold on the bare board.

    ``cells`` are those that the broken demand speaks of.
    """

    board: Board
    rule: str
    cells: tuple[Cell, ...]
    on: int
    off: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the marks, in board order."""
        mask = self.on | self.off
        return tuple(place for i, place in enumerate(self.board.places()) if mask >> i & 1)

    def __str__(self) -> str:
        marks = marked(self.board, self.on, self.off) or f"{span(self.cells)} without any mark"
        statement = self.board.statement(self.rule)
        told = f" ({statement})" if statement != self.rule else ""
        return f"{self.rule}: {marks}{told}"


def broken(board: Board, on: int, off: int) -> tuple[Broken, ...]:
    """Every demand that a position breaks, with its smallest reasons.

    ``TypeError`` for what is not a board, ``ValueError`` for masks that overlap or hold more than the
    board's variables.

    >>> from puzzles import Binairo
    >>> for found in broken(Binairo.blank(4, 4), 0b0111, 0):
    ...     print(found)
    runs: r0c0 r0c1 r0c2 1 (no three consecutive equal cells in a row or column)
    balance: r0c0 r0c1 r0c2 1 (as many 0 as 1 in each row and column)
    """
    expect_board(board)
    if on & off or (on | off) >> len(board.places()):
        raise ValueError(f"expected disjoint masks over {len(board.places())} variables")
    found = []
    said = set()
    for demand in demands(board):
        for reason in demand.reasons(on, off):
            # Two demands may be broken by the same marks: the labels at both ends of a wrong path.
            if reason == (0, 0) or (demand.rule, reason) not in said:
                said.add((demand.rule, reason))
                found.append(Broken(board, demand.rule, demand.cells, *reason))
    return tuple(found)


@lru_cache(maxsize=4)
def demands(board: Board) -> tuple[Demand, ...]:
    """What the rules in force ask, rule by rule."""
    names = board.rules()
    return tuple(
        demand
        for rule in names
        # One rule at a time: a Binairo line carries two rules in one table.
        for named in board.dropping(*(other for other in names if other != rule)).constraints()
        for demand in _demands(rule, named)
    )


def expect_board(board: object) -> None:
    """``TypeError`` for what is not a board: a file's name, a board's class."""
    if not isinstance(board, Board):
        raise TypeError(f"expected a board, found {brief(board)}; read it with puzzles.read")


def printed(board: Board) -> tuple[int, int]:
    """What the board prints of the solution, as (on, off): the digits of a Binairo."""
    on = off = 0
    for named in board.constraints():
        if "givens" in named.names and isinstance(named.rule, Clause):
            (literal,) = named.rule.literals
            if literal > 0:
                on |= 1 << literal - 1
            else:
                off |= 1 << -literal - 1
    return on, off


def _demands(rule: str, named: Named) -> Iterator[Demand]:
    cells = named.cells
    match named.rule:
        case Table(scope, words):
            word = partial(_some_word, scope, words)
            yield Demand(rule, cells, partial(_all_marks, _mask(scope), word))
        case Clause(literals):
            positive = _mask(v for v in literals if v > 0)
            negative = _mask(-v for v in literals if v < 0)
            literal = partial(_some_literal, positive, negative)
            yield Demand(rule, cells, partial(_all_marks, positive | negative, literal))
        case Distinct(lines):
            for one, other in combinations(lines, 2):
                differ = partial(_may_differ, one, other)
                both = _mask(one) | _mask(other)
                yield Demand(rule, cells, partial(_all_marks, both, differ))
        case Paths(graph, ends):
            net, labels = Net.of(graph), dict(ends)
            yield Demand(rule, cells, partial(loop, net))
            for end in labels:
                yield Demand(rule, (end,), partial(no_partner, net, labels, end))
        case Chordless(graph):
            net = Net.of(graph)
            for i, edge in net.edges.items():
                yield Demand(rule, edge, partial(chord, net, i))
        case Loop(graph):
            degree = frozenset({0, 2})
            for cell, incident in graph.at().items():
                word = partial(_some_word, incident, Count(len(incident), degree))
                yield Demand(rule, (cell,), partial(_all_marks, _mask(incident), word))
            closes = partial(one_curve, Net.of(graph))
            yield Demand(rule, cells, partial(_all_marks, _mask(graph.variables), closes))
        case Connected(graph):
            joined = partial(_may_hang_together, graph.beside())
            yield Demand(rule, cells, partial(_all_marks, _mask(graph.variables), joined))
        case _:
            refuse(named.rule, "widget")


def _all_marks(scope: int, possible: Callable[[int, int], bool], on: int, off: int) -> Part | None:
    """All marks of the demand's variables, unless a completion of them satisfies it."""
    on, off = on & scope, off & scope
    return None if possible(on, off) else (on, off)


def _mask(variables: Iterable[int]) -> int:
    return sum(1 << v - 1 for v in set(variables))


def _some_word(variables: Sequence[int], words: Language, on: int, off: int) -> bool:
    """Does a word fit?  All states that the automaton can be in, letter by letter."""
    states = set() if words.start is None else {words.start}
    for position, variable in enumerate(variables):
        place = 1 << variable - 1
        letters = (1,) if on & place else (0,) if off & place else (0, 1)
        states = {
            target
            for state in states
            for letter in letters
            if (target := words.step(state, position, letter)) is not None
        }
    return bool(states)


def _some_literal(positive: int, negative: int, on: int, off: int) -> bool:
    return bool(positive & ~off | negative & ~on)


def _may_differ(one: Sequence[int], other: Sequence[int], on: int, off: int) -> bool:
    """Equal only where every pair of cells is known and alike."""
    pairs = [(1 << u - 1, 1 << v - 1) for u, v in zip(one, other, strict=True)]
    return not all((on & u and on & v) or (off & u and off & v) for u, v in pairs)


def _may_hang_together(beside: dict[int, tuple[int, ...]], on: int, off: int) -> bool:
    """Can the cells that are on be joined over cells that are not off?"""
    held = {v for v in beside if on >> v - 1 & 1}
    if not held:
        return True
    reached = {min(held)}
    waiting = [min(held)]
    while waiting:
        for other in beside[waiting.pop()]:
            if other not in reached and not off >> other - 1 & 1:
                reached.add(other)
                waiting.append(other)
    return held <= reached
