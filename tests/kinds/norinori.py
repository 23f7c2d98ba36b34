"""What the tests know of Norinori; :mod:`tests.kinds` says what each name is for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from puzzles import Board, Norinori
from puzzles.grid import neighbours, reading_order, regions_of
from puzzles.rules import Cell
from tests import oracles
from tests.ladder.positions import grown
from tests.strategies import (
    cut,
    drawn_regions,
    listed_regions,
    partitions,
    word_sets,
)

RUNGS = ("local", "pairs")
TECHNIQUES = {"last", "partner", "lonely", "pairs", "probe"}
EXAMPLE = "norinori-6x6"
BANK_SIZE = (5, 6)
DROPPED: tuple[Board, ...] = (
    Norinori(regions=((0, 0, 1), (2, 1, 1), (2, 2, 2))),
    Norinori(regions=((0, 0, 0, 1), (2, 2, 1, 1))),
)


def oracle(board: Norinori) -> list[frozenset[oracles.Cell]]:
    return oracles.norinori(board.regions, board.without)


@st.composite
def drawn(draw: st.DrawFn, max_cells: int, drops: bool) -> Board:
    without = draw(word_sets(Norinori.RULES)) if drops else frozenset()
    return Norinori(regions=draw(drawn_regions(max_cells)), without=without)


def tiny() -> Iterator[Board]:
    # A region of one cell leaves no solution: such boards only among the smallest.
    large = partitions(2, 4) + partitions(3, 3)
    solid = [regions for regions in large if min(map(len, regions_of(regions))) >= 2]
    for regions in [*listed_regions()[:120], *solid]:
        yield Norinori(regions=regions)


def exhaustive() -> Iterator[Board]:
    """*All* boards of some sizes."""
    # all ways to cut 2x3 and 3x3 into regions
    for shape in ((2, 3), (3, 3)):
        for regions in oracles.connected_partitions(*shape):
            yield Norinori(regions=regions)


def larger(random: Random) -> list[Board]:
    """Boards of 9 to 24 cells."""
    drawn: list[Board] = []
    # Cuts with a solution are rare: as many of them as of the others.
    wanted = [True, False] * 12
    while wanted:
        height, width = random.choice([(3, 4), (4, 4), (4, 5)])
        regions = cut(height, width, random)
        if min(map(len, regions_of(regions))) >= 2:
            norinori = Norinori(regions=regions)
            if bool(oracle(norinori)) in wanted:
                wanted.remove(bool(oracle(norinori)))
                drawn.append(norinori)
    return drawn


def seeded(side: int, random: Random) -> Board:
    cells = list(reading_order(side, side))
    random.shuffle(cells)
    blocked: set[Cell] = set()
    seeds: list[tuple[Cell, ...]] = []
    for cell in cells:
        other = random.choice(neighbours(cell, side, side))
        if cell in blocked or other in blocked:
            continue
        seeds.append((cell, other))
        for half in (cell, other):
            blocked.update((half, *neighbours(half, side, side)))
    return Norinori(regions=grown(side, seeds, random))


def figures_fit(board: Norinori, figures: dict[str, int]) -> bool:
    return figures["regions"] == len(regions_of(board.regions))
