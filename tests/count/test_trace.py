"""Marginals, samples and weighted counts from the layers of compiled runs, against enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest

import count
from benchmarks.counting_frontier import cut_board
from count import bdd, frontier
from count.frontier import build
from count.frontier.compiled.programs import programs
from count.frontier.compiled.successors import Traceable, located
from count.frontier.compiled.trace import Trace, Traced, traced
from count.frontier.components import divide
from count.limits import NoSolutions, Stopped
from puzzles import Binairo, Board, Norinori, Numberlink
from puzzles.rules import Clause, Named
from tests.count.test_frontier_compiled import graph_board, random_numberlink
from tests.vocabulary_boards import Stated, board_of, grid, solutions_of


@pytest.fixture
def by_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is small enough for Python's layers."""
    monkeypatch.setattr(frontier, "_KEPT", 0)
    monkeypatch.setattr(frontier.halves, "lines", lambda *_: None)
    monkeypatch.setattr(frontier, "_MOST_KEPT", -1)


def shares(board: Board, solutions: list[int]) -> tuple[Fraction, ...]:
    places = range(len(board.places()))
    return tuple(Fraction(sum(mask >> i & 1 for mask in solutions), len(solutions)) for i in places)


def random_weights(board: Board, random: Random) -> dict[int, tuple[Fraction, Fraction]]:
    """Of any sign, zero among them, some variables left out."""
    return {
        v: (
            Fraction(random.randint(-3, 5), 3),
            Fraction(random.randint(-2, 7), random.randint(1, 6)),
        )
        for v in range(1, len(board.places()) + 1)
        if random.random() < 0.8
    }


def summed(solutions: list[int], weights: dict[int, tuple[Fraction, Fraction]]) -> Fraction:
    total = Fraction(0)
    for mask in solutions:
        product = Fraction(1)
        for v, pair in weights.items():
            product *= pair[mask >> v - 1 & 1]
        total += product
    return total


def compare(board: Board, solutions: list[int], random: Random) -> None:
    weights = random_weights(board, random)
    assert frontier.weighted(board, weights) == summed(solutions, weights), board.text()
    if not solutions:
        with pytest.raises(NoSolutions):
            frontier.marginals(board)
        return
    assert frontier.marginals(board) == shares(board, solutions), board.text()
    drawn = frontier.sample(board, 3, random)
    assert set(drawn) <= set(solutions), board.text()


@pytest.mark.usefixtures("by_traces")
@pytest.mark.parametrize("part", range(4))
def test_boards_of_random_rules(part: int) -> None:
    several = 0
    for number in range(60 * part, 60 * (part + 1)):
        board = board_of(number)
        solutions = list(solutions_of(board))
        compare(board, solutions, Random(number))
        several += len(solutions) > 1
    assert several > 10


@pytest.mark.usefixtures("by_traces")
@pytest.mark.parametrize("graph", [False, True])
def test_random_numberlink_boards(graph: bool) -> None:
    random = Random(5)
    several = 0
    while several < 12:
        board = graph_board(random) if graph else random_numberlink(random, (2, 3))
        if len(board.places()) > 13:
            continue
        solutions = [m for m in range(1 << len(board.places())) if not board.violations(m)]
        compare(board, solutions, random)
        several += len(solutions) > 1


@pytest.mark.usefixtures("by_traces")
@pytest.mark.parametrize(
    "board",
    [
        Numberlink(labels=(("A", None, None), (None, None, None), (None, None, "A"))).variant(
            "unused"
        ),
        Binairo.blank(2, 4).dropping("distinct"),
        Norinori(regions=((0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 1, 1))),
    ],
    ids=lambda board: board.kind,
)
def test_samples_are_uniform(board: Board) -> None:
    solutions = [m for m in range(1 << len(board.places())) if not board.violations(m)]
    assert len(solutions) > 3
    draws = 300 * len(solutions)
    seen = Counter(frontier.sample(board, draws, Random(20)))
    assert set(seen) == set(solutions)
    # Chi squared of n - 1 degrees of freedom: six deviations of room.
    spread = sum((times - 300) ** 2 for times in seen.values()) / 300
    freedom = len(solutions) - 1
    assert (spread - freedom) ** 2 < 36 * 2 * freedom


@pytest.mark.usefixtures("by_traces")
def test_numbers_of_several_words() -> None:
    """Of every two neighbours in a row of 150 one is true: a Fibonacci number of ways, 105 bits."""
    n = 150
    cells, _ = grid(1, n)
    rules = tuple(Named(("one",), Clause((v, v + 1)), cells) for v in range(1, n))
    board = Stated(shape=(1, n), stated_places=cells, stated=rules)
    ways = [1, 2]
    while len(ways) <= n:
        ways.append(ways[-2] + ways[-1])
    shown = frontier.marginals(board)
    for v in range(1, n + 1):
        # If v is false, its neighbours are true, and what lies beyond them is free.
        false = ways[max(0, v - 2)] * ways[max(0, n - v - 1)]
        assert shown[v - 1] == 1 - Fraction(false, ways[n])
    weights = {v: (Fraction(1, v), Fraction(-v)) for v in range(1, n + 1, 2)}
    false, true = Fraction(0), Fraction(1)
    for v in range(1, n + 1):
        pair = weights.get(v, (Fraction(1), Fraction(1)))
        false, true = true * pair[0], (false + true) * pair[1]
    assert frontier.weighted(board, weights) == false + true
    drawn = frontier.sample(board, 20, Random(1))
    assert not any(board.violations(mask) for mask in drawn)
    assert len(set(drawn)) == 20


