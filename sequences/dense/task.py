"""What one worker does: the residues of a term modulo a few primes, row by row.

A task is small and says everything, so it can be sent to another process or machine, and sent
again when a worker is lost. If the job keeps checkpoints, a task starts from the latest row that
all its primes have.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sequences.dense.blocks import block_threads
from sequences.dense.checkpoint import CheckpointStore
from sequences.dense.machine import machine_for
from sequences.dense.scope import CheckpointError

__all__ = ["Task", "residues"]


@dataclass(frozen=True, slots=True)
class Task:
    """The residues of T(height, width) modulo `primes`, with `threads` threads.

    `store` keeps checkpoints. `notes` is a file that grows by one byte per row and prime, for
    the process `parent` to watch; the worker stops when either is gone.
    """

    family: str
    height: int
    width: int
    primes: tuple[int, ...]
    threads: int = 1
    store: CheckpointStore | None = None
    notes: Path | None = None
    parent: int | None = None


def _report(task: Task, rows: int, note: Callable[[int], object] | None) -> None:
    """Tell of rows done; FileNotFoundError once nobody waits for the result any more."""
    if task.parent is not None and os.getppid() != task.parent:
        raise FileNotFoundError("the process that asked for this is gone")
    if task.notes is not None:
        with task.notes.open("r+b") as notes:
            notes.seek(0, os.SEEK_END)
            notes.write(b"." * (rows * len(task.primes)))
    if note is not None:
        note(rows * len(task.primes))


def _saved(task: Task) -> tuple[int, NDArray[np.uint64] | None]:
    """The latest row saved whole for every prime, and its values, one column a prime."""
    if task.store is None:
        return 0, None
    common = set.intersection(*(set(task.store.rows(prime)) for prime in task.primes))
    for row in sorted(common, reverse=True):
        columns = [task.store.load(prime, row) for prime in task.primes]
        whole = [column for column in columns if column is not None]
        if len(whole) == len(columns):
            if len(set(map(len, whole))) > 1:
                raise _wrong_size(task, row)
            return row, np.stack(whole, axis=1)
    return 0, None


def _wrong_size(task: Task, row: int) -> CheckpointError:
    job = f"{task.family} {task.height}x{task.width}"
    return CheckpointError(f"checkpoints of {job}, row {row}: wrong number of values")


def _save(task: Task, row: int, values: NDArray[np.uint64]) -> None:
    if task.store is None:
        return
    # First all primes of the row, then away with the rows before: at any moment
    # one row is there for all primes.
    for lane, prime in enumerate(task.primes):
        task.store.save(prime, row, values[:, lane])
    for prime in task.primes:
        task.store.discard(prime, row)


def residues(task: Task, note: Callable[[int], object] | None = None) -> tuple[int, ...]:
    """The term modulo each of the task's primes.

    `note` is called with the number of rows done, once for each prime: first those found in
    checkpoints, if any, then row by row.
    """
    row, saved = _saved(task)
    if row:
        _report(task, row, note)
    if row == task.height and saved is not None:
        if len(saved) != 1:
            raise _wrong_size(task, row)
        return tuple(saved[0].tolist())
    machine = machine_for(task.family, task.width, task.threads)
    spaces = machine.spaces(len(task.primes))
    if saved is not None:
        if len(saved) != machine.states:
            raise _wrong_size(task, row)
        spaces[0][: machine.states] = saved
    moduli = tuple(np.uint64(prime) for prime in task.primes)
    with block_threads(task.threads) as blocks:
        for done in range(row + 1, task.height + 1):
            machine.row_back(spaces, moduli, blocks)
            last = done == task.height
            first = machine.start if last else 0
            kept = 1 if last else machine.states
            _save(task, done, spaces[0][first : first + kept])
            _report(task, 1, note)
    return tuple(spaces[0][machine.start].tolist())
