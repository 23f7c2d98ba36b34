"""A finished BDD as plain arrays: exact counts, marginals and uniform samples by traversal.

``dd.cudd.BDD.count`` returns a float: 2^80 - 1 comes back as 1.2089258196146292e+24, and past
2^1024 it overflows.  So a diagram of either package is read once into arrays, and everything that
is counted is counted here, with Python integers.

A *reference* is ``2 * node + complement``.  Node 0 is the terminal "true", the reference 1 is
"false".  A node's children have smaller numbers.  Bryant 1986 (BDDs), Brace, Rudell and Bryant
1990 (complement edges), Knuth, TAOCP 4A, 7.1.4 (counting and random generation).
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from count.limits import NoSolutions

__all__ = ["Diagram", "read"]


@dataclass(frozen=True, slots=True, eq=False)
class Diagram:
    """A reduced ordered BDD with complement edges.

    ``order[l]`` is the board variable at level l; ``levels``, ``low``, ``high`` are per node, the
    children as references; the terminal stands at level ``len(order)``.
    """

    order: tuple[int, ...]
    levels: array[int]
    low: array[int]
    high: array[int]
    root: int
    backend: str

    def __len__(self) -> int:
        """The number of nodes, the terminal among them."""
        return len(self.levels)

    def __repr__(self) -> str:
        return f"Diagram of {len(self)} nodes over {len(self.order)} variables ({self.backend})"

    def below(self) -> list[int]:
        """Per node the number of models over the variables of its level and further down."""
        depth = len(self.order)
        models = [1]
        for node in range(1, len(self)):
            under = self.levels[node] + 1
            both = 0
            for child in (self.low[node], self.high[node]):
                level = self.levels[child >> 1]
                found = models[child >> 1]
                if child & 1:
                    found = (1 << depth - level) - found
                both += found << level - under
            models.append(both)
        return models

    def _value(self, models: Sequence[int], reference: int) -> int:
        """The models of a reference over the variables of its node's level and further down."""
        found = models[reference >> 1]
        if reference & 1:
            return (1 << len(self.order) - self.levels[reference >> 1]) - found
        return found

    def count(self) -> int:
        """The number of models over all variables of ``order``."""
        return self._value(self.below(), self.root) << self.levels[self.root >> 1]

    def marginals(self) -> tuple[Fraction, ...]:
        """Per board variable the share of models in which it is true; NoSolutions if none are.

        ``above[parity][node]`` counts the ways down to a node that reach it through an odd or even
        number of complements, over all variables of the levels above it.  A variable that an edge
        skips is free there, so it is true in half of the models that run along the edge; those
        halves are summed as differences over the levels.
        """
        models = self.below()
        depth = len(self.order)
        above = [[0] * len(self), [0] * len(self)]
        true_at = [0] * depth
        half = [0] * (depth + 1)

        def descend(ways: int, level: int, parity: int, reference: int) -> int:
            """Send ``ways`` (over the levels above ``level``) along an edge; the models on it."""
            parity ^= reference & 1
            node = reference >> 1
            target = self.levels[node]
            ways <<= target - level
            above[parity][node] += ways
            along = ways * self._value(models, node << 1 | parity)
            if target > level:
                half[level] += along // 2
                half[target] -= along // 2
            return along

        total = descend(1, 0, 0, self.root)
        if not total:
            raise NoSolutions("no solution, so no share of solutions")
        for node in range(len(self) - 1, 0, -1):
            level = self.levels[node]
            for parity in (0, 1):
                ways = above[parity][node]
                if ways:
                    descend(ways, level + 1, parity, self.low[node])
                    true_at[level] += descend(ways, level + 1, parity, self.high[node])
        free = 0
        shares = [Fraction(0)] * depth
        for level, variable in enumerate(self.order):
            free += half[level]
            shares[variable - 1] = Fraction(true_at[level] + free, total)
        return tuple(shares)

    def sample(self, n: int, random: Random) -> list[int]:
        """n models, each drawn uniformly and independently; NoSolutions if there are none."""
        models = self.below()
        if not self._value(models, self.root):
            raise NoSolutions("no solution to draw from")
        return [self._draw(models, random) for _ in range(n)]

    def weighted(self, weights: Mapping[int, tuple[Fraction, Fraction]]) -> Fraction:
        """The sum over the models of the product of the weights of their literals.

        ``weights``: per variable that of "false" and of "true"; 1 and 1 where there is none.
        """
        from count.weighing import weighted

        return weighted(self, weights)

    def most_probable(
        self, weights: Mapping[int, tuple[Fraction, Fraction]]
    ) -> tuple[int, Fraction]:
        """A model of the greatest weight and that weight; NoSolutions if there is no model."""
        from count.weighing import heaviest

        return heaviest(self, weights)

    def condition(self, *literals: int) -> Diagram:
        """The diagram of the models that have these literals, over the same variables."""
        from count.algebra import condition

        return condition(self, literals)

    def conjoin(self, other: Diagram) -> Diagram:
        """The diagram of the models that both have; the order of the variables must be the same."""
        from count.algebra import conjoin

        return conjoin(self, other)

    def to_dd(self) -> Any:
        """A function of a new ``dd`` manager, that of ``backend``; its variables are ``str(v)``."""
        from count.algebra import load

        return load(self)

    def nnf(self, names: Mapping[int, str] | None = None) -> str:
        """The diagram in c2d's negation normal form (:mod:`count.export`)."""
        from count.export import nnf

        return nnf(self, names)

    def dot(self, names: Mapping[int, str] | None = None) -> str:
        """The diagram in Graphviz's language."""
        from count.export import dot

        return dot(self, names)

    def _draw(self, models: Sequence[int], random: Random) -> int:
        mask = 0
        level = 0
        reference = self.root
        while True:
            node = reference >> 1
            for skipped in range(level, self.levels[node]):
                mask |= random.getrandbits(1) << self.order[skipped] - 1
            if not node:
                return mask
            level = self.levels[node]
            sides = [child ^ (reference & 1) for child in (self.low[node], self.high[node])]
            low, high = (
                self._value(models, child) << self.levels[child >> 1] - level - 1 for child in sides
            )
            bit = random.randrange(low + high) >= low
            mask |= bit << self.order[level] - 1
            reference = sides[bit]
            level += 1


