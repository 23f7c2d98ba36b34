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

:class:`Plain` is the board that a model stands for at some moment: frozen data, which goes to other
processes and to a text form.  Any board can be brought into that form (:func:`plain`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from puzzles.board import Board
from puzzles.drawing import Drawing, cells_among, edges_among
from puzzles.errors import BoardError, Violation
from puzzles.grid import grid_edges, grid_tokens, neighbours, reading_order
from puzzles.judge import holds
from puzzles.language import Count, Language, Listed, Sum
from puzzles.model_text import (
    Entry,
    cell_named,
    is_int,
    is_pair,
    is_str,
    is_texts,
    list_of,
    place_named,
    read_rule,
    write_line,
    write_rule,
)
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
    cells_of,
    is_edge,
    name_of,
    touched,
)

__all__ = ["Model", "Plain", "plain"]

Words = tuple[str, str]
_OFF_ON = ("off", "on")


@dataclass(frozen=True, slots=True)
class Look:
    """How a model is drawn: what a magazine would print, and what a solved cell shows.

    ``mark``: the sign of a cell that is on; None shades it.  ``points``: the cells are the points of a
    lattice, and ``faces`` holds what is printed in the squares between them.
    """

    mark: str | None = None
    regions: tuple[tuple[int, ...], ...] | None = None
    glyphs: tuple[tuple[Cell, str], ...] = ()
    circles: tuple[Cell, ...] = ()
    faces: tuple[tuple[Cell, str], ...] = ()
    points: bool = False

    def data(self) -> dict[str, Any]:
        """As JSON data; what is at its default is left out."""
        found: dict[str, Any] = {
            "mark": self.mark,
            "regions": self.regions,
            "glyphs": {name_of(cell): text for cell, text in self.glyphs},
            "circles": [name_of(cell) for cell in self.circles],
            "faces": {name_of(cell): text for cell, text in self.faces},
            "points": self.points,
        }
        return {key: value for key, value in found.items() if value}

    @classmethod
    def read(cls, entry: Entry) -> Look:
        """The inverse of :meth:`data`; keys that are another's stay in the entry."""

        def held(key: str, what: str, is_right: Callable[[Any], bool], default: Any) -> Any:
            return entry.take(key, what, is_right) if key in entry.data else default

        regions = held("regions", "rows of numbers", list_of(list_of(is_int)), None)
        glyphs, faces = (held(k, "an object of texts", is_texts, {}) for k in ("glyphs", "faces"))
        circles = held("circles", "a list of cells", list_of(is_str), [])
        return cls(
            mark=held("mark", "a text", is_str, None),
            regions=None if regions is None else tuple(map(tuple, regions)),
            glyphs=tuple((cell_named(name), text) for name, text in glyphs.items()),
            circles=tuple(map(cell_named, circles)),
            faces=tuple((cell_named(name), text) for name, text in faces.items()),
            points=held("points", "true", lambda value: value is True, False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain(Board):
    """A board stated in the vocabulary alone.

    ``spots`` are the places of the variables 1, 2, ...; ``stated`` the rules, those dropped among
    them; ``values`` the words for (off, on) of cells and of edges.
    """

    kind: ClassVar[str] = "model"
    RULES: ClassVar[tuple[str, ...]] = ()
    VARIANTS: ClassVar[tuple[str, ...]] = ()

    height: int = field()
    width: int = field()
    spots: tuple[Place, ...]
    stated: tuple[Named, ...]
    name: str = "model"
    values: tuple[Words, Words] = (_OFF_ON, _OFF_ON)
    look: Look = field(default_factory=Look)

    def rule_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for named in self.stated for name in named.names))

    def check(self) -> None:
        if self.height < 1 or self.width < 1:
            raise BoardError(f"a model has at least one cell, found {self.height}x{self.width}")
        for named in self.stated:
            for v in named.rule.variables():
                if not 1 <= v <= len(self.spots):
                    raise BoardError(
                        f"expected variables 1 to {len(self.spots)} in rule "
                        f"{'-'.join(named.names)}, found {v}"
                    )

    def places(self) -> tuple[Place, ...]:
        return self.spots

    def constraints(self) -> tuple[Named, ...]:
        """The rules in force; one that stands for several names is dropped with the last of them."""
        return tuple(n for n in self.stated if not self.without.issuperset(n.names))

    def broken(self, solution: int) -> list[Violation]:
        found = []
        for named in self.stated:
            if not holds(named.rule, solution):
                # A rule with several names is in force as long as one of them is.
                kept = [name for name in named.names if name not in self.without]
                message = f"rule {' and '.join(named.names)} does not hold"
                found.append(Violation((kept or named.names)[0], named.cells, message))
        return found

    def impossible(self) -> str | None:
        for named in self.constraints():
            if isinstance(named.rule, Table) and named.rule.words.start is None:
                return f"rule {' and '.join(named.names)} has no words at {name_of(named.cells[0])}"
            if named.rule == Clause(()):
                return f"rule {' and '.join(named.names)} is an empty clause"
        return None

    def value(self, variable: int, on: bool) -> str:
        return self.values[len(tuple(cells_of(self.spots[variable - 1]))) - 1][on]

    def title(self, solution: int | None = None) -> str:
        solved = "" if solution is None else ", solved"
        return f"{self.height}x{self.width} {self.name}{solved}"

    def rows(self, solution: int) -> tuple[str, ...]:
        """Per cell ``#`` where it is on and the sides of its chosen edges as letters of ``nesw``."""
        tokens = dict.fromkeys(reading_order(self.height, self.width), "")
        for i, place in enumerate(self.spots):
            if solution >> i & 1:
                for cell, sign in _signs(place):
                    tokens[cell] += sign
        order = "#nesw"
        return tuple(
            " ".join(
                "".join(sorted(tokens[r, c], key=order.index)) or "." for c in range(self.width)
            )
            for r in range(self.height)
        )

    def from_rows(self, rows: Sequence[str]) -> int:
        tokens = grid_tokens(rows, self.height, self.width)
        for cell, token in tokens.items():
            if token != "." and (set(token) - set("#nesw") or len(set(token)) != len(token)):
                raise BoardError(
                    f"expected # and sides among n, e, s, w, or ., found {token!r}", cell
                )
        mask = 0
        left = {cell: set(token) - {"."} for cell, token in tokens.items()}
        for i, place in enumerate(self.spots):
            held = [sign in left[cell] for cell, sign in _signs(place)]
            if any(held):
                if not all(held):
                    raise BoardError(
                        f"expected both cells to have the edge {name_of(place)}",
                        next(cells_of(place)),
                    )
                mask |= 1 << i
                for cell, sign in _signs(place):
                    left[cell].discard(sign)
        for cell, rest in left.items():
            if rest:
                raise BoardError(f"expected no {min(rest)}: the model has no such variable", cell)
        return mask

    def drawing(self, solution: int | None = None) -> Drawing:
        on = [place for i, place in enumerate(self.spots) if (solution or 0) >> i & 1]
        cells = frozenset(cells_among(on))
        marked = self.look.mark
        shown = {"filled": dict.fromkeys(cells, marked)} if marked else {"shaded": cells}
        return Drawing(
            self.height,
            self.width,
            regions=self.look.regions,
            glyphs=dict(self.look.glyphs),
            circles=frozenset(self.look.circles),
            faces=dict(self.look.faces),
            lines=frozenset(edges_among(on)),
            linked=self.look.points,
            title=self.title(solution),
            **shown,
        )

    def text(self) -> str:
        """The model as lines of JSON behind the head ``model``: read back, it is equal."""
        head: dict[str, Any] = {
            "size": [self.height, self.width],
            "name": self.name,
            "cells": list(self.values[0]),
            "edges": list(self.values[1]),
            "places": [name_of(place) for place in self.spots],
            "without": sorted(self.without),
            **self.look.data(),
        }
        rules = (write_rule(named, self.spots) for named in self.stated)
        return "\n".join((self.kind, write_line(head), *rules))

    @classmethod
    def from_lines(cls, lines: Sequence[str]) -> Plain:
        """The model whose :meth:`text` is these lines, the head left out.

        :class:`BoardError` for what is wrong, with the cell (number of the line, 0).
        """
        number = 0  # of the line that is read, for the error
        try:
            entry = Entry(lines[0])
            height, width = entry.take(
                "size", "two numbers", lambda v: list_of(is_int)(v) and len(v) == 2
            )
            name = entry.take("name", "a name", is_str)
            cells, edges = (entry.take(key, "two words", is_pair) for key in ("cells", "edges"))
            places = entry.take("places", "a list of places", list_of(is_str))
            without = entry.take("without", "a list of names", list_of(is_str))
            look = Look.read(entry)
            entry.close()
            spots = tuple(map(place_named, places))
            rules = []
            for line in lines[1:]:
                number += 1
                rules.append(read_rule(line, spots))
            return cls(
                height=height,
                width=width,
                spots=spots,
                stated=tuple(rules),
                name=name,
                values=((cells[0], cells[1]), (edges[0], edges[1])),
                look=look,
                without=frozenset(without),
            )
        except BoardError as error:
            raise BoardError(error.message, (number, 0)) from None


