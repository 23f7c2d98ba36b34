"""Claims B4, N1, N2 and D8; what a rung leaves out and why."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

import encode
from ladder import (
    LadderEngine,
    Refuted,
    SearchLimit,
    climb,
    engine_of,
    ladder_of,
    position,
    rung_names,
    search,
)
from ladder.engine import Log, Node
from ladder.projection import Lifted
from ladder.triples import live
from puzzles import KINDS, Binairo, Board, Nondango, Norinori, parse, read
from puzzles.grid import neighbours
from tests.kinds import facts
from tests.ladder.positions import drawn, positions
from tests.strategies import tiny_boards

LINK = Path(__file__).parents[2] / "examples" / "numberlink-10x10.txt"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_rungs_of_a_puzzle(kind: str) -> None:
    assert rung_names(next(drawn(kind, 1, 4))) == (*facts(kind).RUNGS, "probe", "search")


class Recording(LadderEngine):
    """Keeps what the search branches on: the position, and the literals of each branch."""

    def __init__(self, of: LadderEngine) -> None:
        super().__init__(of.board, of.propagators)
        self.branches: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def extend(self, node: Node, on: int, off: int, log: Log | None = None) -> Node:
        self.branches.setdefault((node.on, node.off), []).append((on, off))
        return super().extend(node, on, off, log)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_b4_every_branch_is_a_real_choice_on_a_smallest_domain(kind: str) -> None:
    branched = 0
    for board in drawn(kind, 20, 4):
        engine = Recording(engine_of(board, "search"))
        try:
            search(engine, engine.root(), None)
        except Refuted:
            continue
        tables = [p for p in engine.propagators if isinstance(p, Lifted)]
        for (on, off), branches in engine.branches.items():
            undecided = [t for t in tables if t.scope & ~(on | off)]
            sizes = {t.project(on, off).survivors for t in undecided}
            assert min(sizes) >= 2, "an undecided lifted variable with one word left"
            if kind != "nondango":
                # Nondango's components are searched one by one, each with its own smallest domain.
                assert len(branches) == min(sizes)
            branched += 1
    assert branched > 10


def test_n1_arc_consistency_is_not_complete() -> None:
    """Every pair of every region has its supports, and there is no solution.

    Cells of c touch a and b or d besides, and no two regions judge such a cell with all its neighbours.
    """
    board = parse("norinori\na a a b\na c c b\na c c b\na d d d")
    assert isinstance(board, Norinori)
    around = [
        {board.regions[i][j] for i, j in ((r, c), *neighbours((r, c), 4, 4))}
        for r in range(4)
        for c in range(4)
    ]
    assert max(map(len, around)) >= 3
    assert position(board, "pairs") is not None
    assert not list(encode.solutions(board))
    assert climb(board).finished_by in ("probe", "search")


def test_n2_pairs_sees_what_local_does_not() -> None:
    gained = 0
    for board in drawn("norinori", 40, 5):
        local, pairs = position(board, "local"), position(board, "pairs")
        gained += local != pairs
    assert gained > 10


def arc_consistent(board: Nondango, on: int, off: int) -> tuple[int, int] | None:
    """Hyper-arc consistency by its definition: regions' domains, live triples as constraints."""
    cells = sorted(board.circles)
    number = {cell: 1 << i for i, cell in enumerate(cells)}
    of = {cell: board.regions[cell[0]][cell[1]] for cell in cells}
    size = max(max(row) for row in board.regions) + 1
    domains: list[set[tuple[int, int]]] = []
    for region in range(size):
        held = {c for c in cells if of[c] == region and not off & number[c]}
        chosen = {c for c in held if on & number[c]}
        domains.append(held if not chosen else chosen if len(chosen) == 1 else set())
    changed = True
    while changed:
        changed = False
        for triple in live(board):
            for cell in triple.cells:
                others = [c for c in triple.cells if c != cell]
                # The circle has no support where the two others are all that is left to theirs.
                if cell in domains[of[cell]] and all(domains[of[c]] == {c} for c in others):
                    domains[of[cell]].discard(cell)
                    changed = True
    if not all(domains):
        return None
    black = sum(number[next(iter(d))] for d in domains if len(d) == 1)
    left = sum(number[c] for d in domains for c in d)
    return black, sum(number.values()) & ~left


def test_d8_triple_is_hyper_arc_consistency_on_live_triples() -> None:
    random = Random(5)
    decided = 0
    for board in drawn("nondango", 60, 5):
        assert isinstance(board, Nondango)
        plain = (
            board if not board.variants else Nondango(regions=board.regions, circles=board.circles)
        )
        for on, off in [(0, 0), *positions(plain, random, 6)]:
            got = position(plain, "triple", on, off)
            assert got == arc_consistent(plain, on, off), plain.text()
            decided += got is not None and got != position(plain, "region", on, off)
    assert decided > 30


