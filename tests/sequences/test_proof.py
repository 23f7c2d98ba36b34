"""Proofs: the orders, the bounds, and verdicts on conjectures."""

from __future__ import annotations

import pytest

from sequences.exact import Program, strip_terms
from sequences.families import family
from sequences.linear import residual
from sequences.lumping import check_lumpable, lump, quotient, row_matrix
from sequences.machine import MachineTooLargeError
from sequences.proof import bound, check_conjecture, prove, prove_modulo
from sequences.recurrence import Status

# family, width, order of the shortest recurrence
PROVED = [
    ("paths", 2, 4),
    ("paths", 3, 10),
    ("paths", 4, 25),
    ("paths", 5, 69),
    ("no-three", 3, 14),  # A181219, published as empirical
    ("no-three", 4, 32),  # A181220, published as empirical
    ("no-three", 5, 86),  # A181221
    ("covers", 2, 4),
    ("covers", 3, 9),
    ("covers", 4, 25),
    ("covers", 5, 65),
    ("induced-matchings", 2, 4),
    ("induced-matchings", 3, 9),
    ("induced-matchings", 4, 14),
    ("induced-matchings", 5, 36),
    ("induced-matchings", 6, 69),
    ("induced-matchings", 7, 151),
    ("hamiltonian-paths", 2, 4),
    ("hamiltonian-paths", 3, 8),
    ("hamiltonian-paths", 4, 16),
    ("hamiltonian-paths", 5, 29),
    ("hamiltonian-paths", 6, 72),
    ("single-paths", 2, 5),
    ("single-paths", 3, 9),
    ("single-paths", 4, 21),
    ("single-paths", 5, 46),
    ("at-most-two-per-line", 4, 9),
    ("tribonacci", 1, 3),
    ("lazy-caterer", 1, 3),
]

PROVED_SLOWLY = [
    ("paths", 6, 196),
    ("paths", 7, 574),
    ("no-three", 6, 220),  # A181222
    ("no-three", 7, 614),  # A181223
    ("covers", 6, 195),
    ("induced-matchings", 8, 307),
    ("induced-matchings", 9, 666),
    ("hamiltonian-paths", 7, 185),
    ("single-paths", 6, 127),
]


def assert_proved(name: str, width: int, order: int) -> None:
    proof = prove(family(name), width)
    recurrence, states = proof.recurrence, proof.bound.lumped
    assert (recurrence.status, recurrence.order) == (Status.PROVED, order)
    assert recurrence.minimal
    assert recurrence.bound == states >= order
    assert recurrence.terms_used == len(proof.terms) == states + order
    assert all(
        residual(proof.terms, recurrence.coefficients, n) == 0 for n in range(order, states + order)
    )


@pytest.mark.parametrize(("name", "width", "order"), PROVED)
def test_proved_over_z(name: str, width: int, order: int) -> None:
    assert_proved(name, width, order)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "width", "order"), PROVED_SLOWLY)
def test_proved_over_z_slowly(name: str, width: int, order: int) -> None:
    assert_proved(name, width, order)


@pytest.mark.parametrize(("name", "width"), [("paths", 4), ("no-three", 4), ("covers", 3)])
def test_the_terms_of_a_proof_are_those_of_the_plain_run(name: str, width: int) -> None:
    proof = prove(family(name), width)
    assert list(proof.terms) == strip_terms(family(name), width, 1, len(proof.terms))


MIRROR = str.maketrans("()", ")(")


@pytest.mark.parametrize(
    ("name", "width", "states"),
    [
        ("paths", 5, 132),  # Catalan(6)
        ("no-three", 2, 9),
        ("no-three", 3, 28),
        ("no-three", 4, 92),
        ("no-three", 5, 265),
        ("no-three", 6, 791),
        ("induced-matchings", 5, 60),
        ("hamiltonian-paths", 4, 34),
    ],
)
def test_mirror_images_share_a_class(name: str, width: int, states: int) -> None:
    matrix = row_matrix(family(name).machine(0, width), 1000)
    classes = lump(matrix)
    assert len(matrix.states) == states
    assert check_lumpable(matrix, classes)
    number = {state: index for index, state in enumerate(matrix.states)}
    for state, index in number.items():
        mirrored = number[state[::-1].translate(MIRROR)]
        assert classes[index] == classes[mirrored], state


