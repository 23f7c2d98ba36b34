"""``Paths`` and ``Chordless`` of one graph, and the degrees that tables give its cells: their cuts.

:mod:`encode.cuts` says what each kind of cut is and what justifies it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from puzzles.language import Count
from puzzles.rules import Cell, Graph, Table

__all__ = ["Finding", "Linked"]

Finding: TypeAlias = tuple[Literal["loop", "join", "leave", "open", "chord"], Sequence[int]]
"""What is wrong with an assignment, as (why, over) of a cut."""


class Linked:
    """The rules over one graph's chosen edges; a board may have several.

    ``first``: the number of its first cell, where the cells of all graphs are numbered in turn.
    """

    def __init__(self, graph: Graph, first: int) -> None:
        self.graph = graph
        self.first = first
        self.paths = False
        self.chordless = False
        self.ends: dict[Cell, str] = {}
        self.at = graph.at()
        self.edge = {variable: (u, v) for variable, u, v in graph.arcs()}
        self.position = {cell: k for k, cell in enumerate(self.at, start=first)}
        self.allowed: dict[Cell, frozenset[int]] = {}
        """The degrees that tables allow a cell, for cells that have one."""
        self.degrees = False
        """Are the components of a solution paths between ends, and cells alone?"""

    def bound(self, tables: Iterable[Table]) -> int:
        """Take the degrees from the tables over a cell's own edges; how many of them are such."""
        by_edges: dict[frozenset[int], list[Cell]] = {}
        for cell, incident in self.at.items():
            by_edges.setdefault(frozenset(incident), []).append(cell)
        taken = 0
        for table in tables:
            cells = by_edges.get(frozenset(table.scope), ())
            if cells and isinstance(table.words, Count):
                taken += 1
                for cell in cells:
                    known = self.allowed.get(cell, table.words.allowed)
                    self.allowed[cell] = known & table.words.allowed
        self.degrees = self.paths and all(
            self.allowed.get(cell, {3}) <= ({1} if cell in self.ends else {0, 2})
            for cell in self.at
        )
        return taken

    def clause(self, why: str, over: Sequence[int]) -> tuple[int, ...]:
        """The clause that ``over`` justifies; :class:`ValueError` if it justifies none."""
        if why in ("leave", "open"):
            return self._leaving(why, over)
        if not all(edge in self.edge for edge in over):
            raise ValueError(f"{why}: expected edges of the graph")
        touching = self._touching(over)
        whole = _connected(touching)
        if why == "join":
            held = [self.ends[cell] for cell in touching if cell in self.ends]
            wrong = len(held) > 2 or len(set(held)) > 1
            if not (self.paths and whole and len(touching) == len(over) + 1 and wrong):
                raise ValueError("join: expected a tree with two labels or three ends")
            return tuple(-edge for edge in over)
        if not (whole and all(len(others) == 2 for others in touching.values())):
            raise ValueError(f"{why}: expected the edges of a cycle")
        if why == "loop" and self.paths:
            return tuple(-edge for edge in over)
        if why == "chord" and self.chordless:
            *path, chord = over
            return (*(-edge for edge in path), *(() if self.paths else (chord,)))
        raise ValueError(f"{why}: the rule is not in force")

    def _leaving(self, why: str, over: Sequence[int]) -> tuple[int, ...]:
        cells = list(self.at)
        if not self.paths or not all(0 <= k - self.first < len(cells) for k in over):
            raise ValueError(f"{why}: expected cells of one graph under the rule paths")
        inside = {cells[k - self.first] for k in over}
        if why == "leave":
            held = [self.ends[cell] for cell in inside if cell in self.ends]
            if not any(held.count(label) % 2 for label in held):
                raise ValueError("leave: expected a label with an odd number of ends")
        elif any(cell in self.ends or self.allowed.get(cell) != frozenset({2}) for cell in inside):
            raise ValueError("open: expected cells of degree two without an end")
        return tuple(edge for edge, u, v in self.graph.arcs() if (u in inside) != (v in inside))

    def _touching(self, edges: Iterable[int]) -> dict[Cell, list[tuple[Cell, int]]]:
        touching: dict[Cell, list[tuple[Cell, int]]] = {}
        for edge in edges:
            u, v = self.edge[edge]
            touching.setdefault(u, []).append((v, edge))
            touching.setdefault(v, []).append((u, edge))
        return touching

    def broken(self, mask: int) -> Iterator[Finding]:
        """What is wrong with each component of the assignment; nothing if both rules hold.  It may
        break tables: those are the formula's business."""
        touching = self._touching(edge for edge in self.edge if mask >> edge - 1 & 1)
        known: set[Cell] = set()
        for cell in self.at:
            if cell not in known:
                tree = _Tree(cell, touching)
                known.update(tree.cells)
                if self.paths:
                    yield from self._of(tree)
                if self.chordless:
                    yield from self._chords(tree, mask)

    def _of(self, tree: _Tree) -> Iterator[Finding]:
        held = [cell for cell in tree.cells if cell in self.ends]
        for edge, u, v in tree.surplus:
            yield "loop", [*tree.path(u, v), edge]
        if tree.surplus and all(
            cell not in self.ends and self.allowed.get(cell) == frozenset({2})
            for cell in tree.cells
        ):
            yield "open", sorted(self.position[cell] for cell in tree.cells)
        labels = [self.ends[cell] for cell in held]
        if any(labels.count(label) % 2 for label in labels):
            yield "leave", sorted(self.position[cell] for cell in tree.cells)
        first = held[:1]
        for cell in held[1:]:
            if self.ends[cell] != self.ends[first[0]]:
                yield "join", tree.path(first[0], cell)
                return
        if len(held) > 2:
            over = dict.fromkeys(tree.path(held[0], held[1]) + tree.path(held[0], held[2]))
            yield "join", list(over)

    def _chords(self, tree: _Tree, mask: int) -> Iterator[Finding]:
        for cell in tree.cells:
            for edge in self.at[cell]:
                u, v = self.edge[edge]
                if u == cell and v in tree.up and not mask >> edge - 1 & 1:
                    yield "chord", [*tree.path(u, v), edge]


class _Tree:
    """A breadth-first spanning tree of one component of the chosen edges."""

    def __init__(self, root: Cell, touching: dict[Cell, list[tuple[Cell, int]]]) -> None:
        self.up: dict[Cell, tuple[Cell, int]] = {root: (root, 0)}
        self.depth = {root: 0}
        self.cells = [root]
        self.surplus: list[tuple[int, Cell, Cell]] = []
        """Edges that are not of the tree, each once, with their cells."""
        seen = set()
        for cell in self.cells:  # grows while it is read
            for other, edge in touching.get(cell, ()):
                if edge in seen:
                    continue
                seen.add(edge)
                if other in self.up:
                    self.surplus.append((edge, cell, other))
                else:
                    self.up[other] = (cell, edge)
                    self.depth[other] = self.depth[cell] + 1
                    self.cells.append(other)

    def path(self, u: Cell, v: Cell) -> list[int]:
        """The tree's edges between two of its cells."""
        front, back = [], []
        while u != v:
            if self.depth[u] >= self.depth[v]:
                u, edge = self.up[u]
                front.append(edge)
            else:
                v, edge = self.up[v]
                back.append(edge)
        return front + back[::-1]


def _connected(touching: dict[Cell, list[tuple[Cell, int]]]) -> bool:
    """Do these edges hang together?"""
    start = next(iter(touching))
    reached = {start}
    stack = [start]
    while stack:
        for other, _ in touching[stack.pop()]:
            if other not in reached:
                reached.add(other)
                stack.append(other)
    return len(reached) == len(touching)
