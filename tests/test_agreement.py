"""The agreement grid: every engine on every tiny board, under every variant and dropped rule.

The judge is :mod:`tests.oracles`.  Boards have at most a dozen variables, so that the verifier can
be asked about *every* assignment; Hypothesis adds somewhat larger ones.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from puzzles import KINDS, Binairo, Board, Nondango, Norinori, Numberlink
from tests import oracles
from tests.agreement import COUNTERS, engine, oracle, solution_set, verdict
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
        case "tididi" | "ganak" if not board.places():
            pass  # they refuse: DIMACS starts at one variable
        case _:
            assert engine(name, board) == len(truth), told


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


def exhaustive(kind: str) -> Iterator[Board]:
    """*All* boards of some sizes."""
    match kind:
        case "binairo":  # all givens of 2x2
            for board in tiny_boards(kind):
                if board.height == board.width == 2:
                    yield board
        case "norinori":  # all ways to cut 2x3 and 3x3 into regions
            for shape in ((2, 3), (3, 3)):
                for regions in oracles.connected_partitions(*shape):
                    yield Norinori(regions=regions)
        case "nondango":  # all ways to cut 3x3 into regions, every cell a circle
            cells = frozenset((r, c) for r in range(3) for c in range(3))
            for regions in oracles.connected_partitions(3, 3):
                yield Nondango(regions=regions, circles=cells)
        case "numberlink":  # all ways to put labels on 2x3
            for labels in oracles.labellings(2, 3):
                rows = tuple(tuple(None if t == "." else t for t in row) for row in labels)
                for words in subsets(Numberlink.VARIANTS):
                    yield Numberlink(labels=rows, variants=words)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", ["frontier", "brute", "verdict"])
def test_all_boards_of_a_size(name: str, kind: str) -> None:
    for board in exhaustive(kind):
        judge(name, board)


DROPPED: dict[str, tuple[Board, ...]] = {
    "binairo": (
        Binairo(
            givens=((None, 1, None), (None, None, 0), (None, None, None)),
            without=frozenset({"balance"}),
        ),
        Binairo(givens=((0, None, None, None), (None, None, None, 1))),
    ),
    "norinori": (
        Norinori(regions=((0, 0, 1), (2, 1, 1), (2, 2, 2))),
        Norinori(regions=((0, 0, 0, 1), (2, 2, 1, 1))),
    ),
    "nondango": (
        Nondango(
            regions=((0, 0, 1), (2, 1, 1), (2, 2, 3)),
            circles=frozenset({(0, 0), (0, 1), (0, 2), (1, 1), (2, 0), (2, 1), (2, 2), (1, 2)}),
        ),
    ),
    "numberlink": (
        Numberlink(labels=(("a", None, None), (None, None, None), (None, None, "a"))),
        Numberlink(labels=(("a", None, "b", None), (None, None, "a", "b"))),
        Numberlink(labels=(("a", "a", None), ("a", None, "a"))),
    ),
}
"""Boards whose rules are dropped one by one and together."""


def dropping(kind: str) -> Iterator[Board]:
    for board in DROPPED[kind]:
        for words in subsets(board.VARIANTS):
            for names in subsets(board.RULES):
                if kind == "binairo" and board.height % 2 and "balance" not in names:
                    continue  # odd lines have no balance
                yield board.reading(*words).dropping(*names)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", JUDGED)
def test_dropped_rules(name: str, kind: str) -> None:
    for board in dropping(kind):
        if name != "verifier" or len(board.places()) <= 10:
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
