"""The checker of proof files. It shares no code with the search for recurrences.

What it establishes, step by step, from the family's name and the width alone:

1. the machine: all states and moves are derived again by brute force over the contents of one row
   (`sequences.verify_definitions`), and must be those of the file;
2. the machine's first numbers, from no rows on, must be those of brute force over whole small grids;
3. the lumping is lumpable and has N classes;
4. the terms are those of the lumped machine, and there are N + r of them;
5. all of them obey the recurrence. By Cayley and Hamilton it then holds for all n;
6. no shorter recurrence holds: a Hankel determinant of size r is not 0 modulo a prime.

A recurrence of order r is a(n) = c_1 a(n-1) + ... + c_r a(n-r), with constants c_1 to c_r.

Trusts: `sequences.verify_definitions`, Python's integers, and that the value is what a JSON reader gives
back who refuses repeated keys. Step 1 does not prove that `row` there states the family's definition for
every number of rows; step 2 compares the two on the grids that are small enough, and the last
statement says which.
Does not trust: anything in the file. Every number and word of it is derived again or is part of what is
proved; nothing may be missing or superfluous.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sequences.local_check.expression import UnclearError
from sequences.local_check.proof import FORMAT as LOCAL
from sequences.local_check.proof import check
from sequences.verify_definitions import Definition, definition

__all__ = ["RefusedError", "verify"]

TRIALS = 1 << 13
"""Whole grids are counted as long as this many edge sets or matrices suffice."""

ROW_TRIALS = 1 << 20
"""Widths at which one row of cells has more contents than this are not checked."""


class RefusedError(ValueError):
    """A proof file does not prove what it says."""


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise RefusedError(message)


def verify(document: Any, own: Mapping[str, Definition] | None = None) -> list[str]:
    """Check a proof, given as a JSON value; the statements that have been established.

    `own` gives definitions of families that are not built in, by name. Whoever hands one in answers
    for it: that it says what is meant, and shares nothing with the machine that was proved.

    Raises RefusedError with the reason if anything in the file is wrong, missing or superfluous.
    """
    if isinstance(document, dict) and document.get("format") == LOCAL:
        try:
            return check(document)
        except UnclearError as refusal:
            raise RefusedError(str(refusal)) from None
    _shape(document)
    family, width, offset = document["family"], document["width"], document["offset"]
    try:
        known = own[family] if own and family in own else definition(family)
    except KeyError:
        raise RefusedError(f"no definition of the family {family!r}") from None
    machine = document["machine"]
    _require(width == 1 or not known.words, f"{family} counts words, which have no width")
    trials = known.row_trials(width)
    _require(trials <= ROW_TRIALS, f"the width is not checked: one row has {trials} contents")
    _machine(known, machine, width)
    quotient = _quotient(machine, document["lumping"])
    states = len(quotient[0])
    _require(document["lumped_states"] == states, f"the lumping has {states} classes")
    order, terms = document["recurrence"]["order"], document["terms"]
    coefficients = document["recurrence"]["coefficients"]
    _require(order == len(coefficients), "the order is not the number of coefficients")
    _require(order <= states, f"a shorter recurrence holds, of order {states} or less")
    _require(len(terms) == states + order, f"N + r = {states + order} terms are needed")
    rows = _terms(known, quotient, terms, width, offset)
    for n in range(order, len(terms)):
        predicted = sum(c * terms[n - i] for i, c in enumerate(coefficients, 1))
        _require(predicted == terms[n], f"the recurrence fails at n = {offset + n}")
    _minimal(terms, order, document["minimality"])
    size = "of length n" if known.words else f"on n rows and {width} columns"
    held = " + ".join(f"{c}*a(n-{i})" for i, c in enumerate(coefficients, 1) if c)
    held = held.replace("+ -", "- ") or "0"
    return [
        f"{family}: a(n) is the number of {known.meaning}, {size}",
        f"machine of {len(machine['states'])} states derived again, {states} after exact lumping",
        f"a(n) = {held} for all n >= {offset + order}: proved over Z by {states} + {order} exact terms",
        f"no recurrence of this form of lower order holds from a({offset}) on",
        "trusted: the rule for one more row in sequences/verify_definitions.py, which agrees with all"
        f" grids of 0 to {rows} rows counted whole",
    ]


def _shape(document: Any) -> None:
    """Refuse anything but the expected keys, whole numbers and words."""
    numbers, words = [int], [str]
    pattern = {
        "format": str,
        "version": int,
        "family": str,
        "width": int,
        "offset": int,
        "machine": {"states": words, "accept": numbers, "moves": [[numbers]]},
        "lumping": numbers,
        "lumped_states": int,
        "recurrence": {"order": int, "coefficients": numbers},
        "terms": numbers,
        "minimality": {"prime": int, "hankel_determinant": int},
    }
    _require(_fits(document, pattern), "it has not the form of a proof file")
    _require(document["format"] == "kazoe recurrence proof", "it is not a proof file")
    _require(document["version"] == 1, "only version 1 is known")
    _require(1 <= document["width"] <= 100, "the width is not between 1 and 100")
    _require(0 <= document["offset"] <= 1000, "the offset is not between 0 and 1000")


def _fits(value: Any, pattern: Any) -> bool:
    if isinstance(pattern, dict):
        return (
            isinstance(value, dict)
            and value.keys() == pattern.keys()
            and all(_fits(value[key], part) for key, part in pattern.items())
        )
    if isinstance(pattern, list):
        return isinstance(value, list) and all(_fits(item, pattern[0]) for item in value)
    return type(value) is pattern


def _machine(known: Definition, machine: Any, width: int) -> None:
    """Derive the machine again and compare."""
    words, accept, moves = machine["states"], machine["accept"], machine["moves"]
    number = {word: index for index, word in enumerate(words)}
    _require(len(number) == len(words) == len(accept) == len(moves), "the lists do not match")
    _require(bool(words) and words[0] == known.start(width), "the first state is not the start")
    derived = {}
    pending = [words[0]]
    while pending:
        word = pending.pop()
        if word not in derived:
            derived[word] = known.row(word, width)
            pending.extend(derived[word])
    alive = {word for word in derived if known.accept(word)}
    while True:
        more = {word for word in derived.keys() - alive if derived[word].keys() & alive}
        if not more:
            break
        alive |= more
    alive.add(words[0])
    _require(alive == number.keys(), "the states are not those of the family")
    for word, weight, listed in zip(words, accept, moves, strict=True):
        _require(weight == known.accept(word), f"wrong weight of state {word!r}")
        right = sorted([number[w], m] for w, m in derived[word].items() if w in alive)
        _require(listed == right, f"wrong moves of state {word!r}")


def _quotient(machine: Any, lumping: list[int]) -> tuple[list[int], list[dict[int, int]]]:
    """The lumped machine: weights and moves by class."""
    _require(len(lumping) == len(machine["states"]), "the lumping does not match the states")
    weights: list[int] = []
    moves: list[dict[int, int]] = []
    for state, group in enumerate(lumping):
        sums: dict[int, int] = {}
        for target, multiplicity in machine["moves"][state]:
            sums[lumping[target]] = sums.get(lumping[target], 0) + multiplicity
        _require(0 <= group <= len(weights), "the classes are not numbered by first appearance")
        if group == len(weights):
            weights.append(machine["accept"][state])
            moves.append(sums)
        same = weights[group] == machine["accept"][state] and moves[group] == sums
        _require(same, f"the partition is not lumpable at state {state}")
    return weights, moves


def _terms(
    known: Definition,
    quotient: tuple[list[int], list[dict[int, int]]],
    terms: Sequence[int],
    width: int,
    offset: int,
) -> int:
    """Run the lumped machine, and count small grids whole; the most rows of such a grid."""
    vector, moves = quotient
    counted = 0
    last = offset + len(terms) - 1
    n = 0
    # Short files are no reason to count fewer grids.
    while n <= last or known.trials(n, width) <= TRIALS:
        if offset <= n <= last:
            _require(vector[0] == terms[n - offset], f"wrong term at n = {n}")
        if known.trials(n, width) <= TRIALS:
            right = known.grid(n, width)
            _require(right == vector[0], f"brute force counts {right} at n = {n}")
            counted = n
        vector = [sum(m * vector[c] for c, m in image.items()) for image in moves]
        n += 1
    return counted


def _minimal(terms: Sequence[int], order: int, minimality: Any) -> None:
    prime = minimality["prime"]
    _require(_prime(prime), f"{prime} is not a prime")
    determinant = _determinant([list(terms[i : i + order]) for i in range(order)], prime)
    _require(determinant == minimality["hankel_determinant"], "wrong Hankel determinant")
    _require(determinant != 0, "the Hankel determinant is 0: a shorter recurrence may hold")


def _prime(n: int) -> bool:
    """Fermat-Euler test to the first twelve prime bases, which is exact below 3.1e23."""
    bases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]
    if n < 2 or n >= 3 * 10**23 or any(n != b and n % b == 0 for b in bases):
        return False
    shift = ((n - 1) & (1 - n)).bit_length() - 1
    for base in bases:
        if base != n:
            powers = [pow(base, (n - 1) >> k, n) for k in range(shift, -1, -1)]
            if powers[0] != 1 and n - 1 not in powers[:-1]:
                return False
    return True


def _determinant(matrix: list[list[int]], prime: int) -> int:
    """Determinant modulo a prime by elimination, rows swapped in place."""
    size, result = len(matrix), 1
    for column in range(size):
        for row in range(column, size):
            if matrix[row][column] % prime:
                break
        else:
            return 0
        if row != column:
            matrix[row], matrix[column] = matrix[column], matrix[row]
            result = -result
        top = [value % prime for value in matrix[column]]
        result = result * top[column] % prime
        inverse = pow(top[column], -1, prime)
        for below in range(column + 1, size):
            factor = matrix[below][column] * inverse % prime
            if factor:
                matrix[below] = [
                    (a - factor * b) % prime for a, b in zip(matrix[below], top, strict=True)
                ]
    return result % prime
