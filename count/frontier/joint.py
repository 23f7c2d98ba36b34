"""Tables and clauses together with rules over the whole board (Distinct, Paths, Chordless).

State: the :class:`~count.frontier.local.Local` int and one state per *watcher*.  A watcher follows
one or two global rules variable by variable; :mod:`count.frontier.lines` and
:mod:`count.frontier.partition` define them.
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
        """The state after this level's variable took the value ``bit``; None if that breaks it."""


JointState: TypeAlias = tuple[int, tuple[Hashable, ...]]


class JointMachine(FrontierMachine[JointState]):
    """A local machine and its watchers, which all read the variables in the local machine's order.

    ``fixed`` variables take only their given value; the local automata no longer mention them.
    """

    def __init__(self, local: Local, watchers: Sequence[Watcher], fixed: Mapping[int, int]) -> None:
        self.local = local
        self.length = local.length
        self.watchers = tuple(watchers)
        self.fixed = [fixed.get(v) for v in local.order]

    def start(self) -> JointState | None:
        states = []
        for watcher in self.watchers:
            state = watcher.start()
            if state is None:
                return None
            states.append(state)
        return 0, tuple(states)

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
            following = []
            for watcher, seen in zip(self.watchers, watched, strict=True):
                after = watcher.step(level, seen, bit)
                if after is None:
                    break
                following.append(after)
            else:
                found.append((chosen, (target, tuple(following))))
        return found
