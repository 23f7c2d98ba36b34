"""Blocks of states: one column's work cut into ranges, spread over threads.

The kernels write only the rows of their range and release the interpreter lock.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Blocks", "block_threads"]

_SMALLEST = 1 << 15  # below this many states a thread costs more than it saves
_PER_THREAD = 4  # several blocks each even out their different speeds


@dataclass(frozen=True, slots=True)
class Blocks:
    """How to run a kernel over all states: in one piece, or in blocks on a thread executor."""

    threads: int = 1
    executor: Executor | None = None

    def each(self, states: int, kernel: Callable[..., object], *arguments: object) -> None:
        """Call `kernel(low, high, *arguments)` on ranges that cover 0..states once."""
        pieces = min(self.threads * _PER_THREAD, states // _SMALLEST)
        if self.executor is None or pieces < 2:
            kernel(0, states, *arguments)
            return
        cuts = [states * piece // pieces for piece in range(pieces + 1)]
        running = [
            self.executor.submit(kernel, low, high, *arguments) for low, high in pairwise(cuts)
        ]
        for block in running:
            block.result()


@contextmanager
def block_threads(threads: int) -> Iterator[Blocks]:
    """Blocks on that many threads, which end with the context."""
    if threads == 1:
        yield Blocks()
        return
    with ThreadPoolExecutor(threads) as executor:
        yield Blocks(threads, executor)
