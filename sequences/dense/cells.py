"""Machines whose cells are 0 or 1: state sets found by search, ranked by bitmap.

The states at each column are those that can be reached from the empty row above the grid. The machine
runs backwards: the value of a state is the number of ways to fill the rest of the grid, the sum of
the values of its two successors. A step costs one gather of two targets, shared by all
rows and primes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sequences.dense.bitmap import KeySet, count_blocks, insert, list_keys, new_bits, rank_of
from sequences.dense.blocks import Blocks
from sequences.dense.jit import compiled
from sequences.dense.kernels import cell_column
from sequences.dense.rules import accepts, key_bits, step

__all__ = ["CellMachine", "build_cell_machine"]


@compiled
def _mark(
    family: int, column: int, width: int, keys: NDArray[np.int64], members: NDArray[np.uint64]
) -> None:
    """Put the successors of `keys` into `members`."""
    for state in range(keys.shape[0]):
        for one in range(2):
            target = step(family, keys[state], column, width, one)
            if target >= 0:
                insert(members, target)


@compiled
def _fill(
    low: int,
    high: int,
    family: int,
    column: int,
    width: int,
    none: int,
    keys: NDArray[np.int64],
    after: KeySet,
    targets: NDArray[np.uint32],
) -> None:
    for state in range(low, high):
        for one in range(2):
            target = step(family, keys[state], column, width, one)
            targets[one, state] = none if target < 0 else rank_of(after, target)


@compiled
def _accepted(family: int, keys: NDArray[np.int64]) -> NDArray[np.uint64]:
    values = np.zeros(keys.shape[0], np.uint64)
    for state in range(keys.shape[0]):
        values[state] = accepts(family, keys[state])
    return values


@dataclass(frozen=True, slots=True)
class CellMachine:
    """Transition tables for one width.

    `targets[c]` has shape (2, states before column c), `uint32`: successors for cell 0 and 1 among the
    states before column c + 1 (before column 0 after the last), or `none`.
    """

    width: int
    none: int
    start: int
    final: NDArray[np.uint64]
    targets: tuple[NDArray[np.uint32], ...]

    @property
    def states(self) -> int:
        return int(self.targets[0].shape[1])

    def spaces(self, lanes: int) -> list[NDArray[np.uint64]]:
        """Two work arrays; the first holds the values below the last row."""
        values, before = (np.zeros((self.none + 1, lanes), np.uint64) for _ in range(2))
        values[: self.states] = self.final[:, None]
        return [values, before]

    def row_back(
        self, spaces: list[NDArray[np.uint64]], moduli: Sequence[np.uint64], blocks: Blocks
    ) -> None:
        """Replace the values below a row, in `spaces[0]`, by those above it."""
        values, before = spaces
        lanes = tuple(moduli)
        for table in reversed(self.targets):
            blocks.each(table.shape[1], cell_column, table, values, before, lanes)
            values, before = before, values
        spaces[:] = [values, before]


def _row(
    family: int, width: int, keys: NDArray[np.int64]
) -> tuple[list[NDArray[np.int64]], KeySet]:
    """The states before each column, from those before column 0; and those after the row."""
    layers = [keys]
    for column in range(width):
        members = new_bits(key_bits(width))
        if column == width - 1:
            for key in keys.tolist()[:1]:
                insert(members, key)
        _mark(family, column, width, layers[-1], members)
        counted = count_blocks(members)
        if column < width - 1:
            layers.append(list_keys(members, int(counted[-1])))
    return layers, (members, counted)


def build_cell_machine(family: int, width: int, blocks: Blocks) -> CellMachine:
    """Find the states of every column and build the tables between them.

    The row-end states are complete once a further row adds none: the machine does not change
    from row to row.
    """
    keys = np.zeros(1, np.int64)  # the empty row has key 0, the least
    while True:
        layers, ends = _row(family, width, keys)
        if len(keys) == ends[1][-1]:
            break
        keys = list_keys(ends[0], int(ends[1][-1]))
    none = max(len(layer) for layer in layers)
    targets = []
    for column, layer in enumerate(layers):
        table = np.empty((2, len(layer)), np.uint32)
        if column + 1 < width:
            members = new_bits(key_bits(width))
            _mark(family, column, width, layer, members)
            after = (members, count_blocks(members))
        else:
            after = ends
        blocks.each(len(layer), _fill, family, column, width, none, layer, after, table)
        targets.append(table)
    return CellMachine(width, none, 0, _accepted(family, keys), tuple(targets))
