"""The loops of :mod:`encode.trim`: unit propagation forward through a proof, checks backward.

Plain functions over flat arrays, which may be lists or numpy arrays: short proofs are trimmed as
this stands, long ones after :func:`compiled`.  Literals are 2 v for variable v and 2 v + 1 for its
negation.  The first two literals of a clause are watched; a watch is a node, 2 c and 2 c + 1 for
clause c, in a doubly linked list per literal, one for clauses known to be needed (the *core*) and
one for the others.  Propagation looks at the core first, so that few other clauses enter it.

Nothing here has to be trusted: :mod:`encode.lrat` checks what comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = [
    "CONFLICT",
    "HINTS",
    "STEP",
    "TICKS",
    "TRAIL",
    "State",
    "backward",
    "compiled",
    "forward",
    "undo",
    "want",
]

Array = Any
"""A list or a numpy array of integers; numba's signatures are not typed."""

TRAIL, HINTS, STEP, TICKS, CONFLICT, STAMP = range(6)
"""Places in ``now``: length of the trail, hints written, the current step, watches looked at, the
clause that is false at last (-1: none), and the number of the current analysis."""


class State(NamedTuple):
    """Everything that the loops share."""

    pool: Array
    """Literals, clause after clause."""
    start: Array
    """Clause c is ``pool[start[c] : start[c + 1]]``."""
    steps: Array
    """c: clause c is added; -1 - c: it is deleted (``len(start)`` where that has no effect)."""
    level: Array
    """Per step: the length of the trail before it."""
    head: Array
    """Per literal, twice: the first watch of a clause outside the core, and inside."""
    after: Array
    before: Array
    """Per watch: its neighbours in the list; -1 at the ends."""
    core: Array
    """Per clause: is it needed?"""
    true: Array
    """Per literal: does it hold?"""
    reason: Array
    """Per variable: the clause that set it; -1 for an assumption."""
    place: Array
    """Per variable: its place on the trail."""
    trail: Array
    wanted: Array
    """Per variable: is its value without assumptions needed?"""
    given: Array
    seen: Array
    """Per variable: the analysis in which it is one of the clause's own; was met."""
    found: Array
    """Room for variables."""
    hints: Array
    """Clauses c, and -1 - v for the value that variable v has without assumptions."""
    first: Array
    last: Array
    """Where the hints are for clause c, then for the value of variable v at (number of clauses) + v."""
    now: Array


def link(s: State, node: int, literal: int) -> None:
    """Put a watch at the front of the list of ``literal``."""
    place = 2 * literal + s.core[node >> 1]
    front = s.head[place]
    s.after[node] = front
    s.before[node] = -1
    if front >= 0:
        s.before[front] = node
    s.head[place] = node


def unlink(s: State, node: int, literal: int) -> None:
    """Take a watch out of the list of ``literal``."""
    before, after = s.before[node], s.after[node]
    if before >= 0:
        s.after[before] = after
    else:
        s.head[2 * literal + s.core[node >> 1]] = after
    if after >= 0:
        s.before[after] = before


def attach(s: State, c: int) -> None:
    """Watch clause c, of two or more literals: those that are not false, then those that became
    false last.  So the watches stay right while the trail becomes shorter."""
    begin, end = s.start[c], s.start[c + 1]
    for k in range(2):
        best, rank = begin + k, -1
        for i in range(begin + k, end):
            literal = s.pool[i]
            r = s.place[literal >> 1] if s.true[literal ^ 1] else len(s.trail)
            if r > rank:
                best, rank = i, r
        literal = s.pool[best]
        s.pool[best] = s.pool[begin + k]
        s.pool[begin + k] = literal
        link(s, 2 * c + k, literal)


def detach(s: State, c: int) -> None:
    begin = s.start[c]
    if s.start[c + 1] - begin > 1:
        unlink(s, 2 * c, s.pool[begin])
        unlink(s, 2 * c + 1, s.pool[begin + 1])


