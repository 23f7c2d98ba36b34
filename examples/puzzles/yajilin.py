"""Yajilin: shade cells, no two of them neighbours, and draw one closed loop through all the others but
the clues.  A clue counts the shaded cells in the direction of its arrow; ``?`` counts nothing.

    python -m count --puzzle examples/puzzles/yajilin.py BOARD
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from puzzles import CellBoard, Model, Violation, register
from puzzles.formats.address import Address
from puzzles.formats.clues import arrows_decode, arrows_encode
from puzzles.grid import grid_edges
from puzzles.judge import is_loop
from puzzles.layers import SIDES, Arrows, Layer
from puzzles.rules import Cell, Edge


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class Yajilin(CellBoard):
    """A Yajilin board: ``clues[r][c]`` is (number or None, side), or None for a cell to fill."""

    kind: ClassVar[str] = "yajilin"
    RULES: ClassVar[tuple[str, ...]] = ("clue", "touch", "fill", "loop")
    PRINTED: ClassVar[tuple[Layer, ...]] = (Arrows("clues"),)
    URL_NAMES: ClassVar[Mapping[str, str]] = {"yajilin": "", "yajirin": ""}

    clues: tuple[tuple[tuple[int | None, str] | None, ...], ...]

    def cells(self) -> tuple[Cell, ...]:
        return tuple((r, c) for r, c in self.everywhere() if self.clues[r][c] is None)

    def edges(self) -> tuple[Edge, ...]:
        free = set(self.cells())
        return tuple(edge for edge in grid_edges(self.height, self.width) if free.issuperset(edge))

    def counted(self) -> list[tuple[int, list[Cell]]]:
        """Each number, and the cells to fill that it looks at."""
        found, free, reach = [], self.cells(), range(max(self.height, self.width))
        for r, c in self.everywhere():
            number, side = self.clues[r][c] or (None, "n")
            down, right = SIDES[side]
            seen = [(r + k * down, c + k * right) for k in reach]
            if number is not None:
                found.append((number, [cell for cell in seen if cell in free]))
        return found

    def state(self, m: Model) -> None:
        for number, seen in self.counted():
            m.exactly(number, m.cells(seen), name="clue")
        for u, v in self.edges():
            m.clause(-m[u], -m[v], name="touch")
        for cell in self.cells():  # shaded, or two edges of the loop
            m.sum({m[cell]: 2, **dict.fromkeys(m.edges(cell), 1)}, 2, 2, name="fill")
        m.loop(self.cells(), name="loop")

    def broken(self, solution: int) -> list[Violation]:
        on, found = self.chosen(solution), []
        for number, seen in self.counted():
            if len(on.intersection(seen)) != number:
                found.append(Violation("clue", tuple(seen), f"not {number} of these are shaded"))
        found += [Violation("touch", e, "two are neighbours") for e in self.edges() if on >= {*e}]
        drawn = [edge for edge in self.edges() if edge in on]
        for cell in self.cells():
            if sum(cell in edge for edge in drawn) != (0 if cell in on else 2):
                found.append(Violation("fill", (cell,), "neither shaded nor passed by the loop"))
        if not is_loop(drawn):
            found.append(Violation("loop", self.cells(), "the edges are not one closed loop"))
        return found

    @classmethod
    def from_url(cls, url: Address) -> Self:
        return cls(clues=arrows_decode(url.body(), url.height, url.width))

    def to_url(self) -> tuple[str, str]:
        return self.kind, arrows_encode(self.clues)
