"""Induced matchings of a grid: the shadings of Norinori with its region rule dropped.

Squares: 1, 5, 25, 314, 7358, 349511, ... They are not A197195, which parts from them at the fifth
term; no entry of the OEIS is known for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sequences.machine import Move, State
from sequences.problem import Family

__all__ = ["INDUCED_MATCHINGS", "InducedMatchingMachine"]


@dataclass(frozen=True, slots=True)
class InducedMatchingMachine:
    """One stage per cell. What a cell asks of the next cell across the frontier:

        .  nothing: it is not shaded
        m  to be blank: it is shaded and has (or gets elsewhere) its shaded neighbour
        s  to be shaded: it is shaded and still needs its neighbour

    Place c is what the last cell of column c asks of the one below; inside a row one more place
    holds what the cell just read asks of the one on its right.
    """

    width: int

    @property
    def stages(self) -> int:
        return self.width

    @property
    def start(self) -> State:
        return "." * self.width

    def step(self, state: State, stage: int) -> Iterator[Move]:
        word = "." + state if stage == 0 else state
        last = stage == self.width - 1
        left, up = word[stage], word[stage + 1]
        before, after = word[:stage], word[stage + 2 :]
        outgoing = []
        if left != "s" and up != "s":
            outgoing.append("..")
        if {left, up} == {"s", "."}:
            outgoing.append("mm")
        elif left == up == ".":
            outgoing.append("sm")
            if not last:
                outgoing.append("ms")
        for letters in outgoing:
            move = before + letters + after
            yield (move[:-1] if last else move), 1

    def accept(self, state: State) -> int:
        return int("s" not in state)


def build(height: int, width: int) -> InducedMatchingMachine:
    return InducedMatchingMachine(width)


def matching_states(width: int) -> int:
    """Estimate: 2.6 states per column were measured."""
    return int(26**width // 10**width)


INDUCED_MATCHINGS = Family(
    name="induced-matchings",
    title="induced matchings of the {grid} grid",
    definition=(
        "Sets of cells in which every cell has exactly one neighbour (by a side) of the set: each"
        " such set is the set of ends of one induced matching of the grid graph. The empty set"
        " counts."
    ),
    build=build,
    states=matching_states,
)
