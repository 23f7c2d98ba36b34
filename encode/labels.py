"""Paths, lazily: labels that spread along edges; loops are left for cuts.

Under the rule ``degree`` a path can only go wrong by joining two labels or by closing a loop.  The
first is ruled out here, the second by :mod:`encode.cuts` as loops appear.

- ``label[u,L]``: cell u lies on a path of label L.  Ends have their own label and no other; joined
  cells agree in every label; a cell has at most one and, where all cells are used, at least one.

An unused cell may carry any label, and so may a loop that is not yet cut: project onto the board.

Budget for N cells, E edges, L labels: N L variables and 2 E L + N L (L - 1) / 2 clauses; from
PAIRWISE labels on the pairs give way to a ladder of N L more variables and 3 N L clauses.
"""

from __future__ import annotations

from itertools import combinations

from encode.forest import cell_label
from encode.formula import Formula
from puzzles.rules import Paths

__all__ = ["add_labels"]

PAIRWISE = 6
"""So many labels are told apart pair by pair."""


def add_labels(formula: Formula, rule: Paths, all_used: bool, chordless: bool) -> None:
    """The label clauses; ``all_used``: no cell may stay unused; ``chordless``: neighbouring cells
    of one label are joined (sound only where every label occurs twice)."""
    ends = dict(rule.ends)
    cells = rule.graph.cells
    labels = sorted(set(ends.values()))
    place = {cell: k for k, cell in enumerate(cells)}
    count = len(labels)
    names = [cell_label(cell) for cell in cells]
    group = formula.group(
        "label", "the cell lies on a path of this label", names, labels, functional=False
    )
    formula.section("ends have their own label and no other")
    for cell, own in rule.ends:
        for k, label in enumerate(labels):
            variable = group.at(place[cell], k)
            formula.add(variable if label == own else -variable)
    formula.section("joined cells agree in every label")
    clauses = formula.clauses
    for edge, (u, v) in enumerate(rule.graph.edges, start=1):
        first, second = group.at(place[u], 0), group.at(place[v], 0)
        for k in range(count):
            clauses.append((-edge, -first - k, second + k))
            clauses.append((-edge, first + k, -second - k))
        if chordless:
            clauses.extend((edge, -first - k, -second - k) for k in range(count))
    formula.section("a cell has at most one label")
    free = [cell for cell in cells if cell not in ends]
    if count <= PAIRWISE:
        for cell in free:
            formula.extend(
                (-a, -b)
                for a, b in combinations([group.at(place[cell], k) for k in range(count)], 2)
            )
    else:
        ladder = formula.group(
            "upto",
            "the cell has one of the labels up to this one",
            [cell_label(cell) for cell in free],
            labels,
            functional=False,
        )
        for i, cell in enumerate(free):
            variable, step = group.at(place[cell], 0), ladder.at(i, 0)
            clauses.append((-variable, step))
            for k in range(1, count):
                clauses.append((-variable - k, step + k))
                clauses.append((-step - k + 1, step + k))
                clauses.append((-variable - k, -step - k + 1))
    if all_used:
        formula.section("a cell has a label")
        for cell in free:
            formula.add(*(group.at(place[cell], k) for k in range(count)))
