"""Numberlink: claims L1, L2, L7, L9 and L11, and a known count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from puzzles import Numberlink
from tests import oracles
from tests.agreement import engine, oracle, solution_set
from tests.oracles import Cell, Path


def board(labels: dict[Cell, str], height: int, width: int) -> Numberlink:
    rows = tuple(tuple(labels.get((r, c)) for c in range(width)) for r in range(height))
    return Numberlink(labels=rows)


def numbered(paths: tuple[Path, ...], height: int, width: int) -> Numberlink:
    """The board whose pairs are the ends of these paths."""
    ends = {cell: str(i) for i, path in enumerate(paths, 1) for cell in (path[0], path[-1])}
    return board(ends, height, width)


def black(cell: Cell) -> bool:
    return sum(cell) % 2 == 0


def surplus(height: int, width: int) -> int:
    """Black cells minus white cells."""
    return height * width % 2


def balanced(pairs: Iterator[tuple[Cell, Cell]], height: int, width: int) -> bool:
    """L1's identity: pairs with both ends black minus pairs with both ends white."""
    difference = sum(
        (black(one) and black(other)) - (not black(one) and not black(other))
        for one, other in pairs
    )
    return difference == surplus(height, width)


# L1


@pytest.mark.parametrize(
    ("height", "width", "number"), [(2, 3, 26), (3, 3, 242), (3, 4, 3113), (4, 4, 99636)]
)
def test_l1_on_every_partition_and_l9_by_listing_them(height: int, width: int, number: int) -> None:
    seen = 0
    for paths in oracles.path_partitions(height, width):
        assert balanced(((p[0], p[-1]) for p in paths), height, width), paths
        seen += 1
    assert seen == number


def test_l1_on_every_partition_of_3x5() -> None:
    seen = 0
    for paths in oracles.path_partitions(3, 5):
        assert balanced(((p[0], p[-1]) for p in paths), 3, 5), paths
        seen += 1
    assert seen == 34772  # with the four sizes above 137 789


@pytest.mark.parametrize("shape", [(2, 3), (2, 4), (3, 3)])
def test_l1_a_board_that_breaks_it_has_no_solution(shape: tuple[int, int]) -> None:
    broken = 0
    for labels in oracles.labellings(*shape):
        cells: dict[str, list[Cell]] = {}
        for r, c in product(*map(range, shape)):
            if labels[r][c] != ".":
                cells.setdefault(labels[r][c], []).append((r, c))
        if any(len(ends) != 2 for ends in cells.values()):
            continue  # a label of four cells pairs freely
        if balanced(((ends[0], ends[1]) for ends in cells.values()), *shape):
            continue
        broken += 1
        ends = {cell: label for label, pair in cells.items() for cell in pair}
        assert engine("frontier", board(ends, *shape)) == 0
    assert broken > 0


# L2

ONE_PAIR = {  # placements that pass L1: solvable, unsolvable
    (2, 2): (4, 0),
    (2, 3): (8, 1),
    (2, 4): (14, 2),
    (2, 5): (22, 3),
    (3, 3): (10, 0),
    (3, 4): (29, 7),
    (3, 5): (28, 0),
    (4, 4): (64, 0),
}


@pytest.mark.parametrize("name", ["frontier", "sat"])
@pytest.mark.parametrize(("shape", "split"), ONE_PAIR.items())
def test_l2_one_pair(shape: tuple[int, int], split: tuple[int, int], name: str) -> None:
    cells = list(product(range(shape[0]), range(shape[1])))
    solvable = unsolvable = 0
    for one, other in combinations(cells, 2):
        count = engine(name, board({one: "1", other: "1"}, *shape))
        if not balanced(iter([(one, other)]), *shape):
            assert count == 0
        elif count:
            solvable += 1
        else:
            unsolvable += 1
    assert (solvable, unsolvable) == split


