"""Many models: the formula is compiled into one decision diagram, with the proof that it equals it.

1. What unit propagation finds in the formula (givens above all) is taken out.
2. The clauses of a rule at a place are a cluster, together with their auxiliary variables; each
   clause is a small diagram, and :func:`count.certified.conjoin.conjoin` makes one of the cluster.
3. Clusters are conjoined from the bottom of the variable order upwards, those that begin in one row
   at once: what is further down is shared as it stands.

Variables stand in the board's order, along its shorter side; an auxiliary behind the board variables
that it speaks of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from count.certified.conjoin import Conjunction, conjoin
from count.certified.nodes import FALSE, TRUE, Clause, Nodes, unit_hints
from count.certified.proof import Added, Proof
from count.certified.propagate import Propagator
from count.limits import Stopped
from encode.formula import Formula

__all__ = ["STATES", "clusters", "prove_compiled", "variable_order"]

STATES = 1_000_000
"""Beyond so many states a conjunction is given up."""
_GROUP = 8
"""So many clauses of a cluster are conjoined at once."""
_TOGETHER = 16
"""The clauses of a rule over at most so many board variables are one cluster."""


def variable_order(formula: Formula, board_order: Sequence[int]) -> list[int]:
    """All variables, topmost first: the board's in the order given, the others behind the last board
    variable of the clause that mentions them first."""
    place = {variable: i for i, variable in enumerate(board_order)}
    behind: dict[int, int] = {}
    for clause in formula.clauses:
        last = max((place[abs(x)] for x in clause if abs(x) in place), default=None)
        if last is not None:
            for variable in (abs(x) for x in clause if abs(x) not in place):
                behind[variable] = min(behind.get(variable, last), last)
    end = len(place)
    return sorted(
        range(1, formula.variables + 1),
        key=lambda v: (place.get(v, behind.get(v, end)), v not in place, v),
    )


def clusters(formula: Formula) -> list[list[int]]:
    """The clauses, by position, in clusters: of one section of the formula, joined by auxiliary
    variables, or all together where they are over few board variables."""
    own = len(formula.projection)
    starts = [0, *(section.first for section in formula.sections), len(formula.clauses)]
    leader = list(range(len(formula.clauses)))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = i = leader[leader[i]]
        return i

    for first, end in pairwise(starts):
        board = {abs(x) for i in range(first, end) for x in formula.clauses[i] if abs(x) <= own}
        holder: dict[int, int] = {}  # by variable a clause that has it; 0 for any board variable
        for i in range(first, end):
            keys = {abs(x) for x in formula.clauses[i] if abs(x) > own}
            if len(board) <= _TOGETHER:
                keys.add(0)
            for key in keys:
                leader[find(i)] = find(holder.setdefault(key, i))
    found: dict[int, list[int]] = {}
    for i in range(len(formula.clauses)):
        found.setdefault(find(i), []).append(i)
    return list(found.values())


def prove_compiled(
    proof: Proof, formula: Formula, board_order: Sequence[int], width: int, limit: int = STATES
) -> int:
    """The whole certificate, and the number of models; Stopped beyond ``limit`` states in one
    conjunction.

    ``board_order``: the board variables, topmost first; so many that stand in a row: ``width``.
    """
    return _Compile(proof, formula, board_order, width, limit).run()


class _Compile:
    def __init__(
        self, proof: Proof, formula: Formula, board_order: Sequence[int], width: int, limit: int
    ) -> None:
        self.proof = proof
        self.formula = formula
        self.limit = limit
        self.forward: Added = []
        self.backward: Added = []
        self.units: dict[int, Clause] = {}
        """Per literal that unit propagation finds, the clause that says so."""
        self.find_units()
        order = [v for v in variable_order(formula, board_order) if not self.fixed(v)]
        self.nodes = Nodes(proof, order, self.backward)
        rows = {variable: i // width for i, variable in enumerate(board_order)}
        self.row = [0] * len(order)
        """By level the row of the board that it belongs to."""
        row = 0
        for level, variable in enumerate(order):
            row = self.row[level] = rows.get(variable, row)
        self.made: list[tuple[int, list[int], Conjunction]] = []
        """The conjunctions in order: (the node, its parts, what was shown)."""
        self.true: dict[int, Clause] = {}
        """Per node that the formula implies, the clause that says so."""

    def fixed(self, variable: int) -> bool:
        return variable in self.units or -variable in self.units

    def find_units(self) -> None:
        propagator = Propagator(self.formula.variables)
        for number, clause in enumerate(self.formula.clauses, start=1):
            propagator.add(number, clause)
        clauses = self.formula.clauses
        for literal, reason in propagator.implied():
            others = dict.fromkeys(-x for x in clauses[reason - 1] if x != literal)
            hints = [*(self.units[x][0] for x in others), reason]
            number = self.proof.add([literal], hints, self.forward)
            self.units[literal] = (number, (literal,))

    def run(self) -> int:
        proof, nodes = self.proof, self.nodes
        whole = self.whole()
        parts = [*sorted(self.units, key=abs)]
        if whole != TRUE:
            parts.append(nodes.literal[whole])
        root, defining = proof.product(parts)
        proof.root(root)
        known = [self.units[x] for x in parts if x in self.units]
        if whole != TRUE:
            known.append(self.true[whole])
        up = (defining, (root, *(-part for part in parts)))
        unit: Clause = (proof.add([root], unit_hints((root,), [*known, up]), None), (root,))
        fixed: dict[int, Clause] = {
            literal: (defining + 1 + i, (-root, literal))
            for i, literal in enumerate(parts)
            if literal in self.units
        }
        self.true = {}
        if whole != TRUE:
            below = (defining + len(parts), (-root, nodes.literal[whole]))
            self.retrace(whole, [unit, below])
        proof.retract(self.forward)
        for number, clause in enumerate(self.formula.clauses, start=1):
            proof.delete(number, self.deletion(clause, unit, fixed))
        proof.retract(self.backward)
        proof.flush()
        return nodes.count(whole)

    def whole(self) -> int:
        """Make all conjunctions; the node of the whole formula, shown to hold."""
        formula, nodes = self.formula, self.nodes
        for number, clause in enumerate(formula.clauses, start=1):
            if (rest := self.residue(clause)) is None:
                continue
            node = nodes.clause(rest)
            if node in self.true:
                continue
            steps = [*self.path_up(node), *self.denials(clause), (number, tuple(clause))]
            self.hold(node, steps)
        found: list[int] = []
        for cluster in clusters(formula):
            rests = [self.residue(formula.clauses[i]) for i in cluster]
            parts = list({nodes.clause(rest): None for rest in rests if rest is not None})
            parts.sort(key=lambda part: -nodes.level[part])
            whole = TRUE
            for i in range(0, len(parts), _GROUP):
                whole = self.conjoin([*parts[i : i + _GROUP], whole])
            if whole != TRUE:
                found.append(whole)
        rows: dict[int, list[int]] = defaultdict(list)
        for node in dict.fromkeys(found):
            rows[self.row[nodes.level[node]]].append(node)
        whole = TRUE
        for row in sorted(rows, reverse=True):
            whole = self.conjoin([*rows[row], whole])
        return whole

    def residue(self, clause: Sequence[int]) -> tuple[int, ...] | None:
        """What units leave of a clause; None if nothing need be shown of it."""
        if any(x in self.units or -x in clause for x in clause):
            return None
        return tuple(dict.fromkeys(x for x in clause if -x not in self.units))

    def denials(self, clause: Iterable[int]) -> list[Clause]:
        return [self.units[-x] for x in clause if -x in self.units]

    def path_up(self, node: int) -> list[Clause]:
        """The defining clauses of a clause's diagram, for going from "not the node" to its literals."""
        nodes, found = self.nodes, []
        while node != TRUE and node != FALSE:
            low, high = nodes.children[node]
            found += nodes.up(node, 0) + nodes.up(node, 1)
            node = low if high == TRUE else high
        return found

    def hold(self, node: int, steps: Iterable[Clause]) -> None:
        """Show that a node holds."""
        literal = self.nodes.literal[node]
        if node not in self.true:
            number = self.proof.add([literal], unit_hints((literal,), steps), self.forward)
            self.true[node] = (number, (literal,))

    def conjoin(self, parts: Sequence[int]) -> int:
        """The conjunction of nodes that hold, shown to hold."""
        made = conjoin(self.nodes, parts, self.forward, self.limit)
        if made.node == FALSE:
            raise Stopped("no model, which the solver did not find out within its conflicts")
        if made.node != TRUE and made.node not in self.true:
            steps = [self.true[part] for part in parts if part != TRUE]
            if made.forward is not None:
                steps.append(made.forward)
            self.hold(made.node, steps)
        self.made.append((made.node, [part for part in parts if part != TRUE], made))
        return made.node

    def retrace(self, whole: int, steps: list[Clause]) -> None:
        """Show from the root that every part holds, ending with the clauses."""
        literal = self.nodes.literal
        number = self.proof.add(
            [literal[whole]], unit_hints((literal[whole],), steps), self.backward
        )
        self.true[whole] = (number, (literal[whole],))
        for node, parts, made in reversed(self.made):
            for part in parts:
                if part not in self.true:
                    clause = (literal[part],)
                    hints = unit_hints(clause, [self.true[node], made.backward[part]])
                    self.true[part] = (self.proof.add(clause, hints, self.backward), clause)

    def deletion(self, clause: Sequence[int], unit: Clause, fixed: dict[int, Clause]) -> list[int]:
        """Hints by which the root implies a clause."""
        if any(-x in clause for x in clause):
            return []
        for x in clause:
            if x in fixed:
                return unit_hints(clause, [unit, fixed[x]])
        nodes = self.nodes
        rest = self.residue(clause)
        node = nodes.clause(rest or ())
        steps = [self.true[node]]
        while node not in (TRUE, FALSE):
            side = 0 if nodes.children[node][1] == TRUE else 1
            steps += nodes.down(node, side)
            node = nodes.children[node][side]
        return unit_hints(clause, steps)
