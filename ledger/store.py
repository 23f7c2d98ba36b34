"""Results of tasks on disk, so that a full run can be stopped and goes on where it was."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.claims import Task

__all__ = ["ResultStore", "StoreError", "code"]

MEASURED_BY = ("puzzles", "encode", "count", "ladder", "generate", "sequences", "ledger")

_PRINTING = ("ledger/__main__.py", "ledger/page.py", "ledger/plot.py", "ledger/record.py")

Found = tuple[str, float]
"""The tallies as JSON, and CPU seconds."""


class StoreError(ValueError):
    """The file is not a store of results; the message names it."""


def code() -> str:
    """A fingerprint of the code that measures: results of another state of it do not count."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for package in MEASURED_BY:
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name not in _PRINTING:
                digest.update(name.encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class ResultStore:
    """Tallies by code, seed and task, in SQLite; every result is kept as soon as it is there.

    Several runs may fill one store: SQLite lets one write at a time, and a task's result is the same
    whoever measures it.  So there is no lock for a whole run, as other files have.
    """

    def __init__(self, path: Path, state: str, seed: int) -> None:
        self._path = path
        self._of = (state, seed)
        self._connection = sqlite3.connect(path, timeout=30)

    @classmethod
    @contextmanager
    def opened(cls, path: Path, state: str, seed: int) -> Iterator[ResultStore]:
        """The store in this file, made if need be; :class:`StoreError` for a file of another kind."""
        with _told(path, "not a store of ledger results, or out of reach"):
            store = cls(path, state, seed)
        try:
            with _told(path, "not a store of ledger results, or locked by another run"):
                store._prepare()
            yield store
        finally:
            store._connection.close()

    def _prepare(self) -> None:
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS results (code TEXT, seed TEXT, part TEXT, first INTEGER,"
            " count INTEGER, tallies TEXT, seconds REAL,"
            " PRIMARY KEY (code, seed, part, first, count))"
        )
        # Other columns are another program's table of that name.
        self._connection.execute(
            "SELECT code, seed, part, first, count, tallies, seconds FROM results"
        )

    def get(self, task: Task) -> Found | None:
        with _told(self._path, "cannot be read"):
            found = self._connection.execute(
                "SELECT tallies, seconds FROM results"
                " WHERE code = ? AND seed = ? AND part = ? AND first = ? AND count = ?",
                self._key(task),
            ).fetchone()
        return None if found is None else (str(found[0]), float(found[1]))

    def put(self, task: Task, found: Found) -> None:
        with _told(self._path, "cannot be written"), self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*self._key(task), *found),
            )

    def _key(self, task: Task) -> tuple[str | int, ...]:
        state, seed = self._of
        return state, str(seed), *task.key


@contextmanager
def _told(path: Path, what: str) -> Iterator[None]:
    """An error of SQLite as a :class:`StoreError` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {what}: {error}") from None
