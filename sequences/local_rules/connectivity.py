"""Tracks that know what hangs together: cells of some values, and links."""

from __future__ import annotations

from collections.abc import Sequence

from sequences.local_rules.description import Connected, Links
from sequences.local_rules.track import States, Track

__all__ = ["ConnectedTrack", "LinkTrack"]


class ConnectedTrack(Track):
    """Which cells of the profile hang together.

    State: a label for each column of the profile (0: not concerned), the label of the cell up left
    of the next one (for king moves), and whether a component is complete.
    """

    def __init__(self, condition: Connected, values: Sequence[int], width: int, ring: bool) -> None:
        self._on = [value in condition.values for value in values]
        self._king, self._empty, self._ring, self._width = (
            condition.king, condition.empty, ring, width
        )  # fmt: skip
        self._states = States(((0,) * width, 0, False))

    def used(self, column: int) -> tuple[int, ...]:
        return (0,)

    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        old, corner, complete = self._states.states[numbers[0]]
        labels = list(old)
        last = column == self._width - 1
        up, labels[column] = labels[column], 0
        if self._on[value]:
            if complete:
                return None
            met = {up, labels[column - 1] if column else 0}
            if self._king:
                met |= {corner, 0 if last else labels[column + 1]}
            if self._ring and last:
                met.add(labels[0])
            met.discard(0)
            one = self._width + 2
            labels[column] = one
            labels = [one if label in met else label for label in labels]
            up, corner = (one if label in met else label for label in (up, corner))
        # For king moves the cell above still counts for the next column.
        gone = {up, corner} if last or not self._king else {corner}
        corner = 0 if last or not self._king else up
        if gone - {0, corner, *labels}:
            # A component has no cell left in the profile: it is complete and must be the only one.
            if any(labels) or corner or len(gone - {0}) > 1:
                return None
            complete = True
        fresh: dict[int, int] = {0: 0}
        for label in (*labels, corner):
            fresh.setdefault(label, len(fresh))
        after = (tuple(fresh[label] for label in labels), fresh[corner], complete)
        return (self._states.number(after),)

    def accept(self, numbers: tuple[int, ...]) -> bool:
        labels, _, complete = self._states.states[numbers[0]]
        count = len(set(labels) - {0}) + complete
        return count == 1 or (count == 0 and self._empty)


class LinkTrack(Track):
    """Which open links hang together, and whether a piece is complete.

    State: a label for the link down from each column, for the one to the right of the last cell, and
    for the one that goes around from the first column of the row (0: there is no such link).
    """

    def __init__(self, links: Links, width: int, ring: bool, transposed: bool) -> None:
        self._single, self._cycles, self._empty = links.single, links.cycles, links.empty
        self._width, self._ring = width, ring
        up, right, down, left = (8, 4, 2, 1) if transposed else (1, 2, 4, 8)
        self._links = [
            tuple(bool(value & bit) for bit in (up, right, down, left)) for value in links.values
        ]
        self._states = States(((0,) * (width + 2), False))

    def used(self, column: int) -> tuple[int, ...]:
        return (0,)

    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        old, complete = self._states.states[numbers[0]]
        up, right, down, left = self._links[value]
        labels = list(old)
        beside, around = self._width, self._width + 1
        first, last = column == 0, column == self._width - 1
        # Links of earlier cells that this one takes up; those that there are must be taken up.
        taken = [(column, up)]
        if not first:
            taken.append((beside, left))
        elif left and not self._ring:
            return None
        if last and (right or labels[around]) and not (first and self._ring):
            if not self._ring:
                return None
            taken.append((around, right))
        loop = first and last and self._ring
        if any(bool(labels[place]) != wanted for place, wanted in taken) or (
            loop and left != right
        ):
            return None
        if complete and any((up, right, down, left)):
            return None
        met = [labels[place] for place, wanted in taken if wanted]
        closed = len(set(met)) < len(met) or (loop and left)
        if closed and not self._cycles:
            return None
        one = self._width + 3
        for place, _ in taken:
            labels[place] = 0
        labels = [one if label in met else label for label in labels]
        if down:
            labels[column] = one
        if right and not last:
            labels[beside] = one
        if left and first and not loop:
            labels[around] = one
        if self._single and any((up, right, down, left)) and one not in labels:
            if any(labels):
                return None
            complete = True
        fresh: dict[int, int] = {0: 0}
        for label in labels:
            fresh.setdefault(label, len(fresh))
        return (self._states.number((tuple(fresh[label] for label in labels), complete)),)

    def accept(self, numbers: tuple[int, ...]) -> bool:
        labels, complete = self._states.states[numbers[0]]
        return not any(labels) and (not self._single or complete or self._empty)
