"""Norinori's room: boards made and cut in other ways, and other readings of ``pairs``."""

from __future__ import annotations

from random import Random

import pytest

from encode import solutions
from ladder import Refuted, position
from ledger.norinori import largest_product
from ledger.norinori.boards import MAKERS
from ledger.norinori.cuts import CUTS
from ledger.norinori.readings import READINGS, engine
from ledger.norinori.rungs import boards_behind
from puzzles import Norinori
from puzzles.grid import regions_of


def smallest(board: Norinori) -> int:
    return min(map(len, regions_of(board.regions)))


@pytest.mark.parametrize("maker", MAKERS)
def test_makers_make_boards_with_one_answer_each_from_its_own_numbers(maker: str) -> None:
    for seed in range(3):
        made = MAKERS[maker](5, Random(seed))
        assert list(solutions(made.board, limit=2)) == [made.solution]
        assert MAKERS[maker](5, Random(seed)) == made
        assert smallest(made.board) >= (3 if maker in ("larger", "plain") else 2)


@pytest.mark.parametrize("way", CUTS)
def test_cuts_have_no_region_of_one_cell(way: str) -> None:
    boards = [CUTS[way](5, Random(seed)) for seed in range(30)]
    assert min(map(smallest, boards)) >= 2
    assert len(set(boards)) == 30


@pytest.mark.parametrize("reading", READINGS)
def test_readings_are_sound_and_ordered(reading: str) -> None:
    """What a reading decides holds in every answer; ``whole`` is below ``pairs`` below ``informed``."""
    refuted = more = 0
    for seed in range(60):
        random = Random(seed)
        board = CUTS["one by one, 3 to 5 cells"](5, random)
        answers = list(solutions(board))
        held = random.getrandbits(25) & random.getrandbits(25)
        shown = random.choice(answers) if answers else random.getrandbits(25)
        on, off = shown & held, held & ~shown
        left = [answer for answer in answers if answer & on == on and not answer & off]
        rung = position(board, "pairs", on, off)
        try:
            node = engine(board, reading).root(on, off)
        except Refuted:
            refuted += 1
            assert not left
            assert reading != "whole" or rung is None
            continue
        assert not any(node.on & ~answer or node.off & answer for answer in left)
        if rung is None:
            assert reading == "whole"
            continue
        known = (node.on | node.off).bit_count() - (rung[0] | rung[1]).bit_count()
        assert known <= 0 if reading == "whole" else known >= 0
        more += known != 0
    assert refuted
    assert bool(more) == (reading != "pairs")


def test_the_largest_product_is_that_of_even_regions() -> None:
    tallies = largest_product([], 12, 3)
    assert [tally.json() for tally in tallies.values()] == [6**3]


def test_the_boards_behind_the_article_are_those_that_its_figures_allow() -> None:
    (found,) = boards_behind([], 919, 90).values()
    assert found.json() == "20+30+27+13 or 20+40+9+21"
