"""Numberlink in the ledger: partitions of every generator, variants of reach, orders of branching."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest

from count import frontier
from generate.numberlink import board_of
from ladder import engine_of, search
from ledger.numberlink.partitions import FAMILY, GENERATORS, Path, cut_paths, listed, repaired
from ledger.numberlink.rates import mix, uniqueness, unused
from ledger.numberlink.reach import comparisons, refuted_at_once, witnesses
from ledger.numberlink.search import (
    EndsAlone,
    OpenRoutes,
    banks,
    branch_points,
    least_of_degrees,
    with_reach,
)
from ledger.tally import Exact, Mean, Rate, Total
from puzzles import Numberlink
from tests import oracles

MAKERS = [maker for maker in GENERATORS if maker not in list(FAMILY)[3:]]
each_generator = pytest.mark.parametrize("maker", MAKERS)


def draws(number: int) -> list[Random]:
    return [Random(f"numberlink/{k}") for k in range(number)]


def judged(paths: list[Path], height: int, width: int) -> None:
    """Every cell once, steps between neighbours, two cells at least."""
    assert sorted(cell for path in paths for cell in path) == list(
        product(range(height), range(width))
    )
    for path in paths:
        assert len(path) > 1
        assert all(other in oracles.around(cell) for cell, other in pairwise(path))


@each_generator
@pytest.mark.parametrize("shape", [(6, 6), (5, 7)])
def test_a_generator_cuts_the_grid_into_paths(maker: str, shape: tuple[int, int]) -> None:
    for rng in draws(5):
        paths = cut_paths(maker, *shape, rng)
        judged(paths, *shape)
        assert not any(oracles.touches_itself(tuple(path)) for path in paths)


@each_generator
def test_a_generator_that_may_touch_does(maker: str) -> None:
    cut = [cut_paths(maker, 6, 6, rng, touch=True) for rng in draws(10)]
    for paths in cut:
        judged(paths, 6, 6)
    assert any(oracles.touches_itself(tuple(path)) for paths in cut for path in paths)


@each_generator
def test_so_many_paths_as_are_wanted(maker: str) -> None:
    assert len(cut_paths(maker, 6, 6, draws(1)[0], pairs=7)) == 7


@each_generator
def test_repair_cuts_until_one_solution_is_left(maker: str) -> None:
    for rng in draws(4):
        board, paths, cuts = repaired(maker, 7, 7, rng)
        assert cuts >= 0
        assert frontier.count(board) == 1
        assert board == board_of(paths, 7, 7)


@pytest.mark.parametrize(("shape", "number"), [((2, 3), 26), ((3, 3), 242), ((2, 5), 528)])
def test_every_partition_is_listed_once(shape: tuple[int, int], number: int) -> None:
    found = set()
    for paths in listed(*shape):
        judged(paths, *shape)
        found.add(oracles.edges_of(tuple(map(tuple, paths))))
    assert len(found) == number
    assert found == {oracles.edges_of(paths) for paths in oracles.path_partitions(*shape)}


def test_variants_of_reach_are_sound_and_each_spares_at_least_as_much_as_the_weaker() -> None:
    told = set()
    for rng in draws(40):
        board, _, _ = repaired("walks", 7, 7, rng)
        solution = frontier.sample(board, 1, rng)[0]
        engines = [
            engine_of(board, "chain"),
            with_reach(board, EndsAlone),
            with_reach(board, OpenRoutes),
            engine_of(board, "reach"),
        ]
        found = [search(engine, engine.root()) for engine in engines]
        assert [each.first for each in found] == [solution] * 4
        costs = [each.branch_points for each in found]
        assert costs == sorted(costs, reverse=True)
        told.add(costs[0] > costs[-1])
    assert told == {True, False}, "a comparison that could not tell them apart"


def test_ends_alone_sees_a_pair_cut_in_two_and_nothing_else() -> None:
    board = Numberlink(labels=(("1", None, "2"), ("1", None, "2")))
    reach = with_reach(board, EndsAlone).propagators[-1]
    assert isinstance(reach, EndsAlone)
    edges = board.edges()
    cut = [i for i, (u, v) in enumerate(edges) if u[1] != v[1] and 0 in (u[1], v[1])]
    assert reach.fault(0, sum(1 << i for i in cut)) is None
    alone = [i for i, edge in enumerate(edges) if (0, 0) in edge]
    assert reach.fault(0, sum(1 << i for i in alone)) == "1 is cut in two"
    middle = [i for i, edge in enumerate(edges) if {(0, 1), (1, 1)} & set(edge)]
    assert reach.fault(0, sum(1 << i for i in middle)) is None
    weak = with_reach(board, OpenRoutes).propagators[-1]
    assert isinstance(weak, OpenRoutes)
    assert weak.fault(0, sum(1 << i for i in middle)) is not None


def test_the_least_cost_of_deg_is_the_number_of_assignments_less_one() -> None:
    told = least_of_degrees(draws(8), 3, "welded")[
        "3x3, welded deg: branch points at least, 300001 at most"
    ]
    expected = 0
    for rng in draws(8):
        board, _, _ = repaired("welded", 3, 3, rng)
        rows = [[label or "." for label in row] for row in board.labels]
        expected += len(oracles.numberlink_by_edges(rows, without=("paths",))) - 1
    assert isinstance(told, Mean)
    assert told.total == expected > 0


def test_orders_of_branching_prove_the_same_and_cost_differently() -> None:
    found = branch_points(draws(25), 7, "walks")
    costs = {name: tally.total for name, tally in found.items() if isinstance(tally, Mean)}
    assert len(costs) == len(found) == 7
    assert costs["7x7 probe: branch points"] <= costs["7x7 reach: branch points"]
    middle = costs["7x7 chain, in the middle: branch points"]
    assert middle > costs["7x7 chain: branch points"] > 0


def test_a_bank_adds_its_boards() -> None:
    found = banks(draws(2), 5, "welded", size=3, total=0)
    every = found["5x5, welded, banks of 3 boards: 0 branch points or more"]
    assert isinstance(every, Rate)
    assert (every.hits, every.of) == (2, 2)


def test_rates_by_pairs_are_those_of_the_boards_with_so_many() -> None:
    told = uniqueness(draws(60), 7, "walks", split=True)
    by_number = [told[f"7x7, {k} pairs: unique"] for k in range(5, 10)]
    whole = told["7x7: unique"]
    assert isinstance(whole, Rate)
    seen = [rate.of for rate in by_number if isinstance(rate, Rate)]
    assert 0 < sum(seen) <= whole.of == 60
    shares = [told[f"7x7: {k} of 5 to 9 pairs"].json() for k in range(5, 10)]
    assert [hits for hits, _ in shares] == seen
    assert {of for _, of in shares} == {sum(seen)}


def test_the_first_of_the_family_of_walks_is_the_generators() -> None:
    first = next(iter(FAMILY))
    for touch in (False, True):
        ours = mix(draws(150), 6, ["walks"], touch=touch)
        told = mix(draws(150), 6, [first], touch=touch)
        mean = [
            sum(k * tally.json()[0] for k, tally in zip(range(5, 10), found.values(), strict=True))
            / next(iter(found.values())).json()[1]
            for found in (ours, told)
        ]
        assert abs(mean[0] - mean[1]) < 0.5


def test_the_ways_of_the_family_cut_the_grid_into_paths() -> None:
    for maker in FAMILY:
        (rng,) = draws(1)
        judged(cut_paths(maker, 5, 6, rng), 5, 6)


def test_unused_cells_add_solutions_to_some_board() -> None:
    told = unused(draws(60), 7, "walks")
    unique = told["7x7: still unique"]
    assert isinstance(unique, Rate)
    assert 0 < unique.hits < unique.of


def test_the_comparison_of_reach_and_chain_can_tell_variants_apart() -> None:
    told = comparisons(draws(12), 7, "walks", positions=10)
    more, deciding = (
        told["7x7: reach decides more than chain"],
        told["7x7: reach, read as deciding too, decides more than chain"],
    )
    assert isinstance(more, Total)
    assert isinstance(deciding, Total)
    assert more.total == 0 < deciding.total


def test_witnesses_stand_and_none_is_as_small_as_nine_cells() -> None:
    values = [tally.value for tally in witnesses([]).values() if isinstance(tally, Exact)]
    assert values == ["stands refutes", "stands stands", "stands refutes"]
    told = refuted_at_once([], 2, 4)
    seen, refuted = told.values()
    assert isinstance(seen, Total)
    assert isinstance(refuted, Total)
    assert (seen.total, refuted.total) == (classes(2, 4), 0)


def classes(height: int, width: int) -> int:
    """Sets of pairs of cells up to mirroring, by Burnside: pairings fixed by each of the four maps."""
    cells = list(product(range(height), range(width)))

    def pairings(free: list[tuple[int, int]]) -> list[frozenset[frozenset[tuple[int, int]]]]:
        if not free:
            return [frozenset()]
        first, *rest = free
        found = pairings(rest)
        for other in rest:
            left = [cell for cell in rest if cell != other]
            found += [each | {frozenset((first, other))} for each in pairings(left)]
        return found

    every = [each for each in pairings(cells) if each]
    fixed = 0
    for down, across in product((False, True), repeat=2):
        image = {
            (r, c): (height - 1 - r if down else r, width - 1 - c if across else c)
            for r, c in cells
        }
        fixed += sum(
            each == {frozenset(image[cell] for cell in pair) for pair in each} for each in every
        )
    return fixed // 4
