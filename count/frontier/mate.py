"""Numberlink under degrees and paths: plugs of a cell-by-cell frontier and their mates.

Cells are read row by row.  What the rest of the board sees of the cells read is, per gap of the
staircase between read and unread cells, whether a path crosses it (a *plug*) and what that path is:

====  ==============================================================================
0     no path
1, 2  ( and ): the two plugs of a path both of whose ends are still open; mates nest
3, 4  [ and ]: plugs of two paths that start at the two read cells of one label, so that
      they must be joined to each other in the unread part
5..   the path starts at a read cell of a label that has unread cells
====  ==============================================================================

A state is ``width + 1`` bytes: before cell (r, c), byte c is the gap to its left, c + 1 the gap
above it, lower bytes the gaps below cells of row r, higher ones the gaps below cells of row r - 1.
At a row's end byte ``width`` is 0 and a 0 is put before byte 0.

Why brackets lose nothing: the unread cells form a disc on whose boundary the plugs lie in byte
order.  Mates ( ) are joined by disjoint paths in the read part, also a disc, so they nest (Jordan).
Two plugs of one fully read label will be joined by a path in the unread disc, again without
crossing, so [ ] of all labels must nest as well: a state in which they do not has no completion and
is dropped, and in any other the nesting says who belongs to whom.  A label of four and more cells
pairs freely; its plugs all keep its code for good, and any two of them may be joined.  Numbers from
5 on are lent to labels like registers: a two-cell label needs one only between its two cells.

Not enforced by the state: anything about paths touching themselves, and cells' degrees other than
1 for labelled cells and 2 (or 0 and 2) for the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from count.frontier.machine import Machine

__all__ = ["Kind", "Plugs", "Visit"]

State = bytes

OPEN, CLOSE, FROM, TO, FIRST_CODE = 1, 2, 3, 4, 5


class Kind:
    """What a cell is: inner cells are passed through, and perhaps may rest unused."""

    PASSED, MAY_REST, RESTS, FIRST, SECOND, MULTIPLE = range(6)


@dataclass(frozen=True, slots=True)
class Visit:
    """One cell as the machine meets it: its kind, its label's code, and its two new edges.

    ``right`` and ``down`` are masks of the edges' variables, 0 where the board ends.
    """

    kind: int
    code: int
    right: int
    down: int


class Plugs(Machine[State]):
    """The plug machine of a grid ``width`` cells wide, its cells in reading order."""

    def __init__(self, width: int, visits: Sequence[Visit]) -> None:
        self.width = width
        self.visits = tuple(visits)
        self.length = len(visits)

    def start(self) -> State | None:
        return bytes(self.width + 1)

    def moves(self, level: int, state: State) -> list[tuple[int, State]]:
        c = level % self.width
        visit = self.visits[level]
        bases = self._cross(visit, state, c)
        found = []
        for chosen, target in bases:
            if c == self.width - 1:
                target = b"\0" + target[:-1]
            found.append((chosen, target))
        return found

    def _cross(self, visit: Visit, state: State, c: int) -> list[tuple[int, State]]:
        """The moves through one cell, before the shift at a row's end."""
        left, above = state[c], state[c + 1]
        kind, code = visit.kind, visit.code
        if kind == Kind.RESTS:
            return [] if left or above else [(0, state)]
        if kind <= Kind.MAY_REST:
            if left and above:
                joined = _join(state, c)
                return [] if joined is None else [(0, joined)]
            if left or above:
                return _leave(visit, state, c, left or above)
            found = [(0, state)] if kind == Kind.MAY_REST else []
            if visit.right and visit.down:
                found.append((visit.right | visit.down, _put(state, c, OPEN, CLOSE)))
            return found
        if left and above:
            return []
        plug = left or above
        if not plug:
            started = _leave(visit, state, c, code)
            if kind != Kind.SECOND:
                return started
            return [
                (chosen, bracketed)
                for chosen, target in started
                if (bracketed := _bracket(target, state.index(code), c if target[c] else c + 1))
            ]
        ended = _put(state, c, 0, 0)
        if plug <= CLOSE:
            mate = _mate(state, c if left else c + 1)
            if kind == Kind.SECOND:
                bracketed = _bracket(ended, state.index(code), mate)
                return [(0, bracketed)] if bracketed else []
            return [(0, ended[:mate] + bytes((code,)) + ended[mate + 1 :])]
        if plug == code and kind != Kind.FIRST:
            return [(0, ended)]
        return []


