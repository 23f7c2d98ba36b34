"""Proofs made short and quick to check: from DRUP, as solvers write it, to lines with hints.

The proof is followed forward, without checks, until unit propagation finds a clause that is false.
Then it is gone through backward, and only clauses that something later needs are checked; what
their checks need is needed too.  The checks prefer clauses that are needed already, so that few
others become so.  (Core-first backward checking is due to Wetzler, Heule and Hunt, "DRAT-trim",
SAT 2014.)  What is left, with the clauses that each check went through, are the lines of
:mod:`encode.lrat`.  A value that holds without assumptions becomes a line of its own where it is
needed, a clause of one literal, so that its reasons are written once and not in every line.

Deletions are followed, since they save time, but for clauses that are the reason of such a value.
Nothing here has to be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from encode import backward as loops
from encode.backward import CONFLICT, HINTS, STEP, TRAIL, State

__all__ = ["Untrimmed", "trimmed"]

LONG = 60_000
"""Literals in a proof from which on the loops are compiled, which takes a while the first time."""
SLICE = 3_000_000
"""Watches to look at between two pauses."""


class Untrimmed(ValueError):
    """A proof that does not go by unit propagation alone, or does not end."""


def trimmed(
    clauses: Sequence[Sequence[int]],
    proof: Iterable[str],
    pause: Callable[[], None] = lambda: None,
    compile: bool | None = None,
) -> list[str]:
    """The lines with hints that a DRUP proof comes down to.

    ``proof``: lines ``literals 0`` and ``d literals 0``; ``pause`` is called now and then, and may
    raise; ``compile``: whether to compile the loops (None: if the proof is long).
    :class:`Untrimmed` for a proof with a step that is needed and is no unit propagation.

    >>> trimmed([(1, 2), (1, -2), (-1,)], ["1 0", "0"])
    ['4 -2 0 3 2 0', '5 0 3 4 1 0']
    """
    read = _Read(clauses, proof)
    if compile is None:
        compile = len(read.pool) - read.formula > LONG
    return _Trimming(read, compile).lines(pause)


class _Read:
    """The clauses and steps of a proof as numbers, in the way of :mod:`encode.backward`."""

    def __init__(self, clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> None:
        self.pool: list[int] = []
        self.start = [0]
        self.steps: list[int] = []
        self.clauses: list[tuple[int, ...]] = []
        self._known: dict[tuple[int, ...], list[int]] = {}
        for clause in clauses:
            self._add(clause)
        self.given = len(self.clauses)
        self.formula = len(self.pool)
        for line in proof:
            words = line.split()
            deleted = words[0] == "d"
            literals = [int(word) for word in words[deleted:-1]]
            if not deleted:
                self._add(literals)
            elif len(literals) > 1 and (same := self._known.get(tuple(sorted(literals)))):
                self.steps.append(-1 - same.pop())
        self.variables = 1 + max(self.pool, default=0) // 2

    def _add(self, literals: Iterable[int]) -> None:
        clause = tuple(dict.fromkeys(literals))
        number = len(self.clauses)
        self._known.setdefault(tuple(sorted(clause)), []).append(number)
        self.clauses.append(clause)
        self.pool.extend(2 * v if v > 0 else 1 - 2 * v for v in clause)
        self.start.append(len(self.pool))
        self.steps.append(number)


class _Trimming:
    """One run of the loops over a proof."""

    def __init__(self, read: _Read, compile: bool) -> None:
        self.read = read
        self.forward, self.backward, self.undo = loops.forward, loops.backward, loops.undo
        if compile:
            self.forward, self.backward, self.undo = loops.compiled()
        self.compile = compile
        clauses, variables = len(read.clauses), read.variables
        zeros = self._zeros
        self.state = State(
            pool=self._array(read.pool),
            start=self._array(read.start),
            steps=self._array(read.steps),
            level=zeros(len(read.steps)),
            head=self._array([-1] * (4 * variables)),
            after=zeros(2 * clauses),
            before=zeros(2 * clauses),
            core=zeros(clauses),
            true=zeros(2 * variables),
            reason=zeros(variables),
            place=zeros(variables),
            trail=zeros(variables),
            wanted=zeros(variables),
            given=zeros(variables),
            seen=zeros(variables),
            found=zeros(variables),
            hints=zeros(len(read.pool)),
            first=zeros(clauses + variables),
            last=zeros(clauses + variables),
            now=self._array([0, 0, 0, 0, -1, 0]),
        )

    def _array(self, numbers: list[int]) -> Any:
        if not self.compile:
            return list(numbers)
        import numpy as np

        return np.array(numbers, dtype=np.int32)

    def _zeros(self, size: int) -> Any:
        return self._array([0] * size)

    def _room(self, needed: int) -> None:
        """Make room for so many more hints."""
        hints = self.state.hints
        if self.state.now[HINTS] + needed > len(hints):
            more = [*hints[: self.state.now[HINTS]], *[0] * (len(hints) + needed)]
            self.state = self.state._replace(hints=self._array(more))

    def lines(self, pause: Callable[[], None]) -> list[str]:
        read = self.read
        while self.forward(self.state, SLICE):
            pause()
        state = self.state
        if state.now[CONFLICT] < 0:
            raise Untrimmed("the proof ends before the empty clause follows")
        end, root = int(state.now[STEP]), [int(x) for x in state.trail[: state.now[TRAIL]]]
        reasons = [int(state.reason[literal >> 1]) for literal in root]
        # One check writes at most each variable and one clause for it; undoing, once in all, what
        # the reasons hold.
        room = 2 * read.variables + 4 + sum(read.start[c + 1] - read.start[c] for c in reasons)
        false = int(state.now[CONFLICT])
        loops.need(state, false)
        ending = [-1 - (literal >> 1) for literal in self._literals(false)]
        for value in ending:
            state.wanted[-1 - value] = 1
        ending.append(false)
        self._room(room)
        while status := self.backward(self.state, read.given, SLICE, room):
            if status < 0:
                raise Untrimmed(f"no unit propagation gives {read.clauses[-1 - status]}")
            pause()
            self._room(room)
        self.undo(self.state, 0)
        return list(self._written(end, root, ending))

    def _literals(self, c: int) -> list[int]:
        return self.read.pool[self.read.start[c] : self.read.start[c + 1]]

    def _written(self, end: int, root: list[int], ending: list[int]) -> Iterator[str]:
        """The lines: the clauses of the core as they were added, and behind each the values that
        it gave."""
        read, state = self.read, self.state
        hints, first, last = (list(map(int, a)) for a in (state.hints, state.first, state.last))
        level = [*map(int, state.level[:end]), len(root)]
        number = dict(zip(range(read.given), range(1, read.given + 1), strict=True))
        count = read.given

        def line(literals: Iterable[int], some: Iterable[int]) -> str:
            return " ".join(map(str, (count, *literals, 0, *(number[h] for h in some), 0)))

        for step, c in enumerate(read.steps[:end]):
            if c >= read.given and state.core[c] and read.clauses[c]:
                count += 1
                yield line(read.clauses[c], hints[first[c] : last[c]])
                number[c] = count
            for literal in root[level[step] : level[step + 1]]:
                v = literal >> 1
                if state.wanted[v]:
                    at = len(read.clauses) + v
                    some = hints[first[at] : last[at]]
                    if len(some) > 1:
                        count += 1
                        yield line((-v if literal & 1 else v,), some)
                        number[-1 - v] = count
                    else:  # its reason is a clause of one literal, which says the same
                        number[-1 - v] = number[some[0]]
        count += 1
        yield line((), ending)
