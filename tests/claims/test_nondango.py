"""Nondango: claims D1, D6, D7 and D14, and what the two rules of print say."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

import encode
from puzzles import Nondango
from puzzles.rules import Cell, Clause, Named
from tests import oracles
from tests.agreement import engine, oracle, solution_set
from tests.strategies import subsets
from tests.test_oracles import CIRCLES, REGIONS

MISREADINGS = [(), ("no-diagonals",), ("anywhere-in-line",)]


def full(height: int, width: int) -> Nondango:
    """A circle in every cell, one region, and the rule of regions dropped."""
    return Nondango(
        regions=((0,) * width,) * height,
        circles=frozenset((r, c) for r in range(height) for c in range(width)),
        without=frozenset({"region"}),
    )


def drawn(seed: int, number: int) -> list[Nondango]:
    """3x3 boards with circles left out at random, and narrow ones; all of them small."""
    random = Random(seed)
    partitions = [*oracles.connected_partitions(3, 3), *oracles.connected_partitions(2, 4)]
    boards = []
    for regions in random.sample(partitions, number):
        cells = [(r, c) for r in range(len(regions)) for c in range(len(regions[0]))]
        circles = frozenset(random.sample(cells, random.randint(len(cells) - 3, len(cells))))
        boards.append(Nondango(regions=regions, circles=circles))
    return boards


# D1 and D14


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveOnly(Nondango):
    """A board without its dead triples: those with two circles in one region."""

    def constraints(self) -> tuple[Named, ...]:
        return tuple(named for named in Nondango.constraints(self) if not dead(self, named))


def dead(board: Nondango, named: Named) -> bool:
    if not isinstance(named.rule, Clause):
        return False
    return len({board.regions[r][c] for r, c in named.cells}) < len(named.cells)


def live_only(board: Nondango) -> LiveOnly:
    return LiveOnly(regions=board.regions, circles=board.circles, variants=board.variants)


@pytest.mark.parametrize("words", [(), ("no-diagonals",)])
def test_d1_dropping_dead_triples_leaves_the_solution_set(words: tuple[str, ...]) -> None:
    dropped = 0
    for board in drawn(1, 60):
        board = board.variant(*words)
        lean = live_only(board)
        dropped += len(board.constraints()) - len(lean.constraints())
        assert solution_set(lean) == solution_set(board) == oracle(board), board.text()
        assert engine("bdd", lean) == len(oracle(board)), board.text()
    assert dropped > 0


def test_d1_a_live_triple_cannot_be_dropped() -> None:
    board = Nondango(regions=((0, 1, 2),), circles=frozenset({(0, 0), (0, 1), (0, 2)}))
    assert live_only(board).constraints() == board.constraints()
    assert engine("bdd", board) == 0
    assert engine("bdd", board.dropping("triples")) == 1


@pytest.mark.parametrize("words", MISREADINGS)
def test_d14_plain_search_finds_the_same_solution_sets(words: tuple[str, ...]) -> None:
    # ``brute`` and the enumeration know neither dead triples nor components.
    for board in drawn(14, 60):
        board = board.variant(*words)
        assert solution_set(board) == oracle(board), board.text()
        assert engine("brute", board) == engine("frontier", board) == len(oracle(board))


# D6

READINGS_OF_A_LINE = {4: (13, 11), 6: (44, 22), 8: (149, 37), 10: (504, 56), 12: (1705, 79)}


@pytest.mark.parametrize("name", ["frontier", "bdd", "sat", "brute"])
@pytest.mark.parametrize(("length", "counts"), READINGS_OF_A_LINE.items())
def test_d6_one_line_read_rightly_and_misread(
    length: int, counts: tuple[int, int], name: str
) -> None:
    for line in (full(1, length), full(length, 1)):
        assert engine(name, line) == counts[0]
        assert engine(name, line.variant("anywhere-in-line")) == counts[1]


@pytest.mark.parametrize("name", ["frontier", "bdd"])
def test_d6_tribonacci_past_2_to_the_1024(name: str) -> None:
    before, last, count = 1, 2, 4  # lines of 0, 1 and 2 circles
    length = 2
    while count < 2**1024:
        before, last, count = last, count, before + last + count
        length += 1
    assert engine(name, full(1, length)) == count


# D7

A181218 = [
    2,
    16,
    230,
    10732,
    1495392,
    507962194,
    493466099722,
    1328921689649459,
    9633695407844528952,
    192630734231370260714836,
]
"""OEIS A181218 from n = 1; the eighth is the last below 2^53, the ninth just above 2^63."""


@pytest.mark.parametrize("n", range(1, 9))
def test_d7_full_squares_without_regions(n: int) -> None:
    assert engine("frontier", full(n, n)) == A181218[n - 1]


@pytest.mark.parametrize("n", range(1, 8))
def test_d7_full_squares_by_diagram(n: int) -> None:
    assert engine("bdd", full(n, n)) == A181218[n - 1]


@pytest.mark.slow
@pytest.mark.parametrize("n", [9, 10])
def test_d7_past_2_to_the_53(n: int) -> None:
    assert engine("frontier", full(n, n)) == A181218[n - 1] > 2**53


@pytest.mark.slow
@pytest.mark.parametrize("n", [8, 9])
def test_d7_full_squares_by_diagram_past_2_to_the_53(n: int) -> None:
    assert engine("bdd", full(n, n)) == A181218[n - 1]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_d7_brute_force_to_4x4(n: int) -> None:
    assert engine("brute", full(n, n)) == A181218[n - 1]


def test_d7_by_the_oracle_to_3x3() -> None:
    for n in (1, 2, 3):
        solutions = oracles.nondango(["a" * n] * n, ["o" * n] * n, without=["region"])
        assert len(solutions) == A181218[n - 1]


# Print


def printed() -> Nondango:
    """``nondango/6/6/5jlp72e15tpq2i3ikht0``, the worked URL of the formats page."""
    circles: frozenset[Cell] = frozenset(
        (r, c) for r, row in enumerate(CIRCLES) for c, mark in enumerate(row) if mark == "o"
    )
    return Nondango(regions=tuple(tuple(map(int, row)) for row in REGIONS), circles=circles)


def test_a_printed_board_is_unique_when_white_circles_are_judged_too() -> None:
    assert encode.decide(printed().variant("same-colour")).verdict == "unique"
    assert encode.decide(printed()).verdict == "several"


@pytest.mark.parametrize("name", ["frontier", "bdd", "sat", "brute", "brute-lifted"])
def test_a_printed_board_counted_under_every_variant(name: str) -> None:
    for words in subsets(Nondango.VARIANTS):
        board = printed().variant(*words)
        assert engine(name, board) == len(oracle(board)), words
