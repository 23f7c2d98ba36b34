"""A formula in DIMACS, read strictly, with the weights of its literals.

Weights stand in comments, as the Model Counting Competition writes them: ``c p weight LITERAL
WEIGHT 0``, the weight a decimal number or a quotient of integers.  They are read as exact rationals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from count.cpog.refused import Refused, integers

__all__ = ["Cnf", "read_cnf"]

_WEIGHT = re.compile(r"-?[0-9]{1,400}(\.[0-9]{1,400}|/[1-9][0-9]{0,400})?")


@dataclass(frozen=True, slots=True)
class Cnf:
    """``clauses[i]`` is the clause with the number i + 1; ``weights``: (false, true) per variable
    that has them; ``comments``: the comment lines without their ``c``, in order."""

    variables: int
    clauses: tuple[tuple[int, ...], ...]
    weights: dict[int, tuple[Fraction, Fraction]]
    comments: tuple[str, ...]
    source: str = "<cnf>"


def read_cnf(text: str, source: str = "<cnf>") -> Cnf:
    """The formula of a DIMACS text: one clause to a line; :class:`Refused` for anything else.

    >>> read_cnf("c two\\np cnf 2 1\\n1 -2 0\\n").clauses
    ((1, -2),)
    """
    header: list[int] | None = None
    clauses: list[tuple[int, ...]] = []
    comments: list[str] = []
    weights: dict[int, Fraction] = {}
    places: dict[int, int] = {}
    number = 0
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if not words:
            continue
        if words[0] == "c":
            comments.append(line[2:])
            if words[1:3] == ["p", "weight"]:
                literal, weight = _weight(words[3:], source, number)
                if literal in weights:
                    raise Refused(source, number, f"literal {literal} has a weight already")
                weights[literal] = weight
                places[literal] = number
        elif words[0] == "p":
            if header is not None:
                raise Refused(source, number, "expected one line p cnf, found a second")
            if words[1:2] != ["cnf"] or len(words) != 4:
                raise Refused(source, number, "expected p cnf VARIABLES CLAUSES")
            header = integers(words[2:], source, number)
            if min(header) < 0:
                raise Refused(source, number, "expected numbers from 0 on in p cnf")
        else:
            if header is None:
                raise Refused(source, number, "expected p cnf before the first clause")
            clauses.append(_clause(integers(words, source, number), header[0], source, number))
    if header is None:
        raise Refused(source, number, "expected a line p cnf, found none")
    if len(clauses) != header[1]:
        raise Refused(source, number, f"expected {header[1]} clauses, found {len(clauses)}")
    for literal, line_number in places.items():
        if not 1 <= abs(literal) <= header[0]:
            raise Refused(source, line_number, f"no variable {abs(literal)} to weigh")
        if -literal not in weights:
            raise Refused(source, line_number, f"literal {literal} has a weight, {-literal} none")
    pairs = {v: (weights[-v], weights[v]) for v in sorted(weights) if v > 0}
    return Cnf(header[0], tuple(clauses), pairs, tuple(comments), source)


def _clause(numbers: list[int], variables: int, source: str, line: int) -> tuple[int, ...]:
    if numbers[-1] != 0 or 0 in numbers[:-1]:
        raise Refused(source, line, "expected one clause to a line, with 0 at its end alone")
    for literal in numbers[:-1]:
        if abs(literal) > variables:
            raise Refused(source, line, f"literal {literal} is beyond variable {variables}")
    return tuple(numbers[:-1])


def _weight(words: list[str], source: str, line: int) -> tuple[int, Fraction]:
    if len(words) != 3 or words[2] != "0" or not _WEIGHT.fullmatch(words[1]):
        raise Refused(source, line, "expected c p weight LITERAL WEIGHT 0")
    return integers(words[:1], source, line)[0], Fraction(words[1])
