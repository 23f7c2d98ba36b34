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
from puzzles.language import Count
from puzzles.rules import Cell, Chordless, Clause, Distinct, Paths, Place, Rule, Table

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
    tables = {rule.variables: rule.words for rule in component.rules if isinstance(rule, Table)}
    if len(paths) != 1 or len(tables) + 1 != len(component.rules) or component.fixed:
        return None
    graph, ends = paths[0].graph, dict(paths[0].ends)
    height, width = max(graph.cells)[0] + 1, max(graph.cells)[1] + 1
    edges = 2 * height * width - height - width
    if len(graph.cells) != height * width or len(graph.edges) != edges:
        return None
    kinds = {}
    for cell, around in graph.at().items():
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
    variable = {edge: 1 << i for i, edge in enumerate(grid.paths.graph.edges)}
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
    return JointMachine(machine, watchers, component.fixed)


def _spoken(rule: Rule) -> tuple[int, ...]:
    if isinstance(rule, Table):
        return rule.variables
    if isinstance(rule, Clause):
        return tuple(abs(literal) for literal in rule.literals)
    return ()
