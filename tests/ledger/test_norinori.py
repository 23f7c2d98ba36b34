"""Norinori in the ledger: boards made and cut in other ways, and other variants of ``pairs``."""

from __future__ import annotations

from random import Random

import pytest

from encode import solutions
from ladder import Refuted, position
from ledger.norinori import largest_product
from ledger.norinori.boards import GENERATORS
from ledger.norinori.cuts import CUTS
from ledger.norinori.pair_variants import VARIANTS, engine
from ledger.norinori.rungs import boards_behind
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
        assert smallest(made.board) >= (3 if maker in ("larger", "plain") else 2)


@pytest.mark.parametrize("way", CUTS)
def test_cuts_have_no_region_of_one_cell(way: str) -> None:
    boards = [CUTS[way](5, Random(seed)) for seed in range(30)]
    assert min(map(smallest, boards)) >= 2
    assert len(set(boards)) == 30


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_are_sound_and_ordered(variant: str) -> None:
    """What a variant decides every solution has; ``whole`` is below ``pairs`` below ``informed``."""
    refuted = more = 0
    for seed in range(60):
        random = Random(seed)
        board = CUTS["one by one, 3 to 5 cells"](5, random)
        all_solutions = list(solutions(board))
        held = random.getrandbits(25) & random.getrandbits(25)
        shown = random.choice(all_solutions) if all_solutions else random.getrandbits(25)
        on, off = shown & held, held & ~shown
        left = [each for each in all_solutions if each & on == on and not each & off]
        rung = position(board, "pairs", on, off)
        try:
            node = engine(board, variant).root(on, off)
        except Refuted:
            refuted += 1
            assert not left
            assert variant != "whole" or rung is None
            continue
        assert not any(node.on & ~each or node.off & each for each in left)
        if rung is None:
            assert variant == "whole"
            continue
        known = (node.on | node.off).bit_count() - (rung[0] | rung[1]).bit_count()
        assert known <= 0 if variant == "whole" else known >= 0
        more += known != 0
    assert refuted
    assert bool(more) == (variant != "pairs")


def test_the_largest_product_is_that_of_even_regions() -> None:
    tallies = largest_product([], 12, 3)
    assert [tally.json() for tally in tallies.values()] == [6**3]


def test_the_boards_behind_the_article_are_those_that_its_figures_allow() -> None:
    (found,) = boards_behind([], 919, 90).values()
    assert found.json() == "20+30+27+13 or 20+40+9+21"
