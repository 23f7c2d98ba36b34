"""The checker: step by step, does the certificate show that its graph equals the formula?

The format is CPOG (Bryant, Nawrocki, Avigad, Heule: Certified knowledge compilation with
application to formally verified model counting, SAT 2023 and JAIR 2025), with explicit hints.  The
clauses of the formula have the numbers 1 to m.  A line of the certificate is one of

- ``ID p V L1 ... Lk 0``: V is a new variable, the product of the literals.  Adds the defining
  clauses ID: V or not L1 or ...; ID + i: not V or Li.  No two parts share an input variable.
- ``ID s V L1 L2 H1 ... 0``: V is a new variable, the sum of the two.  Adds ID: not V or L1 or L2;
  ID + 1: V or not L1; ID + 2: V or not L2.  The hints, *defining clauses only*, show that L1 and L2
  exclude each other.
- ``ID a L1 ... 0 H1 ... 0``: adds a clause that the others imply by the hints.
- ``d ID H1 ... 0``: deletes a clause of the formula or one added by ``a``, which the others imply
  by the hints.
- ``r L``: the literal that stands for the whole graph; once.
- ``c ...``: a comment.

Hints are numbers of clauses.  The negation of what is to be shown is assumed; each hint must then
have all literals false but one, which becomes true, and the last one all (reverse unit propagation,
RUP).  A hint that does something else, or stands behind the last, is refused, not passed over.

In the end only the clause (root) may be left of those that ``a`` and the formula made.  Why that is
a proof: every step keeps the set of models, restricted to the input variables.  New clauses and
deleted ones are implied by the others, and a definition gives each assignment exactly one extension.
In the beginning the clauses are the formula, in the end they say "the root is true" and what it is.

What is not checked here: that the graph has anything to do with a board.  Of cpog-check's language
``do`` (deletion of an operation) is refused; every other difference is stricter, and stated in
docs/certified-counts.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from count.cpog.cnf import Cnf
from count.cpog.graph import Graph, Node
from count.cpog.refused import Refused, integers

__all__ = ["Checked", "check"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What has been established: ``graph`` equals the formula.  The rest are sizes: clauses added
    by ``a``, clauses deleted, and hints followed."""

    graph: Graph
    added: int
    deleted: int
    hints: int

    def count(self) -> int:
        """The exact number of models of the formula, over all its variables."""
        return self.graph.count()

    def weighted(self, cnf: Cnf) -> Fraction:
        """The weighted number of models, exactly."""
        return self.graph.weighted(cnf.weights)


def check(cnf: Cnf, lines: Iterable[str], source: str = "<cpog>") -> Checked:
    """Follow the certificate; :class:`Refused` with the line of the first step that does not hold.

    >>> from count.cpog.cnf import read_cnf
    >>> both = read_cnf("p cnf 2 2\\n1 0\\n2 0\\n")
    >>> proof = ["r 3", "3 p 3 1 2 0", "6 a 3 0 1 2 3 0", "d 1 6 4 0", "d 2 6 5 0"]
    >>> check(both, proof).count()
    1
    """
    checker = _Checker(cnf, source)
    for line in lines:
        checker.line += 1
        words = line.split()
        if words and words[0] != "c":
            checker.step(words)
    return checker.finish()


