"""A few models, listed: a decision graph of them, and a solver's proof that there are no others.

Graph.  Models are told apart by one variable at a time; literals that the models left have in common
go into a product.  Equal rests are one node.

The formula implies the graph.  For each model a clause says: the root, or not this model; it follows
up the graph.  A solver finds the formula and those clauses without the root unsatisfiable; each of its
learned clauses, with the root added, follows by unit propagation, and so does the root in the end.

The graph implies the formula.  With the literals of a clause false each part of the graph has a
false literal, and the root is false; that is the hint list by which the clause is deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from count.certified.proof import Added, Proof
from count.certified.propagate import Propagator

__all__ = ["list_models", "prove_listing"]

_SOLVER = "glucose4"
"""Its proofs are learned clauses alone, each of which unit propagation finds."""
_SLICE = 2_000


def list_models(
    clauses: Sequence[Sequence[int]],
    variables: int,
    limit: int,
    *,
    own: int | None = None,
    conflicts: int = 200_000,
    watch: Callable[[], None] = lambda: None,
) -> list[int] | None:
    """All models as bit masks; None if there are more than ``limit``, or after so many conflicts.

    ``own``: so many variables, the first ones, determine the others (None: all are needed);
    ``watch`` is called now and then, and may raise.
    """
    from pysat.solvers import Solver

    models: list[int] = []
    if [] in map(list, clauses):
        return models
    with Solver(name=_SOLVER, bootstrap_with=clauses) as solver:
        while True:
            watch()
            solved = _solve(solver, conflicts, watch)
            if solved is None:
                return None
            if not solved:
                return models
            if len(models) == limit:
                return None
            # A variable that no clause holds may be beyond the solver's model: it is false in this
            # one and true in another, which the blocking clause leaves.
            model = solver.get_model()[:variables]
            values = [literal > 0 for literal in model] + [False] * (variables - len(model))
            models.append(sum(1 << i for i, value in enumerate(values) if value))
            block = [
                -v if values[v - 1] else v
                for v in range(1, (variables if own is None else own) + 1)
            ]
            solver.add_clause(block)


def _solve(solver: Any, conflicts: int, watch: Callable[[], None]) -> bool | None:
    """Is there a model?  None after so many conflicts; the keyboard is heard in between."""
    for _ in range(0, conflicts, _SLICE):
        solver.conf_budget(_SLICE)
        solved: bool | None = solver.solve_limited(expect_interrupt=False)
        if solved is not None:
            return solved
        watch()
    return None


def prove_listing(
    proof: Proof, clauses: Sequence[Sequence[int]], models: Sequence[int], variables: int
) -> None:
    """The whole certificate of a formula with exactly these models."""
    graph = _Graph(proof, variables)
    everything = (1 << variables) - 1
    root = graph.build(tuple(sorted(models)), everything) if models else graph.never()
    proof.root(root)
    forward: Added = []
    propagator = Propagator(variables)
    for number, clause in enumerate(clauses, start=1):
        propagator.add(number, clause)
    blocked = [_block(graph, propagator, root, mask) for mask in models]
    unit = _refute(proof, clauses, root, propagator, blocked, forward)
    proof.retract(forward)
    if models:
        for number, clause in enumerate(clauses, start=1):
            proof.delete(number, [] if _tautology(clause) else graph.falsify(root, clause, unit))
    else:
        backward: Added = []
        nothing = proof.add([], [unit, *graph.absurd], backward)
        for number, clause in enumerate(clauses, start=1):
            proof.delete(number, [] if _tautology(clause) else [nothing])
        proof.retract(backward)
    proof.flush()


def _tautology(clause: Sequence[int]) -> bool:
    return any(-literal in clause for literal in clause)


class _Graph:
    """Nodes with their defining clauses, by extension variable."""

    def __init__(self, proof: Proof, variables: int) -> None:
        self.proof = proof
        self.variables = variables
        self.parts: dict[int, tuple[int, ...]] = {}
        self.number: dict[int, int] = {}
        self.is_product: dict[int, bool] = {}
        self.made: dict[tuple[int, ...], int] = {}
        self.absurd: list[int] = []

    def product(self, parts: tuple[int, ...]) -> int:
        node, number = self.proof.product(parts)
        self.parts[node], self.number[node], self.is_product[node] = parts, number, True
        return node

    def sum(self, first: int, second: int, hints: Sequence[int]) -> int:
        node, number = self.proof.sum(first, second, hints)
        self.parts[node], self.number[node], self.is_product[node] = (first, second), number, False
        return node

    def build(self, models: tuple[int, ...], left: int) -> int:
        """The product of what ``models``, sorted masks over the variables ``left``, have in common
        and of a sum over the first variable on which they differ."""
        if (node := self.made.get((left, *models))) is not None:
            return node
        common, none = left, left
        for mask in models:
            common &= mask
            none &= ~mask
        rest = left & ~common & ~none
        parts = [v for v in range(1, self.variables + 1) if common >> v - 1 & 1]
        parts += [-v for v in range(1, self.variables + 1) if none >> v - 1 & 1]
        parts.sort(key=abs)
        if rest:
            bit = rest & -rest
            variable = bit.bit_length()
            sides = [
                tuple(sorted({mask & rest for mask in models if bool(mask & bit) == on}))
                for on in (True, False)
            ]
            yes, no = (self.build(side, rest) for side in sides)
            hints = [self.down(yes, variable), self.down(no, -variable)]
            parts.append(self.sum(yes, no, hints))
        node = self.product(tuple(parts))
        self.made[(left, *models)] = node
        return node

    def never(self) -> int:
        """A graph without models: the product of the negation of "x or not x"."""
        self.parts[0] = ()
        one, defined = self.proof.product([1])
        always, either = self.proof.sum(one, -1, [defined + 1])
        root, number = self.proof.product([-always])
        # root -> not always -> not one, x -> a contradiction with "one, or not x".
        self.absurd = [number + 1, either + 1, either + 2, defined]
        return root

    def down(self, product: int, part: int) -> int:
        """The clause "not the product, or this part"."""
        return self.number[product] + 1 + self.parts[product].index(part)

    def way_up(self, root: int, mask: int) -> list[int]:
        """The clauses by which the literals of a model make the root true, in order."""
        hints: list[int] = []
        node = root
        while True:
            hints.append(self.number[node])
            *_, last = self.parts[node] or (0,)
            if abs(last) <= self.variables:
                hints.reverse()
                return hints
            for i, child in enumerate(self.parts[last]):
                decided = self.parts[child][self._split(last)]
                if (mask >> abs(decided) - 1 & 1) == (decided > 0):
                    hints.append(self.number[last] + 1 + i)
                    node = child
                    break

    def _split(self, node: int) -> int:
        """Where, among the parts of a sum's first product, the literal stands that decides it."""
        first, second = self.parts[node]
        for i, (a, b) in enumerate(zip(self.parts[first], self.parts[second], strict=False)):
            if a == -b:
                return i
        raise AssertionError("the parts of a sum do not begin with a variable and its negation")

    def falsify(self, root: int, clause: Sequence[int], unit: int) -> list[int]:
        """Hints for deleting the clause: with its literals false the root is false."""
        false = set(clause)
        hints: list[int] = []
        done: set[int] = set()
        self._falsify(root, false, hints, done)
        return [*hints, unit]

    def _falsify(self, product: int, false: set[int], hints: list[int], done: set[int]) -> None:
        if product in done:
            return
        done.add(product)
        parts = self.parts[product]
        for i, part in enumerate(parts):
            if part in false:
                hints.append(self.number[product] + 1 + i)
                return
        last = parts[-1]
        for child in self.parts[last]:
            self._falsify(child, false, hints, done)
        hints += [self.number[last], self.number[product] + len(parts)]


