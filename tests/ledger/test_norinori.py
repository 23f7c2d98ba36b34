"""Norinori in the ledger: boards made and cut in other ways, and other variants of ``pairs``."""

from __future__ import annotations

from random import Random

import pytest

from encode import solutions
from ladder import position
from ledger.norinori import largest_product
from ledger.norinori.boards import GENERATORS
from ledger.norinori.cuts import CUTS
from ledger.norinori.pair_variants import engine
from puzzles import Norinori
from puzzles.grid import regions_of


def smallest(board: Norinori) -> int:
    return min(map(len, regions_of(board.regions)))


@pytest.mark.parametrize("maker", GENERATORS)
def test_generators_make_boards_with_one_solution_each_from_its_own_numbers(maker: str) -> None:
    for seed in range(3):
        made = GENERATORS[maker](5, Random(seed))
        assert list(solutions(made.board, limit=2)) == [made.solution]
        assert GENERATORS[maker](5, Random(seed)) == made
        assert smallest(made.board) >= 2


@pytest.mark.parametrize("way", CUTS)
def test_cuts_have_no_region_of_one_cell(way: str) -> None:
    boards = [CUTS[way](5, Random(seed)) for seed in range(30)]
    assert min(map(smallest, boards)) >= 2
    assert len(set(boards)) == 30


def test_the_forms_of_pairs_are_the_rung_and_a_weaker_one() -> None:
    less = 0
    for seed in range(30):
        board = GENERATORS["article"](6, Random(seed)).board
        rung = position(board, "pairs")
        nodes = [engine(board, form).root() for form in ("pairs", "inside")]
        assert rung == (nodes[0].on, nodes[0].off)
        assert not nodes[1].on & ~nodes[0].on
        assert not nodes[1].off & ~nodes[0].off
        less += nodes[1].on != nodes[0].on
    assert less


def test_the_largest_product_is_that_of_even_regions() -> None:
    tallies = largest_product([], 12, 3)
    assert [tally.json() for tally in tallies.values()] == [6**3]
