"""No path touches itself, complete: an edge left out does not join two cells of one component.

Where the edges are rooted (rule ``paths``), the roots of its cells differ: per edge and bit of a
root one difference variable (functional).  Where they are not, the components can be coloured so
that an edge is chosen exactly when its cells have one colour: contracting the components of a grid
leaves a planar graph, and four colours do.  (Where some edge joins cells that are no neighbours, as
many colours as cells.)  Those colours are not functional.

Budget for E edges: E r variables and E (4 r + 1) clauses, r = bits of a root number; without roots
2 N + 2 E variables for N cells and 13 E clauses.
"""

from __future__ import annotations

from encode.forest import Forest, cell_label
from encode.formula import Formula
from puzzles.rules import Cell, Graph

__all__ = ["add_chordless"]


def add_chordless(formula: Formula, graph: Graph, forest: Forest | None, where: str = "") -> None:
    """The clauses for ``graph``; ``forest``: the rooting of its edges, if there is one; ``where`` tells
    the groups of several rules apart."""
    numbers = _colours(formula, graph, where) if forest is None else dict(_roots(graph, forest))
    if not graph.edges:
        return
    apart = formula.group(
        f"apart{where}",
        "the cells of the edge have different roots (or colours) in this bit",
        [f"{cell_label(u)}-{cell_label(v)}" for u, v in graph.edges],
        len(numbers[graph.cells[0]]),
        functional=forest is not None,
    )
    formula.section("an edge left out does not join two cells of one component")
    for k, (edge, u, v) in enumerate(graph.arcs()):
        differences = []
        for bit, pair in enumerate(zip(numbers[u], numbers[v], strict=True)):
            formula.differs(apart.at(k, bit), *pair)
            differences.append(apart.at(k, bit))
        alone: list[int] = []
        if forest is not None and forest.degrees:
            # Cells that are alone share the root number 0, with each other and with one component.
            alone = [forest.top(cell) for cell in (u, v) if cell not in forest.ends]
        formula.add(edge, *alone, *differences)


def _roots(graph: Graph, forest: Forest) -> list[tuple[Cell, list[int]]]:
    return [(cell, forest.roots(cell)) for cell in graph.cells]


def _colours(formula: Formula, graph: Graph, where: str) -> dict[Cell, list[int]]:
    labels = [cell_label(cell) for cell in graph.cells]
    grid = all(abs(u[0] - v[0]) + abs(u[1] - v[1]) == 1 for u, v in graph.edges)
    bits = 2 if grid else (len(labels) - 1).bit_length()
    colour = formula.group(
        f"colour{where}", "bit of the colour of the component", labels, bits, functional=False
    )
    colours = {
        cell: [colour.at(k, bit) for bit in range(bits)] for k, cell in enumerate(graph.cells)
    }
    formula.section("joined cells have one colour")
    for edge, u, v in graph.arcs():
        for bit in range(bits):
            formula.equal(colours[u][bit], colours[v][bit], -edge)
    return colours
