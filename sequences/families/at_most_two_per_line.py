"""0/1 matrices with at most two 1s in each row and each column (A197458)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from sequences.machine import Move, State
from sequences.problem import Entry, Family

__all__ = ["AT_MOST_TWO_PER_LINE", "AtMostTwoMachine"]


@dataclass(frozen=True, slots=True)
class AtMostTwoMachine:
    """One stage per row. Columns are interchangeable, so a state keeps how many columns hold no 1
    and how many hold one: the word "empty,half" (the other columns hold two and are full).
    """

    width: int

    @property
    def stages(self) -> int:
        return 1

    @property
    def start(self) -> State:
        return f"{self.width},0"

    def step(self, state: State, stage: int) -> Iterator[Move]:
        empty, half = map(int, state.split(","))
        for into_empty in range(3):
            for into_half in range(3 - into_empty):
                ways = comb(empty, into_empty) * comb(half, into_half)
                if ways:
                    yield f"{empty - into_empty},{half + into_empty - into_half}", ways

    def accept(self, state: State) -> int:
        return 1


def build(height: int, width: int) -> AtMostTwoMachine:
    return AtMostTwoMachine(width)


def states(width: int) -> int:
    return (width + 1) * (width + 2) // 2


AT_MOST_TWO_PER_LINE = Family(
    name="at-most-two-per-line",
    title="{grid} binary matrices with at most two 1s in each row and each column",
    definition=(
        "Matrices of 0s and 1s with at most two 1s, wherever they stand, in each row and each"
        " column."
    ),
    build=build,
    states=states,
    entries=(Entry("A197458", "square", offset=0, head=(1,)),),
)
