"""The matrix of a machine over whole rows, and its exact lumping.

A partition of the states is *lumpable* when all states of a class have the same acceptance weight
and the same total multiplicity into each class. Then every state of a class has the same number of
completions by n rows, for every n, and the quotient machine counts the same numbers. Mirror images
always share a class; `lump` finds the coarsest lumpable partition, which also catches states that
differ only in what can no longer matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sequences.exact import Stepper
from sequences.machine import MachineTooLargeError, State, TransferMachine

__all__ = ["RowMatrix", "check_lumpable", "lump", "quotient", "row_matrix"]


@dataclass(frozen=True, slots=True)
class RowMatrix:
    """A machine over whole rows, its states numbered from 0, the start."""

    states: tuple[State, ...]
    rows: tuple[dict[int, int], ...]
    """For each state the multiplicity of each successor one row later."""
    accept: tuple[int, ...]


MOVE_LIMIT = 10_000_000
"""Moves between row ends that are kept at most; a dictionary takes about 100 bytes for each."""


def row_matrix(machine: TransferMachine, limit: int) -> RowMatrix:
    """The useful part of a machine: states reachable from the start that can still be accepted.

    Raises MachineTooLargeError when more than `limit` states are reachable, or when there are more
    moves than MOVE_LIMIT.
    """
    moves = 0
    stepper = Stepper(machine)
    states = [machine.start]
    number = {machine.start: 0}
    rows: list[dict[int, int]] = []
    while len(rows) < len(states):
        image = {}
        for target, multiplicity in stepper.row({states[len(rows)]: 1}).items():
            if target not in number:
                number[target] = len(states)
                states.append(target)
                if len(states) > limit:
                    raise MachineTooLargeError(f"more than {limit} states")
            image[number[target]] = multiplicity
        rows.append(image)
        moves += len(image)
        if moves > MOVE_LIMIT:
            raise MachineTooLargeError(f"more than {MOVE_LIMIT} moves between states")
    return _useful(states, rows, [machine.accept(state) for state in states])


def _useful(
    states: Sequence[State], rows: Sequence[dict[int, int]], accept: Sequence[int]
) -> RowMatrix:
    """Drop the states from which no accepting state can be reached (the start stays)."""
    before: list[list[int]] = [[] for _ in states]
    for source, image in enumerate(rows):
        for target in image:
            before[target].append(source)
    useful = {index for index, weight in enumerate(accept) if weight}
    pending = list(useful)
    while pending:
        for source in before[pending.pop()]:
            if source not in useful:
                useful.add(source)
                pending.append(source)
    kept = sorted(useful | {0})
    number = {old: new for new, old in enumerate(kept)}
    return RowMatrix(
        tuple(states[old] for old in kept),
        tuple({number[t]: m for t, m in rows[old].items() if t in number} for old in kept),
        tuple(accept[old] for old in kept),
    )


def lump(matrix: RowMatrix) -> tuple[int, ...]:
    """The coarsest lumpable partition: a class for each state, numbered by first appearance.

    Starts from the acceptance weights and splits classes until nothing changes, so the result is
    lumpable by construction; `check_lumpable` tests it all the same.
    """
    classes = _numbered(list(matrix.accept))
    while True:
        signatures = [
            (classes[state], frozenset(_class_sums(image, classes).items()))
            for state, image in enumerate(matrix.rows)
        ]
        refined = _numbered(signatures)
        if max(refined) == max(classes):
            return refined
        classes = refined


def check_lumpable(matrix: RowMatrix, classes: Sequence[int]) -> bool:
    """Whether a partition is lumpable, by comparing each state with the first of its class."""
    first: dict[int, tuple[int, dict[int, int]]] = {}
    for state, image in enumerate(matrix.rows):
        shown = (matrix.accept[state], _class_sums(image, classes))
        if first.setdefault(classes[state], shown) != shown:
            return False
    return True


def quotient(matrix: RowMatrix, classes: Sequence[int]) -> RowMatrix:
    """The machine on the classes of a lumpable partition, each named after its first state."""
    first: dict[int, int] = {}
    for state, group in enumerate(classes):
        first.setdefault(group, state)
    chosen = [first[group] for group in sorted(first)]
    return RowMatrix(
        tuple(matrix.states[state] for state in chosen),
        tuple(_class_sums(matrix.rows[state], classes) for state in chosen),
        tuple(matrix.accept[state] for state in chosen),
    )


def _class_sums(image: dict[int, int], classes: Sequence[int]) -> dict[int, int]:
    sums: dict[int, int] = {}
    for target, multiplicity in image.items():
        group = classes[target]
        sums[group] = sums.get(group, 0) + multiplicity
    return sums


def _numbered(keys: Sequence[object]) -> tuple[int, ...]:
    """The keys as numbers, in order of first appearance."""
    number: dict[object, int] = {}
    return tuple(number.setdefault(key, len(number)) for key in keys)
