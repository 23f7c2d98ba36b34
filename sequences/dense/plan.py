"""From a term to tasks: how its primes are dealt to workers."""

import os
from collections.abc import Sequence

from sequences.dense.checkpoint import CheckpointStore
from sequences.dense.task import Task

__all__ = ["crew", "deal"]

_LANES = 8  # primes in one pass: one cache line of values for each state

_GROWTH = {"covers": 3.22, "induced-matchings": 2.23, "no-three": 3.06, "paths": 3.22}
"""The most states at a column are below about this to the power of the width, to width 16."""

_BYTES = 24
"""Bytes of work arrays that a state takes for each prime, at most."""

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


def _lanes(family: str, width: int) -> int:
    """Primes for one pass: as many as fit into half the memory of this computer, at most 8."""
    room = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return max(1, min(_LANES, room // (_BYTES * int(_GROWTH[family] ** width))))


def deal(
    family: str,
    height: int,
    width: int,
    primes: Sequence[int],
    *,
    workers: int = 1,
    threads: int = 1,
    store: CheckpointStore | None = None,
) -> list[Task]:
    """Tasks for `workers` workers; primes with checkpoints at the same row stay together."""
    passes = max(workers, -(-len(primes) // _lanes(family, width)))
    size = -(-len(primes) // passes)
    rows: dict[int, list[int]] = {}
    for prime in primes:
        saved = store.rows(prime) if store is not None else []
        rows.setdefault(saved[0] if saved else 0, []).append(prime)
    return [
        Task(family, height, width, tuple(alike[first : first + size]), threads, store)
        for alike in rows.values()
        for first in range(0, len(alike), size)
    ]
