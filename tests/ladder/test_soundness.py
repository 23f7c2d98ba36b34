"""Rungs decide only what holds in every solution, and a stronger rung never decides less."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder import position, rung_names
from ladder.climb import climb, ladder_of
from ladder.engine import Engine, Refuted
from ladder.probe import probe
from ladder.search import search
from puzzles import KINDS, Board
from tests.strategies import boards, tiny_boards


@cache
def solutions(board: Board) -> list[int]:
    return [m for m in range(1 << len(board.places())) if not board.violations(m)]


def some_boards(kind: str) -> Iterator[tuple[Board, list[int]]]:
    """Every seventh tiny board of few variables: all would take minutes, mostly in the verifier."""
    for board in list(tiny_boards(kind))[::7]:
        if len(board.places()) <= 9:
            yield board, solutions(board)


def check(board: Board, truth: list[int], on: int, off: int) -> None:
    """Soundness and inclusion of all rungs but search, from one position."""
    extend = [s for s in truth if s & on == on and not s & off]
    both, either = (1 << len(board.places())) - 1, 0
    for s in extend:
        both &= s
        either |= s
    below: tuple[int, int] | None = (on, off)
    for rung in rung_names(board)[:-1]:
        got = position(board, rung, on, off)
        if got is None:
            assert not extend, f"{rung} refutes a position that has a solution\n{board.text()}"
        elif extend:
            assert not got[0] & ~both, f"{rung} turns on what a solution leaves off"
            assert not got[1] & either, f"{rung} turns off what a solution has on"
        assert below is not None or got is None, f"{rung} does not refute what the rung below does"
        if below is not None and got is not None:
            assert not (below[0] & ~got[0] or below[1] & ~got[1]), f"{rung} decides less"
            assert position(board, rung, *got) == got, f"{rung} is not idempotent"
        below = got


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_from_the_empty_position_of_every_tiny_board(kind: str) -> None:
    for board, truth in some_boards(kind):
        check(board, truth, 0, 0)


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_from_any_position_under_any_rules(data: st.DataObject) -> None:
    board = data.draw(boards(max_cells=8, drops=True))
    size = len(board.places())
    if size > 9:
        return
    known = data.draw(st.integers(0, (1 << size) - 1))
    value = data.draw(st.integers(0, (1 << size) - 1))
    check(board, solutions(board), known & value, known & ~value)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_search_over_every_rung_counts_the_solutions(kind: str) -> None:
    for board, truth in some_boards(kind):
        for rung in ladder_of(board).rungs:
            engine = Engine(board, rung.propagators)
            try:
                node = engine.root()
            except Refuted:
                assert not truth
                continue
            for consistent in (None, probe):
                found = search(engine, node, None, None, consistent)
                assert found.count == len(truth), (rung.name, board.text(), board.without)
                assert (found.first in truth) if truth else found.first is None
                assert search(engine, node, 2, None, consistent).count == min(2, len(truth))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_climb_that_finishes_below_search_has_the_answer(kind: str) -> None:
    for board, truth in some_boards(kind):
        result = climb(board)
        if result.finished_by == "search":
            assert result.search is not None
            assert result.search.count == min(2, len(truth))
        else:
            last = result.rungs[-1]
            expected = [] if last.refuted else [last.on]
            assert truth == expected
