"""Normal solutions of Numberlink: fewer to search, and enough to decide a board by.

A *move* turns a solution into another one of less *weight*; a solution that no move leads away
from is *normal*.  Weight cannot fall for ever, so every solution can be brought to a normal one:

1. a board has a solution exactly if it has a normal one;
2. if a board has just one normal solution, and no move leads to it, then it has no other solution:
   another would end in a normal one, in that one, by a last move.

So uniqueness can be decided among normal solutions, which satisfy many more clauses; nothing about
uniqueness is assumed.  :class:`Moves` writes those clauses and finds the solutions that are one
move away.

**Cells may stay unused** (weight: edges, then the sum of the coordinates of used cells):

- *shortcut*: a path with a chord takes it, and what lay between becomes unused; so normal solutions
  are chordless;
- *gap*: a path u x1 ... xk v, where u and v lie in one line parallel to x1 ... xk and the cells
  between u and v are unused, takes the direct way through these;
- *push*: a corner whose path comes from above and from the left is pushed onto the unused cell
  diagonally above it to the left.  So where a normal solution has such a corner, that cell is an
  end or such a corner itself: it is used, by another path (that is chordless), and two of its
  neighbours belong to the corner's path.

**All cells are used** (weight: the rows of horizontal and the columns of vertical edges):

- *shift*: in three neighbouring lines of two cells u v, x y, w z, a path u x y v and an edge w z
  become an edge u v and a path w x y z; and the transposed move.

Under the rule ``chordless`` besides, and cells that may stay unused, a push may give a chord; taking
its shortcut gives a chordless solution of less weight.  1. holds as it stands, and 2. if no move of
the board without that rule leads to the solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from encode.cuts import Rules
from encode.linked import Linked
from puzzles.language import Count
from puzzles.rules import (
    Cell,
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

__all__ = ["Moves", "loose", "tight"]

GAP = 5
"""Gaps are looked for above paths of up to so many cells."""


class Moves:
    """The moves of a board: those of ``rules.kind``, none where that is None."""

    def __init__(self, rules: Rules) -> None:
        self.kind = rules.kind
        # Where there are moves, the board has the rules of one graph and no others.
        self.rules = rules.linked[0] if rules.kind else Linked(Graph((), ()), 0)
        self.edge = {(u, v): number for number, u, v in self.rules.graph.arcs()}
        self._either = self.edge | {(v, u): number for (u, v), number in self.edge.items()}

    def _edge(self, u: Cell, v: Cell) -> int:
        """The edge between two cells, 0 if there is none."""
        return self._either.get((u, v), 0)

    def clauses(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """What normal solutions satisfy besides the rules, each clause with the move's name; of
        *shortcut* nothing, which is the rule Chordless."""
        for cell in self.rules.at:
            if self.kind == "unused":
                yield from self._corners(cell)
                yield from self._gaps(cell)
            elif self.kind == "used":
                yield from self._shifts(cell)

    def _corners(self, cell: Cell) -> Iterator[tuple[str, tuple[int, ...]]]:
        (r, c), edge = cell, self._edge
        up, left = edge((r - 1, c), cell), edge((r, c - 1), cell)
        beyond = (r - 1, c - 1)
        free = edge((r - 1, c), beyond) and edge((r, c - 1), beyond)
        if not (up and left and free) or beyond in self.rules.ends:
            return
        ways = edge((r - 2, c - 1), beyond), edge((r - 1, c - 2), beyond)
        if all(ways):
            yield from (("push", (-up, -left, way)) for way in ways)
        else:
            yield "push", (-up, -left)

    def _gaps(self, cell: Cell) -> Iterator[tuple[str, tuple[int, ...]]]:
        for down, turned in product((1, -1), (False, True)):
            v, y = cell, _step(cell, 1, 0, down, turned)
            edges, used = [self._edge(v, y)], set[int]()
            for width in range(2, GAP + 1):
                before, v = v, _step(cell, 0, width - 1, down, turned)
                x, y = y, _step(cell, 1, width - 1, down, turned)
                edges.append(self._edge(x, y))
                end = self._edge(y, v)
                if not (all(edges) and end and self._edge(before, v)):
                    break
                if (
                    width > 2
                ):  # the path u x1 ... xk v, and what the cells between u and v could use
                    yield "gap", (*(-edge for edge in (*edges, end)), *sorted(used))
                if v in self.rules.ends:
                    break
                used.update(self.rules.at[v])

    def _shifts(self, cell: Cell) -> Iterator[tuple[str, tuple[int, ...]]]:
        for turned in (False, True):
            before, _ = self._shift(cell, turned)
            if before:
                yield "shift", tuple(-edge for edge in before)

    def _shift(self, cell: Cell, turned: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The edges u-x, x-y, y-v, w-z and u-v, w-x, x-y, y-z with u = ``cell``; or none."""
        u, v, x, y, w, z = (
            _step(cell, i, j, 1, turned)
            for i, j in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
        )
        before = tuple(self._edge(*pair) for pair in ((u, x), (x, y), (y, v), (w, z)))
        after = tuple(self._edge(*pair) for pair in ((u, v), (w, x), (x, y), (y, z)))
        return (before, after) if all(before) and all(after) else ((), ())

    def neighbours(self, mask: int) -> Iterator[int]:
        """Solutions that a move leads to from this one, or from which a move leads to it: at least
        one if there is one, for a solution that is chordless or uses all cells.  The rule
        ``chordless`` is left out of account."""
        if self.kind == "unused":
            yield from self._flips(mask)
            yield from self._detours(mask)
        elif self.kind == "used":
            for cell, turned in product(self.rules.at, (False, True)):
                for there, back in (both := self._shift(cell, turned)), both[::-1]:
                    old, new = _bits(there), _bits(back)
                    if old and mask & old == old and not mask & (new & ~old):
                        yield mask & ~old | new

    def _free(self, mask: int) -> set[Cell]:
        return {
            cell
            for cell, incident in self.rules.at.items()
            if cell not in self.rules.ends and not any(mask >> edge - 1 & 1 for edge in incident)
        }

    def _flips(self, mask: int) -> Iterator[int]:
        """Corners laid over the unused cell diagonally opposite (a push, or one undone)."""
        free = self._free(mask)
        for cell in self.rules.at:
            r, c = cell
            for down, right in product((1, -1), (1, -1)):
                one, other, beyond = (r + down, c), (r, c + right), (r + down, c + right)
                old = _bits((self._edge(cell, one), self._edge(cell, other)))
                new = _bits((self._edge(one, beyond), self._edge(other, beyond)))
                if not (old and new) or cell in self.rules.ends:
                    continue
                if beyond in free and mask & old == old:
                    yield mask & ~old | new

    def _detours(self, mask: int) -> Iterator[int]:
        """An edge replaced by a way between its cells through unused ones (undone shortcuts)."""
        free = self._free(mask)
        for (u, v), number in self.edge.items():
            if not mask >> number - 1 & 1:
                continue
            reached: dict[Cell, int] = {u: 0}  # with the edges of a way to it, as a mask
            queue = [u]
            for cell in queue:  # grows while it is read
                for edge in self.rules.at[cell]:
                    other = self._other(edge, cell)
                    if other == v and cell != u:
                        yield mask & ~(1 << number - 1) | reached[cell] | 1 << edge - 1
                        break
                    if other in free and other not in reached:
                        reached[other] = reached[cell] | 1 << edge - 1
                        queue.append(other)

    def _other(self, edge: int, cell: Cell) -> Cell:
        u, v = self.rules.edge[edge]
        return v if u == cell else u


