"""Numberlink: join equal labels by paths.

Rules: ``degree`` - a labelled cell has one path edge, every other cell two (variant ``unused``:
none or two); ``paths`` - the edges hold no cycle and each labelled cell shares its component with
exactly one other, of the same label (a label that occurs 4, 6, ... times pairs freely; ``?`` is a
label like any other).  Variant ``no-touch`` adds ``chordless`` - two neighbouring cells of one path
are neighbours on the path.
Variables: one per edge between neighbouring cells; for each cell in reading order its edge to the
right, then its edge down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from puzzles.board import Board, name_of
from puzzles.drawing import Drawing
from puzzles.errors import BoardError, Violation
from puzzles.grid import grid_tokens, reading_order
from puzzles.language import Count
from puzzles.rules import Cell, Chordless, Edge, Graph, Named, Paths, Place, Table

__all__ = ["Numberlink"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numberlink(Board):
    """A Numberlink board: ``labels[r][c]`` is a label or None for an empty cell."""

    kind: ClassVar[str] = "numberlink"
    RULES: ClassVar[tuple[str, ...]] = ("degree", "paths", "chordless")
    VARIANTS: ClassVar[tuple[str, ...]] = ("unused", "no-touch")

    labels: tuple[tuple[str | None, ...], ...]

    @property
    def height(self) -> int:
        return len(self.labels)

    @property
    def width(self) -> int:
        return len(self.labels[0])

    def check(self) -> None:
        if not self.labels or not self.labels[0]:
            raise BoardError("a numberlink board has at least one cell")
        last: dict[str, Cell] = {}
        for r, row in enumerate(self.labels):
            if len(row) != self.width:
                raise BoardError(
                    f"expected {self.width} cells in row {r}, found {len(row)}", (r, 0)
                )
            for c, label in enumerate(row):
                if label is None:
                    continue
                # Our text form could not print these: a dot is an empty cell, # starts a comment.
                if not label or set(label) & set(".#-") or label != "".join(label.split()):
                    message = f"expected a label without blanks, dots, # and -, found {label!r}"
                    raise BoardError(message, (r, c))
                last[label] = (r, c)
        for label, times in Counter(label for _, label in self.ends()).items():
            if times % 2:
                message = (
                    f"expected each label an even number of times, found {label} {times} times"
                )
                raise BoardError(message, last[label])

    def rules(self) -> tuple[str, ...]:
        return tuple(
            name
            for name in self.RULES
            if self.in_force(name) and (name != "chordless" or "no-touch" in self.variants)
        )

    def ends(self) -> tuple[tuple[Cell, str], ...]:
        """The labelled cells with their labels, in reading order."""
        return tuple(
            ((r, c), label)
            for r, row in enumerate(self.labels)
            for c, label in enumerate(row)
            if label is not None
        )

    def edges(self) -> tuple[Edge, ...]:
        """All edges between neighbouring cells, in variable order."""
        edges = []
        for r, c in reading_order(self.height, self.width):
            if c + 1 < self.width:
                edges.append(((r, c), (r, c + 1)))
            if r + 1 < self.height:
                edges.append(((r, c), (r + 1, c)))
        return tuple(edges)

    def places(self) -> tuple[Place, ...]:
        return self.edges()

    def constraints(self) -> tuple[Named, ...]:
        cells = reading_order(self.height, self.width)
        graph = Graph(cells, self.edges())
        ends = dict(self.ends())
        named = []
        if self.in_force("degree"):
            inner = frozenset({0, 2} if "unused" in self.variants else {2})
            for cell, incident in graph.at().items():
                allowed = frozenset({1}) if cell in ends else inner
                named.append(
                    Named(("degree",), Table(incident, Count(len(incident), allowed)), (cell,))
                )
        if self.in_force("paths"):
            named.append(Named(("paths",), Paths(graph, self.ends()), cells))
        if "chordless" in self.rules():
            named.append(Named(("chordless",), Chordless(graph), cells))
        return tuple(named)

    def broken(self, solution: int) -> list[Violation]:
        ends = dict(self.ends())
        linked: dict[Cell, list[Cell]] = {c: [] for c in reading_order(self.height, self.width)}
        for i, (u, v) in enumerate(self.edges()):
            if solution >> i & 1:
                linked[u].append(v)
                linked[v].append(u)
        found = []
        for cell, others in linked.items():
            allowed = (1,) if cell in ends else (0, 2) if "unused" in self.variants else (2,)
            if len(others) not in allowed:
                wanted = " or ".join(map(str, allowed))
                message = f"cell {name_of(cell)} has {len(others)} path edges, not {wanted}"
                found.append(Violation("degree", (cell,), message))
        unseen = set(linked)
        for start in linked:
            if start not in unseen:
                continue
            unseen.discard(start)
            component = [start]
            for cell in component:  # grows while it is read
                for other in linked[cell]:
                    if other in unseen:
                        unseen.discard(other)
                        component.append(other)
            component.sort()
            part = tuple(component)
            if sum(len(linked[cell]) for cell in part) // 2 >= len(part):
                found.append(Violation("paths", part, f"the edges at {part[0]} close a loop"))
            held = [ends[cell] for cell in part if cell in ends]
            if held and (len(held) != 2 or held[0] != held[1]):
                message = f"the component at {name_of(part[0])} joins {', '.join(held)}"
                found.append(Violation("paths", part, message))
            inside = set(part)
            for r, c in part:
                for beside in ((r, c + 1), (r + 1, c)):
                    if beside in inside and beside not in linked[r, c]:
                        both = f"{name_of((r, c))} and {name_of(beside)}"
                        message = f"one path passes {both} without joining them"
                        found.append(Violation("chordless", ((r, c), beside), message))
        return found

    def impossible(self) -> str | None:
        if self.in_force("degree") and "unused" not in self.variants and not self.edges():
            return "the only cell has no neighbour to join"
        return None

    def text(self) -> str:
        return "\n".join((self.head(), *(" ".join(t or "." for t in row) for row in self.labels)))

    def rows(self, solution: int) -> tuple[str, ...]:
        """Per cell the sides that its path leaves by, as letters of ``nesw``; ``.`` for none."""
        sides: dict[Cell, set[str]] = {c: set() for c in reading_order(self.height, self.width)}
        for i, (u, v) in enumerate(self.edges()):
            if solution >> i & 1:
                out, back = ("e", "w") if u[0] == v[0] else ("s", "n")
                sides[u].add(out)
                sides[v].add(back)
        return tuple(
            " ".join(
                "".join(s for s in "nesw" if s in sides[r, c]) or "." for c in range(self.width)
            )
            for r in range(self.height)
        )

    def from_rows(self, rows: Sequence[str]) -> int:
        tokens = grid_tokens(rows, self.height, self.width)
        for cell, token in tokens.items():
            if token != "." and (set(token) - set("nesw") or len(set(token)) != len(token)):
                raise BoardError(f"expected sides among n, e, s, w or ., found {token!r}", cell)
        mask = 0
        for i, (u, v) in enumerate(self.edges()):
            out, back = ("e", "w") if u[0] == v[0] else ("s", "n")
            if (out in tokens[u]) != (back in tokens[v]):
                raise BoardError(f"expected cells {u} and {v} to agree on the side between them", v)
            mask |= (out in tokens[u]) << i
        for (r, c), token in tokens.items():
            outward = {
                "n": r == 0,
                "s": r == self.height - 1,
                "w": c == 0,
                "e": c == self.width - 1,
            }
            for side, off in outward.items():
                if off and side in token:
                    raise BoardError(f"expected a side on the board, found {side}", (r, c))
        return mask

    def drawing(self, solution: int | None = None) -> Drawing:
        lines = frozenset(e for i, e in enumerate(self.edges()) if (solution or 0) >> i & 1)
        return Drawing(
            self.height,
            self.width,
            glyphs=dict(self.ends()),
            lines=lines,
            linked=True,
            title=self.title(solution),
        )
