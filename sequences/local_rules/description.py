"""What a description of a counting problem is: data alone, read by `sequences.local_rules.reading`.

Offsets and moves are (down, right). The array has rows and columns as printed; the direction in
which it grows is the builder's concern.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from sequences.local_rules.expressions import Expression

__all__ = [
    "AXES",
    "DIRECTIONS",
    "LINKS",
    "Budget",
    "Compared",
    "Condition",
    "Connected",
    "Derived",
    "Description",
    "Fixed",
    "Lines",
    "Links",
    "Neighbours",
    "Offset",
    "Order",
    "Patterns",
    "Permutation",
    "Predicate",
    "Side",
    "Size",
    "Test",
    "Tiles",
    "Windows",
    "Words",
]

Offset: TypeAlias = tuple[int, int]

AXES: dict[str, Offset] = {
    "horizontal": (0, 1),
    "vertical": (1, 0),
    "diagonal": (1, 1),
    "antidiagonal": (1, -1),
}
"""The step along an axis in which patterns are read: to the right, or downwards."""

_KING = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
_KNIGHT = tuple((i, j) for i in range(-2, 3) for j in range(-2, 3) if abs(i * j) == 2)

DIRECTIONS: dict[str, tuple[Offset, ...]] = {
    **{axis: ((-i, -j), (i, j)) for axis, (i, j) in AXES.items()},
    "king": _KING,
    "knight": _KNIGHT,
    "up": ((-1, 0),),
    "down": ((1, 0),),
    "left": ((0, -1),),
    "right": ((0, 1),),
    "up-left": ((-1, -1),),
    "up-right": ((-1, 1),),
    "down-left": ((1, -1),),
    "down-right": ((1, 1),),
}
"""What the words of a neighbour set stand for. An axis names both neighbours on it."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the array: factor * variable + shift; a fixed number without a variable."""

    factor: int
    variable: Literal["", "n", "k"]
    shift: int

    def at(self, value: int) -> int:
        """The length for a value of the variable."""
        return self.factor * value + self.shift

    def __str__(self) -> str:
        if not self.variable:
            return str(self.shift)
        text = ("" if self.factor == 1 else str(self.factor)) + self.variable
        return f"({text}{self.shift:+d})" if self.shift else text


@dataclass(frozen=True, slots=True)
class Size:
    """Rows and columns."""

    rows: Side
    columns: Side

    @property
    def shape(self) -> Literal["strip", "square", "table"]:
        """Whether one side grows, both grow with n, or both grow independently."""
        used = {self.rows.variable, self.columns.variable}
        if used == {"n", "k"}:
            return "table"
        return "square" if used == {"n"} else "strip"

    @property
    def along_columns(self) -> bool:
        """Whether a strip grows by columns (its rows are fixed in number)."""
        return not self.rows.variable

    def __str__(self) -> str:
        return f"{self.rows} X {self.columns}"


@dataclass(frozen=True, slots=True)
class Budget:
    """How many times conditions may fail in one array."""

    kind: Literal["exactly", "at most", "at least"]
    number: int
    shared: str
    """Conditions with the same word here share one budget; unique where none is given."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words over the values; None stands for any value."""

    words: tuple[tuple[int | None, ...], ...]
    allowed: bool


@dataclass(frozen=True, slots=True)
class Predicate:
    """An expression that must be true (or, if not `wanted`, false)."""

    expression: Expression
    wanted: bool


Test: TypeAlias = Words | Predicate


@dataclass(frozen=True, slots=True)
class Windows:
    """A test of every block of the given shapes (height, width)."""

    shapes: tuple[tuple[int, int], ...]
    test: Test
    on: str | None
    budget: Budget | None


