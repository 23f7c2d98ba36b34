"""The agreement grid: every engine on every tiny board, under every variant and dropped rule.

The judge is :mod:`tests.oracles`.  Boards have at most a dozen variables, so that the verifier can
be asked about *every* assignment; Hypothesis adds somewhat larger ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings

from puzzles import KINDS, Binairo, Board, Nondango, Norinori, Numberlink
from puzzles.grid import reading_order, regions_of
from tests import oracles
from tests.agreement import COUNTERS, engine, oracle, solution_set, verdict
from tests.strategies import Regions, boards, grid_edges, joined, subsets, tiny_boards

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


@cache
def larger(kind: str) -> tuple[Board, ...]:
    """Boards of 9 to 24 cells under every set of variants, drawn with fixed seeds."""
    random = Random(4)
    drawn: list[Board] = []
    match kind:
        case "binairo":  # distinct lines say something from 4x4 on
            for height, width, number in ((4, 4, 8), (4, 6, 3), (6, 4, 3)):
                for size in range(number):
                    cells = random.sample(reading_order(height, width), size + 1)
                    given = {cell: random.randint(0, 1) for cell in cells}
                    drawn.append(Binairo(givens=_rows(height, width, given)))
        case "norinori":
            # Cuts with a solution are rare: as many of them as of the others.
            wanted = [True, False] * 12
            while wanted:
                height, width = random.choice([(3, 4), (4, 4), (4, 5)])
                regions = _cut(height, width, random)
                if min(map(len, regions_of(regions))) >= 2:
                    norinori = Norinori(regions=regions)
                    if bool(oracle(norinori)) in wanted:
                        wanted.remove(bool(oracle(norinori)))
                        drawn.append(norinori)
        case "nondango":
            while len(drawn) < 6:
                height, width = random.choice([(3, 4), (4, 4)])
                cells = random.sample(reading_order(height, width), height * width - 3)
                board = Nondango(regions=_cut(height, width, random), circles=frozenset(cells))
                if board.impossible() is None:
                    drawn.append(board)
        case "numberlink":
            for height, width in ((3, 4), (4, 3)):
                for paths in random.sample(list(oracles.path_partitions(height, width)), 8):
                    # Names may repeat: then a label occurs 4, 6, ... times.
                    names = [str(random.randint(1, 2 * len(paths))) for _ in paths]
                    ends: dict[oracles.Cell, str] = {}
                    for path, name in zip(paths, names, strict=True):
                        ends[path[0]] = ends[path[-1]] = name
                    drawn.append(Numberlink(labels=_rows(height, width, ends)))
    return tuple(board.variant(*w) for board in drawn for w in subsets(board.VARIANTS))


def _rows(
    height: int, width: int, held: Mapping[oracles.Cell, Held]
) -> tuple[tuple[Held | None, ...], ...]:
    return tuple(tuple(held.get((r, c)) for c in range(width)) for r in range(height))


def _cut(height: int, width: int, random: Random) -> Regions:
    size = height * width
    part = random.sample(grid_edges(height, width), random.randint(size // 2, 3 * size // 4))
    return joined(height, width, part)


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
