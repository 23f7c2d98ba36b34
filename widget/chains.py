"""What edges that are on or off leave possible between the labels of a Numberlink board.

A *chain* is a component of the edges that are on; a cell without one is a chain by itself.
"""

from __future__ import annotations

from puzzles.rules import Cell, Graph

__all__ = ["chains", "holds_loop", "may_pair"]


def chains(graph: Graph, on: int) -> tuple[dict[Cell, Cell], bool]:
    """Every cell's chain, by a cell that stands for it, and whether the edges hold a loop."""
    root = {cell: cell for cell in graph.cells}

    def find(cell: Cell) -> Cell:
        while root[cell] != cell:
            root[cell] = cell = root[root[cell]]
        return cell

    loop = False
    for i, (u, v) in enumerate(graph.edges):
        if on >> i & 1:
            one, other = find(u), find(v)
            loop = loop or one == other
            root[one] = other
    return {cell: find(cell) for cell in root}, loop


def holds_loop(graph: Graph, on: int) -> bool:
    """Do the edges that are on hold a loop?"""
    return chains(graph, on)[1]


def may_pair(graph: Graph, labels: dict[Cell, str], end: Cell, on: int, off: int) -> bool:
    """Can further edges give ``end`` a component with one other labelled cell, of its label?

    Further edges only join whole chains; one with a label on it ends the way.
    """
    chain, _ = chains(graph, on)
    held: dict[Cell, list[str]] = {}
    for cell, label in labels.items():
        held.setdefault(chain[cell], []).append(label)
    start = chain[end]
    if len(held[start]) > 1:
        return held[start] == [labels[end]] * 2
    beside: dict[Cell, set[Cell]] = {}
    for i, (u, v) in enumerate(graph.edges):
        if not off >> i & 1:
            beside.setdefault(chain[u], set()).add(chain[v])
            beside.setdefault(chain[v], set()).add(chain[u])
    reached = {start}
    waiting = [start]
    while waiting:
        for other in beside.get(waiting.pop(), set()) - reached:
            if held.get(other) == [labels[end]]:
                return True
            reached.add(other)
            if other not in held:
                waiting.append(other)
    return False
