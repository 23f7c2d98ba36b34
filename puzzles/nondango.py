"""Nondango: blacken one circle of each region.

Rules: ``region`` - exactly one circle of each region is blackened; ``triples`` - no three black
circles lie in three consecutive cells of a row, a column or either diagonal (a cell without a
circle breaks a run).  Variants: ``same-colour`` - white circles are judged like black ones, as on
puzz.link and in print; and two misreadings that change the puzzle: ``no-diagonals`` - rows and
columns only; ``anywhere-in-line`` - no three anywhere in one row, column or diagonal.
Variables: one per circle in reading order, true for black.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, Self

from puzzles.board import name_of
from puzzles.errors import BoardError, Violation
from puzzles.formats import bits
from puzzles.formats.address import Address
from puzzles.formats.pzpr_file import PzprFile, numbered
from puzzles.formats.text import Token
from puzzles.gridboard import RegionBoard
from puzzles.language import Count
from puzzles.layers import Layer, Marks, Regions
from puzzles.logic import Fired, RungSpec
from puzzles.rules import Cell, Clause, Named, Table

__all__ = ["Nondango"]

_DIRECTIONS = {"row": (0, 1), "column": (1, 0), "diagonal": (1, 1), "antidiagonal": (1, -1)}
_PZPR_SIGNS = {"#": "o", "%": "o", "o": "o", ".": ".", "+": "."}


@dataclass(frozen=True, slots=True, kw_only=True)
class Nondango(RegionBoard):
    """A Nondango board: region numbers as in Norinori, and the cells that hold a circle."""

    kind: ClassVar[str] = "nondango"
    RULES: ClassVar[tuple[str, ...]] = ("region", "triples")
    VARIANTS: ClassVar[tuple[str, ...]] = ("same-colour", "no-diagonals", "anywhere-in-line")
    # In print and on puzz.link white circles are judged like black ones.
    ELSEWHERE: ClassVar[frozenset[str]] = frozenset({"same-colour"})
    PRINTED: ClassVar[tuple[Layer, ...]] = (Regions(), Marks("circles"))
    TOKENS: ClassVar[tuple[str, str]] = ("o", "#")
    VALUES: ClassVar[tuple[str, str]] = ("white", "black")
    NOUNS: ClassVar[Mapping[str, str]] = {"triples": "line"}
    RUNGS: ClassVar[tuple[str, ...]] = ("region", "triple")
    STATEMENTS: ClassVar[Mapping[str, str]] = {
        "region": "one black circle in each region",
        "triples": "no three {colour} in {where}",
    }
    URL_NAMES: ClassVar[Mapping[str, str]] = {"nondango": ""}
    PZPR_NAMES: ClassVar[tuple[str, ...]] = ("nondango",)

    circles: frozenset[Cell]

    def cells(self) -> tuple[Cell, ...]:
        return tuple(sorted(self.circles))

    def lines(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Every maximal line of the directions that the variant judges, as (direction, cells)."""
        for name, (down, right) in _DIRECTIONS.items():
            if "no-diagonals" in self.variants and down and right:
                continue
            for r, c in self.everywhere():
                if 0 <= r - down < self.height and 0 <= c - right < self.width:
                    continue  # not where its line starts
                cells = []
                while 0 <= r < self.height and 0 <= c < self.width:
                    cells.append((r, c))
                    r, c = r + down, c + right
                if len(cells) >= 3:
                    yield name, tuple(cells)

    def constraints(self) -> tuple[Named, ...]:
        number = self.numbers()
        same = "same-colour" in self.variants
        named = []
        if self.in_force("region"):
            for cells in self.areas():
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
        black = self.cells_on(solution)
        found = []
        for cells in self.areas():
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
            for cells in self.areas():
                if self.circles.isdisjoint(cells):
                    return (
                        f"the region at {name_of(cells[0])} has no circle and must have one black"
                    )
        return None

    def statement(self, rule: str) -> str:
        where = "consecutive cells of a row, column or diagonal"
        if "no-diagonals" in self.variants:
            where = where.replace(", column or diagonal", " or column")
        if "anywhere-in-line" in self.variants:
            where = where.replace("consecutive cells of a", "one")
        same = "same-colour" in self.variants
        colour = "circles of one colour" if same else "black circles"
        return self.STATEMENTS[rule].format(colour=colour, where=where)

    def reading(self) -> str:
        if "same-colour" in self.variants or not self.in_force("triples"):
            return ""
        return "only black circles are judged; print and puzz.link: same-colour"

    def rungs(self) -> tuple[RungSpec, ...]:
        """``region``: one black circle each; ``triple``: and hyper-arc consistency on the triples.

        Dead triples (two circles of one region) stay in: they never fire (D1) and change nothing.
        """
        return (
            RungSpec("region", "project each region's circles", rules=("region",)),
            RungSpec("triple", "and each triple of circles in a line", rules=("triples",)),
        )

    def reason(self, fired: Fired) -> tuple[str, str] | None:
        if fired.rules != ("triples",) or "anywhere-in-line" in self.variants:
            return None
        new = fired.new_on | fired.new_off
        others = " and ".join(self.label(v) for v in fired.variables if not new >> v - 1 & 1)
        return (
            "triple",
            f"third of three in a line, {others} are {self.VALUES[bool(fired.new_off)]}",
        )

    @classmethod
    def from_url(cls, url: Address) -> Self:
        body = url.body()
        regions, at = bits.walls_decode(body, 0, url.height, url.width)
        circles, at = bits.decode(body, at, url.height * url.width, "circles")
        url.end(body, at)
        # A circle is written as 0.
        held = frozenset(divmod(i, url.width) for i, bit in enumerate(circles) if not bit)
        return cls(regions=regions, circles=held, variants=cls.ELSEWHERE)

    def to_url(self) -> tuple[str, str]:
        self._as_on_puzz_link()
        circles = [int(cell not in self.circles) for cell in self.everywhere()]
        return self.kind, bits.walls_encode(self.regions) + bits.encode(circles)

    @classmethod
    def from_pzpr(cls, file: PzprFile) -> Self:
        regions = file.regions()
        cells = file.cells("circles", "[#%o.+]")
        signs = [[Token(_PZPR_SIGNS[word], at) for word, at in row] for row in cells]
        return cls.from_grids(file.text, regions, signs, words=cls.ELSEWHERE)

    def to_pzpr(self) -> tuple[str, list[str]]:
        self._as_on_puzz_link()
        rows = Marks("circles").rows(self.circles, self.sides())
        return self.kind, [*numbered(self.regions), *(f"{row} " for row in rows)]

    def _as_on_puzz_link(self) -> None:
        if self.variants != self.ELSEWHERE:
            words = ", ".join(sorted(self.variants - self.ELSEWHERE))
            but = f", not under {words}" if words else ""
            raise BoardError(f"puzz.link has nondango only under same-colour{but}")
