"""What a puzzle class tells the ladder: its rungs as data, and what it is asked about a deduction."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Fired", "RungSpec"]


@dataclass(frozen=True, slots=True)
class RungSpec:
    """A rung: what it adds to the one below, by name.

    ``rules``: the rules whose tables and clauses are projected one by one (None: all of them);
    ``techniques``: names of :data:`ladder.rungs.TECHNIQUES`; ``left_out``: why the rung is left out
    under the rules in force.
    """

    name: str
    statement: str = ""
    rules: tuple[str, ...] | None = ()
    techniques: tuple[str, ...] = ()
    left_out: str | None = None


@dataclass(frozen=True, slots=True)
class Fired:
    """A table or clause that decided something: what :meth:`puzzles.Board.reason` words.

    ``variables`` in the order of the rule; ``on`` and ``off`` are masks of the position before, over all
    board variables, ``new_on`` and ``new_off`` of what was decided.
    """

    rules: tuple[str, ...]
    variables: tuple[int, ...]
    on: int
    off: int
    new_on: int
    new_off: int

    def count(self, mask: int) -> int:
        """How many of the rule's variables lie in a mask."""
        return sum(mask >> v - 1 & 1 for v in self.variables)
