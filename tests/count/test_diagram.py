"""Decision diagrams: exact counts of any size, marginals and samples, with either package."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import isclose
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import randoms

from count import bdd
from count.limits import NoSolutions, Stopped
from count.width import bits
from puzzles import Binairo, Board, Nondango, Norinori, Numberlink
from tests.strategies import boards

BACKENDS: tuple[bdd.Backend, ...] = ("cudd", "autoref")


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> bdd.Backend:
    if request.param == "cudd":
        pytest.importorskip("dd.cudd")
    found: bdd.Backend = request.param
    return found


def rows_of_circles(height: int, width: int) -> Nondango:
    """Each row is a region of its own, full of circles."""
    cells = frozenset((r, c) for r in range(height) for c in range(width))
    regions = tuple((r,) * width for r in range(height))
    return Nondango(regions=regions, circles=cells)


def listed(board: Board) -> list[int]:
    return [mask for mask in range(1 << len(board.places())) if not board.violations(mask)]


@pytest.mark.parametrize("rows", [20, 23, 400])
def test_counts_past_double_word_and_double_range(backend: bdd.Backend, rows: int) -> None:
    """7^20 > 2^53, 7^23 > 2^64, 7^400 > 2^1024: without ``triples``, one of seven a row."""
    board = rows_of_circles(rows, 7).dropping("triples")
    number = bdd.compile_board(board, backend=backend).count()
    assert type(number) is int
    assert number == 7**rows


def test_a_line_of_1300_circles_is_a_tribonacci_number(backend: bdd.Backend) -> None:
    """Claim D6 (A000073), past 2^1024, by the recurrence."""
    line = [1, 2, 4]
    while len(line) <= 1300:
        line.append(sum(line[-3:]))
    board = rows_of_circles(1, 1300).dropping("region")
    assert line[1300] > 1 << 1024
    assert bdd.compile_board(board, backend=backend).count() == line[1300]


def test_free_variables_are_counted(backend: bdd.Backend) -> None:
    board = rows_of_circles(30, 37).dropping("region", "triples")
    diagram = bdd.compile_board(board, backend=backend)
    assert diagram.count() == 1 << 1110
    assert set(diagram.marginals()) == {Fraction(1, 2)}


@pytest.mark.parametrize("reorder", [False, True])
def test_any_board(backend: bdd.Backend, reorder: bool) -> None:
    """Count, shares and samples against the list of all solutions by the verifier."""

    @settings(
        max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(board=boards(max_cells=9, drops=True))
    def check(board: Board) -> None:
        solutions = listed(board)
        diagram = bdd.compile_board(board, backend=backend, reorder=reorder)
        assert diagram.count() == len(solutions)
        assert sorted(diagram.order) == list(range(1, len(board.places()) + 1))
        if not solutions:
            with pytest.raises(NoSolutions):
                diagram.marginals()
            with pytest.raises(NoSolutions):
                diagram.sample(1, Random(0))
            return
        shares = [
            Fraction(sum(mask >> v & 1 for mask in solutions), len(solutions))
            for v in range(len(board.places()))
        ]
        assert list(diagram.marginals()) == shares
        assert set(diagram.sample(10, Random(0))) <= set(solutions)

    check()


@pytest.mark.parametrize(
    "board",
    [
        Binairo.blank(2, 4).variant("repeats"),
        Norinori(regions=((0, 0, 0), (1, 1, 1))).dropping("domino"),
        Nondango(regions=((0, 0, 1), (0, 1, 1)), circles=frozenset({(0, 0), (0, 2), (1, 2)})),
        Numberlink(labels=(("1", None, None), (None, None, None), (None, None, "1"))).variant(
            "unused"
        ),
    ],
    ids=lambda board: board.kind,
)
def test_samples_are_uniform(backend: bdd.Backend, board: Board) -> None:
    """Pearson's chi-square at a fixed seed, below its mean plus five standard deviations."""
    solutions = listed(board)
    n = 200 * len(solutions)
    drawn = Counter(bdd.compile_board(board, backend=backend).sample(n, Random(1)))
    assert set(drawn) == set(solutions)
    chi_square = sum(Fraction((drawn[mask] - 200) ** 2, 200) for mask in solutions)
    free = len(solutions) - 1
    assert chi_square <= free + 5 * (2 * free) ** 0.5


