"""Which machine counts a component: plugs for Numberlink's own rules, else tables and watchers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from count.frontier.automaton import Automaton, compile_rule
from count.frontier.components import Component
from count.frontier.joint import Joint, Watcher
from count.frontier.lines import watch_lines
from count.frontier.local import Local
from count.frontier.machine import Machine
from count.frontier.mate import Kind, Plugs, Visit, codes
from count.frontier.order import best_order
from count.frontier.partition import Partition
from puzzles.language import Count
from puzzles.rules import Cell, Chordless, Clause, Distinct, Graph, Paths, Place, Rule, Table

__all__ = ["machine", "plugs", "product"]


def machine(component: Component, places: Sequence[Place]) -> Machine[Any]:
    """The machine of one component; Contradiction if one of its rules alone cannot hold."""
    return plugs(component) or product(component, places)


def plugs(component: Component) -> Plugs | None:
    """The plug machine, if the rules are Paths on a whole grid and a degree for each cell."""
    paths = [rule for rule in component.rules if isinstance(rule, Paths)]
    tables = {rule.variables: rule.words for rule in component.rules if isinstance(rule, Table)}
    if len(paths) != 1 or len(tables) + 1 != len(component.rules) or component.fixed:
        return None
    graph, ends = paths[0].graph, dict(paths[0].ends)
    height, width = max(graph.cells)[0] + 1, max(graph.cells)[1] + 1
    if (
        len(graph.cells) != height * width
        or len(graph.edges) != 2 * height * width - height - width
    ):
        return None
    kinds = {}
    for cell, around in graph.at().items():
        words = tables.get(around)
        kind = _kind(words.allowed, cell in ends) if isinstance(words, Count) else None
        if kind is None:
            return None
        kinds[cell] = kind
    # The shorter side carries the frontier.
    turned = width > height
    return _plugs(graph, ends, kinds, (width, height) if turned else (height, width), turned)


def _kind(allowed: frozenset[int], end: bool) -> int | None:
    if end:
        return Kind.FIRST if allowed == {1} else None  # which of the label's cells: later
    known = {
        frozenset({2}): Kind.PASSED,
        frozenset({0, 2}): Kind.MAY_REST,
        frozenset({0}): Kind.RESTS,
    }
    return known.get(allowed)


def _plugs(
    graph: Graph,
    ends: Mapping[Cell, str],
    kinds: Mapping[Cell, int],
    size: tuple[int, int],
    turned: bool,
) -> Plugs:
    height, width = size
    variable = {edge: 1 << i for i, edge in enumerate(graph.edges)}

    def at(r: int, c: int) -> Cell:
        return (c, r) if turned else (r, c)

    def edge(r: int, c: int, other: tuple[int, int]) -> int:
        u, v = sorted((at(r, c), at(*other)))
        return variable.get((u, v), 0)

    cells = [(r, c) for r in range(height) for c in range(width)]
    labels = {i: ends[at(r, c)] for i, (r, c) in enumerate(cells) if at(r, c) in ends}
    code = codes(labels)
    visits = [
        Visit(*code.get(i, (kinds[at(r, c)], 0)), edge(r, c, (r, c + 1)), edge(r, c, (r + 1, c)))
        for i, (r, c) in enumerate(cells)
    ]
    return Plugs(width, visits)


def product(component: Component, places: Sequence[Place]) -> Machine[Any]:
    """Tables and clauses as automata, global rules as watchers: for any set of rules."""
    local: list[Table | Clause] = []
    distinct: list[Distinct] = []
    paths: Paths | None = None
    chordless: Chordless | None = None
    ties: dict[int, list[int]] = {}
    for number, rule in enumerate(component.rules):
        match rule:
            case Table() | Clause():
                local.append(rule)
            case Distinct():
                distinct.append(rule)
            case Paths():
                paths = rule
            case Chordless():
                chordless = rule
        for v in _spoken(rule):
            ties.setdefault(v, []).append(number)

    def compiled(order: Sequence[int]) -> list[Automaton]:
        rank = {v: level for level, v in enumerate(order)}
        automata = (compile_rule(rule, component.fixed, rank) for rule in local)
        return [automaton for automaton in automata if automaton is not None]

    watched = bool(distinct or paths or chordless)
    order = best_order(component.variables, places, compiled, ties, greedy=not watched)
    machine = Local(order, compiled(order))
    if not watched:
        return machine
    watchers: list[Watcher] = [watch_lines(rule, order, component.fixed) for rule in distinct]
    graph = next((rule.graph for rule in (paths, chordless) if rule is not None), None)
    if graph is not None:
        watchers.append(Partition(graph, order, paths, chordless))
    return Joint(machine, watchers, component.fixed)


def _spoken(rule: Rule) -> tuple[int, ...]:
    if isinstance(rule, Table):
        return rule.variables
    if isinstance(rule, Clause):
        return tuple(abs(literal) for literal in rule.literals)
    return ()
