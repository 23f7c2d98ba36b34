"""Nondango in the ledger: its boards are the generator's, its variations what they are called."""

from __future__ import annotations

from random import Random

import pytest

from encode import decide
from generate.made import InvariantError, Request
from generate.nondango import make
from ladder.triples import certificates, linked_regions, triples
from ledger.nondango import components, generators, knots
from ledger.nondango.boards import LiveOnly
from ledger.nondango.generators import Population, black_cells, judged, shifted


@pytest.mark.parametrize("side", [6, 8])
def test_the_ledgers_own_boards_are_the_generators(side: int) -> None:
    for seed in range(5):
        made = make(Request(puzzle="nondango", height=side, width=side), Random(seed))
        assert made is not None
        assert Population(side).shipped(Random(seed)) == (made.board, made.solution)


def test_dialled_circles_are_certified_and_as_many_as_asked() -> None:
    for seed in range(4):
        board, solution = Population(8).dialled(12, Random(seed))
        assert len(board.circles) - solution.bit_count() == 12
        assert all(certificates(board, solution).values())


def test_stopped_offers_are_unique_and_as_many_as_asked() -> None:
    for seed in range(4):
        board, solution = Population(8).stopped(6, Random(seed))
        assert len(board.circles) - solution.bit_count() == 6
        assert decide(board).verdict == "unique"


def test_names_say_what_is_unlike_the_generators_boards() -> None:
    assert Population(8).name == "8x8"
    assert Population(8, cut="cells").name == "8x8, 3 cells a region, from cells"
    assert Population(8, 4).named("both sizes") == "both sizes, 4 cells a region, from pairs"


def test_components_and_knots_are_those_of_the_boards() -> None:
    draws = [Random(seed) for seed in range(6)]
    found = components(draws, [6])
    number, lone = (tally.json() for tally in list(found.values())[:2])
    boards = [Population(6).shipped(Random(seed))[0] for seed in range(6)]
    groups = [linked_regions(board) for board in boards]
    assert number[:2] == [6, sum(map(len, groups))]
    alone = sum(
        len(group) == 1 and sum(board.regions[r][c] == group[0] for r, c in board.circles) == 1
        for board, each in zip(boards, groups, strict=True)
        for group in each
    )
    assert lone == [alone, sum(map(len, groups))]
    unfinished, decided, left, search = knots([Random(seed) for seed in range(6)], [6]).values()
    told = dict(left.json())
    assert sum(told.values()) == unfinished.json()[0] > 0
    assert (
        sum(size * times for size, times in told.items()) == decided.json()[1] - decided.json()[0]
    )
    assert 0 not in told
    assert search.json() == 0


def test_live_only_leaves_out_the_dead_triples_alone() -> None:
    board, _ = Population(8).dialled(12, Random(1))
    lean = LiveOnly(regions=board.regions, circles=board.circles)
    dropped = {named.cells for named in set(board.constraints()) - set(lean.constraints())}
    dead = {triple.cells for triple in triples(board) if triple.dead}
    assert {tuple(sorted(cells)) for cells in dropped} == dead
    assert dead


def test_a_shift_moves_one_regions_black() -> None:
    board, solution = Population(8).shipped(Random(2))
    for cell in sorted(board.circles - black_cells(board, solution)):
        gone = black_cells(board, solution) - black_cells(board, shifted(board, solution, cell))
        ((r, c),) = gone
        assert board.regions[r][c] == board.regions[cell[0]][cell[1]]
        assert cell in black_cells(board, shifted(board, solution, cell))


def test_engines_that_disagree_end_the_measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    board, _ = Population(6).shipped(Random(3))
    assert judged(board).solutions == 1
    other = decide(board.dropping("triples"))
    monkeypatch.setattr(generators, "decide", lambda asked: other)
    with pytest.raises(InvariantError):
        judged(board)
