"""0/1 matrices without three consecutive 1s in a line, for a choice of directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from sequences.machine import Move, State
from sequences.problem import Entry, Family

__all__ = ["DIRECTIONS", "NO_THREE", "NoThreeMachine", "no_three"]

DIRECTIONS = ("rows", "columns", "diagonal", "antidiagonal")
"""The lines that can be asked for. `diagonal` runs down to the right, `antidiagonal` to the left."""


@dataclass(frozen=True, slots=True)
class NoThreeMachine:
    """One stage per row. One letter per column, for the last row and what it and its predecessor
    forbid in the next one:

        .  the last row has 0 here, and both values may follow
        -  the last row has 0 here, and 0 must follow
        o  the last row has 1 here, and both values may follow
        #  the last row has 1 here, and 0 must follow
    """

    width: int
    directions: frozenset[str]

    @property
    def stages(self) -> int:
        return 1

    @property
    def start(self) -> State:
        return "." * self.width

    def step(self, state: State, stage: int) -> Iterator[Move]:
        last = _mask(state, "o#")
        forbidden = _mask(state, "-#")
        everywhere = (1 << self.width) - 1
        for row in legal_rows(self.width, "rows" in self.directions):
            if row & forbidden:
                continue
            # A pair of 1s in a direction forbids the third place of that direction.
            follows = 0
            if "columns" in self.directions:
                follows |= row & last
            if "diagonal" in self.directions:
                follows |= (row & last << 1) << 1
            if "antidiagonal" in self.directions:
                follows |= (row & last >> 1) >> 1
            yield _word(row, follows & everywhere, self.width), 1

    def accept(self, state: State) -> int:
        return 1


@cache
def legal_rows(width: int, no_three_adjacent: bool) -> tuple[int, ...]:
    """The rows, as bit masks, that the rule along rows allows."""
    rows = range(1 << width)
    return tuple(row for row in rows if not (no_three_adjacent and row & row << 1 & row << 2))


def _mask(state: State, letters: str) -> int:
    return sum(1 << place for place, letter in enumerate(state) if letter in letters)


def _word(row: int, forbidden: int, width: int) -> State:
    return "".join(
        ".o-#"[(row >> place & 1) + 2 * (forbidden >> place & 1)] for place in range(width)
    )


def no_three(*directions: str) -> Family:
    """The family for the given directions (all four if none is given).

    Raises ValueError for an unknown direction.

    >>> no_three("rows", "columns").name
    'no-three/rows,columns'
    """
    for direction in directions:
        if direction not in DIRECTIONS:
            raise ValueError(f"no direction {direction!r}; there are {', '.join(DIRECTIONS)}")
    chosen = frozenset(directions) or frozenset(DIRECTIONS)
    ordered = tuple(direction for direction in DIRECTIONS if direction in chosen)

    def build(height: int, width: int) -> NoThreeMachine:
        return NoThreeMachine(width, chosen)

    return Family(
        name="no-three" if len(ordered) == 4 else "no-three/" + ",".join(ordered),
        title="{grid} binary matrices with no three consecutive 1s in "
        + " or ".join(_LINES[direction] for direction in ordered),
        definition=(
            "Matrices of 0s and 1s in which no three consecutive places of a line hold three 1s."
            f" Lines: {', '.join(ordered)}."
        ),
        build=build,
        states=_states,
        entries=_ENTRIES.get(ordered, ()),
        symmetric=("rows" in chosen) == ("columns" in chosen),
    )


def _states(width: int) -> int:
    """Estimate: 3.02 states per column were measured for all four directions."""
    return int(11 * 302**width // (10 * 100**width))


_LINES = {
    "rows": "a row",
    "columns": "a column",
    "diagonal": "a diagonal",
    "antidiagonal": "an antidiagonal",
}

_ENTRIES: dict[tuple[str, ...], tuple[Entry, ...]] = {
    DIRECTIONS: (
        Entry("A181218", "square", offset=1),
        Entry("A181224", "antidiagonals", offset=1),
        Entry("A085697", "strip", offset=0, width=2, shift=-3, head=(0, 0, 1)),
        Entry("A181219", "strip", offset=1, width=3),
        Entry("A181220", "strip", offset=1, width=4),
        Entry("A181221", "strip", offset=1, width=5),
        Entry("A181222", "strip", offset=1, width=6),
        Entry("A181223", "strip", offset=1, width=7),
    ),
    ("rows", "columns"): (Entry("A050974", "square", offset=1),),
    ("rows", "columns", "diagonal"): (Entry("A188567", "antidiagonals", offset=1),),
    ("diagonal", "antidiagonal"): (
        Entry("A181213", "square", offset=1),
        Entry("A181217", "antidiagonals", offset=1),
        Entry("A181214", "strip", offset=1, width=3),
        Entry("A181215", "strip", offset=1, width=4),
        Entry("A181216", "strip", offset=1, width=5),
    ),
}

NO_THREE = no_three()