def _put(state: State, c: int, left: int, above: int) -> State:
    return state[:c] + bytes((left, above)) + state[c + 2 :]


def _leave(visit: Visit, state: State, c: int, plug: int) -> list[tuple[int, State]]:
    """One path goes on below the cell, or to its right."""
    found = []
    if visit.down:
        found.append((visit.down, _put(state, c, plug, 0)))
    if visit.right:
        found.append((visit.right, _put(state, c, 0, plug)))
    return found


def _mate(state: State, i: int) -> int:
    """Where the other plug of the pair of ``(``, ``)``, ``[`` or ``]`` at byte i is."""
    plug = state[i]
    step, other = (1, plug + 1) if plug in (OPEN, FROM) else (-1, plug - 1)
    depth = 1
    while depth:
        i += step
        depth += (state[i] == plug) - (state[i] == other)
    return i


def _bracket(state: State, i: int, j: int) -> State | None:
    """Demand that the plugs at i and j be joined; None if that must cross another such demand."""
    low, high = min(i, j), max(i, j)
    depth = 0
    for plug in state[low + 1 : high]:
        depth += (plug == FROM) - (plug == TO)
        if depth < 0:
            return None
    if depth:
        return None
    changed = bytearray(state)
    changed[low], changed[high] = FROM, TO
    return bytes(changed)


def _join(state: State, c: int) -> State | None:
    """Join the plugs at bytes c and c + 1 inside a cell; None if a rule forbids it."""
    left, above = state[c], state[c + 1]
    merged = bytearray(_put(state, c, 0, 0))
    if left > CLOSE and above > CLOSE:
        # Neighbouring plugs [ ] are mates.  A code occurs twice only if its label pairs freely.
        if (left == FROM and above == TO) or (left == above >= FIRST_CODE):
            return bytes(merged)
        return None
    if left <= CLOSE and above <= CLOSE:
        if left == OPEN and above == CLOSE:
            return None  # neighbouring ( ) are mates: a loop
        if left == above == OPEN:
            merged[_mate(state, c + 1)] = OPEN
        elif left == above == CLOSE:
            merged[_mate(state, c)] = CLOSE
        return bytes(merged)
    free, bound = (c, c + 1) if left <= CLOSE else (c + 1, c)
    mate = _mate(state, free)
    if state[bound] >= FIRST_CODE:
        merged[mate] = state[bound]
        return bytes(merged)
    return _bracket(bytes(merged), mate, _mate(state, bound))


def codes(labels: Mapping[int, str]) -> dict[int, tuple[int, int]]:
    """Kind and code of each labelled cell (by its number in reading order), codes lent and freed."""
    places: dict[str, list[int]] = {}
    for cell in sorted(labels):
        places.setdefault(labels[cell], []).append(cell)
    result: dict[int, tuple[int, int]] = {}
    lent: dict[int, str] = {}
    for cell in sorted(labels):
        label = labels[cell]
        held = next((code for code, holder in lent.items() if holder == label), None)
        if held is None:
            held = next(i for i in range(FIRST_CODE, FIRST_CODE + len(lent) + 1) if i not in lent)
            lent[held] = label
        if len(places[label]) > 2:
            result[cell] = (Kind.MULTIPLE, held)
        elif cell == places[label][0]:
            result[cell] = (Kind.FIRST, held)
        else:
            result[cell] = (Kind.SECOND, held)
            del lent[held]
    return result
