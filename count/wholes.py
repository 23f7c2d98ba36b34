"""``Loop`` and ``Connected`` as state machines for the ``bdd`` engine, tables running along.

Built as :mod:`count.edges` builds Paths, and with other states than the ``frontier`` engine's:

- :class:`CurveMachine`: for each frontier cell its number of chosen edges and its component; a curve
  is closed by an edge within one component whose cells have all two edges;
- :class:`ConnectedMachine`: the components as sets of the frontier's chosen cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from count.edges import automata, readings
from puzzles.rules import Cell, Connected, Loop, Table

__all__ = ["ConnectedMachine", "CurveMachine"]


class Curving(NamedTuple):
    """``cells[i]``: (chosen edges, component) of the i-th frontier cell; no component has number 0.

    ``over``: the curve is closed.
    """

    words: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    over: bool


class CurveMachine:
    """The transition function of one Loop and of tables; ``order`` lists the variables of all."""

    def __init__(self, rule: Loop, tables: Iterable[Table], order: Sequence[int]) -> None:
        self.order = tuple(order)
        self._edges = {variable: (u, v) for variable, u, v in rule.graph.arcs()}
        automata_ = automata(tables, order)
        self._dead = any(automaton.dead for automaton in automata_)
        self._readings = readings(automata_, order)
        self._frontiers: list[list[Cell]] = []  # before each variable, with the cells it brings
        self._staying: list[list[int]] = []
        last = {
            cell: position
            for position, variable in enumerate(order)
            for cell in self._edges.get(variable, ())
        }
        self._last = max(last.values(), default=-1)
        frontier: list[Cell] = []
        for position, variable in enumerate(order):
            frontier += [c for c in self._edges.get(variable, ()) if c not in frontier]
            self._frontiers.append(frontier)
            stay = [i for i, cell in enumerate(frontier) if last[cell] > position]
            self._staying.append(stay)
            frontier = [frontier[i] for i in stay]

    def start(self) -> Curving | None:
        """The state before the first variable; None if a rule is broken already."""
        return None if self._dead or self._last < 0 else Curving((), (), False)

    def step(self, state: Curving, position: int, bit: int) -> Curving | None:
        """The state after the variable at ``position``; None if that breaks a rule."""
        words = self._readings[position].advance(state.words, bit)
        if words is None:
            return None
        over = state.over
        frontier = self._frontiers[position]
        cells = [*state.cells, *[(0, 0)] * (len(frontier) - len(state.cells))]
        edge = self._edges.get(self.order[position])
        if edge and bit:
            i, j = frontier.index(edge[0]), frontier.index(edge[1])
            (m, a), (n, b) = cells[i], cells[j]
            if over or m == 2 or n == 2:
                return None
            over = a == b != 0  # else two pieces become one, or a new one begins
            own = -1
            cells[i], cells[j] = (m + 1, own), (n + 1, own)
            cells = [(d, own) if c and c in (a, b) else (d, c) for d, c in cells]
            if over and any(d == 1 for d, _ in cells):
                return None
        staying = self._staying[position]
        kept = [cells[i] for i in staying]
        if len(kept) < len(cells):
            there = set(staying)
            if any(d == 1 for i, (d, _) in enumerate(cells) if i not in there):
                return None
        if position >= self._last and not over:
            return None
        # Where a cell has two edges its component no longer matters, nor does any once it is over.
        numbers: dict[int, int] = {}
        named = tuple(
            [(d, numbers.setdefault(c, len(numbers) + 1) if d == 1 else 0) for d, c in kept]
        )
        return Curving(tuple(words), named, over)


class Hanging(NamedTuple):
    """``parts``: the components of chosen cells, each as the frontier cells in it (by variable);
    ``over``: one has left the frontier."""

    words: tuple[int, ...]
    parts: frozenset[frozenset[int]]
    over: bool


class ConnectedMachine:
    """The transition function of one Connected and of tables; ``order``: the variables of all."""

    def __init__(self, rule: Connected, tables: Iterable[Table], order: Sequence[int]) -> None:
        self.order = tuple(order)
        self._beside = rule.graph.beside()
        automata_ = automata(tables, order)
        self._dead = any(automaton.dead for automaton in automata_)
        self._readings = readings(automata_, order)
        rank = {variable: position for position, variable in enumerate(order)}
        last = {v: max([rank[v], *map(rank.__getitem__, n)]) for v, n in self._beside.items()}
        # Per variable the cells that no later variable is beside.
        self._leaving = [frozenset(v for v in last if last[v] == i) for i in range(len(order))]

    def start(self) -> Hanging | None:
        """The state before the first variable; None if a rule is broken already."""
        return None if self._dead else Hanging((), frozenset(), False)

    def step(self, state: Hanging, position: int, bit: int) -> Hanging | None:
        """The state after the variable at ``position``; None if that breaks a rule."""
        words = self._readings[position].advance(state.words, bit)
        if words is None:
            return None
        parts, over = set(state.parts), state.over
        variable = self.order[position]
        if bit and variable in self._beside:
            if over:
                return None
            met = [part for part in parts if part.intersection(self._beside[variable])]
            parts.difference_update(met)
            parts.add(frozenset([variable]).union(*met))
        leaving = self._leaving[position]
        if leaving:
            left = {part - leaving for part in parts}
            if frozenset() in left:
                # Whatever is chosen beside a part that can grow no more would stay apart.
                if len(parts) > 1:
                    return None
                over = True
                left = set()
            parts = left
        return Hanging(tuple(words), frozenset(parts), over)
