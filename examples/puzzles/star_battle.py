"""Star Battle: as many stars in each row, column and region; no two stars touch, not even at corners.

python -m count --puzzle examples/puzzles/star_battle.py BOARD
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Self

from puzzles import Model, RegionBoard, Violation, register
from puzzles.board import name_of
from puzzles.formats import bits
from puzzles.formats.address import Address

__all__ = ["StarBattle"]


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class StarBattle(RegionBoard):
    """A Star Battle board; the variant ``stars N`` says how many stars (1)."""

    kind: ClassVar[str] = "starbattle"
    RULES: ClassVar[tuple[str, ...]] = ("row", "column", "region", "touch")
    VARIANTS: ClassVar[tuple[str, ...]] = ("stars N",)
    VALUES: ClassVar[tuple[str, str]] = ("empty", "a star")
    TOKENS: ClassVar[tuple[str, str]] = (".", "*")
    MARK: ClassVar[str | None] = "★"
    URL_NAMES: ClassVar[Mapping[str, str]] = {"starbattle": ""}

    @property
    def stars(self) -> int:
        return self.number("stars", 1)

    def state(self, m: Model) -> None:
        for r in range(self.height):
            m.exactly(self.stars, m.row(r), name="row")
        for c in range(self.width):
            m.exactly(self.stars, m.column(c), name="column")
        for cells in self.areas():
            m.exactly(self.stars, m.cells(cells), name="region")
        for r, c in self.everywhere():
            for other in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
                if m.has(other):
                    m.at_most(1, [m[r, c], m[other]], name="touch")

    def broken(self, solution: int) -> list[Violation]:
        stars = sorted(self.chosen(solution))
        lines = {
            ("row", f"row {r}"): [(r, c) for c in range(self.width)] for r in range(self.height)
        }
        lines |= {
            ("column", f"column {c}"): [(r, c) for r in range(self.height)]
            for c in range(self.width)
        }
        lines |= {("region", f"the region at {name_of(a[0])}"): list(a) for a in self.areas()}
        found = []
        for (rule, title), cells in lines.items():
            held = sum(cell in stars for cell in cells)
            if held != self.stars:
                message = f"{title} has {held} stars, not {self.stars}"
                found.append(Violation(rule, tuple(cells), message))
        for (a, b), (c, d) in combinations(stars, 2):
            if max(abs(a - c), abs(b - d)) == 1:
                found.append(
                    Violation("touch", ((a, b), (c, d)), f"stars at r{a}c{b} and r{c}d{d} touch")
                )
        return found

    @classmethod
    def from_url(cls, url: Address) -> Self:
        stars = url.number(0, "the number of stars")
        regions, end = bits.walls_decode(body := url.body(1), 0, url.height, url.width)
        url.end(body, end)
        return cls(regions=regions, variants=frozenset({f"stars {stars}"}))

    def to_url(self) -> tuple[str, str]:
        return self.kind, f"{self.stars}/{bits.walls_encode(self.regions)}"
