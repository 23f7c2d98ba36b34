"""How wide may a board's decision diagram become?  An upper estimate, before anything is built.

Between two levels a diagram must remember, at most, the automaton state of every table that is
begun and not finished; or else, instead of states, the value of every variable that shares an open
rule with a later one.  Frontier cells of a path each are unused, passed or at a path's end: about
three states a cell, and a fourth where paths must not touch.  The sum of the logarithms bounds the
logarithm of the width; states that cannot occur together are counted too, so that of the automata's
bits only :data:`_SHARE` is reckoned, as measured (docs/counting.md).  Floats are fit for it; they
decide what to try and enter no count.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from puzzles.language import State
from puzzles.rules import Chordless, Clause, Distinct, Paths, Rule, Table

__all__ = ["bits"]

_PATH_BITS = log2(3)
_TOUCH_BITS = log2(4)
_SHARE = 0.65


def bits(rules: Sequence[Rule], order: Sequence[int]) -> float:
    """The logarithm to base 2 of the estimated width at the widest level."""
    level = {variable: i for i, variable in enumerate(order)}
    given = {
        abs(literal): int(literal > 0)
        for rule in rules
        if isinstance(rule, Clause) and len(rule.literals) == 1
        for literal in rule.literals
    }
    states = [0.0] * (len(order) + 1)  # by states of open rules, at the cut above each level
    until = list(range(len(order)))  # per level the last level that shares a rule with it
    frontier = [0.0] * (len(order) + 1)
    for rule in rules:
        match rule:
            case Table(variables, _):
                scope = sorted(level[v] for v in variables)
                read = 0
                sizes = _layers(rule, given)
                for cut in range(scope[0] + 1, scope[-1] + 1) if scope else ():
                    while read < len(scope) and scope[read] < cut:
                        read += 1
                    states[cut] += log2(max(sizes[read], 1))
            case Clause(literals):
                scope = sorted(level[abs(v)] for v in literals)
                for cut in range(scope[0] + 1, scope[-1] + 1) if scope else ():
                    states[cut] += 1
            case Distinct(lines):
                scope = sorted(level[v] for line in lines for v in line)
                # What may still be equal: for each line after the first, to whom.
                for cut in range(scope[0] + 1, scope[-1] + 1) if scope else ():
                    states[cut] += log2(len(lines))
            case Paths(graph, _) | Chordless(graph):
                cells = [0.0] * (len(order) + 1)
                for variables in graph.at().values():
                    scope = sorted(level[v] for v in variables)
                    for cut in range(scope[0] + 1, scope[-1] + 1) if scope else ():
                        cells[cut] += _PATH_BITS if isinstance(rule, Paths) else _TOUCH_BITS
                frontier = list(map(max, frontier, cells))
                continue
        for one in scope:
            until[one] = max(until[one], scope[-1])
    if any(frontier):
        return max(frontier)
    values = [0.0] * (len(order) + 1)
    for one, last in enumerate(until):
        if order[one] not in given:
            for cut in range(one + 1, last + 1):
                values[cut] += 1
    return max((min(_SHARE * s, v) for s, v in zip(states, values, strict=True)), default=0.0)


def _layers(rule: Table, given: dict[int, int]) -> list[int]:
    """The number of automaton states after 0, 1, ... letters, under the given letters."""
    layer: set[State] = set() if rule.words.start is None else {rule.words.start}
    sizes = [len(layer)]
    for position, variable in enumerate(rule.variables):
        letters = (given[variable],) if variable in given else (0, 1)
        targets = (rule.words.step(s, position, bit) for s in layer for bit in letters)
        layer = {target for target in targets if target is not None}
        sizes.append(len(layer))
    return sizes
