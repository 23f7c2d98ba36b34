"""The rule vocabulary: a closed set of constraint kinds over a board's variables.

Board variables are numbered 1, 2, ..., as in DIMACS; a literal is ``v`` or ``-v``; an assignment to
all of them is an int bit mask in which bit v - 1 is the value of variable v.  Engines interpret
this vocabulary and never a puzzle; ``match`` over :data:`Rule` should end in ``assert_never``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeGuard

from puzzles.language import Language

__all__ = [
    "Cell",
    "Chordless",
    "Clause",
    "Distinct",
    "Edge",
    "Graph",
    "Named",
    "Paths",
    "Place",
    "Rule",
    "Table",
    "cells_of",
    "is_edge",
    "name_of",
]

Cell: TypeAlias = tuple[int, int]
"""(row, column), from zero."""
Edge: TypeAlias = tuple[Cell, Cell]
"""Two neighbouring cells, the smaller first."""
Place: TypeAlias = Cell | Edge
"""What a board variable stands for."""


@dataclass(frozen=True, slots=True)
class Table:
    """The joint value of ``variables`` is a word of ``words``: the articles' *lifted variable*."""

    variables: tuple[int, ...]
    words: Language


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of the ``literals`` holds."""

    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Distinct:
    """No two of the ``lines`` (equally long tuples of variables) carry the same word."""

    lines: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """A grid graph whose edges are board variables: ``edges[v - 1]`` is the edge of variable v."""

    cells: tuple[Cell, ...]
    edges: tuple[Edge, ...]

    def at(self) -> dict[Cell, tuple[int, ...]]:
        """The edge variables at each cell, ascending."""
        incident: dict[Cell, list[int]] = {cell: [] for cell in self.cells}
        for variable, (u, v) in enumerate(self.edges, start=1):
            incident[u].append(variable)
            incident[v].append(variable)
        return {cell: tuple(variables) for cell, variables in incident.items()}


@dataclass(frozen=True, slots=True)
class Paths:
    """The chosen edges hold no cycle, and their components join ends of equal label in pairs.

    Exactly: no cycle, and each end shares its component with exactly one other end, which has the
    same label.  Not enforced here: degrees.  Under the rule ``degree`` the components are paths;
    without it they are trees, and trees without an end are allowed.
    """

    graph: Graph
    ends: tuple[tuple[Cell, str], ...]


@dataclass(frozen=True, slots=True)
class Chordless:
    """No edge left out joins two cells of one component: no path touches itself."""

    graph: Graph


Rule: TypeAlias = Table | Clause | Distinct | Paths | Chordless
"""The whole vocabulary."""


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


def cells_of(place: Place) -> Iterator[Cell]:
    """The one cell or the two cells that a board variable touches."""
    first, second = place
    if isinstance(first, tuple) and isinstance(second, tuple):
        yield first
        yield second
    elif isinstance(first, int) and isinstance(second, int):
        yield (first, second)
