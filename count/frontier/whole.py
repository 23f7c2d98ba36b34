"""Watchers of ``Loop`` and ``Connected``: all that is chosen hangs together.

Both end in the state ``CLOSED`` where everything chosen lies behind the frontier and is complete;
from there on nothing more may be chosen.

- :class:`Curve`: for each frontier cell (some of its edges read, some unread) how the curve stands
  there: untouched, passed through, or the end of a piece, and then where the piece's other end is
  (its *mate*).  When a piece is closed there must be no other, and no end is ever left behind.
- :class:`Hanging`: for each frontier cell (read, with a neighbour unread) whether it is chosen, and
  in which component.  A component that leaves the frontier must be the only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from puzzles.rules import Cell, Connected, Loop

__all__ = ["Curve", "Hanging"]

State: TypeAlias = tuple[int, ...]

CLOSED: State = (-9,)
"""Everything chosen is complete."""
_PASSED = -1
"""A cell with two edges of the curve; any other frontier cell has its mate's position, or its own."""
_OFF = -1
"""A frontier cell that is not chosen; any other has the number of its component."""


class Curve:
    """Follows the edges of a loop in the order ``order`` of their variables."""

    def __init__(self, rule: Loop, order: Sequence[int]) -> None:
        ends = {variable: (u, v) for variable, u, v in rule.graph.arcs()}
        edges = [ends[variable] for variable in order]
        last = {cell: level for level, edge in enumerate(edges) for cell in edge}
        # Per level: how many cells enter, where the edge's cells are then, which positions stay.
        self.levels: list[tuple[int, int, int, tuple[int, ...]]] = []
        frontier: list[Cell] = []
        for level, (u, v) in enumerate(edges):
            entering = [cell for cell in (u, v) if cell not in frontier]
            frontier += entering
            stays = tuple(i for i, cell in enumerate(frontier) if last[cell] > level)
            self.levels.append((len(entering), frontier.index(u), frontier.index(v), stays))
            frontier = [frontier[i] for i in stays]

    def start(self) -> State | None:
        return () if self.levels else None

    def step(self, level: int, state: State, bit: int) -> State | None:
        last = level == len(self.levels) - 1
        if state == CLOSED:
            return None if bit else state
        entering, u, v, stays = self.levels[level]
        mates = [*state, *range(len(state), len(state) + entering)]
        if bit:
            one, other = mates[u], mates[v]
            if _PASSED in (one, other):
                return None
            if one == v:
                mates[u] = mates[v] = _PASSED
                whole = all(mate in (i, _PASSED) for i, mate in enumerate(mates))
                return CLOSED if whole else None
            # The inner ends are passed; the outer ones become mates of each other.
            mates[u] = mates[v] = _PASSED
            mates[one], mates[other] = other, one
        if last:
            return None
        fresh = dict.fromkeys(range(len(mates)), _PASSED)
        fresh.update((i, k) for k, i in enumerate(stays))
        for i, mate in enumerate(mates):
            # A cell may leave untouched or passed through, and not as an end.
            if fresh[i] == _PASSED and mate not in (i, _PASSED):
                return None
        return tuple(mates[i] if mates[i] == _PASSED else fresh[mates[i]] for i in stays)


class Hanging:
    """Follows the cells of a connected set in the order ``order`` of their variables."""

    def __init__(self, rule: Connected, order: Sequence[int]) -> None:
        beside = rule.graph.beside()
        level_of = {variable: level for level, variable in enumerate(order)}
        last = {v: max([level_of[v], *(level_of[n] for n in beside[v])]) for v in order}
        # Per level: the positions of the neighbours read, the positions that stay (itself last).
        self.levels: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        frontier: list[int] = []
        for level, variable in enumerate(order):
            near = tuple(i for i, v in enumerate(frontier) if v in beside[variable])
            frontier.append(variable)
            stays = tuple(i for i, v in enumerate(frontier) if last[v] > level)
            self.levels.append((near, stays))
            frontier = [frontier[i] for i in stays]

    def start(self) -> State | None:
        return ()

    def step(self, level: int, state: State, bit: int) -> State | None:
        if state == CLOSED:
            return None if bit else state
        near, stays = self.levels[level]
        parts = [*state, _OFF]
        if bit:
            own = len(parts)  # a number that no component has
            joined = {parts[i] for i in near if parts[i] != _OFF}
            parts = [own if part in joined else part for part in parts]
            parts[-1] = own
        numbers: dict[int, int] = {_OFF: _OFF}
        for i in stays:
            numbers.setdefault(parts[i], len(numbers) - 1)
        gone = {part for part in parts if part not in numbers}
        if gone:
            # What has left the frontier grows no more.
            return CLOSED if len(gone) == 1 and len(numbers) == 1 else None
        return tuple([numbers[parts[i]] for i in stays])
