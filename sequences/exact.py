"""Running a transfer machine in plain Python integers.

Nothing is rounded and nothing is reduced: every count is exact, whatever its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from operator import itemgetter

from sequences.machine import MachineTooLargeError, Move, State, TransferMachine
from sequences.problem import Family

__all__ = ["Program", "Stepper", "row_counts", "strip_terms", "uniform_counts", "value"]


class Stepper:
    """Moves of a machine, looked up once for each state and stage.

    Without `remember` they are looked up anew each time: for machines whose states do not come
    back in later rows, where remembering them only takes memory.
    """

    def __init__(self, machine: TransferMachine, remember: bool = True) -> None:
        self.machine = machine
        self._remember = remember
        self._moves: list[dict[State, tuple[Move, ...]]] = [{} for _ in range(machine.stages)]

    def moves(self, state: State, stage: int) -> tuple[Move, ...]:
        """Successors of `state` before stage `stage`, equal ones merged."""
        known = self._moves[stage]
        if state in known:
            return known[state]
        merged: dict[State, int] = {}
        for target, multiplicity in self.machine.step(state, stage):
            merged[target] = merged.get(target, 0) + multiplicity
        found = tuple(merged.items())
        if self._remember:
            known[state] = found
        return found

    def row(self, vector: dict[State, int]) -> dict[State, int]:
        """Numbers of runs into each state one row later."""
        for stage in range(self.machine.stages):
            moved: dict[State, int] = {}
            for state, count in vector.items():
                for target, multiplicity in self.moves(state, stage):
                    moved[target] = moved.get(target, 0) + multiplicity * count
            vector = moved
        return vector


def row_counts(machine: TransferMachine, remember: bool = True) -> Iterator[int]:
    """Numbers of objects on 0, 1, 2, ... rows. Suits machines run for a few rows.

    `remember` as for `Stepper`.

    >>> from sequences.families import family
    >>> list(islice(row_counts(family("paths").machine(0, 2)), 1, 6))
    [1, 6, 26, 118, 528]
    """
    stepper = Stepper(machine, remember)
    vector = {machine.start: 1}
    while True:
        yield sum(count * machine.accept(state) for state, count in vector.items())
        vector = stepper.row(vector)


def value(family: Family, height: int, width: int) -> int:
    """T(height, width) of a family.

    >>> from sequences.families import family
    >>> value(family("paths"), 3, 4)
    3113
    """
    if family.value is not None:
        return family.value(height, width)
    machine = family.machine(height, width)
    return next(islice(row_counts(machine, family.uniform), height, None))


def strip_terms(family: Family, width: int, first: int, count: int) -> list[int]:
    """T(n, width) for `count` consecutive n from `first` on.

    >>> from sequences.families import family
    >>> strip_terms(family("no-three"), 3, first=1, count=4)
    [7, 49, 230, 1209]
    """
    if family.uniform:
        counted = (
            family.counts(width) if family.counts else row_counts(family.machine(first, width))
        )
        return list(islice(counted, first, first + count))
    return [value(family, height, width) for height in range(first, first + count)]


class Program:
    """A machine with all its reachable states numbered, for runs of many rows.

    It works backwards: the vector holds, for each state, the number of ways to complete a grid in
    a given number of rows. So every term of a strip is one entry of a vector, the start's.
    """

    def __init__(self, machine: TransferMachine, limit: int) -> None:
        """Raises MachineTooLargeError beyond `limit` states at row ends."""
        stepper = Stepper(machine)
        number: list[dict[State, int]] = [{} for _ in range(machine.stages)]
        number[0][machine.start] = 0
        states: list[list[State]] = [[] for _ in range(machine.stages)]
        states[0].append(machine.start)
        moves: list[list[tuple[tuple[int, int], ...]]] = [[] for _ in range(machine.stages)]
        while any(len(found) > len(done) for found, done in zip(states, moves, strict=True)):
            for stage in range(machine.stages):
                after = (stage + 1) % machine.stages
                while len(moves[stage]) < len(states[stage]):
                    listed = []
                    for target, multiplicity in stepper.moves(
                        states[stage][len(moves[stage])], stage
                    ):
                        if target not in number[after]:
                            number[after][target] = len(states[after])
                            states[after].append(target)
                        listed.append((number[after][target], multiplicity))
                    moves[stage].append(tuple(listed))
                    if len(states[0]) > limit:
                        raise MachineTooLargeError(f"more than {limit} states at row ends")
        self.states = tuple(states[0])
        """The states at row ends; the first is the start."""
        self.accept = [machine.accept(state) for state in self.states]
        self._stages = [[_gather(targets) for targets in listed] for listed in moves]

    def back(self, vector: list[int]) -> list[int]:
        """Numbers of completions in one row more than `vector` stands for."""
        for stage in reversed(self._stages):
            vector = [sum(pick(vector)) for pick in stage]
        return vector

    def counts(self) -> Iterator[int]:
        """Numbers of objects on 0, 1, 2, ... rows."""
        vector = self.accept
        while True:
            yield vector[0]
            vector = self.back(vector)


def uniform_counts(family: Family, width: int, limit: int) -> Iterator[int]:
    """T(n, width) for n = 0, 1, 2, ..., for many n. Raises MachineTooLargeError as `Program`."""
    if family.counts is not None:
        return family.counts(width)
    return Program(family.machine(0, width), limit).counts()


class _Weighted:
    """Picks the entries at the targets, each times its multiplicity."""

    def __init__(self, targets: tuple[tuple[int, int], ...]) -> None:
        self._targets = targets

    def __call__(self, vector: list[int]) -> list[int]:
        return [multiplicity * vector[index] for index, multiplicity in self._targets]


def _gather(targets: tuple[tuple[int, int], ...]) -> Callable[[list[int]], Iterable[int]]:
    """A callable that picks the summands of one entry; `itemgetter` is the fastest there is."""
    if len(targets) >= 2 and all(multiplicity == 1 for _, multiplicity in targets):
        return itemgetter(*(index for index, _ in targets))
    return _Weighted(targets)
