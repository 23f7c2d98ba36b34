"""A second opinion on a proof: dratify, a checker by others, in a mode that is sound.

:mod:`encode.lrat` follows the hints of a proof; dratify is told the clauses alone and finds out by
unit propagation whether each follows.

**Why the mode is sound.**  It is called with ``check_rat=False``.  Then a clause is kept only if it
follows, by unit propagation, from clauses and literals that are kept; so by induction whatever is
kept follows from the formula, and the empty clause does only if the formula has no model.  A
deletion takes away from what is kept, and a literal that stays though its clause is deleted has
followed before: neither can make a wrong step right.  With RAT, which is the default, both can (see
docs/certificates.md).  For the same reason it is enough to hand over the clauses that some hint names,
and to delete each after its last use, which makes dratify several times as fast; it has to get
along with what is left.  Only the checker in Python is used, whatever native one is registered.

Trusted: that dratify's code does this, as read for version 0.1.10.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encode.lrat import parsed

__all__ = ["refusal"]


def refusal(clauses: Sequence[Sequence[int]], proof: Sequence[str]) -> str | None:
    """Why dratify does not accept the clauses of a proof with hints; None if it does.

    ``proof`` must be one that :func:`encode.lrat.check` has accepted.

    >>> refusal([(1, 2), (1, -2), (-1,)], ["4 1 0 1 2 0", "5 0 4 3 0"])
    """
    from dratify import CNF, check_proof

    lines = [parsed(line) for line in proof]
    last = {hint: place for place, (_, _, hints) in enumerate(lines) for hint in hints}
    formula = CNF()
    for number, clause in enumerate(clauses, start=1):
        if number in last:
            formula.add_dimacs(clause)
    steps = list(_steps(clauses, lines, last))
    result = check_proof(formula, steps, check_rat=False, engine="python")
    return None if result.ok else str(result.reason)


def _steps(
    clauses: Sequence[Sequence[int]],
    lines: Sequence[tuple[int, tuple[int, ...], tuple[int, ...]]],
    last: dict[int, int],
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """dratify's steps: each line's clause, and deletions of what no later line needs."""
    from dratify import from_dimacs

    for place, (_, literals, hints) in enumerate(lines):
        yield "a", tuple(map(from_dimacs, literals))
        for hint in dict.fromkeys(hints):
            if last[hint] == place:
                known = (
                    clauses[hint - 1] if hint <= len(clauses) else lines[hint - len(clauses) - 1][1]
                )
                yield "d", tuple(map(from_dimacs, known))
