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

(A clause with a literal and its negation is satisfied by all, so it is right whatever its hints are.)

Nothing is ever deleted, so there is no question what a deletion means; and every line follows, so there
is no RAT.  New variables, which would do no harm, are refused because nothing here writes them.

Trusted: this page, the clauses handed to it, and Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["Checker", "ProofError", "check", "parsed"]

_LINE = re.compile(r"[1-9][0-9]{0,17} (-?[1-9][0-9]{0,17} )*0 ([1-9][0-9]{0,17} )*0")
"""Eighteen digits, so that no number is too long to be read."""


class ProofError(ValueError):
    """A proof that does not show what it should; the message names the line."""


def check(clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> None:
    """Return if ``proof`` derives the empty clause from ``clauses``; :class:`ProofError` if not.

    >>> check([(1, 2), (1, -2), (-1,)], ["4 1 0 1 2 0", "5 0 4 3 0"])
    """
    checker = Checker(clauses)
    for line in proof:
        checker.add(line)
    if not checker.refuted:
        raise ProofError("the proof does not end with the empty clause")


class Checker:
    """The clauses that are known to follow, and the one way to add another."""

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self._known = [frozenset(clause) for clause in clauses]
        self._variables = {abs(literal) for clause in self._known for literal in clause}
        self.refuted = False
        """Was the last line the empty clause?"""

    def add(self, line: str) -> None:
        """Add the clause of a line; :class:`ProofError` if its hints do not show that it follows."""
        number, literals, hints = parsed(line)
        if number != len(self._known) + 1:
            raise ProofError(f"expected line {len(self._known) + 1}, found line {number}")
        if not self._variables.issuperset(map(abs, literals)):
            raise ProofError(f"line {number}: a variable that the clauses do not have")
        self._follow(literals, hints, f"line {number}")
        self._known.append(frozenset(literals))
        self.refuted = not literals

    def _follow(self, literals: Iterable[int], hints: Sequence[int], line: str) -> None:
        false = set(literals)
        for place, hint in enumerate(hints, start=1):
            if hint > len(self._known):
                raise ProofError(f"{line}: hint {hint} is no earlier clause")
            rest = self._known[hint - 1] - false
            if not rest and place == len(hints):
                return
            if len(rest) != 1:
                raise ProofError(f"{line}: hint {hint} leaves {len(rest)} literals")
            (literal,) = rest
            if -literal in false:
                raise ProofError(f"{line}: hint {hint} holds already")
            false.add(-literal)
        raise ProofError(f"{line}: the last hint is not false")


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
