"""Cuts: clauses over board variables that the rules imply, found in a solution that breaks them.

Every cut names what justifies it, and :meth:`Rules.clause` derives its clause from that alone and
from the board, without the search that found it:

- ``loop``: edges that form a cycle; not all are chosen (rule ``paths``).
- ``join``: edges that form a tree whose cells hold ends of two labels, or three ends; not all are
  chosen (``paths``).
- ``leave``: cells that hold an odd number of ends of some label; some edge leaves them (``paths``).
- ``open``: cells without an end, each of degree two by its table; some edge leaves them, since
  their edges would else hold a cycle (``paths`` and ``degree``).
- ``chord``: edges that form a path between the cells of another edge, the last one; where the path
  is chosen, so is that edge (``chordless``).  Where cycles are barred, the path is not chosen.
- ``apart``: two cells of a ``Connected``, or two edges of a ``Loop``, and others that separate them;
  where both are chosen, so is one of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from encode.linked import Linked
from encode.separate import Whole
from puzzles.rules import (
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Named,
    Paths,
    Table,
    refuse,
)

__all__ = ["WHYS", "Cut", "Rules", "Why"]

Why: TypeAlias = Literal["loop", "join", "leave", "open", "chord", "apart"]
WHYS: tuple[Why, ...] = get_args(Why)


@dataclass(frozen=True, slots=True)
class Cut:
    """``over``: variables, for leave and open the numbers of cells (those of all graphs of Paths and
    Chordless in turn).  ``clause`` follows from them and the board."""

    why: Why
    over: tuple[int, ...]
    clause: tuple[int, ...]


class Rules:
    """The rules of a board that cuts speak for: its Paths and Chordless with the degrees that tables
    give, its Loop and Connected."""

    def __init__(self, constraints: Iterable[Named], normal: bool = False) -> None:
        """``normal``: speak of normal solutions only (:mod:`encode.normal`)."""
        self.linked: list[Linked] = []
        self.whole: list[Whole] = []
        curves: set[int] = set()
        tables: list[Table] = []
        others = 0  # rules besides the tables and the first graph's
        for named in constraints:
            match named.rule:
                case Paths(graph, ends):
                    self._on(graph, paths=True).ends = dict(ends)
                case Chordless(graph):
                    self._on(graph, paths=False).chordless = True
                case Table() as table:
                    tables.append(table)
                case Loop() as rule:
                    self.whole.append(Whole(rule))
                    curves.update(rule.variables())
                    others += 1
                case Connected() as rule:
                    self.whole.append(Whole(rule))
                    others += 1
                case Clause() | Distinct():
                    others += 1
                case _:
                    refuse(named.rule, "encode")
        taken = [linked.bound(tables) for linked in self.linked]
        self.kind: Literal["unused", "used"] | None = None
        """Which moves of :mod:`encode.normal` the board has: those where cells may stay unused,
        those where all are used, or none.  A rule that a move could break allows none."""
        if taken == [len(tables)] and not others:
            self.kind = _kind(self.linked[0])
        if normal and self.kind == "unused":
            self.linked[0].chordless = True
        settled = [linked.edge.keys() for linked in self.linked if linked.degrees]
        self._settled = curves.union(*settled)
        """Edges of which no solution has more than another, the other variables being equal."""

    def _on(self, graph: Graph, *, paths: bool) -> Linked:
        """The rules over this graph; a second Paths over it has them for its own."""
        for linked in self.linked:
            if linked.graph == graph and not (paths and linked.paths):
                break
        else:
            linked = Linked(graph, sum(len(other.at) for other in self.linked))
            self.linked.append(linked)
        linked.paths |= paths
        return linked

    def over(self, graph: Graph, ends: dict[tuple[int, int], str] | None = None) -> Linked:
        """The rules over this graph, with these ends if any are named."""
        return next(
            linked
            for linked in self.linked
            if linked.graph == graph and (ends is None or (linked.paths and linked.ends == ends))
        )

    def clause(self, why: str, over: Sequence[int]) -> tuple[int, ...]:
        """The clause that ``over`` justifies; :class:`ValueError` if it justifies none."""
        if len(set(over)) != len(over) or not over:
            raise ValueError(f"{why}: nothing here to justify a cut")
        reason = f"{why}: no rule of the board justifies it"
        for rule in self.whole if why == "apart" else self.linked:
            try:
                return rule.clause(over) if isinstance(rule, Whole) else rule.clause(why, over)
            except ValueError as error:
                reason = str(error)
        raise ValueError(reason)

    def blocking(self, mask: int, variables: int) -> tuple[int, ...]:
        """The clause that excludes a solution and nothing that could be another one.

        In general it says that one of so many board variables differs.  Where the components of a
        graph are paths between ends, no solution contains another (further edges could only form
        loops), and no closed curve contains another; so some edge of this one is missing, or some
        variable of the others differs.
        """
        clause = []
        for v in range(1, variables + 1):
            if mask >> v - 1 & 1:
                clause.append(-v)
            elif v not in self._settled:
                clause.append(v)
        return tuple(clause)

    def broken(self, mask: int) -> list[Cut]:
        """Cuts for every component of the assignment that breaks one of the rules; none if all hold.
        It may break Tables: those are the formula's business, as are the degrees of a Loop."""
        found = [
            self._cut(why, over) for linked in self.linked for why, over in linked.broken(mask)
        ]
        found += [self._cut("apart", over) for whole in self.whole for over in whole.broken(mask)]
        return found

    def _cut(self, why: Why, over: Sequence[int]) -> Cut:
        return Cut(why, tuple(over), self.clause(why, over))


def _kind(linked: Linked) -> Literal["unused", "used"] | None:
    if not linked.degrees:
        return None
    others = [linked.allowed[cell] for cell in linked.at if cell not in linked.ends]
    if all(degrees == {0, 2} for degrees in others):
        return "unused"
    if not linked.chordless and all(degrees == {2} for degrees in others):
        return "used"
    return None
