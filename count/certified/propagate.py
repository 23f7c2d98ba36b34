"""Unit propagation that keeps its reasons, and tells the hints of a refutation.

Two watched literals a clause (Moskewicz et al. 2001), which stand in front of its others; the clauses
that watch a literal are a linked list.  What follows from no assumption is kept between calls.

Inside, literal x of variable v is the *code* 2 v, and its negation 2 v + 1; clauses are numbered from
0 as they come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from native.jit import compiled

__all__ = ["Propagator"]

_jit: Any = compiled  # its functions are not typed
_NONE = -1


class Propagator:
    """Clauses by a key of the caller's; :meth:`refute` finds the clauses that propagation uses."""

    def __init__(self, variables: int) -> None:
        self.literals = np.zeros(1024, np.int64)
        """The literals of all clauses, one behind the other."""
        self.starts = np.zeros(256, np.int64)
        """Where each clause begins, and where the next one will."""
        self.links = np.zeros(512, np.int64)
        """Of clause c the watch 2 c + slot that stands behind it in its list."""
        self.heads = np.full(2 * variables + 2, _NONE, np.int64)
        self.true = np.zeros(2 * variables + 2, np.bool_)
        self.reason = np.full(variables + 1, _NONE, np.int64)
        """Per variable with a value the clause that gave it; -1 for an assumption."""
        self.trail = np.zeros(variables + 1, np.int64)
        self.size = 0
        self.base = 0
        """So many literals of the trail follow from no assumption and have been propagated."""
        self.keys: list[int] = []
        self.conflict = _NONE
        """A clause that is false without any assumption."""

    def add(self, key: int, literals: Iterable[int]) -> None:
        """A clause; one that always holds is left out."""
        clause = list(dict.fromkeys(_code(literal) for literal in literals))
        if any(code ^ 1 in clause for code in clause):
            return
        # Watch what is not false, if there is anything.
        clause.sort(key=lambda code: bool(self.true[code ^ 1]))
        number, begin = len(self.keys), int(self.starts[len(self.keys)])
        end = begin + len(clause)
        self.literals = _room(self.literals, end)
        self.starts = _room(self.starts, number + 2)
        self.links = _room(self.links, 2 * number + 2)
        self.literals[begin:end] = clause
        self.starts[number + 1] = end
        self.keys.append(key)
        for slot, code in enumerate(clause[:2]):
            self.links[2 * number + slot] = self.heads[code]
            self.heads[code] = 2 * number + slot
        if self.conflict != _NONE:
            return
        if not clause or self.true[clause[0] ^ 1]:
            self.conflict = number
        elif not self.true[clause[0]] and (len(clause) == 1 or self.true[clause[1] ^ 1]):
            self._assign(clause[0], number)

    def _assign(self, code: int, reason: int) -> None:
        self.true[code] = True
        self.reason[code >> 1] = reason
        self.trail[self.size] = code
        self.size += 1

    def settle(self) -> None:
        """Propagate what follows from no assumption."""
        if self.conflict == _NONE:
            self.conflict = self._run(self.base)
            self.base = self.size

    def implied(self) -> list[tuple[int, int]]:
        """What follows from no assumption, in order: (literal, key of the clause that gave it)."""
        self.settle()
        codes = self.trail[: self.base].tolist()
        return [(_literal(code), self.keys[self.reason[code >> 1]]) for code in codes]

    def refute(self, assumed: Sequence[int]) -> list[int] | None:
        """The keys of the clauses by which the assumptions contradict themselves, in an order in
        which each becomes unit and the last one false; None if propagation does not show it.

        The assumptions must not hold a literal and its negation.
        """
        self.settle()
        codes = [_code(literal) for literal in assumed]
        found = self.conflict
        for code in codes:
            if found != _NONE:
                break
            if self.true[code ^ 1]:
                # What is true already needs its own reasons; the assumption contradicts them.
                found = int(self.reason[code >> 1])
            elif not self.true[code]:
                self._assign(code, _NONE)
        if found == _NONE:
            found = self._run(self.base)
        hints = None
        if found != _NONE:
            free = np.zeros(len(self.heads), np.bool_)
            free[codes] = True
            used = _used(
                found, free, self.trail, self.size, self.reason, self.literals, self.starts
            )
            hints = [self.keys[clause] for clause in used.tolist()]
        self._undo()
        return hints

    def decide(self, literals: Iterable[int]) -> tuple[list[int], list[int]]:
        """Assume literals one by one, but for those that propagation has by then.

        The assumptions made, and the keys of the clauses that gave the other literals, in order.
        The literals must be those of a model of the clauses.
        """
        self.settle()
        decisions = []
        for literal in literals:
            code = _code(literal)
            if not self.true[code]:
                decisions.append(literal)
                start = self.size
                self._assign(code, _NONE)
                if self._run(start) != _NONE:
                    raise AssertionError("the literals are not those of a model")
        reasons = self.reason[self.trail[: self.size] >> 1]
        keys = [self.keys[clause] for clause in reasons[reasons != _NONE].tolist()]
        self._undo()
        return decisions, keys

    def _run(self, start: int) -> int:
        """Propagate the trail from ``start`` on; a false clause, or -1."""
        conflict, self.size = _run(
            start,
            self.size,
            self.trail,
            self.true,
            self.reason,
            self.literals,
            self.starts,
            self.heads,
            self.links,
        )
        return int(conflict)

    def _undo(self) -> None:
        self.true[self.trail[self.base : self.size]] = False
        self.size = self.base


