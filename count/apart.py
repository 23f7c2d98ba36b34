"""A task in a process of its own, so that a limit holds and a crash stays there.

The parent hands over a function and its arguments as a pickle; the child sends one back.
A run that takes too long is killed, whatever it is doing; memory is looked at, and bounded
by the address space.
On Linux the child also dies with its parent, however that ends.
``multiprocessing`` would do the same but needs the caller's main module to be importable again.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, Self, TypeVar

from count.limits import Limits, Stopped
from native.limits import MemoryLimit, watched
from puzzles.board import Board
from puzzles.plain import plain

__all__ = ["Apart", "run_apart", "serve"]

_CHILD = "import sys; sys.path[:] = {path!r}; from count.apart import serve; serve()"
_LEAST = 1 << 30
"""Bytes of address space that a process may always have: libraries reserve much that they never use."""
_PR_SET_PDEATHSIG = 1
"""prctl(2): send this process a signal when the thread that made it ends."""


_Result = TypeVar("_Result")


def run_apart(task: Callable[..., _Result], arguments: tuple[Any, ...], limits: Limits) -> _Result:
    """What ``task(*arguments)`` returns.

    Raises what the task raised, and :class:`~count.limits.Stopped` for a limit or a crash.  The
    task and its arguments must be picklable; of a board the rules are sent, so that its class need
    not be importable there (:func:`puzzles.plain.plain`).
    """
    with Apart(task, arguments, limits) as running:
        return running.result()


class Apart(Generic[_Result]):
    """A task that runs in a process of its own; see :func:`run_apart`.  Leaving it ends the process."""

    def __init__(
        self, task: Callable[..., _Result], arguments: tuple[Any, ...], limits: Limits
    ) -> None:
        arguments = tuple(plain(a) if isinstance(a, Board) else a for a in arguments)
        self._limits = limits
        self._task = pickle.dumps((task, arguments, limits.memory, os.getpid()))
        # -P: the child finds modules where this process does, and not in its working directory too.
        command = [sys.executable, "-P", "-c", _CHILD.format(path=sys.path)]
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._child.kill()
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()

    def start(self) -> None:
        """Hand the task over and come back; :meth:`over` tells when the process has ended.

        For results that fit a pipe: the process waits until a longer one is read.
        """
        assert self._child.stdin is not None
        with suppress(BrokenPipeError):  # the process has died: result() says of what
            self._child.stdin.write(self._task)
            self._child.stdin.close()
        self._child.stdin, self._task = None, b""

    def over(self) -> bool:
        """Has the process ended?"""
        return self._child.poll() is not None

    def result(self) -> _Result:
        """Wait for the outcome, as long as the limits allow."""
        child = self._child
        try:
            reply, errors = child.communicate(self._task or None, self._limits.seconds)
        except subprocess.TimeoutExpired:
            raise Stopped(f"no result within {round(self._limits.seconds or 0, 2):g} s") from None
        if child.returncode or not reply:
            said = errors.decode(errors="replace").strip().splitlines()
            cause = f"signal {-child.returncode}" if child.returncode < 0 else "an error"
            raise Stopped(f"died of {cause}" + (f": {said[-1]}" if said else ""))
        outcome = pickle.loads(reply)
        if outcome[0] is not None:
            raise outcome[0]
        result: _Result = outcome[1]
        return result


def serve() -> None:
    """The child's side: read the task from stdin, write the outcome to what was stdout."""
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever native code prints is not the outcome
    task, arguments, memory, parent = pickle.load(sys.stdin.buffer)
    _die_with(parent)
    if memory is not None:
        _bound(max(memory, _LEAST))
    outcome: tuple[Exception | None, object]
    try:
        with watched(None, memory):
            outcome = (None, task(*arguments))
    except (MemoryError, MemoryLimit):
        outcome = (Stopped(f"more than {(memory or 0) / 1e9:g} GB of memory"), None)
    except Exception as error:
        outcome = (error, None)
    with channel:
        pickle.dump(outcome, channel)


def _die_with(parent: int) -> None:
    """Have the system kill this process when the parent ends: a parent that is killed cannot."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before that call
            os._exit(1)


def _bound(memory: int) -> None:
    """Bound the address space, where the system can."""
    with suppress(ImportError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (memory, hard))
