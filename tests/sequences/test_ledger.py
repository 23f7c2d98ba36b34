"""The claims of the four articles that are about sequences: L9, L10, D6, D7, B1, N9."""

from __future__ import annotations

import pytest

from sequences.exact import strip_terms, value
from sequences.families import family
from sequences.proof import prove

L9 = {
    2: [1, 6, 26, 118, 528, 2364, 10580, 47352, 211928, 948504, 4245120, 18999440],
    3: [1, 26, 242, 3113, 34772, 412016, 4758383],
    4: [2, 118, 3113, 99636, 2993923],
}


@pytest.mark.parametrize("width", L9)
def test_l9_partitions_into_paths(width: int) -> None:
    assert strip_terms(family("paths"), width, 1, len(L9[width])) == L9[width]


@pytest.mark.parametrize("width", L9)
def test_l9_with_rows_and_columns_exchanged(width: int) -> None:
    lengths = range(1, min(len(L9[width]), 7) + 1)
    assert [value(family("paths"), width, n) for n in lengths] == L9[width][: len(lengths)]


def test_l10_the_conjecture_is_proved() -> None:
    recurrence = prove(family("paths"), 2).recurrence
    assert recurrence.coefficients == (5, -2, -2, 2)
    assert recurrence.status.value == "proved over Z"


def test_d6_one_line_of_circles_read_rightly_and_misread() -> None:
    lengths = (4, 6, 8, 10, 12)
    right = [value(family("tribonacci"), n, 1) for n in lengths]
    misread = [value(family("lazy-caterer"), n, 1) for n in lengths]
    assert right == [13, 44, 149, 504, 1705]
    assert misread == [11, 22, 37, 56, 79]


def test_d7_grids_full_of_circles() -> None:
    squares = [value(family("no-three"), n, n) for n in range(1, 6)]
    assert squares == [2, 16, 230, 10732, 1495392]


def test_d7_goes_on_exactly_beyond_the_precision_of_doubles() -> None:
    exact = value(family("no-three"), 12, 6)
    assert exact == 102172834596986892 > 2**53  # A181222
    assert int(float(exact)) != exact


@pytest.mark.slow
def test_d7_eight_by_nine_both_ways() -> None:
    assert value(family("no-three"), 9, 8) == value(family("no-three"), 8, 9)


def test_b1_words_of_a_binairo_line() -> None:
    words = [value(family("balanced-words"), n, 1) for n in (2, 4, 6, 8, 10, 12)]
    assert words == [2, 6, 14, 34, 84, 208]


def test_n9_induced_matchings_of_the_five_by_five_grid() -> None:
    assert value(family("induced-matchings"), 5, 5) == 7358
