"""Nondango: blacken one circle of each region.

Rules: ``region`` - exactly one circle of each region is blackened; ``triples`` - no three black
circles lie in three consecutive cells of a row, a column or either diagonal (a cell without a
circle breaks a run).  Variants: ``same-colour`` - white circles are judged like black ones, as on
puzz.link and in print; and two misreadings that change the puzzle: ``no-diagonals`` - rows and
columns only; ``anywhere-in-line`` - no three anywhere in one row, column or diagonal.
Variables: one per circle in reading order, true for black.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from puzzles.board import Board, name_of
from puzzles.drawing import Drawing
from puzzles.errors import BoardError, Violation
from puzzles.grid import check_regions, grid_tokens, reading_order, region_names, regions_of
from puzzles.language import Count
from puzzles.rules import Cell, Clause, Named, Place, Table

__all__ = ["Nondango"]

_DIRECTIONS = {"row": (0, 1), "column": (1, 0), "diagonal": (1, 1), "antidiagonal": (1, -1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Nondango(Board):
    """A Nondango board: region numbers as in Norinori, and the cells that hold a circle."""

    kind: ClassVar[str] = "nondango"
    RULES: ClassVar[tuple[str, ...]] = ("region", "triples")
    VARIANTS: ClassVar[tuple[str, ...]] = ("same-colour", "no-diagonals", "anywhere-in-line")

    regions: tuple[tuple[int, ...], ...]
    circles: frozenset[Cell]

    @property
    def height(self) -> int:
        return len(self.regions)

    @property
    def width(self) -> int:
        return len(self.regions[0])

    def check(self) -> None:
        check_regions(self.regions)
        for r, c in sorted(self.circles):
            if not (0 <= r < self.height and 0 <= c < self.width):
                raise BoardError(f"expected circles on the board, found one at {(r, c)}", (r, c))

    def places(self) -> tuple[Place, ...]:
        return tuple(sorted(self.circles))

    def lines(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Every maximal line of the directions that the variant judges, as (direction, cells)."""
        for name, (down, right) in _DIRECTIONS.items():
            if "no-diagonals" in self.variants and down and right:
                continue
            for r, c in reading_order(self.height, self.width):
                if 0 <= r - down < self.height and 0 <= c - right < self.width:
                    continue  # not where its line starts
                cells = []
                while 0 <= r < self.height and 0 <= c < self.width:
                    cells.append((r, c))
                    r, c = r + down, c + right
                if len(cells) >= 3:
                    yield name, tuple(cells)

    def constraints(self) -> tuple[Named, ...]:
        number = {cell: v for v, cell in enumerate(sorted(self.circles), start=1)}
        same = "same-colour" in self.variants
        named = []
        if self.in_force("region"):
            for cells in regions_of(self.regions):
                variables = tuple(number[cell] for cell in cells if cell in number)
                rule = Table(variables, Count(len(variables), frozenset({1})))
                named.append(Named(("region",), rule, cells))
        if not self.in_force("triples"):
            return tuple(named)
        for _, line in self.lines():
            if "anywhere-in-line" in self.variants:
                held = tuple(cell for cell in line if cell in number)
                if len(held) >= 3:
                    # At most two black; under ``same-colour`` also at most two white.
                    allowed = range(len(held) - 2 if same else 0, 3)
                    words = Count(len(held), frozenset(allowed))
                    rule = Table(tuple(number[cell] for cell in held), words)
                    named.append(Named(("triples",), rule, held))
                continue
            for i in range(len(line) - 2):
                three = line[i : i + 3]
                if all(cell in number for cell in three):
                    variables = tuple(number[cell] for cell in three)
                    clause = Clause(tuple(-v for v in variables))
                    named.append(Named(("triples",), clause, three))
                    if same:
                        named.append(Named(("triples",), Clause(variables), three))
        return tuple(named)

    def broken(self, solution: int) -> list[Violation]:
        black = {cell for i, cell in enumerate(sorted(self.circles)) if solution >> i & 1}
        found = []
        for cells in regions_of(self.regions):
            inside = sum(cell in black for cell in cells)
            if inside != 1:
                message = f"the region at {name_of(cells[0])} has {inside} black circles, not 1"
                found.append(Violation("region", cells, message))
        judged = {"black": black}
        if "same-colour" in self.variants:
            judged["white"] = set(self.circles - black)
        for (name, line), (colour, alike) in product(self.lines(), judged.items()):
            if "anywhere-in-line" in self.variants:
                held = tuple(cell for cell in line if cell in alike)
                if len(held) > 2:
                    message = f"{len(held)} {colour} circles in the {name} from {name_of(line[0])}"
                    found.append(Violation("triples", held, message))
                continue
            for i in range(len(line) - 2):
                three = line[i : i + 3]
                if alike.issuperset(three):
                    message = f"three {colour} circles in a {name} from {name_of(three[0])}"
                    found.append(Violation("triples", three, message))
        return found

    def impossible(self) -> str | None:
        if self.in_force("region"):
            for cells in regions_of(self.regions):
                if self.circles.isdisjoint(cells):
                    return (
                        f"the region at {name_of(cells[0])} has no circle and must have one black"
                    )
        return None

    def text(self) -> str:
        circles = [
            " ".join("o" if (r, c) in self.circles else "." for c in range(self.width))
            for r in range(self.height)
        ]
        return "\n".join((self.head(), *region_names(self.regions), "", *circles))

    def rows(self, solution: int) -> tuple[str, ...]:
        number = {cell: i for i, cell in enumerate(sorted(self.circles))}
        token = {
            cell: "." if cell not in number else "#" if solution >> number[cell] & 1 else "o"
            for cell in reading_order(self.height, self.width)
        }
        return tuple(" ".join(token[r, c] for c in range(self.width)) for r in range(self.height))

    def from_rows(self, rows: Sequence[str]) -> int:
        number = {cell: i for i, cell in enumerate(sorted(self.circles))}
        mask = 0
        for cell, token in grid_tokens(rows, self.height, self.width).items():
            wanted = ("#", "o") if cell in number else (".",)
            if token not in wanted:
                raise BoardError(f"expected {' or '.join(wanted)}, found {token!r}", cell)
            if token == "#":
                mask |= 1 << number[cell]
        return mask

    def drawing(self, solution: int | None = None) -> Drawing:
        black = frozenset(c for i, c in enumerate(sorted(self.circles)) if (solution or 0) >> i & 1)
        return Drawing(
            self.height,
            self.width,
            regions=self.regions,
            circles=self.circles,
            black=black,
            title=self.title(solution),
        )