def trace_of(board: Board) -> Traced:
    division = divide(board)
    assert division is not None
    found = traced(list(build.machines(division.components[0], division.places)))
    assert found is not None
    return found


def test_large_boards_in_a_moment() -> None:
    board = Norinori(regions=((0,) * 9,) * 9).dropping("region")
    shown = frontier.marginals(board)
    assert shown == shown[::-1]
    assert shown == tuple(shown[9 * c + r] for r in range(9) for c in range(9))
    assert trace_of(board).any()
    for mask in frontier.sample(board, 5, Random(1)):
        assert not board.violations(mask)
    assert frontier.sample(board, 5, Random(1)) == frontier.sample(board, 5, Random(1))


def test_memory_is_kept() -> None:
    division = divide(cut_board(10, 10, 8, 1))
    assert division is not None
    machines = list(build.machines(division.components[0], division.places))
    with pytest.raises(Stopped, match="outgrow the memory"):
        traced(machines[:1], 100_000)


@pytest.mark.parametrize("memory", [300_000, 350_000, 400_000])
def test_levels_made_again_give_the_same(memory: int) -> None:
    board = cut_board(10, 10, 8, 1)
    division = divide(board)
    assert division is not None
    machine = next(build.machines(division.components[0], division.places))
    (program,) = programs([machine])
    assert isinstance(program, Traceable)
    trace = Trace(program, memory)
    whole, small = Traced(machine, Trace(program, 1 << 30)), Traced(machine, trace)
    assert trace.made_again
    assert small.states == whole.states
    weights = random_weights(board, Random(5))
    for _ in range(2):  # what is made again is given up again
        assert small.marginals() == whole.marginals()
        assert small.sample(20, Random(1)) == whole.sample(20, Random(1))
        assert small.weighted(weights) == whole.weighted(weights)
        assert trace.made_again


def test_a_state_that_the_next_layer_lacks_is_told() -> None:
    keys = np.array([[[7], [8]], [[9], [7]]], np.uint64)
    alive = np.array([[True, True], [False, True]])
    records = np.array([[7, 1], [9, 1]], np.uint64)
    assert located(keys, alive, records, 2).tolist() == [[0, -2], [-1, 0]]


def test_both_engines_weigh() -> None:
    board = Norinori(regions=((0, 0, 1), (0, 1, 1), (2, 2, 2))).dropping("domino")
    weights = random_weights(board, Random(3))
    found = count.weighted(board, weights)
    assert set(found.values) == {"frontier", "bdd"}
    assert found.agree
    assert found.value == bdd.weighted(board, weights)
    assert str(found).startswith(f"weighted count {found.value}: frontier (")
    other = count.Weighted(
        board, {"frontier": Fraction(1), "bdd": Fraction(2)}, {"frontier": 0, "bdd": 0}
    )
    assert (other.agree, other.value) == (False, None)
    assert str(other) == "ENGINES DISAGREE: frontier 1, bdd 2"
    for bad in (0, 10):
        with pytest.raises(ValueError, match="from 1 to 9"):
            count.weighted(board, {bad: (Fraction(1), Fraction(1))})
    with pytest.raises(TypeError, match=r"a fraction as weight, found 0\.5"):
        count.weighted(board, {1: (0.5, Fraction(1))})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="goes by frontier or bdd"):
        count.weighted(board, weights, by="sat")


def test_weights_of_the_competition() -> None:
    board = Binairo.blank(2, 2)
    text = "c t wmc\nc anything\nc p weight 3 1e-1 0\nc p weight -3 9/10 0\nr0c0 2 # more\n"
    found = count.read_weights(board, text)
    assert found == {1: (1, 2), 3: (Fraction(9, 10), Fraction(1, 10))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c p weight 1 0.5 0", "expected a weight of -1 too"),
        ("c p weight -4 0.5 0\n", "expected a weight of 4 too"),
        ("c p weight 5 0.5 0", "a literal of the variables 1 to 4"),
        ("c p weight 0 0.5 0", "a literal of the variables"),
        ("c p weight 1 0.5", "LITERAL WEIGHT 0"),
        ("c p weight 1 half 0", "a weight as 3/10 or 0.3"),
        ("c p weigth 1 0.5 0", "LITERAL WEIGHT 0"),
        ("c t pmc", "c t wmc"),
        ("c p weight 1 1 0\nc p weight 1 2 0", "<weights>:2:1: expected each literal once"),
        ("c p weight 1 1 0\nc p weight -1 2 0\nr0c0 1", "each variable's weights once"),
    ],
)
def test_weights_that_are_refused(text: str, expected: str) -> None:
    with pytest.raises(count.weights.FormatError, match=expected):
        count.read_weights(Binairo.blank(2, 2), text)
