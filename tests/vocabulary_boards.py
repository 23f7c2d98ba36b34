"""Boards of random rules: every kind of the vocabulary, over variables in random order.

A board is made from its number alone, so that a failure can be had again: ``board_of(number)``.
Cells and edges stand side by side; graphs take some of the variables, mostly those of their own
edges or cells and sometimes any; rules share names, variables, lines and graphs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import ClassVar

from puzzles import Board, BoardError, Violation
from puzzles.drawing import Drawing
from puzzles.language import Count, Language, Line, Listed, Sum
from puzzles.rules import (
    Cell,
    CellGraph,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Edge,
    Graph,
    Loop,
    Named,
    Paths,
    Place,
    Rule,
    Table,
    cells_of,
)
from tests.vocabulary import holds

__all__ = ["Stated", "board_of", "grid", "solutions_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated(Board):
    """A board that is nothing but its rules."""

    kind: ClassVar[str] = "stated"
    RULES: ClassVar[tuple[str, ...]] = ("one", "other")
    VARIANTS: ClassVar[tuple[str, ...]] = ()

    shape: tuple[int, int]
    stated_places: tuple[Place, ...]
    stated: tuple[Named, ...]

    @property
    def height(self) -> int:
        return self.shape[0]

    @property
    def width(self) -> int:
        return self.shape[1]

    def check(self) -> None:
        pass

    def places(self) -> tuple[Place, ...]:
        return self.stated_places

    def constraints(self) -> tuple[Named, ...]:
        return tuple(n for n in self.stated if not self.without.intersection(n.names))

    def broken(self, solution: int) -> list[Violation]:
        return [
            Violation(named.names[0], named.cells, "broken")
            for named in self.constraints()
            if not holds(named.rule, solution)
        ]

    def impossible(self) -> str | None:
        return None

    def text(self) -> str:
        return "\n".join((self.head(), *map(str, self.stated)))

    def rows(self, solution: int) -> tuple[str, ...]:
        return (f"{solution:b}",)

    def from_rows(self, rows: Sequence[str]) -> int:
        if len(rows) != 1:
            raise BoardError("expected one row")
        return int(rows[0], 2)

    def drawing(self, solution: int | None = None) -> Drawing:
        return Drawing(self.height, self.width)


def grid(height: int, width: int) -> tuple[tuple[Cell, ...], tuple[Edge, ...]]:
    """The cells and the edges of a grid."""
    cells = tuple((r, c) for r in range(height) for c in range(width))
    edges = tuple(
        ((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in cells
    )
    return cells, edges


def solutions_of(board: Stated) -> tuple[int, ...]:
    """All assignments under which every rule holds, one by one."""
    left = list(range(1 << len(board.places())))
    for named in board.constraints():
        known: dict[int, bool] = {}
        scope = sum(1 << v - 1 for v in named.rule.variables())
        kept = []
        for mask in left:
            part = mask & scope
            if part not in known:
                known[part] = holds(named.rule, part)
            if known[part]:
                kept.append(mask)
        left = kept
    return tuple(left)


@lru_cache(maxsize=2)
def board_of(number: int) -> Stated:
    """The board of this number."""
    return _Maker(Random(number)).board()


SHAPES = ((2, 2), (2, 2), (2, 3), (2, 3), (3, 2), (1, 4), (4, 1), (3, 3))


class _Maker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.shape = random.choice(SHAPES)
        self.cells, self.edges = grid(*self.shape)
        most = random.choice((4, 5, 6, 7, 7, 8))
        if random.random() < 0.03:
            most = 10
        wanted = random.choice(("cells", "edges", "edges", "both", "both"))
        if self.shape in ((2, 3), (3, 2)) and random.random() < 0.3:
            wanted, most = "edges", 7  # all of them: a curve may close beside another piece
        places: list[Place] = []
        if wanted != "edges":
            places += self.cells
        if wanted != "cells":
            places += self.edges
        if len(places) > most:
            if wanted == "edges" and random.random() < 0.7:
                places = places[:most]  # whole squares, which loops need
            else:
                places = random.sample(places, most)
        random.shuffle(places)
        self.places = tuple(places)
        self.number = {place: v for v, place in enumerate(places, start=1)}
        self.all = list(range(1, len(places) + 1))

    def board(self) -> Stated:
        random = self.random
        rules: list[Rule] = []
        for _ in range(random.choice((1, 1, 2, 2, 3, 3, 4, 5))):
            kind = random.choice(
                (
                    self.table,
                    self.clause,
                    self.given,
                    self.distinct,
                    self.paths,
                    self.degrees,
                    self.chordless,
                    self.loop,
                    self.loop,
                    self.connected,
                    self.connected,
                )
            )
            rules += kind()
        random.shuffle(rules)
        named = []
        for rule in rules:
            places = [self.places[v - 1] for v in rule.variables()]
            cells = tuple(dict.fromkeys(cell for place in places for cell in cells_of(place)))
            named.append(Named((random.choice(("one", "other")),), rule, cells or self.cells[:1]))
        return Stated(shape=self.shape, stated_places=self.places, stated=tuple(named))

    def some(self, most: int) -> tuple[int, ...]:
        return tuple(self.random.sample(self.all, min(self.random.randint(0, most), len(self.all))))

    def language(self, width: int) -> Language:
        random = self.random
        match random.randrange(5):
            case 4:
                weights = tuple(random.randint(-2, 3) for _ in range(width))
                low = random.randint(-3, 4)
                return Sum(weights, low, low + random.randint(0, 4))
            case 0:
                run, ones = random.choice((None, 2, 3)), random.choice((None, width // 2, 1))
                return Line(width, run, ones)
            case 1:
                words = random.sample(range(1 << width), random.randint(1, 1 << width))
                return Listed.of(width, words)
            case _:
                return Count(width, self.numbers(width))

    def numbers(self, most: int) -> frozenset[int]:
        return frozenset(
            self.random.sample(range(most + 1), self.random.randint(1, min(2, most + 1)))
        )

    def table(self) -> list[Rule]:
        scope = self.some(5)
        if self.random.random() < 0.3:
            scope = tuple(sorted(scope))
        tables: list[Rule] = [Table(scope, self.language(len(scope)))]
        if self.random.random() < 0.15:
            tables.append(Table(scope, self.language(len(scope))))
        if len(scope) > 1 and self.random.random() < 0.3:
            # Some tables imply that two of their variables are not both true, and some do not.
            one, other = self.random.sample(scope, 2)
            tables.append(Clause((-one, -other)))
        return tables

    def clause(self) -> list[Rule]:
        clauses: list[Rule] = []
        for _ in range(self.random.randint(1, 3)):
            over = self.random.choices(self.all, k=self.random.choice((1, 2, 2, 3, 3, 5)))
            clauses.append(Clause(tuple(v * self.random.choice((1, -1)) for v in over)))
        return clauses

    def given(self) -> list[Rule]:
        return [Clause((self.random.choice(self.all) * self.random.choice((1, -1)),))]

    def distinct(self) -> list[Rule]:
        random = self.random
        lines: list[tuple[int, ...]] = []
        whole = all(cell in self.number for cell in self.cells)
        if whole and random.random() < 0.5:
            rows = [
                tuple(self.number[r, c] for c in range(self.shape[1])) for r in range(self.shape[0])
            ]
            lines = random.choice((rows, list(zip(*rows, strict=True))))
        else:
            length = random.randint(1, min(3, len(self.all)))
            lines = [tuple(random.sample(self.all, length)) for _ in range(random.randint(2, 3))]
        return [Distinct(tuple(lines))]

    def graph(self) -> Graph:
        """Some of the grid's edges, chosen by their own variables or by any."""
        random = self.random
        edges = [edge for edge in self.edges if edge in self.number]
        if random.random() < 0.2 or not edges:
            edges = random.sample(
                self.edges, min(random.randint(1, 6), len(self.edges), len(self.all))
            )
            variables = tuple(random.sample(self.all, len(edges)))
        else:
            if random.random() < 0.2:
                edges = random.sample(edges, random.randint(1, len(edges)))
            variables = tuple(self.number[edge] for edge in edges)
        if random.random() < 0.1:
            # A graph of no grid: the same number of edges between any of its cells.
            pairs = list(combinations(self.cells, 2))
            edges = random.sample(pairs, min(len(edges), len(pairs)))
            variables = variables[: len(edges)]
        touched = {cell for edge in edges for cell in edge}
        alone = [cell for cell in self.cells if cell not in touched]
        cells = [*touched, *(alone if random.random() < 0.2 else ())]
        return Graph(tuple(sorted(cells)), tuple(edges), variables)

    def ends(self, graph: Graph) -> tuple[tuple[Cell, str], ...]:
        random = self.random
        number = min(random.choice((0, 1, 1, 1, 2)), len(graph.cells) // 2)
        cells = random.sample(graph.cells, 2 * number)
        labels = random.choice(("AB", "AB", "AA"))
        return tuple((cell, labels[k // 2]) for k, cell in enumerate(cells))

    def paths(self) -> list[Rule]:
        graph = self.graph()
        rules: list[Rule] = [Paths(graph, self.ends(graph))]
        if self.random.random() < 0.4:
            rules.append(Chordless(graph))
        if self.random.random() < 0.1:
            rules.append(Paths(graph, self.ends(graph)))
        return rules

    def degrees(self) -> list[Rule]:
        """Paths with a degree for each cell: what Numberlink is made of."""
        random = self.random
        graph = self.graph()
        ends = self.ends(graph)
        inner = random.choice(({2}, {0, 2}, {0, 2}))
        rules: list[Rule] = [Paths(graph, ends)]
        for cell, incident in graph.at().items():
            allowed = {1} if cell in dict(ends) else inner
            if random.random() < 0.05:
                allowed = {0, 1, 2}
            rules.append(Table(incident, Count(len(incident), frozenset(allowed))))
        if random.random() < 0.4:
            rules.append(Chordless(graph))
        return rules

    def chordless(self) -> list[Rule]:
        return [Chordless(self.graph())]

    def loop(self) -> list[Rule]:
        return [Loop(self.graph())]

    def connected(self) -> list[Rule]:
        random = self.random
        held = [cell for cell in self.cells if cell in self.number]
        if random.random() < 0.25 or not held:
            held = random.sample(self.cells, min(len(self.cells), len(self.all)))
            variables = tuple(random.sample(self.all, len(held)))
        else:
            variables = tuple(self.number[cell] for cell in held)
        edges = [edge for edge in self.edges if set(edge) <= set(held)]
        if random.random() < 0.2:
            edges = [edge for edge in edges if random.random() < 0.7]
        return [Connected(CellGraph(tuple(held), tuple(edges), variables))]
