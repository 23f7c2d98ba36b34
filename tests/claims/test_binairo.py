"""Binairo: claim B1 and the known counts of blank boards."""

from __future__ import annotations

import pytest

from puzzles import Binairo
from puzzles.rules import Table
from tests import oracles
from tests.agreement import engine

WORDS = {2: 2, 4: 6, 6: 14, 8: 34, 10: 84, 12: 208}


@pytest.mark.parametrize(("n", "count"), WORDS.items())
def test_b1_words_of_a_line(n: int, count: int) -> None:
    board = Binairo.blank(n, n)
    tables = [named.rule for named in board.constraints() if isinstance(named.rule, Table)]
    assert len(tables) == 2 * n
    for table in tables:
        assert len(table.words) == len(list(table.words)) == count


@pytest.mark.parametrize("n", [2, 4, 6, 8])
def test_b1_words_are_those_of_the_oracle(n: int) -> None:
    # One row in which columns, of one cell each, are judged for nothing but runs.
    words = {
        sum(1 << c for _, c in on)
        for on in oracles.binairo(["." * n], without=["balance", "distinct"])
        if 2 * len(on) == n
    }
    table = next(n.rule for n in Binairo.blank(n, n).constraints() if isinstance(n.rule, Table))
    assert set(table.words) == words


BLANK = {  # (height, width, variants): count; squares with distinct lines are OEIS A253316
    (2, 2, ()): 2,
    (4, 4, ()): 72,
    (6, 6, ()): 4140,
    (2, 2, ("repeats",)): 2,
    (4, 4, ("repeats",)): 90,
    (6, 6, ("repeats",)): 11222,
    (4, 6, ("repeats",)): 642,
    (6, 4, ("repeats",)): 642,
}


@pytest.mark.parametrize("name", ["frontier", "bdd", "sat"])
@pytest.mark.parametrize("shape", BLANK)
def test_known_counts_of_blank_boards(shape: tuple[int, int, tuple[str, ...]], name: str) -> None:
    height, width, words = shape
    assert engine(name, Binairo.blank(height, width).variant(*words)) == BLANK[shape]


@pytest.mark.parametrize("name", ["frontier", "bdd"])
def test_known_count_of_the_blank_6x8_with_equal_lines(name: str) -> None:
    assert engine(name, Binairo.blank(6, 8).variant("repeats")) == 229798
    assert engine(name, Binairo.blank(8, 6).variant("repeats")) == 229798


@pytest.mark.parametrize("name", ["frontier", pytest.param("bdd", marks=pytest.mark.slow)])
def test_known_count_of_the_blank_8x8_with_equal_lines(name: str) -> None:
    assert engine(name, Binairo.blank(8, 8).variant("repeats")) == 12413918


def test_known_count_of_the_blank_8x8_with_distinct_lines() -> None:
    assert engine("frontier", Binairo.blank(8, 8)) == 4111116


@pytest.mark.slow
def test_known_count_of_the_blank_10x10_with_equal_lines() -> None:
    assert engine("frontier", Binairo.blank(10, 10).variant("repeats")) == 117925227108
