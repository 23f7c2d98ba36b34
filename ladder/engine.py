"""The engine of every rung: propagators run to their joint fixpoint over a partial assignment.

Glossary.  A *position* is two disjoint masks over the board variables: ``on`` (known true) and
``off`` (known false).  A *propagator* looks at the part of a position that lies in its ``scope``
and adds literals that every solution extending the position shares; it raises :class:`Refuted`
when it sees that there is none.  A *node* is a position with the states of those propagators that
keep one (chains of Numberlink), so that probing can copy and extend it cheaply.

All propagators are monotone (a larger position never yields less), hence the joint fixpoint does not
depend on the order in which they run (Apt, The essence of constraint propagation, 1999).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from puzzles import Board
from puzzles.rules import Named

__all__ = ["LadderEngine", "Log", "Node", "Probe", "Propagator", "Refuted", "Step", "bits"]


class Refuted(Exception):
    """No solution extends the position; the message says what was seen."""


class Propagator(Protocol):
    """A source of sound deductions; see the module's glossary."""

    @property
    def names(self) -> tuple[str, ...]:
        """The named rules or the technique that it embodies."""

    @property
    def covers(self) -> tuple[Named, ...]:
        """The rules that it knows wholly: a position that decides all their variables and breaks one
        is refuted."""

    @property
    def scope(self) -> int:
        """The variables whose change it wants to hear of, as a mask."""

    def state(self) -> object:
        """What it keeps per node; None for a propagator without memory."""

    def copy(self, state: object) -> object:
        """An independent copy of a state."""

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        """Variables that become (true, false), known ones allowed; may update ``state``.

        ``changed`` are the variables of its scope decided since its last call on this node.
        """


@dataclass(slots=True)
class Node:
    """A position at (or on its way to) the fixpoint, with the propagators' states."""

    on: int
    off: int
    states: list[object]


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction: the position before it, what it added, and by which propagator."""

    by: Propagator
    on: int
    off: int
    new_on: int
    new_off: int


@dataclass(frozen=True, slots=True)
class Probe:
    """One probe that found something: ``variable`` cannot be ``value``, and how that was refuted."""

    variable: int
    value: bool
    refutation: str
    on: int
    off: int

    @property
    def new_on(self) -> int:
        """The variable that became true, as a bit mask; 0 if it became false."""
        return 0 if self.value else 1 << self.variable - 1

    @property
    def new_off(self) -> int:
        """The variable that became false, as a bit mask; 0 if it became true."""
        return 1 << self.variable - 1 if self.value else 0


Log: TypeAlias = list[Step | Probe]
"""The deductions of a run, in order."""


class LadderEngine:
    """Propagators over one board, cheapest first."""

    def __init__(self, board: Board, propagators: Sequence[Propagator]) -> None:
        self.board = board
        self.propagators = tuple(propagators)
        self.variables = len(board.places())
        self.everything = (1 << self.variables) - 1
        self._stateful = [
            i for i, propagator in enumerate(self.propagators) if propagator.state() is not None
        ]
        watchers: list[list[int]] = [[] for _ in range(self.variables)]
        for i, propagator in enumerate(self.propagators):
            for bit in bits(propagator.scope):
                watchers[bit].append(i)
        self._watchers = [tuple(w) for w in watchers]

    def root(self, on: int = 0, off: int = 0, log: Log | None = None) -> Node:
        """The fixpoint from a given position; raises :class:`Refuted`.

        Raises ``ValueError`` for bits beyond the board's variables.
        """
        if (on | off) & ~self.everything:
            raise ValueError(f"expected masks over {self.variables} variables, found {on}, {off}")
        node = Node(0, 0, [propagator.state() for propagator in self.propagators])
        self._run(node, on, off, log, wake_all=True)
        return node

    def extend(self, node: Node, on: int, off: int, log: Log | None = None) -> Node:
        """A new node: the fixpoint from ``node`` and these further literals."""
        states = node.states
        if self._stateful:
            states = states.copy()
            for i in self._stateful:
                states[i] = self.propagators[i].copy(states[i])
        fresh = Node(node.on, node.off, states)
        self._run(fresh, on, off, log, wake_all=False)
        return fresh

    def _run(self, node: Node, on: int, off: int, log: Log | None, wake_all: bool) -> None:
        propagators, watchers, states = self.propagators, self._watchers, node.states
        pending = [0] * len(propagators)
        queue = set(range(len(propagators))) if wake_all else set()
        new_on, new_off = on & ~node.on, off & ~node.off
        while True:
            if new_on | new_off:
                node.on |= new_on
                node.off |= new_off
                if node.on & node.off:
                    raise Refuted("a cell or edge would have to be on and off at once")
                changed = new_on | new_off
                while changed:
                    low = changed & -changed
                    changed ^= low
                    for i in watchers[low.bit_length() - 1]:
                        pending[i] |= low
                        queue.add(i)
            if not queue:
                return
            # The lowest index first: puzzle modules list cheap propagators before dear ones.
            i = min(queue)
            queue.discard(i)
            changed, pending[i] = pending[i], 0
            got_on, got_off = propagators[i].infer(node.on, node.off, changed, states[i])
            new_on, new_off = got_on & ~node.on, got_off & ~node.off
            if log is not None and new_on | new_off:
                log.append(Step(propagators[i], node.on, node.off, new_on, new_off))


def bits(mask: int) -> Iterator[int]:
    """The positions of the ones of a mask, ascending.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
