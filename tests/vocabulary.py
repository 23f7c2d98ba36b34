"""The rule vocabulary evaluated on one assignment, from its definitions alone."""

from __future__ import annotations

from itertools import combinations
from typing import assert_never

from puzzles.rules import Cell, Chordless, Clause, Distinct, Graph, Paths, Rule, Table

__all__ = ["holds"]


def holds(rule: Rule, mask: int) -> bool:
    """Does the assignment satisfy the rule?"""
    match rule:
        case Table(variables, words):
            return word(variables, mask) in words
        case Clause(literals):
            return any((mask >> abs(literal) - 1 & 1) == (literal > 0) for literal in literals)
        case Distinct(lines):
            return all(word(a, mask) != word(b, mask) for a, b in combinations(lines, 2))
        case Paths(graph, ends):
            return forest(graph, mask) and paired(graph, mask, dict(ends))
        case Chordless(graph):
            part = components(graph, mask)
            return all(
                mask >> v - 1 & 1 or part[a] != part[b]
                for v, (a, b) in enumerate(graph.edges, start=1)
            )
        case _:
            assert_never(rule)


def word(variables: tuple[int, ...], mask: int) -> int:
    return sum((mask >> v - 1 & 1) << i for i, v in enumerate(variables))


def components(graph: Graph, mask: int) -> dict[Cell, Cell]:
    """For each cell the least cell of its component, by spreading the least until nothing moves."""
    least = {cell: cell for cell in graph.cells}
    moved = True
    while moved:
        moved = False
        for v, (a, b) in enumerate(graph.edges, start=1):
            if mask >> v - 1 & 1 and least[a] != least[b]:
                least[a] = least[b] = min(least[a], least[b])
                moved = True
    return least


def forest(graph: Graph, mask: int) -> bool:
    """No cycle: as many edges as cells less components."""
    used = bin(mask & (1 << len(graph.edges)) - 1).count("1")
    return used == len(graph.cells) - len(set(components(graph, mask).values()))


def paired(graph: Graph, mask: int, ends: dict[Cell, str]) -> bool:
    """Each end shares its component with exactly one other end, which has the same label."""
    part = components(graph, mask)
    for cell, label in ends.items():
        others = [other for other in ends if other != cell and part[other] == part[cell]]
        if len(others) != 1 or ends[others[0]] != label:
            return False
    return True
