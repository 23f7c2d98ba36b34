"""What the tests know of Binairo; :mod:`tests.kinds` says what each name is for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from random import Random

from hypothesis import strategies as st

from puzzles import Binairo, Board
from puzzles.grid import reading_order
from tests import oracles
from tests.ladder.positions import grids
from tests.strategies import (
    rows_of,
    shapes,
    tiny_boards,
    word_sets,
)

RUNGS = ("line", "distinct")
TECHNIQUES = {"given", "sandwich", "pair", "count", "line", "swap", "probe"}
EXAMPLE = "binairo-6x6"
BANK_SIZE = (6, 4)
DROPPED: tuple[Board, ...] = (
    Binairo(
        givens=((None, 1, None), (None, None, 0), (None, None, None)),
        without=frozenset({"balance"}),
    ),
    Binairo(givens=((0, None, None, None), (None, None, None, 1))),
)


def oracle(board: Binairo) -> list[frozenset[oracles.Cell]]:
    tokens = {None: ".", 0: "0", 1: "1"}
    rows = ["".join(tokens[given] for given in row) for row in board.givens]
    return oracles.binairo(rows, board.variants, board.without)


@st.composite
def drawn(draw: st.DrawFn, max_cells: int, drops: bool) -> Board:
    without = draw(word_sets(Binairo.RULES)) if drops else frozenset()
    height, width = draw(shapes(max_cells, even="balance" not in without))
    cells = reading_order(height, width)
    # Few givens, or nearly no board would have a solution.
    given = draw(st.dictionaries(st.sampled_from(cells), st.integers(0, 1), max_size=5))
    rows = tuple(tuple(given.get((r, c)) for c in range(width)) for r in range(height))
    return Binairo(givens=rows, variants=draw(word_sets(Binairo.VARIANTS)), without=without)


def tiny() -> Iterator[Board]:
    for cells in product((None, 0, 1), repeat=4):
        yield Binairo(givens=(cells[:2], cells[2:]))
    for height, width in ((2, 4), (4, 2), (2, 6), (6, 2)):
        size = height * width
        threes = list(combinations(range(size), 3))[::5]
        for given in chain([()], combinations(range(size), 1), threes):
            flat = [i % 3 % 2 if i in given else None for i in range(size)]
            rows = [tuple(flat[r * width :][:width]) for r in range(height)]
            yield Binairo(givens=tuple(rows))


def exhaustive() -> Iterator[Board]:
    """*All* boards of some sizes."""
    # all givens of 2x2
    for board in tiny_boards("binairo"):
        if board.height == board.width == 2:
            yield board


def larger(random: Random) -> list[Board]:
    """Boards of 9 to 24 cells."""
    drawn: list[Board] = []
    # distinct lines say something from 4x4 on
    for height, width, number in ((4, 4, 8), (4, 6, 3), (6, 4, 3)):
        for size in range(number):
            cells = random.sample(reading_order(height, width), size + 1)
            given = {cell: random.randint(0, 1) for cell in cells}
            drawn.append(Binairo(givens=rows_of(height, width, given)))
    return drawn


def seeded(side: int, random: Random) -> Board:
    grid = random.choice(grids(side))
    shown = random.uniform(0.1, 0.3)
    rows = tuple(
        tuple(grid >> r * side + c & 1 if random.random() < shown else None for c in range(side))
        for r in range(side)
    )
    return Binairo(givens=rows, variants=frozenset(random.choice(((), ("repeats",)))))


def figures_fit(board: Binairo, figures: dict[str, int]) -> bool:
    shown = [given for row in board.givens for given in row if given is not None]
    return figures == {"givens": len(shown)}
