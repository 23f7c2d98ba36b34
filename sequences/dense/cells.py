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

from native.jit import compiled
from sequences.dense.bitmap import KeySet, count_blocks, insert, list_keys, new_bits, rank_of
from sequences.dense.blocks import Blocks
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

    @property
    def kept(self) -> int:
        """Bytes of the tables."""
        return sum(table.nbytes for table in self.targets)

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


@compiled
def _insert_all(keys: NDArray[np.int64], members: NDArray[np.uint64]) -> None:
    for key in keys:
        insert(members, key)


def _counted(members: NDArray[np.uint64]) -> tuple[KeySet, int]:
    """The set of these bits, ready to rank keys, and its size."""
    before = count_blocks(members)
    return (members, before), int(before[-1])


def _row(
    family: int, width: int, keys: NDArray[np.int64]
) -> tuple[list[NDArray[np.int64]], KeySet, int]:
    """The states before each column, from those before column 0; and the set after the row."""
    layers = [keys]
    while True:
        members = new_bits(key_bits(width))
        _mark(family, len(layers) - 1, width, layers[-1], members)
        if len(layers) == width:
            insert(members, 0)  # the empty row above the grid
            return layers, *_counted(members)
        layers.append(list_keys(members, _counted(members)[1]))


def build_cell_machine(family: int, width: int, blocks: Blocks) -> CellMachine:
    """Find the states of every column and build the tables between them.

    The row-end states are complete once a further row adds none: the machine does not change
    from row to row.
    """
    keys = np.zeros(1, np.int64)
    while True:
        layers, after, size = _row(family, width, keys)
        if len(keys) == size:
            break
        keys = list_keys(after[0], size)
    none = max(len(layer) for layer in layers)
    targets = []
    # From the last column back, to let each layer go once its table is there.
    for column in reversed(range(width)):
        layer = layers.pop()
        table = np.empty((2, len(layer)), np.uint32)
        blocks.each(len(layer), _fill, family, column, width, none, layer, after, table)
        targets.append(table)
        if column:
            members = new_bits(key_bits(width))
            _insert_all(layer, members)
            after, _ = _counted(members)
    start = 0  # the empty row has key 0, the least
    return CellMachine(width, none, start, _accepted(family, keys), tuple(reversed(targets)))
