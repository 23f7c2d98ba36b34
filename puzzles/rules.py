"""The rule vocabulary: a closed set of constraint kinds over a board's variables.

Board variables are numbered 1, 2, ..., as in DIMACS; a literal is ``v`` or ``-v``; an assignment to
all of them is an int bit mask in which bit v - 1 is the value of variable v.  Engines interpret
this vocabulary and never a puzzle; a ``match`` over :data:`Rule` ends in :func:`refuse`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Never, NoReturn, TypeAlias, TypeGuard

from puzzles.language import Language

__all__ = [
    "Cell",
    "CellGraph",
    "Chordless",
    "Clause",
    "Connected",
    "Distinct",
    "Edge",
    "Graph",
    "Loop",
    "Named",
    "Paths",
    "Place",
    "Rule",
    "Table",
    "Unsupported",
    "cells_of",
    "is_edge",
    "name_of",
    "refuse",
    "touched",
]

Cell: TypeAlias = tuple[int, int]
"""(row, column), from zero."""
Edge: TypeAlias = tuple[Cell, Cell]
"""Two neighbouring cells, the smaller first."""
Place: TypeAlias = Cell | Edge
"""What a board variable stands for."""


class Unsupported(Exception):
    """A board holds a kind of rule that an engine does not interpret, so the engine refuses it."""

    def __init__(self, kind: str, engine: str) -> None:
        super().__init__(f"{engine} does not interpret rules of the kind {kind}")
        self.kind = kind
        self.engine = engine

    def __reduce__(self) -> tuple[type[Unsupported], tuple[str, str]]:
        return Unsupported, (self.kind, self.engine)


def refuse(rule: Never, engine: str) -> NoReturn:
    """The last case of a ``match`` over :data:`Rule`: :class:`Unsupported` for a kind not named.

    Like ``assert_never`` it lets the type checker prove that every kind of the union is named; at
    run time it refuses a kind from outside the union, which would else be dropped.
    """
    raise Unsupported(type(rule).__name__, engine)


@dataclass(frozen=True, slots=True)
class Table:
    """The joint value of the variables ``scope`` is a word of ``words``: a *lifted variable*.

    Letter i of a word is the value of ``scope[i]``.  ``ValueError`` if a variable stands twice or
    the words have another width.
    """

    scope: tuple[int, ...]
    words: Language

    def __post_init__(self) -> None:
        scope = self.scope
        if len(set(scope)) != len(scope) or (scope and min(scope) < 1):
            _once(scope, "a table")
        if len(scope) != self.words.width:
            raise ValueError(
                f"expected words of {len(self.scope)} letters in a table, found {self.words.width}"
            )

    def variables(self) -> tuple[int, ...]:
        return self.scope


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of the ``literals`` holds."""

    literals: tuple[int, ...]

    def variables(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(map(abs, self.literals)))


@dataclass(frozen=True, slots=True)
class Distinct:
    """No two of the ``lines`` carry the same word.

    Lines are equally long tuples of variables, none twice in one line; two lines may share some.
    """

    lines: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        for line in self.lines:
            _once(line, "a line")
            if len(line) != len(self.lines[0]):
                raise ValueError("expected lines of equal length")

    def variables(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(v for line in self.lines for v in line))


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph whose edges are board variables: ``edges[i]`` is chosen by ``variables[i]``.

    The nodes are ``cells`` (or points of a lattice).  Left empty, ``variables`` are 1, 2, ...  The
    board may have further variables, and further graphs.
    """

    cells: tuple[Cell, ...]
    edges: tuple[Edge, ...]
    variables: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.variables:
            object.__setattr__(self, "variables", tuple(range(1, len(self.edges) + 1)))
        else:
            _once(self.variables, "a graph")
        if len(self.variables) != len(self.edges):
            raise ValueError(f"expected {len(self.edges)} variables, one an edge")
        _simple(self.cells, self.edges)

    def at(self) -> dict[Cell, tuple[int, ...]]:
        """The edge variables at each cell, in the order of the edges."""
        incident: dict[Cell, list[int]] = {cell: [] for cell in self.cells}
        for variable, (u, v) in zip(self.variables, self.edges, strict=True):
            incident[u].append(variable)
            incident[v].append(variable)
        return {cell: tuple(variables) for cell, variables in incident.items()}

    def arcs(self) -> Iterator[tuple[int, Cell, Cell]]:
        """Each edge as (variable, one of its cells, the other)."""
        for variable, (u, v) in zip(self.variables, self.edges, strict=True):
            yield variable, u, v


@dataclass(frozen=True, slots=True)
class CellGraph:
    """A graph whose nodes are board variables: ``cells[i]`` is chosen by ``variables[i]``.

    ``edges`` say which cells are neighbours.  Left empty, ``variables`` are 1, 2, ...
    """

    cells: tuple[Cell, ...]
    edges: tuple[Edge, ...]
    variables: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.variables:
            object.__setattr__(self, "variables", tuple(range(1, len(self.cells) + 1)))
        _once(self.variables, "a graph")
        if len(self.variables) != len(self.cells):
            raise ValueError(f"expected {len(self.cells)} variables, one a cell")
        _simple(self.cells, self.edges)

    def beside(self) -> dict[int, tuple[int, ...]]:
        """The variables of the neighbours of each variable's cell."""
        number = dict(zip(self.cells, self.variables, strict=True))
        beside: dict[int, list[int]] = {variable: [] for variable in self.variables}
        for u, v in self.edges:
            beside[number[u]].append(number[v])
            beside[number[v]].append(number[u])
        return {variable: tuple(others) for variable, others in beside.items()}


