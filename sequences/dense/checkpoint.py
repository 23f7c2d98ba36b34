"""Checkpoints: the values after each row, one file per prime, safe against a kill at any moment.

A file is there as a whole or not at all (`native.files`), and one run at a time has a job. It holds

1. the SHA-256 of everything that follows, in hex, and a newline;
2. a JSON header on one line: format, family, height, width, prime, rows done;
3. the values, little-endian `uint64`, one per row-end state; after the last row the residue
   alone.

A file whose checksum fails is *damaged*: one line on stderr, and it is computed again. A file whose
checksum is right but whose header names another job is *refused* with `CheckpointError`: it was
copied or renamed there, and nothing of it may be used or overwritten.
"""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from native.files import lock, replacing
from sequences.dense.scope import CheckpointError

__all__ = ["CheckpointStore"]

_FORMAT = 1  # raise it whenever states are numbered in another way


@dataclass(frozen=True, slots=True)
class CheckpointStore:
    """The checkpoints of one job in a folder, which other jobs may share."""

    folder: Path
    family: str
    height: int
    width: int

    @property
    def _stem(self) -> str:
        return f"{self.family}-{self.height}x{self.width}"

    def _path(self, prime: int, row: int) -> Path:
        return self.folder / f"{self._stem}-p{prime}-r{row}.ckpt"

    def _header(self, prime: int, row: int) -> dict[str, object]:
        return {
            "format": _FORMAT,
            "family": self.family,
            "height": self.height,
            "width": self.width,
            "prime": prime,
            "row": row,
        }

    @contextmanager
    def open(self, resume: bool) -> Iterator[None]:
        """Make the folder; sweep unfinished files, and all files of the job unless resuming.

        The job is locked until the block ends: :class:`native.files.Busy` if another run has it.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with lock(self.folder / self._stem):
            for left in self.folder.glob(f"{self._stem}-p*" + (".part" if resume else "")):
                left.unlink(missing_ok=True)
            yield

    def rows(self, prime: int) -> list[int]:
        """The rows after which values of this prime were saved, the latest first."""
        pattern = re.compile(re.escape(f"{self._stem}-p{prime}-r") + r"(\d+)\.ckpt")
        names = (pattern.fullmatch(path.name) for path in self.folder.iterdir())
        return sorted((int(name[1]) for name in names if name), reverse=True)

    def save(self, prime: int, row: int, values: NDArray[np.uint64]) -> None:
        """Write the values (one dimension) after `row` rows, atomically."""
        path = self._path(prime, row)
        header = json.dumps(self._header(prime, row)).encode() + b"\n"
        payload = np.ascontiguousarray(values, "<u8")
        digest = sha256(header)
        digest.update(payload.data)
        with replacing(path) as part:
            part.write(digest.hexdigest().encode() + b"\n" + header)
            part.write(payload.data)

    def load(self, prime: int, row: int) -> NDArray[np.uint64] | None:
        """The saved values; None if the file is damaged or gone; CheckpointError if not ours."""
        path = self._path(prime, row)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        checksum, _, rest = content.partition(b"\n")
        line, _, payload = rest.partition(b"\n")
        if checksum != sha256(rest).hexdigest().encode() or len(payload) % 8:
            print(f"{path}: damaged checkpoint, computing it again", file=sys.stderr)
            return None
        header = None
        with suppress(ValueError):
            header = json.loads(line)
        if not isinstance(header, dict):
            raise CheckpointError(f"{path}: a checksum, but no checkpoint")
        if header != self._header(prime, row):
            raise CheckpointError(
                f"{path}: a checkpoint of another job: "
                + ", ".join(f"{name} {value}" for name, value in header.items())
            )
        values = np.frombuffer(payload, "<u8").astype(np.uint64)
        if not (values < prime).all():
            raise CheckpointError(f"{path}: it holds values that are no residues modulo {prime}")
        return values

    def discard(self, prime: int, below: int) -> None:
        """Remove what was saved for this prime before row `below`."""
        for row in self.rows(prime):
            if row < below:
                self._path(prime, row).unlink(missing_ok=True)
