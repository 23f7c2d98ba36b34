"""``constraints`` and ``violations`` are two statements of the same rules: they agree everywhere.

On every assignment of many tiny boards, under all variants and with every set of rules dropped,
and rule by rule: the name under which one finds fault is the name under which the other does.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import KINDS, Binairo, Board
from puzzles.rules import Named
from tests.strategies import boards, masks, subsets, tiny_boards
from tests.vocabulary import holds


def check(board: Board, constraints: tuple[Named, ...], mask: int) -> bool:
    """Both statements agree on the assignment; are there violations?"""
    broken = {violation.rule for violation in board.violations(mask)}
    assert broken <= set(board.rules())
    faulty = [named.names for named in constraints if not holds(named.rule, mask)]
    # A table that stands for two printed rules (runs and balance) fails when either is broken.
    assert all(set(names) & broken for names in faulty)
    assert broken <= {name for names in faulty for name in names}
    return bool(broken)


def every_mask(board: Board) -> int:
    """How many solutions; fails where the statements differ on any assignment."""
    constraints = board.constraints()
    return sum(not check(board, constraints, mask) for mask in range(1 << len(board.places())))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_both_statements_agree_on_every_assignment(kind: str) -> None:
    listed = [board for board in tiny_boards(kind) if len(board.places()) <= 9]
    counts = {min(2, every_mask(board)) for board in listed[:: len(listed) // 80]}
    # The boards are worth the trial: some without, some with one, some with several solutions.
    assert {0, 1} <= counts or {0, 2} <= counts


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_both_statements_agree_on_every_assignment_of_all_tiny_boards(kind: str) -> None:
    for board in tiny_boards(kind, limit=60):
        every_mask(board)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_both_statements_agree_whatever_rules_are_dropped(kind: str) -> None:
    listed = [board for board in tiny_boards(kind) if len(board.places()) <= 8]
    for board in listed[:: len(listed) // 25]:
        for names in subsets(board.RULES):
            every_mask(board.dropping(*sorted(names)))


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (3, 1), (3, 3), (2, 3)])
def test_binairo_without_balance_has_lines_of_odd_length(shape: tuple[int, int]) -> None:
    rows = ((None,) * shape[1],) * shape[0]
    for others in subsets(("givens", "runs", "distinct")):
        every_mask(Binairo(givens=rows, without=others | {"balance"}))


@given(boards(max_cells=25, drops=True), st.data())
def test_both_statements_agree_on_drawn_boards(board: Board, data: st.DataObject) -> None:
    for _ in range(4):
        check(board, board.constraints(), data.draw(masks(board)))


@given(boards(max_cells=12, drops=True), st.data())
def test_dropping_a_rule_only_forgets_its_violations(board: Board, data: st.DataObject) -> None:
    mask = data.draw(masks(board))
    name = data.draw(st.sampled_from(board.RULES))
    kept = [violation for violation in board.violations(mask) if violation.rule != name]
    assert list(board.dropping(name).violations(mask)) == kept


@given(boards(max_cells=16, drops=True), st.data())
def test_violations_name_cells_of_the_board(board: Board, data: st.DataObject) -> None:
    for violation in board.violations(data.draw(masks(board))):
        assert violation.cells
        assert violation.message
        assert all(0 <= r < board.height and 0 <= c < board.width for r, c in violation.cells)


@given(boards(max_cells=16, drops=True))
def test_constraints_speak_of_the_boards_variables(board: Board) -> None:
    places = board.places()
    assert len(set(places)) == len(places)
    for named in board.constraints():
        assert set(named.names) <= set(board.rules())
        assert named.names
        assert all(0 <= r < board.height and 0 <= c < board.width for r, c in named.cells)


@given(boards(max_cells=9))
def test_a_board_called_impossible_has_no_solution(board: Board) -> None:
    if board.impossible() is not None:
        assert all(board.violations(mask) for mask in range(1 << len(board.places())))
