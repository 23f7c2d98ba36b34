"""Tables and clauses together with rules over many variables (Distinct, Paths, Loop, ...).

State: the :class:`~count.frontier.local.Local` int and one state per *watcher*.  A watcher follows
one or two such rules, variable by variable; :mod:`count.frontier.lines`,
:mod:`count.frontier.partition` and :mod:`count.frontier.whole` define them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from count.frontier.local import Local
from count.frontier.machine import FrontierMachine

__all__ = ["JointMachine", "Watcher"]


class Watcher(Protocol):
    """Follows a global rule; its states are of its own kind."""

    def start(self) -> Hashable | None:
        """The state before the first variable; None if the rule cannot hold."""

    def step(self, level: int, state: Any, bit: int) -> Hashable | None:
        """The state after its variable number ``level`` took the value ``bit``; None if that breaks
        it.  Levels count the variables that the watcher listens to."""


JointState: TypeAlias = tuple[int, tuple[Hashable, ...]]


class JointMachine(FrontierMachine[JointState]):
    """A local machine and its watchers, each with the variables that it listens to.

    A watcher hears of them in the local machine's order.  ``fixed`` variables take only their given
    value; the local automata no longer mention them.
    """

    def __init__(
        self,
        local: Local,
        watchers: Sequence[tuple[Watcher, Sequence[int]]],
        fixed: Mapping[int, int],
    ) -> None:
        self.local = local
        self.length = local.length
        self.watchers = tuple(watcher for watcher, _ in watchers)
        self.fixed = [fixed.get(v) for v in local.order]
        # Per level the watchers that listen: (number, step, the watcher's own level).
        self._steps: list[list[tuple[int, Any, int]]] = [[] for _ in local.order]
        self._heard: list[list[tuple[int, int]]] = []
        for number, (watcher, variables) in enumerate(watchers):
            heard = set(variables)
            levels = [level for level, v in enumerate(local.order) if v in heard]
            self._heard.append([(level, own) for own, level in enumerate(levels)])
            for own, level in enumerate(levels):
                self._steps[level].append((number, watcher.step, own))

    def heard(self, number: int) -> list[tuple[int, int]]:
        """The levels that watcher ``number`` hears of: the machine's, and the watcher's own."""
        return self._heard[number]

    def start(self) -> JointState | None:
        states = []
        for watcher in self.watchers:
            state = watcher.start()
            if state is None:
                return None
            states.append(state)
        return 0, tuple(states)

    def variables(self, level: int) -> tuple[int, ...]:
        return self.local.variables(level)

    def distance(self, level: int, state: JointState) -> tuple[Any, list[int]]:
        # Hashes put equal watched states together; their order among themselves says nothing.
        return hash(state[1]), self.local.distance(level, state[0])

    def moves(self, level: int, state: JointState) -> list[tuple[int, JointState]]:
        here, watched = state
        found = []
        for chosen, target in self.local.moves(level, here):
            bit = int(chosen != 0)
            if self.fixed[level] == 1 - bit:
                continue
            following = list(watched)
            for number, step, own in self._steps[level]:
                after = step(own, watched[number], bit)
                if after is None:
                    break
                following[number] = after
            else:
                found.append((chosen, (target, tuple(following))))
        return found
