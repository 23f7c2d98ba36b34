"""What the tests know of Nondango; :mod:`tests.kinds` says what each name is for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from puzzles import Board, Nondango
from puzzles.grid import reading_order
from tests import oracles
from tests.ladder.positions import grown
from tests.strategies import (
    cut,
    drawn_regions,
    listed_regions,
    word_sets,
)

RUNGS = ("region", "triple")
TECHNIQUES = {"last", "count", "triple", "probe"}
EXAMPLE = "nondango-8x8"
BANK_SIZE = (5, 6)
DROPPED: tuple[Board, ...] = (
    Nondango(
        regions=((0, 0, 1), (2, 1, 1), (2, 2, 3)),
        circles=frozenset({(0, 0), (0, 1), (0, 2), (1, 1), (2, 0), (2, 1), (2, 2), (1, 2)}),
    ),
)


def oracle(board: Nondango) -> list[frozenset[oracles.Cell]]:
    circles = [
        "".join("o" if (r, c) in board.circles else "." for c in range(board.width))
        for r in range(board.height)
    ]
    return oracles.nondango(board.regions, circles, board.variants, board.without)


@st.composite
def drawn(draw: st.DrawFn, max_cells: int, drops: bool) -> Board:
    regions = draw(drawn_regions(max_cells))
    cells = reading_order(len(regions), len(regions[0]))
    bare = draw(st.frozensets(st.sampled_from(cells), max_size=len(cells)))
    return Nondango(
        regions=regions,
        circles=frozenset(cells) - bare,
        variants=draw(word_sets(Nondango.VARIANTS)),
        without=draw(word_sets(Nondango.RULES)) if drops else frozenset(),
    )


def tiny() -> Iterator[Board]:
    random = Random(1)
    for regions in listed_regions():
        cells = reading_order(len(regions), len(regions[0]))
        yield Nondango(regions=regions, circles=frozenset(cells))
        some = random.sample(cells, random.randint(0, len(cells)))
        yield Nondango(regions=regions, circles=frozenset(some))


def exhaustive() -> Iterator[Board]:
    """*All* boards of some sizes."""
    # all ways to cut 3x3 into regions, every cell a circle
    cells = frozenset((r, c) for r in range(3) for c in range(3))
    for regions in oracles.connected_partitions(3, 3):
        yield Nondango(regions=regions, circles=cells)


def larger(random: Random) -> list[Board]:
    """Boards of 9 to 24 cells."""
    drawn: list[Board] = []
    while len(drawn) < 6:
        height, width = random.choice([(3, 4), (4, 4)])
        cells = random.sample(reading_order(height, width), height * width - 3)
        board = Nondango(regions=cut(height, width, random), circles=frozenset(cells))
        if board.impossible() is None:
            drawn.append(board)
    return drawn


def seeded(side: int, random: Random) -> Board:
    cells = reading_order(side, side)
    seeds = random.sample(cells, side * side // 4)
    regions = grown(side, [(cell,) for cell in seeds], random)
    circles = set(seeds) | {cell for cell in cells if random.random() < 0.45}
    words: tuple[tuple[str, ...], ...] = ((), (), ("no-diagonals",), ("same-colour",))
    return Nondango(
        regions=regions, circles=frozenset(circles), variants=frozenset(random.choice(words))
    )


def figures_fit(board: Nondango, figures: dict[str, int]) -> bool:
    return figures["regions"] + figures["white"] == len(board.circles)
