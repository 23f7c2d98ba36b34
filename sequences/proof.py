"""Proofs that all terms of a strip obey a linear recurrence.

The argument. A machine with N states gives a(n) = u M^n v with an N x N integer matrix M. For
coefficients c_1, ..., c_r put d(n) = a(n) - c_1 a(n-1) - ... - c_r a(n-r). Then d(n) = u M^(n-r) w
with one vector w, so d obeys the recurrence of order N that Cayley and Hamilton give for M, whose
leading coefficient is 1. If N consecutive d(n) are 0, all later ones are. So N + r consecutive
exact terms that satisfy the recurrence prove it for all n from the first of them on.

N counts the useful states after exact lumping (`sequences.lumping`); it never comes from the terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from sequences.exact import Program, uniform_counts
from sequences.linear import berlekamp_massey, hankel_determinant, primes_below, residual
from sequences.lumping import RowMatrix, check_lumpable, lump, row_matrix
from sequences.problem import Family
from sequences.recurrence import Recurrence, Status, lift

__all__ = [
    "EXACT_BOUND",
    "STATE_LIMIT",
    "Bound",
    "Proof",
    "Verdict",
    "bound",
    "check_conjecture",
    "prove",
    "prove_modulo",
]

STATE_LIMIT = 20_000
"""Machines with more reachable states are not listed."""

EXACT_BOUND = 1500
"""Proofs over Z beyond this N are not tried unasked: at N = 1000 one takes about a minute."""


SETTLED_BOUND = 400
"""Up to this N a refuted conjecture is also examined for holding from some later term on."""


@dataclass(frozen=True, slots=True)
class Bound:
    """An explicit machine over rows and a lumpable partition of its states."""

    matrix: RowMatrix
    classes: tuple[int, ...]
    states: int
    """States of the machine before any lumping."""

    @property
    def lumped(self) -> int:
        """N, the number of classes."""
        return max(self.classes) + 1


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof object: everything that a checker needs. See `sequences.certificate`."""

    family: str
    width: int
    bound: Bound
    recurrence: Recurrence
    terms: tuple[int, ...]
    """N + r consecutive exact terms from the offset on."""

    def __repr__(self) -> str:
        return f"Proof for {self.family}, width {self.width}: {self.recurrence}"

    def _repr_latex_(self) -> str:
        return self.recurrence._repr_latex_()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a conjectured recurrence."""

    kind: Literal["proved", "refuted", "undecided"]
    reason: str
    n: int | None = None
    """For a refutation, the first index at which the recurrence fails."""
    predicted: int | None = None
    actual: int | None = None
    holds_from: int | None = None
    """The recurrence is proved for all n from here on; None if it is not, or if N is so large that
    this was not examined (`SETTLED_BOUND`)."""


def bound(family: Family, width: int, limit: int = STATE_LIMIT) -> Bound:
    """The bound N for the strip of a given width.

    Raises ValueError if no single machine serves all heights, MachineTooLargeError beyond `limit`.
    """
    if not family.uniform:
        raise ValueError(
            f"{family.name}: the states grow with the height, so no finite machine is known for"
            " strips of growing height"
        )
    matrix = row_matrix(family.machine(0, width), limit)
    classes = lump(matrix)
    if not check_lumpable(matrix, classes):
        raise AssertionError("the partition is not lumpable")
    reached = family.reached(width) if family.reached else len(matrix.states)
    return Bound(matrix, classes, reached)


def prove(family: Family, width: int, first: int = 1, known: Bound | None = None) -> Proof:
    """Find and prove the shortest recurrence of T(n, width), n = first, first + 1, ...

    The recurrence is found from the terms, and proved by N + r of them. That none is shorter is
    shown by a Hankel determinant of size r, which is not 0 modulo a prime.

    `known` saves deriving the bound again. Raises ValueError and MachineTooLargeError as `bound`.

    >>> from sequences.families import family
    >>> proof = prove(family("paths"), 2)
    >>> proof.recurrence.coefficients, proof.recurrence.status.value, proof.bound.lumped
    ((5, -2, -2, 2), 'proved over Z', 4)
    """
    known = known or bound(family, width)
    counts = islice(uniform_counts(family, width, STATE_LIMIT), first, None)
    # The order is at most N, so N + order terms are enough both to find the recurrence and to prove
    # it. The order is not known beforehand: guess it from the terms modulo a prime as they come.
    # A guess that was too low (too few terms, or an unlucky prime) shows, and is corrected.
    prime = next(primes_below(2**62))
    terms: list[int] = []
    order = 0
    while True:
        terms.extend(islice(counts, known.lumped + order - len(terms)))
        found = len(berlekamp_massey(terms, prime))
        if found == order:
            break
        order = found
    coefficients, used = lift(terms)
    if len(coefficients) != order:
        terms.extend(islice(counts, 2 * known.lumped - len(terms)))
        coefficients, used = lift(terms)
    order = len(coefficients)
    if any(residual(terms, coefficients, i) for i in range(order, known.lumped + order)):
        raise AssertionError("a residual is not 0")
    recurrence = Recurrence(
        coefficients=coefficients,
        initial=tuple(terms[:order]),
        offset=first,
        status=Status.PROVED,
        terms_used=known.lumped + order,
        primes=used,
        bound=known.lumped,
        minimal=hankel_determinant(terms, order, used[0]) != 0,
    )
    return Proof(family.name, width, known, recurrence, tuple(terms[: known.lumped + order]))


def prove_modulo(
    family: Family, width: int, prime: int, first: int = 1, known: Bound | None = None
) -> Recurrence:
    """The shortest recurrence of the residues of a strip modulo a prime, with proof.

    2N residues determine it, for the residues obey a recurrence of order N. Over the integers no
    recurrence is shorter, but this one need not lift.

    `known` saves deriving the bound again. Raises ValueError and MachineTooLargeError as `bound`.
    """
    known = known or bound(family, width)
    program = Program(family.machine(0, width), STATE_LIMIT)
    residues: list[int] = []
    vector = program.accept
    for row in range(first + 2 * known.lumped):
        if row >= first:
            residues.append(vector[0] % prime)
        vector = [value % prime for value in program.back(vector)]
    coefficients = berlekamp_massey(residues, prime)
    return Recurrence(
        coefficients=coefficients,
        initial=tuple(residues[: len(coefficients)]),
        offset=first,
        status=Status.PROVED_MODULO,
        terms_used=len(residues),
        primes=(prime,),
        bound=known.lumped,
        minimal=True,
    )


def check_conjecture(
    family: Family,
    width: int,
    coefficients: Sequence[int],
    first: int = 1,
    head: Sequence[int] = (),
    largest: int = EXACT_BOUND,
) -> Verdict:
    """Decide whether a(n) = c_1 a(n-1) + ... + c_r a(n-r) wherever the terms reach back r places.

    The terms are a `head`, followed by T(n, width) from n = `first` on; n counts accordingly.
    Undecided if there is no machine for all heights or if N is above `largest`; the verdict then
    says so.

    >>> from sequences.families import family
    >>> check_conjecture(family("paths"), 2, (5, -2, -2, 2)).kind
    'proved'
    >>> verdict = check_conjecture(family("paths"), 2, (5, -2, -2, 3))
    >>> verdict.kind, verdict.n, verdict.predicted, verdict.actual
    ('refuted', 5, 529, 528)
    """
    try:
        known = bound(family, width)
    except ValueError as error:
        return Verdict("undecided", str(error))
    order, states = len(coefficients), known.lumped
    if states > largest:
        return Verdict("undecided", f"a proof takes {states} + {order} exact terms; too many")
    counts = islice(uniform_counts(family, width, STATE_LIMIT), first, None)
    # A false conjecture mostly fails soon; the many terms of a proof can then be spared.
    terms = [*head, *islice(counts, order + min(states, 16))]
    offset = first - len(head)

    def failures() -> list[int]:
        tested = range(order, len(terms))
        return [i for i in tested if residual(terms, coefficients, i)]

    failed = failures()
    if not failed or states <= SETTLED_BOUND:
        terms.extend(islice(counts, len(head) + order + states - len(terms)))
        failed = failures()
    if not failed:
        return Verdict(
            "proved",
            f"{states} + {order} exact terms satisfy it, and the machine has {states} states after"
            " exact lumping",
            holds_from=offset + order,
        )
    holds_from = None
    if states <= SETTLED_BOUND:
        # Only the nilpotent part of the matrix can die out, and it does so within N rows.
        terms.extend(islice(counts, states))
        last = failures()[-1]
        holds_from = offset + last + 1 if len(terms) - last > states else None
    wrong = failed[0]
    return Verdict(
        "refuted",
        "it fails at an exact term"
        + ("" if holds_from is None else f", though it is proved for all n >= {holds_from}"),
        n=offset + wrong,
        predicted=terms[wrong] - residual(terms, coefficients, wrong),
        actual=terms[wrong],
        holds_from=holds_from,
    )
