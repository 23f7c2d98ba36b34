"""Calls worked out here, by local processes or by a Dask cluster, in the order of the tasks.

The seam is a ``concurrent.futures.Executor``.  Tasks are handed out a few ahead of the one whose
result is due; those still running at the end are stopped, since nobody waits for them.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import Any, TypeVar

from native.processes import Unguarded, Workers

__all__ = ["Lost", "Unreachable", "in_order"]

_AHEAD = 4
"""Tasks handed out per worker: enough that none waits while another works on a long one."""

R = TypeVar("R")


class Unreachable(Exception):
    """The Dask scheduler cannot be used; the message says why."""


class Lost(Exception):
    """A worker process was ended from outside, for lack of memory perhaps."""


def in_order(
    call: Callable[..., R],
    tasks: Iterable[tuple[Any, ...]],
    workers: int = 1,
    scheduler: str | None = None,
) -> Iterator[R]:
    """``call(*task)`` for every task, lazily, in order; ``tasks`` may have no end.

    ``scheduler``: the address of a Dask scheduler, whose workers are then used instead of local ones.
    An exception of a call is raised here when its turn comes; :class:`Lost` if a worker is killed.
    """
    if workers == 1 and scheduler is None:
        for task in tasks:
            yield call(*task)
        return
    with _processes(workers) if scheduler is None else _cluster(scheduler) as (executor, number):
        ahead: deque[Future[R]] = deque()
        try:
            for task in tasks:
                ahead.append(executor.submit(call, *task))
                if len(ahead) >= _AHEAD * number:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        except BrokenExecutor:
            if isinstance(executor, Workers):
                _check(executor)
            raise Lost("a worker process was killed; too little memory?") from None


def _check(executor: Workers) -> None:
    try:
        executor.check()
    except Unguarded as reason:
        raise Lost(str(reason)) from None


@contextmanager
def _processes(workers: int) -> Iterator[tuple[Executor, int]]:
    executor = Workers(workers, _prepared)
    try:
        yield executor, workers
    finally:
        # A public method from Python 3.14 on (terminate_workers).
        for process in list((executor._processes or {}).values()):
            process.terminate()
        # Waiting takes no time now, and without it the interpreter's exit races the pool's own thread.
        executor.shutdown(wait=True, cancel_futures=True)


def _prepared() -> None:
    # Ctrl-C reaches workers too; they have nothing to say about it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """A parent that is killed cannot stop its workers, which would wait for tasks for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client

        opened = Client(address)  # type: ignore[no-untyped-call]  # distributed has no types
    except ModuleNotFoundError:
        raise Unreachable(
            "--scheduler needs the extra of clusters: pip install -e .[cluster]"
        ) from None
    except (OSError, ValueError) as error:
        raise Unreachable(f"{address}: no Dask scheduler: {error}".partition("\n")[0]) from None
    with opened as client:
        executor = client.get_executor(pure=False)
        try:
            yield executor, max(2, sum(client.nthreads().values()))
        finally:
            executor.shutdown(wait=False)
