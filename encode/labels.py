"""Paths, lazily: labels that spread along edges; loops are left for cuts.

Under the rule ``degree`` a path can only go wrong by joining two labels or by closing a loop.  The
first is ruled out here, the second by :mod:`encode.cuts` as loops appear.

- ``label[u,L]``: cell u, which is no end, lies on a path of label L.  Joined cells agree in every
  label; a cell has one label if it is used, else none.
- ``upto[u,L]``: the label of u is L or one before it.

The labels of paths are functional; a loop that is not yet cut may carry any: project onto the board.
Where paths are chordless and labels occur twice, neighbouring cells of one label are joined.

Besides, the smallest loops and chords are ruled out from the start: the four sides of a square, and
three of them where paths are chordless; at most 4 clauses per cell.

Budget for N cells that are no ends, E edges, L labels: N L variables and at most
2 E L + N (L (L + 1) / 2 + 5) clauses, E L more for chordless paths; from PAIRWISE labels on, a
ladder of N L variables and 3 N L clauses replaces the pairs.
"""

from __future__ import annotations

from itertools import combinations

from encode.forest import cell_label
from encode.formula import Formula
from encode.linked import Linked
from puzzles.rules import Paths

__all__ = ["add_labels", "add_squares"]

PAIRWISE = 6
"""So many labels are told apart pair by pair."""


def add_labels(formula: Formula, rule: Paths, rules: Linked, where: str = "") -> None:
    """The label clauses of ``rule``; ``rules`` tells which cells may stay unused, and whether
    neighbouring cells of one path are joined; ``where`` tells the groups of several rules apart."""
    ends = dict(rule.ends)
    labels = sorted(set(ends.values()))
    number = {label: k for k, label in enumerate(labels)}
    count = len(labels)
    # Cells of two paths of one label may be neighbours.
    chordless = rules.chordless and len(ends) == 2 * count
    free = [cell for cell in rule.graph.cells if cell not in ends]
    names = [cell_label(cell) for cell in free]
    group = formula.group(
        f"label{where}", "the cell lies on a path of this label", names, labels, functional=False
    )
    first = {cell: group.first + k * count for k, cell in enumerate(free)}
    clauses = formula.clauses
    formula.section("joined cells agree in every label")
    for edge, u, v in rule.graph.arcs():
        if u in ends and v in ends:
            if ends[u] != ends[v]:
                clauses.append((-edge,))
            elif chordless:
                clauses.append((edge,))
        elif u in ends or v in ends:
            variable = first[v] + number[ends[u]] if u in ends else first[u] + number[ends[v]]
            clauses.append((-edge, variable))
            if chordless:
                clauses.append((edge, -variable))
        else:
            for one, other in zip(
                range(first[u], first[u] + count), range(first[v], first[v] + count), strict=True
            ):
                clauses.append((-edge, -one, other))
                clauses.append((-edge, one, -other))
                if chordless:
                    clauses.append((edge, -one, -other))
    formula.section("a cell has at most one label")
    if count <= PAIRWISE:
        for cell in free:
            formula.extend(
                (-a, -b) for a, b in combinations(range(first[cell], first[cell] + count), 2)
            )
    else:
        ladder = formula.group(
            f"upto{where}",
            "the cell has one of the labels up to this one",
            names,
            labels,
            functional=False,
        )
        for i, cell in enumerate(free):
            variable, step = first[cell], ladder.first + i * count
            clauses.append((-variable, step))
            for k in range(1, count):
                clauses.append((-variable - k, step + k))
                clauses.append((-step - k + 1, step + k))
                clauses.append((-variable - k, -step - k + 1))
    formula.section("a cell has a label exactly if it is used")
    for cell in free:
        some = tuple(range(first[cell], first[cell] + count))
        if 0 in rules.allowed[cell]:
            for edge in rules.at[cell]:
                formula.add(-edge, *some)
            for variable in some:
                formula.add(-variable, *rules.at[cell])
        else:
            formula.add(*some)


def add_squares(formula: Formula, rules: Linked) -> None:
    """No path closes a square nor, where paths are chordless, goes along three of its sides."""
    if not rules.paths:
        return
    edge = {pair: number for number, u, v in rules.graph.arcs() for pair in ((u, v), (v, u))}
    formula.section("no path closes a square" + " but for one side" * rules.chordless)
    for r, c in rules.graph.cells:
        corners = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        sides = [edge.get((corners[i], corners[j]), 0) for i, j in ((0, 1), (0, 2), (1, 3), (2, 3))]
        if all(sides):
            for some in combinations(sides, 3 if rules.chordless else 4):
                formula.add(*(-side for side in some))
