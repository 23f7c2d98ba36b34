"""One lifted variable as a minimal layered automaton, read in the machine's order of variables.

Minimal matters: a state of the machine is the tuple of the states of its open automata, and two
prefixes of a table that allow the same endings must be the same state, or layers multiply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from puzzles.language import Count, Language, Listed, State
from puzzles.rules import Clause, Table

__all__ = ["Automaton", "Unsatisfiable", "compile_rule"]


class Unsatisfiable(Exception):
    """A rule that no assignment satisfies."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """``steps[i][state]`` is the pair of next states for bit 0 and 1 of ``variables[i]``.

    Layers 0 and ``len(variables)`` have the one state 0; -1 refuses; from every state some word
    is still accepted, and no two states of a layer accept the same words.
    """

    variables: tuple[int, ...]
    steps: tuple[tuple[tuple[int, int], ...], ...]

    def states(self, position: int) -> int:
        """How many states there are before letter ``position``."""
        return len(self.steps[position]) if position < len(self.steps) else 1


def compile_rule(
    rule: Table | Clause, fixed: Mapping[int, int], rank: Mapping[int, int]
) -> Automaton | None:
    """The automaton over the rule's variables that are not ``fixed``, in the order of ``rank``.

    None if the rule holds whatever its free variables are; :class:`Unsatisfiable` if it never does.
    """
    if isinstance(rule, Clause):
        return _clause(rule, fixed, rank)
    order = sorted(
        range(len(rule.scope)),
        key=lambda i: (rule.scope[i] not in fixed, rank.get(rule.scope[i], 0)),
    )
    if isinstance(rule.words, Count):
        language: Language = rule.words
    elif order == sorted(order):
        language = rule.words
    else:
        # A run rule or a list knows its letters by position: write out the permuted words, unless
        # putting the fixed letters back in their places already gives the language's own order.
        free = [i for i in order if rule.scope[i] not in fixed]
        if free == sorted(free):
            order, language = sorted(order), rule.words
        else:
            words = [sum((w >> i & 1) << p for p, i in enumerate(order)) for w in rule.words]
            language = Listed.of(rule.words.width, words)
    if language.start is None:
        raise Unsatisfiable
    return _explore(language, [rule.scope[i] for i in order], fixed)


def _explore(
    language: Language, variables: Sequence[int], fixed: Mapping[int, int]
) -> Automaton | None:
    steps = _steps(language, tuple(fixed.get(v) for v in variables))
    free = tuple(v for v in variables if v not in fixed)
    return None if _always(steps) else Automaton(free, steps)


@lru_cache(maxsize=4096)
def _steps(
    language: Language, given: tuple[int | None, ...]
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Reachable states forwards, then dead and equivalent ones merged backwards.

    ``given``: the value of each letter that is fixed.  Boards repeat few languages many times.
    """
    layers: list[dict[State, list[State | None]]] = []
    layer: dict[State, list[State | None]] = (
        {language.start: []} if language.start is not None else {}
    )
    for position, fixed in enumerate(given):
        following: dict[State, list[State | None]] = {}
        for state, targets in layer.items():
            for bit in (0, 1):
                target = None
                if fixed is None or fixed == bit:
                    target = language.step(state, position, bit)
                if target is not None:
                    following[target] = []
                targets.append(target)
        layers.append(layer)
        layer = following
    numbers = dict.fromkeys(layer, 0)
    steps: list[tuple[tuple[int, int], ...]] = []
    for position in reversed(range(len(given))):
        fixed = given[position]
        merged: dict[tuple[int, int], int] = {}
        before: dict[State, int] = {}
        for state, targets in layers[position].items():
            zero, one = (-1 if t is None else numbers.get(t, -1) for t in targets)
            if fixed is not None:
                # A fixed letter takes no step: the state stands for where it must lead.
                if max(zero, one) >= 0:
                    before[state] = max(zero, one)
            elif max(zero, one) >= 0:
                before[state] = merged.setdefault((zero, one), len(merged))
        if fixed is None:
            steps.append(tuple(merged))
        numbers = before
    if not numbers:
        raise Unsatisfiable
    return tuple(reversed(steps))


def _clause(rule: Clause, fixed: Mapping[int, int], rank: Mapping[int, int]) -> Automaton | None:
    literals: dict[int, int] = {}
    for literal in rule.literals:
        variable, bit = abs(literal), int(literal > 0)
        if fixed.get(variable) == bit or literals.get(variable, bit) != bit:
            return None
        if variable not in fixed:
            literals[variable] = bit
    if not literals:
        raise Unsatisfiable
    variables = tuple(sorted(literals, key=lambda v: rank.get(v, 0)))
    steps = []
    for i, variable in enumerate(variables):
        last = i == len(variables) - 1
        # State 0: no literal holds yet.  State 1: one does (in layer 0 it does not exist).
        open_to = [-1 if last else 0, -1 if last else 0]
        open_to[literals[variable]] = 0 if last else 1
        done = 0 if last else 1
        steps.append(((open_to[0], open_to[1]), (done, done))[: 1 if i == 0 else 2])
    return Automaton(variables, tuple(steps))


def _always(steps: Sequence[tuple[tuple[int, int], ...]]) -> bool:
    """Does every word pass?  In a minimal automaton: one state a layer and no refusal."""
    return all(step == ((0, 0),) for step in steps)