@dataclass(frozen=True, slots=True)
class Paths:
    """The chosen edges hold no cycle, and their components join ends of equal label in pairs.

    Exactly: no cycle, and each end shares its component with exactly one other end, which has the
    same label.  Not enforced here: degrees.  Under the rule ``degree`` the components are paths;
    without it they are trees, and trees without an end are allowed.
    """

    graph: Graph
    ends: tuple[tuple[Cell, str], ...]

    def __post_init__(self) -> None:
        cells = {cell for cell, _ in self.ends}
        if len(cells) != len(self.ends) or not cells.issubset(self.graph.cells):
            raise ValueError("expected ends at cells of the graph, one label at each")

    def variables(self) -> tuple[int, ...]:
        return self.graph.variables


@dataclass(frozen=True, slots=True)
class Chordless:
    """No edge left out joins two cells of one component: no path touches itself.

    The components are those of the chosen edges of this rule's own graph.
    """

    graph: Graph

    def variables(self) -> tuple[int, ...]:
        return self.graph.variables


@dataclass(frozen=True, slots=True)
class Loop:
    """The chosen edges form exactly one closed curve.

    There is at least one, each cell has none or two of them, and they hang together.  Nothing else
    need be stated: degrees are part of it.
    """

    graph: Graph

    def variables(self) -> tuple[int, ...]:
        return self.graph.variables


@dataclass(frozen=True, slots=True)
class Connected:
    """The chosen cells lie in one component of the graph that they induce; none may be chosen."""

    graph: CellGraph

    def variables(self) -> tuple[int, ...]:
        return self.graph.variables


Rule: TypeAlias = Table | Clause | Distinct | Paths | Chordless | Loop | Connected
"""The whole vocabulary.  Each kind lists its variables, none twice: ``rule.variables()``."""


@dataclass(frozen=True, slots=True)
class Named:
    """A rule with the names that a user may drop it by and the cells it speaks of.

    ``names`` holds two where one lifted variable stands for two printed rules (a Binairo line).
    """

    names: tuple[str, ...]
    rule: Rule
    cells: tuple[Cell, ...]


def is_edge(place: Place) -> TypeGuard[Edge]:
    """Is the place an edge, and not a cell?"""
    return isinstance(place[0], tuple)


def name_of(place: Place) -> str:
    """A place's name: ``r0c1``, or ``r0c1-r0c2`` for an edge."""
    return "-".join(f"r{r}c{c}" for r, c in cells_of(place))


def touched(rule: Rule, places: Sequence[Place]) -> tuple[Cell, ...]:
    """The cells of a rule's variables, in the order of the variables; ``places`` are the board's."""
    return tuple(dict.fromkeys(c for v in rule.variables() for c in cells_of(places[v - 1])))


def cells_of(place: Place) -> Iterator[Cell]:
    """The one cell or the two cells that a board variable touches."""
    first, second = place
    if isinstance(first, tuple) and isinstance(second, tuple):
        yield first
        yield second
    elif isinstance(first, int) and isinstance(second, int):
        yield (first, second)


def _once(variables: tuple[int, ...], where: str) -> None:
    if len(set(variables)) != len(variables) or min(variables, default=1) < 1:
        raise ValueError(f"expected variables from 1 on, each once in {where}, found {variables}")


@lru_cache(maxsize=64)
def _simple(cells: tuple[Cell, ...], edges: tuple[Edge, ...]) -> None:
    """``ValueError`` unless the edges join two cells each, no two of them the same."""
    known = set(cells)
    if len(known) != len(cells):
        raise ValueError("expected each cell of a graph once")
    if len({(u, v) if u < v else (v, u) for u, v in edges}) != len(edges):
        raise ValueError("expected each edge of a graph once")
    wrong = [edge for edge in edges if edge[0] == edge[1] or not known.issuperset(edge)]
    if wrong:
        raise ValueError(f"expected an edge between two cells of the graph, found {wrong[0]}")
