"""Rungs decide only what holds in every solution, and a stronger rung never decides less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import encode
from count import frontier
from ladder import LadderEngine, Refuted, climb, ladder_of, position, probe, rung_names, search
from puzzles import KINDS, Board
from tests.agreement import oracle
from tests.ladder.positions import drawn, positions
from tests.strategies import boards, tiny_boards


@cache
def some_boards(kind: str) -> tuple[Board, ...]:
    """Every fourth of the tiny boards under every variant: all of them take a minute."""
    return tuple(tiny_boards(kind))[::4]


def check(board: Board, truth: Iterable[int], on: int, off: int) -> None:
    """Soundness, inclusion and idempotence of all rungs but search, from one position."""
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
        else:
            if extend:
                assert not got[0] & ~both, f"{rung} turns on what a solution leaves off"
                assert not got[1] & either, f"{rung} turns off what a solution has on"
            assert position(board, rung, *got) == got, f"{rung} is not idempotent"
        assert includes(got, below), f"{rung} decides less than the rung below it"
        below = got


def includes(more: tuple[int, int] | None, less: tuple[int, int] | None) -> bool:
    """Does the position ``more`` (None: refuted) hold all that ``less`` does?"""
    if more is None or less is None:
        return more is None
    return not (less[0] & ~more[0] or less[1] & ~more[1])


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_from_the_empty_position_of_tiny_boards(kind: str) -> None:
    for board in some_boards(kind):
        truth = oracle(board)
        assert frontier.count(board) == len(truth)
        check(board, truth, 0, 0)


@given(data=st.data())
@settings(max_examples=250, deadline=None)
def test_from_any_position_under_any_rules(data: st.DataObject) -> None:
    board = data.draw(boards(max_cells=9, drops=True))
    size = len(board.places())
    known = data.draw(st.integers(0, (1 << size) - 1))
    value = data.draw(st.integers(0, (1 << size) - 1))
    check(board, solutions(board), known & value, known & ~value)


def solutions(board: Board) -> list[int]:
    """All solutions; the few thousand first where dropped rules leave more, which is a test as well."""
    return [s for _, s in zip(range(3000), encode.solutions(board), strict=False)]


@pytest.mark.parametrize(
    ("kind", "side"), [("binairo", 6), ("norinori", 5), ("nondango", 6), ("numberlink", 5)]
)
def test_nine_hundred_positions_each_rung_includes_the_one_below(kind: str, side: int) -> None:
    random = Random(7)
    tried = gained = refuted = 0
    for board in drawn(kind, 45, side):
        for on, off in positions(board, random, 20):
            tried += 1
            below: tuple[int, int] | None = (on, off)
            for rung in rung_names(board)[:-1]:
                got = position(board, rung, on, off)
                assert includes(got, below), f"{rung} decides less\n{board.text()}"
                gained += got != below
                refuted += got is None
                below = got
    assert tried == 900
    assert gained > 900, "the positions leave the rungs nothing to do"
    assert refuted > 50, "the positions leave the rungs nothing to refute"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_what_follows_from_more_is_more(kind: str) -> None:
    random = Random(8)
    for board in drawn(kind, 12, 4):
        for on, off in positions(board, random, 6):
            size = len(board.places())
            held = random.getrandbits(size) & random.getrandbits(size)
            value = random.getrandbits(size)
            more = (on | held & value & ~off, off | held & ~value & ~on)
            for rung in rung_names(board)[:-1]:
                assert includes(position(board, rung, *more), position(board, rung, on, off)), rung


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_order_of_propagators_does_not_matter(kind: str) -> None:
    random = Random(9)
    for board in drawn(kind, 12, 4):
        for on, off in positions(board, random, 6):
            for rung in ladder_of(board).rungs:
                shuffled = random.sample(rung.propagators, len(rung.propagators))
                assert run(LadderEngine(board, shuffled), on, off) == position(
                    board, rung.name, on, off
                )


def run(engine: LadderEngine, on: int, off: int) -> tuple[int, int] | None:
    try:
        node = engine.root(on, off)
    except Refuted:
        return None
    return node.on, node.off


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_node_extended_bit_by_bit_ends_where_a_fresh_one_does(kind: str) -> None:
    random = Random(10)
    for board in drawn(kind, 12, 4):
        for on, off in positions(board, random, 6):
            for rung in ladder_of(board).rungs:
                engine = LadderEngine(board, rung.propagators)
                at_once = run(engine, on, off)
                places = [1 << i for i in range(engine.variables) if (on | off) >> i & 1]
                random.shuffle(places)
                try:
                    node = engine.root()
                    for place in places:
                        node = engine.extend(node, place & on, place & off)
                except Refuted:
                    assert at_once is None
                else:
                    assert at_once == (node.on, node.off)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_search_over_every_rung_counts_the_solutions(kind: str) -> None:
    for board in some_boards(kind)[::3]:
        truth = oracle(board)
        for rung in ladder_of(board).rungs:
            engine = LadderEngine(board, rung.propagators)
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


def larger(kind: str) -> Iterator[Board]:
    for board in drawn(kind, 6, 6 if kind == "nondango" else 4 if kind == "binairo" else 5):
        yield board
        for rule in board.rules():
            # Without its main rule a board has too many solutions to search for them one by one.
            if frontier.count(board.dropping(rule)) < 3000:
                yield board.dropping(rule)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_search_counts_what_the_counters_count(kind: str) -> None:
    for board in larger(kind):
        engine = LadderEngine(board, ladder_of(board).rungs[-1].propagators)
        try:
            found = search(engine, engine.root(), None).count
        except Refuted:
            found = 0
        assert found == frontier.count(board), (board.text(), board.without)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_climb_has_the_solution(kind: str) -> None:
    for board in some_boards(kind):
        truth = oracle(board)
        result = climb(board)
        assert result.solutions == min(2, len(truth)), board.text()
        if result.finished_by != "search" and truth:
            assert {result.rungs[-1].on} == truth
