"""Limits that hold: wall seconds, and bytes of memory, of work that need not look at them itself.

A loop may look at a :class:`Deadline`.  What has no such loop (the building of a formula, a proof's
trimming, a ladder's search) is interrupted: a timer of the system looks at the clock and at the
memory, and raises the limit in the main thread, where the work is.  Within one call of compiled code
nothing is raised before it returns, so such calls are kept short or run in a process of their own.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from native.progress import at_work
from native.words import quoted

__all__ = ["Deadline", "Limit", "MemoryLimit", "TimeLimit", "size", "watched", "within"]

_LOOK = 0.1
"""Seconds between two looks."""
_AGAIN = 1.0
"""Seconds after a limit was raised until it is raised again, where something took it for its own."""

_Item = TypeVar("_Item")


class Limit(Exception):
    """A limit was reached before the result; the message says which."""


class TimeLimit(Limit):
    """The limit in wall seconds was reached before the result was known."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{round(seconds, 2) or seconds:g} s")
        self.seconds = seconds

    def __reduce__(self) -> tuple[type[TimeLimit], tuple[float]]:
        return TimeLimit, (self.seconds,)


class MemoryLimit(Limit):
    """The process took more memory than it may."""

    def __init__(self, memory: int) -> None:
        super().__init__(f"{memory / 1e9:g} GB of memory")
        self.memory = memory

    def __reduce__(self) -> tuple[type[MemoryLimit], tuple[int]]:
        return MemoryLimit, (self.memory,)


class Deadline:
    """A limit in wall seconds from now on; None is none."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"expected a limit of 0 seconds or more, found {seconds}")
        self.seconds = seconds
        self.start = time.perf_counter()

    def elapsed(self) -> float:
        return time.perf_counter() - self.start

    def left(self) -> float | None:
        """Seconds that are left, 0 when it is over; None where there is no limit."""
        return None if self.seconds is None else max(self.seconds - self.elapsed(), 0.0)

    def check(self) -> None:
        if self.seconds is not None and self.elapsed() >= self.seconds:
            raise TimeLimit(self.seconds)


@contextmanager
def watched(
    deadline: Deadline | float | None = None, memory: int | None = None
) -> Generator[Deadline, None, None]:
    """Raise :class:`TimeLimit` or :class:`MemoryLimit` in what runs inside when a limit is reached.

    ``memory``: bytes that the process may hold.  Only in the main thread, and where the system has
    timers; elsewhere what runs inside must look at the deadline itself.  Within another such
    block the outer one rests.
    """
    if not isinstance(deadline, Deadline):
        deadline = Deadline(deadline)
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not can or (deadline.seconds is None and memory is None):
        yield deadline
        return
    deadline.check()
    rest = 0.0

    def look(number: int, frame: object) -> None:
        nonlocal rest
        now = time.perf_counter()
        if now < rest:
            return
        with suppress(Limit):
            deadline.check()
            if memory is None or _held() <= memory:
                return
        rest = now + _AGAIN
        deadline.check()
        assert memory is not None
        raise MemoryLimit(memory)

    before = signal.signal(signal.SIGALRM, look)
    timer = signal.setitimer(signal.ITIMER_REAL, _LOOK, _LOOK)
    try:
        yield deadline
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


def within(
    items: Iterable[_Item], deadline: Deadline, memory: int | None = None, name: str = ""
) -> Iterator[_Item]:
    """The items, the work for each of them :func:`watched`, and shown under this name on a terminal;
    what is done with them is not."""
    source = iter(items)
    while True:
        with at_work(name), watched(deadline, memory):
            try:
                item = next(source)
            except StopIteration:
                return
        yield item


def size(text: str) -> int:
    """Bytes, as an argument: a number of gigabytes, or one with its unit (``500M``, ``2 GB``)."""
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,9})?) ?([kKMGT]?)(?:[bB]|iB)?", text.strip())
    if found and (value := int(float(found[1]) * _UNITS[found[2].upper() or "G"])):
        return value
    raise argparse.ArgumentTypeError(f"expected a size such as 4, 4G or 500M, found {quoted(text)}")


_UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def _held() -> int:
    """The bytes of memory that this process holds; at its peak, where the system tells no more."""
    with suppress(OSError), open("/proc/self/statm", "rb") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
