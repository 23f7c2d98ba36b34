"""The rule vocabulary evaluated on one assignment, from its definitions alone."""

from __future__ import annotations

from itertools import combinations
from typing import assert_never

from puzzles.rules import (
    Cell,
    CellGraph,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Paths,
    Rule,
    Table,
)

__all__ = ["holds"]


def holds(rule: Rule, mask: int) -> bool:
    """Does the assignment satisfy the rule?"""
    match rule:
        case Table(scope, words):
            return word(scope, mask) in list(words)
        case Clause(literals):
            return any(on(mask, abs(literal)) == (literal > 0) for literal in literals)
        case Distinct(lines):
            return all(word(a, mask) != word(b, mask) for a, b in combinations(lines, 2))
        case Paths(graph, ends):
            return forest(graph, mask) and paired(graph, mask, dict(ends))
        case Chordless(graph):
            part = components(graph, mask)
            return all(
                on(mask, v) or part[a] != part[b]
                for v, (a, b) in zip(graph.variables, graph.edges, strict=True)
            )
        case Loop(graph):
            return curve(graph, mask)
        case Connected(cells):
            return together(cells, mask)
        case _:
            assert_never(rule)


def on(mask: int, variable: int) -> bool:
    return bool(mask >> variable - 1 & 1)


def word(variables: tuple[int, ...], mask: int) -> int:
    return sum(on(mask, v) << i for i, v in enumerate(variables))


def chosen(graph: Graph, mask: int) -> list[tuple[Cell, Cell]]:
    return [edge for v, edge in zip(graph.variables, graph.edges, strict=True) if on(mask, v)]


def components(graph: Graph, mask: int) -> dict[Cell, Cell]:
    """For each cell the least cell of its component, by spreading the least until nothing moves."""
    return spread(list(graph.cells), chosen(graph, mask))


def spread(cells: list[Cell], edges: list[tuple[Cell, Cell]]) -> dict[Cell, Cell]:
    least = {cell: cell for cell in cells}
    moved = True
    while moved:
        moved = False
        for a, b in edges:
            if least[a] != least[b]:
                least[a] = least[b] = min(least[a], least[b])
                moved = True
    return least


def forest(graph: Graph, mask: int) -> bool:
    """No cycle: as many edges as cells less components."""
    used = len(chosen(graph, mask))
    return used == len(graph.cells) - len(set(components(graph, mask).values()))


def paired(graph: Graph, mask: int, ends: dict[Cell, str]) -> bool:
    """Each end shares its component with exactly one other end, which has the same label."""
    part = components(graph, mask)
    for cell, label in ends.items():
        others = [other for other in ends if other != cell and part[other] == part[cell]]
        if len(others) != 1 or ends[others[0]] != label:
            return False
    return True


def curve(graph: Graph, mask: int) -> bool:
    """Walk along the first edge, always on by the other edge of a cell: that must use every edge."""
    edges = chosen(graph, mask)
    if not edges:
        return False
    start, here = edges[0]
    walked = {edges[0]}
    while here != start:
        further = [edge for edge in edges if here in edge and edge not in walked]
        if len(further) != 1:
            return False
        walked.add(further[0])
        (here,) = set(further[0]) - {here}
    return walked == set(edges)


def together(cells: CellGraph, mask: int) -> bool:
    """The chosen cells lie in one component of the graph that they induce."""
    held = [cell for v, cell in zip(cells.variables, cells.cells, strict=True) if on(mask, v)]
    edges = [(a, b) for a, b in cells.edges if a in held and b in held]
    return len(set(spread(held, edges).values())) <= 1
