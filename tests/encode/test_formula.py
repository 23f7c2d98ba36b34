"""Formulas against brute force: every puzzle, every variant, every set of dropped rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from encode import formula
from encode.formula import Formula, Group
from puzzles import KINDS, Board, Numberlink
from tests.encode.brute import judged, models, projected
from tests.strategies import boards, subsets, tiny_boards

SMALL = 10
"""Boards of at most so many variables are compared with all their assignments."""


def small(board: Board) -> bool:
    return len(board.places()) <= SMALL


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_complete_models_are_the_solutions(kind: str) -> None:
    for board in tiny_boards(kind, limit=12):
        if small(board):
            assert projected(formula(board)) == judged(board), board


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_lazy_models_include_the_solutions(kind: str) -> None:
    for board in tiny_boards(kind, limit=12):
        if small(board):
            assert projected(formula(board, shape="lazy")) >= judged(board), board


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_any_rules_can_be_dropped(kind: str) -> None:
    for board in tiny_boards(kind, limit=5):
        if len(board.places()) <= 8:
            for names in subsets(board.RULES):
                dropped = board.dropping(*names)
                assert projected(formula(dropped)) == judged(dropped), dropped


@given(boards(max_cells=8, drops=True).filter(small))
@settings(max_examples=30, deadline=None)
def test_complete_models_are_the_solutions_of_any_board(board: Board) -> None:
    assert projected(formula(board)) == judged(board)


@given(boards(max_cells=8, drops=True).filter(small))
@settings(max_examples=30, deadline=None)
def test_functional_formulas_count_plainly(board: Board) -> None:
    complete = formula(board)
    solutions = judged(board)
    if complete.functional and len(solutions) <= 200:
        everything = range(1, complete.variables + 1)
        assert len(models(complete, everything)) == len(solutions)


def test_only_colours_are_not_functional() -> None:
    """Whatever rules are dropped, the complete shape is functional but for chords without paths."""
    for board in tiny_boards("numberlink", limit=4):
        for names in subsets(board.RULES):
            dropped = board.dropping(*names)
            loose = {group.name for group in formula(dropped).groups if not group.functional}
            chords = "chordless" in dropped.rules() and "paths" not in dropped.rules()
            assert loose <= ({"colour", "apart"} if chords else set()), dropped


def test_labels_that_occur_four_times_pair_freely() -> None:
    board = Numberlink(labels=(("A", "A"), ("A", "A")))
    assert len(projected(formula(board))) == 2


def test_empty_table_leaves_no_empty_clause() -> None:
    """A region that cannot be filled is a contradiction that every DIMACS reader takes."""
    for board in tiny_boards("nondango", limit=12):
        assert () not in formula(board).clauses


def test_groups_name_their_variables() -> None:
    built = Formula()
    board = built.group("board", "board", ["r0c0", "r0c1"])
    label = built.group("label", "labels", ["r0c0", "r0c1"], 3, functional=False)
    assert list(built.projection) == [1, 2]
    assert not built.functional
    assert board("r0c1") == 2
    assert label("r0c1", "2") == label.at(1, 2) == 8
    assert built.names == {v: group.name_of(v) for group in (board, label) for v in _all(group)}


def _all(group: Group) -> range:
    return range(group.first, group.first + len(group))
