"""Binairo's third rule on lifted lines: a finished line's word leaves the other lines' domains.

A line is finished when all its variables are decided.  For every unfinished parallel line the word is
struck from the survivors of its own table, and the rest is projected again: a row two cells short of
copying a finished row is forced into the swap.  Two equal finished lines refute the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_, or_

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
        self.covers = (named,)
        self._lines = [tuple(1 << v - 1 for v in line) for line in rule.lines]
        self.scopes = [sum(line) for line in self._lines]
        self.scope = reduce(or_, self.scopes, 0)
        by_places = {table.places: table for table in tables}
        self._tables = [by_places.get(line) for line in self._lines]

    def infer(self, on: int, off: int, changed: int, state: object) -> tuple[int, int]:
        known = on | off
        finished: dict[int, int] = {}
        for i, word in self.finished(on, off):
            if word in finished:
                first, second = self.title(finished[word]), self.title(i)
                raise Refuted(f"distinct: {first} and {second} are equal")
            finished[word] = i
        if not finished:
            return 0, 0
        found_on = found_off = 0
        for i, scope in enumerate(self.scopes):
            if known & scope != scope:
                forced = self._strike(i, on, off, finished)
                if forced is None:
                    raise Refuted(f"distinct: every word left for {self.title(i)} is used")
                found_on |= forced[0]
                found_off |= forced[1]
        return found_on, found_off

    def _strike(self, i: int, on: int, off: int, used: dict[int, int]) -> tuple[int, int] | None:
        """What line i's survivors without the used words agree on; None if none survives."""
        scope, table = self.scopes[i], self._tables[i]
        need, known = self._word(i, on), self._word(i, on | off)
        # A finished line may hold a word outside the dictionary; its own table will refute that.
        struck = [
            word
            for word in used
            if not (word ^ need) & known and (table is None or word in table.words)
        ]
        if not struck:
            return 0, 0
        if table is not None:
            rest = table.project_without(on, off, struck)
            return (rest.on, rest.off) if rest.survivors else None
        # Every word over the free cells is in the domain, and half of them set a given cell.
        free = scope & ~(on | off)
        if len(struck) < 1 << free.bit_count() - 1:
            return 0, 0
        masks = {self.mask(i, word) for word in struck}
        left = [mask for mask in _fillings(on & scope, free) if mask not in masks]
        return (reduce(and_, left), scope & ~reduce(or_, left)) if left else None

    def finished(self, on: int, off: int) -> Iterator[tuple[int, int]]:
        """The lines without an open cell, each with its word."""
        known = on | off
        for i, scope in enumerate(self.scopes):
            if known & scope == scope:
                yield i, self._word(i, on)

    def _word(self, i: int, mask: int) -> int:
        """The part of a mask that lies on line i, as a word."""
        return sum(1 << k for k, place in enumerate(self._lines[i]) if mask & place)

    def mask(self, i: int, word: int) -> int:
        """A word laid on line i, as a mask over the board variables."""
        return sum(place for k, place in enumerate(self._lines[i]) if word >> k & 1)

    def title(self, i: int) -> str:
        """Line i in words."""
        size = len(self._lines[i])
        if len(self.cells) != size * len(self._lines):
            return f"line {i + 1} of {len(self._lines)}"  # lines that share cells
        return f"line {span(self.cells[i * size : (i + 1) * size])}"


def _fillings(base: int, free: int) -> list[int]:
    words = [base]
    while free:
        low = free & -free
        free ^= low
        words += [word | low for word in words]
    return words
