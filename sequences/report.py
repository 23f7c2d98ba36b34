"""The results of a query as text, JSON, LaTeX, b-files and OEIS lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sequences.analysis import Finding
from sequences.formulas import (
    generating_function_latex,
    generating_function_text,
    recurrence_latex,
    recurrence_text,
)
from sequences.proof import Verdict
from sequences.query import Query
from sequences.recurrence import Recurrence, Status

__all__ = [
    "b_file",
    "growth_text",
    "json_report",
    "latex",
    "oeis_lines",
    "status_text",
    "table_text",
    "terms_text",
    "verdict_text",
]


LISTED_ORDER = 40
"""Longer recurrences are named in OEIS lines, not written out."""


def terms_text(query: Query, terms: Sequence[int]) -> str:
    """The title and the terms."""
    listed = ", ".join(map(str, terms))
    return f"{query.title}.\nn = {query.offset}, {query.offset + 1}, ...: {listed}"


def status_text(finding: Finding) -> str:
    """How strong a recurrence is, and what that rests on."""
    recurrence, known = finding.recurrence, finding.bound
    if recurrence is None:
        return f"no recurrence: {finding.reason}"
    size = ""
    if known is not None:
        size = f"; machine of {known.states} states, {known.lumped} after exact lumping"
    shortest = "; no shorter one holds" if recurrence.minimal else ""
    match recurrence.status:
        case Status.PROVED:
            basis = f"{recurrence.bound} + {recurrence.order} exact terms satisfy it{size}"
            return f"PROVED over Z, for all n: {basis}{shortest}"
        case Status.PROVED_MODULO:
            return (
                f"order {recurrence.order} PROVED modulo {recurrence.primes[0]} only, from 2 *"
                f" {recurrence.bound} residues{size}; over Z no shorter one holds, and the order"
                " may be larger"
            )
        case Status.CHECKED:
            return (
                f"not proved: fitted to {recurrence.terms_used - recurrence.held_back} terms,"
                f" checked on {recurrence.held_back} further ones{size}{shortest}"
            )
        case Status.FITTED:
            return f"not proved: fitted to {recurrence.terms_used} terms{size}{shortest}"


def growth_text(recurrence: Recurrence) -> str:
    """The asymptotics, with certified decimals (cut off, not rounded)."""
    from sequences.asymptotics import growth

    found = growth(recurrence)
    if found is None:
        return "no single real root of the characteristic polynomial dominates"
    power = "" if found.multiplicity == 1 else f" * n^{found.multiplicity - 1}"
    return f"a(n) ~ {found.constant}...{power} * {found.root}...^n (digits certified)"


def verdict_text(verdict: Verdict, coefficients: Sequence[int]) -> str:
    """One line on a conjectured recurrence."""
    line = f"{verdict.kind.upper()}: order {len(coefficients)}: {verdict.reason}"
    if verdict.n is not None:
        line += f"\nat n = {verdict.n} it says {verdict.predicted}, the term is {verdict.actual}"
    return line


def table_text(rows: Sequence[Sequence[int]]) -> str:
    """A table with its columns aligned to the right."""
    widths = [max(len(str(row[c])) for row in rows) for c in range(len(rows[0]))]
    return "\n".join(
        " ".join(str(number).rjust(w) for number, w in zip(row, widths, strict=True))
        for row in rows
    )


def b_file(query: Query, terms: Sequence[int]) -> str:
    """Lines `n a(n)`, as the OEIS wants them."""
    return "\n".join(f"{n} {term}" for n, term in enumerate(terms, query.offset))


def latex(query: Query, terms: Sequence[int], recurrence: Recurrence | None) -> str:
    """Displayed formulas: the first terms, the recurrence and the generating function."""
    lines = [rf"\[ (a_{{n}})_{{n \ge {query.offset}}} = {', '.join(map(str, terms))}, \dots \]"]
    if recurrence is not None and recurrence.status is not Status.PROVED_MODULO:
        lines.append(rf"\[ {recurrence_latex(recurrence)} \]")
        lines.append(rf"\[ {generating_function_latex(recurrence)} \]")
    return "\n".join(lines)


def oeis_lines(query: Query, terms: Sequence[int], finding: Finding) -> str:
    """Lines for an OEIS entry. Nothing that is not proved is stated without a word of warning."""
    number = query.entry.number if query.entry else "A000000"
    lines = list(_data_lines(number, terms))
    lines.append(f"%N {number} {query.title}.")
    lines.append(f"%C {number} {query.family.definition}")
    lines.extend(f"%{line[0]} {number} {line[1]}" for line in _formula_lines(finding))
    others = [e.number for e in query.family.entries if e.number != number]
    if others:
        lines.append(f"%Y {number} Cf. {', '.join(others)}.")
    large = next((i for i, term in enumerate(terms, 1) if abs(term) > 1), 1)
    lines.append(f"%O {number} {query.offset},{large}")
    return "\n".join(lines)


def _data_lines(number: str, terms: Sequence[int]) -> Iterator[str]:
    """At most three lines of at most 80 characters each."""
    pieces = [str(term) for term in terms]
    for letter in "STU":
        line = f"%{letter} {number} "
        start = len(line)
        while pieces and (len(line) == start or len(line) + len(pieces[0]) + 1 <= 80):
            line += pieces.pop(0) + ","
        yield line if pieces and letter != "U" else line.rstrip(",")
        if not pieces:
            return


def _formula_lines(finding: Finding) -> Iterator[tuple[str, str]]:
    recurrence, known = finding.recurrence, finding.bound
    if recurrence is None:
        return
    formula = recurrence_text(recurrence)
    quotient: str | None = generating_function_text(recurrence)
    if recurrence.order > LISTED_ORDER:
        formula = (
            f"Linear recurrence with constant coefficients, of order {recurrence.order}, for"
            f" n > {recurrence.offset + recurrence.order - 1}"
        )
        quotient = None
    match recurrence.status:
        case Status.PROVED:
            assert known is not None
            yield "F", f"{formula}."
            if quotient:
                yield "F", f"G.f.: {quotient}."
            yield (
                "C",
                "The recurrence is proved: a transfer matrix on"
                f" {known.states} states, {recurrence.bound} after exact lumping,"
                f" counts these objects, and {recurrence.bound} + {recurrence.order} exact terms"
                " satisfy the recurrence, so by the Cayley-Hamilton theorem all do.",
            )
        case Status.CHECKED:
            first = recurrence.terms_used - recurrence.held_back
            tested = f"found from {first} terms, checked on {recurrence.held_back} more"
            yield "F", f"Conjecture: {formula} ({tested})."
            if quotient:
                yield "F", f"Conjecture: G.f.: {quotient}."
        case Status.FITTED:
            yield "F", f"Empirical: {formula}."
            if quotient:
                yield "F", f"Empirical: G.f.: {quotient}."
        case Status.PROVED_MODULO:
            yield (
                "C",
                f"Modulo {recurrence.primes[0]} the sequence obeys a linear recurrence of order"
                f" {recurrence.order} and none of lower order (proved by a transfer matrix), so it"
                f" obeys none of order below {recurrence.order} over the integers.",
            )


def json_report(query: Query, terms: Sequence[int], finding: Finding | None) -> dict[str, Any]:
    """The JSON of a query; big integers stay integers."""
    shapes = {"strip": "strip", "square": "square", "antidiagonals": "table", "word": "word"}
    report: dict[str, Any] = {
        "family": query.family.name,
        shapes[query.shape]: query.label,
        "offset": query.offset,
        "terms": list(terms),
    }
    if finding is None:
        return report
    recurrence, known = finding.recurrence, finding.bound
    report["states"] = known.states if known else None
    report["lumped_states"] = known.lumped if known else None
    report["recurrence"] = report["generating_function"] = None
    if recurrence is None:
        report["reason"] = finding.reason
        return report
    report["recurrence"] = {
        "order": recurrence.order,
        "coefficients": list(recurrence.coefficients),
        "status": recurrence.status.value,
        "terms_used": recurrence.terms_used,
        "primes": list(recurrence.primes),
    }
    if recurrence.status is not Status.PROVED_MODULO:
        numerator, denominator = recurrence.generating_function()
        report["generating_function"] = {
            "numerator": list(numerator),
            "denominator": list(denominator),
        }
    return report
