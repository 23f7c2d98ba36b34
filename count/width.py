"""How wide may a board's decision diagram become?  An estimate, before anything is built.

:func:`bits` is an upper estimate.  Between two levels a diagram must remember, at most, the automaton
state of every table that is begun and not finished; or else, instead of states, the value of every
variable that shares an open rule with a later one.  A frontier cell of a graph is unused, passed or in
a component: about three states, and a fourth where paths must not touch.  The sum of the logarithms
bounds the logarithm of the width; states that cannot occur together are counted too, so that of the
automata's bits only :data:`_SHARE` is reckoned, as measured (docs/counting.md).

That sum knows nothing of how rules bind each other.  :func:`followed` does: it runs all tables together
level by level, thinned to a few states where there are many, and multiplies up how the layers grow.

Floats are fit for both; they decide what to try and enter no count.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from random import Random

from count.edges import automata, readings
from puzzles.language import State
from puzzles.rules import (
    Chordless,
    Clause,
    Connected,
    Distinct,
    Loop,
    Paths,
    Rule,
    Table,
    refuse,
)

__all__ = ["bits", "followed"]

_PATH_BITS = log2(3)
_TOUCH_BITS = log2(4)
_SHARE = 0.65
_FOLLOWED = 300
"""The widest layer that :func:`followed` keeps in full."""


def bits(rules: Sequence[Rule], order: Sequence[int]) -> float:
    """The logarithm to base 2 of the estimated width at the widest level."""
    level = {variable: i for i, variable in enumerate(order)}
    given = _given(rules)
    length = len(order) + 1
    states = [0.0] * length  # by states of open rules, at the cut above each level
    until = list(range(len(order)))  # per level the last level that shares a rule with it
    frontiers: dict[object, list[float]] = {}  # per graph
    shaped = {
        v for rule in rules if isinstance(rule, Paths | Chordless | Loop) for v in rule.variables()
    }
    for rule in rules:
        scope = sorted(level[v] for v in rule.variables())
        inside = range(scope[0] + 1, scope[-1] + 1) if scope else range(0)
        match rule:
            case Table():
                if shaped.issuperset(rule.scope):
                    continue  # degrees, which the cells of the frontier stand for
                read = 0
                sizes = _layers(rule, given)
                for cut in inside:
                    while read < len(scope) and scope[read] < cut:
                        read += 1
                    states[cut] += log2(max(sizes[read], 1))
            case Clause():
                for cut in inside:
                    states[cut] += 1
            case Distinct(lines):
                # What may still be equal: for each line after the first, to whom.
                for cut in inside:
                    states[cut] += log2(len(lines))
            case Paths(graph, _) | Chordless(graph) | Loop(graph):
                each = _TOUCH_BITS if isinstance(rule, Chordless) else _PATH_BITS
                cells = _open(
                    [[level[v] for v in own] for own in graph.at().values()], length, each
                )
                # The rules of one graph share its components; a curve has some of its own.
                key = (graph, isinstance(rule, Loop))
                known = frontiers.setdefault(key, [0.0] * length)
                frontiers[key] = list(map(max, known, cells))
                continue
            case Connected(near):
                spans = [[level[v], *(level[n] for n in own)] for v, own in near.beside().items()]
                frontiers[rule] = _open(spans, length, _PATH_BITS)
                continue
            case _:
                refuse(rule, "bdd")
        for one in scope:
            until[one] = max(until[one], scope[-1])
    values = [0.0] * length
    for one, last in enumerate(until):
        if order[one] not in given:
            for cut in range(one + 1, last + 1):
                values[cut] += 1
    beside = [min(_SHARE * s, v) for s, v in zip(states, values, strict=True)]
    return max(map(sum, zip(beside, *frontiers.values(), strict=True)), default=0.0)


def followed(tables: Sequence[Table], order: Sequence[int]) -> float:
    """The logarithm to base 2 of the widest layer of all these tables read together, about.

    Exact where no layer has more than :data:`_FOLLOWED` states; of a wider one that many, drawn at
    random, are followed, which merge less than all would: it errs upwards.
    """
    random = Random(0)
    layer: list[tuple[int, ...]] = [()]
    width, widest = 1.0, 1.0
    for reading in readings(automata(tables, order), order):
        advanced = (reading.advance(words, bit) for words in layer for bit in (0, 1))
        following = dict.fromkeys(tuple(words) for words in advanced if words is not None)
        if not following:
            break
        width *= len(following) / len(layer)
        widest = max(widest, width)
        layer = list(following)
        if len(layer) > _FOLLOWED:
            layer = random.sample(layer, _FOLLOWED)
    return log2(widest)


def _given(rules: Sequence[Rule]) -> dict[int, int]:
    """The values of clauses of one literal."""
    return {
        abs(literal): int(literal > 0)
        for rule in rules
        if isinstance(rule, Clause) and len(rule.literals) == 1
        for literal in rule.literals
    }


def _open(spans: Sequence[Sequence[int]], length: int, each: float) -> list[float]:
    """Per cut so many bits for each span of levels that it cuts."""
    found = [0.0] * length
    for levels in spans:
        for cut in range(min(levels, default=0) + 1, max(levels, default=-1) + 1):
            found[cut] += each
    return found


def _layers(rule: Table, given: dict[int, int]) -> list[int]:
    """The number of automaton states after 0, 1, ... letters, under the given letters."""
    layer: set[State] = set() if rule.words.start is None else {rule.words.start}
    sizes = [len(layer)]
    for position, variable in enumerate(rule.scope):
        letters = (given[variable],) if variable in given else (0, 1)
        targets = (rule.words.step(s, position, bit) for s in layer for bit in letters)
        layer = {target for target in targets if target is not None}
        sizes.append(len(layer))
    return sizes
