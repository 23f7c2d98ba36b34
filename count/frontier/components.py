"""From a board to independent jobs: givens applied, idle rules dropped, components told apart.

Solutions of components with no variable in common combine freely, so the count is their product
(claim D4 of Nondango boards, true of any rules).  What makes it bite is that rules which can never
fire do not tie components together: a Nondango triple with two circles in one region is implied by
that region's "exactly one" (claim D1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from count.frontier.automaton import Unsatisfiable
from puzzles.board import Board
from puzzles.language import Count
from puzzles.rules import (
    Chordless,
    Clause,
    Connected,
    Distinct,
    Loop,
    Paths,
    Place,
    Rule,
    Table,
    refuse,
)

__all__ = ["Component", "Division", "divide"]

Local: TypeAlias = Table | Clause


@dataclass(frozen=True, slots=True)
class Component:
    """Variables tied together by rules; ``fixed`` are those among them that a given decides."""

    variables: tuple[int, ...]
    rules: tuple[Rule, ...]
    fixed: dict[int, int]


@dataclass(frozen=True, slots=True)
class Division:
    """A board cut into components; ``free`` variables no rule speaks of; ``fixed`` ones outside."""

    places: tuple[Place, ...]
    components: tuple[Component, ...]
    free: tuple[int, ...]
    fixed: dict[int, int]


def divide(board: Board) -> Division | None:
    """The board's independent jobs; None if its givens or single rules already contradict."""
    rules = [named.rule for named in board.constraints()]
    for rule in rules:
        if not isinstance(rule, Rule):
            refuse(rule, "frontier")
    try:
        fixed, rules = _givens(rules)
    except Unsatisfiable:
        return None
    rules = _without_implied(rules)
    whole = {v for rule in rules if not isinstance(rule, Local) for v in rule.variables()}
    parent = {v: v for v in range(1, len(board.places()) + 1)}

    def root(v: int) -> int:
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    tied: list[tuple[tuple[int, ...], Rule]] = []
    for rule in rules:
        # A given cuts: a variable that is fixed ties nothing, unless a global rule reads it.
        members = tuple(v for v in rule.variables() if v not in fixed or v in whole)
        tied.append((members, rule))
        for v in members[1:]:
            parent[root(v)] = root(members[0])
    groups: dict[int, list[int]] = {}
    for v in parent:
        groups.setdefault(root(v), []).append(v)
    spoken: dict[int, list[Rule]] = {}
    for members, rule in tied:
        if members:
            spoken.setdefault(root(members[0]), []).append(rule)
        elif not _holds(rule, fixed):
            return None
    components = []
    free: list[int] = []
    outside: dict[int, int] = {}
    for key, variables in groups.items():
        if key in spoken:
            inside = {v: fixed[v] for v in variables if v in fixed}
            components.append(Component(tuple(variables), tuple(spoken[key]), inside))
            continue
        for v in variables:
            if v in fixed:
                outside[v] = fixed[v]
            else:
                free.append(v)
    components = [Component(c.variables, c.rules, {**outside, **c.fixed}) for c in components]
    return Division(board.places(), tuple(components), tuple(free), outside)


def _givens(rules: Iterable[Rule]) -> tuple[dict[int, int], list[Rule]]:
    """Clauses of one literal as values, and the other rules."""
    fixed: dict[int, int] = {}
    others: list[Rule] = []
    for rule in rules:
        if isinstance(rule, Clause) and len(rule.literals) == 1:
            (literal,) = rule.literals
            if fixed.setdefault(abs(literal), int(literal > 0)) != int(literal > 0):
                raise Unsatisfiable
        else:
            others.append(rule)
    return fixed, others


def _without_implied(rules: Sequence[Rule]) -> list[Rule]:
    """Drop each clause that forbids two variables which some table never lets both be true."""
    single: dict[int, set[int]] = {}
    for number, rule in enumerate(rules):
        if not isinstance(rule, Table) or not isinstance(rule.words, Count):
            continue
        if max(rule.words.allowed, default=0) <= 1:
            for v in rule.scope:
                single.setdefault(v, set()).add(number)
    kept = []
    for rule in rules:
        if isinstance(rule, Clause):
            negated = {-literal for literal in rule.literals if literal < 0}
            memberships = [m for v in sorted(negated) for m in single.get(v, ())]
            if len(set(memberships)) < len(memberships):
                continue
        kept.append(rule)
    return kept


def _holds(rule: Rule, fixed: dict[int, int]) -> bool:
    """Does a rule without free variables hold?"""
    match rule:
        case Table(scope, words):
            return sum(fixed[v] << i for i, v in enumerate(scope)) in words
        case Clause(literals):
            return any(fixed[abs(x)] == int(x > 0) for x in literals)
        case Distinct(lines):
            # Lines of no variables at all: two of them are equal.
            return len(lines) < 2
        case Paths(_, ends):
            return not ends
        case Loop():
            return False  # a graph without edges has no curve
        case Chordless() | Connected():
            return True
        case _:
            refuse(rule, "frontier")
