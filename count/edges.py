"""Rules over the edges of a grid graph as one state machine, decided edge by edge.

This is the ``bdd`` engine's own frontier construction (Sekine, Imai and Tani 1995; Knuth's SIMPATH;
Yoshinaka et al., Algorithms 5, 2012, for Numberlink): the BDD of :class:`~puzzles.rules.Paths` and
:class:`~puzzles.rules.Chordless` is built level by level from the states below.  The tables over
the same edges run along as automata, since without them the components alone have far more states.
It shares no code with the ``frontier`` engine, which counts by other states.

A *frontier* cell has edges both decided and undecided.  A state, after some edges, is

- ``words``: the automaton state of each table that is begun and not finished;
- ``parts``: for each frontier cell the number of its component among the chosen edges, numbered
  0, 1, ... by first appearance; -1 for a cell that no further edge can be chosen at, where only
  its part in ``Chordless`` could matter and that rule is not in force;
- ``held``: for each component the ends in it: 0 none, k one end of the k-th label, -1 two ends that
  belong together;
- ``apart``: pairs of components that may not grow together, because an edge between them was left
  out (``Chordless``).

Two prefixes with equal states have the same continuations; a state is dropped as soon as a rule is
broken, and only then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from count.limits import Stopped
from puzzles.language import Count, Listed, State
from puzzles.rules import Cell, Chordless, Paths, Table

__all__ = ["Joint", "Machine", "build"]


@dataclass(frozen=True, slots=True)
class Joint:
    """A state of the machine; the fields are described at the head of this module."""

    words: tuple[State, ...]
    parts: tuple[int, ...]
    held: tuple[int, ...]
    apart: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Step:
    """What changes when one edge is decided; slots are places in the state's tuples."""

    variable: int
    entering: list[Cell] = field(default_factory=list)  # become frontier cells, at the end
    ends: tuple[int, int] = (0, 0)  # slots of the edge's two cells, after entering
    staying: list[int] = field(default_factory=list)  # slots of the cells that stay on
    starting: list[Table] = field(default_factory=list)  # tables begun, at the end
    reading: list[tuple[int, Table, int]] = field(default_factory=list)  # (slot, table, letter)
    keeping: list[int] = field(default_factory=list)  # slots of the tables that stay open
    spent: list[tuple[int, int, Table, int]] = field(default_factory=list)
    # (staying cell's slot, open table's slot, table, next letter): the table of a cell's own edges


class Machine:
    """The transition function; ``order`` lists all edge variables as they are decided."""

    def __init__(self, rules: Iterable[Table | Paths | Chordless], order: Sequence[int]) -> None:
        rules = list(rules)
        paths = [rule for rule in rules if isinstance(rule, Paths)]
        chordless = [rule for rule in rules if isinstance(rule, Chordless)]
        self.graph = (paths + chordless)[0].graph
        self.acyclic = bool(paths)
        self.chordless = bool(chordless)
        labels = dict(end for rule in paths for end in rule.ends)
        numbers = {label: i for i, label in enumerate(sorted(set(labels.values())), start=1)}
        self.labels = {cell: numbers[label] for cell, label in labels.items()}
        rank = {variable: i for i, variable in enumerate(order)}
        self.tables = [_aligned(rule, rank) for rule in rules if isinstance(rule, Table)]
        self.steps = self._plan(order)
        self._still: dict[tuple[int, int, State], bool] = {}

    def start(self) -> Joint | None:
        """The state before the first edge; None if a rule is broken already."""
        touched = {cell for edge in self.graph.edges for cell in edge}
        if not touched.issuperset(self.labels):
            return None  # an end without an edge
        if any(table.words.start is None for table in self.tables):
            return None
        return Joint((), (), (), ())

    def _plan(self, order: Sequence[int]) -> list[_Step]:
        edges = self.graph.edges
        left = {cell: len(edge_list) for cell, edge_list in self.graph.at().items()}
        frontier: list[Cell] = []
        tables: list[Table] = []
        steps: list[_Step] = []
        for variable in order:
            step = _Step(variable)
            for cell in edges[variable - 1]:
                if cell not in frontier:
                    frontier.append(cell)
                    step.entering.append(cell)
                left[cell] -= 1
            u, v = edges[variable - 1]
            step.ends = (frontier.index(u), frontier.index(v))
            for table in self.tables:
                if table.variables and table.variables[0] == variable:
                    tables.append(table)
                    step.starting.append(table)
            for slot, table in enumerate(tables):
                if variable in table.variables:
                    step.reading.append((slot, table, table.variables.index(variable)))
            done = {id(table) for _, table, at in step.reading if at + 1 == len(table.variables)}
            step.staying = [slot for slot, cell in enumerate(frontier) if left[cell]]
            step.keeping = [slot for slot, table in enumerate(tables) if id(table) not in done]
            frontier = [cell for cell in frontier if left[cell]]
            tables = [table for table in tables if id(table) not in done]
            decided = {s.variable for s in steps} | {variable}
            for slot, cell in enumerate(frontier):
                own = [v for v in self.graph.at()[cell] if v not in decided]
                for place, table in enumerate(tables):
                    rest = [v for v in table.variables if v not in decided]
                    if sorted(rest) == own:
                        letter = len(table.variables) - len(rest)
                        step.spent.append((slot, place, table, letter))
            steps.append(step)
        return steps

    def step(self, state: Joint, position: int, bit: int) -> Joint | None:
        """The state after deciding the edge at ``position``; None if that breaks a rule."""
        plan = self.steps[position]
        words = list(state.words)
        for table in plan.starting:
            assert table.words.start is not None
            words.append(table.words.start)
        for slot, table, letter in plan.reading:
            target = table.words.step(words[slot], letter, bit)
            if target is None:
                return None
            words[slot] = target
        parts = list(state.parts)
        held = list(state.held)
        for cell in plan.entering:
            parts.append(len(held))
            held.append(self.labels.get(cell, 0))
        first, second = (parts[slot] for slot in plan.ends)
        apart = set(state.apart)
        if bit:
            if not self._join(parts, held, apart, first, second):
                return None
        elif self.chordless:
            if first == second:
                return None
            apart.add((min(first, second), max(first, second)))
        words = [words[slot] for slot in plan.keeping]
        parts = [parts[slot] for slot in plan.staying]
        if not self.chordless:
            for slot, place, table, letter in plan.spent:
                if self._rests(table, words[place], letter):
                    parts[slot] = -1
        return _normal(words, parts, held, apart)

    def _join(
        self, parts: list[int], held: list[int], apart: set[tuple[int, int]], keep: int, lose: int
    ) -> bool:
        """Merge two components in place; False if a rule forbids it."""
        if keep == -1 or lose == -1:
            return False
        if keep == lose:
            return not self.acyclic
        keep, lose = min(keep, lose), max(keep, lose)
        if (keep, lose) in apart:
            return False
        if held[keep] and held[lose]:
            if held[keep] != held[lose] or held[keep] == -1:
                return False
            held[keep] = -1
        else:
            held[keep] = held[keep] or held[lose]
        held[lose] = 0
        for slot, part in enumerate(parts):
            if part == lose:
                parts[slot] = keep
        moved = {tuple(sorted(keep if p == lose else p for p in pair)) for pair in apart}
        apart.clear()
        apart.update((a, b) for a, b in moved)
        return True

    def _rests(self, table: Table, state: State, letter: int) -> bool:
        """Are all words of the table that go on from this state 0 from ``letter`` on?"""
        key = (id(table), letter, state)
        known = self._still.get(key)
        if known is None:
            known = True
            after: State | None = state
            for position in range(letter, len(table.variables)):
                if after is None:
                    break
                if table.words.step(after, position, 1) is not None:
                    known = False
                    break
                after = table.words.step(after, position, 0)
            self._still[key] = known
        return known


