"""Puzzle classes as a user would write them; only Star Battle has all its rules here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from puzzles.board import name_of
from puzzles.errors import BoardError, Violation
from puzzles.formats import bits, clues
from puzzles.formats.address import Address
from puzzles.grid import neighbours
from puzzles.gridboard import CellBoard, EdgeBoard, RegionBoard
from puzzles.language import Count
from puzzles.layers import Arrows, Layer, Numbers
from puzzles.rules import Cell, Clause, Edge, Named, Table

__all__ = ["Hitori", "Slitherlink", "StarBattle", "Yajilin"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StarBattle(RegionBoard):
    """N stars in each row, column and region (variant ``stars N``, else one); no two touch."""

    kind: ClassVar[str] = "starbattle"
    RULES: ClassVar[tuple[str, ...]] = ("row", "column", "region", "touch")
    VARIANTS: ClassVar[tuple[str, ...]] = ("stars N",)
    VALUES: ClassVar[tuple[str, str]] = ("empty", "star")
    TOKENS: ClassVar[tuple[str, str]] = (".", "*")
    MARK: ClassVar[str] = "★"
    URL_NAMES: ClassVar[Mapping[str, str]] = {"starbattle": ""}

    def check(self) -> None:
        if self.height != self.width or len(self.areas()) != self.height:
            raise BoardError("expected a square of as many regions as rows", (0, 0))

    def lines(self) -> dict[str, list[tuple[Cell, ...]]]:
        """The groups of cells that hold N stars each, by rule."""
        rows = [self.everywhere()[r * self.width :][: self.width] for r in range(self.height)]
        columns = list(zip(*rows, strict=True))
        return {"row": rows, "column": columns, "region": list(self.areas())}

    def touching(self) -> list[tuple[Cell, Cell]]:
        """The pairs of cells that touch, at a side or a corner."""
        cells = self.everywhere()
        return [
            (u, v)
            for u in cells
            for v in cells
            if u < v and abs(u[0] - v[0]) < 2 > abs(u[1] - v[1])
        ]

    def constraints(self) -> tuple[Named, ...]:
        number, stars = self.numbers(), frozenset({self.number("stars", 1)})
        named = []
        for rule, groups in self.lines().items():
            for cells in groups if self.in_force(rule) else ():
                table = Table(tuple(number[cell] for cell in cells), Count(len(cells), stars))
                named.append(Named((rule,), table, cells))
        for u, v in self.touching() if self.in_force("touch") else ():
            named.append(Named(("touch",), Clause((-number[u], -number[v])), (u, v)))
        return tuple(named)

    def broken(self, solution: int) -> list[Violation]:
        on, stars = self.chosen(solution), self.number("stars", 1)
        found = []
        for rule, groups in self.lines().items():
            for cells in groups:
                held = len(on.intersection(cells))
                if held != stars:
                    message = f"the {rule} at {name_of(cells[0])} has {held} stars, not {stars}"
                    found.append(Violation(rule, cells, message))
        for u, v in self.touching():
            if {u, v} <= on:
                message = f"stars at {name_of(u)} and {name_of(v)} touch"
                found.append(Violation("touch", (u, v), message))
        return tuple(v for v in found if self.in_force(v.rule))

    @classmethod
    def from_url(cls, url: Address) -> Self:
        stars, body = url.number(0, "a number of stars"), url.body(1)
        regions, at = bits.walls_decode(body, 0, url.height, url.width)
        url.end(body, at)
        variants = frozenset({f"stars {stars}"} if stars != 1 else ())
        return body.build(lambda: cls(regions=regions, variants=variants), lambda cell: 0, 0)

    def to_url(self) -> tuple[str, str]:
        return self.kind, f"{self.number('stars', 1)}/{bits.walls_encode(self.regions)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slitherlink(EdgeBoard):
    """So many of a square's sides are drawn as it says; edges lie between the points of a lattice."""

    kind: ClassVar[str] = "slitherlink"
    RULES: ClassVar[tuple[str, ...]] = ("clue",)
    PRINTED: ClassVar[tuple[Layer, ...]] = (Numbers("clues", 0, 3),)
    POINTS: ClassVar[bool] = True
    URL_NAMES: ClassVar[Mapping[str, str]] = {"slither": ""}

    clues: tuple[tuple[int | None, ...], ...]

    def around(self, cell: Cell) -> list[Edge]:
        """The four sides of a square, which is named by its upper left point."""
        r, c = cell
        a, b, e, d = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        return [(a, b), (a, e), (b, d), (e, d)]

    def constraints(self) -> tuple[Named, ...]:
        number, named = self.numbers(), []
        for r, row in enumerate(self.clues):
            for c, clue in enumerate(row):
                if clue is not None and self.in_force("clue"):
                    scope = tuple(number[edge] for edge in self.around((r, c)))
                    named.append(
                        Named(("clue",), Table(scope, Count(4, frozenset({clue}))), ((r, c),))
                    )
        return tuple(named)

    def broken(self, solution: int) -> list[Violation]:
        on = self.chosen(solution)
        return tuple(
            Violation("clue", ((r, c),), f"square {name_of((r, c))} has not {clue} sides")
            for r, row in enumerate(self.clues)
            for c, clue in enumerate(row)
            if clue is not None and self.in_force("clue")
            if len(on.intersection(self.around((r, c)))) != clue
        )

    @classmethod
    def from_url(cls, url: Address) -> Self:
        found = clues.four_decode(url.body(), url.height, url.width)
        held = {cell: value for cell, (value, _) in found.items()}
        rows = tuple(tuple(held.get((r, c)) for c in range(url.width)) for r in range(url.height))
        return cls(clues=rows)

    def to_url(self) -> tuple[str, str]:
        return "slither", clues.four_encode(self.clues)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hitori(CellBoard):
    """A number in every cell; here only: shaded cells do not lie side by side."""

    kind: ClassVar[str] = "hitori"
    RULES: ClassVar[tuple[str, ...]] = ("apart",)
    PRINTED: ClassVar[tuple[Layer, ...]] = (Numbers("digits", 1, empty=""),)
    URL_NAMES: ClassVar[Mapping[str, str]] = {"hitori": ""}

    digits: tuple[tuple[int, ...], ...]

    def pairs(self) -> list[tuple[Cell, Cell]]:
        """The pairs of neighbours."""
        cells = self.cells()
        return [(u, v) for u in cells for v in neighbours(u, self.height, self.width) if u < v]

    def constraints(self) -> tuple[Named, ...]:
        number = self.numbers()
        pairs = self.pairs() if self.in_force("apart") else []
        return tuple(Named(("apart",), Clause((-number[u], -number[v])), (u, v)) for u, v in pairs)

    def broken(self, solution: int) -> list[Violation]:
        on = self.cells_on(solution)
        pairs = self.pairs() if self.in_force("apart") else []
        return tuple(
            Violation("apart", (u, v), "two shaded cells side by side")
            for u, v in pairs
            if {u, v} <= on
        )

    @classmethod
    def from_url(cls, url: Address) -> Self:
        found = clues.every_decode(url.body(), url.height, url.width)
        held = {cell: value or 0 for cell, (value, _) in found.items()}
        return cls(
            digits=tuple(tuple(held[r, c] for c in range(url.width)) for r in range(url.height))
        )

    def to_url(self) -> tuple[str, str]:
        return self.kind, clues.every_encode(self.digits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Yajilin(CellBoard):
    """Cells and edges side by side: cells with arrows have no variable, and no edge leads to them."""

    kind: ClassVar[str] = "yajilin"
    RULES: ClassVar[tuple[str, ...]] = ("empty",)
    PRINTED: ClassVar[tuple[Layer, ...]] = (Arrows("arrows"),)
    URL_NAMES: ClassVar[Mapping[str, str]] = {"yajilin": ""}

    arrows: tuple[tuple[tuple[int | None, str] | None, ...], ...]

    def cells(self) -> tuple[Cell, ...]:
        return tuple((r, c) for r, c in self.everywhere() if self.arrows[r][c] is None)

    def edges(self) -> tuple[Edge, ...]:
        free = set(self.cells())
        return tuple(
            (u, v)
            for u in self.cells()
            for v in neighbours(u, self.height, self.width)
            if u < v and v in free
        )

    def constraints(self) -> tuple[Named, ...]:
        number = self.numbers()
        edges = self.edges() if self.in_force("empty") else ()
        return tuple(
            Named(("empty",), Clause((-number[u, v], -number[cell])), (cell,))
            for u, v in edges
            for cell in (u, v)
        )

    def broken(self, solution: int) -> list[Violation]:
        on = self.chosen(solution)
        edges = self.edges() if self.in_force("empty") else ()
        return tuple(
            Violation("empty", (cell,), "a shaded cell has an edge")
            for u, v in edges
            for cell in (u, v)
            if {(u, v), cell} <= on
        )

    @classmethod
    def from_url(cls, url: Address) -> Self:
        found = clues.arrows_decode(url.body(), url.height, url.width)
        held = {cell: value for cell, (value, _) in found.items()}
        return cls(
            arrows=tuple(
                tuple(held.get((r, c)) for c in range(url.width)) for r in range(url.height)
            )
        )

    def to_url(self) -> tuple[str, str]:
        held = {
            (r, c): entry
            for r, row in enumerate(self.arrows)
            for c, entry in enumerate(row)
            if entry is not None
        }
        return self.kind, clues.arrows_encode(held, self.height, self.width)
