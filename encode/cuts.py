"""Cuts: clauses over board variables that the rules imply, found in a solution that breaks them.

Every cut names what justifies it, and :meth:`Rules.clause` derives its clause from that alone and
from the board, without the search that found it:

- ``loop``: edges that form a cycle; not all are chosen (rule ``paths``).
- ``join``: edges that form a tree whose cells hold ends of two labels, or three ends; not all are
  chosen (``paths``).
- ``leave``: cells that hold an odd number of ends of some label; some edge leaves them (``paths``).
- ``open``: cells without an end, each of degree two by its table; some edge leaves them, since
  their edges would else hold a cycle (``paths`` and ``degree``).
- ``chord``: edges that form a path between the cells of another edge, the last one; where the path
  is chosen, so is that edge (``chordless``).  Where cycles are barred, the path is not chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from puzzles.language import Count
from puzzles.rules import Cell, Chordless, Graph, Named, Paths, Table

__all__ = ["WHYS", "Cut", "Rules", "Why"]

Why: TypeAlias = Literal["loop", "join", "leave", "open", "chord"]
WHYS: tuple[Why, ...] = get_args(Why)


@dataclass(frozen=True, slots=True)
class Cut:
    """``over``: edge variables for loop, join and chord; for leave and open the positions of
    cells in ``graph.cells``.  ``clause`` follows from them and the board."""

    why: Why
    over: tuple[int, ...]
    clause: tuple[int, ...]


class Rules:
    """The rules of a board that cuts speak for: its Paths, its Chordless, its degrees."""

    def __init__(self, constraints: Iterable[Named], normal: bool = False) -> None:
        """``normal``: speak of normal solutions only (:mod:`encode.normal`)."""
        self.graph: Graph | None = None
        self.ends: dict[Cell, str] = {}
        self.paths = False
        self.chordless = False
        degrees: list[tuple[Table, Count]] = []
        for named in constraints:
            match named.rule:
                case Paths(graph, ends):
                    self.graph, self.ends, self.paths = graph, dict(ends), True
                case Chordless(graph):
                    self.graph, self.chordless = graph, True
                case Table(_, Count() as words) as table:
                    degrees.append((table, words))
                case _:
                    pass
        self.at = self.graph.at() if self.graph else {}
        self.position = {cell: k for k, cell in enumerate(self.at)}
        allowed = {frozenset(table.variables): words.allowed for table, words in degrees}
        self.allowed = {
            cell: allowed[frozenset(incident)]
            for cell, incident in self.at.items()
            if frozenset(incident) in allowed
        }
        """The degrees that its table allows a cell, for cells that have one."""
        self.degrees = self.paths and all(
            self.allowed.get(cell, {3}) <= ({1} if cell in self.ends else {0, 2})
            for cell in self.at
        )
        """Are the components of a solution paths between ends, and cells alone?"""
        self.kind: Literal["unused", "used"] | None = None
        """Which moves of :mod:`encode.normal` the board has: those where cells may stay unused,
        those where all are used, or none."""
        others = [self.allowed[cell] for cell in self.at if cell not in self.ends and self.degrees]
        if self.degrees and all(degrees == {0, 2} for degrees in others):
            self.kind = "unused"
        elif self.degrees and not self.chordless and all(degrees == {2} for degrees in others):
            self.kind = "used"
        self.chordless = self.chordless or (normal and self.kind == "unused")

    def clause(self, why: str, over: Sequence[int]) -> tuple[int, ...]:
        """The clause that ``over`` justifies; :class:`ValueError` if it justifies none."""
        if self.graph is None or len(set(over)) != len(over) or not over:
            raise ValueError(f"{why}: nothing here to justify a cut")
        if why in ("leave", "open"):
            return self._leaving(why, over)
        if not all(1 <= edge <= len(self.graph.edges) for edge in over):
            raise ValueError(f"{why}: expected edges of the board")
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

    def blocking(self, mask: int, variables: int) -> tuple[int, ...]:
        """The clause that excludes a solution and nothing that could be another one.

        In general it says that one of so many board variables differs.  Where the components are
        paths between ends, no solution contains another (further edges could only form loops), so
        some edge of this one is missing.
        """
        if self.degrees:
            return tuple(-v for v in range(1, variables + 1) if mask >> v - 1 & 1)
        return tuple(-v if mask >> v - 1 & 1 else v for v in range(1, variables + 1))

    def _leaving(self, why: str, over: Sequence[int]) -> tuple[int, ...]:
        cells = list(self.at)
        if not self.paths or not all(0 <= k < len(cells) for k in over):
            raise ValueError(f"{why}: expected cells of the board under the rule paths")
        inside = {cells[k] for k in over}
        if why == "leave":
            held = [self.ends[cell] for cell in inside if cell in self.ends]
            if not any(held.count(label) % 2 for label in held):
                raise ValueError("leave: expected a label with an odd number of ends")
        elif any(cell in self.ends or self.allowed.get(cell) != frozenset({2}) for cell in inside):
            raise ValueError("open: expected cells of degree two without an end")
        assert self.graph is not None
        return tuple(
            edge
            for edge, (u, v) in enumerate(self.graph.edges, start=1)
            if (u in inside) != (v in inside)
        )

    def _touching(self, edges: Sequence[int]) -> dict[Cell, list[tuple[Cell, int]]]:
        assert self.graph is not None
        touching: dict[Cell, list[tuple[Cell, int]]] = {}
        for edge in edges:
            u, v = self.graph.edges[edge - 1]
            touching.setdefault(u, []).append((v, edge))
            touching.setdefault(v, []).append((u, edge))
        return touching

    def broken(self, mask: int) -> list[Cut]:
        """Cuts for every component of the assignment that breaks Paths or Chordless; none if both
        hold.  It may break Tables: those are the formula's business."""
        if self.graph is None:
            return []
        chosen = [edge for edge in range(1, len(self.graph.edges) + 1) if mask >> edge - 1 & 1]
        touching = self._touching(chosen)
        found: list[Cut] = []
        component: dict[Cell, int] = {}
        for number, cell in enumerate(self.at):
            if cell not in component:
                tree = _Tree(cell, touching)
                component.update(dict.fromkeys(tree.cells, number))
                if self.paths:
                    found.extend(self._of(tree))
                if self.chordless:
                    found.extend(self._chords(tree, mask))
        return found

    def _cut(self, why: Why, over: Sequence[int]) -> Cut:
        return Cut(why, tuple(over), self.clause(why, over))

    def _of(self, tree: _Tree) -> Iterator[Cut]:
        held = [cell for cell in tree.cells if cell in self.ends]
        for edge, u, v in tree.surplus:
            yield self._cut("loop", [*tree.path(u, v), edge])
        if tree.surplus and all(
            cell not in self.ends and self.allowed.get(cell) == frozenset({2})
            for cell in tree.cells
        ):
            yield self._cut("open", sorted(self.position[cell] for cell in tree.cells))
        labels = [self.ends[cell] for cell in held]
        if any(labels.count(label) % 2 for label in labels):
            yield self._cut("leave", sorted(self.position[cell] for cell in tree.cells))
        first = held[:1]
        for cell in held[1:]:
            if self.ends[cell] != self.ends[first[0]]:
                yield self._cut("join", tree.path(first[0], cell))
                return
        if len(held) > 2:
            over = dict.fromkeys(tree.path(held[0], held[1]) + tree.path(held[0], held[2]))
            yield self._cut("join", list(over))

    def _chords(self, tree: _Tree, mask: int) -> Iterator[Cut]:
        assert self.graph is not None
        for cell in tree.cells:
            for edge in self.at[cell]:
                u, v = self.graph.edges[edge - 1]
                if u == cell and v in tree.up and not mask >> edge - 1 & 1:
                    yield self._cut("chord", [*tree.path(u, v), edge])


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
