"""Engine ``brute``: set one board variable after another and check every rule that is complete.

The plainest counter there is, kept so that it can be read in one go and believed.  It prunes by
nothing but finished rules, and shares no code with the other engines: the judging of each rule is
written here from the definitions in :mod:`puzzles.rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from puzzles.board import Board
from puzzles.rules import (
    Cell,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Paths,
    Rule,
    Table,
    refuse,
)

__all__ = ["count", "refuses"]

_SAMPLE = 100
_NODES = 300_000
"""Refuse when the search tree is estimated to have more nodes: a second's work, about."""

_Check = Callable[[int], bool]
_Arcs = tuple[tuple[int, Cell, Cell], ...]
"""The edges of a graph: (the position of their variable's bit, their two cells)."""


def count(board: Board) -> int:
    """The number of assignments that break no rule."""
    return _Tree(board).leaves()


def refuses(board: Board) -> str | None:
    """Why the search would take too long: an estimate of its tree."""
    nodes = _Tree(board).estimate()
    if nodes > _NODES:
        return f"about {nodes:.1e} search nodes, more than {_NODES}"
    return None


class _Tree:
    """The search tree: level k sets variable k; ``checks[k]`` judges the rules complete then."""

    def __init__(self, board: Board) -> None:
        self.depth = len(board.places())
        self.checks: list[list[_Check]] = [[] for _ in range(self.depth + 1)]
        for named in board.constraints():
            for variables, check in _checks(named.rule):
                self.checks[max(variables, default=0)].append(check)

    def stands(self, level: int, mask: int) -> bool:
        return all(check(mask) for check in self.checks[level])

    def leaves(self) -> int:
        if not self.stands(0, 0):
            return 0
        found = 0
        stack = [(0, 0)]  # (variables set, mask), all of whose complete rules hold
        while stack:
            level, mask = stack.pop()
            if level == self.depth:
                found += 1
                continue
            for child in (mask, mask | 1 << level):
                if self.stands(level + 1, child):
                    stack.append((level + 1, child))
        return found

    def estimate(self) -> float:
        """The expected number of nodes, by at most :data:`_SAMPLE` nodes drawn from each level.

        A level has as many nodes as the one before times the mean number of children there, and
        exactly so while no level is larger than the sample.  (Single descents, Knuth 1975, miss by
        orders of magnitude where most of them die early.)  A float is fit for it: it decides what
        to try and never enters a count.
        """
        random = Random(0)
        width, total = 1.0, 1.0
        masks = [0]
        for level in range(self.depth):
            pairs = ((mask, mask | 1 << level) for mask in masks)
            children = [m for pair in pairs for m in pair if self.stands(level + 1, m)]
            if not children:
                break
            width *= len(children) / len(masks)
            total += 2 * width
            masks = random.sample(children, min(len(children), _SAMPLE))
        return total


def _checks(rule: Rule) -> Iterator[tuple[tuple[int, ...], _Check]]:
    """The parts of a rule that can be judged on their own, each with the variables it needs."""
    match rule:
        case Table(scope, words):
            yield scope, lambda mask: _word(scope, mask) in words
        case Clause(literals):
            yield (
                rule.variables(),
                lambda mask: any((mask >> abs(v) - 1 & 1) == (v > 0) for v in literals),
            )
        case Distinct(lines):
            for i, first in enumerate(lines):
                for second in lines[:i]:
                    yield first + second, _differ(first, second)
        case Paths():
            arcs = _arcs(rule.graph)
            yield rule.variables(), lambda mask: _paths(rule, arcs, mask)
        case Chordless():
            arcs = _arcs(rule.graph)
            yield rule.variables(), lambda mask: _chordless(rule, arcs, mask)
        case Loop():
            arcs = _arcs(rule.graph)
            yield rule.variables(), lambda mask: _loop(rule, arcs, mask)
        case Connected():
            yield rule.variables(), lambda mask: _connected(rule, mask)
        case _:
            refuse(rule, "brute")


def _word(variables: tuple[int, ...], mask: int) -> int:
    return sum((mask >> v - 1 & 1) << i for i, v in enumerate(variables))


def _differ(first: tuple[int, ...], second: tuple[int, ...]) -> _Check:
    return lambda mask: _word(first, mask) != _word(second, mask)


def _arcs(graph: Graph) -> _Arcs:
    return tuple((variable - 1, u, v) for variable, u, v in graph.arcs())


def _components(
    rule: Paths | Chordless | Loop, arcs: _Arcs, mask: int
) -> tuple[dict[object, int], bool]:
    """The component of each cell by number, and whether some chosen edge closes a cycle."""
    number: dict[object, int] = {cell: i for i, cell in enumerate(rule.graph.cells)}
    cycle = False
    for bit, u, v in arcs:
        if mask >> bit & 1:
            keep, lose = number[u], number[v]
            cycle |= keep == lose
            number = {cell: keep if n == lose else n for cell, n in number.items()}
    return number, cycle


def _paths(rule: Paths, arcs: _Arcs, mask: int) -> bool:
    number, cycle = _components(rule, arcs, mask)
    labels: dict[int, list[str]] = {}
    for cell, label in rule.ends:
        labels.setdefault(number[cell], []).append(label)
    return not cycle and all(len(s) == 2 and len(set(s)) == 1 for s in labels.values())


def _chordless(rule: Chordless, arcs: _Arcs, mask: int) -> bool:
    number, _ = _components(rule, arcs, mask)
    return all(mask >> bit & 1 or number[u] != number[v] for bit, u, v in arcs)


def _loop(rule: Loop, arcs: _Arcs, mask: int) -> bool:
    degrees = [sum(mask >> v - 1 & 1 for v in incident) for incident in rule.graph.at().values()]
    number, _ = _components(rule, arcs, mask)
    used = {n for n, degree in zip(number.values(), degrees, strict=True) if degree}
    return len(used) == 1 and set(degrees) <= {0, 2}


def _connected(rule: Connected, mask: int) -> bool:
    chosen = [v for v in rule.graph.variables if mask >> v - 1 & 1]
    number = {v: i for i, v in enumerate(chosen)}
    for u, others in rule.graph.beside().items():
        for v in others:
            if u in number and v in number:
                keep, lose = number[u], number[v]
                number = {w: keep if n == lose else n for w, n in number.items()}
    return len(set(number.values())) <= 1