@dataclass(frozen=True, slots=True)
class Patterns:
    """A test of every `length` consecutive cells along steps."""

    steps: tuple[Offset, ...]
    length: int
    test: Test
    on: str | None
    budget: Budget | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A test of every cell with a value of `of` (None: any) and the numbers of its neighbours."""

    moves: tuple[Offset, ...]
    of: tuple[int, ...] | None
    test: Predicate
    on: str | None
    budget: Budget | None


@dataclass(frozen=True, slots=True)
class Order:
    """For each pair (u, v): v occurs only after the first u, in the order of reading."""

    before: tuple[tuple[int, int], ...]
    by_rows: bool
    """Read row by row (else column by column)."""


@dataclass(frozen=True, slots=True)
class Lines:
    """An automaton with registers that reads every line of the given axes."""

    axes: tuple[str, ...]
    registers: tuple[tuple[str, int], ...]
    test: Predicate | None
    """Of the registers and the cell x, before it is taken up."""
    following: tuple[tuple[str, Expression], ...]
    """New values of registers, from the old ones and x; a register not named keeps its value."""
    final: Expression | None
    """Of the registers, at the end of the line."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A corner or a whole side of the array that must have one value."""

    sides: tuple[Offset, ...]
    """The cell lies on these sides: (-1, 0) is the top, (0, 1) the right."""
    value: int


@dataclass(frozen=True, slots=True)
class Connected:
    """The cells with the given values hang together by the given moves; there is at least one
    unless `empty`."""

    values: tuple[int, ...]
    king: bool
    empty: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """Each row (or column) against the next one, as words."""

    rows: bool
    order: Literal["nondecreasing", "nonincreasing", "increasing", "decreasing", "different"]


Condition: TypeAlias = (
    Windows | Patterns | Neighbours | Order | Lines | Fixed | Connected | Compared
)


@dataclass(frozen=True, slots=True)
class Derived:
    """An array of block statistics: one number for each block, at its upper left cell."""

    name: str
    shape: tuple[int, int]
    value: Expression


@dataclass(frozen=True, slots=True)
class Permutation:
    """The values are moves: every cell's content goes to a cell of its own."""

    moves: tuple[Offset, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers of the moves."""
        return tuple(range(len(self.moves)))


@dataclass(frozen=True, slots=True)
class Tiles:
    """The values are the cells of tiles, which cover the array. A tile is a tuple of cells in
    row-major order, the first of them (0, 0)."""

    tiles: tuple[tuple[Offset, ...], ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers of the cells of all tiles."""
        return tuple(range(sum(map(len, self.tiles))))


LINKS: tuple[tuple[Offset, int, int], ...] = (
    ((-1, 0), 1, 4),
    ((0, 1), 2, 8),
    ((1, 0), 4, 1),
    ((0, -1), 8, 2),
)
"""For each direction of a link its bit in a cell's value, and the bit in the cell that it leads to."""


@dataclass(frozen=True, slots=True)
class Links:
    """The values are sets of links to the cells above, right, below, left, as sums of 1, 2, 4, 8."""

    degrees: tuple[int, ...]
    """How many links a cell has, if it is not an end."""
    ends: tuple[tuple[Offset, Offset], ...]
    """Corners, as two sides, at which there is one link."""
    single: bool
    """Whether all links hang together."""
    cycles: bool
    """Whether there may be closed curves."""
    empty: bool
    """Whether there may be no link at all, although `single`."""

    @property
    def values(self) -> tuple[int, ...]:
        """The sets of links that a cell may have."""
        known = {*self.degrees, 1} if self.ends else {*self.degrees}
        return tuple(links for links in range(16) if links.bit_count() in known)


@dataclass(frozen=True, slots=True)
class Description:
    """A counting problem."""

    name: str
    title: str
    size: Size
    offset: int
    values: tuple[int, ...]
    divisor: int
    wrap_rows: bool
    """The last row is followed by the first one."""
    wrap_columns: bool
    derived: tuple[Derived, ...]
    conditions: tuple[Condition, ...]
    content: Permutation | Tiles | Links | None
    source: str
    """The document that was read, as JSON in a fixed form."""

    def resized(self, size: Size) -> Description:
        """The same problem on arrays of another size."""
        return replace(self, size=size)
