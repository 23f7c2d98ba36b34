"""The proof checker: every clause comes with the numbers of the clauses that it follows from.

A proof is a list of lines ``number literals 0 hints 0``, as in the LRAT format without deletions and
without RAT.  The clauses of the formula have the numbers 1 .. m, the lines go on with m + 1,
m + 2, ...  A line is accepted if this shows that its clause follows: set the clause's literals to
false; under that, each hint but the last has exactly one literal that is not false, and it is not
true either, so it has to be true; the last hint has none.  The last line is the empty clause.

**Why that is sound.**  Let an assignment satisfy the formula.  By induction over the lines it
satisfies every line's clause C.  For if it did not, all literals of C would be false in it.  Every
hint is a clause of the formula or of an earlier line, so the assignment satisfies it; going along the
hints, its one literal that is not known to be false is therefore true, and the negation of that one is
known to be false for the next hint.  The last hint has only literals that are false, yet the
assignment satisfies it: a contradiction.  So the assignment satisfies the last line too, the empty
clause, which nothing does: no assignment satisfies the formula.

Nothing is ever deleted, so there is no question what a deletion means, and no line needs
anything but clauses that follow, so there is no RAT.  New variables, which would do no harm, are refused
because nothing here writes them.

Trusted: this page, the clauses handed to it, and Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

__all__ = ["ProofError", "check", "parsed"]

_LINE = re.compile(r"[1-9][0-9]{0,17} (-?[1-9][0-9]{0,17} )*0 ([1-9][0-9]{0,17} )*0")
"""Eighteen digits, so that no number is too long to be read."""


class ProofError(ValueError):
    """A proof that does not show what it should; the message names the line."""


def check(
    clauses: Iterable[Sequence[int]],
    proof: Sequence[str],
    heard: Callable[[int], None] = lambda line: None,
) -> None:
    """Return if ``proof`` derives the empty clause from ``clauses``; :class:`ProofError` if not.

    ``heard`` is called with the number of lines done, after each.

    >>> check([(1, 2), (1, -2), (-1,)], ["4 1 0 1 2 0", "5 0 4 3 0"])
    """
    known = [frozenset(clause) for clause in clauses]
    variables = {abs(literal) for clause in known for literal in clause}
    clause: frozenset[int] | None = None
    for count, line in enumerate(proof, start=1):
        number, literals, hints = parsed(line)
        clause = frozenset(literals)
        if number != len(known) + 1:
            raise ProofError(f"proof line {count}: expected the number {len(known) + 1}")
        if not variables.issuperset(map(abs, literals)):
            raise ProofError(f"proof line {count}: a variable that the clauses do not have")
        _follow(clause, hints, known, count)
        known.append(clause)
        heard(count)
    if clause != frozenset():
        raise ProofError("the proof does not end with the empty clause")


def parsed(line: str) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Number, literals and hints of a line; :class:`ProofError` for anything else than a line.

    >>> parsed("5 -1 2 0 3 4 0")
    (5, (-1, 2), (3, 4))
    """
    if not _LINE.fullmatch(line):
        raise ProofError(f"expected a proof line with hints, found {line[:40]!a}")
    number, *rest = map(int, line.split())
    end = rest.index(0)
    return number, tuple(rest[:end]), tuple(rest[end + 1 : -1])


def _follow(
    clause: frozenset[int], hints: Sequence[int], known: Sequence[frozenset[int]], line: int
) -> None:
    """Raise unless the hints show that ``clause`` follows from the clauses ``known``."""
    false = set(clause)
    for place, hint in enumerate(hints, start=1):
        if hint > len(known):
            raise ProofError(f"proof line {line}: hint {hint} is no earlier clause")
        open_ = known[hint - 1] - false
        if not open_ and place == len(hints):
            return
        if len(open_) != 1:
            raise ProofError(f"proof line {line}: hint {hint} leaves {len(open_)} literals open")
        (literal,) = open_
        if -literal in false:
            raise ProofError(f"proof line {line}: hint {hint} holds already")
        false.add(-literal)
    raise ProofError(f"proof line {line}: no hint is false at last")
