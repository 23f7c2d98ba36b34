"""A partitioned-operation graph: products over disjoint variables, sums that exclude each other.

That every product is over disjoint variables and that the two parts of every sum exclude each other
is what :mod:`count.cpog.check` has established; here it is used to count.  A node is known by its
extension variable; its parts are literals of input variables or of nodes defined before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

__all__ = ["Graph", "Node"]


@dataclass(frozen=True, slots=True)
class Node:
    """``over``: the input variables below the node, as a bit mask; bit v - 1 is variable v."""

    product: bool
    parts: tuple[int, ...]
    over: int


@dataclass(frozen=True, slots=True)
class Graph:
    """``nodes`` in the order of their definition; ``root``: the literal that is the formula."""

    variables: int
    nodes: Mapping[int, Node]
    root: int

    def count(self) -> int:
        """The number of models over all variables."""
        return int(self._value({}))

    def weighted(self, weights: Mapping[int, tuple[Fraction, Fraction]]) -> Fraction:
        """The sum over the models of the product of the weights of their literals.

        ``weights``: per variable that of its negative and of its positive literal; 1 and 1 where
        there are none.
        """
        return Fraction(self._value(weights))

    def _value(self, weights: Mapping[int, tuple[Fraction, Fraction]]) -> int | Fraction:
        """Bottom-up.  The value of a node is over the variables below it; a part of a sum that
        misses some of the sum's variables is multiplied by the total weight of those."""
        plain = (1 << self.variables) - 1 & ~sum(1 << v - 1 for v in weights)
        values: dict[int, int | Fraction] = {}

        def total(over: int) -> int | Fraction:
            whole: int | Fraction = 1 << (over & plain).bit_count()
            weighed = over & ~plain
            while weighed:
                variable = weighed.bit_length()
                whole *= sum(weights[variable])
                weighed ^= 1 << variable - 1
            return whole

        def value(part: int) -> int | Fraction:
            name = abs(part)
            if name <= self.variables:
                return weights[name][part > 0] if name in weights else 1
            return values[name] if part > 0 else total(self.nodes[name].over) - values[name]

        for name, node in self.nodes.items():
            found: int | Fraction = 1 if node.product else 0
            for part in node.parts:
                if node.product:
                    found *= value(part)
                else:
                    found += value(part) * total(node.over & ~self._over(part))
            values[name] = found
        everything = (1 << self.variables) - 1
        return value(self.root) * total(everything & ~self._over(self.root))

    def _over(self, part: int) -> int:
        name = abs(part)
        return 1 << name - 1 if name <= self.variables else self.nodes[name].over

    def models(self) -> Iterator[int]:
        """The models as bit masks, each once, in no order that is promised.

        ValueError where a node is negated, but for a root that has no model: such a graph can be
        counted but not listed like this.
        """
        if not self.count():
            return
        everything = (1 << self.variables) - 1
        for over, mask in self._partial(self.root):
            yield from _extended(mask, everything & ~over)

    def _partial(self, part: int) -> Iterator[tuple[int, int]]:
        """The models of a part, as (variables that are set, values); the others are free."""
        name = abs(part)
        if name <= self.variables:
            bit = 1 << name - 1
            yield bit, bit if part > 0 else 0
            return
        if part < 0:
            raise ValueError("a negated node: its models cannot be listed part by part")
        node = self.nodes[name]
        if not node.product:
            for child in node.parts:
                yield from self._partial(child)
            return
        literals = [part for part in node.parts if abs(part) <= self.variables]
        over = sum(1 << abs(part) - 1 for part in literals)
        mask = sum(1 << part - 1 for part in literals if part > 0)
        nodes = [part for part in node.parts if abs(part) > self.variables]
        yield from self._joined(over, mask, nodes)

    def _joined(self, over: int, mask: int, nodes: list[int]) -> Iterator[tuple[int, int]]:
        """All ways to join (over, mask) and one model of each of the nodes."""
        if not nodes:
            yield over, mask
            return
        for more, values in self._partial(nodes[0]):
            yield from self._joined(over | more, mask | values, nodes[1:])

    def projections(self, first: int, limit: int) -> int | None:
        """How many different values the models give to the variables 1 .. ``first``; None if there
        are more than ``limit`` models."""
        models = list(islice(self.models(), limit + 1))
        if len(models) > limit:
            return None
        return len({mask & (1 << first) - 1 for mask in models})


def _extended(mask: int, free: int) -> Iterator[int]:
    """``mask`` with every choice of values for the bits of ``free``."""
    chosen = free
    while True:
        yield mask | chosen
        if not chosen:
            return
        chosen = chosen - 1 & free
