"""Checkpoints of compiled runs: one file a program, safe against a kill at any moment.

A file is there as a whole or not at all (:mod:`native.files`), and one run at a time has it.  It holds

1. the SHA-256 of everything that follows, in hex, and a newline;
2. a JSON header on one line: format, program, and the run's numbers;
3. the layer's records, little-endian uint64.

A program is known by the SHA-256 of its data: board, rules, side and order are all in it.  A file whose
checksum fails is *damaged*: one line on standard error, and it is computed again.  A file whose
checksum is right but whose header names another program or format is refused with
:class:`~count.limits.CheckpointError`; nothing of it may be used or overwritten.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import ExitStack
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import numpy as np

from count.frontier.compiled.layers import Program, Run
from count.limits import CheckpointError
from native.files import lock, replacing

__all__ = ["CheckpointStore", "identity"]

_FORMAT = 1
"""Raise it whenever a program's states or data mean something else."""
_EVERY = 30.0
"""Seconds between two checkpoints, or ten times as long as the last one took to write."""
_NUMBERS = ("level", "count", "met", "paths", "bits", "stride")
_PIECE = 1 << 24
"""Bytes that are read at a time."""
_DIGITS = 64
"""Of a SHA-256 in hex."""


def identity(program: Program) -> str:
    """The SHA-256 of a program's name and data, in hex."""
    digest = sha256()

    def add(value: Any) -> None:
        if isinstance(value, np.ndarray):
            digest.update(f"{value.dtype}{value.shape}".encode())
            digest.update(np.ascontiguousarray(value).tobytes())
        elif is_dataclass(value):
            digest.update(type(value).__name__.encode())
            for field in fields(value):
                if not field.compare:
                    continue  # says nothing of what is counted
                digest.update(f"{field.name}=".encode())
                add(getattr(value, field.name))
        elif value is None or isinstance(value, bool | int):
            digest.update(f"{value};".encode())
        else:
            raise TypeError(f"a program's data cannot be of type {type(value).__name__}")

    add(program)
    return digest.hexdigest()


class CheckpointStore:
    """The checkpoints in a folder, which several counts may share; ``resume``: use what is there.

    As a context manager: the programs that were begun are locked until it is left.
    """

    def __init__(self, folder: Path, resume: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.resume = resume
        self._next = time.monotonic() + _EVERY
        self._locks = ExitStack()
        self._locked: set[Path] = set()
        self._told = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._locks.close()
        self._locked.clear()

    def path(self, program: Program) -> Path:
        """The file of a program."""
        return self.folder / f"frontier-{identity(program)[:16]}.ckpt"

    def begin(self, program: Program) -> Run | None:
        """The run that was saved, if it is to be resumed; files of a run that is not are removed."""
        path = self.path(program)
        if path not in self._locked:
            self._locks.enter_context(lock(path))
            self._locked.add(path)
        for left in self.folder.glob(f"{path.name}-*.part"):
            left.unlink(missing_ok=True)
        if self.resume:
            return self._load(path, program)
        path.unlink(missing_ok=True)
        return None

    def tick(self, run: Run) -> None:
        """Save the run if it is time to, or if it is done."""
        if run.done or time.monotonic() >= self._next:
            start = time.monotonic()
            try:
                self.save(run)
            except OSError as error:
                # The count is worth more than its checkpoint; what was saved before is still there.
                if not self._told:
                    where = f"{error.filename}: {error.strerror}"
                    print(f"{where}: no checkpoint, counting on", file=sys.stderr)
                self._told = True
            end = time.monotonic()
            self._next = end + max(_EVERY, 10 * (end - start))

    def save(self, run: Run) -> None:
        """Write the run, atomically."""
        path = self.path(run.program)
        head = {"format": _FORMAT, "program": identity(run.program)}
        head |= {name: int(getattr(run, name)) for name in _NUMBERS}
        header = json.dumps(head).encode()
        # Records are mapped when they are read: they begin at a multiple of eight bytes.
        header += b" " * (-(_DIGITS + 1 + len(header) + 1) % 8) + b"\n"
        payload: Any = np.ascontiguousarray(run.layer[: run.count], "<u8").reshape(-1)
        digest = sha256(header)
        digest.update(payload)
        with replacing(path) as part:
            part.write(digest.hexdigest().encode() + b"\n" + header)
            part.write(payload.data)

    def _load(self, path: Path, program: Program) -> Run | None:
        try:
            file = path.open("rb")
        except FileNotFoundError:
            return None
        with file:
            checksum = file.readline(_DIGITS + 1).strip()
            header = file.readline(1 << 16)
            begin = file.tell()
            digest = sha256(header)
            while piece := file.read(_PIECE):
                digest.update(piece)
            if checksum != digest.hexdigest().encode():
                print(f"{path}: damaged checkpoint, computing it again", file=sys.stderr)
                return None
            head = json.loads(header)
            if not isinstance(head, dict) or head.get("format") != _FORMAT:
                raise CheckpointError(f"{path}: expected a checkpoint of format {_FORMAT}")
            if head.get("program") != identity(program):
                raise CheckpointError(f"{path}: a checkpoint of another count")
            level, count, met, paths, bits, stride = (int(head[name]) for name in _NUMBERS)
            layer = np.zeros((0, program.words + 1), np.uint64)
            if count:
                columns = (file.tell() - begin) // (8 * count)
                mapped = np.memmap(file, np.uint64, "c", begin, (count, columns))
                layer = np.asarray(mapped)
        return Run(program, level, layer, count, met, paths, bits, stride, on_disk=bool(count))