def read(root: Any, order: Sequence[int], backend: str) -> Diagram:
    """Read a ``dd`` function, of CUDD or autoref, into arrays.

    Both packages give the children of the node itself, whatever the sign of the reference to it.
    ``int`` of a function names its node and the sign: CUDD in the last bit, as its pointers do,
    autoref as that of a number.
    """
    levels, low, high = array("q", [len(order)]), array("q", [0]), array("q", [0])

    def split(function: Any) -> tuple[int, int]:
        """(node, 1 if complemented)."""
        name = int(function)
        if backend == "cudd":
            return name & ~1, name & 1
        return abs(name), int(name < 0)

    top, sign = split(root)
    number = {split(root.bdd.true)[0]: 0}
    # A function is to be visited; a tuple is a node whose children have been.
    stack: list[Any] = [root]
    while stack:
        item = stack.pop()
        if type(item) is tuple:
            node, level, (first, no), (second, yes) = item
            number[node] = len(levels)
            levels.append(level)
            low.append(number[first] << 1 | no)
            high.append(number[second] << 1 | yes)
            continue
        node, _ = split(item)
        if node in number:
            continue
        left, right = item.low, item.high
        first, second = split(left), split(right)
        stack.append((node, item.level, first, second))
        if first[0] not in number:
            stack.append(left)
        if second[0] not in number:
            stack.append(right)
    return Diagram(tuple(order), levels, low, high, number[top] << 1 | sign, backend)
