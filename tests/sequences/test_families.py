"""Every family against brute force on all small grids, and symmetry computed both ways."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from sequences.exact import value
from sequences.families import FAMILIES, family
from tests.sequences import oracles_sequences as oracles

NO_THREE = (
    "rows,columns,diagonal,antidiagonal",
    "rows,columns",
    "rows,columns,diagonal",
    "diagonal,antidiagonal",
    "rows",
    "columns",
    "rows,antidiagonal",
)

GRIDS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    # family: largest number of cells tried, brute force
    "paths": (12, oracles.count_paths),
    "covers": (12, oracles.count_covers),
    "hamiltonian-paths": (12, oracles.count_hamiltonian_paths),
    "single-paths": (12, oracles.count_single_paths),
    "at-most-two-per-line": (12, oracles.count_at_most_two),
    "induced-matchings": (16, oracles.count_induced_matchings),
    "takuzu": (16, partial(oracles.count_takuzu, distinct=True)),
    "takuzu-with-repeats": (16, partial(oracles.count_takuzu, distinct=False)),
} | {
    f"no-three/{directions}": (12, partial(oracles.count_no_three, directions=directions))
    for directions in NO_THREE
}

WORDS = {
    "tribonacci": oracles.count_tribonacci,
    "lazy-caterer": oracles.count_lazy_caterer,
    "balanced-words": oracles.count_balanced_words,
}


def sides(cells: int) -> list[tuple[int, int]]:
    return [(h, w) for h in range(1, cells + 1) for w in range(1, cells // h + 1)]


@pytest.mark.parametrize("name", GRIDS)
def test_a_family_agrees_with_brute_force_on_all_small_grids(name: str) -> None:
    cells, count = GRIDS[name]
    known = family(name)
    for height, width in sides(cells):
        assert value(known, height, width) == count(height, width), (height, width)


@pytest.mark.parametrize("name", WORDS)
def test_words_agree_with_brute_force(name: str) -> None:
    for length in range(13):
        assert value(family(name), length, 1) == WORDS[name](length), length


def test_every_family_has_a_brute_force() -> None:
    covered = {"no-three", *GRIDS, *WORDS}
    assert set(FAMILIES) <= covered
    assert family("no-three/" + NO_THREE[0]).name == "no-three"


@pytest.mark.parametrize(("height", "width"), [(1, 6), (2, 4), (2, 5), (3, 3)])
def test_partitions_listed_by_cells_and_by_edges_agree(height: int, width: int) -> None:
    assert oracles.count_paths(height, width) == oracles.count_linear_forests(height, width, {1, 2})
    assert oracles.count_covers(height, width) == oracles.count_linear_forests(
        height, width, {0, 1, 2}
    )


@pytest.mark.parametrize(("height", "width"), [(1, 7), (2, 4), (3, 3)])
def test_induced_matchings_by_cells_and_by_edges_agree(height: int, width: int) -> None:
    by_cells = oracles.count_induced_matchings(height, width)
    assert by_cells == oracles.count_induced_edge_sets(height, width)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paths", "covers", "hamiltonian-paths", "single-paths"])
def test_path_families_agree_with_brute_force_on_larger_grids(name: str) -> None:
    count = GRIDS[name][1]
    for height, width in [(4, 4), (3, 5), (2, 7), (2, 8)]:
        assert value(family(name), height, width) == count(height, width), (height, width)


@pytest.mark.slow
def test_no_three_agrees_with_brute_force_on_4_x_4() -> None:
    for directions in NO_THREE:
        right = oracles.count_no_three(4, 4, directions)
        assert value(family(f"no-three/{directions}"), 4, 4) == right


SYMMETRIC = [name for name in GRIDS if family(name).symmetric]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_a_grid_and_its_transpose_count_the_same(name: str) -> None:
    known = family(name)
    for height, width in [(2, 6), (3, 5), (4, 5), (3, 6), (4, 6), (2, 9)]:
        assert value(known, height, width) == value(known, width, height), (height, width)


def test_rules_along_one_kind_of_line_are_not_symmetric() -> None:
    rows = family("no-three/rows")
    assert not rows.symmetric
    assert value(rows, 2, 3) != value(rows, 3, 2) == value(family("no-three/columns"), 2, 3)


@pytest.mark.parametrize(
    ("name", "height", "width", "complaint"),
    [("paths", 3, 0, "at least one"), ("tribonacci", 3, 2, "no width")],
)
def test_impossible_sizes_are_refused(name: str, height: int, width: int, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        family(name).machine(height, width)


def test_unknown_directions_are_refused() -> None:
    with pytest.raises(ValueError, match="no direction 'knight'"):
        family("no-three/rows,knight")
