"""From a term to tasks: how its primes are dealt to workers."""

from collections.abc import Sequence

from sequences.dense.checkpoint import Store
from sequences.dense.task import Task

__all__ = ["crew", "deal"]

_LANES = 8  # primes in one pass: one cache line of values for each state

_GROWTH = {"covers": 3.1, "induced-matchings": 2.2, "no-three": 3.1, "paths": 3.1}
"""States at a column are about this to the power of the width (12 columns: 743 thousand words)."""

_WIDE = 1 << 18
"""States from which local workers are threads over blocks of states: they share one machine and
serve all primes in one pass. Blocks of fewer states are too small; then workers are
processes over primes."""

_WORTH_PROCESSES = 10**9
"""State updates, some 4 s of work, below which starting processes would cost more than it saves."""


def crew(family: str, height: int, width: int, primes: int, workers: int) -> tuple[int, int]:
    """Processes, and threads for each, that suit a job with `workers` local workers."""
    states = _GROWTH[family] ** width
    if states > _WIDE:
        return 1, workers
    if primes * height * width * states < _WORTH_PROCESSES:
        return 1, 1
    return workers, 1


def deal(
    family: str,
    height: int,
    width: int,
    primes: Sequence[int],
    *,
    workers: int = 1,
    threads: int = 1,
    store: Store | None = None,
) -> list[Task]:
    """Tasks for `workers` workers; primes with checkpoints at the same row stay together."""
    size = min(_LANES, -(-len(primes) // workers))
    rows: dict[int, list[int]] = {}
    for prime in primes:
        saved = store.rows(prime) if store is not None else []
        rows.setdefault(saved[0] if saved else 0, []).append(prime)
    return [
        Task(family, height, width, tuple(alike[first : first + size]), threads, store)
        for alike in rows.values()
        for first in range(0, len(alike), size)
    ]