def test_l2_counts_are_hamiltonian_paths() -> None:
    # OEIS A332307 and A120443: Hamiltonian paths of the grid, here summed over their two ends.
    for (height, width), number in {(2, 3): 8, (3, 3): 20, (3, 4): 62, (4, 4): 276}.items():
        cells = list(product(range(height), range(width)))
        boards = [
            board({one: "1", other: "1"}, height, width) for one, other in combinations(cells, 2)
        ]
        assert sum(engine("frontier", each) for each in boards) == number


# L7


@pytest.mark.parametrize("shape", [(2, 3), (2, 4)])
def test_l7_unused_cells_never_lower_the_count(shape: tuple[int, int]) -> None:
    more = 0
    for labels in oracles.labellings(*shape):
        rows = tuple(tuple(None if t == "." else t for t in row) for row in labels)
        tight = Numberlink(labels=rows)
        strict, loose = engine("frontier", tight), engine("frontier", tight.variant("unused"))
        assert strict <= loose, tight.text()
        more += strict < loose
    assert more > 0


def test_l7_the_solutions_with_every_cell_used_are_among_the_others() -> None:
    for paths in list(oracles.path_partitions(3, 4))[::100]:
        tight = numbered(paths, 3, 4)
        assert solution_set(tight) <= solution_set(tight.variant("unused")), tight.text()


# L9

PARTITIONS = {  # the article's 2xn, 3xn and 4x4
    (1, 2): 1,
    (2, 2): 6,
    (2, 3): 26,
    (2, 4): 118,
    (2, 5): 528,
    (2, 6): 2364,
    (3, 1): 1,
    (3, 2): 26,
    (3, 3): 242,
    (3, 4): 3113,
    (4, 4): 99636,
}


@pytest.mark.parametrize("shape", [shape for shape in PARTITIONS if shape != (4, 4)])
def test_l9_by_listing_the_partitions(shape: tuple[int, int]) -> None:
    # 4x4 is listed, and its number checked, by the test of L1.
    assert sum(1 for _ in oracles.path_partitions(*shape)) == PARTITIONS[shape]


def sum_over_boards(height: int, width: int) -> int:
    """Partitions by boards: a set of cells, all of one label, pairs freely, so its count is the
    number of partitions with just these ends; every partition has one set of ends."""
    cells = list(product(range(height), range(width)))
    total = 0
    for size in range(2, len(cells) + 1, 2):
        for ends in combinations(cells, size):
            total += engine("frontier", board(dict.fromkeys(ends, "1"), height, width))
    return total


@pytest.mark.parametrize(
    "shape",
    [(2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4), pytest.param((4, 4), marks=pytest.mark.slow)],
)
def test_l9_by_counting_boards(shape: tuple[int, int]) -> None:
    assert sum_over_boards(*shape) == PARTITIONS[shape]


# L11


def test_l11_edges_and_cells_agree() -> None:
    for paths in list(oracles.path_partitions(3, 4))[::25]:
        made = numbered(paths, 3, 4)
        edges = oracles.edges_of(paths)
        mask = sum(1 << i for i, place in enumerate(made.places()) if place in edges)
        assert not made.violations(mask), made.text()
        assert mask in oracle(made), made.text()
        assert solution_set(made) == oracle(made), made.text()
        assert engine("brute", made) == len(oracle(made)), made.text()


# A known count


@pytest.mark.parametrize("name", ["frontier"])
def test_known_count_of_a_corner_pair_on_10x10_with_unused_cells(name: str) -> None:
    # Paths between opposite corners of a grid of 10x10 cells (OEIS A007764), past 2^64.
    corners = board({(0, 0): "1", (9, 9): "1"}, 10, 10).variant("unused")
    assert engine(name, corners) == 41044208702632496804 > 2**64


@pytest.mark.parametrize("name", ["frontier", "bdd"])
def test_known_counts_of_corner_pairs_on_smaller_grids(name: str) -> None:
    for n, number in {2: 2, 3: 12, 4: 184, 5: 8512, 6: 1262816}.items():
        corners = board({(0, 0): "1", (n - 1, n - 1): "1"}, n, n).variant("unused")
        assert engine(name, corners) == number
