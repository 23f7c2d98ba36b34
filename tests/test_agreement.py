"""The agreement grid: every engine on every tiny board, under every variant and dropped rule.

The judge is :mod:`tests.oracles`.  Boards have at most a dozen variables, so that the verifier can
be asked about *every* assignment; Hypothesis adds somewhat larger ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings

from puzzles import KINDS, Board
from tests.agreement import COUNTERS, engine, oracle, solution_set, verdict
from tests.kinds import facts
from tests.strategies import boards, subsets, tiny_boards

VERDICTS = {0: "none", 1: "unique"}
# Boards a puzzle (before variants) in the default run: fewer for engines with a long start, and for
# the verifier, which judges every assignment.
LIMITS = {"bdd": 60, "tididi": 40, "ganak": 40, "verifier": 15}


def judge(name: str, board: Board) -> None:
    """Ask one engine (or the verdict, or the set of solutions) and compare with the oracle."""
    truth = oracle(board)
    told = f"{name}, variants {set(board.variants)}, without {set(board.without)}\n{board.text()}"
    match name:
        case "verdict":
            assert verdict(board) == VERDICTS.get(len(truth), "several"), told
        case "solutions":
            assert solution_set(board) == truth, told
        case "verifier":
            every = range(1 << len(board.places()))
            assert {mask for mask in every if not board.violations(mask)} == truth, told
        case _:
            assert engine(name, board) == len(truth), told


Held = TypeVar("Held")

JUDGED = ("verdict", "solutions", "verifier", *COUNTERS)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", JUDGED)
def test_tiny_boards(name: str, kind: str) -> None:
    for board in tiny_boards(kind, limit=LIMITS.get(name, 120)):
        judge(name, board)


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", JUDGED)
def test_all_tiny_boards(name: str, kind: str) -> None:
    for board in tiny_boards(kind):
        judge(name, board)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", ["frontier", "brute", "verdict"])
def test_all_boards_of_a_size(name: str, kind: str) -> None:
    for board in facts(kind).exhaustive():
        judge(name, board)


@cache
def larger(kind: str) -> tuple[Board, ...]:
    """Boards of 9 to 24 cells under every set of variants, drawn with fixed seeds."""
    random = Random(4)
    drawn = facts(kind).larger(random)
    return tuple(board.variant(*w) for board in drawn for w in subsets(board.VARIANTS))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_larger_boards_have_none_one_and_several_solutions(kind: str) -> None:
    counts = {min(len(oracle(board)), 2) for board in larger(kind)}
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", [name for name in JUDGED if name != "verifier"])
def test_larger_boards(name: str, kind: str) -> None:
    for number, board in enumerate(larger(kind)):
        if name not in LIMITS or (number % 3 == 0 and board.height * board.width <= 16):
            judge(name, board)


def dropping(kind: str) -> Iterator[Board]:
    for board in facts(kind).DROPPED:
        for words in subsets(board.VARIANTS):
            for names in subsets(board.RULES):
                if kind == "binairo" and board.height % 2 and "balance" not in names:
                    continue  # odd lines have no balance
                yield board.variant(*words).dropping(*names)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", JUDGED)
def test_dropped_rules(name: str, kind: str) -> None:
    for number, board in enumerate(dropping(kind)):
        # As above: every third board is enough for those who take long.
        if name not in LIMITS or (number % 3 == 0 and len(board.places()) <= 10):
            judge(name, board)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", [name for name in JUDGED if name != "verifier"])
def test_drawn_boards(name: str, kind: str) -> None:
    examples = 15 if name in LIMITS else 40

    @settings(
        max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(board=boards(kind, max_cells=12))
    def check(board: Board) -> None:
        judge(name, board)

    check()


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", JUDGED)
def test_drawn_boards_with_dropped_rules(name: str, kind: str) -> None:
    @settings(
        max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(board=boards(kind, max_cells=9, drops=True))
    def check(board: Board) -> None:
        judge(name, board)

    check()