def _normal(
    words: list[State],
    parts: list[int],
    held: list[int],
    apart: set[tuple[int, int]],
) -> Joint | None:
    """Number the components afresh; None if one has left the frontier with an end alone."""
    fresh: dict[int, int] = {}
    for part in parts:
        if part >= 0 and part not in fresh:
            fresh[part] = len(fresh)
    for part, ends in enumerate(held):
        if ends > 0 and part not in fresh:
            return None
    return Joint(
        tuple(words),
        tuple(fresh[part] if part >= 0 else -1 for part in parts),
        tuple(held[part] for part in fresh),
        tuple(
            sorted(
                (min(fresh[a], fresh[b]), max(fresh[a], fresh[b]))
                for a, b in apart
                if a in fresh and b in fresh
            )
        ),
    )


def _aligned(table: Table, rank: dict[int, int]) -> Table:
    """The same table with its variables in the order in which they are decided."""
    order = sorted(range(len(table.variables)), key=lambda i: rank[table.variables[i]])
    if order == list(range(len(order))):
        return table
    variables = tuple(table.variables[i] for i in order)
    if isinstance(table.words, Count):
        return Table(variables, table.words)  # the same set in any order
    words = [sum((word >> i & 1) << j for j, i in enumerate(order)) for word in table.words]
    return Table(variables, Listed.of(len(order), words))


def build(machine: Machine, manager: Any, states: int) -> Any:
    """The BDD of all edge sets that the machine accepts; Stopped beyond so many ``states``.

    All states are listed from the first edge on, then composed from the last edge back; the
    manager's unique table merges those that turn out to have the same continuations.
    """
    start = machine.start()
    if start is None:
        return manager.false
    layers: list[list[tuple[int, int]]] = []  # per state its two successors, -1 for none
    layer = {start: 0}
    total = 0
    for position in range(len(machine.steps)):
        following: dict[Joint, int] = {}
        rows = []
        for state in layer:
            pair = []
            for bit in (0, 1):
                target = machine.step(state, position, bit)
                pair.append(-1 if target is None else following.setdefault(target, len(following)))
            rows.append((pair[0], pair[1]))
        layers.append(rows)
        layer = following
        total += len(layer)
        if total > states:
            raise Stopped(f"more than {states} states of the edge machine")
    nodes = [manager.true] * len(layer)
    for position in range(len(layers) - 1, -1, -1):
        variable = manager.var(str(machine.steps[position].variable))
        nodes.append(manager.false)  # where -1 points to
        nodes = [manager.ite(variable, nodes[high], nodes[low]) for low, high in layers[position]]
    return nodes[0]
