"""Worker processes that say why they could not start.

A worker that is not forked runs the caller's main module again.  A script that calls for workers without
``if __name__ == "__main__":`` would start workers of workers; Python ends each of these with a page of
its own, and the caller sees lost workers only.
"""

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import current_process, get_context
from multiprocessing.synchronize import Event

__all__ = ["Unguarded", "Workers"]


class Unguarded(RuntimeError):
    """No worker process came to its work."""

    def __init__(self) -> None:
        super().__init__(
            "no worker process could start; in a script of your own, put the call under "
            "if __name__ == '__main__':"
        )


class Workers(ProcessPoolExecutor):
    """A pool of ``number`` processes, each of which calls ``prepared`` first.

    ``method`` is how they are started, as ``multiprocessing.get_context`` takes it.
    """

    def __init__(
        self, number: int, prepared: Callable[[], None], method: str | None = None
    ) -> None:
        if getattr(current_process(), "_inheriting", False):
            sys.exit(1)  # a worker that runs the script again: its parent tells
        context = get_context(method)
        self._begun = context.Event()
        super().__init__(number, context, _begin, (self._begun, prepared))

    def check(self) -> None:
        """After a loss of workers: :class:`Unguarded` if none of them had begun."""
        if not self._begun.is_set():
            raise Unguarded


def _begin(begun: Event, prepared: Callable[[], None]) -> None:
    begun.set()
    prepared()
