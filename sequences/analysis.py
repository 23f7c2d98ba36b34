"""What can be said about a query's recurrence, at a chosen depth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from sequences.exact import Program
from sequences.linear import berlekamp_massey, primes_below, residual
from sequences.machine import MachineTooLargeError
from sequences.proof import (
    EXACT_BOUND,
    STATE_LIMIT,
    Bound,
    Proof,
    Verdict,
    bound,
    check_conjecture,
    prove,
    prove_modulo,
)
from sequences.query import Query
from sequences.recurrence import FitError, Recurrence, fit

__all__ = ["Finding", "find", "judge"]

HELD_BACK = 10
"""Terms on which a recurrence is tested when no proof is asked for."""

QUICK_BOUND = 150
"""Proofs are tried unasked up to this N; they take well under a second."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A recurrence with what supports it, or the reason why there is none."""

    recurrence: Recurrence | None
    reason: str = ""
    bound: Bound | None = None
    proof: Proof | None = None


def find(query: Query, full_proof: bool) -> Finding:
    """The shortest recurrence of a query, proved if that is quick or if `full_proof` asks for it.

    If N is too large for an exact proof, the result is a proof modulo a prime (`full_proof`) or a
    recurrence checked on further terms.
    """
    if not query.linear:
        return Finding(None, _no_machine(query))
    try:
        known = bound(query.family, query.fixed)
    except MachineTooLargeError as error:
        return Finding(None, f"the machine is too large to be listed ({error})")
    proof = None
    if known.lumped <= (EXACT_BOUND if full_proof else QUICK_BOUND):
        proof = prove(query.family, query.fixed, query.first_size, known=known)
        recurrence = proof.recurrence
    elif full_proof:
        prime = next(primes_below(2**62))
        recurrence = prove_modulo(query.family, query.fixed, prime, query.first_size, known=known)
        recurrence = replace(recurrence, offset=query.first_size - query.shift)
        return Finding(recurrence, bound=known)
    else:
        try:
            recurrence = _checked(query)
        except FitError as error:
            return Finding(None, str(error), known)
    return Finding(query.reindexed(recurrence), bound=known, proof=proof)


def _no_machine(query: Query) -> str:
    if query.shape in ("square", "antidiagonals"):
        return "each term has a machine of its own, so no linear recurrence is to be expected"
    return (
        "the machine grows with n, so a linear recurrence is not certain to exist; none is claimed"
    )


def _checked(query: Query) -> Recurrence:
    """Fit the terms as they come, and test the result on the last HELD_BACK of them."""
    machine = query.family.machine(0, query.fixed)
    counts = islice(Program(machine, STATE_LIMIT).counts(), query.first_size, None)
    prime = next(primes_below(2**62))
    terms: list[int] = []
    order, wanted = 0, 16
    while True:
        terms.extend(islice(counts, wanted - len(terms)))
        order = len(berlekamp_massey(terms[:-HELD_BACK], prime))
        if 2 * order + HELD_BACK <= len(terms):
            return fit(terms, HELD_BACK, query.first_size)
        wanted = max(2 * order + HELD_BACK, len(terms) + 16)


def judge(query: Query, coefficients: tuple[int, ...]) -> Verdict:
    """The verdict on a conjectured recurrence of a query.

    For a query without a finite machine the terms at hand may refute it; else it is undecided.
    """
    if query.linear:
        return _reindexed(query, coefficients)
    terms = query.terms(max(query.default_count(), len(coefficients) + 2))
    order = len(coefficients)
    for i in range(order, len(terms)):
        if wrong := residual(terms, coefficients, i):
            n = query.offset + i
            return Verdict("refuted", "it fails at an exact term", n, terms[i] - wrong, terms[i])
    return Verdict("undecided", f"the first {len(terms)} terms satisfy it, but {_no_machine(query)}")


def _reindexed(query: Query, coefficients: tuple[int, ...]) -> Verdict:
    """The verdict of `check_conjecture`, with the indices of the query instead of sizes."""
    verdict = check_conjecture(
        query.family, query.fixed, coefficients, query.first_size, query.head
    )
    return replace(
        verdict,
        n=None if verdict.n is None else verdict.n - query.shift,
        holds_from=None if verdict.holds_from is None else verdict.holds_from - query.shift,
    )
