"""Hitori: shade cells so that no number repeats among the others of a row or column; no two shaded cells
are neighbours, and the cells left are connected.

    python -m count --puzzle examples/puzzles/hitori.py BOARD
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Self

from puzzles import CellBoard, Model, Violation, register
from puzzles.formats.address import Address
from puzzles.formats.clues import every_decode, every_encode
from puzzles.grid import grid_edges
from puzzles.judge import is_connected
from puzzles.layers import Layer, Numbers
from puzzles.rules import Edge


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class Hitori(CellBoard):
    """A Hitori board: ``printed[r][c]`` is a number from 1, or None.

    A variable is true where the cell is *kept*, because the cells that are on are to be connected.
    """

    kind: ClassVar[str] = "hitori"
    RULES: ClassVar[tuple[str, ...]] = ("repeat", "touch", "connected")
    VALUES: ClassVar[tuple[str, str]] = ("shaded", "kept")
    TOKENS: ClassVar[tuple[str, str]] = ("#", ".")
    BLANK_IS_OFF: ClassVar[bool] = False
    SHADE_OFF: ClassVar[bool] = True
    PRINTED: ClassVar[tuple[Layer, ...]] = (Numbers("printed", least=1),)
    URL_NAMES: ClassVar[Mapping[str, str]] = {"hitori": ""}

    printed: tuple[tuple[int | None, ...], ...]

    def alike(self) -> list[Edge]:
        """The pairs of cells of one row or column with the same number."""
        number = {(r, c): n for r, row in enumerate(self.printed) for c, n in enumerate(row) if n}
        pairs = [(u, v) for u, v in combinations(number, 2) if u[0] == v[0] or u[1] == v[1]]
        return [(u, v) for u, v in pairs if number[u] == number[v]]

    def state(self, m: Model) -> None:
        for u, v in self.alike():
            m.clause(-m[u], -m[v], name="repeat")
        for u, v in grid_edges(self.height, self.width):
            m.clause(m[u], m[v], name="touch")
        m.connected(name="connected")

    def broken(self, solution: int) -> list[Violation]:
        kept = {cell for cell in self.everywhere() if cell in self.chosen(solution)}
        alike = [pair for pair in self.alike() if kept.issuperset(pair)]
        found = [Violation("repeat", pair, "a number repeats") for pair in alike]
        for pair in grid_edges(self.height, self.width):
            if kept.isdisjoint(pair):
                found.append(Violation("touch", pair, "two shaded cells are neighbours"))
        if not is_connected(kept):
            found.append(Violation("connected", tuple(sorted(kept)), "the cells kept are parted"))
        return found

    @classmethod
    def from_url(cls, url: Address) -> Self:
        return cls(printed=every_decode(url.body(), url.height, url.width))

    def to_url(self) -> tuple[str, str]:
        return self.kind, every_encode(self.printed)
