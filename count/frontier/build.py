"""Which machine counts a component: plugs for Numberlink's own rules, else tables and watchers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from count.frontier.automaton import Automaton, compile_rule
from count.frontier.components import Component
from count.frontier.joint import JointMachine, Watcher
from count.frontier.lines import watch_lines
from count.frontier.local import Local
from count.frontier.machine import FrontierMachine
from count.frontier.mate import Kind, Plugs, Visit, codes
from count.frontier.order import best_order
from count.frontier.partition import Partition
from count.frontier.whole import Curve, Hanging
from puzzles.language import Count
from puzzles.rules import (
    Cell,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Paths,
    Place,
    Table,
    refuse,
)

__all__ = ["machine", "machines", "product"]


def machine(component: Component, places: Sequence[Place]) -> FrontierMachine[Any]:
    """The machine of one component; Unsatisfiable if one of its rules alone cannot hold."""
    return next(machines(component, places))


def machines(component: Component, places: Sequence[Place]) -> Iterator[FrontierMachine[Any]]:
    """Machines that count the same: for Numberlink, the board read from each side.

    Where the labels lie makes one side two or three times cheaper than another.
    """
    grid = _grid(component)
    plugs = [] if grid is None else [plug for plug in _candidates(grid) if plug.fits()]
    if plugs:
        yield from plugs
    else:
        yield product(component, places)


@dataclass(frozen=True, slots=True)
class Grid:
    """Paths on a whole grid with a degree for each cell: what the plug machine can count."""

    height: int
    width: int
    paths: Paths
    kinds: dict[Cell, int]


def _grid(component: Component) -> Grid | None:
    paths = [rule for rule in component.rules if isinstance(rule, Paths)]
    tables = {rule.scope: rule.words for rule in component.rules if isinstance(rule, Table)}
    if len(paths) != 1 or len(tables) + 1 != len(component.rules) or component.fixed:
        return None
    graph, ends = paths[0].graph, dict(paths[0].ends)
    height, width = max(graph.cells)[0] + 1, max(graph.cells)[1] + 1
    edges = 2 * height * width - height - width
    if len(graph.cells) != height * width or len(graph.edges) != edges:
        return None
    if any(abs(u[0] - v[0]) + abs(u[1] - v[1]) != 1 for u, v in graph.edges):
        return None
    at = graph.at()
    if not set(at.values()).issuperset(tables):
        return None
    kinds = {}
    for cell, around in at.items():
        words = tables.get(around)
        kind = _kind(words.allowed, cell in ends) if isinstance(words, Count) else None
        if kind is None:
            return None
        kinds[cell] = kind
    return Grid(height, width, paths[0], kinds)


def _kind(allowed: frozenset[int], end: bool) -> int | None:
    if end:
        return Kind.FIRST if allowed == {1} else None  # which of the label's cells: later
    known = {
        frozenset({2}): Kind.PASSED,
        frozenset({0, 2}): Kind.MAY_REST,
        frozenset({0}): Kind.RESTS,
    }
    return known.get(allowed)


def _candidates(grid: Grid) -> Iterator[Plugs]:
    for turned in (False, True):
        height, width = (grid.width, grid.height) if turned else (grid.height, grid.width)
        if width <= height:  # the shorter side carries the frontier
            yield _plugs(grid, height, width, turned, flipped=False)
            yield _plugs(grid, height, width, turned, flipped=True)


def _plugs(grid: Grid, height: int, width: int, turned: bool, flipped: bool) -> Plugs:
    """The grid read as one of ``height`` rows, its columns for rows, or its last row first."""
    variable = {(min(u, v), max(u, v)): 1 << i - 1 for i, u, v in grid.paths.graph.arcs()}
    ends = dict(grid.paths.ends)

    def at(r: int, c: int) -> Cell:
        if flipped:
            r = height - 1 - r
        return (c, r) if turned else (r, c)

    def edge(cell: Cell, other: Cell) -> int:
        u, v = sorted((cell, other))
        return variable.get((u, v), 0)

    cells = [(r, c) for r in range(height) for c in range(width)]
    code = codes({i: ends[at(*cell)] for i, cell in enumerate(cells) if at(*cell) in ends})
    visits = [
        Visit(
            *code.get(i, (grid.kinds[at(r, c)], 0)),
            edge(at(r, c), at(r, c + 1)),
            edge(at(r, c), at(r + 1, c)),
        )
        for i, (r, c) in enumerate(cells)
    ]
    return Plugs(width, visits)


def product(component: Component, places: Sequence[Place]) -> FrontierMachine[Any]:
    """Tables and clauses as automata, the other rules as watchers: for any set of rules."""
    local: list[Table | Clause] = []
    distinct: list[Distinct] = []
    whole: list[Loop | Connected] = []
    linked: list[tuple[Graph, Paths | None, Chordless | None]] = []
    ties: dict[int, list[int]] = {}
    for number, rule in enumerate(component.rules):
        match rule:
            case Table() | Clause():
                local.append(rule)
                for v in rule.variables():
                    ties.setdefault(v, []).append(number)
            case Distinct():
                distinct.append(rule)
            case Paths(graph):
                linked.append((graph, rule, None))
            case Chordless(graph):
                linked.append((graph, None, rule))
            case Loop() | Connected():
                whole.append(rule)
            case _:
                refuse(rule, "frontier")

    def compiled(order: Sequence[int]) -> list[Automaton]:
        rank = {v: level for level, v in enumerate(order)}
        automata = (compile_rule(rule, component.fixed, rank) for rule in local)
        return [automaton for automaton in automata if automaton is not None]

    watched = bool(distinct or linked or whole)
    spans = [span for graph, *_ in linked for span in graph.at().values()]
    for rule in whole:
        spans += _spans(rule)
    order = best_order(component.variables, places, compiled, ties, spans, greedy=not watched)
    machine = Local(order, compiled(order))
    if not watched:
        return machine
    watchers: list[tuple[Watcher, Sequence[int]]] = []

    def heard(variables: Sequence[int]) -> list[int]:
        """These variables in the order in which they are read."""
        own = set(variables)
        return [v for v in order if v in own]

    for rule in distinct:
        variables = rule.variables()
        watchers.append((watch_lines(rule, heard(variables), component.fixed), variables))
    for graph, paths, chordless in _paired(linked):
        watcher = Partition(graph, heard(graph.variables), paths, chordless)
        watchers.append((watcher, graph.variables))
    for rule in whole:
        variables = rule.variables()
        seen = heard(variables)
        watchers.append(
            (Curve(rule, seen) if isinstance(rule, Loop) else Hanging(rule, seen), variables)
        )
    return JointMachine(machine, watchers, component.fixed)


def _spans(rule: Loop | Connected) -> list[tuple[int, ...]]:
    """For each cell the variables from the first to the last of which it is on the frontier."""
    if isinstance(rule, Loop):
        return list(rule.graph.at().values())
    return [(variable, *others) for variable, others in rule.graph.beside().items()]


def _paired(
    linked: Sequence[tuple[Graph, Paths | None, Chordless | None]],
) -> list[tuple[Graph, Paths | None, Chordless | None]]:
    """One watcher for Paths and Chordless of one graph, which share its components."""
    paired: list[tuple[Graph, Paths | None, Chordless | None]] = []
    for graph, paths, chordless in linked:
        for i, (other, one, two) in enumerate(paired):
            if other == graph and not (one and paths):
                paired[i] = (graph, one or paths, two or chordless)
                break
        else:
            paired.append((graph, paths, chordless))
    return paired
