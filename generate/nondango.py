"""Nondango boards, solution first (claims D10, D11).

Draw regions of about three cells and one black circle in each, legally: with no other circle the
board has one solution.  Then offer a circle at every other cell, and keep it only if the solution
stays the only one.  A kept circle always has a certificate (checked): blackening it instead of
its region's black would complete a triple whose other two circles are black.

Under ``same_colour`` (puzz.link's rule: no three white circles in a line either) a circle is offered
only where our solution allows it; otherwise all is as above.

Dial mode (``white``): so many certified circles at random and no check of uniqueness.

The article says that regions have about three cells in the mean.  Whether some have one cell it
does not say (``cut``).  Such a region gives its black away; by default each region grows from two
neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TypeAlias

from generate.made import Impossible, InvariantError, Made, Option, Request
from ladder.triples import budget
from puzzles import Nondango
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell

__all__ = [
    "CUTS",
    "MEAN_SIZE",
    "OPTIONS",
    "Cut",
    "Skeleton",
    "check",
    "from_pairs",
    "grow",
    "make",
    "offer",
    "random_regions",
    "skeleton",
    "triples",
]

Cut: TypeAlias = Callable[[int, int, int, Random], dict[Cell, int]]
"""Connected regions: from height, width and their number, a name per cell."""
MEAN_SIZE = 3
"""Cells per region that the drawing aims at."""
_CUTS = 20
"""Cuts into regions before an attempt fails."""
_DRAWS = 10
"""Draws of a black per region before a cut is given up."""


def check(request: Request) -> None:
    """Raise :class:`Impossible` where no board meets the request."""
    cells = request.height * request.width
    room = cells - _regions(request.height, request.width)
    white = request.span("white")
    if white is not None and white.low > room:
        raise Impossible(
            f"{cells} cells have no room for {white} white circles beside {cells - room} black ones"
        )


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Regions (a name per cell) and one black circle in each, no three in a line."""

    height: int
    width: int
    regions: dict[Cell, int]
    black: frozenset[Cell]

    def others(self) -> list[Cell]:
        """The cells that are not black, in reading order."""
        cells = reading_order(self.height, self.width)
        return [cell for cell in cells if cell not in self.black]

    def certified(self, cell: Cell) -> bool:
        """Would blackening ``cell`` instead of its region's black complete a black triple?"""
        rest = {b for b in self.black if self.regions[b] != self.regions[cell]}
        return any(
            one in rest and other in rest for one, other in triples(cell, self.height, self.width)
        )

    def board(self, white: Set[Cell], *, same_colour: bool = False) -> tuple[Nondango, int]:
        """The board with these white circles, and the solution that is black where the skeleton is."""
        circles = self.black | white
        names = [[self.regions[r, c] for c in range(self.width)] for r in range(self.height)]
        board = Nondango(
            regions=normal(names),
            circles=circles,
            variants=frozenset({"same-colour"} if same_colour else ()),
        )
        return board, sum(1 << i for i, cell in enumerate(sorted(circles)) if cell in self.black)


def make(request: Request, rng: Random) -> Made | None:
    """One attempt; None if no legal blacks were found, or fewer than ``white`` certified cells."""
    cut = CUTS[request.choice("cut") or "pairs"]
    found = skeleton(request.height, request.width, rng, cut=cut)
    if found is None:
        return None
    others, same = found.others(), request.flag("same_colour")
    number = request.span("white")
    if number is not None:
        able = [cell for cell in others if found.certified(cell)]
        wanted = rng.randint(number.low, number.high)
        if len(able) < wanted:
            return None
        white = set(rng.sample(able, wanted))
    else:
        rng.shuffle(others)
        white = offer(found, others, same_colour=same)
    board, solution = found.board(white, same_colour=same)
    figures = {"regions": len(found.black), "white": len(white)}
    if not same:
        account = budget(board, solution)
        figures |= {"certifying": account.certifying, "live": account.live, "dead": account.dead}
    return Made(board, solution, figures, checked=number is None)


def skeleton(
    height: int,
    width: int,
    rng: Random,
    *,
    regions: int | None = None,
    cut: Cut | None = None,
) -> Skeleton | None:
    """Regions with legal blacks; None if no cut of several allowed any.

    ``regions``: their number (None: cells of :data:`MEAN_SIZE` each); ``cut``: how they are drawn
    (None: :func:`from_pairs`).
    """
    number = _regions(height, width) if regions is None else regions
    # Some cuts allow no legal blacks: three regions of one cell in a line, say.
    for _ in range(_CUTS):
        owner = (cut or from_pairs)(height, width, number, rng)
        black = _blacks(owner, height, width, rng)
        if black is not None:
            return Skeleton(height, width, owner, frozenset(black))
    return None


