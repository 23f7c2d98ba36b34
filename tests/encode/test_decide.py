"""Verdicts, witnesses and enumeration against brute force; limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import encode
from encode import TimeLimit, decide, solutions, solve
from encode.search import SOLVERS
from puzzles import KINDS, Binairo, Board, Nondango, Numberlink
from tests.encode.brute import judged
from tests.strategies import boards, tiny_boards

VERDICTS = ("none", "unique", "several")


def check(board: Board) -> None:
    """The verdict on the board, its witnesses and the list of solutions are those of brute force."""
    wanted = judged(board)
    decision = decide(board)
    masks = [solution.mask for solution in decision.solutions]
    assert decision.verdict == VERDICTS[min(len(wanted), 2)]
    assert set(masks) <= wanted
    assert len(set(masks)) == len(masks) == min(len(wanted), 2)
    assert decision.differ == (board.differ(*masks) if len(masks) == 2 else ())
    assert decision.limit is None
    assert decision.reason == board.impossible()
    found = list(solutions(board))
    assert len(found) == len(wanted)
    assert set(found) == wanted


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_verdicts_of_tiny_boards(kind: str) -> None:
    for board in tiny_boards(kind, limit=12):
        check(board)


@given(boards(max_cells=9, drops=True).filter(lambda board: len(board.places()) <= 10))
@settings(max_examples=50, deadline=None)
def test_verdicts_of_any_board(board: Board) -> None:
    check(board)


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_agrees(solver: str) -> None:
    for board in tiny_boards("numberlink", limit=5):
        wanted = judged(board)
        assert set(solutions(board, solver=solver)) == wanted
        found = solve(board, solver=solver)
        assert found is None if not wanted else found is not None and found.mask in wanted


def test_loops_through_no_end_are_cut() -> None:
    """Cells may stay unused: a far corner could hold a loop beside the one path."""
    board = Numberlink(
        labels=(("A", "A", None), (None,) * 3, (None,) * 3), variants=frozenset({"unused"})
    )
    wanted = judged(board)
    assert set(solutions(board)) == wanted
    assert 1 in wanted


def test_loops_without_ends_are_no_solutions() -> None:
    """Two loops cover the board; without labels there is nothing to join."""
    board = Numberlink(labels=((None,) * 4,) * 2)
    assert decide(board).verdict == "none"
    assert decide(board.dropping("paths")).verdict == "several"


def test_limit_on_solutions() -> None:
    board = Binairo.blank(4, 4)
    assert len(list(solutions(board))) == 72
    assert len(set(solutions(board, limit=5))) == 5


def test_plain_reasons_are_told() -> None:
    board = Nondango(regions=((0, 1),), circles=frozenset({(0, 0)}))
    decision = decide(board)
    assert decision.verdict == "none"
    assert decision.reason == board.impossible()
    assert solve(board) is None


def test_limits_are_told() -> None:
    board = Binairo.blank(6, 6)
    decision = decide(board, timeout=1e-9)
    assert decision.verdict == "unknown"
    assert decision.limit == "1e-09 s"
    assert str(decision) == "unknown after 1e-09 s"
    with pytest.raises(TimeLimit):
        solve(board, timeout=1e-9)


def test_decisions_print_and_draw_themselves() -> None:
    several = decide(Binairo.blank(2, 2))
    assert repr(several).startswith("several solutions; two differ at 4 places (")
    assert "4 places differ" in repr(several)
    svg = several._repr_svg_()
    assert svg is not None
    assert svg.lstrip().startswith("<svg")
    one = decide(Binairo(givens=((0, None), (None, None))))
    assert str(one.solutions[0]) in repr(one)
    none = decide(Nondango(regions=((0, 1),), circles=frozenset({(0, 0)})))
    assert repr(none).startswith("no solution: the region at r0c1")
    assert none._repr_svg_() is None


def test_unknown_solvers_are_refused() -> None:
    with pytest.raises(ValueError, match="cadical195"):
        decide(Binairo.blank(2, 2), solver="zchaff")


def test_library_names() -> None:
    assert all(hasattr(encode, name) for name in encode.__all__)


@pytest.mark.parametrize("timeout", [-1.0, float("nan")])
def test_a_limit_that_is_none_is_an_error(timeout: float) -> None:
    with pytest.raises(ValueError, match="limit of 0 seconds or more"):
        decide(Binairo.blank(2, 2), timeout=timeout)


def test_a_shape_that_is_none_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected a shape of complete, lazy, normal"):
        encode.formula(Binairo.blank(2, 2), shape="full")  # type: ignore[arg-type]


def test_one_place_is_told_in_the_singular() -> None:
    decision = decide(Binairo(givens=((None,),), without=frozenset({"balance"})))
    assert str(decision) == "several solutions; two differ at 1 place"
