"""Tables to clauses: the joint value of a few variables is a word of a language.

======== =================================== =========================================== =========
language what is written                     clauses, for width w                        auxiliary
======== =================================== =========================================== =========
Count    its prime implicates, while few;    one multinomial w! / (a! (w-b)! (b-a)!) per  none
         for each gap a..b of counts that    gap; at most DIRECT
         are not allowed: not (a true and
         w - b false)
         else a unary counter                at most 4 w k + gaps, k the greatest useful  w k
                                             count
Line     windows for the runs, Count for     2 (w - run + 1) + those of Count            as Count
         the ones
Listed,  its prime implicates, to width      at most 3^w                                 none
Sum      PRIMES; else its automaton          1 per transition, and in a layer of s       states
                                             states s (s - 1) / 2, or 2 s from PAIRWISE
                                             states on
======== =================================== =========================================== =========

Prime implicates leave unit propagation complete for their table.  All auxiliaries are functional:
a counter or an automaton state is determined by the letters read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import assert_never

from encode.formula import Formula
from puzzles.language import Count, Language, Line, Listed, Sum

__all__ = ["DIRECT", "PAIRWISE", "PRIMES", "add_table", "count_clauses", "prime_implicates"]

DIRECT = 160
"""So many clauses are written for a Count before a counter is used instead."""
PRIMES = 8
"""The greatest width at which prime implicates of a list are searched."""
PAIRWISE = 5
"""Up to so many states of an automaton's layer are told apart pair by pair."""


def add_table(formula: Formula, variables: Sequence[int], words: Language, where: str) -> None:
    """The clauses for ``variables`` spelling a word of ``words``; ``where`` names auxiliaries."""
    match words:
        case Count():
            _count(formula, variables, words, where)
        case Line():
            if words.run is not None:
                for i in range(words.width - words.run + 1):
                    window = variables[i : i + words.run]
                    formula.add(*(-v for v in window))
                    formula.add(*window)
            if words.ones is not None:
                _count(formula, variables, Count(words.width, frozenset({words.ones})), where)
        case Listed() | Sum():
            if words.width <= PRIMES:
                for positive, negative in prime_implicates(words):
                    formula.add(
                        *(v for i, v in enumerate(variables) if positive >> i & 1),
                        *(-v for i, v in enumerate(variables) if negative >> i & 1),
                    )
            else:
                _automaton(formula, variables, words, where)
        case _:
            assert_never(words)


def _gaps(words: Count) -> Iterator[tuple[int, int]]:
    """The maximal intervals (a, b) of counts 0 .. width that are not allowed."""
    first = None
    for ones in range(words.width + 2):
        barred = ones <= words.width and ones not in words.allowed
        if barred and first is None:
            first = ones
        elif not barred and first is not None:
            yield first, ones - 1
            first = None


def count_clauses(variables: Sequence[int], words: Count) -> Iterator[tuple[int, ...]]:
    """The prime implicates of a Count: a true and w - b false ones put the count into a gap a..b.

    >>> list(count_clauses([1, 2, 3], Count(3, frozenset({1}))))
    [(1, 2, 3), (-1, -2), (-1, -3), (-2, -3)]
    """
    for low, high in _gaps(words):
        for true in combinations(variables, low):
            rest = [v for v in variables if v not in true]
            for false in combinations(rest, words.width - high):
                yield (*(-v for v in true), *false)


def _count(formula: Formula, variables: Sequence[int], words: Count, where: str) -> None:
    width = words.width
    gaps = list(_gaps(words))
    if sum(comb(width, a) * comb(width - a, width - b) for a, b in gaps) <= DIRECT:
        formula.extend(count_clauses(variables, words))
        return
    # From this count on nothing more is asked, so the counter saturates there.
    top = max(b + 1 if b < width else a for a, b in gaps)
    counter = formula.group(
        f"least.{where}",
        "at least so many of the first so many variables of the table are true",
        [str(i + 1) for i in range(width)],
        [str(j + 1) for j in range(top)],
    )
    for i, variable in enumerate(variables):
        row = counter.first + i * top
        for j in range(top):
            here = row + j
            if j > i:
                formula.add(-here)
                continue
            # here <-> above or (variable and before), where above: so many already before i.
            above = here - top if i > j else 0
            before = here - top - 1 if j else 0
            others = (above,) if above else ()
            formula.add(-here, variable, *others)
            if before:
                formula.add(-here, before, *others)
            if above:
                formula.add(here, -above)
            formula.add(here, -variable, *((-before,) if before else ()))
    last = [counter.at(width - 1, j) for j in range(top)]  # last[j]: at least j + 1
    for a, b in gaps:
        formula.add(*((-last[a - 1],) if a else ()), *((last[b],) if b < width else ()))


def prime_implicates(words: Language) -> list[tuple[int, int]]:
    """The prime implicates of a list of words, as (positive, negative) masks of variables.

    A clause forbids the words that make it false; it is implied when none of those is listed, and
    prime when no literal can be left out.  Found by merging forbidden cubes (Quine, McCluskey).

    >>> prime_implicates(Listed.of(2, [0, 3]))
    [(1, 2), (2, 1)]
    """
    full = (1 << words.width) - 1
    allowed = set(words)
    # A cube (value, care): the words that agree with ``value`` on the bits of ``care``.
    cubes = {(word, full) for word in range(full + 1) if word not in allowed}
    primes: list[tuple[int, int]] = []
    while cubes:
        merged: set[tuple[int, int]] = set()
        covered: set[tuple[int, int]] = set()
        for value, care in cubes:
            for i in range(words.width):
                bit = 1 << i
                if care & bit and not value & bit and (value | bit, care) in cubes:
                    merged.add((value, care ^ bit))
                    covered.update(((value, care), (value | bit, care)))
        primes.extend(cubes - covered)
        cubes = merged
    return sorted(
        ((care & ~value, value) for value, care in primes),
        key=lambda clause: ((clause[0] | clause[1]).bit_count(), clause),
    )


def _automaton(formula: Formula, variables: Sequence[int], words: Language, where: str) -> None:
    """One variable per state and layer: the state that the letters lead to holds, and no other."""
    if words.start is None:
        formula.add()
        return
    layer: dict[tuple[int, ...], int | None] = {words.start: None}  # None: the start always holds
    for position, variable in enumerate(variables):
        arrivals: dict[tuple[int, ...], list[tuple[int | None, int]]] = {}
        for state, held in layer.items():
            for bit, literal in ((0, -variable), (1, variable)):
                target = words.step(state, position, bit)
                if target is None:
                    formula.add(*((-held,) if held else ()), -literal)
                else:
                    arrivals.setdefault(target, []).append((held, literal))
        group = formula.group(
            f"state{position + 1}.{where}",
            "the automaton of the table is in this state after so many variables",
            ["_".join(map(str, state)) for state in arrivals],
        )
        layer = {}
        for k, (state, ways) in enumerate(arrivals.items()):
            layer[state] = group.at(k)
            for held, literal in ways:
                formula.add(group.at(k), -literal, *((-held,) if held else ()))
        if len(arrivals) <= PAIRWISE:
            for first, second in combinations(range(len(arrivals)), 2):
                formula.add(-group.at(first), -group.at(second))
            continue
        # A state holds only if one that leads to it did: that too leaves one state in each layer.
        for k, ways in enumerate(arrivals.values()):
            for read in (-variable, variable):
                sources = [held for held, literal in ways if literal == read]
                if None not in sources:  # the start leads here by that letter
                    formula.add(-group.at(k), -read, *(held for held in sources if held))
