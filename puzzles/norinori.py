"""Norinori: shade dominoes.

Rules: ``region`` - each region has exactly two shaded cells; ``domino`` - each shaded cell has
exactly one shaded orthogonal neighbour (dominoes may cross borders).
Variables: one per cell in reading order, true for shaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from puzzles.board import Board, name_of
from puzzles.drawing import Drawing
from puzzles.errors import BoardError, Violation
from puzzles.grid import (
    check_regions,
    grid_tokens,
    neighbours,
    reading_order,
    region_names,
    regions_of,
)
from puzzles.language import Count, Listed
from puzzles.rules import Cell, Named, Place, Table

__all__ = ["Norinori"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Norinori(Board):
    """A Norinori board: ``regions[r][c]`` is a region number, counted from 0 in reading order."""

    kind: ClassVar[str] = "norinori"
    RULES: ClassVar[tuple[str, ...]] = ("region", "domino")
    VARIANTS: ClassVar[tuple[str, ...]] = ()

    regions: tuple[tuple[int, ...], ...]

    @property
    def height(self) -> int:
        return len(self.regions)

    @property
    def width(self) -> int:
        return len(self.regions[0])

    def check(self) -> None:
        check_regions(self.regions)

    def _cells(self) -> tuple[Cell, ...]:
        return reading_order(self.height, self.width)

    def places(self) -> tuple[Place, ...]:
        return self._cells()

    def _variables(self, cells: Sequence[Cell]) -> tuple[int, ...]:
        return tuple(r * self.width + c + 1 for r, c in cells)

    def constraints(self) -> tuple[Named, ...]:
        named = []
        if self.in_force("region"):
            for cells in regions_of(self.regions):
                rule = Table(self._variables(cells), Count(len(cells), frozenset({2})))
                named.append(Named(("region",), rule, cells))
        if self.in_force("domino"):
            for cell in self._cells():
                around = neighbours(cell, self.height, self.width)
                cells = (cell, *around)
                rule = Table(self._variables(cells), _domino(len(around)))
                named.append(Named(("domino",), rule, cells))
        return tuple(named)

    def broken(self, solution: int) -> list[Violation]:
        shaded = {cell for i, cell in enumerate(self._cells()) if solution >> i & 1}
        found = []
        for cells in regions_of(self.regions):
            inside = sum(cell in shaded for cell in cells)
            if inside != 2:
                message = f"the region at {name_of(cells[0])} has {inside} shaded cells, not 2"
                found.append(Violation("region", cells, message))
        for r, c in sorted(shaded):
            beside = [
                (r + i, c + j)
                for i, j in ((-1, 0), (0, -1), (0, 1), (1, 0))
                if (r + i, c + j) in shaded
            ]
            if len(beside) != 1:
                message = (
                    f"shaded cell {name_of((r, c))} has {len(beside)} shaded neighbours, not 1"
                )
                found.append(Violation("domino", ((r, c), *beside), message))
        return found

    def impossible(self) -> str | None:
        if self.in_force("region"):
            for cells in regions_of(self.regions):
                if len(cells) < 2:
                    return (
                        f"the region at {name_of(cells[0])} has one cell and must have two shaded"
                    )
        return None

    def text(self) -> str:
        return "\n".join((self.head(), *region_names(self.regions)))

    def rows(self, solution: int) -> tuple[str, ...]:
        tokens = ["#" if solution >> i & 1 else "." for i in range(self.height * self.width)]
        return tuple(" ".join(tokens[r * self.width :][: self.width]) for r in range(self.height))

    def from_rows(self, rows: Sequence[str]) -> int:
        mask = 0
        for (r, c), token in grid_tokens(rows, self.height, self.width).items():
            if token not in ("#", "."):
                raise BoardError(f"expected # or ., found {token!r}", (r, c))
            mask |= (token == "#") << (r * self.width + c)
        return mask

    def drawing(self, solution: int | None = None) -> Drawing:
        shaded = frozenset(c for i, c in enumerate(self._cells()) if (solution or 0) >> i & 1)
        title = self.title(solution)
        return Drawing(self.height, self.width, regions=self.regions, shaded=shaded, title=title)


@cache
def _domino(around: int) -> Listed:
    """Letter 0 is the cell: unshaded with anything around it, or shaded with one."""
    free = [pattern << 1 for pattern in range(1 << around)]
    paired = [1 << i + 1 | 1 for i in range(around)]
    return Listed.of(around + 1, free + paired)