def _block(
    graph: _Graph, propagator: Propagator, root: int, mask: int
) -> tuple[list[int], list[int]]:
    """A clause "root, or not this model", and hints for it.

    Literals that others of the model give by unit propagation are left out.  Where the root is one
    product, its own defining clause says the same: then the hints are that clause alone.
    """
    literals = [v if mask >> v - 1 & 1 else -v for v in range(1, graph.variables + 1)]
    way = graph.way_up(root, mask)
    if len(way) == 1:
        return [root, *(-literal for literal in literals)], way
    decisions, keys = propagator.decide(literals)
    return [root, *(-literal for literal in decisions)], keys + way


def _refute(
    proof: Proof,
    clauses: Sequence[Sequence[int]],
    root: int,
    propagator: Propagator,
    blocked: Sequence[tuple[list[int], list[int]]],
    forward: Added,
) -> int:
    """Add clauses up to (root); its number.

    Keys of the propagator: the clauses of the formula by number, then the blocks, then what the
    solver learned.  Only what the end rests on is written.
    """
    from pysat.solvers import Solver

    given = [list(clause) for clause in clauses]
    first = len(given) + 1
    for key, (literals, _) in enumerate(blocked, start=first):
        propagator.add(key, literals[1:])
        given.append(literals[1:])
    learned: list[list[int]] = []
    if all(given):
        with Solver(name=_SOLVER, bootstrap_with=given, with_proof=True) as solver:
            if solver.solve():
                raise AssertionError("a model is missing from the list")
            for line in solver.get_proof() or []:
                if not line.startswith("d"):
                    learned.append([int(word) for word in line.split()[:-1]])
    reasons: dict[int, list[int]] = {}
    key = len(given)
    for clause in learned:
        if not clause:
            break
        hints = propagator.refute([-literal for literal in dict.fromkeys(clause)])
        if hints is None:
            raise AssertionError("a learned clause that unit propagation does not find")
        key += 1
        reasons[key] = hints
        propagator.add(key, clause)
    end = propagator.refute([])
    if end is None:
        raise AssertionError("a proof without an end")
    needed = set(end)
    for key in reversed(reasons):
        if key in needed:
            needed.update(reasons[key])
    number = {key: key for key in needed if key < first}
    for key, (literals, hints) in enumerate(blocked, start=first):
        if key in needed:
            number[key] = hints[0] if len(hints) == 1 else proof.add(literals, hints, forward)
    for key, hints in reasons.items():
        if key in needed:
            literals = [root, *dict.fromkeys(learned[key - len(given) - 1])]
            number[key] = proof.add(literals, [number[hint] for hint in hints], forward)
    return proof.add([root], [number[hint] for hint in end], None)
