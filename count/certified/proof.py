"""A CPOG certificate as it is written: definitions, implied clauses, and their deletion.

The format is told in :mod:`count.cpog.check`.  A clause that is added must be deleted before the end,
and that needs hints too: those by which it was added do, as long as the clauses that they name are
there.  So a *ledger* of added clauses is kept, and :meth:`Proof.retract` deletes them last first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TextIO

__all__ = ["Added", "Proof"]

Added = list[tuple[int, str]]
"""Clauses added, as (number, their hints as written), in order."""


class Proof:
    """Writes to ``out`` the certificate of a formula of so many variables and clauses."""

    def __init__(
        self,
        out: TextIO,
        variables: int,
        clauses: int,
        watch: Callable[[int], None] = lambda written: None,
    ) -> None:
        """``watch`` is told now and then how many bytes there are, and may raise."""
        self.out = out
        self.watch = watch
        self.input_variables = variables
        self.variable = variables
        """The last extension variable."""
        self.clause = clauses
        """The last clause number."""
        self.added = 0
        self.hints = 0
        self.written = 0
        self.waiting: list[str] = []

    def line(self, text: str) -> None:
        self.waiting.append(text)
        self.written += len(text) + 1
        if len(self.waiting) >= 10_000:
            self.flush()

    def flush(self) -> None:
        self.out.write("\n".join(self.waiting) + "\n" * bool(self.waiting))
        self.waiting.clear()
        self.watch(self.written)

    def product(self, parts: Sequence[int]) -> tuple[int, int]:
        """A new variable that is the conjunction of the parts, and the number c of a clause.

        Clause c says: the variable, or some part is false.  Clause c + 1 + i says: part i, or not the
        variable.  No two parts may share a variable.
        """
        self.variable += 1
        number = self.clause + 1
        self.clause += len(parts) + 1
        self.line(f"{number} p {self.variable} {''.join(f'{part} ' for part in parts)}0")
        return self.variable, number

    def sum(self, first: int, second: int, hints: Sequence[int]) -> tuple[int, int]:
        """A new variable that is the disjunction, and the number c of a clause.

        Clause c says: a part, or not the variable.  Clauses c + 1 and c + 2 say: the variable, or not
        part 1 or 2.  The hints, defining clauses, show that the parts exclude each other.
        """
        self.variable += 1
        number = self.clause + 1
        self.clause += 3
        shown = "".join(f"{hint} " for hint in hints)
        self.line(f"{number} s {self.variable} {first} {second} {shown}0")
        self.hints += len(hints)
        return self.variable, number

    def add(self, literals: Sequence[int], hints: Sequence[int], ledger: Added | None) -> int:
        """An implied clause; its number.  ``ledger``: what to note it in for deletion."""
        self.clause += 1
        shown = " ".join(map(str, hints))
        self.line(f"{self.clause} a {''.join(f'{literal} ' for literal in literals)}0 {shown} 0")
        if ledger is not None:
            ledger.append((self.clause, shown))
        self.added += 1
        self.hints += len(hints)
        return self.clause

    def delete(self, number: int, hints: Sequence[int]) -> None:
        """Delete a clause that the rest implies."""
        self.line(f"d {number} {''.join(f'{hint} ' for hint in hints)}0")
        self.hints += len(hints)

    def retract(self, ledger: Added) -> None:
        """Delete the clauses of a ledger by the hints that added them, last first."""
        while ledger:
            number, shown = ledger.pop()
            self.line(f"d {number} {shown} 0")
            self.hints += shown.count(" ") + 1

    def remark(self, text: str) -> None:
        """A comment."""
        self.line(f"c {text}")

    def root(self, variable: int) -> None:
        """Declare the root."""
        self.line(f"r {variable}")
