"""The checker of proofs about descriptions: see `verify`.

What it establishes, from the description in the file alone:

1. the description is read anew, and a machine is derived from it by trying out every condition;
2. the machine of the file counts the same: both starts lie in one class of a lumpable partition of
   the two machines together;
3. the terms are those of the file's machine of N states, and there are N + r of them;
4. all of them obey the recurrence. By Cayley and Hamilton it then holds for all n;
5. no shorter recurrence holds: a Hankel determinant of size r is not 0 modulo a prime.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from sequences.local_check.expression import UnclearError
from sequences.local_check.machine import Table, derive
from sequences.local_check.reading import read

__all__ = ["FORMAT", "check"]

FORMAT = "kazoe local rule proof"
Rows = list[dict[int, int]]


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise UnclearError(message)


def check(document: Any) -> list[str]:
    """The statements that a file proves. Raises UnclearError with the reason for a refusal."""
    try:
        return _checked(document)
    except RecursionError:
        raise UnclearError("an expression is nested too deeply") from None


def _checked(document: Any) -> list[str]:
    _form(document)
    description, offset = document["description"], document["offset"]
    reading = read(description)
    stated = description.get("offset", 1)
    _need(type(stated) is int and stated == offset, "the offset is not that of the description")
    _need(isinstance(description.get("size"), str), "the description has no size")
    width, turned, factor, shift = _size(document["size"])
    # Row m of the machine is row `factor * m + left` of the array.
    left = shift % factor
    first = offset + shift // factor
    _need(first >= 0, "the size is negative at the offset")
    table = derive(reading, width, turned)
    weights, rows = _by_rows(*_reduced(table), left, factor)
    machine = document["machine"]
    accept = machine["accept"]
    moves = [_moves(listed, len(accept)) for listed in machine["moves"]]
    _need(0 < len(accept) == len(moves), "the machine's lists do not match")
    _need(_equivalent(weights, rows, accept, moves), "the machine does not count these arrays")
    order, terms = document["recurrence"]["order"], document["terms"]
    coefficients, states = document["recurrence"]["coefficients"], len(accept)
    _need(order == len(coefficients) <= states, "the order is not that of the coefficients")
    _need(len(terms) == states + order, f"N + r = {states + order} terms are needed")
    vector = list(accept)
    for n in range(first + len(terms)):
        _need(n < first or vector[0] == terms[n - first], f"wrong term number {n - first}")
        vector = [sum(m * vector[t] for t, m in image.items()) for image in moves]
    for n in range(order, len(terms)):
        predicted = sum(c * terms[n - i] for i, c in enumerate(coefficients, 1))
        _need(predicted == terms[n], f"the recurrence fails at n = {offset + n}")
    _need(all(t % reading.divisor == 0 for t in terms), "the divisor does not divide all terms")
    _minimal(terms, order, document["minimality"])
    rule = {k: v for k, v in description.items() if k not in ("name", "title", "size", "offset")}
    divided = f", divided by {reading.divisor}" if reading.divisor > 1 else ""
    return [
        f"a(n) is the number of {document['size']} arrays{divided} under the"
        f" rule {json.dumps(rule, sort_keys=True)}",
        f"the machine of {states} states counts them: equivalent to one derived again, of"
        f" {len(table.final)} states",
        f"a recurrence of order {order} holds for all n >= {offset + order}: proved over Z by"
        f" {states} + {order} exact terms",
        f"no recurrence of lower order holds for all n >= {offset}",
    ]


def _form(document: Any) -> None:
    numbers = [int]
    pattern = {
        "format": str,
        "version": int,
        "description": dict,
        "size": str,
        "offset": int,
        "machine": {"accept": numbers, "moves": [[numbers]]},
        "recurrence": {"order": int, "coefficients": numbers},
        "terms": numbers,
        "minimality": {"prime": int, "hankel_determinant": int},
    }
    _need(_fits(document, pattern), "it has not the form of a proof file")
    _need(document["format"] == FORMAT, "it is not a proof file about a description")
    _need(document["version"] == 1, "only version 1 is known")
    _need(0 <= document["offset"] <= 1000, "the offset is not between 0 and 1000")


def _fits(value: Any, pattern: Any) -> bool:
    if isinstance(pattern, dict):
        same = isinstance(value, dict) and value.keys() == pattern.keys()
        return same and all(_fits(value[key], part) for key, part in pattern.items())
    if isinstance(pattern, list):
        return isinstance(value, list) and all(_fits(item, pattern[0]) for item in value)
    return type(value) is pattern


def _size(text: str) -> tuple[int, bool, int, int]:
    """Fixed side, whether the columns grow, growth per step, length at n = 0."""
    parts = text.replace("X", "x").replace("×", "x").split("x")
    parts = ["1", *parts] if len(parts) == 1 else parts
    _need(len(parts) == 2, "the size is not understood")
    sides = []
    for given in parts:
        part = given.strip(" ")
        if part.startswith("(") and part.endswith(")"):  # around a whole side and nowhere else
            part = part[1:-1].strip(" ")
        part = re.sub(" *([+-]) *", r"\1", part)
        match = re.fullmatch("(?:([0-9]{1,3}) ?[*]? ?)?n((?:[+-][0-9]{1,5})*)", part)
        constant = re.fullmatch("[+-]?[0-9]{1,5}(?:[+-][0-9]{1,5})*", part)
        _need(match is not None or constant is not None, "the size is not understood")
        factor = int(match[1] or 1) if match else 0
        shift = sum(map(int, re.findall("[+-]?[0-9]+", match[2] if match else part)))
        _need(match is None or factor > 0, "the size is not understood")
        sides.append((factor, shift))
    (rows, columns) = sides
    _need((rows[0] > 0) != (columns[0] > 0), "not exactly one side grows with n")
    growing, fixed = (rows, columns) if rows[0] else (columns, rows)
    _need(1 <= fixed[1] <= 1000, "the fixed side is not between 1 and 1000")
    return fixed[1], columns[0] > 0, growing[0], growing[1]


def _moves(listed: list[list[int]], states: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for pair in listed:
        _need(len(pair) == 2 and 0 <= pair[0] < states and pair[0] not in found, "a move is wrong")
        found[pair[0]] = pair[1]
    return found


def _useful(table: Table) -> list[Any]:
    """For each stage an array: whether some array can be completed from each state."""
    width = len(table.moves)
    useful: list[Any] = [np.zeros(0, dtype=bool)] * width
    useful[0] = accepted = table.final > 0
    while True:
        before = int(useful[0].sum())
        for stage in range(width - 1, -1, -1):
            after = np.append(useful[(stage + 1) % width], False)  # which -1 stands for
            useful[stage] = after[table.moves[stage]].any(axis=1)
        useful[0] |= accepted
        if int(useful[0].sum()) == before:
            return useful


def _reduced(table: Table) -> tuple[list[int], list[list[list[int]]]]:
    """Classes of useful states with the same completions: final weights, and moves by stage.

    The useful are found first, and only then classes are split, so that each pass refines the last
    one; when their number between rows does not grow, they are stable.
    """
    width = len(table.moves)
    useful = _useful(table)
    if not useful[0][0]:  # nothing is ever accepted
        return [0], [[[]] for _ in range(width)]
    classes: list[Any] = [np.zeros(0, dtype=np.int64)] * width
    classes[0] = np.where(useful[0], table.final, -1)

    def reached(stage: int, states: Any) -> Any:
        """The classes that states lead to, in order; -1 for what leads nowhere."""
        after = np.append(classes[(stage + 1) % width], -1)
        return np.sort(after[table.moves[stage][states]], axis=1)

    count = 0
    while (found := len(np.unique(classes[0]))) != count:
        count = found
        for stage in range(width - 1, -1, -1):
            good = np.flatnonzero(useful[stage])
            keys = [*reached(stage, good).T]
            split = np.full(len(useful[stage]), -1, dtype=np.int64)
            split[good] = _kinds([table.final[good], *keys] if stage == 0 else keys)
            classes[stage] = split
    moves: list[list[list[int]]] = []
    for stage in range(width):
        groups, first = np.unique(classes[stage], return_index=True)
        listed = reached(stage, first[groups >= 0]).tolist()
        moves.append([[target for target in targets if target >= 0] for targets in listed])
    groups, first = np.unique(classes[0], return_index=True)
    return table.final[first[groups >= 0]].tolist(), moves


def _kinds(columns: list[Any]) -> Any:
    """An array: for each row of a table its kind, numbered by first appearance. Exact."""
    kind = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        kinds, values = int(kind.max(initial=0)) + 1, int(column.max(initial=0)) + 2
        if kinds * values >= 1 << 62:
            kind = np.unique(kind, return_inverse=True)[1]
        kind = kind * values + column + 1
    _, first, kind = np.unique(kind, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[kind]


def _by_rows(
    weights: list[int], moves: list[list[list[int]]], left: int, factor: int
) -> tuple[list[int], Rows]:
    """The machine by `factor` rows of the array, `left` of them before the first."""

    def ahead(vector: dict[int, int], rows: int) -> dict[int, int]:
        for _ in range(rows):
            for listed in moves:
                after: Counter[int] = Counter()
                for state, ways in vector.items():
                    for target in listed[state]:
                        after[target] += ways
                vector = dict(after)
        return vector

    rows = [ahead({state: 1}, factor) for state in range(len(weights))]
    if left:
        early = ahead({0: 1}, left)
        weight = sum(ways * weights[state] for state, ways in early.items())
        shifted = {state + 1: ways for state, ways in ahead(early, factor).items()}
        rows = [shifted, *({t + 1: m for t, m in image.items()} for image in rows)]
        weights = [weight, *weights]
    return weights, rows


def _equivalent(weights: list[int], rows: Rows, accept: list[int], moves: Rows) -> bool:
    """Whether the first states of two machines share a class of their coarsest lumpable partition."""
    size = len(weights)
    images = [*rows, *({size + t: m for t, m in image.items()} for image in moves)]
    classes = [*weights, *accept]
    # What leads nowhere is left out: with several rows to a step it may be so in one machine only.
    alive = {state for state, weight in enumerate(classes) if weight}
    while more := {s for s, i in enumerate(images) if s not in alive and not alive.isdisjoint(i)}:
        alive |= more
    images = [{t: m for t, m in image.items() if t in alive} for image in images]
    count = 0
    while True:
        names: dict[Any, int] = {}
        found = []
        for state, image in enumerate(images):
            sums: Counter[int] = Counter()
            for target, multiplicity in image.items():
                sums[classes[target]] += multiplicity
            key = (classes[state], frozenset((c, m) for c, m in sums.items() if m))
            found.append(names.setdefault(key, len(names)))
        classes = found
        if len(names) == count:
            return classes[0] == classes[size]
        count = len(names)


def _minimal(terms: Sequence[int], order: int, minimality: Any) -> None:
    prime = minimality["prime"]
    _need(2 < prime < 2**64 and _is_prime(prime), f"{prime} is not a prime below 2^64")
    determinant = 1
    matrix = [[terms[i + j] % prime for j in range(order)] for i in range(order)]
    for column in range(order):
        pivot = next((i for i in range(column, order) if matrix[i][column]), None)
        if pivot is None:
            determinant = 0
            break
        if pivot != column:
            matrix[pivot], matrix[column] = matrix[column], matrix[pivot]
            determinant = -determinant
        top = matrix[column]
        determinant = determinant * top[column] % prime
        inverse = pow(top[column], -1, prime)
        for row in matrix[column + 1 :]:
            factor = row[column] * inverse % prime
            if factor:
                row[column:] = [
                    (a - factor * b) % prime
                    for a, b in zip(row[column:], top[column:], strict=True)
                ]
    _need(determinant % prime == minimality["hankel_determinant"] != 0, "no such determinant")


def _is_prime(number: int) -> bool:
    """Miller and Rabin with the first twelve primes as bases: exact below 2^64."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if any(number % base == 0 for base in bases):
        return number in bases
    twos = ((number - 1) & (1 - number)).bit_length() - 1
    for base in bases:
        power = pow(base, (number - 1) >> twos, number)
        squares = [pow(power, 1 << k, number) for k in range(twos)]
        if power != 1 and number - 1 not in squares:
            return False
    return True
