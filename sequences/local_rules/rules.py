"""Conditions as rules about the surroundings of a cell.

A rule stands at every cell of the array and speaks of the cells at some offsets from it. Which of
them exist is known when the rule is judged: cells beyond a border are simply not there. This is the
only form in which the machine builder sees the local part of a description.

A rule is given as a layered automaton: it reads the existing cells in a fixed order, and says after
any prefix what it would be worth if the array ended there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from sequences.local_rules.description import Offset, Predicate
from sequences.local_rules.evaluation import Array, truth
from sequences.local_rules.scopes import neighbour_scope

__all__ = [
    "CountRule",
    "EndRule",
    "Layers",
    "PermutationRule",
    "Place",
    "Rule",
    "StateRule",
    "TableRule",
    "TooWideError",
]

TABLE_LIMIT = 1 << 24
"""Assignments that a table lists at most."""

Place: TypeAlias = tuple[Offset, ...]
"""Offsets that fall on one cell: more than one only where the array wraps around."""


class TooWideError(ValueError):
    """A condition that speaks of too many cells at once."""


@dataclass(frozen=True, slots=True)
class Layers:
    """A layered automaton. Layer l stands before the l-th cell; layer 0 has one state."""

    following: tuple[Any, ...]
    """For each layer but the last an array (states, values) of states of the next layer."""
    truths: Mapping[int, Any]
    """For some layers, the last among them: what the rule is worth if the array ends there."""


@dataclass(frozen=True, slots=True)
class Rule(ABC):
    """What must hold around each cell."""

    offsets: tuple[Offset, ...]
    """The cells spoken of; (0, 0), where the rule stands, is among them."""
    budget: int | None = None
    """The budget that failures are charged to."""
    wraps: bool = True
    """Whether offsets go around where the array wraps."""

    @abstractmethod
    def layers(self, places: Sequence[Place], ends: Iterable[int], values: Sequence[int]) -> Layers:
        """The automaton that reads `places` in turn, with truths after `ends` cells."""


@dataclass(frozen=True, slots=True)
class TableRule(Rule):
    """A rule given by a function of the existing cells."""

    holds: Callable[[Mapping[Offset, Array]], Array] = field(kw_only=True)

    def layers(self, places: Sequence[Place], ends: Iterable[int], values: Sequence[int]) -> Layers:
        base, length = len(values), len(places)
        if base**length > TABLE_LIMIT:
            raise TooWideError(
                f"a condition about {length} cells with {base} values has {base**length} cases;"
                f" at most {TABLE_LIMIT} are listed"
            )
        lookup = np.array(values, dtype=np.int64)
        truths = {}
        for end in {*ends, length}:
            words = np.arange(base**end)
            cells = {
                offset: lookup[words // base ** (end - 1 - i) % base]
                for i, place in enumerate(places[:end])
                for offset in place
            }
            truths[end] = np.broadcast_to(np.asarray(self.holds(cells), dtype=bool), words.shape)
        following = tuple(np.arange(base ** (i + 1)).reshape(-1, base) for i in range(length))
        return Layers(following, truths)


@dataclass(frozen=True, slots=True)
class StateRule(Rule):
    """A rule given by what must be remembered of the cells read."""

    def layers(self, places: Sequence[Place], ends: Iterable[int], values: Sequence[int]) -> Layers:
        states: list[Any] = [self.fresh(len(values))]
        following = []
        truths = {}
        ends = {*ends, len(places)}
        for i in range(len(places) + 1):
            if i in ends:
                truths[i] = np.asarray(self.judge(states, values), dtype=bool)
            if i == len(places):
                break
            number: dict[Any, int] = {}
            rows = [
                [
                    number.setdefault(self.read(state, places[i], value), len(number))
                    for value in range(len(values))
                ]
                for state in states
            ]
            following.append(np.array(rows).reshape(-1, len(values)))
            states = list(number)
        return Layers(tuple(following), truths)

    @abstractmethod
    def fresh(self, base: int) -> Any:
        """The state before any cell; `base` is the number of values."""

    @abstractmethod
    def read(self, state: Any, place: Place, value: int) -> Any:
        """The state after a cell with the value of this number."""

    @abstractmethod
    def judge(self, states: Sequence[Any], values: Sequence[int]) -> Sequence[bool]:
        """What the rule is worth in each state, if no further cell exists."""


@dataclass(frozen=True, slots=True)
class CountRule(StateRule):
    """A cell against the numbers of its neighbours. State: own value, counts of the others."""

    of: tuple[int, ...] | None = None
    test: Predicate = field(kw_only=True)

    def fresh(self, base: int) -> Any:
        return None, (0,) * base

    def read(self, state: Any, place: Place, value: int) -> Any:
        own, counts = state
        for offset in place:
            if offset == (0, 0):
                own = value
            else:
                counts = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
        return own, counts

    def judge(self, states: Sequence[Any], values: Sequence[int]) -> Sequence[bool]:
        judged = [s for s in states if s[0] is not None and self._concerns(values[s[0]])]
        if not judged:
            return [True] * len(states)
        own = np.array([values[s[0]] for s in judged], dtype=np.int64)
        counts = np.array([s[1] for s in judged], dtype=np.int64)
        found = truth(self.test.expression, neighbour_scope(own, counts, values), len(judged))
        good = dict(zip(judged, found == self.test.wanted, strict=True))
        return [bool(good.get(state, True)) for state in states]

    def _concerns(self, value: int) -> bool:
        return self.of is None or value in self.of


@dataclass(frozen=True, slots=True)
class PermutationRule(StateRule):
    """Values number moves; each cell's move stays inside, and exactly one move leads to it.

    State: own move, arrivals so far (two stand for more), offsets seen.
    """

    moves: tuple[Offset, ...] = ()

    def fresh(self, base: int) -> Any:
        return None, 0, frozenset()

    def read(self, state: Any, place: Place, value: int) -> Any:
        own, arrivals, seen = state
        down, right = self.moves[value]
        if (0, 0) in place:
            own = value
        arrivals += (-down, -right) in place
        return own, min(arrivals, 2), seen | set(place)

    def judge(self, states: Sequence[Any], values: Sequence[int]) -> Sequence[bool]:
        return [
            own is None or (arrivals == 1 and self.moves[own] in seen)
            for own, arrivals, seen in states
        ]


@dataclass(frozen=True, slots=True)
class EndRule(StateRule):
    """Links: one at the corners that are ends, and not one elsewhere unless `others`.

    State: whether the cell has one link, and which neighbours there are.
    """

    ends: tuple[tuple[Offset, Offset], ...] = ()
    """Corners, as two sides beyond which there is nothing."""
    others: bool = False

    def fresh(self, base: int) -> Any:
        return None, frozenset()

    def read(self, state: Any, place: Place, value: int) -> Any:
        own, seen = state
        return (value, seen) if (0, 0) in place else (own, seen | set(place))

    def judge(self, states: Sequence[Any], values: Sequence[int]) -> Sequence[bool]:
        found = []
        for own, seen in states:
            alone = own is not None and values[own].bit_count() == 1
            corner = any(seen.isdisjoint(sides) for sides in self.ends)
            found.append(own is None or (alone if corner else self.others or not alone))
        return found