def need(s: State, c: int) -> None:
    """Move an attached clause into the core."""
    if not s.core[c]:
        begin = s.start[c]
        wide = s.start[c + 1] - begin > 1
        if wide:
            detach(s, c)
        s.core[c] = 1
        if wide:
            link(s, 2 * c, s.pool[begin])
            link(s, 2 * c + 1, s.pool[begin + 1])


def assign(s: State, literal: int, reason: int) -> None:
    s.true[literal] = 1
    s.reason[literal >> 1] = reason
    s.place[literal >> 1] = s.now[TRAIL]
    s.trail[s.now[TRAIL]] = literal
    s.now[TRAIL] += 1


def propagate(s: State, begin: int) -> Any:
    """Unit propagation over the trail from place ``begin``; the clause that becomes false, or -1."""
    quick = slow = begin
    while True:
        if quick < s.now[TRAIL]:
            false, kind = s.trail[quick] ^ 1, 1
            quick += 1
        elif slow < s.now[TRAIL]:
            false, kind = s.trail[slow] ^ 1, 0
            slow += 1
        else:
            return -1
        node = s.head[2 * false + kind]
        while node >= 0:
            s.now[TICKS] += 1
            following = s.after[node]
            c = node >> 1
            begin_c = s.start[c]
            other = s.pool[begin_c + 1 - (node & 1)]
            if not s.true[other]:
                end = s.start[c + 1]
                k = begin_c + 2
                while k < end and s.true[s.pool[k] ^ 1]:
                    k += 1
                if k < end:
                    free = s.pool[k]
                    unlink(s, node, false)
                    s.pool[k] = false
                    s.pool[begin_c + (node & 1)] = free
                    link(s, node, free)
                elif s.true[other ^ 1]:
                    return c
                else:
                    assign(s, other, c)
            node = following


def add(s: State, c: int) -> Any:
    """Attach clause c and propagate; the clause that becomes false, or -1."""
    begin, size = s.start[c], s.start[c + 1] - s.start[c]
    if size == 0:
        return c
    if size > 1:
        attach(s, c)
        if not s.true[s.pool[begin + 1] ^ 1]:
            return -1
    literal = s.pool[begin]
    if s.true[literal]:
        return -1
    if s.true[literal ^ 1]:
        return c
    assign(s, literal, c)
    return propagate(s, s.now[TRAIL] - 1)


def held(s: State, c: int) -> bool:
    """Is clause c the reason of a value?  Then it stays, whatever the proof says."""
    for k in range(2):
        literal = s.pool[s.start[c] + k]
        if s.true[literal] and s.reason[literal >> 1] == c:
            return True
    return False


def forward(s: State, budget: int) -> bool:
    """Follow the proof, without checking it, until a clause is false; ``budget``: watches to look
    at in this call.  Is there more to do?"""
    limit = s.now[TICKS] + budget
    while s.now[STEP] < len(s.steps) and s.now[CONFLICT] < 0:
        if s.now[TICKS] > limit:
            return True
        step = s.now[STEP]
        s.level[step] = s.now[TRAIL]
        what = s.steps[step]
        s.now[STEP] += 1
        s.now[TICKS] += 1
        if what >= 0:
            s.now[CONFLICT] = add(s, what)
        elif held(s, -1 - what):
            s.steps[step] = len(s.start)
        else:
            detach(s, -1 - what)
    return False


def want(s: State, variable: int) -> None:
    """The value that the variable has without assumptions is needed: write it as a hint."""
    s.wanted[variable] = 1
    s.hints[s.now[HINTS]] = -1 - variable
    s.now[HINTS] += 1


def undo(s: State, length: int) -> None:
    """Shorten the trail, and write the hints for the values on it that are needed."""
    while s.now[TRAIL] > length:
        s.now[TRAIL] -= 1
        literal = s.trail[s.now[TRAIL]]
        variable = literal >> 1
        s.true[literal] = 0
        if s.wanted[variable]:
            c = s.reason[variable]
            need(s, c)
            at = len(s.start) - 1 + variable
            s.first[at] = s.now[HINTS]
            for k in range(s.start[c], s.start[c + 1]):
                if s.pool[k] != literal:
                    want(s, s.pool[k] >> 1)
            s.hints[s.now[HINTS]] = c
            s.now[HINTS] += 1
            s.last[at] = s.now[HINTS]


