"""Binairo's third rule on lifted lines: a finished line's word leaves the other lines' domains.

A line is finished when all its variables are decided.  For every unfinished parallel line the word is
struck from the survivors of its own table, and the rest is projected again: a row two cells short of
copying a finished row is forced into the swap.  Two equal finished lines refute the position.
"""

from __future__ import annotations

from ladder.engine import Refuted
from ladder.projection import Lifted, Memoryless, span
from puzzles.rules import Distinct, Named

__all__ = ["DistinctLines"]


class DistinctLines(Memoryless):
    """One :class:`puzzles.rules.Distinct` over lines that may have a table each.

    Lines without a table (rules ``runs`` and ``balance`` dropped) have every word as their domain.
    """

    def __init__(self, named: Named, rule: Distinct, tables: list[Lifted]) -> None:
        self.names = named.names
        self.cells = named.cells
        self._lines = [tuple(1 << v - 1 for v in line) for line in rule.lines]
        self._scopes = [sum(line) for line in self._lines]
        self.scope = sum(self._scopes)
        by_scope = {table.scope: table for table in tables}
        self._tables = [by_scope.get(scope) for scope in self._scopes]

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        known = on | off
        finished: dict[int, int] = {}
        for i, scope in enumerate(self._scopes):
            if known & scope == scope:
                word = self._word(i, on)
                if word in finished:
                    raise Refuted(
                        f"distinct: {self._title(finished[word])} and {self._title(i)} are equal"
                    )
                finished[word] = i
        found_on = found_off = 0
        for i, scope in enumerate(self._scopes):
            if finished and known & scope != scope:
                forced = self._strike(i, on, off, finished)
                if forced is None:
                    raise Refuted(f"distinct: every word left for {self._title(i)} is used")
                found_on |= forced[0]
                found_off |= forced[1]
        return found_on, found_off

    def _strike(self, i: int, on: int, off: int, used: dict[int, int]) -> tuple[int, int] | None:
        """What line i's survivors without the used words agree on; None if none survives."""
        scope, table = self._scopes[i], self._tables[i]
        masks = {self._mask(i, word) for word in used}
        need = on & scope
        known = need | off & scope
        struck = [mask for mask in masks if mask & known == need]
        if not struck:
            return 0, 0
        if table is None:
            # All words over the free cells survive but the struck ones: something is forced only
            # when one cell is free (or two, where two or three of the four words are struck).
            free = scope & ~known
            if free.bit_count() > len(struck):
                return 0, 0
            words = _fillings(need, free)
        else:
            # Striking k words can force a cell only if few words are left; the memo knows how many.
            words = list(table.survivors(on, off))
        both, either = scope, 0
        alive = False
        for word in words:
            if word not in masks:
                both &= word
                either |= word
                alive = True
        return (both, scope & ~either) if alive else None

    def _word(self, i: int, on: int) -> int:
        return sum(1 << k for k, place in enumerate(self._lines[i]) if on & place)

    def _mask(self, i: int, word: int) -> int:
        return sum(place for k, place in enumerate(self._lines[i]) if word >> k & 1)

    def _title(self, i: int) -> str:
        size = len(self._lines[i])
        return f"line {span(self.cells[i * size : (i + 1) * size])}"

    def explain(self, on: int, off: int, new_on: int, new_off: int) -> str:
        new = new_on | new_off
        touched = [self._title(i) for i, scope in enumerate(self._scopes) if scope & new]
        return f"distinct at {', '.join(touched)}: the words of finished parallel lines are used up"


def _fillings(base: int, free: int) -> list[int]:
    words = [base]
    while free:
        low = free & -free
        free ^= low
        words += [word | low for word in words]
    return words
