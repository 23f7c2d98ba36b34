"""What a track is: a memory beside the windows.

A track is a few numbers in the state. At each cell it sees some of them and the cell's value, and
gives new ones or rejects. The numbers stand for states that are found as they occur. Rows and
columns here are those of the machine, which reads row by row.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

__all__ = ["LINE_STATES", "States", "Track"]

LINE_STATES = 200_000
"""States of one memory at most."""


class Track(ABC):
    """One memory; `size` numbers, all 0 at the start."""

    size: int = 1

    @abstractmethod
    def used(self, column: int) -> tuple[int, ...]:
        """Which of the numbers a cell in this column sees and changes."""

    @abstractmethod
    def step(self, column: int, numbers: tuple[int, ...], value: int) -> tuple[int, ...] | None:
        """The new numbers for those of `used`, after a cell with the value of this number."""

    @abstractmethod
    def accept(self, numbers: tuple[int, ...]) -> bool:
        """Whether the array may end after a row."""


class States:
    """Numbers for states; the first is 0."""

    def __init__(self, first: Any) -> None:
        self.states = [first]
        self._number = {first: 0}

    def number(self, state: Any) -> int:
        if state not in self._number:
            if len(self.states) >= LINE_STATES:
                raise ValueError(f"a memory of more than {LINE_STATES} states arises")
            self._number[state] = len(self.states)
            self.states.append(state)
        return self._number[state]
