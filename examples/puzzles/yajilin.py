"""Yajilin: shade cells and draw one closed loop through all the others but the clues.

No two shaded cells touch along a side.  A clue counts the shaded cells from it to the board's edge in the
direction of its arrow; ``?`` counts nothing.

    python -m count --puzzle examples/puzzles/yajilin.py BOARD
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from puzzles import CellBoard, Model, Violation, register
from puzzles.drawing import edges_among
from puzzles.formats import clues
from puzzles.formats.address import Address
from puzzles.grid import grid_edges
from puzzles.layers import SIDES, Arrows, Layer
from puzzles.rules import Cell, Edge

__all__ = ["Yajilin"]


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class Yajilin(CellBoard):
    """A Yajilin board: ``clues[r][c]`` is (number or None, side) or None for a cell to fill."""

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

    def counted(self) -> Iterator[tuple[Cell, int, list[Cell]]]:
        """Each clue with a number, and the cells to fill that it counts."""
        free = set(self.cells())
        for r, c in self.everywhere():
            number, side = self.clues[r][c] or (None, "")
            if number is not None:
                (down, right), reach = SIDES[side], range(1, max(self.height, self.width))
                seen = [(r + k * down, c + k * right) for k in reach]
                yield (r, c), number, [cell for cell in seen if cell in free]

    def state(self, m: Model) -> None:
        for _, number, seen in self.counted():
            m.exactly(number, m.cells(seen), name="clue")
        for one, other in self.edges():
            m.at_most(1, [m[one], m[other]], name="touch")
        for cell in self.cells():  # shaded, or two edges of the loop
            m.sum({m[cell]: 2, **dict.fromkeys(m.edges(cell), 1)}, 2, 2, name="fill")
        m.loop(self.cells(), name="loop")

    def broken(self, solution: int) -> list[Violation]:
        on, found = self.chosen(solution), []
        for cell, number, seen in self.counted():
            if sum(other in on for other in seen) != number:
                found.append(Violation("clue", (cell, *seen), f"{number} shaded cells are wanted"))
        beside: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells()}
        for u, v in edges_among(on):
            beside[u].append(v)
            beside[v].append(u)
        found += [
            Violation("touch", e, "two shaded cells touch") for e in self.edges() if set(e) <= on
        ]
        for cell, others in beside.items():
            if len(others) != (0 if cell in on else 2):
                found.append(Violation("fill", (cell,), "neither shaded nor passed by the loop"))
        used = [cell for cell, others in beside.items() if others]
        walk = used[:1]
        for cell in walk:  # grows while it is read
            walk += [other for other in beside[cell] if other not in walk]
        if not used or len(walk) < len(used) or any(len(beside[cell]) != 2 for cell in used):
            found.append(Violation("loop", tuple(used), "the edges are not one closed loop"))
        return found

    @classmethod
    def from_url(cls, url: Address) -> Self:
        held = clues.arrows(url.body(), url.height, url.width)
        return cls(
            clues=tuple(
                tuple(held.get((r, c)) for c in range(url.width)) for r in range(url.height)
            )
        )
