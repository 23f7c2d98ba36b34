"""Rules over the edges of a graph as one state machine, decided edge by edge.

This is the ``bdd`` engine's own frontier construction (Sekine, Imai and Tani 1995; Knuth's SIMPATH;
Yoshinaka et al., Algorithms 5, 2012, for Numberlink): the BDD of :class:`~puzzles.rules.Paths` and
:class:`~puzzles.rules.Chordless` is built level by level from the states below.  The tables over
the same edges run along as automata, since without them the components alone have far more states;
so do tables that tie an edge to other variables, which are then decided in their turn.
It shares no code with the ``frontier`` engine, which counts by other states.

A *frontier* cell has edges both decided and undecided.  A state, after some edges, is

- ``words``: the automaton state of each table that is begun and not finished, as a number;
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

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

from count.limits import Stopped
from puzzles.language import Count, Listed, State
from puzzles.rules import Cell, Chordless, Paths, Table

__all__ = [
    "Automaton",
    "DiagramMachine",
    "DiagramState",
    "Reading",
    "Stepped",
    "automata",
    "build",
    "readings",
]


class DiagramState(NamedTuple):
    """A state of the machine; the fields are described at the head of this module."""

    words: tuple[int, ...]
    parts: tuple[int, ...]
    held: tuple[int, ...]
    apart: tuple[tuple[int, int], ...]


Moves: TypeAlias = list[tuple[int, int]]
"""Per state of an automaton the states after letter 0 and letter 1, -1 for none."""


class Automaton:
    """A table's layered automaton with numbered states; 0 is the first of the first layer.

    ``moves[k]`` leads from the states after k letters; ``still[k]`` marks those states from which
    only the letter 0 leads on, to the end.
    """

    def __init__(self, table: Table) -> None:
        self.variables = table.scope
        words = table.words
        self.dead = words.start is None
        self.moves: list[Moves] = []
        layer: dict[State, int] = {} if words.start is None else {words.start: 0}
        for position in range(len(table.scope)):
            following: dict[State, int] = {}
            moves = []
            for state in layer:
                targets = [words.step(state, position, bit) for bit in (0, 1)]
                low, high = (
                    -1 if t is None else following.setdefault(t, len(following)) for t in targets
                )
                moves.append((low, high))
            self.moves.append(moves)
            layer = following
        self.still = [[True] * len(layer)]
        for moves in reversed(self.moves):
            self.still.append([high == -1 and self.still[-1][low] for low, high in moves])
        self.still.reverse()


@dataclass(slots=True)
class Reading:
    """What the tables make of one variable; slots are places in the tuple of their states."""

    starting: int  # so many tables begin, at the end
    letters: list[tuple[int, Moves]]  # (table's slot, by its letter)
    keeping: list[int]  # slots of the tables that stay open
    open: list[Automaton]  # these, afterwards

    def advance(self, words: Sequence[int], bit: int) -> list[int] | None:
        """The tables' states after the variable took this value; None if one refuses it."""
        states = [*words, *[0] * self.starting]
        for slot, moves in self.letters:
            states[slot] = moves[states[slot]][bit]
            if states[slot] < 0:
                return None
        return [states[slot] for slot in self.keeping]


def readings(automata: Iterable[Automaton], order: Sequence[int]) -> list[Reading]:
    """Per variable of ``order`` what tables in its order read of it."""
    listed = list(automata)
    decided: set[int] = set()
    open_: list[Automaton] = []
    found = []
    for variable in order:
        decided.add(variable)
        begun = [a for a in listed if a.variables and a.variables[0] == variable]
        open_ = [*open_, *begun]
        letters = [
            (slot, automaton.moves[automaton.variables.index(variable)])
            for slot, automaton in enumerate(open_)
            if variable in automaton.variables
        ]
        keeping = [s for s, automaton in enumerate(open_) if automaton.variables[-1] not in decided]
        open_ = [open_[slot] for slot in keeping]
        found.append(Reading(len(begun), letters, keeping, open_))
    return found


@dataclass(slots=True)
class _Step:
    """What changes when one variable is decided; slots are places in the state's tuples."""

    variable: int
    reading: Reading
    entering: list[Cell] = field(default_factory=list)  # become frontier cells, at the end
    ends: tuple[int, int] | None = None  # slots of the edge's cells, after entering; None: no edge
    staying: list[int] = field(default_factory=list)  # slots of the cells that stay on
    spent: list[tuple[int, int, list[bool]]] = field(default_factory=list)
    # (slot of a cell that stays, slot of the table over its own edges, states that leave only 0)


