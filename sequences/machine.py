"""What a transfer machine is.

A machine reads a grid of fixed width row by row, each row in one or several *stages* (one per
cell, where stepping cell by cell is cheaper than listing whole rows). It is the specification
alone: running it is the business of `sequences.exact`, turning it into a matrix that of
`sequences.lumping`.

The number of objects on h rows is the sum, over all runs of h rows from `start`, of the product
of the multiplicities on the way times `accept` of the state at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias

__all__ = ["MachineTooLargeError", "Move", "State", "TransferMachine"]

State: TypeAlias = str
"""What the rows read so far leave behind. A readable word; each family says what its letters mean."""

Move: TypeAlias = tuple[State, int]
"""A successor state and its multiplicity (a positive integer)."""


class MachineTooLargeError(ValueError):
    """A machine has more states than the caller was ready to list."""


class TransferMachine(Protocol):
    """A transfer machine for grids of a fixed width."""

    @property
    def width(self) -> int:
        """Number of columns."""
        ...

    @property
    def stages(self) -> int:
        """Number of steps that make one row."""
        ...

    @property
    def start(self) -> State:
        """The state before the first row."""
        ...

    def step(self, state: State, stage: int) -> Iterable[Move]:
        """Successors of `state`, which stands before stage `stage` of a row.

        A successor may be listed more than once; the multiplicities then add up.
        """
        ...

    def accept(self, state: State) -> int:
        """Weight of ending a grid in `state`, which stands at the end of a row."""
        ...
