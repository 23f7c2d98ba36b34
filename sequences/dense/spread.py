"""Tasks spread over an executor: this process, local processes, or a Dask cluster.

Everything goes through `concurrent.futures.Executor`. A task whose worker is lost is submitted
again, to a new pool where the old one broke; any other error ends the job.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from native.processes import Workers
from sequences.dense.task import Task, residues

__all__ = ["cluster_size", "run_tasks"]

_ATTEMPTS = 4
_PAUSE = 0.5  # seconds between two looks at the progress of the workers


class _Bar(Protocol):
    n: int

    def update(self, step: int) -> object: ...
    def close(self) -> object: ...


@dataclass(slots=True)
class _Progress:
    """A bar that counts rows, once for each prime: on stderr, and only on a terminal."""

    total: int
    wanted: bool
    bar: _Bar | None = field(default=None, init=False)

    def __enter__(self) -> Self:
        if self.wanted and sys.stderr.isatty():
            from tqdm import tqdm

            self.bar = tqdm(total=self.total, unit="row", file=sys.stderr)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.close()

    def add(self, rows: int) -> None:
        if self.bar is not None:
            self.bar.update(rows)

    def reach(self, rows: int) -> None:
        if self.bar is not None and rows > self.bar.n:
            self.bar.update(rows - self.bar.n)


def cluster_size(scheduler: str) -> tuple[int, int]:
    """How many workers a Dask cluster has, and the threads that each of them has at least."""
    from distributed import Client

    with Client(scheduler) as client:  # type: ignore[no-untyped-call]
        threads = client.nthreads().values()
        if not threads:
            raise ValueError(f"the Dask cluster at {scheduler} has no workers")
        return len(threads), min(threads)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the parent, which ends the workers by taking their notes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _executor(workers: int, scheduler: str | None) -> Iterator[Executor]:
    if scheduler is None:
        # "spawn": a fork would inherit the locks of whatever threads the caller runs.
        with Workers(workers, _ignore_interrupts, "spawn") as pool:
            yield pool
    else:
        from distributed import Client

        with Client(scheduler) as client:  # type: ignore[no-untyped-call]
            yield client.get_executor(pure=False)


def _lost(scheduler: str | None) -> tuple[type[BaseException], ...]:
    """The errors that mean a lost worker."""
    if scheduler is None:
        return (BrokenExecutor,)
    from distributed import KilledWorker

    return (KilledWorker, CancelledError)


def _follow(
    running: dict[Future[tuple[int, ...]], Task],
    progress: _Progress,
    lost: tuple[type[BaseException], ...],
) -> dict[int, int]:
    """Collect results as they come; leave out the tasks whose workers were lost."""
    found: dict[int, int] = {}
    waiting = set(running)
    while waiting:
        done, waiting = wait(waiting, _PAUSE, FIRST_COMPLETED)
        for future in done:
            error = future.exception()
            if error is None:
                found.update(zip(running[future].primes, future.result(), strict=True))
            elif not isinstance(error, lost):
                raise error
        progress.reach(sum(_rows(running[future], future) for future in running))
    return found


def _rows(task: Task, future: Future[tuple[int, ...]]) -> int:
    """The rows that a task has reported, once for each prime."""
    if future.done():
        return task.height * len(task.primes)
    return task.notes.stat().st_size if task.notes is not None else 0


def _run_elsewhere(
    tasks: Sequence[Task], workers: int, scheduler: str | None, progress: _Progress
) -> dict[int, int]:
    found: dict[int, int] = {}
    lost = _lost(scheduler)
    with tempfile.TemporaryDirectory(prefix="kazoe-") as folder:
        for attempt in range(_ATTEMPTS):
            left = [task for task in tasks if not found.keys() >= set(task.primes)]
            if scheduler is None:
                left = [
                    replace(task, notes=Path(folder, f"{attempt}-{index}"), parent=os.getpid())
                    for index, task in enumerate(left)
                ]
                for task in left:
                    if task.notes is not None:
                        task.notes.touch()
            with _executor(workers, scheduler) as executor:
                running = {executor.submit(residues, task): task for task in left}
                try:
                    found |= _follow(running, progress, lost)
                except BaseException:
                    # Workers stop at their next row: their notes are gone.
                    for future, task in running.items():
                        future.cancel()
                        if task.notes is not None:
                            task.notes.unlink()
                    raise
                complete = all(found.keys() >= set(task.primes) for task in tasks)
                if isinstance(executor, Workers) and not complete:
                    executor.check()
            if complete:
                return found
            print("a worker was lost, submitting its work again", file=sys.stderr)
    raise RuntimeError(f"workers were lost {_ATTEMPTS} times, giving up")


def run_tasks(
    tasks: Sequence[Task], *, workers: int, scheduler: str | None, progress: bool
) -> dict[int, int]:
    """The residue of the term modulo every prime of the tasks.

    One task without a scheduler, or `workers` = 1, runs in this process.
    """
    total = sum(task.height * len(task.primes) for task in tasks)
    with _Progress(total, progress) as bar:
        if scheduler is not None or (workers > 1 and len(tasks) > 1):
            return _run_elsewhere(tasks, workers, scheduler, bar)
        found: dict[int, int] = {}
        for task in tasks:
            found.update(zip(task.primes, residues(task, bar.add), strict=True))
        return found
