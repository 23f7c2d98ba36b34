"""Growth: digits and dominance are certified or not given."""

from __future__ import annotations

from decimal import Decimal, getcontext

import pytest

from sequences.asymptotics import growth
from sequences.families import family
from sequences.proof import prove
from sequences.recurrence import fit


def test_the_golden_ratio_to_fifty_decimals() -> None:
    found = growth(fit([1, 1, 2, 3, 5, 8]), digits=50)
    getcontext().prec = 60
    root = (1 + Decimal(5).sqrt()) / 2
    assert found is not None
    assert found.root == str(root)[:52]
    assert found.constant == str(root / Decimal(5).sqrt())[:52]


@pytest.mark.parametrize(("name", "width"), [("paths", 2), ("paths", 4), ("no-three", 4)])
def test_the_growth_agrees_with_far_terms(name: str, width: int) -> None:
    proof = prove(family(name), width)
    found = growth(proof.recurrence, digits=30)
    assert found is not None
    assert found.multiplicity == 1
    terms = proof.recurrence.terms()
    numbered = [next(terms) for _ in range(400)]
    getcontext().prec = 60
    ratio = Decimal(numbered[-1]) / Decimal(numbered[-2])
    assert abs(ratio - Decimal(found.root)) < Decimal(10) ** -15
    predicted = Decimal(found.constant) * Decimal(found.root) ** 400
    assert abs(predicted / Decimal(numbered[-1]) - 1) < Decimal(10) ** -15


def test_a_multiple_root() -> None:
    found = growth(prove(family("lazy-caterer"), 1, first=0).recurrence, digits=5)
    assert found is not None
    assert (found.root, found.multiplicity, found.constant) == ("1.00000", 3, "0.50000")


@pytest.mark.parametrize("terms", [[1, 0, 1, 0, 1, 0, 1, 0], [0, 1, 0, -1] * 3])
def test_roots_of_equal_modulus_do_not_dominate(terms: list[int]) -> None:
    assert growth(fit(terms)) is None


def test_a_negative_root_may_dominate() -> None:
    found = growth(fit([1, -2, 4, -8, 16]), digits=3)
    assert found is not None
    assert (found.root, found.constant) == ("-2.000", "1.000")


def test_a_finite_sequence_does_not_grow() -> None:
    assert growth(fit([7, 0, 0, 0, 0])) is None


def lucas(count: int) -> list[int]:
    terms = [2, 1]
    while len(terms) < count:
        terms.append(terms[-1] + terms[-2])
    return terms


@pytest.mark.parametrize(
    ("terms", "root", "constant"),
    [
        ([(3**n + 1) // 2 for n in range(8)], "3.000", "0.500"),
        ([1000**n for n in range(6)], "1000.000", "1.000"),
        (lucas(10), "1.618", "1.000"),
        ([(5 * 9**n + 3) // 8 for n in range(8)], "9.000", "0.625"),
        ([2**n - 3**n for n in range(8)], "3.000", "-1.000"),
        ([(2 * 4**n + 1) // 3 for n in range(8)], "4.000", "0.666"),
    ],
)
def test_numbers_with_few_decimals_are_recognised(
    terms: list[int], root: str, constant: str
) -> None:
    # No ball around 1, however small, tells 0.999... from 1.000...
    found = growth(fit(terms), digits=3)
    assert found is not None
    assert (found.root, found.constant) == (root, constant)


def test_roots_beyond_floating_point() -> None:
    small, large = 10**399, 10**400
    found = growth(fit([small**n + large**n for n in range(8)]), digits=2)
    assert found is not None
    assert (found.root, found.constant) == (f"{large}.00", "1.00")
