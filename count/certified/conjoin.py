"""The conjunction of decision diagrams, with the proof that it is one.

A *state* is a set of nodes that must hold together.  Its diagram u tests the topmost variable of any
of them; below are the states in which the nodes that test it have given way to their children.
States are found from the top, level by level, and worked off from the bottom.  Of each is shown

- forward: the nodes of the state imply u; or, where u is false, that they exclude each other;
- backward: u implies each of the nodes.

Each follows from the same for the states below, by cases for the variable where both are alive.  So
the proof is as long as there are states, times the nodes in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from count.certified.nodes import FALSE, TRUE, Clause, Nodes, unit_hints
from count.certified.proof import Added
from count.limits import Stopped

__all__ = ["Conjunction", "conjoin"]

State: TypeAlias = tuple[int, ...]
"""Nodes, ascending, neither of them true, each once."""


class Conjunction:
    """What :func:`conjoin` has shown: ``node``, ``forward`` and ``backward``.

    ``forward``: the clause "not all parts, or the node", None where it says nothing; ``backward``:
    per part that is not the node itself the clause "not the node, or the part".
    """

    __slots__ = ("backward", "forward", "node")

    def __init__(self, node: int, forward: Clause | None, backward: dict[int, Clause]) -> None:
        self.node = node
        self.forward = forward
        self.backward = backward


def conjoin(nodes: Nodes, parts: Sequence[int], forward: Added, limit: int) -> Conjunction:
    """The conjunction of the parts; Stopped beyond ``limit`` states.

    ``forward``: the ledger for clauses of that direction; those of the other go to
    ``nodes.backward``.
    """
    return _Conjoin(nodes, forward, limit).run(parts)


class _Conjoin:
    def __init__(self, nodes: Nodes, forward: Added, limit: int) -> None:
        self.nodes = nodes
        self.forward = forward
        self.limit = limit
        self.found: dict[State, tuple[int, int, tuple[int, ...]]] = {}
        """Per state of two nodes or more: u, the number of its forward clause (0: it says nothing),
        and those of its backward clauses by position in the state (0: the node is u)."""

    def run(self, parts: Sequence[int]) -> Conjunction:
        nodes = self.nodes
        start = self.state(parts)
        levels: list[set[State]] = [set() for _ in range(len(nodes.order) + 1)]
        self.enter(start, levels)
        states = 0
        for bucket in levels:
            for state in bucket:
                for side in (0, 1):
                    self.enter(self.below(state, side), levels)
                states += 1
                if states % 1000 == 0:
                    nodes.proof.watch(nodes.proof.written)
            if states > self.limit:
                raise Stopped(f"a conjunction of more than {self.limit} states")
        for bucket in reversed(levels):
            # Any order would do; this one is the same in every run.
            for state in sorted(bucket):
                self.work_off(state)
        result = Conjunction(self.node(start), None, {})
        if len(start) > 1:
            result.forward = self.implied(start)
            for part in start:
                if (clause := self.implying(start, part)) is not None:
                    result.backward[part] = clause
        return result

    def enter(self, state: State, levels: list[set[State]]) -> None:
        if len(state) > 1 and state[0] != FALSE:
            levels[self.top(state)].add(state)

    def state(self, parts: Sequence[int]) -> State:
        return tuple(sorted({part for part in parts if part != TRUE}))

    def top(self, state: State) -> int:
        level = self.nodes.level
        return min(level[part] for part in state)

    def below(self, state: State, side: int) -> State:
        """The state when the topmost variable goes to ``side``."""
        level, children = self.nodes.level, self.nodes.children
        top = self.top(state)
        return self.state([children[p][side] if level[p] == top else p for p in state])

    def node(self, state: State) -> int:
        """The diagram of a state."""
        if not state:
            return TRUE
        if state[0] == FALSE:
            return FALSE
        return state[0] if len(state) == 1 else self.found[state][0]

    def implied(self, state: State) -> Clause | None:
        """The forward clause of a state."""
        if len(state) < 2 or state[0] == FALSE or not (number := self.found[state][1]):
            return None
        return number, self.forward_literals(state, self.found[state][0])

    def forward_literals(self, state: State, node: int) -> tuple[int, ...]:
        literal = self.nodes.literal
        denied = tuple(-literal[part] for part in state)
        return denied if node == FALSE else (*denied, literal[node])

    def implying(self, state: State, part: int) -> Clause | None:
        """The backward clause of a state for one of its nodes."""
        if part == TRUE or len(state) < 2:
            return None
        node, _, numbers = self.found[state]
        number = numbers[state.index(part)]
        return (number, (-self.nodes.literal[node], self.nodes.literal[part])) if number else None

    def work_off(self, state: State) -> None:
        """Make the diagram of a state, those below being made, and show both directions."""
        nodes = self.nodes
        top = self.top(state)
        sides = (self.below(state, 0), self.below(state, 1))
        children = (self.node(sides[0]), self.node(sides[1]))
        node = nodes.make(top, *children)
        number = self.show_forward(state, top, sides, children, node)
        if node == FALSE:
            self.found[state] = (node, number, ())
            return
        shown = tuple(
            0 if part == node else self.show_backward(part, top, sides, children, node)
            for part in state
        )
        self.found[state] = (node, number, shown)

    def show_forward(
        self,
        state: State,
        top: int,
        sides: tuple[State, State],
        children: tuple[int, int],
        node: int,
    ) -> int:
        nodes = self.nodes
        if node in state:
            return 0
        literals = self.forward_literals(state, node)
        if len(set(map(abs, literals))) < len(literals):
            return 0  # a literal and its negation: whoever derives both has a contradiction
        x = nodes.order[top]
        testing = [part for part in state if nodes.level[part] == top]

        def steps(side: int) -> list[Clause]:
            found = [clause for part in testing for clause in nodes.down(part, side)]
            if (below := self.implied(sides[side])) is not None:
                found.append(below)
            if children[side] != FALSE and nodes.level[node] == top:
                found += nodes.up(node, side)
            return found

        closed = [any(nodes.children[p][side] == FALSE for p in testing) for side in (0, 1)]
        if any(closed):
            # A part has the variable on one side only, which unit propagation sees.
            needed = [
                c for side in (0, 1) if closed[side] for p in testing for c in nodes.down(p, side)
            ]
            side = 0 if closed[1] else 1
            return nodes.proof.add(
                literals, unit_hints(literals, needed + steps(side)), self.forward
            )
        if node != FALSE and abs(nodes.literal[node]) == x:
            # The other side is dead, and "not u" leads there.
            hints = unit_hints(literals, steps(0 if nodes.literal[node] > 0 else 1))
            return nodes.proof.add(literals, hints, self.forward)
        case = (*literals, -x)
        first = nodes.proof.add(case, unit_hints(case, steps(1)), self.forward)
        hints = unit_hints(literals, [(first, case), *steps(0)])
        return nodes.proof.add(literals, hints, self.forward)

    def show_backward(
        self,
        part: int,
        top: int,
        sides: tuple[State, State],
        children: tuple[int, int],
        node: int,
    ) -> int:
        nodes = self.nodes
        literals = (-nodes.literal[node], nodes.literal[part])
        tests = nodes.level[part] == top
        inner = nodes.children[part] if tests else (part, part)

        def below(side: int) -> list[Clause]:
            """What shows that the child of u on this side implies the child of the part."""
            clause = None if children[side] == FALSE else self.implying(sides[side], inner[side])
            return [] if clause is None else [clause]

        def up(side: int) -> list[Clause]:
            return nodes.up(part, side) if tests else []

        ledger = nodes.backward
        if nodes.level[node] != top:  # both children are u itself
            if not tests:
                return below(0)[0][0]
            steps = below(0) + below(1) + up(0) + up(1)
        elif not nodes.branches(node):
            side = 0 if children[1] == FALSE else 1
            steps = nodes.down(node, side) + below(side) + up(side)
        elif not tests:
            steps = [*below(0), *nodes.parts(node, 0), *below(1), *nodes.parts(node, 1)]
            steps.append(nodes.sum_clauses(node)[0])
        else:
            high = nodes.sides[node][1]
            case = (-high, nodes.literal[part])
            hints = unit_hints(case, [*nodes.parts(node, 1), *below(1), *up(1)])
            first = nodes.proof.add(case, hints, ledger)
            steps = [(first, case), nodes.sum_clauses(node)[0], *nodes.parts(node, 0)]
            steps += below(0) + up(0)
        return nodes.proof.add(literals, unit_hints(literals, steps), ledger)
