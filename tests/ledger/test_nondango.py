"""Nondango in the ledger: its boards are the generator's, its variations what they are called."""

from __future__ import annotations

from random import Random

import pytest

from encode import decide
from generate.made import InvariantError, Request
from generate.nondango import make
from ladder.triples import certificates, triples
from ledger.nondango import generators
from ledger.nondango.boards import LiveOnly
from ledger.nondango.generators import CUTS, Population, black_cells, judged, shifted
from puzzles import Nondango
from puzzles.grid import normal, regions_of


@pytest.mark.parametrize("side", [6, 8])
def test_the_ledgers_own_boards_are_the_generators(side: int) -> None:
    for seed in range(5):
        made = make(Request(puzzle="nondango", height=side, width=side), Random(seed))
        assert made is not None
        assert Population(side).shipped(Random(seed)) == (made.board, made.solution)


def test_dialled_circles_are_certified_and_as_many_as_asked() -> None:
    for seed in range(4):
        board, solution = Population(8, 3, "from pairs").dialled(12, Random(seed))
        assert len(board.circles) - solution.bit_count() == 12
        assert all(certificates(board, solution).values())


@pytest.mark.parametrize(
    ("cut", "lone"), [("from cells", True), ("from pairs", False), ("even", False)]
)
def test_cuts_have_the_number_of_regions_and_the_sizes_they_are_named_for(
    cut: str, lone: bool
) -> None:
    found = 0
    for seed in range(20):
        owner = CUTS[cut](8, 8, 21, Random(seed))
        names = normal([[owner[r, c] for c in range(8)] for r in range(8)])
        board = Nondango(regions=names, circles=frozenset())  # refuses regions in two pieces
        sizes = [len(region) for region in regions_of(board.regions)]
        assert len(sizes) == 21
        found += sizes.count(1)
    assert (found > 20) == lone  # more or less than one a board
    assert cut != "from pairs" or not found


def test_stopped_offers_are_unique_and_as_many_as_asked() -> None:
    for seed in range(4):
        board, solution = Population(8, 3, "from pairs").stopped(6, Random(seed))
        assert len(board.circles) - solution.bit_count() == 6
        assert decide(board).verdict == "unique"


def test_names_say_what_is_unlike_the_generators_boards() -> None:
    assert Population(8).name == "8x8"
    assert Population(8, 3, "from pairs").name == "8x8, 3 cells a region, from pairs"
    assert Population(8, 4, "even").named("both sizes") == "both sizes, 4 cells a region, even"


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
