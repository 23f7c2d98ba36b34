"""Star Battle: as many stars in each row, column and region; no two stars touch, not even at corners.

python -m count --puzzle examples/puzzles/star_battle.py BOARD
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Self

from puzzles import BoardError, Model, RegionBoard, Violation, register
from puzzles.board import name_of
from puzzles.formats import bits
from puzzles.formats.address import Address


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class StarBattle(RegionBoard):
    """A Star Battle board; the variant ``stars N`` says how many stars (1)."""

    kind: ClassVar[str] = "starbattle"
    RULES: ClassVar[tuple[str, ...]] = ("row", "column", "region", "touch")
    VARIANTS: ClassVar[tuple[str, ...]] = ("stars N",)
    VALUES: ClassVar[tuple[str, str]] = ("empty", "star")
    TOKENS: ClassVar[tuple[str, str]] = (".", "*")
    MARK: ClassVar[str | None] = "★"
    URL_NAMES: ClassVar[Mapping[str, str]] = {"starbattle": ""}

    def check(self) -> None:
        if self.height != self.width or len(self.areas()) != self.height:
            raise BoardError("expected a square of as many regions as rows", (0, 0))

    def stars(self) -> int:
        return self.number("stars", 1)

    def state(self, m: Model) -> None:
        for k in range(self.height):
            m.exactly(self.stars(), m.row(k), name="row")
            m.exactly(self.stars(), m.column(k), name="column")
        for cells in self.areas():
            m.exactly(self.stars(), m.cells(cells), name="region")
        for r, c in self.everywhere():
            for other in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
                if m.has(other):
                    m.clause(-m[r, c], -m[other], name="touch")

    def broken(self, solution: int) -> list[Violation]:
        found, on, cells = [], sorted(self.chosen(solution)), self.everywhere()
        lines = [("row", [cell for cell in cells if cell[0] == k]) for k in range(self.height)]
        lines += [("column", [cell for cell in cells if cell[1] == k]) for k in range(self.width)]
        lines += [("region", list(area)) for area in self.areas()]
        for rule, line in lines:
            held = sum(cell in on for cell in line)
            if held != self.stars():
                message = f"the {rule} at {name_of(line[0])} has {held} stars, not {self.stars()}"
                found.append(Violation(rule, tuple(line), message))
        for u, v in combinations(on, 2):
            if max(abs(u[0] - v[0]), abs(u[1] - v[1])) == 1:
                message = f"stars at {name_of(u)} and {name_of(v)} touch"
                found.append(Violation("touch", (u, v), message))
        return found

    @classmethod
    def from_url(cls, url: Address) -> Self:
        stars, body = url.number(0, "a number of stars"), url.body(1)
        regions, end = bits.walls_decode(body, 0, url.height, url.width)
        url.end(body, end)
        return cls(regions=regions, variants=frozenset({f"stars {stars}"} - {"stars 1"}))

    def to_url(self) -> tuple[str, str]:
        return self.kind, f"{self.stars()}/{bits.walls_encode(self.regions)}"
