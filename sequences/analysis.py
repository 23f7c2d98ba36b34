"""What can be said about a query's recurrence, at a chosen depth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

from sequences.exact import uniform_counts
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

__all__ = ["Effort", "Finding", "find", "judge"]

HELD_BACK = 10
"""Terms on which a recurrence is tested when no proof is asked for."""


class Effort(Enum):
    """How far to go for a recurrence."""

    QUICK = 1
    FIT = 2
    PROOF = 3


LARGEST = {Effort.QUICK: 150, Effort.FIT: 400, Effort.PROOF: EXACT_BOUND}
"""The largest N for which a proof over Z is tried: well under a second, seconds, minutes."""


QUICK_STATES = 1500
"""Unasked, machines with more states than this are not even listed."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A recurrence with what supports it, or the reason why there is none."""

    recurrence: Recurrence | None
    reason: str = ""
    bound: Bound | None = None
    proof: Proof | None = None


def find(query: Query, effort: Effort) -> Finding:
    """The shortest recurrence of a query.

    It is proved up to the N that `LARGEST` allows. Beyond that, QUICK gives up; FIT fits the
    terms and tests the result on further ones; PROOF proves what it can modulo a prime.
    """
    if not query.linear:
        return Finding(None, _no_machine(query))
    estimate = query.family.states(query.fixed)
    if effort is Effort.QUICK and estimate > QUICK_STATES:
        return Finding(None, _ask_for_more(f"about {_rounded(estimate)} states"))
    try:
        known = bound(query.family, query.fixed)
    except MachineTooLargeError as error:
        return Finding(None, f"the machine is too large to be listed ({error})")
    proof = None
    if known.lumped <= LARGEST[effort]:
        proof = prove(query.family, query.fixed, query.first_size, known=known)
        recurrence = proof.recurrence
    elif effort is Effort.PROOF:
        prime = next(primes_below(2**62))
        recurrence = prove_modulo(query.family, query.fixed, prime, query.first_size, known=known)
        recurrence = replace(recurrence, offset=query.first_size - query.shift)
        return Finding(recurrence, bound=known)
    elif effort is Effort.QUICK:
        states = f"{known.lumped} states after exact lumping"
        return Finding(None, _ask_for_more(states), known)
    else:
        try:
            recurrence = _checked(query)
        except FitError as error:
            return Finding(None, str(error), known)
    return Finding(query.reindexed(recurrence), bound=known, proof=proof)


def _rounded(size: int) -> str:
    """A number, or its power of ten if it is long."""
    digits = str(size)
    return digits if len(digits) <= 12 else f"10^{len(digits) - 1}"


def _ask_for_more(states: str) -> str:
    return f"not tried, as the machine has {states}; ask for it with --recurrence or --prove"


def _no_machine(query: Query) -> str:
    if query.shape in ("square", "antidiagonals"):
        return "each term has a machine of its own, so no linear recurrence is to be expected"
    return (
        "the machine grows with n, so a linear recurrence is not certain to exist; none is claimed"
    )


def _checked(query: Query) -> Recurrence:
    """Fit the terms as they come, and test the result on the last HELD_BACK of them."""
    counts = islice(uniform_counts(query.family, query.fixed, STATE_LIMIT), query.first_size, None)
    prime = next(primes_below(2**62))
    terms: list[int] = []
    wanted = 4 * HELD_BACK
    while True:
        terms.extend(islice(counts, wanted - len(terms)))
        # Any list seems to have an order of half its length; believe it only well below that.
        order = len(berlekamp_massey(terms[:-HELD_BACK], prime))
        if 2 * order + 2 * HELD_BACK <= len(terms):
            return fit(terms, HELD_BACK, query.first_size)
        wanted = len(terms) + max(32, len(terms) // 4)


def judge(query: Query, coefficients: tuple[int, ...], claimed: int | None = None) -> Verdict:
    """The verdict on a conjectured recurrence of a query.

    It is about all n at which the recurrence reaches back to terms only, or about n >= `claimed`.
    For a query without a finite machine the terms at hand may refute it; else it is undecided.
    """
    verdict = Verdict("undecided", _no_machine(query))
    if query.linear:
        verdict = _reindexed(query, coefficients)
        if claimed is not None:
            verdict = _about(query, verdict, coefficients, claimed)
        if verdict.kind != "undecided":
            return verdict
    elif claimed is not None:
        return verdict
    terms = query.terms(query.default_count())
    order = len(coefficients)
    if order >= len(terms):
        return Verdict("undecided", f"order {order} cannot be tested on {len(terms)} terms")
    for i in range(order, len(terms)):
        if wrong := residual(terms, coefficients, i):
            n = query.offset + i
            return Verdict("refuted", "it fails at an exact term", n, terms[i] - wrong, terms[i])
    return replace(verdict, reason=f"the first {len(terms)} terms satisfy it; {verdict.reason}")


def _about(query: Query, verdict: Verdict, coefficients: tuple[int, ...], claimed: int) -> Verdict:
    """The verdict on the part n >= `claimed` of a conjecture."""
    order, start = len(coefficients), verdict.holds_from
    if claimed < query.offset + order:
        raise ValueError(f"order {order} says nothing below n = {query.offset + order}")
    if start is None:
        if verdict.kind == "refuted" and verdict.n is not None and verdict.n < claimed:
            return Verdict(
                "undecided", "it fails earlier, and it is not known whether it does later"
            )
        return verdict
    if start <= claimed:
        last = (
            "; it fails at no n"
            if start <= query.offset + order
            else (f"; the last n at which it fails is {start - 1}")
        )
        return Verdict("proved", f"it is proved for all n >= {start}{last}", holds_from=start)
    terms = query.terms(start - query.offset)
    place = len(terms) - 1
    predicted = terms[place] - residual(terms, coefficients, place)
    return replace(verdict, n=start - 1, predicted=predicted, actual=terms[place])


def _reindexed(query: Query, coefficients: tuple[int, ...]) -> Verdict:
    """The verdict of `check_conjecture`, with the indices of the query instead of sizes."""
    verdict = check_conjecture(
        query.family, query.fixed, coefficients, query.first_size, query.head
    )
    return replace(
        verdict,
        n=None if verdict.n is None else verdict.n - query.shift,
        predicted=None if verdict.predicted is None else query.divided(verdict.predicted),
        actual=None if verdict.actual is None else query.divided(verdict.actual),
        holds_from=None if verdict.holds_from is None else verdict.holds_from - query.shift,
    )
