"""The two brute forces: each right on its own, each refusing what it cannot do in time."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings

from count import brute, brute_lifted
from puzzles import Binairo, Board, Nondango, Norinori, Numberlink
from tests.strategies import boards

ENGINES = (brute, brute_lifted)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.__name__)
def test_any_board_against_the_verifier(engine: ModuleType) -> None:
    @settings(
        max_examples=80, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(board=boards(max_cells=9, drops=True))
    def check(board: Board) -> None:
        assert engine.refuses(board) is None
        every = range(1 << len(board.places()))
        assert engine.count(board) == sum(not board.violations(mask) for mask in every)

    check()


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.__name__)
@pytest.mark.parametrize(
    ("board", "number"),
    [
        (Binairo.blank(4, 4), 72),  # A253316
        (Binairo.blank(4, 4).variant("repeats"), 90),
        (Binairo.blank(4, 6).variant("repeats"), 642),
        # Paths from corner to corner of 4x4 cells that need not use every cell: A007764.
        (
            Numberlink(
                labels=(("1", None, None, None), *[(None,) * 4] * 2, (None, None, None, "1")),
                variants=frozenset({"unused"}),
            ),
            184,
        ),
    ],
    ids=["binairo", "repeats", "rectangle", "numberlink"],
)
def test_known_counts(engine: ModuleType, board: Board, number: int) -> None:
    assert engine.count(board) == number


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.__name__)
@pytest.mark.parametrize(
    "board",
    [
        Binairo.blank(20, 20),
        Norinori(regions=((0,) * 12,) * 12),
        Nondango(
            regions=((0,) * 9,) * 9,
            circles=frozenset((r, c) for r in range(9) for c in range(9)),
            without=frozenset({"region"}),
        ),
        Numberlink(labels=(("1", *[None] * 8, "1"), *[(None,) * 10] * 9)),
    ],
    ids=lambda board: board.kind,
)
def test_large_boards_are_refused_with_a_number(engine: ModuleType, board: Board) -> None:
    reason = engine.refuses(board)
    assert reason is not None
    assert "more than" in reason


def test_the_estimate_of_brute_is_exact_while_levels_are_small() -> None:
    board = Binairo(givens=((1, 1, None, None), (None, None, 1, None)), without=frozenset())
    tree = brute._Tree(board.dropping("balance", "distinct"))
    visited = 0
    level_masks = [0]
    for level in range(tree.depth):
        level_masks = [
            child
            for mask in level_masks
            for child in (mask, mask | 1 << level)
            if tree.stands(level + 1, child)
        ]
        visited += 2 * len(level_masks)
    assert tree.estimate() == 1 + visited


def test_many_variables_are_refused_before_they_are_ordered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(brute_lifted, "_Search")
    reason = brute_lifted.refuses(Norinori(regions=((0,) * 40,) * 40).dropping("region"))
    assert reason == "1600 variables, more than 1000"
