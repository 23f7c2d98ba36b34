"""Terms of the dense machines against the definitions, known values and their proved bounds.

The brute forces are written from the definitions and import nothing of ours.
"""

import re
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from sequences.dense import KNOWN, compute, primes_used, supported
from sequences.dense.bounds import size_bound
from sequences.dense.plan import deal
from sequences.dense.residues import LIMIT, combine, primes_below
from sequences.dense.spread import run_tasks

FAMILIES = ("covers", "induced-matchings", "no-three", "paths")


def edge_sets(height: int, width: int) -> tuple[int, int]:
    """(paths, covers) by trying all sets of edges."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    edges = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < width]
    edges += [((r, c), (r + 1, c)) for r, c in cells if r + 1 < height]
    paths = covers = 0
    for used in product((False, True), repeat=len(edges)):
        part = {cell: cell for cell in cells}
        degree = Counter[tuple[int, int]]()
        for (a, b), here in zip(edges, used, strict=True):
            if not here:
                continue
            degree[a] += 1
            degree[b] += 1
            while part[a] != a:
                a = part[a]
            while part[b] != b:
                b = part[b]
            if a == b or max(degree.values()) > 2:
                break
            part[a] = b
        else:
            covers += 1
            paths += len(degree) == len(cells)
    return paths, covers


@cache
def brute(family: str, height: int, width: int) -> int:
    if family in ("paths", "covers"):
        return edge_sets(height, width)[family == "covers"]
    total = 0
    for bits in product((0, 1), repeat=height * width):
        ones = {divmod(place, width) for place, bit in enumerate(bits) if bit}
        if family == "no-three":
            total += not any(
                {(r + a, c + b), (r + 2 * a, c + 2 * b)} <= ones
                for r, c in ones
                for a, b in ((0, 1), (1, 0), (1, 1), (1, -1))
            )
        else:
            total += all(
                len({(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & ones) == 1 for r, c in ones
            )
    return total


def as_given(family: str, height: int, width: int) -> int:
    """The term by rows of `width` cells, also where `compute` would turn the grid."""
    primes = primes_used(family, height, width)
    found = run_tasks(
        deal(family, height, width, primes), workers=1, scheduler=None, progress=False
    )
    bound = size_bound(family, height, width)
    return combine([found[prime] for prime in primes], primes, bound)


SMALL = [(h, w) for h in range(1, 14) for w in range(1, 14) if h * w <= 12]


@pytest.mark.parametrize("family", FAMILIES)
def test_equals_brute_force_on_every_small_grid(family: str) -> None:
    for height, width in SMALL:
        if family in ("no-three", "induced-matchings") or 2 * height * width - height - width <= 13:
            assert as_given(family, height, width) == brute(family, height, width), (height, width)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("height", "width"), [(3, 4), (4, 3), (2, 6), (6, 2), (4, 4)])
def test_equals_brute_force_on_larger_grids(family: str, height: int, width: int) -> None:
    if family in ("paths", "covers") and height * width == 16:
        pytest.skip("2^24 sets of edges")
    assert as_given(family, height, width) == brute(family, height, width)


@pytest.mark.parametrize("family", FAMILIES)
def test_rows_and_columns_can_be_exchanged(family: str) -> None:
    for height in range(1, 10):
        for width in range(1, height):
            assert as_given(family, height, width) == as_given(family, width, height)


def test_no_three_equals_a_table_of_row_pairs() -> None:
    """A machine from the plain definition: the last two rows, in Python integers."""

    def fits(a: int, b: int, c: int) -> bool:
        return not (a & b & c or a & b << 1 & c << 2 or a & b >> 1 & c >> 2)

    for width in range(1, 7):
        rows = [row for row in range(1 << width) if not row & row >> 1 & row >> 2]
        pairs = {(0, 0): 1}
        for height in range(1, 10):
            longer = Counter[tuple[int, int]]()
            for (a, b), ways in pairs.items():
                for c in rows:
                    if fits(a, b, c):
                        longer[b, c] += ways
            pairs = dict(longer)
            assert as_given("no-three", height, width) == sum(pairs.values())


# Squares from n = 1. no-three: A181218. paths: Graphillion; to n = 10 a plain program as well.
# induced-matchings: the list.
SQUARES = {
    "paths": [
        0,
        6,
        242,
        99636,
        232227462,
        3952987691824,
        448633115022881616,
        352591465807778534595212,
        1891042896928055941186281773680,
        69629794936037828732932322725487810252,
        17559350856012227028996427907786039724359964544,
    ],
    "no-three": [
        2,
        16,
        230,
        10732,
        1495392,
        507962194,
        493466099722,
        1328921689649459,
        9633695407844528952,
        192630734231370260714836,
        10572973250296811381776668634,
    ],
    "induced-matchings": [1, 5, 25, 314, 7358, 349511],
}


@pytest.mark.parametrize("family", SQUARES)
def test_known_squares(family: str) -> None:
    found = [compute(family, n, n) for n in range(1, len(SQUARES[family]) + 1)]
    assert found == SQUARES[family]
    assert {type(term) for term in found} == {int}


def test_known_strips_of_paths() -> None:
    """The 2 x n, 3 x n and 4 x n values that the articles print."""
    two = [1, 6, 26, 118, 528, 2364, 10580, 47352, 211928, 948504, 4245120, 18999440]
    assert [compute("paths", 2, n) for n in range(1, 13)] == two
    assert [compute("paths", n, 3) for n in range(1, 8)] == [
        1,
        26,
        242,
        3113,
        34772,
        412016,
        4758383,
    ]
    assert [compute("paths", 4, n) for n in range(1, 6)] == [2, 118, 3113, 99636, 2993923]


def test_a_single_row_of_paths_is_a_fibonacci_number() -> None:
    """A row of n cells cut into pieces of at least two: F(n - 1); 2^(n-1) covers."""
    before, here = 1, 0  # F(-1), F(0)
    for n in range(1, 100):
        assert compute("paths", 1, n) == here
        assert compute("covers", n, 1) == 2 ** (n - 1)
        before, here = here, before + here


def test_terms_beyond_the_range_of_floats() -> None:
    """A 2 x n strip satisfies a(n) = 5a(n-1) - 2a(n-2) - 2a(n-3) + 2a(n-4), past 2^1024 too."""
    terms = [1, 6, 26, 118]
    while len(terms) < 700:
        a, b, c, d = terms[-4:]
        terms.append(5 * d - 2 * c - 2 * b + 2 * a)
    assert terms[-1] > 1 << 1024
    assert compute("paths", 2, 700) == terms[-1]


@pytest.mark.parametrize("family", FAMILIES)
def test_no_term_passes_its_bound(family: str) -> None:
    for height in range(1, 9):
        for width in range(1, height + 1):
            term = as_given(family, height, width)
            assert term <= size_bound(family, height, width)
            assert term <= size_bound(family, width, height)


def test_bounds_are_near_enough_to_save_primes() -> None:
    """At 8 x 8 a bound has at most four tenths more bits than the term.

    Matchings are bounded far less closely, but are small.
    """
    for family in ("covers", "no-three", "paths"):
        term = compute(family, 8, 8)
        assert size_bound(family, 8, 8).bit_length() <= 1.4 * term.bit_length(), family


def test_strip_bounds_are_exact_for_one_strip() -> None:
    """Four rows are one strip; in a matching of a strip every one has at most one neighbour."""
    for width in range(1, 4):
        assert size_bound("no-three", 4, width) == brute("no-three", 4, width)
        allowed = 0
        for bits in product((0, 1), repeat=4 * width):
            ones = {divmod(place, width) for place, bit in enumerate(bits) if bit}
            allowed += all(
                len({(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & ones) <= 1 for r, c in ones
            )
        assert size_bound("induced-matchings", 4, width) == allowed


@pytest.mark.parametrize("family", FAMILIES)
def test_other_primes_give_the_same_term(family: str) -> None:
    term = compute(family, 7, 6)
    below = primes_below(LIMIT - 10**6)
    assert compute(family, 7, 6, primes=[next(below) for _ in range(6)]) == term
    small = primes_below(1 << 16)
    assert compute(family, 7, 6, primes=[next(small) for _ in range(9)]) == term


def test_primes_of_fixed_size_do_not_wrap_around() -> None:
    primes = [2**61 - 1, 2**61 - 31, 2**61 - 45, 2**61 - 229]
    term = compute("paths", 8, 8)
    numbers = np.array(primes, np.int64)
    assert compute("paths", 8, 8, primes=list(numbers)) == term


def test_a_prime_that_divides_the_term_does_no_harm() -> None:
    """T(2, 3) = 26 = 2 * 13 vanishes modulo 2 and 13."""
    assert compute("paths", 2, 3, primes=[13, 2, 5, 11]) == 26


@pytest.mark.parametrize(
    ("primes", "message"),
    [
        ([LIMIT - 57], "too few"),
        ([], "too few"),
        ([7, 11], "too few"),
        ([LIMIT - 57, LIMIT - 57], "distinct"),
        ([LIMIT - 57, LIMIT - 1], "not a prime"),
        ([2**62 + 135, LIMIT - 57], "not a prime below"),
    ],
)
def test_unfit_primes_are_refused(primes: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compute("paths", 3, 3, primes=primes)


def test_a_wrong_residue_is_noticed() -> None:
    primes = primes_used("paths", 6, 6)
    term = compute("paths", 6, 6)
    bound = size_bound("paths", 6, 6)
    residues = [term % prime for prime in primes]
    assert combine(residues, primes, bound) == term
    for place in range(len(primes)):
        wrong = residues.copy()
        wrong[place] ^= 1
        with pytest.raises(ArithmeticError):
            combine(wrong, primes, bound)


def test_what_is_supported() -> None:
    assert all(supported(family, 16, 40) and supported(family, 1, 1) for family in FAMILIES)
    assert not supported("takuzu", 4, 4)
    assert not supported("paths", 0, 3)
    assert not supported("paths", 17, 17)
    with pytest.raises(ValueError, match="no dense machine"):
        compute("paths", 17, 17)
    with pytest.raises(ValueError, match="workers"):
        compute("paths", 2, 2, workers=0)


@pytest.mark.slow
def test_squares_of_twelve() -> None:
    """A181218(12) is OxiDD's value as well; other primes confirm the paths."""
    assert compute("no-three", 12, 12) == KNOWN["no-three"][12]
    first = compute("paths", 12, 12, workers=2)
    below = primes_below(LIMIT - 10**9)
    assert compute("paths", 12, 12, primes=[next(below) for _ in range(6)]) == first


@pytest.mark.slow
@pytest.mark.parametrize("family", ["no-three", "paths"])
def test_wide_machines_agree_with_narrower_ones(family: str) -> None:
    """T(12, 13) by 13 columns and by 12: the wider machine against the one the OEIS covers."""
    assert as_given(family, 12, 13) == as_given(family, 13, 12)


@pytest.mark.slow
def test_terms_beyond_the_oeis_stay() -> None:
    """Our own values, each computed with two sets of primes; docs/scale.md tells the evidence."""
    assert compute("no-three", 13, 13) == KNOWN["no-three"][13]
    assert compute("no-three", 14, 14, workers=2) == KNOWN["no-three"][14]
    assert compute("paths", 13, 13, workers=2) == KNOWN["paths"][13]


def test_known_terms_are_those_of_the_page_and_the_smaller_ones_come_out_again() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")
    for family, name in (("no-three", r"A181218\((\d+)\)"), ("paths", r"paths (\d+)x\1")):
        shown = re.findall(rf"^\| {name} \|.*\| (\d{{20,}}) \|$", page, re.MULTILINE)
        assert {int(n): int(term) for n, term in shown} == KNOWN[family]
        assert compute(family, 10, 10) == KNOWN[family][10]
