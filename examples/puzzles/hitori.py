"""Hitori: shade cells so that no number repeats in a line; no two shaded cells touch along a side, and
the cells left unshaded are connected.

    python -m count --puzzle examples/puzzles/hitori.py BOARD
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, Self

from puzzles import CellBoard, Drawing, Model, Violation, register
from puzzles.formats import clues
from puzzles.formats.address import Address
from puzzles.grid import neighbours
from puzzles.layers import Layer, Numbers

__all__ = ["Hitori"]


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class Hitori(CellBoard):
    """A Hitori board: ``numbers_[r][c]`` is printed in the cell, None where nothing is.

    A variable is true where the cell is kept, so that the connected cells are those that are on.
    """

    kind: ClassVar[str] = "hitori"
    RULES: ClassVar[tuple[str, ...]] = ("repeat", "touch", "connected")
    VALUES: ClassVar[tuple[str, str]] = ("shaded", "kept")
    TOKENS: ClassVar[tuple[str, str]] = ("#", ".")
    PRINTED: ClassVar[tuple[Layer, ...]] = (Numbers("printed"),)
    URL_NAMES: ClassVar[Mapping[str, str]] = {"hitori": ""}

    printed: tuple[tuple[int | None, ...], ...]

    def alike(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The pairs of cells with one number in one line."""
        at = {
            (r, c): n
            for r, row in enumerate(self.printed)
            for c, n in enumerate(row)
            if n is not None
        }
        return [
            (one, other)
            for one, other in combinations(at, 2)
            if at[one] == at[other] and (one[0] == other[0] or one[1] == other[1])
        ]

    def state(self, m: Model) -> None:
        for one, other in self.alike():
            m.clause(-m[one], -m[other], name="repeat")
        for cell in self.everywhere():
            for other in m.beside(cell):
                if other > m[cell]:
                    m.clause(m[cell], other, name="touch")
        m.connected(name="connected")

    def broken(self, solution: int) -> list[Violation]:
        kept = set(self.chosen(solution))
        found = [
            Violation("repeat", pair, "a number repeats in its line")
            for pair in self.alike()
            if kept.issuperset(pair)
        ]
        for cell in set(self.everywhere()) - kept:
            for other in neighbours(cell, self.height, self.width):
                if cell < other and other not in kept:
                    found.append(Violation("touch", (cell, other), "two shaded cells touch"))
        reached = [min(kept)] if kept else []
        for cell in reached:  # grows while it is read
            around = neighbours(cell, self.height, self.width)
            reached += [other for other in around if other in kept and other not in reached]
        if len(reached) < len(kept):
            found.append(Violation("connected", tuple(sorted(kept)), "the kept cells are parted"))
        return found

    def drawing(self, solution: int | None = None) -> Drawing:
        shaded = set(self.everywhere()) - self.chosen(solution) if solution is not None else set()
        picture = super(Hitori, self).drawing(None)
        return replace(picture, shaded=frozenset(shaded), title=self.title(solution))

    @classmethod
    def from_url(cls, url: Address) -> Self:
        held = clues.digits36(url.body(), url.height, url.width)
        return cls(
            printed=tuple(
                tuple(held.get((r, c)) for c in range(url.width)) for r in range(url.height)
            )
        )
