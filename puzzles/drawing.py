"""What a puzzle class wants drawn; :mod:`puzzles.unicode_art` and :mod:`puzzles.svg` draw it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from unicodedata import combining, east_asian_width

from puzzles.rules import Cell, Edge, Place, cells_of

__all__ = ["Drawing", "cells_among", "columns", "edges_among", "per_cent", "printable"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of a board in the terms of a puzzle magazine.

    ``regions``: a region number per cell, row by row, or None; ``glyphs``: what is printed in a
    cell; ``filled``: the same, but filled in by a solver; ``circles``: cells with a printed
    circle; ``black``: circles that are blackened; ``shaded``: shaded cells; ``lines``: edges drawn
    as a path; ``linked``: the cells are stations that paths join, with no walls between them;
    ``faces``: what is printed between four stations, by the one to the upper left;
    ``crosses``: places known to be off, in a partial solution; ``highlight``: places to set off
    (two solutions' differences, what a step decided); ``premises``: places that a step rests on;
    ``heat``: a share between 0 and 1 per place, for heat maps; ``written``: the shares are to be
    written out too;
    ``numbered``: the numbers of rows and columns stand beside the board, so that a cell can be found
    by its name, such as r3c2; ``caption``: a line below; ``title``: what the picture is, for those
    who cannot see it.
    """

    height: int
    width: int
    regions: tuple[tuple[int, ...], ...] | None = None
    glyphs: Mapping[Cell, str] = field(default_factory=dict)
    filled: Mapping[Cell, str] = field(default_factory=dict)
    circles: frozenset[Cell] = frozenset()
    black: frozenset[Cell] = frozenset()
    shaded: frozenset[Cell] = frozenset()
    lines: frozenset[Edge] = frozenset()
    linked: bool = False
    faces: Mapping[Cell, str] = field(default_factory=dict)
    crosses: frozenset[Place] = frozenset()
    highlight: frozenset[Place] = frozenset()
    premises: frozenset[Place] = frozenset()
    heat: Mapping[Place, Fraction | float] = field(default_factory=dict)
    written: bool = False
    numbered: bool = True
    caption: str = ""
    title: str = "board"

    def wall(self, one: Cell, other: Cell) -> int:
        """The border between two neighbours: 0 none, 1 a grid line, 2 a border of regions.

        One of the two may lie off the board; the board's own edge is a border.
        """
        (r, c), (i, j) = sorted((one, other))
        if r < 0 or c < 0 or i >= self.height or j >= self.width:
            return 2
        if self.regions is not None and self.regions[r][c] != self.regions[i][j]:
            return 2
        return 0 if self.linked else 1


def cells_among(places: Iterable[Place]) -> list[Cell]:
    """Those of the places that are cells, in reading order."""
    touched = [tuple(cells_of(place)) for place in places]
    return sorted(cells[0] for cells in touched if len(cells) == 1)


def edges_among(places: Iterable[Place]) -> list[Edge]:
    """Those of the places that are edges, in the order of their first cells."""
    touched = [tuple(cells_of(place)) for place in places]
    return sorted((cells[0], cells[1]) for cells in touched if len(cells) == 2)


def per_cent(share: Fraction | float) -> str:
    """A share in whole per cents, 0 and 100 only where they are exact.

    >>> per_cent(Fraction(1, 1000)), per_cent(Fraction(1, 2)), per_cent(1)
    ('1%', '50%', '100%')
    """
    if share in (0, 1):
        return "100%" if share else "0%"
    return f"{min(99, max(1, round(100 * share)))}%"


def printable(text: str) -> str:
    """The text with U+FFFD for what neither a terminal nor XML may be given.

    >>> printable("7\\x1b[2J")
    '7\ufffd[2J'
    """
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def columns(text: str) -> int:
    """How many columns of a terminal the text takes.

    >>> columns("12"), columns("数")
    (2, 2)
    """
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )
