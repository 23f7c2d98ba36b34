"""Claim L6: what ``reach`` does beyond ``chain``, with a smallest witness for each meaning.

docs/reach-and-chain.md states the meanings and how far each was searched; the negatives that take
seconds are searched again here, and benchmarks/reach_and_chain.py repeats all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

import encode
from benchmarks.reach_and_chain import Grid, Pairs, partitions, placements, searched, study
from ladder import LadderEngine, Refuted, engine_of, position, search
from ladder.engine import Node
from ladder.reach import Reach, ReachForces
from puzzles import Board, Numberlink, parse
from puzzles.rules import Named, Paths
from tests.ladder.positions import drawn, positions


def paths(board: Board) -> tuple[Named, Paths]:
    for named in board.constraints():
        if isinstance(named.rule, Paths):
            return named, named.rule
    raise AssertionError("the board has no rule paths")


def forces(board: Board) -> LadderEngine:
    """``chain`` with the deciding variant of ``reach``."""
    decides = ReachForces(*paths(board), all_used="unused" not in board.variants)
    return LadderEngine(board, [*engine_of(board, "chain").propagators, decides])


def fixpoint(engine: LadderEngine, on: int = 0, off: int = 0) -> Node | None:
    try:
        return engine.root(on, off)
    except Refuted:
        return None


def mask(board: Board, names: str) -> int:
    number = {board.label(v): v - 1 for v in range(1, len(board.places()) + 1)}
    return sum(1 << number[name] for name in names.split())


def count(board: Board, on: int = 0, off: int = 0) -> int:
    """Solutions above a position, up to two of the board's."""
    found = encode.solutions(board, limit=3)
    return sum(s & on == on and not s & off for s in found)


@dataclass(frozen=True)
class Meaning:
    """A board of rows, edges decided on by hand, and how many solutions the board has (2: more)."""

    rows: str
    on: str
    solutions: int

    @property
    def board(self) -> Numberlink:
        board = parse("numberlink\n" + self.rows)
        assert isinstance(board, Numberlink)
        return board


REFUTES = {
    "an unsolvable board, from the empty position": Meaning("1 1 . 2\n. 2 3 .\n3 . 4 4", "", 0),
    "a position of a uniquely solvable board": Meaning(
        ". . 1 . .\n. 2 1 2 .\n. . . . .", "r1c2-r2c2", 1
    ),
    "a position of a board with several solutions": Meaning(
        "1 . 2 . 1\n. . 2 . .\n. . . . .", "r1c2-r2c2", 2
    ),
}

FORCES = {
    "a uniquely solvable board of two rows, from the empty position": Meaning(
        "1 . 2 2 . 3\n1 . 4 4 . 3", "", 1
    ),
    "a uniquely solvable board of three rows, from the empty position": Meaning(
        "1 1 . 2\n. 3 . 2\n. . . 3", "", 1
    ),
}


@pytest.mark.parametrize("name", REFUTES)
def test_l6_reach_refutes_where_chain_does_not(name: str) -> None:
    meaning = REFUTES[name]
    board, on = meaning.board, mask(meaning.board, meaning.on)
    assert min(2, count(board)) == meaning.solutions
    assert count(board, on) == 0
    reached = position(board, "chain", on, 0)
    assert reached is not None
    assert Reach(*paths(board), all_used=True).fault(*reached)
    assert position(board, "reach", on, 0) is None


@pytest.mark.parametrize("name", FORCES)
def test_l6_the_deciding_variant_decides_more_than_chain(name: str) -> None:
    board = FORCES[name].board
    assert count(board) == FORCES[name].solutions
    (solution,) = encode.solutions(board)
    chain, more = position(board, "chain"), fixpoint(forces(board))
    assert chain is not None
    assert more is not None
    assert (more.on | more.off) & ~(chain[0] | chain[1])
    assert not more.on & ~solution
    assert not more.off & solution


def test_l6_the_deciding_variant_refutes_a_board_of_nine_cells() -> None:
    board = Meaning("1 . 1\n. 2 .\n2 . .", "", 0).board
    assert count(board) == 0
    assert position(board, "reach") is not None
    assert fixpoint(forces(board)) is None


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5)])
def test_l6_on_every_board_of_up_to_ten_cells_reach_does_nothing_more(
    size: tuple[int, int],
) -> None:
    """Nor does the deciding variant, but on the two boards of 3x3 that have no solution."""
    grid = Grid(*size)
    boards = [pairs for pairs in placements(len(grid.cells)) if grid.least(pairs)]
    found = list(study(grid, boards))
    assert not [w for w in found if w.meaning.startswith("reach refutes")]
    if size == (3, 3):
        assert {w.meaning.split(",")[1] for w in found} == {" board with no solution"}
        assert len([w for w in found if "empty position" in w.meaning]) == 2
    else:
        assert not found


def test_l6_a_strip_leaves_nothing_open() -> None:
    """On 1 x n ``deg`` alone decides every edge or refutes, so no rung has more to do."""
    for cells in range(2, 9):
        grid = Grid(1, cells)
        for pairs in placements(cells):
            chain, _, _ = grid.engines(pairs)
            node = fixpoint(chain)
            assert node is None or node.on | node.off == chain.everything


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 6), (2, 7)])
def test_l6_below_fifteen_cells_reach_refutes_no_position_of_a_solvable_board(
    size: tuple[int, int],
) -> None:
    grid = Grid(*size)
    boards = [pairs for pairs in partitions(grid) if grid.least(pairs)]
    assert not [w for w in study(grid, boards) if w.meaning.startswith("reach refutes")]


def branch_points(board: Board) -> tuple[int, ...]:
    engines = (engine_of(board, "chain"), engine_of(board, "reach"), forces(board))
    return tuple(search(engine, engine.root()).branch_points for engine in engines)


def test_l6_a_search_meets_a_position_that_reach_refutes_and_chain_does_not() -> None:
    """The smallest boards on which that happens have twenty cells; this is one of 4x5."""
    board = parse("numberlink\n1 . . . 2\n. . 3 4 .\n. 4 3 1 .\n. . . . 2")
    assert count(board) == 1
    over_chain, over_reach, _ = branch_points(board)
    assert (over_chain, over_reach) == (4, 3)


SEARCHED = [
    ((3, 4), 513, (4, 4, 2)),
    ((2, 7), 1928, (4, 4, 0)),
    pytest.param((3, 5), 4358, (68, 68, 13), marks=pytest.mark.slow),
    pytest.param((2, 8), 7796, (28, 28, 0), marks=pytest.mark.slow),
    pytest.param((4, 4), 6660, (190, 190, 50), marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("size", "boards", "totals"), SEARCHED)
def test_l6_on_smaller_boards_no_search_does(
    size: tuple[int, int], boards: int, totals: tuple[int, int, int]
) -> None:
    found = [spent for _, spent in searched(Grid(*size))]
    assert len(found) == boards
    assert all(spent[0] == spent[1] for spent in found)
    assert tuple(map(sum, zip(*found, strict=True))) == totals


@pytest.mark.parametrize(
    ("size", "cuts"), [((2, 3), 26), ((3, 3), 242), ((2, 5), 528), ((3, 4), 3113), ((2, 7), 10580)]
)
def test_the_solvable_boards_are_listed_whole(size: tuple[int, int], cuts: int) -> None:
    """The cuts into paths are those of claim L9."""
    assert sum(partitions(Grid(*size)).values()) == cuts


def test_all_placements_of_pairs_are_listed_once() -> None:
    for cells, expected in ((2, 1), (4, 9), (6, 75), (8, 763), (9, 2619)):
        listed: list[Pairs] = list(placements(cells))
        assert len(listed) == len(set(listed)) == expected  # the involutions, less the identity


def test_reach_decides_nothing_wherever_a_solution_is_left() -> None:
    """The theorem: a sound rung that only refutes decides what the rung below it does."""
    random = Random(2)
    for board in drawn("numberlink", 30, 5):
        known = list(encode.solutions(board, limit=4000))
        for on, off in positions(board, random, 10):
            if any(s & on == on and not s & off for s in known):
                chain = position(board, "chain", on, off)
                assert position(board, "reach", on, off) == chain


def plain_fault(board: Numberlink, on: int, off: int) -> bool:
    """R1 and R2 from their statement, cell by cell."""
    ends = dict(board.ends())

    def joined(
        start: tuple[int, int], edges: int, barred: set[tuple[int, int]]
    ) -> set[tuple[int, int]]:
        reached, stack = {start}, [start]
        while stack:
            cell = stack.pop()
            for i, (u, v) in enumerate(board.edges()):
                other = v if u == cell else u if v == cell else None
                if edges >> i & 1 and other and other not in reached | barred:
                    reached.add(other)
                    stack.append(other)
        return reached

    is_open = (1 << len(board.edges())) - 1 & ~off
    for r in range(board.height):
        for c in range(board.width):
            labels = [ends[cell] for cell in joined((r, c), is_open, set()) if cell in ends]
            if any(labels.count(label) % 2 for label in labels):
                return True
            if not labels and "unused" not in board.variants:
                return True
    for end, label in ends.items():
        barred: set[tuple[int, int]] = set()
        for other, carried in ends.items():
            if carried != label:
                barred |= joined(other, on, set())
        reached = joined(end, is_open, barred)
        if not any(other in reached and other != end for other in ends if ends[other] == label):
            return True
    return False


def test_reach_is_what_its_statement_says() -> None:
    random = Random(4)
    faults = 0
    for board in drawn("numberlink", 40, 4):
        assert isinstance(board, Numberlink)
        reach = Reach(*paths(board), all_used="unused" not in board.variants)
        for share in (0.1, 0.3, 0.5):
            off = sum(1 << i for i in range(24) if random.random() < share)
            closed = position(board, "deg", 0, off)
            on = closed[0] & ~off if closed and share < 0.2 else 0
            welded = position(board, "chain", on, off) is None and on
            if not welded:
                expected = plain_fault(board, on, off)
                assert (reach.fault(on, off) is not None) == expected, board.text()
                faults += expected
    assert 20 < faults < 110


def test_probing_over_reach_contains_the_deciding_variant() -> None:
    boards = [meaning.board for meaning in FORCES.values()]
    for board in [*boards, *drawn("numberlink", 40, 5)]:
        more, probed = fixpoint(forces(board)), position(board, "probe")
        if probed is not None:
            assert more is not None
            assert not more.on & ~probed[0]
            assert not more.off & ~probed[1]