def test_both_packages_give_the_same_diagram() -> None:
    pytest.importorskip("dd.cudd")
    board = Nondango(regions=((0,) * 5,) * 4, circles=rows_of_circles(4, 5).circles).dropping(
        "region"
    )
    one, other = (bdd.compile_board(board, backend=name) for name in BACKENDS)
    assert len(one) == len(other)
    assert one.order == other.order
    assert one.count() == other.count()


def test_wide_boards_are_read_by_columns() -> None:
    assert bdd.variable_order(Binairo.blank(4, 2)) == (tuple(range(1, 9)), "by rows")
    assert bdd.variable_order(Binairo.blank(2, 4)) == ((1, 5, 2, 6, 3, 7, 4, 8), "by columns")
    # One way to cover it: to the far end in one row and back in the other.
    strip = Numberlink(labels=(("1",) + (None,) * 30,) * 2)
    turned = Numberlink(labels=tuple(zip(*strip.labels, strict=True)))
    assert bdd.count(strip) == bdd.count(turned) == 1
    assert len(bdd.compile_board(strip)) < 200


def test_any_order_of_the_variables_gives_the_same_solutions(backend: bdd.Backend) -> None:
    @settings(
        max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    @given(board=boards(max_cells=9, drops=True), random=randoms(use_true_random=False))
    def check(board: Board, random: Random) -> None:
        order = list(range(1, len(board.places()) + 1))
        random.shuffle(order)
        diagram = bdd.compile_board(board, backend=backend, order=order)
        assert diagram.order == tuple(order)
        assert diagram.count() == len(listed(board))
        assert bdd.size(board, order) == len(diagram)

    check()


def test_size_of_a_diagram_by_its_order() -> None:
    """Bryant's example: three pairs x, y of which exactly one is true, here regions of two circles.

    Pair by pair a pair takes an x and two y, the last one y less: its two are complements.  With all x
    on top they are told apart one by one: 1 + 2 + 4 nodes, then 8 and 4 of y and (complements) 1.
    """
    board = Nondango(regions=((0, 1, 2),) * 2, circles=rows_of_circles(2, 3).circles)
    board = board.dropping("triples")
    assert bdd.size(board, (1, 4, 2, 5, 3, 6)) == 3 + 3 + 2 + 1
    assert bdd.size(board, (1, 2, 3, 4, 5, 6)) == 7 + 8 + 4 + 1 + 1
    assert bdd.variable_order(board)[0] == (1, 4, 2, 5, 3, 6)
    assert bdd.size(board) == 9


@pytest.mark.parametrize("order", [(), (1, 2, 3), (1, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3, 4, 5)])
def test_orders_that_are_none_are_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected the variables 1 to 4, each once"):
        bdd.size(Norinori(regions=((0, 0), (0, 0))), order)


def test_memory_limit_is_met_with_a_reason(backend: bdd.Backend) -> None:
    board = rows_of_circles(8, 8).dropping("region")
    with pytest.raises(Stopped, match="MiB of memory"):
        bdd.compile_board(board, backend=backend, memory=4 << 20)


def test_memory_limit_bounds_the_states_of_the_edge_machine() -> None:
    board = Numberlink(labels=((None,) * 6,) * 6, variants=frozenset({"unused", "no-touch"}))
    with pytest.raises(Stopped, match="states of the edge machine"):
        bdd.compile_board(board.dropping("degree"), memory=1 << 20)


def test_the_estimate_grows_with_the_shorter_side_and_falls_with_givens() -> None:
    def estimate(board: Board) -> float:
        rules = [named.rule for named in board.constraints()]
        return bits(rules, bdd.variable_order(board)[0])

    squares = [estimate(Binairo.blank(n, n)) for n in (4, 6, 8, 10)]
    assert squares == sorted(set(squares))
    assert estimate(Binairo.blank(4, 30)) < estimate(Binairo.blank(10, 12))
    assert isclose(estimate(Binairo.blank(4, 30)), estimate(Binairo.blank(30, 4)))
    full = Binairo(givens=((0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 1, 0), (1, 0, 0, 1)))
    assert estimate(full) < estimate(Binairo.blank(4, 4))


def test_a_large_board_is_refused_with_the_estimate() -> None:
    assert bdd.refuses(Binairo.blank(8, 8)) is None
    reason = bdd.refuses(Binairo.blank(20, 20))
    assert reason is not None
    assert "nodes wide" in reason
