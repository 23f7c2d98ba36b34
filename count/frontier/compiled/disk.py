"""Layers larger than memory: records dealt to files by hash, and merged file by file.

A layer that is too large is read piece by piece.  What a piece leads to is merged in memory, then each
record is written to one of ``_FILES`` files by the leading bits of its key's hash.  Equal states are
in one file, so each file is merged alone, and the results one after another are the next layer.
That reads and writes from front to back, as merging sorted runs would, and needs no order.

A layer on disk is a mapped file.  All files are without a name from the moment they are opened: a
process that is killed leaves nothing behind.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from count.frontier.compiled.table import merged, shares

__all__ = ["advance_by_files", "put_on_disk"]

_FILES = 128


class _Steps(Protocol):
    """As much of a program as is needed here, see :class:`~count.frontier.compiled.layers.Program`."""

    @property
    def words(self) -> int:
        """Words of a state's key."""

    def advance(
        self, layer: Any, count: int, room: int, start: int, stop: int, most: int
    ) -> tuple[Any, int, int]:
        """The layer before level ``stop``, its size, and how many paths were looked up."""


def put_on_disk(layer: Any, folder: Path) -> Any:
    """The same records in a mapped file of this folder."""
    with tempfile.TemporaryFile(dir=folder) as file:
        np.ascontiguousarray(layer).tofile(file)
        return _mapped(file, layer.shape[1])


def _mapped(file: IO[bytes], columns: int) -> Any:
    """The records in a file, which may be closed afterwards; an empty file cannot be mapped."""
    file.flush()
    rows = file.seek(0, 2) // (8 * columns)
    if not rows:
        return np.zeros((0, columns), np.uint64)
    # Never written to, but machine code is compiled for arrays that may be.
    return np.asarray(np.memmap(file, np.uint64, "c", shape=(rows, columns)))


def advance_by_files(
    program: _Steps,
    layer: Any,
    room: int,
    start: int,
    stop: int,
    most: int,
    folder: Path,
) -> tuple[Any, int, int]:
    """As a program's ``advance``, with at most ``most`` new states in memory at a time.

    The new layer is mapped from a file of the folder.  A size of -2: one state alone leads to more than
    ``most``, or one file holds more.
    """
    words = program.words
    columns = words + room
    with ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile(dir=folder)) for _ in range(_FILES)]
        place, size, paths = 0, len(layer), 0
        while place < len(layer):
            piece = layer[place : place + size]
            found, number, looked_up = program.advance(piece, len(piece), room, start, stop, most)
            if number == -2 and len(piece) > 1:
                size = (len(piece) + 1) // 2
                continue
            if number < 0:
                return found, number, paths
            place += len(piece)
            paths += looked_up
            ordered, firsts = shares(found, number, words, _FILES)
            for file, first, end in zip(files, firsts, firsts[1:], strict=False):
                ordered[first:end].tofile(file)
        result = stack.enter_context(tempfile.TemporaryFile(dir=folder))
        for file in files:
            file.seek(0)
            records = np.fromfile(file, np.uint64).reshape(-1, columns)
            file.truncate(0)
            found, number = merged(records, words, most)
            if number < 0:
                return found, number, paths
            found[:number].tofile(result)
        following = _mapped(result, columns)
    return following, len(following), paths
