"""Does an assignment satisfy a rule?  Each kind of the vocabulary judged from its meaning.

For boards that are stated in the vocabulary alone (:mod:`puzzles.plain`), which have no printed rules
to be judged by; and helpers for verifiers of puzzle classes.  No engine uses this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations
from typing import assert_never

from puzzles.rules import (
    Cell,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Edge,
    Loop,
    Paths,
    Rule,
    Table,
)

__all__ = ["components", "holds", "is_connected", "is_loop"]


def holds(rule: Rule, solution: int) -> bool:
    """Is ``rule`` true under the assignment?  Bit v - 1 of ``solution`` is variable v.

    >>> holds(Clause((1, -2)), 0b10), holds(Clause((1, -2)), 0b11)
    (False, True)
    """
    match rule:
        case Table(scope, words):
            return sum(_value(solution, v) << i for i, v in enumerate(scope)) in words
        case Clause(literals):
            return any(_value(solution, abs(v)) == (v > 0) for v in literals)
        case Distinct(lines):
            spelled = [[_value(solution, v) for v in line] for line in lines]
            return all(one != other for one, other in combinations(spelled, 2))
        case Paths(graph, ends):
            chosen = _chosen(graph.edges, graph.variables, solution)
            return _paths(components(graph.cells, chosen), chosen, dict(ends))
        case Chordless(graph):
            chosen = _chosen(graph.edges, graph.variables, solution)
            part = {c: k for k, part in enumerate(components(graph.cells, chosen)) for c in part}
            return all(edge in chosen or part[edge[0]] != part[edge[1]] for edge in graph.edges)
        case Loop(graph):
            chosen = _chosen(graph.edges, graph.variables, solution)
            return is_loop(chosen)
        case Connected(graph):
            cells = {
                cell
                for cell, v in zip(graph.cells, graph.variables, strict=True)
                if _value(solution, v)
            }
            inside = {(u, v) for u, v in graph.edges if u in cells and v in cells}
            return len(components(cells, inside)) <= 1
        case _:
            assert_never(rule)


def is_loop(edges: Collection[Edge]) -> bool:
    """Do these edges form exactly one closed curve?

    >>> square = [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    >>> beside = [((r, c + 2), (i, j + 2)) for (r, c), (i, j) in square]
    >>> is_loop(square), is_loop(square + beside), is_loop(square[1:]), is_loop([])
    (True, False, False, False)
    """
    ends = [cell for edge in edges for cell in edge]
    passed = set(ends)
    twice = all(ends.count(cell) == 2 for cell in passed)
    return twice and len(components(passed, edges)) == 1


def is_connected(cells: Collection[Cell]) -> bool:
    """Are these cells one part, joined side by side, or none at all?

    >>> is_connected([(0, 0), (0, 1)]), is_connected([(0, 0), (1, 1)])
    (True, False)
    """
    beside = [(u, v) for u, v in combinations(cells, 2) if abs(u[0] - v[0]) + abs(u[1] - v[1]) == 1]
    return len(components(cells, beside)) <= 1


def _value(solution: int, variable: int) -> int:
    return solution >> variable - 1 & 1


def _chosen(edges: Iterable[Edge], variables: Iterable[int], solution: int) -> set[Edge]:
    return {edge for edge, v in zip(edges, variables, strict=True) if _value(solution, v)}


def components(cells: Iterable[Cell], edges: Iterable[Edge]) -> list[list[Cell]]:
    """The connected parts of a graph, each cell in one of them."""
    linked: dict[Cell, list[Cell]] = {cell: [] for cell in cells}
    for u, v in edges:
        linked[u].append(v)
        linked[v].append(u)
    unseen = set(linked)
    found = []
    for start in linked:
        if start not in unseen:
            continue
        unseen.discard(start)
        part = [start]
        for cell in part:  # grows while it is read
            fresh = [other for other in linked[cell] if other in unseen]
            unseen.difference_update(fresh)
            part += fresh
        found.append(part)
    return found


def _paths(parts: list[list[Cell]], chosen: set[Edge], ends: dict[Cell, str]) -> bool:
    where = {cell: k for k, part in enumerate(parts) for cell in part}
    edges = [0] * len(parts)
    for u, _ in chosen:
        edges[where[u]] += 1
    for part, inside in zip(parts, edges, strict=True):
        held = [ends[cell] for cell in part if cell in ends]
        if inside >= len(part) or (held and (len(held) != 2 or held[0] != held[1])):
            return False
    return True
