"""Norinori: claims N9, N10 and N11."""

from __future__ import annotations

from itertools import product
from math import comb, prod
from random import Random

import pytest

from puzzles import Norinori
from puzzles.grid import normal, regions_of
from tests import oracles
from tests.agreement import engine, oracle, verdict
from tests.strategies import Regions, grid_edges, joined


def cut(height: int, width: int, random: Random) -> Regions:
    """Regions made by joining random neighbours until about four cells share one."""
    edges = random.sample(grid_edges(height, width), 3 * height * width // 4)
    return joined(height, width, edges)


def bars(height: int, width: int, length: int) -> Regions:
    """Every row cut into regions of ``length`` cells."""
    per_row = width // length
    return tuple(tuple(r * per_row + c // length for c in range(width)) for r in range(height))


@pytest.mark.parametrize("name", ["frontier", "bdd", "sat"])
def test_n9_without_regions_the_5x5_counts_7358_induced_matchings(name: str) -> None:
    random = Random(9)
    for regions in (bars(5, 5, 5), cut(5, 5, random), cut(5, 5, random)):
        assert engine(name, Norinori(regions=regions).dropping("region")) == 7358


@pytest.mark.parametrize("name", ["frontier", "bdd"])
def test_n9_without_regions_the_6x6_counts_349511_induced_matchings(name: str) -> None:
    board = Norinori(regions=cut(6, 6, Random(6)))
    assert engine(name, board.dropping("region")) == 349511


def test_n9_induced_matchings_by_the_oracle() -> None:
    assert len(oracles.norinori(["aaaaa"] * 5, without=["region"])) == 7358


@pytest.mark.parametrize("name", ["frontier", "bdd", "tididi", "ganak"])
def test_n10_without_dominoes_the_count_is_a_product_of_binomials(name: str) -> None:
    random = Random(10)
    for height, width in product((3, 4, 5), (4, 5)):
        board = Norinori(regions=cut(height, width, random)).dropping("domino")
        identity = prod(comb(len(cells), 2) for cells in regions_of(board.regions))
        assert engine(name, board) == identity


@pytest.mark.parametrize("name", ["frontier", "bdd"])
@pytest.mark.parametrize(("height", "width", "bits"), [(3, 28, 53), (5, 20, 64), (40, 40, 1024)])
def test_n10_is_exact_past_machine_numbers(name: str, height: int, width: int, bits: int) -> None:
    board = Norinori(regions=bars(height, width, 4)).dropping("domino")
    assert engine(name, board) == 6 ** (height * width // 4) > 2**bits


def searched() -> list[Norinori]:
    """Every 2x4 without a region of one cell, 4x4 boards cut at random, and a printed 5x5."""
    random = Random(11)
    listed = list(oracles.connected_partitions(2, 4))
    listed += [cut(4, 4, random) for _ in range(20)]
    listed.append(normal(["00122", "11122", "13322", "33333", "44333"]))
    return [
        Norinori(regions=regions) for regions in listed if min(map(len, regions_of(regions))) >= 2
    ]


def test_n11_both_brute_forces_and_the_solver_agree() -> None:
    for board in searched():
        solutions = oracle(board)
        assert engine("brute", board) == engine("brute-lifted", board) == len(solutions)
        assert verdict(board) == {0: "none", 1: "unique"}.get(len(solutions), "several")


def test_n11_is_asked_about_boards_with_none_one_and_several_solutions() -> None:
    verdicts = {min(len(oracle(board)), 2) for board in searched()}
    assert verdicts == {0, 1, 2}