def tight(constraints: Iterable[Named]) -> tuple[Named, ...]:
    """The same rules with every cell used and chordless paths: fewer solutions, which printed
    boards tend to keep, and which are found at once where they exist."""
    named = []
    for constraint in constraints:
        match constraint.rule:
            case Table(scope, Count(width, allowed)) if allowed == {0, 2}:
                rule = Table(scope, Count(width, frozenset({2})))
                named.append(Named(constraint.names, rule, constraint.cells))
            case Chordless():
                pass
            case Paths(graph):
                named.append(constraint)
                named.append(Named(("chordless",), Chordless(graph), constraint.cells))
            case Table() | Clause() | Distinct() | Loop() | Connected():
                named.append(constraint)
            case _:
                refuse(constraint.rule, "encode")
    return tuple(named)


def loose(constraints: Iterable[Named]) -> tuple[Named, ...]:
    """The same rules where cells that must have two edges may have none: more solutions."""
    named = []
    for constraint in constraints:
        rule = constraint.rule
        if isinstance(rule, Table) and isinstance(rule.words, Count) and rule.words.allowed == {2}:
            rule = Table(rule.scope, Count(rule.words.width, frozenset({0, 2})))
        named.append(Named(constraint.names, rule, constraint.cells))
    return tuple(named)


def _step(cell: Cell, i: int, j: int, down: int, turned: bool) -> Cell:
    """The cell i lines and j places away; ``turned``: lines are columns."""
    r, c = cell
    return (r + j, c + i * down) if turned else (r + i * down, c + j)


def _bits(edges: Iterable[int]) -> int:
    """The mask of these edges; 0 if one of them is missing (0)."""
    mask = 0
    for edge in edges:
        if not edge:
            return 0
        mask |= 1 << edge - 1
    return mask
