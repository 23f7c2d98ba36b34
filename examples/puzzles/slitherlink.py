"""Slitherlink: one closed loop along the grid lines; a number counts the sides of its cell on the loop.

python -m count --puzzle examples/puzzles/slitherlink.py BOARD
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from puzzles import EdgeBoard, Model, Violation, register
from puzzles.formats import clues
from puzzles.formats.address import Address
from puzzles.layers import Layer, Numbers
from puzzles.rules import Cell, Edge

__all__ = ["Slitherlink"]


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class Slitherlink(EdgeBoard):
    """A Slitherlink board: ``clues[r][c]`` is 0 to 4 or None.

    The variables are the sides of cells: edges between lattice points, of which there is one row and
    one column more than of cells.
    """

    kind: ClassVar[str] = "slitherlink"
    RULES: ClassVar[tuple[str, ...]] = ("clue", "loop")
    PRINTED: ClassVar[tuple[Layer, ...]] = (Numbers("clues", most=4),)
    POINTS: ClassVar[bool] = True
    URL_NAMES: ClassVar[Mapping[str, str]] = {"slither": "", "slitherlink": ""}

    clues: tuple[tuple[int | None, ...], ...]

    def numbers_printed(self) -> list[tuple[Cell, int, list[Edge]]]:
        """Each clue with its cell and the sides of the cell."""
        return [
            (
                (r, c),
                n,
                [
                    ((r, c), (r, c + 1)),
                    ((r + 1, c), (r + 1, c + 1)),
                    ((r, c), (r + 1, c)),
                    ((r, c + 1), (r + 1, c + 1)),
                ],
            )
            for r, row in enumerate(self.clues)
            for c, n in enumerate(row)
            if n is not None
        ]

    def state(self, m: Model) -> None:
        for _, number, sides in self.numbers_printed():
            m.exactly(number, [m.edge(*side) for side in sides], name="clue")
        m.loop(name="loop")

    def broken(self, solution: int) -> list[Violation]:
        on, found = set(self.chosen(solution)), []
        for (r, c), number, sides in self.numbers_printed():
            drawn = sum(side in on for side in sides)
            if drawn != number:
                message = f"the {number} at r{r}c{c} has {drawn} sides"
                found.append(Violation("clue", tuple({p for side in sides for p in side}), message))
        beside: dict[Cell, list[Cell]] = {}
        for u, v in on:
            beside.setdefault(u, []).append(v)
            beside.setdefault(v, []).append(u)
        odd = [point for point, others in beside.items() if len(others) != 2]
        walk = [min(beside)] if beside else []
        for point in walk:  # grows while it is read
            walk += [other for other in beside[point] if other not in walk]
        if odd or not beside or len(walk) < len(beside):
            found.append(
                Violation("loop", tuple(sorted(odd or beside)), "the sides are not one closed loop")
            )
        return found

    @classmethod
    def from_url(cls, url: Address) -> Self:
        held = clues.four(url.body(), url.height, url.width)
        rows = tuple(tuple(held.get((r, c)) for c in range(url.width)) for r in range(url.height))
        return cls(clues=rows)
