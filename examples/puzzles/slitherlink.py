"""Slitherlink: one closed loop along the grid lines; a number counts the sides of its square on it.

python -m count --puzzle examples/puzzles/slitherlink.py BOARD
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from puzzles import EdgeBoard, Model, Violation, register
from puzzles.formats.address import Address
from puzzles.formats.clues import four_decode, four_encode
from puzzles.judge import is_loop
from puzzles.layers import Layer, Numbers
from puzzles.rules import Cell, Edge


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class Slitherlink(EdgeBoard):
    """A Slitherlink board: ``clues[r][c]`` is 0 to 3 or None.

    The variables are the sides of squares: edges between the points of a lattice, of which there are one
    row and one column more than of squares.
    """

    kind: ClassVar[str] = "slitherlink"
    RULES: ClassVar[tuple[str, ...]] = ("clue", "loop")
    VALUES: ClassVar[tuple[str, str]] = ("open", "drawn")
    PRINTED: ClassVar[tuple[Layer, ...]] = (Numbers("clues", most=3),)
    POINTS: ClassVar[bool] = True
    URL_NAMES: ClassVar[Mapping[str, str]] = {"slither": "", "slitherlink": ""}

    clues: tuple[tuple[int | None, ...], ...]

    def around(self) -> list[tuple[int, tuple[Edge, ...]]]:
        """Each clue with the four sides of its square."""
        found = []
        for r, row in enumerate(self.clues):
            for c, number in enumerate(row):
                a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
                if number is not None:
                    found.append((number, ((a, b), (a, d), (b, e), (d, e))))
        return found

    def state(self, m: Model) -> None:
        for number, sides in self.around():
            m.exactly(number, [m.edge(*side) for side in sides], name="clue")
        m.loop(name="loop")

    def broken(self, solution: int) -> list[Violation]:
        on = self.chosen(solution)
        found = []
        for number, sides in self.around():
            drawn = len(on.intersection(sides))
            if drawn != number:
                corners: tuple[Cell, ...] = (*sides[0], *sides[3])
                found.append(Violation("clue", corners, f"a {number} has {drawn} sides drawn"))
        if not is_loop([(u, v) for u, v in self.edges() if (u, v) in on]):
            points = tuple(sorted({point for edge in self.edges() if edge in on for point in edge}))
            found.append(Violation("loop", points, "the sides drawn are not one closed loop"))
        return found

    @classmethod
    def from_url(cls, url: Address) -> Self:
        return cls(clues=four_decode(url.body(), url.height, url.width))

    def to_url(self) -> tuple[str, str]:
        return "slither", four_encode(self.clues)
