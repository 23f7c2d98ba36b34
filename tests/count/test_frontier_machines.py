"""The frontier engine's machines against each other: different states, the same counts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from benchmarks.counting_frontier import cut_board
from count import frontier
from count.frontier import machine as evaluation
from count.frontier.automaton import Unsatisfiable
from count.frontier.build import machine, product
from count.frontier.components import Component, divide
from count.frontier.halves import count_lines, estimate_lines, lines
from count.frontier.mate import Plugs
from count.frontier.solutions import Joined, Layered
from count.limits import Stopped
from puzzles import Binairo, Board, Model, Nondango, Norinori, Numberlink
from puzzles.rules import Place


def only_component(board: Board) -> tuple[Component, tuple[Place, ...]]:
    division = divide(board)
    assert division is not None
    (component,) = division.components
    return component, division.places


def turned(board: Numberlink, turn: bool, flip: bool, mirror: bool) -> Numberlink:
    rows = [list(row) for row in board.labels]
    if turn:
        rows = [list(column) for column in zip(*rows, strict=True)]
    if flip:
        rows.reverse()
    if mirror:
        rows = [row[::-1] for row in rows]
    return Numberlink(labels=tuple(map(tuple, rows)), variants=board.variants)


@pytest.mark.parametrize("unused", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_plugs_agree_with_partitions(seed: int, unused: bool) -> None:
    """Two pairs may interlace along the frontier while a third path is open: 4x5 shows it."""
    words = {"unused"} if unused else set()
    board = cut_board(5, 4, 2 + seed % 4, seed, *words)
    if seed % 3 == 0:  # a label that pairs freely
        rows = [["1" if label == "2" else label for label in row] for row in board.labels]
        board = Numberlink(labels=tuple(map(tuple, rows)), variants=board.variants)
    component, places = only_component(board)
    job = machine(component, places)
    assert isinstance(job, Plugs)
    assert evaluation.count(job) == evaluation.count(product(component, places)) > 0


@pytest.mark.parametrize("rows", [248, 250, 252])
def test_more_labels_of_four_cells_than_a_byte_has_codes(rows: int) -> None:
    # A row of one label alone is two dominoes in one way, so the rows above change nothing; and
    # 250 rows leave no number for the two pairs at the end.
    end = (("a", "b", "c", "d"), (None,) * 4, ("a", None, None, "d"), ("b", None, None, "c"))
    free = (("a", None, None, "b"), (None,) * 4, (None,) * 4, ("a", None, None, "b"))
    labels = tuple((f"row{r}",) * 4 for r in range(rows))
    for last, solutions in ((end, None), (free, 142)):
        alone = frontier.count(Numberlink(labels=last, variants=frozenset({"unused"})))
        assert solutions in (None, alone)
        tall = Numberlink(labels=(*labels, *last), variants=frozenset({"unused"}))
        assert frontier.refuses(tall) is None
        assert frontier.count(tall) == alone


@pytest.mark.parametrize(
    "board", [cut_board(8, 8, 7, 4), cut_board(8, 8, 7, 1, "unused"), cut_board(9, 9, 12, 2)]
)
def test_a_turned_numberlink_board_has_as_many_solutions(board: Numberlink) -> None:
    counts = {
        frontier.count(turned(board, turn, flip, mirror))
        for turn in (False, True)
        for flip in (False, True)
        for mirror in (False, True)
    }
    assert len(counts) == 1
    assert counts.pop() > 1


def test_samples_of_a_large_numberlink_board_are_solutions() -> None:
    board = cut_board(8, 8, 7, 1, "unused")
    drawn = frontier.sample(board, 50, Random(1))
    assert not any(board.violations(mask) for mask in drawn)
    assert len(set(drawn)) > 40


def test_marginals_of_a_large_board_add_up() -> None:
    # Every cell has degree 2 but the ends, so the shares around it add up to its degree.
    board = cut_board(8, 8, 7, 4)
    shares = frontier.marginals(board)
    ends = dict(board.ends())
    for r in range(8):
        for c in range(8):
            around = [s for s, e in zip(shares, board.edges(), strict=True) if (r, c) in e]
            assert sum(around) == (1 if (r, c) in ends else 2)


def random_binairo(seed: int) -> Binairo:
    random = Random(seed)
    height, width = random.choice([(4, 4), (2, 6), (4, 6), (6, 4), (3, 5), (5, 3), (1, 4), (4, 1)])
    without = {name for name in ("runs", "balance", "distinct") if random.random() < 0.25}
    if height % 2 or width % 2:
        without.add("balance")
    rows = [[random.choice([None] * 6 + [0, 1]) for _ in range(width)] for _ in range(height)]
    return Binairo(givens=tuple(map(tuple, rows)), without=frozenset(without))


@pytest.mark.parametrize("block", range(4))
def test_halves_agree_with_the_cell_by_cell_machine(block: int) -> None:
    compared = 0
    for seed in range(25 * block, 25 * block + 25):
        division = divide(random_binairo(seed))
        if division is None or len(division.components) != 1:
            continue
        (component,) = division.components
        job = lines(component, division.places)
        if job is None:
            continue
        compared += 1
        try:
            expected = evaluation.count(machine(component, division.places))
        except Unsatisfiable:  # the givens leave some line no word
            expected = 0
        assert count_lines(job) == expected
    assert compared > 5


HALVED = [
    Binairo.blank(4, 4),
    Binairo(givens=((0, None, None, None), (None,) * 4, (None,) * 4, (None, 1, None, None))),
    Binairo.blank(4, 6).dropping("runs"),
    Binairo(givens=((None,) * 4,) * 3, without=frozenset({"balance"})),
]


@pytest.mark.parametrize("board", HALVED)
def test_solutions_from_halves_agree_with_those_from_layers(board: Binairo) -> None:
    component, places = only_component(board)
    job = lines(component, places)
    assert job is not None
    joined, layered = Joined(job), Layered(machine(component, places), 10**6)
    assert joined.marginals() == layered.marginals()
    # Every solution is drawn, nothing else is, and chi-square is within 5 standard deviations.
    total = evaluation.count(machine(component, places))
    seen = Counter(joined.sample(40 * total, Random(6)))
    assert len(seen) == total
    assert not any(board.violations(mask) for mask in seen)
    squares = sum((times - 40) ** 2 for times in seen.values())
    assert (squares - 40 * (total - 1)) ** 2 <= 40**2 * 25 * 2 * total


def test_a_sample_of_blank_8x8_boards() -> None:
    board = Binairo.blank(8, 8)
    drawn = frontier.sample(board, 20, Random(1))
    assert len(set(drawn)) == 20
    assert not any(board.violations(mask) for mask in drawn)


def test_blank_8x8_with_distinct_lines() -> None:
    assert frontier.count(Binairo.blank(8, 8)) == 4111116  # OEIS A253316


@pytest.mark.slow
def test_blank_10x10_with_distinct_lines() -> None:
    assert frontier.count(Binairo.blank(10, 10)) == 48183195384  # OEIS A253316


@pytest.mark.slow
def test_blank_10x10_with_repeats() -> None:
    assert frontier.count(Binairo.blank(10, 10).dropping("distinct")) == 117925227108


@pytest.mark.parametrize(("size", "halves"), [(4, 30), (6, 708), (8, 70040)])
def test_halves_are_estimated_within_a_factor_of_four(size: int, halves: int) -> None:
    component, places = only_component(Binairo.blank(size, size))
    job = lines(component, places)
    assert job is not None
    assert halves / 4 <= estimate_lines(job) <= halves * 4


def test_the_estimate_is_exact_for_narrow_layers() -> None:
    component, places = only_component(Norinori(regions=((0,) * 5,) * 5).dropping("region"))
    job = machine(component, places)
    met, layer = 0, {job.start(): 1}
    for level in range(job.length):
        layer = job.advance(level, layer)
        met += len(layer)
    assert evaluation.estimate(job, 10**9) == met


def test_a_board_far_out_of_reach_is_refused() -> None:
    blank = Numberlink(
        labels=(("1", *(None,) * 29), *((None,) * 30,) * 28, (*(None,) * 29, "1")),
        variants=frozenset({"unused"}),
    )
    assert frontier.refuses(blank) is not None
    assert frontier.refuses(Binairo.blank(8, 8)) is None
    circles = frozenset((r, c) for r in range(8) for c in range(8))
    assert frontier.refuses(Nondango(regions=((0,) * 8,) * 8, circles=circles)) is None


def test_a_layer_too_wide_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("_SMALL", "_LOADED", "_READY", "_WIDEST", "_KEPT", "_MOST_KEPT"):
        monkeypatch.setattr(frontier, limit, 10)
    # As for a board whose state does not fit the machine code's bytes.
    for module in ("programs", "trace"):
        monkeypatch.setattr(f"count.frontier.compiled.{module}.programs", lambda machines: [])
    loops = Model(6, 6, edges="line")
    loops.loop()
    with pytest.raises(Stopped, match="in one layer"):
        frontier.count(loops.board())
    board = cut_board(6, 6, 4, 1, "unused")
    with pytest.raises(Stopped, match="to keep"):
        frontier.sample(board, 1, Random(1))