def test_a_partition_that_is_not_lumpable_is_recognised() -> None:
    matrix = row_matrix(family("paths").machine(0, 3), 100)
    classes = lump(matrix)
    assert not check_lumpable(matrix, [0] * len(classes))
    merged = [min(group, max(classes) - 1) for group in classes]
    assert not check_lumpable(matrix, merged)


def test_no_coarser_partition_than_the_one_found_is_lumpable() -> None:
    matrix = row_matrix(family("paths").machine(0, 3), 100)
    classes = lump(matrix)
    for first in range(max(classes)):
        for second in range(first + 1, max(classes) + 1):
            merged = [first if group == second else group for group in classes]
            assert not check_lumpable(matrix, merged)


@pytest.mark.parametrize(("name", "width"), [("paths", 4), ("no-three", 4), ("single-paths", 3)])
def test_the_lumped_machine_counts_the_same(name: str, width: int) -> None:
    matrix = row_matrix(family(name).machine(0, width), 1000)
    small = quotient(matrix, lump(matrix))
    vector = list(small.accept)
    counts = Program(family(name).machine(0, width), 1000).counts()
    for _ in range(20):
        assert vector[0] == next(counts)
        vector = [sum(m * vector[t] for t, m in image.items()) for image in small.rows]


def test_proved_modulo_a_prime_only() -> None:
    known = family("paths")
    modular = prove_modulo(known, 3, 10**9 + 7)
    assert modular.status is Status.PROVED_MODULO
    assert modular.primes == (10**9 + 7,)
    whole = prove(known, 3).recurrence
    assert tuple(c % (10**9 + 7) for c in whole.coefficients) == modular.coefficients


def test_an_order_modulo_an_unlucky_prime_is_only_a_lower_bound() -> None:
    # Modulo 2 the strip 2 X n has a shorter recurrence than over the integers.
    assert prove_modulo(family("paths"), 2, 2).order < 4


def test_a_proof_starts_at_any_row() -> None:
    late = prove(family("hamiltonian-paths"), 2, first=2).recurrence
    assert late.coefficients == (3, -3, 1)
    assert late.offset == 2


def test_conjectures_proved_and_refuted() -> None:
    known = family("paths")
    assert check_conjecture(known, 2, (5, -2, -2, 2)).kind == "proved"
    # Not the shortest, but true: multiply the characteristic polynomial by x - 1.
    assert check_conjecture(known, 2, (6, -7, 0, 4, -2)).kind == "proved"
    wrong = check_conjecture(known, 2, (5, -2, -2, 3))
    assert (wrong.kind, wrong.n, wrong.predicted, wrong.actual) == ("refuted", 5, 529, 528)
    assert wrong.holds_from is None


def test_a_conjecture_that_holds_from_some_term_on() -> None:
    # T(n, 2) = n^2 - n + 2 for n > 1, but T(1, 2) = 1.
    verdict = check_conjecture(family("hamiltonian-paths"), 2, (3, -3, 1))
    assert (verdict.kind, verdict.n, verdict.holds_from) == ("refuted", 4, 5)


def test_conjectures_without_a_machine_are_undecided() -> None:
    verdict = check_conjecture(family("takuzu"), 4, (1, 1))
    assert verdict.kind == "undecided"
    assert "no finite machine" in verdict.reason
    assert check_conjecture(family("paths"), 5, (1, 1), largest=10).kind == "undecided"


def test_a_machine_that_is_too_large_is_refused() -> None:
    with pytest.raises(MachineTooLargeError, match="more than 10 states"):
        bound(family("paths"), 4, limit=10)
    with pytest.raises(MachineTooLargeError):
        Program(family("paths").machine(0, 4), 10)


def test_no_bound_where_the_states_grow_with_the_height() -> None:
    with pytest.raises(ValueError, match="grow with the height"):
        bound(family("takuzu-with-repeats"), 3)
