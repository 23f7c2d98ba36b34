"""Numberlink under degrees and paths: plugs of a cell-by-cell frontier and their mates.

Cells are read row by row.  What the rest of the board sees of the cells read is, per gap of the
staircase between read and unread cells, whether a path crosses it (a *plug*) and what that path is:

======  ============================================================================
0       no path
1, 2    ( and ): the two plugs of a path both of whose ends are still open; mates nest,
        since the read cells form a disc and the paths in it are disjoint (Jordan)
3 .. p  a path from a read cell of a label that has unread cells; ``p`` = :attr:`Plugs.pairs`
        less 1.  Codes are lent like registers: a two-cell label has one between its cells
p + 1.. two plugs of one code: paths from the two read cells of one label, which must be
        joined to each other.  Which label it was is forgotten: pairs are numbered by
        their first plug
======  ============================================================================

A state is ``width + 1`` bytes: before cell (r, c), byte c is the gap to its left, c + 1 the gap
above it, lower bytes the gaps below cells of row r, higher ones the gaps below cells of row r - 1.
At a row's end byte ``width`` is 0 and a 0 is put before byte 0.

A label of four and more cells pairs freely: its plugs keep its code for good, and any two of them
may be joined.

It is tempting to drop states in which two pairs interlace (1 2 1 2): their paths would cross below.
That is wrong while a ( ) path is open: a pair may be joined through it, and so pass over the other
pair's plugs in the read part.  Such pruning lost 5363520 of the 26535596720 solutions of one 12x12
board with 12 labels, and passed every comparison with brute force on boards of up to 12 edges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from count.frontier.machine import FrontierMachine

__all__ = ["Kind", "Plugs", "Visit"]

State = bytes

OPEN, CLOSE, FIRST_CODE = 1, 2, 3
_NEW_PAIR = 255
"""A pair not yet numbered; codes and the numbers of pairs must stay below it."""


class Kind:
    """What a cell is: inner cells are passed through, may rest unused, or must.

    A labelled cell is the first or second of its label's two, or one of four and more.
    """

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


class Plugs(FrontierMachine[State]):
    """The plug machine of a grid ``width`` cells wide, its cells in reading order."""

    def __init__(self, width: int, visits: Sequence[Visit]) -> None:
        self.width = width
        self.visits = tuple(visits)
        self.length = len(visits)
        self.pairs = max([FIRST_CODE - 1, *(visit.code for visit in visits)]) + 1

    def fits(self) -> bool:
        """Are there codes enough in a byte?  Not on boards of 240 and more labels of many cells."""
        most_pairs = (self.width + 1) // 2
        return self.pairs + most_pairs <= _NEW_PAIR

    def start(self) -> State | None:
        return bytes(self.width + 1)

    def moves(self, level: int, state: State) -> list[tuple[int, State]]:
        c = level % self.width
        visit = self.visits[level]
        through = self._pass if visit.kind <= Kind.RESTS else self._end
        found = through(visit, state, c)
        if c == self.width - 1:
            return [(chosen, b"\0" + target[:-1]) for chosen, target in found]
        return found

    def variables(self, level: int) -> tuple[int, ...]:
        visit = self.visits[level]
        return tuple(edge.bit_length() for edge in (visit.right, visit.down) if edge)

    def distance(self, level: int, state: State) -> State:
        # Read last: the gaps just left behind, backwards; read next: the cell's own two.
        c = level % self.width
        return state[:c][::-1] + state[c + 2 :][::-1] + state[c : c + 2]

    def _pass(self, visit: Visit, state: State, c: int) -> list[tuple[int, State]]:
        """The moves through a cell without a label."""
        left, above = state[c], state[c + 1]
        if left and above:
            joined = None if visit.kind == Kind.RESTS else self._join(state, c)
            return [] if joined is None else [(0, joined)]
        if left or above:
            return [] if visit.kind == Kind.RESTS else _leave(visit, state, c, left or above)
        found = [] if visit.kind == Kind.PASSED else [(0, state)]
        if visit.right and visit.down and visit.kind != Kind.RESTS:
            found.append((visit.right | visit.down, _put(state, c, OPEN, CLOSE)))
        return found

    def _end(self, visit: Visit, state: State, c: int) -> list[tuple[int, State]]:
        """The moves through a labelled cell: a path starts or ends here."""
        left, above, code = state[c], state[c + 1], visit.code
        if left and above:
            return []
        plug = left or above
        if not plug:
            if visit.kind != Kind.SECOND:
                return _leave(visit, state, c, code)
            paired = state.replace(bytes((code,)), bytes((_NEW_PAIR,)))
            started = _leave(visit, paired, c, _NEW_PAIR)
            return [(chosen, self._numbered(target)) for chosen, target in started]
        ended = _put(state, c, 0, 0)
        if plug <= CLOSE:
            if visit.kind == Kind.SECOND:
                ended = ended.replace(bytes((code,)), bytes((_NEW_PAIR,)))
                code = _NEW_PAIR
            mate = _mate(state, c if left else c + 1)
            return [(0, self._numbered(ended[:mate] + bytes((code,)) + ended[mate + 1 :]))]
        if plug == code and visit.kind != Kind.FIRST:
            return [(0, ended)]
        return []

    def _join(self, state: State, c: int) -> State | None:
        """Join the plugs at bytes c and c + 1 inside a cell; None if a rule forbids it."""
        left, above = state[c], state[c + 1]
        merged = _put(state, c, 0, 0)
        if left > CLOSE and above > CLOSE:
            # A code stands twice if its label pairs freely or both its cells are read.
            return self._numbered(merged) if left == above else None
        if left <= CLOSE and above <= CLOSE:
            if left == OPEN and above == CLOSE:
                return None  # neighbouring ( ) are mates: a loop
            if left == CLOSE and above == OPEN:
                return merged  # their mates are now each other's, in the right order
            mate = _mate(state, c + 1 if left == OPEN else c)
            return merged[:mate] + bytes((left,)) + merged[mate + 1 :]
        free, bound = (c, above) if left <= CLOSE else (c + 1, left)
        mate = _mate(state, free)
        return self._numbered(merged[:mate] + bytes((bound,)) + merged[mate + 1 :])

    def _numbered(self, state: State) -> State:
        """The same state with its pairs numbered by their first plug."""
        if max(state) < self.pairs:
            return state
        numbers: dict[int, int] = {}
        return bytes(
            plug if plug < self.pairs else numbers.setdefault(plug, self.pairs + len(numbers))
            for plug in state
        )


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
    """Where the other plug of the ( ) path at byte i is."""
    plug = state[i]
    step, other = (1, CLOSE) if plug == OPEN else (-1, OPEN)
    depth = 1
    while depth:
        i += step
        depth += (state[i] == plug) - (state[i] == other)
    return i


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
