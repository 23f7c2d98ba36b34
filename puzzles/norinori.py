"""Norinori: shade dominoes.

Rules: ``region`` - each region has exactly two shaded cells; ``domino`` - each shaded cell has
exactly one shaded orthogonal neighbour (dominoes may cross borders).
Variables: one per cell in reading order, true for shaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Self

from puzzles.board import name_of
from puzzles.errors import Violation
from puzzles.formats import bits
from puzzles.formats.address import Address
from puzzles.formats.pzpr_file import PzprFile, numbered
from puzzles.grid import neighbours
from puzzles.gridboard import RegionBoard
from puzzles.language import Count, Listed
from puzzles.logic import Fired, RungSpec
from puzzles.rules import Named, Table

__all__ = ["Norinori"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Norinori(RegionBoard):
    """A Norinori board: ``regions[r][c]`` is a region number, counted from 0 in reading order."""

    kind: ClassVar[str] = "norinori"
    RULES: ClassVar[tuple[str, ...]] = ("region", "domino")
    VALUES: ClassVar[tuple[str, str]] = ("unshaded", "shaded")
    RUNGS: ClassVar[tuple[str, ...]] = ("local", "pairs")
    STATEMENTS: ClassVar[Mapping[str, str]] = {
        "region": "two shaded cells in each region",
        "domino": "each shaded cell has one shaded neighbour",
    }
    URL_NAMES: ClassVar[Mapping[str, str]] = {"norinori": ""}
    PZPR_NAMES: ClassVar[tuple[str, ...]] = ("norinori",)
    KANPEN: ClassVar[Mapping[str, str]] = {"norinori": "norinori"}

    def constraints(self) -> tuple[Named, ...]:
        number = self.numbers()
        named = []
        if self.in_force("region"):
            for cells in self.areas():
                rule = Table(
                    tuple(number[cell] for cell in cells), Count(len(cells), frozenset({2}))
                )
                named.append(Named(("region",), rule, cells))
        if self.in_force("domino"):
            for cell in self.cells():
                around = neighbours(cell, self.height, self.width)
                cells = (cell, *around)
                rule = Table(tuple(number[other] for other in cells), _domino(len(around)))
                named.append(Named(("domino",), rule, cells))
        return tuple(named)

    def broken(self, solution: int) -> list[Violation]:
        shaded = self.cells_on(solution)
        found = []
        for cells in self.areas():
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
            for cells in self.areas():
                if len(cells) < 2:
                    return (
                        f"the region at {name_of(cells[0])} has one cell and must have two shaded"
                    )
        return None

    def rungs(self) -> tuple[RungSpec, ...]:
        """``local``: count a region, look at four neighbours; ``pairs``: and AC-3 between regions."""
        statement = "project each region's pairs, and each cell with its neighbours"
        local = RungSpec("local", statement, rules=None)
        if not (self.in_force("region") and self.in_force("domino")):
            # AC-3 compares regions' pairs by the domino rule: without either nothing can be compared.
            why = "compares regions' pairs by the domino rule and needs both rules"
            return local, RungSpec("pairs", left_out=why)
        pairs = RungSpec("pairs", "and arc consistency between regions", techniques=("pairs",))
        return local, pairs

    def reason(self, fired: Fired) -> tuple[str, str] | None:
        if fired.rules != ("domino",):
            return None
        cell = 1 << fired.variables[0] - 1  # then its neighbours
        title = self.label(fired.variables[0])
        if fired.new_off & cell:
            if fired.count(fired.on & ~cell):
                return "crowded", "two neighbours are shaded"
            return "lonely", "no neighbour can be shaded"
        if fired.new_on:
            return "last", f"the only partner left for {title}"
        return "partner", f"{title} has its partner"

    @classmethod
    def from_url(cls, url: Address) -> Self:
        body = url.body()
        regions, at = bits.walls_decode(body, 0, url.height, url.width)
        url.end(body, at)
        return cls(regions=regions)

    def to_url(self) -> tuple[str, str]:
        return self.kind, bits.walls_encode(self.regions)

    @classmethod
    def from_pzpr(cls, file: PzprFile) -> Self:
        board = cls.from_grids(file.text, file.regions())
        if file.left:
            file.cells("solutions", "[#+.]")
        return board

    def to_pzpr(self) -> tuple[str, list[str]]:
        return self.kind, [*numbered(self.regions), *[". " * self.width] * self.height]


@cache
def _domino(around: int) -> Listed:
    """Letter 0 is the cell: unshaded with anything around it, or shaded with one."""
    free = [pattern << 1 for pattern in range(1 << around)]
    paired = [1 << i + 1 | 1 for i in range(around)]
    return Listed.of(around + 1, free + paired)
