"""Paths, complete: the chosen edges as a rooted forest, loop-free by construction.

Number the cells with the ends first (by label, then in reading order), then the rest in reading
order.  A forest is rooted in exactly one way at the cell of least number of each component.  The
auxiliaries spell out that rooting, so the board variables determine all of them:

- ``parent[u,v]``: the edge u-v is chosen and v is nearer to the root than u;
- ``depth[u,bit]``: the number of edges between u and its root, in binary;
- ``carry[u,bit]``, ``deeper[u,bit]``: the carries of depth + 1, and that sum;
- ``root[u,bit]``: the number of the root of u's component, in binary;
- ``tops[u]``: u is the root of its component; ``joins[a,b]``: end a has the root b.

An edge is chosen when one of its cells is the other's parent; a cell has one parent, or none when
it is a root; it is one deeper than its parent, so a closed loop has no place for depths; joined
cells have equal roots; no cell has a root of greater number.  An end of a label that occurs twice
is a root (the first) or has its partner for root; of a label that occurs more often, each end is a
root or has one of the ends before it for root, and each that is a root is so for one other end.

Under the rule ``degree`` every used component has ends, and root numbers count ends only: a cell
that is no end is a root only where it is alone, and its root number is then written as 0.  Without
that rule a component may lack ends, and root numbers count cells.

Budget for N cells, E edges, d = bits of N - 1, r = bits of the greatest root number: about
2 E + N (3 d + r + 1) variables and E (4 d + 2 r + 5) + N (8 d + 2 r + 8) clauses, besides
K^2 r for the K ends of labels that occur four or more times.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from encode.formula import Formula
from puzzles.rules import Cell, Paths

__all__ = ["Forest", "cell_label"]


def cell_label(cell: Cell) -> str:
    """How a cell is named among the labels of a group."""
    return f"r{cell[0]}c{cell[1]}"


class Forest:
    """The rooting of a board's edges; writes its clauses on construction.

    ``degrees``: is the rule ``degree`` in force (so that components with edges have ends)?
    ``where`` tells the groups of several rules apart.
    """

    def __init__(self, formula: Formula, rule: Paths, degrees: bool, where: str = "") -> None:
        self.formula = formula
        self.where = where
        self.graph = rule.graph
        self.degrees = degrees
        self.ends = dict(rule.ends)
        in_order = sorted(self.ends, key=lambda cell: (self.ends[cell], cell))
        in_order += [cell for cell in rule.graph.cells if cell not in self.ends]
        self.number = {cell: k for k, cell in enumerate(in_order)}
        self.place = {cell: k for k, cell in enumerate(rule.graph.cells)}
        greatest = (len(self.ends) if degrees else len(in_order)) - 1
        labels = [cell_label(cell) for cell in rule.graph.cells]
        self.bits = max(greatest, 0).bit_length()
        self.depth_bits = (len(in_order) - 1).bit_length()

        arcs = [arc for u, v in rule.graph.edges for arc in ((u, v), (v, u))]
        self.parent = formula.group(
            f"parent{where}",
            "the edge is chosen and leads from the first cell towards the root",
            [f"{cell_label(u)}>{cell_label(v)}" for u, v in arcs],
        )
        self.parents: dict[Cell, list[int]] = defaultdict(list)
        for k, (u, _) in enumerate(arcs):
            self.parents[u].append(self.parent.at(k))
        self.tops = formula.group(f"tops{where}", "the cell is the root of its component", labels)
        self.depth = formula.group(
            f"depth{where}", "bit of the number of edges to the root", labels, self.depth_bits
        )
        self.root = formula.group(
            f"root{where}", "bit of the number of the component's root", labels, self.bits
        )
        self._orient()
        self._deepen(labels, arcs)
        self._agree()
        for label in sorted(set(self.ends.values())):
            self._pair([cell for cell in in_order if self.ends.get(cell) == label], label)

    def top(self, cell: Cell) -> int:
        return self.tops.at(self.place[cell])

    def roots(self, cell: Cell) -> list[int]:
        return [self.root.at(self.place[cell], bit) for bit in range(self.bits)]

    def spelled(self, cell: Cell, number: int) -> list[int]:
        """The literals that say that the root of ``cell`` has this number."""
        return [v if number >> bit & 1 else -v for bit, v in enumerate(self.roots(cell))]

    def _orient(self) -> None:
        formula = self.formula
        formula.section("an edge is chosen when one of its cells is the other's parent")
        for k, edge in enumerate(self.graph.variables):
            one, other = self.parent.at(2 * k), self.parent.at(2 * k + 1)
            formula.either(edge, one, other)
            formula.add(-one, -other)
        formula.section("a cell has one parent, or it is a root")
        for cell in self.graph.cells:
            choices = [self.top(cell), *self.parents[cell]]
            formula.add(*choices)
            for first, second in combinations(choices, 2):
                formula.add(-first, -second)
        if self.degrees:
            formula.section("a root that is no end is alone")
            for cell, incident in self.graph.at().items():
                if cell not in self.ends:
                    for edge in incident:
                        formula.add(-edge, -self.top(cell))

    def _deepen(self, labels: list[str], arcs: list[tuple[Cell, Cell]]) -> None:
        formula, bits = self.formula, self.depth_bits
        carry = formula.group(
            f"carry{self.where}",
            "all bits of the depth below this one are set",
            labels,
            max(bits, 1),
        )
        deeper = formula.group(f"deeper{self.where}", "bit of the depth and one more", labels, bits)
        formula.section("the depth and one more")
        for k in range(len(labels)):
            formula.add(carry.at(k, 0))
            for bit in range(bits):
                formula.differs(deeper.at(k, bit), self.depth.at(k, bit), carry.at(k, bit))
            for bit in range(1, bits):
                before, low = carry.at(k, bit - 1), self.depth.at(k, bit - 1)
                formula.add(-carry.at(k, bit), before)
                formula.add(-carry.at(k, bit), low)
                formula.add(carry.at(k, bit), -before, -low)
        formula.section("a cell is one deeper than its parent, a root at depth 0")
        for a, (u, v) in enumerate(arcs):
            chosen, below, above = self.parent.at(a), self.place[u], self.place[v]
            for bit in range(bits):
                formula.equal(self.depth.at(below, bit), deeper.at(above, bit), -chosen)
            formula.add(-chosen, *(-self.depth.at(above, bit) for bit in range(bits)))
        for k in range(len(labels)):
            for bit in range(bits):
                formula.add(-self.tops.at(k), -self.depth.at(k, bit))

    def _agree(self) -> None:
        formula = self.formula
        formula.section("joined cells have equal roots")
        for edge, u, v in self.graph.arcs():
            for one, other in zip(self.roots(u), self.roots(v), strict=True):
                formula.equal(one, other, -edge)
        formula.section("a root's number is its own; no root has a greater number than its cells")
        for cell in self.graph.cells:
            alone = self.degrees and cell not in self.ends
            own = 0 if alone else self.number[cell]
            for literal in self.spelled(cell, own):
                formula.add(-self.top(cell), literal)
            if not self.degrees:
                self._at_most(self.roots(cell), own)

    def _at_most(self, bits: list[int], greatest: int) -> None:
        for k, bit in enumerate(bits):
            if not greatest >> k & 1:
                above = [-bits[j] for j in range(k + 1, len(bits)) if greatest >> j & 1]
                self.formula.add(-bit, *above)

    def _pair(self, ends: list[Cell], label: str) -> None:
        formula = self.formula
        formula.section(f"the ends {label} are joined in pairs")
        if len(ends) == 2:
            formula.add(self.top(ends[0]))
            formula.add(-self.top(ends[1]))
            for literal in self.spelled(ends[1], self.number[ends[0]]):
                formula.add(literal)
            return
        pairs = list(combinations(ends, 2))
        joins = formula.group(
            f"joins{self.where}.{label}",
            "the second end has the first for root",
            [f"{cell_label(a)}<{cell_label(b)}" for a, b in pairs],
        )
        before: dict[Cell, list[int]] = {end: [] for end in ends}
        behind: dict[Cell, list[int]] = {end: [] for end in ends}
        for k, (a, b) in enumerate(pairs):
            join = joins.at(k)
            before[b].append(join)
            behind[a].append(join)
            spelled = self.spelled(b, self.number[a])
            for literal in spelled:
                formula.add(-join, literal)
            formula.add(join, *(-literal for literal in spelled))
            formula.add(-join, self.top(a))
        for end in ends:
            formula.add(self.top(end), *before[end])
            formula.add(-self.top(end), *behind[end])
            for first, second in combinations([self.top(end), *before[end]], 2):
                formula.add(-first, -second)
            for first, second in combinations(behind[end], 2):
                formula.add(-first, -second)
