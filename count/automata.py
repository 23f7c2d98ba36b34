"""Rules of the vocabulary as BDDs, built from their meaning and not from a CNF.

``manager`` is a ``dd`` manager (CUDD or autoref) that declares board variable v under the name
``str(v)``.  Diagrams are composed with ``ite`` and not with ``find_or_add``: that of ``dd.cudd``
0.6.0 keeps a complemented then-edge as it is given, and equal functions then have unequal nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from puzzles.language import State
from puzzles.rules import Clause, Distinct, Table

__all__ = ["clause", "differ", "distinct_pairs", "table"]


def table(manager: Any, rule: Table) -> Any:
    """The layered automaton of the words, read backwards: one BDD per state, last layer first."""
    start = rule.words.start
    if start is None:
        return manager.false
    layers: list[list[State]] = [[start]]
    for position in range(len(rule.scope)):
        targets = (rule.words.step(s, position, bit) for s in layers[-1] for bit in (0, 1))
        layers.append(sorted({target for target in targets if target is not None}))
    # The automaton is trimmed: whoever reaches the last layer has read a word.
    following: dict[State | None, Any] = dict.fromkeys(layers[-1], manager.true)
    for position in range(len(rule.scope) - 1, -1, -1):
        following[None] = manager.false
        variable = manager.var(str(rule.scope[position]))
        following = {
            state: manager.ite(
                variable,
                following[rule.words.step(state, position, 1)],
                following[rule.words.step(state, position, 0)],
            )
            for state in layers[position]
        }
    return following[start]


def clause(manager: Any, rule: Clause) -> Any:
    """The disjunction of the literals."""
    whole = manager.false
    for literal in rule.literals:
        variable = manager.var(str(abs(literal)))
        whole |= variable if literal > 0 else ~variable
    return whole


def distinct_pairs(rule: Distinct) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The pairs of lines that must differ."""
    return list(combinations(rule.lines, 2))


def differ(manager: Any, first: Sequence[int], second: Sequence[int]) -> Any:
    """Some position holds unequal letters."""
    whole = manager.false
    for a, b in reversed(list(zip(first, second, strict=True))):
        whole |= manager.apply("xor", manager.var(str(a)), manager.var(str(b)))
    return whole
