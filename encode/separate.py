"""Cuts for ``Loop`` and ``Connected``: what is chosen must not fall apart.

Both are judged alike, on a graph whose *elements* are variables: the cells of ``Connected``, or the
edges of ``Loop``, two of which are neighbours where they share a cell.  Two chosen elements that a
set of others separates need one of that set chosen: the clause (-u, -w, others).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzles.rules import Connected, Loop

__all__ = ["Whole"]


class Whole:
    """A rule by which the chosen elements hang together."""

    def __init__(self, rule: Loop | Connected) -> None:
        self.variables = rule.variables()
        if isinstance(rule, Connected):
            self.beside = rule.graph.beside()
        else:
            at = rule.graph.at()
            self.beside = {
                variable: tuple(other for cell in (u, v) for other in at[cell] if other != variable)
                for variable, u, v in rule.graph.arcs()
            }

    def clause(self, over: Sequence[int]) -> tuple[int, ...]:
        """The clause that ``over`` justifies: two elements, and others that separate them.

        :class:`ValueError` unless every walk from the first to the second passes through one of
        the others.
        """
        if len(over) < 2 or not all(element in self.beside for element in over):
            raise ValueError("apart: expected two elements of the rule and what separates them")
        first, second, *wall = over
        if second in self._reached(first, set(wall)):
            raise ValueError("apart: expected elements that separate the first two")
        return (-first, -second, *wall)

    def broken(self, mask: int) -> Iterator[list[int]]:
        """For each component of the chosen elements but the largest: one of its elements, one of
        the largest, and what separates them, none of it chosen."""
        chosen = {v for v in self.variables if mask >> v - 1 & 1}
        parts: list[set[int]] = []
        left = set(chosen)
        while left:
            # Sorted, so that the same search finds the same cuts on every run.
            part = self._reached(min(left), set(self.variables) - chosen)
            left -= part
            parts.append(part)
        if len(parts) < 2:
            return
        largest = max(parts, key=len)
        other = min(largest)
        for part in parts:
            if part is not largest:
                rim = {n for v in part for n in self.beside[v]} - part
                side = self._reached(other, rim | part)
                wall = sorted(n for n in rim if side.intersection(self.beside[n]))
                yield [min(part), other, *wall]

    def _reached(self, start: int, barred: set[int]) -> set[int]:
        reached = {start}
        stack = [start]
        while stack:
            for other in self.beside[stack.pop()]:
                if other not in reached and other not in barred:
                    reached.add(other)
                    stack.append(other)
        return reached
