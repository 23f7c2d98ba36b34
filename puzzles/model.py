"""One's own puzzle, stated in Python: a model of cells, edges and rules.

A :class:`Model` collects rules one by one.  Every function that takes a board takes a model as well: it
is decided, counted, graded and drawn by the same engines as the printed puzzles.

>>> m = Model(4, 4, cells="queen")
>>> for k in range(4):
...     m.exactly(1, m.row(k), name="row")
...     m.exactly(1, m.column(k), name="column")
>>> for line in m.diagonals():
...     m.at_most(1, line, name="diagonal")
>>> m.board().rules()
('row', 'column', 'diagonal')

A *variable* is a number, its negation the negative number, as in DIMACS.  ``m[r, c]`` is the variable of
a cell, ``m.edge(a, b)`` that of an edge between neighbouring cells.  What each statement costs as
clauses stands in its docstring, for a rule over n variables; auxiliary variables are determined by the
others, so counts stay counts of solutions.

:class:`puzzles.plain.Plain` is the board that a model stands for at some moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, get_args

from puzzles.arguments import Arguments, is_whole, words_of
from puzzles.errors import BoardError
from puzzles.formats.text import MAX_CELLS
from puzzles.grid import grid_edges, neighbours, reading_order
from puzzles.language import Count, Listed, Sum
from puzzles.plain import OFF_ON, Look, Plain, Words
from puzzles.rules import (
    Cell,
    CellGraph,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Edge,
    Graph,
    Loop,
    Named,
    Paths,
    Place,
    Rule,
    Table,
    is_edge,
    touched,
)

__all__ = ["Model"]


class Model:
    """A board that grows by statements; see the module.

    ``cells``: the word for a cell that is on, or the words for (off, on); None for no cell variables.
    ``edges``: the same for edges between neighbouring cells.  If both are None, cells have variables.
    Cells come first in the order of variables, row by row; then edges, for each cell the one to its
    right and the one below.  Every statement takes ``name``, by which its rule can be dropped.
    """

    def __init__(
        self,
        height: int,
        width: int,
        *,
        cells: str | Words | None = None,
        edges: str | Words | None = None,
        name: str = "model",
        look: Look | None = None,
    ) -> None:
        if not (is_whole(height) and is_whole(width)):
            raise BoardError(
                f"expected two whole numbers for the size, found {height!r}, {width!r}"
            )
        if height * width > MAX_CELLS:  # before its places are listed
            raise BoardError(f"a model has at most {MAX_CELLS} cells, found {height}x{width}")
        if not (isinstance(name, str) and name):
            raise BoardError(f"expected a name of a model, found {name!r}")
        off_on = tuple(
            words_of(given, what) or OFF_ON for given, what in ((cells, "cells"), (edges, "edges"))
        )
        if cells is None and edges is None:
            cells = "on"
        spots: list[Place] = [*reading_order(height, width)] if cells is not None else []
        spots += grid_edges(height, width) if edges is not None else ()
        self._start(
            Plain(
                height=height,
                width=width,
                spots=tuple(spots),
                stated=(),
                name=name,
                values=(off_on[0], off_on[1]),
                look=look or Look(points=cells is None),
            ),
            edges is not None,
        )

    @classmethod
    def over(cls, height: int, width: int, places: Iterable[Place]) -> Model:
        """A model with these places for variables, in this order: not every cell or edge need be one."""
        model = cls.__new__(cls)
        model._start(Plain(height=height, width=width, spots=tuple(places), stated=()), True)
        return model

    def _start(self, empty: Plain, edged: bool) -> None:
        self._board = empty
        self._stated: list[Named] = []
        self._edgeless = not edged
        self._number: dict[Place, int] = {p: v for v, p in enumerate(empty.spots, start=1)}

    def board(self) -> Plain:
        """The board that the statements so far describe."""
        if len(self._board.stated) != len(self._stated):
            self._board = replace(self._board, stated=tuple(self._stated))
        return self._board

    def __str__(self) -> str:
        return str(self.board())

    def __repr__(self) -> str:
        board = self.board()
        return f"<{board.title()}: {len(board.spots)} variables, {len(board.stated)} rules>"

    def _repr_svg_(self) -> str:
        return self.board()._repr_svg_()

    # Places.

    @property
    def height(self) -> int:
        """Rows of cells."""
        return self._board.height

    @property
    def width(self) -> int:
        """Columns of cells."""
        return self._board.width

    def __getitem__(self, cell: Cell) -> int:
        """The variable of a cell; :class:`BoardError` where the model has none."""
        return self._variable(cell, f"no variable at cell {cell!r}")

    def has(self, place: Place) -> bool:
        """Is there a variable for this cell or edge?"""
        return place in self._number

    def edge(self, one: Cell, other: Cell) -> int:
        """The variable of the edge between two neighbouring cells, in either order."""
        fault = f"no variable at an edge from {one!r} to {other!r}"
        try:
            pair = (min(one, other), max(one, other))
        except TypeError:
            pair = (one, other)
        return self._variable(pair, fault)

    def edges(self, cell: Cell | None = None) -> list[int]:
        """The edge variables at a cell, or all of them."""
        return [v for e, v in self._edges().items() if cell is None or cell in e]

    def row(self, r: int) -> list[int]:
        """The cell variables of a row, from the left."""
        return [self[r, c] for c in range(self.width)]

    def column(self, c: int) -> list[int]:
        """The cell variables of a column, from the top."""
        return [self[r, c] for r in range(self.height)]

    def cells(self, cells: Iterable[Cell] | None = None) -> list[int]:
        """The variables of these cells, or of all of them in reading order."""
        return [self[cell] for cell in (self.everywhere() if cells is None else cells)]

    def diagonals(self) -> list[list[int]]:
        """The diagonals of at least two cells, in both directions."""
        found = []
        for step in (1, -1):
            by_key: dict[int, list[int]] = {}
            for r, c in self.everywhere():
                by_key.setdefault(c - step * r, []).append(self[r, c])
            found += [line for line in by_key.values() if len(line) > 1]
        return found

    def windows(self, height: int, width: int) -> Iterator[list[int]]:
        """The variables of every block of that size, each in reading order."""
        if not (is_whole(height) and is_whole(width) and height > 0 and width > 0):
            raise BoardError(f"expected a size of blocks from 1x1 on, found {height!r}x{width!r}")
        for r in range(self.height - height + 1):
            for c in range(self.width - width + 1):
                yield [self[r + i, c + j] for i in range(height) for j in range(width)]

    def everywhere(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return reading_order(self.height, self.width)

    def beside(self, cell: Cell) -> list[int]:
        """The variables of the orthogonal neighbours of a cell, of those that have one."""
        if cell not in self.everywhere():
            raise BoardError(f"expected a cell of a {self._board.title()}, found {cell!r}")
        around = neighbours(cell, self.height, self.width)
        return [self[other] for other in around if other in self._number]

    # Statements.

    def clause(self, *literals: int, name: str = "clause") -> None:
        """At least one of the literals holds.  One clause."""
        found = self._given(name).literals(literals)
        self._state(Clause(tuple(dict.fromkeys(found))), name)

    def true(self, *literals: int, name: str = "givens") -> None:
        """Each of the literals holds.  One clause each."""
        for literal in self._given(name).literals(literals):
            self.clause(literal, name=name)

    def implies(
        self, premises: int | Iterable[int], conclusion: int, name: str = "implies"
    ) -> None:
        """Where all premises hold, the conclusion does.  One clause."""
        given = self._given(name)
        held = given.literals((premises,) if is_whole(premises) else premises)
        self.clause(*(-literal for literal in held), *given.literals((conclusion,)), name=name)

    def equal(self, one: int, other: int, name: str = "equal") -> None:
        """Two literals have the same value.  Two clauses."""
        one, other = self._given(name).literals((one, other))
        self.clause(one, -other, name=name)
        self.clause(-one, other, name=name)

    def differ(self, one: int, other: int, name: str = "differ") -> None:
        """Two literals have different values.  Two clauses."""
        one, other = self._given(name).literals((one, other))
        self.equal(one, -other, name)

    def count(self, allowed: int | Iterable[int], variables: Iterable[int], name: str) -> None:
        """The number of true variables is among ``allowed``.

        Without auxiliaries, C(n, b + 1) clauses for an upper bound b and C(n, n - a + 1) for a lower
        bound a, while all together are at most 160; else a counter of at most n k variables and
        4 n k clauses, where k is the greatest number that is told apart.
        """
        given = self._given(name)
        scope = given.scope(variables)
        self._state(Table(scope, Count(len(scope), given.numbers(allowed, len(scope)))), name)

    def exactly(self, number: int, variables: Iterable[int], name: str = "exactly") -> None:
        """So many of the variables are true.  Cost: :meth:`count`."""
        self.count(self._given(name).number(number), variables, name)

    def at_most(self, number: int, variables: Iterable[int], name: str = "at most") -> None:
        """No more of the variables are true.  Cost: :meth:`count`."""
        self.count(range(self._given(name).number(number) + 1), variables, name)

    def at_least(self, number: int, variables: Iterable[int], name: str = "at least") -> None:
        """No fewer of the variables are true.  Cost: :meth:`count`."""
        given = self._given(name)
        scope = given.scope(variables)
        self.count(range(given.number(number), len(scope) + 1), scope, name)

    def sum(
        self,
        weights: Mapping[int, int],
        low: int | None = None,
        high: int | None = None,
        name: str = "sum",
    ) -> None:
        """The weights of the true variables add up to at least ``low`` and at most ``high``.

        ``weights``: a whole number per variable.  Up to 8 variables the prime implicates, at most 3^n
        clauses; else a variable and at most four clauses for each partial sum that matters, of which
        there may be :data:`~puzzles.language.WIDEST_SUM` after any number of variables.
        """
        given = self._given(name)
        weights = given.weights(weights)
        for bound in (low, high):
            if bound is not None:
                given.number(bound, "whole numbers for bounds")
        least = sum(weight for weight in weights.values() if weight < 0)
        most = sum(weight for weight in weights.values() if weight > 0)
        try:
            words = Sum(
                tuple(weights.values()),
                least if low is None else low,
                most if high is None else high,
            )
        except ValueError as error:
            raise BoardError(f"rule {name}: {error}") from None
        self._state(Table(tuple(weights), words), name)

    def words(self, variables: Iterable[int], words: Iterable[str], name: str = "words") -> None:
        """The variables spell one of the words, as ``0110``: the first letter is the first variable.

        Up to 8 variables the prime implicates, at most 3^n clauses; else a variable per state and
        layer of the words' automaton, and a clause for each of its transitions.
        """
        given = self._given(name)
        scope, listed = given.scope(variables), []
        for word in given.listed(words, "words"):
            if not isinstance(word, str) or len(word) != len(scope) or set(word) - set("01"):
                raise given.fault(f"words of {len(scope)} letters 0 and 1", word)
            listed.append(int(word[::-1], 2) if word else 0)
        self._state(Table(scope, Listed.of(len(scope), listed)), name)

    def distinct(self, lines: Iterable[Iterable[int]], name: str = "distinct") -> None:
        """No two of the lines, which are equally long, carry the same word.

        For k lines of length n: k (k - 1) / 2 (4 n + 1) clauses and n k (k - 1) / 2 variables at most.
        """
        given = self._given(name)
        found = tuple(map(given.scope, given.listed(lines, "lines")))
        for line in found:
            if len(line) != len(found[0]):
                raise given.fault(f"lines of {len(found[0])} variables", len(line))
        self._state(Distinct(found), name)

    def paths(
        self,
        ends: Mapping[Cell, str],
        cells: Iterable[Cell] | None = None,
        name: str = "paths",
    ) -> None:
        """The chosen edges hold no cycle and join the ends in pairs of one label.

        Without degrees the components are trees: state ``count`` of :meth:`edges` at each cell for
        paths.  Cost: see :mod:`encode.forest`.
        """
        graph = self._graph(cells, name)
        self._state(Paths(graph, self._given(name).ends(ends, graph.cells)), name)

    def chordless(self, cells: Iterable[Cell] | None = None, name: str = "chordless") -> None:
        """No edge left out joins two cells of one component of the chosen edges."""
        self._state(Chordless(self._graph(cells, name)), name)

    def loop(self, cells: Iterable[Cell] | None = None, name: str = "loop") -> None:
        """The chosen edges form exactly one closed curve.  Cost: see :mod:`encode.connected`."""
        self._state(Loop(self._graph(cells, name)), name)

    def connected(self, cells: Iterable[Cell] | None = None, name: str = "connected") -> None:
        """The cells that are on form one connected part, or none is on.

        Cost: see :mod:`encode.connected`.
        """
        inside = self._inside(cells, name)
        kept = set(inside)
        edges = tuple(
            (u, v) for u, v in grid_edges(self.height, self.width) if u in kept and v in kept
        )
        self._state(Connected(CellGraph(inside, edges, tuple(self.cells(inside)))), name)

    def graph(self, cells: Iterable[Cell] | None = None) -> Graph:
        """The graph of the edge variables, or of those between these cells."""
        return self._graph(cells, "graph")

    def _inside(self, cells: Iterable[Cell] | None, name: str) -> tuple[Cell, ...]:
        everywhere = self.everywhere()
        return everywhere if cells is None else self._given(name).cells(cells, everywhere)

    def _graph(self, cells: Iterable[Cell] | None, name: str) -> Graph:
        inside = self._inside(cells, name)
        kept = set(inside)
        held = {e: v for e, v in self._edges().items() if kept.issuperset(e)}
        if self._edgeless:
            raise BoardError("expected a model with edges: Model(..., edges='line')")
        return Graph(inside, tuple(held), tuple(held.values()))

    def rule(self, rule: Rule, name: str) -> None:
        """Any rule of the vocabulary, over variables of the model."""
        if not isinstance(rule, get_args(Rule)):
            raise self._given(name).fault("a rule of the vocabulary", rule)
        self._state(rule, name)

    def show(self, **changes: Any) -> None:
        """Change how the model is drawn: the fields of :class:`Look` by name."""
        known = [field.name for field in fields(Look)]
        for field_name in changes:
            if field_name not in known:
                raise BoardError(f"expected one of {', '.join(known)}, found {field_name!r}")
        self._board = replace(self._board, look=replace(self._board.look, **changes))

    def _edges(self) -> dict[Edge, int]:
        return {p: v for p, v in self._number.items() if is_edge(p)}

    def _variable(self, place: Place, fault: str) -> int:
        try:
            return self._number[place]
        except (KeyError, TypeError):
            raise BoardError(f"{fault} of a {self._board.title()}") from None

    def _given(self, name: str) -> Arguments:
        return Arguments(name, len(self._board.spots))

    def _state(self, rule: Rule, name: str) -> None:
        spots = self._board.spots
        for v in rule.variables():
            if not 1 <= v <= len(spots):
                raise self._given(name).fault(f"variables 1 to {len(spots)}", v)
        self._given(name)
        self._stated.append(Named((name,), rule, touched(rule, spots)))