class DiagramMachine:
    """The transition function of rules over one graph: Paths, Chordless or both, and tables.

    ``order`` lists the variables of all of them as they are decided.
    """

    def __init__(
        self, rules: Sequence[Paths | Chordless], tables: Iterable[Table], order: Sequence[int]
    ) -> None:
        paths = [rule for rule in rules if isinstance(rule, Paths)]
        chordless = [rule for rule in rules if isinstance(rule, Chordless)]
        self.graph = rules[0].graph
        self.acyclic = bool(paths)
        self.chordless = bool(chordless)
        labels = dict(end for rule in paths for end in rule.ends)
        numbers = {label: i for i, label in enumerate(sorted(set(labels.values())), start=1)}
        self.labels = {cell: numbers[label] for cell, label in labels.items()}
        self.automata = automata(tables, order)
        self.order = tuple(order)
        self.steps = self._plan(order)

    def start(self) -> DiagramState | None:
        """The state before the first edge; None if a rule is broken already."""
        touched = {cell for edge in self.graph.edges for cell in edge}
        if not touched.issuperset(self.labels):
            return None  # an end without an edge
        if any(automaton.dead for automaton in self.automata):
            return None
        return DiagramState((), (), (), ())

    def _plan(self, order: Sequence[int]) -> list[_Step]:
        edges = {variable: (u, v) for variable, u, v in self.graph.arcs()}
        at = self.graph.at()
        left = {cell: len(incident) for cell, incident in at.items()}
        frontier: list[Cell] = []
        decided: set[int] = set()
        steps = []
        for variable, reading in zip(order, readings(self.automata, order), strict=True):
            step = _Step(variable, reading)
            decided.add(variable)
            for cell in edges.get(variable, ()):
                if cell not in frontier:
                    frontier.append(cell)
                    step.entering.append(cell)
                left[cell] -= 1
            if variable in edges:
                u, v = edges[variable]
                step.ends = (frontier.index(u), frontier.index(v))
            step.staying = [slot for slot, cell in enumerate(frontier) if left[cell]]
            frontier = [frontier[slot] for slot in step.staying]
            for slot, cell in enumerate(frontier):
                own = {v for v in at[cell] if v not in decided}
                for place, automaton in enumerate(reading.open):
                    rest = [v for v in automaton.variables if v not in decided]
                    if set(rest) == own:
                        still = automaton.still[len(automaton.variables) - len(rest)]
                        step.spent.append((slot, place, still))
            steps.append(step)
        return steps

    def step(self, state: DiagramState, position: int, bit: int) -> DiagramState | None:
        """The state after deciding the edge at ``position``; None if that breaks a rule."""
        plan = self.steps[position]
        words = plan.reading.advance(state.words, bit)
        if words is None:
            return None
        parts = list(state.parts)
        held = list(state.held)
        for cell in plan.entering:
            parts.append(len(held))
            held.append(self.labels.get(cell, 0))
        apart = set(state.apart)
        if plan.ends is None:
            pass
        elif bit:
            first, second = (parts[slot] for slot in plan.ends)
            if not self._join(parts, held, apart, first, second):
                return None
        elif self.chordless:
            first, second = (parts[slot] for slot in plan.ends)
            if first == second:
                return None
            apart.add((min(first, second), max(first, second)))
        parts = [parts[slot] for slot in plan.staying]
        if not self.chordless:
            for slot, place, still in plan.spent:
                if still[words[place]]:
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


def _normal(
    words: list[int],
    parts: list[int],
    held: list[int],
    apart: set[tuple[int, int]],
) -> DiagramState | None:
    """Number the components afresh; None if one has left the frontier with an end alone."""
    fresh: dict[int, int] = {-1: -1}
    for part in parts:
        if part not in fresh:
            fresh[part] = len(fresh) - 1
    for part, ends in enumerate(held):
        if ends > 0 and part not in fresh:
            return None
    del fresh[-1]
    kept = tuple([held[part] for part in fresh])
    fresh[-1] = -1
    pairs = [(fresh[a], fresh[b]) for a, b in apart if a in fresh and b in fresh]
    return DiagramState(
        tuple(words),
        tuple([fresh[part] for part in parts]),
        kept,
        tuple(sorted([(a, b) if a < b else (b, a) for a, b in pairs])),
    )


def automata(tables: Iterable[Table], order: Sequence[int]) -> list[Automaton]:
    """The tables with their variables in the order in which they are decided."""
    rank = {variable: i for i, variable in enumerate(order)}
    return [Automaton(_aligned(table, rank)) for table in tables]


def _aligned(table: Table, rank: dict[int, int]) -> Table:
    order = sorted(range(len(table.scope)), key=lambda i: rank[table.scope[i]])
    if order == list(range(len(order))):
        return table
    scope = tuple(table.scope[i] for i in order)
    if isinstance(table.words, Count):
        return Table(scope, table.words)  # the same set in any order
    words = [sum((word >> i & 1) << j for j, i in enumerate(order)) for word in table.words]
    return Table(scope, Listed.of(len(order), words))


class Stepped(Protocol):
    """A machine that decides one variable after another."""

    @property
    def order(self) -> Sequence[int]:
        """The variables as they are decided."""

    def start(self) -> Hashable | None:
        """The state before the first variable; None if a rule is broken already."""

    def step(self, state: Any, position: int, bit: int) -> Hashable | None:
        """The state after the variable at ``position``; None if that breaks a rule."""


def build(machine: Stepped, manager: Any, states: int) -> Any:
    """The BDD of all assignments that the machine accepts; Stopped beyond so many ``states``.

    All states are listed from the first edge on, then composed from the last edge back; the
    manager's unique table merges those that turn out to have the same continuations.
    """
    start = machine.start()
    if start is None:
        return manager.false
    layers: list[list[tuple[int, int]]] = []  # per state its two successors, -1 for none
    layer: dict[Hashable, int] = {start: 0}
    total = 0
    for position in range(len(machine.order)):
        following: dict[Hashable, int] = {}
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
        variable = manager.var(str(machine.order[position]))
        nodes.append(manager.false)  # where -1 points to
        nodes = [manager.ite(variable, nodes[high], nodes[low]) for low, high in layers[position]]
    return nodes[0]