def _regions(height: int, width: int) -> int:
    return max(1, height * width // MEAN_SIZE)


def from_pairs(height: int, width: int, count: int, rng: Random) -> dict[Cell, int]:
    """``count`` connected regions that grow as :func:`random_regions` do, but each from two neighbours.

    Pairs that leave no room for so many are drawn again.
    """
    for _ in range(_CUTS):
        owner: dict[Cell, int] = {}
        for cell in rng.sample(reading_order(height, width), height * width):
            free = [n for n in neighbours(cell, height, width) if n not in owner]
            if cell not in owner and free and len(owner) < 2 * count:
                owner[cell] = owner[rng.choice(free)] = len(owner) // 2
        if len(owner) == 2 * count:
            grow(owner, height, width, rng)
            return owner
    return random_regions(height, width, count, rng)  # a board of one cell, say


def random_regions(height: int, width: int, count: int, rng: Random) -> dict[Cell, int]:
    """``count`` connected regions: random seeds that grow cell by cell in random order."""
    cells = reading_order(height, width)
    owner = {cell: i for i, cell in enumerate(rng.sample(cells, count))}
    grow(owner, height, width, rng)
    return owner


def grow(owner: dict[Cell, int], height: int, width: int, rng: Random) -> None:
    """Let the regions of ``owner`` take free neighbours, cell by cell, until no cell is free."""
    border = sorted(owner)
    while border:
        i = rng.randrange(len(border))
        free = [n for n in neighbours(border[i], height, width) if n not in owner]
        if free:
            chosen = rng.choice(free)
            owner[chosen] = owner[border[i]]
            border.append(chosen)
        else:
            border[i] = border[-1]
            border.pop()


def triples(cell: Cell, height: int, width: int) -> Iterator[tuple[Cell, Cell]]:
    """The other two cells of every three in a line, straight or diagonal, that hold ``cell``."""
    r, c = cell
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        line = [(r + k * down, c + k * right) for k in range(-2, 3)]
        for first in range(3):
            three = line[first : first + 3]
            if all(0 <= i < height and 0 <= j < width for i, j in three):
                one, other = (x for x in three if x != cell)
                yield one, other


def _blacks(regions: dict[Cell, int], height: int, width: int, rng: Random) -> set[Cell] | None:
    """One cell per region with no three in a line, drawn region by region.

    Where a region has no legal cell, it takes any, and one black of each triple completed goes.
    """
    members: dict[int, list[Cell]] = {}
    for cell, name in sorted(regions.items()):
        members.setdefault(name, []).append(cell)
    black: set[Cell] = set()
    waiting = rng.sample(sorted(members), len(members))
    for _ in range(_DRAWS * len(members)):
        if not waiting:
            return black
        cells = members[waiting.pop()]
        legal = [
            cell
            for cell in cells
            if not any(a in black and b in black for a, b in triples(cell, height, width))
        ]
        chosen = rng.choice(legal or cells)
        for pair in triples(chosen, height, width):
            if black.issuperset(pair):
                gone = rng.choice(pair)
                black.discard(gone)
                waiting.insert(rng.randrange(len(waiting) + 1), regions[gone])
        black.add(chosen)
    return None


def offer(found: Skeleton, cells: list[Cell], *, same_colour: bool = False) -> set[Cell]:
    """The cells, in this order, whose circle leaves our solution alone.

    One incremental solver knows all cells; a cell without a circle is assumed white.  A second
    solution must blacken the circle just offered, since without it there was none.
    """
    from pysat.solvers import Solver

    height, width = found.height, found.width
    number = {cell: i for i, cell in enumerate(reading_order(height, width), start=1)}
    size = len(number)
    members: dict[int, list[int]] = {}
    for cell, name in found.regions.items():
        members.setdefault(name, []).append(number[cell])
    with Solver(name="cadical195") as solver:
        for variables in members.values():
            solver.add_clause(variables)
            for pair in combinations(variables, 2):
                solver.add_clause([-v for v in pair])
        for cell in number:
            for one, other in triples(cell, height, width):
                if cell < one and cell < other:
                    three = [number[cell], number[one], number[other]]
                    solver.add_clause([-v for v in three])
                    if same_colour:
                        # A circle that is there (variable v + size) and not black is white.
                        solver.add_clause([*three, *(-v - size for v in three)])
        absent = set(cells)
        kept: set[Cell] = set()
        for cell in cells:
            if same_colour and any(
                one in kept and other in kept for one, other in triples(cell, height, width)
            ):
                continue
            absent.discard(cell)
            there = [size + number[c] for c in sorted(number.keys() - absent)]
            white = [-number[a] for a in sorted(absent)]
            if solver.solve(assumptions=[number[cell], *white, *(there if same_colour else [])]):
                absent.add(cell)
            else:
                if not same_colour and not found.certified(cell):
                    raise InvariantError("a circle without certificate kept the solution alone")
                kept.add(cell)
    return kept


CUTS: dict[str, Cut] = {"pairs": from_pairs, "cells": random_regions}
"""Regions that grow from two neighbouring cells each, or from one cell, where some stay of one cell."""
OPTIONS = (
    Option("white", "so many white circles, maybe ambiguous", span=True),
    Option("same_colour", "puzz.link's rule, both colours"),
    Option("cut", "what a region grows from (pairs)", choices=tuple(CUTS)),
)
"""What may be asked for."""
