"""Nodes of binary decision diagrams, each defined in the certificate when it is made.

Reduced and ordered (Bryant 1986).  A node "if x then h else l" is the sum of the products x h and
(not x) l.  Where a child is false it is the other product alone, and where it is true the product is
a literal.  Node 0 is false and node 1 is true; they have no variable in the certificate, and nothing
refers to them.

Steps of proofs are *clauses*: a number and literals.  :func:`unit_hints` puts those that it is given
into the order in which they propagate, and leaves out what holds already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from count.certified.proof import Added, Proof

__all__ = ["FALSE", "TRUE", "Clause", "Nodes", "unit_hints"]

FALSE, TRUE = 0, 1
Clause: TypeAlias = tuple[int, tuple[int, ...]]


class Nodes:
    """The nodes over ``order``, variables of the formula, topmost first.

    ``backward`` is the ledger of clauses that follow from definitions alone.
    """

    def __init__(self, proof: Proof, order: Sequence[int], backward: Added) -> None:
        self.proof = proof
        self.backward = backward
        self.order = order
        self.depth = {variable: level for level, variable in enumerate(order)}
        bottom = len(order)
        self.level = [bottom, bottom]
        self.children = [(FALSE, FALSE), (TRUE, TRUE)]
        """(low, high): where the variable is false, and where it is true."""
        self.literal = [0, 0]
        """What stands for the node in the certificate."""
        self.product_of: list[list[Clause]] = [[], []]
        """The defining clauses of its products, of the low one and then of the high one."""
        self.sides: list[tuple[int, int]] = [(0, 0), (0, 0)]
        """The literals of its low and its high product; of a node that branches."""
        self.sum_of: list[int] = [0, 0]
        """The first defining clause of its sum, 0 where there is none."""
        self.known: dict[tuple[int, int, int], int] = {}
        self.shortcuts: dict[tuple[int, int], list[Clause]] = {}

    def __len__(self) -> int:
        return len(self.level)

    def make(self, level: int, low: int, high: int) -> int:
        """The node that tests the variable of ``level``."""
        if low == high:
            return low
        if (node := self.known.get((level, low, high))) is not None:
            return node
        node = self.known[(level, low, high)] = len(self.level)
        x = self.order[level]
        defining: list[Clause] = []
        sides = [0, 0]
        for side, (child, literal) in enumerate(((low, -x), (high, x))):
            if child == TRUE:
                sides[side] = literal
            elif child != FALSE:
                below = self.literal[child]
                sides[side], number = self.proof.product([literal, below])
                defining.append((number, (sides[side], -literal, -below)))
                defining.append((number + 1, (-sides[side], literal)))
                defining.append((number + 2, (-sides[side], below)))
        number = 0
        whole = sides[0] or sides[1]
        if all(sides):
            shown = [c for c, literals in defining if literals in ((-sides[0], -x), (-sides[1], x))]
            whole, number = self.proof.sum(sides[1], sides[0], shown)
        self.level.append(level)
        self.children.append((low, high))
        self.literal.append(whole)
        self.product_of.append(defining)
        self.sides.append((sides[0], sides[1]))
        self.sum_of.append(number)
        return node

    def clause(self, literals: Iterable[int]) -> int:
        """The node of a disjunction of literals, no two of one variable."""
        node = FALSE
        for literal in sorted(literals, key=lambda x: -self.depth[abs(x)]):
            level = self.depth[abs(literal)]
            node = self.make(level, node, TRUE) if literal > 0 else self.make(level, TRUE, node)
        return node

    def count(self, root: int) -> int:
        """The models of a node over all variables of the order."""
        models = [0, 1]  # over the variables from the node's level on
        for node in range(2, root + 1):
            level, found = self.level[node], 0
            for child in self.children[node]:
                found += models[child] << self.level[child] - level - 1
            models.append(found)
        return models[root] << self.level[root]

    def branches(self, node: int) -> bool:
        """Is neither child false?"""
        return self.sum_of[node] != 0

    def sum_clauses(self, node: int) -> list[Clause]:
        """The defining clauses of a node's sum: down, up from the high and from the low product."""
        whole, number = self.literal[node], self.sum_of[node]
        low, high = self.sides[node]
        return [
            (number, (-whole, high, low)),
            (number + 1, (whole, -high)),
            (number + 2, (whole, -low)),
        ]

    def up(self, node: int, side: int) -> list[Clause]:
        """The clauses by which the node holds where its variable goes to ``side`` and that child
        holds, in the order for propagating backwards from "not the node"."""
        found: list[Clause] = []
        if self.branches(node):
            found.append(self.sum_clauses(node)[2 - side])
        product = self.sides[node][side]
        found += [clause for clause in self.product_of[node] if clause[1][0] == product]
        return found

    def parts(self, node: int, side: int) -> list[Clause]:
        """The clauses that lead down from the product of ``side``."""
        product = self.sides[node][side]
        return [clause for clause in self.product_of[node] if clause[1][0] == -product]

    def down(self, node: int, side: int) -> list[Clause]:
        """The clauses by which that child holds, where the node does and its variable goes to
        ``side``; if the child is false, that the variable goes to the other side."""
        if not self.branches(node):
            # A single product: what it implies, it implies whatever the variable.
            return [clause for clause in self.product_of[node] if clause[1][0] < 0]
        child = self.children[node][side]
        if child == TRUE:
            return []
        if (found := self.shortcuts.get((node, side))) is None:
            x = self.order[self.level[node]]
            literals = (-self.literal[node], -x if side else x, self.literal[child])
            other = self.parts(node, 1 - side)[:1]
            steps = [*other, self.sum_clauses(node)[0], *self.parts(node, side)[1:]]
            hints = unit_hints(literals, steps)
            number = self.proof.add(literals, hints, self.backward)
            found = self.shortcuts[(node, side)] = [(number, literals)]
        return found


def unit_hints(clause: Iterable[int], steps: Iterable[Clause]) -> list[int]:
    """The numbers of the steps by which the clause follows, in order.

    AssertionError if it does not: a proof is wrong here, and not where it is read.
    """
    true = {-literal for literal in clause}
    hints: list[int] = []
    pending = list(steps)
    while True:
        waiting: list[Clause] = []
        for step in pending:
            unit = 0
            for literal in step[1]:
                if literal in true:
                    break
                if -literal not in true:
                    if unit:
                        waiting.append(step)
                        break
                    unit = literal
            else:
                hints.append(step[0])
                if not unit:
                    return hints
                true.add(unit)
        if len(waiting) == len(pending):
            raise AssertionError(f"{clause} does not follow from {pending}")
        pending = waiting