class _Checker:
    def __init__(self, cnf: Cnf, source: str) -> None:
        self.source = source
        self.line = 0
        self.variables = cnf.variables
        self.clauses: dict[int, tuple[int, ...]] = dict(enumerate(cnf.clauses, start=1))
        self.removable = set(self.clauses)
        """The clauses of the formula and those added by ``a`` that are still there."""
        self.last = len(self.clauses)
        """The greatest number given to a clause so far."""
        self.nodes: dict[int, Node] = {}
        self.root = 0
        self.added = self.deleted = self.hints = 0

    def refuse(self, reason: str) -> Refused:
        return Refused(self.source, self.line, reason)

    def step(self, words: list[str]) -> None:
        """One line that is neither empty nor a comment."""
        if words[0] == "d":
            self.delete(self.numbers(words[1:]))
        elif words[0] == "r":
            self.declare(self.numbers(words[1:]))
        elif len(words) > 1 and words[1] in ("a", "p", "s"):
            number = self.numbers(words[:1])[0]
            if number <= self.last:
                raise self.refuse(f"clause {number} comes after clause {self.last}")
            rest = self.numbers(words[2:])
            if words[1] == "a":
                self.add(number, rest)
            elif words[1] == "p":
                self.product(number, rest)
            else:
                self.sum(number, rest)
        else:
            raise self.refuse(
                f"expected a step a, p, s, d, r or a comment c, found {words[0][:20]!a}"
            )

    def numbers(self, words: list[str]) -> list[int]:
        try:
            # Much the most lines are well formed, and then this is the quicker way.
            found = list(map(int, words))
            if " ".join(map(str, found)) == " ".join(words):
                return found
        except ValueError:
            pass
        return integers(words, self.source, self.line)

    def literal(self, literal: int) -> int:
        """The literal, if its variable is one of the formula or defined above."""
        name = abs(literal)
        if not 0 < name <= self.variables and name not in self.nodes:
            raise self.refuse(f"expected a variable that is known, found literal {literal}")
        return literal

    def ended(self, numbers: list[int]) -> list[int]:
        """The numbers in front of the 0 that must stand at their end alone."""
        if not numbers or numbers[-1] != 0 or 0 in numbers[:-1]:
            raise self.refuse("expected one 0, at the end")
        return numbers[:-1]

    # Steps.

    def declare(self, numbers: list[int]) -> None:
        if len(numbers) != 1 or not numbers[0]:
            raise self.refuse("expected r LITERAL")
        if self.root:
            raise self.refuse(f"the root was declared before, as {self.root}")
        self.root = numbers[0]

    def add(self, number: int, numbers: list[int]) -> None:
        if 0 not in numbers:
            raise self.refuse("expected a 0 behind the literals of the clause")
        split = numbers.index(0)
        clause = tuple(self.literal(literal) for literal in numbers[:split])
        if len({abs(literal) for literal in clause}) < len(clause):
            raise self.refuse(f"clause {number} holds a variable twice")
        self.propagate([-x for x in clause], self.ended(numbers[split + 1 :]), f"clause {number}")
        self.clauses[number] = clause
        self.removable.add(number)
        self.last = number
        self.added += 1

    def delete(self, numbers: list[int]) -> None:
        if not numbers:
            raise self.refuse("expected d CLAUSE HINTS 0")
        number, hints = numbers[0], self.ended(numbers[1:])
        if number not in self.removable:
            kind = "a defining clause" if number in self.clauses else "not there"
            raise self.refuse(f"clause {number} cannot be deleted: it is {kind}")
        self.removable.remove(number)
        clause = self.clauses.pop(number)
        if any(-literal in clause for literal in clause):
            if hints:
                raise self.refuse(f"clause {number} always holds: expected no hints")
        else:
            self.propagate([-x for x in clause], hints, f"the deletion of clause {number}")
        self.deleted += 1

    def product(self, number: int, numbers: list[int]) -> None:
        name, *parts = self.ended(numbers) or [0]
        over = 0
        for part in parts:
            below = self.over(part)
            if over & below:
                raise self.refuse(f"the parts of product {name} share variables, at {part}")
            over |= below
        self.define(name, Node(True, tuple(parts), over))
        self.clauses[number] = (name, *(-part for part in parts))
        for part in parts:
            number += 1
            self.clauses[number] = (-name, part)
        self.last = number

    def sum(self, number: int, numbers: list[int]) -> None:
        if len(numbers) < 4:
            raise self.refuse("expected ID s VARIABLE PART PART HINTS 0")
        name, first, second = numbers[:3]
        hints = self.ended(numbers[3:])
        over = self.over(first) | self.over(second)
        for hint in hints:
            if hint in self.removable:
                raise self.refuse(f"hint {hint} of sum {name} is no defining clause")
        if first != -second or hints:
            self.propagate([first, second], hints, f"the exclusion in sum {name}")
        self.define(name, Node(False, (first, second), over))
        self.clauses[number] = (-name, first, second)
        self.clauses[number + 1] = (name, -first)
        self.clauses[number + 2] = (name, -second)
        self.last = number + 2

    def over(self, part: int) -> int:
        """The input variables below a part, as a bit mask."""
        name = abs(self.literal(part))
        return 1 << name - 1 if name <= self.variables else self.nodes[name].over

    def define(self, name: int, node: Node) -> None:
        if name <= self.variables or name in self.nodes:
            raise self.refuse(f"expected a new variable above {self.variables}, found {name}")
        self.nodes[name] = node

    def propagate(self, assumed: Iterable[int], hints: list[int], what: str) -> None:
        """Refuse unless unit propagation along the hints leads from the assumed literals to a clause
        without a literal that can hold, at the last hint and not before."""
        true = set(assumed)
        clauses = self.clauses
        conflict = False
        for hint in hints:
            if conflict:
                raise self.refuse(f"{what} is shown before hint {hint}")
            if hint not in clauses:
                raise self.refuse(f"{what}: hint {hint} is no clause that is there")
            unit = 0
            for literal in clauses[hint]:
                if literal in true:
                    raise self.refuse(f"{what}: hint {hint} holds already, by {literal}")
                if -literal not in true and literal != unit:
                    if unit:
                        raise self.refuse(f"{what}: hint {hint} has two open literals")
                    unit = literal
            if unit:
                true.add(unit)
            else:
                conflict = True
        if not conflict:
            raise self.refuse(f"{what} is not shown: no hint leads to a contradiction")
        self.hints += len(hints)

    def finish(self) -> Checked:
        self.line += 1
        if not self.root:
            raise self.refuse("expected a line r LITERAL, found none")
        self.literal(self.root)
        left = sorted(self.removable)
        if len(left) != 1 or self.clauses[left[0]] != (self.root,):
            found = ", ".join(map(str, left[:5])) + ", ..." * (len(left) > 5) or "none"
            raise self.refuse(f"expected the clause ({self.root}) alone to be left, found {found}")
        graph = Graph(self.variables, self.nodes, self.root)
        return Checked(graph, self.added, self.deleted, self.hints)
