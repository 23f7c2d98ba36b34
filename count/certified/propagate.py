"""Unit propagation that keeps its reasons, and tells the hints of a refutation.

Two watched literals a clause (Moskewicz et al. 2001).  What follows from no assumption at all is
kept between calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["Propagator"]


class Propagator:
    """Clauses by a key of the caller's; :meth:`refute` finds the clauses that propagation uses."""

    def __init__(self) -> None:
        self.clauses: dict[int, list[int]] = {}
        self.watches: dict[int, list[int]] = {}
        self.reason: dict[int, int] = {}
        """Per true literal the key of the clause that made it so; 0 for an assumption."""
        self.trail: list[int] = []
        self.base = 0
        """So many literals of the trail follow from no assumption and have been propagated."""
        self.conflict: int | None = None
        """A clause that is false without any assumption."""

    def add(self, key: int, literals: Iterable[int]) -> None:
        """A clause; ``key`` is not 0.  A clause that always holds is left out."""
        clause = list(dict.fromkeys(literals))
        if any(-literal in self.reason or -literal in clause for literal in clause):
            if any(-literal in clause for literal in clause):
                return
            # Watch what is not false, if there is anything.
            clause.sort(key=lambda literal: -literal in self.reason)
        self.clauses[key] = clause
        for literal in clause[:2]:
            self.watches.setdefault(literal, []).append(key)
        if self.conflict is None:
            if not clause or -clause[0] in self.reason:
                self.conflict = key
            elif clause[0] not in self.reason and (len(clause) == 1 or -clause[1] in self.reason):
                self.reason[clause[0]] = key
                self.trail.append(clause[0])

    def settle(self) -> None:
        """Propagate what follows from no assumption."""
        if self.conflict is None:
            self.conflict = self._run(self.base)
            self.base = len(self.trail)

    def refute(self, assumed: Sequence[int]) -> list[int] | None:
        """The keys of the clauses by which the assumptions contradict themselves, in an order in
        which each becomes unit and the last one false; None if propagation does not show it.

        The assumptions must not hold a literal and its negation.
        """
        self.settle()
        found = self.conflict
        if found is None:
            for literal in assumed:
                if -literal in self.reason:
                    # What is true already needs its own reasons; the assumption contradicts them.
                    found = self.reason[-literal]
                    break
                if literal not in self.reason:
                    self.reason[literal] = 0
                    self.trail.append(literal)
            if found is None:
                found = self._run(self.base)
        hints = None if found is None else self._hints(found, set(assumed))
        self._undo()
        return hints

    def decide(self, literals: Iterable[int]) -> tuple[list[int], list[int]]:
        """Assume literals one by one, but for those that propagation has by then.

        The assumptions made, and the keys of the clauses that gave the other literals, in order.  The
        literals must be those of a model of the clauses.
        """
        self.settle()
        decisions = []
        for literal in literals:
            if literal not in self.reason:
                decisions.append(literal)
                start = len(self.trail)
                self.reason[literal] = 0
                self.trail.append(literal)
                if self._run(start) is not None:
                    raise AssertionError("the literals are not those of a model")
        keys = [key for literal in self.trail if (key := self.reason[literal])]
        self._undo()
        return decisions, keys

    def _undo(self) -> None:
        for literal in self.trail[self.base :]:
            del self.reason[literal]
        del self.trail[self.base :]

    def _run(self, start: int) -> int | None:
        """Propagate the trail from ``start`` on; a false clause, or None."""
        reason, clauses, watches, trail = self.reason, self.clauses, self.watches, self.trail
        i = start
        while i < len(trail):
            false = -trail[i]
            i += 1
            watching = watches.get(false)
            if not watching:
                continue
            kept: list[int] = []
            for place, key in enumerate(watching):
                clause = clauses[key]
                if len(clause) > 1 and clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if first in reason:
                    kept.append(key)
                    continue
                for k in range(2, len(clause)):
                    if -clause[k] not in reason:
                        clause[1], clause[k] = clause[k], false
                        watches.setdefault(clause[1], []).append(key)
                        break
                else:
                    kept.append(key)
                    if -first in reason:
                        watches[false] = kept + watching[place + 1 :]
                        return key
                    reason[first] = key
                    trail.append(first)
            watches[false] = kept
        return None

    def _hints(self, last: int, assumed: set[int]) -> list[int]:
        """The reasons that the clause ``last`` rests on, in the order of the trail, and it.

        An assumption needs no reason, even where it would have one.
        """
        needed = {-literal for literal in self.clauses[last]} - assumed
        used = [last]
        for literal in reversed(self.trail):
            if literal in needed:
                key = self.reason[literal]
                used.append(key)
                needed.update(-x for x in self.clauses[key] if x != literal and -x not in assumed)
        used.reverse()
        return used
