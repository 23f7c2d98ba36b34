"""A line on the terminal that says what long work is at.

The work says so with :func:`stage`, which costs next to nothing, whether anyone looks or not.  A thread
writes the line to standard error, if that is a terminal, from the first second on; it is gone when
something is printed and when the work is over.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress

from native.words import shown

__all__ = ["at_work", "stage"]

_FIRST = 1.0
"""Seconds before anything is shown: most work is over by then."""
_EVERY = 0.5
_ERASE = "\r\x1b[K"

_told: tuple[str, tuple[object, ...]] = ("", ())


def stage(text: str, *values: object) -> None:
    """What the work is at: a text with places ``{}`` for the values, which are filled when shown."""
    global _told
    _told = (text, values)


@contextmanager
def at_work(name: str) -> Generator[None, None, None]:
    """While this lasts, the line with the name of the work, its stage and its seconds is shown."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    stage("")
    over = threading.Event()
    thread = threading.Thread(target=_show, args=(name, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _show(name: str, over: threading.Event) -> None:
    start = time.perf_counter()
    written = False
    wait = _FIRST
    with suppress(OSError, ValueError):  # the terminal has gone
        while not over.wait(wait):
            wait = _EVERY
            text, values = _told
            line = f"{shown(name, 40)}: {text.format(*values) or 'working'}"
            width = shutil.get_terminal_size().columns - 12
            sys.stderr.write(f"{_ERASE}{line[:width]} ({time.perf_counter() - start:.0f} s)")
            sys.stderr.flush()
            written = True
        if written:
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