def meet(s: State, c: int, root: int, count: int) -> int:
    """Write a clause as a hint, and note what made its literals false; ``count``: the variables in
    ``found``, those with a value without assumptions."""
    need(s, c)
    s.hints[s.now[HINTS]] = c
    s.now[HINTS] += 1
    for k in range(s.start[c], s.start[c + 1]):
        variable = s.pool[k] >> 1
        if s.seen[variable] != s.now[STAMP]:
            s.seen[variable] = s.now[STAMP]
            if s.place[variable] < root and s.given[variable] != s.now[STAMP]:
                s.found[count] = variable
                count += 1
    return count


def justify(s: State, c: int) -> bool:
    """Write the hints for clause c: assume that it is false, propagate, and look back from what
    becomes false; false if nothing does."""
    s.now[STAMP] += 1
    root, begin = s.now[TRAIL], s.now[HINTS]
    s.first[c] = begin
    conflict = -1
    for k in range(s.start[c], s.start[c + 1]):
        literal = s.pool[k]
        if s.true[literal]:  # at the root, so that value is all the proof it needs
            want(s, literal >> 1)
            conflict = -2
            break
        s.given[literal >> 1] = s.now[STAMP]
        if not s.true[literal ^ 1]:
            assign(s, literal ^ 1, -1)
    if conflict == -1:
        conflict = propagate(s, root)
    if conflict >= 0:
        count = meet(s, conflict, root, 0)
        for k in range(s.now[TRAIL] - 1, root - 1, -1):
            variable = s.trail[k] >> 1
            if s.seen[variable] == s.now[STAMP] and s.reason[variable] >= 0:
                count = meet(s, s.reason[variable], root, count)
        for k in range(count):
            want(s, s.found[k])
    while s.now[TRAIL] > root:
        s.now[TRAIL] -= 1
        s.true[s.trail[s.now[TRAIL]]] = 0
    end = s.now[HINTS]
    s.last[c] = end
    for k in range((end - begin) // 2):  # values first, then clauses as they propagated
        other = s.hints[begin + k]
        s.hints[begin + k] = s.hints[end - 1 - k]
        s.hints[end - 1 - k] = other
    return conflict != -1


def backward(s: State, stop: int, budget: int, room: int) -> Any:
    """Go back through the proof to step ``stop`` and justify the clauses that are needed.

    ``budget``: watches to look at in this call; ``room``: hints that must be free at each step.
    0: done; 1: there is more to do; -1 - c: clause c does not follow by unit propagation.
    """
    limit = s.now[TICKS] + budget
    while s.now[STEP] > stop:
        if s.now[TICKS] > limit or s.now[HINTS] + room > len(s.hints):
            return 1
        s.now[STEP] -= 1
        s.now[TICKS] += 1
        what = s.steps[s.now[STEP]]
        undo(s, s.level[s.now[STEP]])
        if what < 0:
            attach(s, -1 - what)
        elif what < len(s.start):
            detach(s, what)
            if s.core[what] and not justify(s, what):
                return -1 - what
    return 0


_HELPERS: tuple[Callable[..., Any], ...] = (
    link,
    unlink,
    attach,
    detach,
    need,
    assign,
    propagate,
    add,
    held,
    want,
    undo,
    meet,
    justify,
)


def compiled() -> tuple[Callable[..., Any], ...]:
    """``forward``, ``backward`` and ``undo`` in machine code, for states of numpy arrays."""
    import numba
    from numba.extending import register_jitable

    for helper in _HELPERS:
        register_jitable(helper)
    return tuple(numba.njit(cache=True)(loop) for loop in (forward, backward, undo))
