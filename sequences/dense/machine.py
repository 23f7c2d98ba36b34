"""One interface over the machines, and the machine of a family and width, kept for the next job."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sequences.dense.blocks import Blocks, block_threads

__all__ = ["DenseMachine", "machine_for"]


class DenseMachine(Protocol):
    """A transfer machine run backwards: from the values below the last row to those above it."""

    @property
    def states(self) -> int:
        """How many states there are between two rows."""

    @property
    def start(self) -> int:
        """The state above the first row: its value is the term."""

    @property
    def kept(self) -> int:
        """Bytes of the tables that the machine keeps."""

    def spaces(self, lanes: int) -> list[NDArray[np.uint64]]:
        """Work arrays of shape (at least states + 1, lanes), the first with the values below
        the last row."""

    def row_back(
        self, spaces: list[NDArray[np.uint64]], moduli: Sequence[np.uint64], blocks: Blocks
    ) -> None:
        """Replace the values below a row, in `spaces[0]`, by those above it."""


@lru_cache(maxsize=1)  # a wide machine takes gigabytes
def _built(family: str, width: int, threads: int) -> DenseMachine:
    # numba loads only here: asking what is supported stays fast.
    if family in ("paths", "covers"):
        from sequences.dense.paths import build_path_machine

        return build_path_machine(width, family == "covers")
    from sequences.dense.cells import build_cell_machine
    from sequences.dense.rules import MATCHINGS, NO_THREE

    rule = NO_THREE if family == "no-three" else MATCHINGS
    with block_threads(threads) as blocks:
        return build_cell_machine(rule, width, blocks)


def machine_for(family: str, width: int, threads: int = 1) -> DenseMachine:
    """Build the machine, with so many threads, or take the last one built if it is the same."""
    return _built(family, width, threads)