def _code(literal: int) -> int:
    return 2 * literal if literal > 0 else 1 - 2 * literal


def _literal(code: int) -> int:
    return -(code >> 1) if code & 1 else code >> 1


def _room(array: Any, size: int) -> Any:
    """The array, or a longer copy of it."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, 2 * len(array)), np.int64)
    longer[: len(array)] = array
    return longer


@_jit
def _run(  # type: ignore[no-untyped-def]  # compiled for arrays
    start, size, trail, true, reason, literals, starts, heads, links
):
    """Propagate ``trail[start:]``; (a false clause or -1, the trail's new size)."""
    i = start
    while i < size:
        false = trail[i] ^ 1
        i += 1
        before, watch = -1, heads[false]
        while watch != -1:
            after = links[watch]
            clause, slot = watch >> 1, watch & 1
            begin, end = starts[clause], starts[clause + 1]
            other = -1
            if end - begin > 1:
                other = literals[begin + 1 - slot]
            moved = False
            if other == -1 or not true[other]:
                for k in range(begin + 2, end):
                    code = literals[k]
                    if not true[code ^ 1]:
                        literals[begin + slot], literals[k] = code, false
                        if before == -1:
                            heads[false] = after
                        else:
                            links[before] = after
                        links[watch] = heads[code]
                        heads[code] = watch
                        moved = True
                        break
                if not moved:
                    if other == -1 or true[other ^ 1]:
                        return clause, size
                    true[other] = True
                    reason[other >> 1] = clause
                    trail[size] = other
                    size += 1
            if not moved:
                before = watch
            watch = after
    return -1, size


@_jit
def _used(last, free, trail, size, reason, literals, starts):  # type: ignore[no-untyped-def]
    """The clauses that the false clause ``last`` rests on, in the order of the trail, and it.

    A literal of ``free``, an assumption, needs no reason, even where it would have one.
    """
    needed = np.zeros(len(free), np.bool_)
    for k in range(starts[last], starts[last + 1]):
        needed[literals[k] ^ 1] = not free[literals[k] ^ 1]
    used = np.empty(size + 1, np.int64)
    place = size
    used[place] = last
    for i in range(size - 1, -1, -1):
        code = trail[i]
        if needed[code]:
            clause = reason[code >> 1]
            place -= 1
            used[place] = clause
            for k in range(starts[clause], starts[clause + 1]):
                negation = literals[k] ^ 1
                if literals[k] != code and not free[negation]:
                    needed[negation] = True
    return used[place:]