def test_white_circles_of_one_colour_are_judged_too() -> None:
    board = parse("nondango same-colour\na a b b c c\n\no o o o o o")
    reached = position(board, "triple", 0, 0b000110)
    assert reached is not None
    assert reached[0] & 0b001001 == 0b001001


LEFT_OUT = [
    ("norinori\na a b b", "region", {"pairs"}),
    ("norinori\na a b b", "domino", {"pairs"}),
    ("numberlink\n1 . 1", "degree", {"chain", "reach"}),
    ("numberlink\n1 . 1", "paths", {"chain", "reach"}),
    ("numberlink no-touch\n1 . 1", "paths", {"reach"}),
]


@pytest.mark.parametrize(("text", "rule", "names"), LEFT_OUT)
def test_a_rung_that_would_be_unsound_is_left_out_and_says_why(
    text: str, rule: str, names: set[str]
) -> None:
    board = parse(text).dropping(rule)
    assert {rung.name for rung in ladder_of(board).rungs if rung.left_out} == names
    for reached in climb(board).rungs:
        assert (reached.left_out is not None) == (reached.rung in names)


def test_loops_may_close_without_the_rule_paths_and_a_chord_is_then_joined() -> None:
    board = parse("numberlink unused no-touch\n. .\n. .").dropping("paths")
    assert set(encode.solutions(board)) == {0, 0b1111}
    assert position(board, "chain", 0b0001, 0) == (0b1111, 0)


def test_a_climb_stops_at_the_rung_asked_for() -> None:
    board = Binairo.blank(6, 6)
    result = climb(board, up_to="line")
    assert [r.rung for r in result.rungs] == ["line"]
    assert result.finished_by is None
    with pytest.raises(ValueError, match="stopped below"):
        _ = result.solutions
    with pytest.raises(ValueError, match="expected a rung among line, distinct"):
        climb(board, up_to="chain")


def test_the_count_is_exact_without_a_limit_and_cut_off_with_one() -> None:
    board: Board = Binairo.blank(4, 4)
    whole = climb(board, limit=None).search
    cut = climb(board, limit=5).search
    assert whole is not None
    assert (whole.count, whole.cut) == (72, False)
    assert cut is not None
    assert (cut.count, cut.cut) == (5, True)


def test_a_board_refuted_by_probing_names_the_place_with_no_value_left() -> None:
    result = climb(parse("norinori\na a a b\na c c b\na c c b\na d d d"))
    last = result.rungs[-1]
    assert result.finished_by == last.rung == "probe"
    assert last.refuted is not None
    assert last.refuted.startswith("neither value of r")
    assert result.solutions == 0


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_trace_changes_nothing_of_what_is_reported(kind: str) -> None:
    refuted = 0
    for board in tuple(tiny_boards(kind))[::5]:
        plain, traced = climb(board), climb(board, trace=True)
        for one, other in zip(plain.rungs, traced.rungs, strict=True):
            assert (one.on, one.off, one.refuted) == (other.on, other.off, other.refuted)
            assert not one.steps
            refuted += one.refuted is not None and one.decided > 0
    assert refuted, "no board is refuted after some steps"


@pytest.mark.parametrize(
    ("rung", "on", "off", "message"),
    [
        ("search", 0, 0, "which counts"),
        ("chain", 0, 0, "expected a rung among line"),
        ("line", 1 << 4, 0, "over 4 variables"),
        ("probe", 0, -1, "over 4 variables"),
    ],
)
def test_a_position_that_is_none_is_refused(rung: str, on: int, off: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        position(Binairo.blank(2, 2), rung, on, off)


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        climb(Binairo.blank(2, 2), limit=0)


def test_a_search_without_rules_to_propagate_may_go_deep() -> None:
    allowed = sys.getrecursionlimit()
    board = parse("numberlink\n1 1" + " ." * 18 + ("\n" + ". " * 20) * 19).dropping("degree")
    assert len(board.places()) > allowed // 2
    engine = engine_of(board, "deg")
    # Every edge is on at its first leaf, and the verifier sees a loop: the search goes on from there.
    with pytest.raises(SearchLimit):
        search(engine, engine.root(), 1, len(board.places()))
    assert sys.getrecursionlimit() == allowed


def test_reach_judges_each_end_of_a_label_that_occurs_four_times() -> None:
    # Three of the 1s can be joined to one another; the fourth lies behind the 2s.
    board = parse("numberlink unused\n1 . 2 .\n1 1 2 .\n2 2 . 1")
    assert not list(encode.solutions(board))
    assert position(board, "chain") is not None
    assert position(board, "reach") is None


def test_the_report_counts_one_in_the_singular() -> None:
    assert "search    1 solution, " in str(climb(read(LINK)))
    assert "search    at least 2 solutions, 1 branch point\n" in str(climb(Binairo.blank(2, 2)))