def _signs(place: Place) -> list[tuple[Cell, str]]:
    """Which token of :meth:`Plain.rows` shows the variable of a place, and by which sign."""
    cells = tuple(cells_of(place))
    if len(cells) == 1:
        return [(cells[0], "#")]
    (r, _), (i, _) = cells
    return [(cells[0], "e" if r == i else "s"), (cells[1], "w" if r == i else "n")]


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
        if not (_whole(height) and _whole(width)):
            raise BoardError(
                f"expected two whole numbers for the size, found {height!r}, {width!r}"
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
                values=(_pair(cells), _pair(edges)),
                look=look or Look(points=cells is None),
            )
        )

    @classmethod
    def over(cls, height: int, width: int, places: Iterable[Place]) -> Model:
        """A model with these places for variables, in this order: not every cell or edge need be one."""
        model = cls.__new__(cls)
        model._start(Plain(height=height, width=width, spots=tuple(places), stated=()))
        return model

    def _start(self, empty: Plain) -> None:
        self._board = empty
        self._stated: list[Named] = []
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
        return self._board.height

    @property
    def width(self) -> int:
        return self._board.width

    def __getitem__(self, cell: Cell) -> int:
        """The variable of a cell; :class:`BoardError` where the model has none."""
        return self._variable(cell, f"no variable at cell {cell!r}")

    def has(self, place: Place) -> bool:
        """Is there a variable for this cell or edge?"""
        return place in self._number

    def edge(self, one: Cell, other: Cell) -> int:
        """The variable of the edge between two neighbouring cells, in either order."""
        pair = (min(one, other), max(one, other))
        return self._variable(pair, f"no variable at an edge from {one!r} to {other!r}")

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
        for r in range(self.height - height + 1):
            for c in range(self.width - width + 1):
                yield [self[r + i, c + j] for i in range(height) for j in range(width)]

    def everywhere(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return reading_order(self.height, self.width)

    def beside(self, cell: Cell) -> list[int]:
        """The variables of the orthogonal neighbours of a cell, of those that have one."""
        around = neighbours(cell, self.height, self.width)
        return [self[other] for other in around if other in self._number]

    # Statements.

    def clause(self, *literals: int, name: str = "clause") -> None:
        """At least one of the literals holds.  One clause."""
        self._state(Clause(tuple(dict.fromkeys(literals))), name)

    def true(self, *literals: int, name: str = "givens") -> None:
        """Each of the literals holds.  One clause each."""
        for literal in literals:
            self.clause(literal, name=name)

    def implies(
        self, premises: int | Iterable[int], conclusion: int, name: str = "implies"
    ) -> None:
        """Where all premises hold, the conclusion does.  One clause."""
        held = (premises,) if isinstance(premises, int) else tuple(premises)
        self.clause(*(-literal for literal in held), conclusion, name=name)

    def equal(self, one: int, other: int, name: str = "equal") -> None:
        """Two literals have the same value.  Two clauses."""
        self.clause(one, -other, name=name)
        self.clause(-one, other, name=name)

    def differ(self, one: int, other: int, name: str = "differ") -> None:
        """Two literals have different values.  Two clauses."""
        self.equal(one, -other, name)

    def count(self, allowed: int | Iterable[int], variables: Iterable[int], name: str) -> None:
        """The number of true variables is among ``allowed``.

        Without auxiliaries, C(n, b + 1) clauses for an upper bound b and C(n, n - a + 1) for a lower
        bound a, while all together are at most 160; else a counter of at most n k variables and
        4 n k clauses, where k is the greatest number that is told apart.
        """
        scope = tuple(variables)
        numbers = frozenset((allowed,) if isinstance(allowed, int) else allowed)
        self._table(scope, Count(len(scope), numbers & frozenset(range(len(scope) + 1))), name)

    def exactly(self, number: int, variables: Iterable[int], name: str = "exactly") -> None:
        """So many of the variables are true.  Cost: :meth:`count`."""
        self.count(number, variables, name)

    def at_most(self, number: int, variables: Iterable[int], name: str = "at most") -> None:
        """No more of the variables are true.  Cost: :meth:`count`."""
        self.count(range(number + 1), variables, name)

    def at_least(self, number: int, variables: Iterable[int], name: str = "at least") -> None:
        """No fewer of the variables are true.  Cost: :meth:`count`."""
        scope = tuple(variables)
        self.count(range(number, len(scope) + 1), scope, name)

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
        self._table(tuple(weights), words, name)

    def words(self, variables: Iterable[int], words: Iterable[str], name: str = "words") -> None:
        """The variables spell one of the words, as ``0110``: the first letter is the first variable.

        Up to 8 variables the prime implicates, at most 3^n clauses; else a variable per state and
        layer of the words' automaton, and a clause for each of its transitions.
        """
        scope, listed = tuple(variables), []
        for word in words:
            if len(word) != len(scope) or set(word) - set("01"):
                raise BoardError(f"expected words of {len(scope)} letters 0 and 1, found {word!r}")
            listed.append(int(word[::-1], 2) if word else 0)
        self._table(scope, Listed.of(len(scope), listed), name)

    def distinct(self, lines: Iterable[Iterable[int]], name: str = "distinct") -> None:
        """No two of the lines, which are equally long, carry the same word.

        For k lines of length n: k (k - 1) / 2 (4 n + 1) clauses and n k (k - 1) / 2 variables at most.
        """
        found = tuple(tuple(line) for line in lines)
        for line in found:
            if len(line) != len(found[0]):
                raise BoardError(f"expected lines of {len(found[0])} variables, found {len(line)}")
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
        self._state(Paths(self.graph(cells), tuple(sorted(ends.items()))), name)

    def chordless(self, cells: Iterable[Cell] | None = None, name: str = "chordless") -> None:
        """No edge left out joins two cells of one component of the chosen edges."""
        self._state(Chordless(self.graph(cells)), name)

    def loop(self, cells: Iterable[Cell] | None = None, name: str = "loop") -> None:
        """The chosen edges form exactly one closed curve.  Cost: see :mod:`encode.connected`."""
        self._state(Loop(self.graph(cells)), name)

    def connected(self, cells: Iterable[Cell] | None = None, name: str = "connected") -> None:
        """The cells that are on form one connected part, or none is on.

        Cost: see :mod:`encode.connected`.
        """
        inside = self.everywhere() if cells is None else tuple(sorted(set(cells)))
        kept = set(inside)
        edges = tuple(
            (u, v) for u, v in grid_edges(self.height, self.width) if u in kept and v in kept
        )
        self._state(Connected(CellGraph(inside, edges, tuple(self.cells(inside)))), name)

    def graph(self, cells: Iterable[Cell] | None = None) -> Graph:
        """The graph of the edge variables, or of those between these cells."""
        inside = self.everywhere() if cells is None else tuple(sorted(set(cells)))
        kept = set(inside)
        held = {e: v for e, v in self._edges().items() if kept.issuperset(e)}
        if not held:
            raise BoardError("expected a model with edges: Model(..., edges='line')")
        return Graph(inside, tuple(held), tuple(held.values()))

    def rule(self, rule: Rule, name: str) -> None:
        """Any rule of the vocabulary, over variables of the model."""
        self._state(rule, name)

    # Looks.

    def show(self, **changes: Any) -> None:
        """Change how the model is drawn: the fields of :class:`Look` by name."""
        self._board = replace(self._board, look=replace(self._board.look, **changes))

    def _edges(self) -> dict[Edge, int]:
        return {p: v for p, v in self._number.items() if is_edge(p)}

    def _variable(self, place: Place, fault: str) -> int:
        try:
            return self._number[place]
        except (KeyError, TypeError):
            raise BoardError(f"{fault} of a {self._board.title()}") from None

    def _table(self, scope: tuple[int, ...], words: Language, name: str) -> None:
        if len(set(scope)) != len(scope):
            raise BoardError(f"rule {name}: expected each variable once, found {list(scope)}")
        self._state(Table(scope, words), name)

    def _state(self, rule: Rule, name: str) -> None:
        spots = self._board.spots
        for v in rule.variables():
            if not 1 <= v <= len(spots):
                raise BoardError(f"rule {name}: expected variables 1 to {len(spots)}, found {v}")
        self._stated.append(Named((name,), rule, touched(rule, spots)))


def plain(board: Board) -> Plain:
    """Any board as data of the package's own classes: the same variables and the rules in force.

    What other processes are sent: they need not be able to import the puzzle's class.
    """
    if isinstance(board, Plain):
        return board
    return Plain(
        height=board.height,
        width=board.width,
        spots=board.places(),
        stated=board.constraints(),
        name=board.title().partition(" ")[2],
    )


def _pair(words: str | Words | None) -> Words:
    if words is None:
        return _OFF_ON
    return (f"no {words}", words) if isinstance(words, str) else (words[0], words[1])


def _whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
