"""Files that are there as a whole or not at all, and locks that keep two runs off one file.

A file is written beside its final name, flushed to the disk and renamed: a kill at any moment leaves
the old file or the new one, and a disk that is full the old one.  The name beside it is a new one each
time, so two writers do not meet there.

A lock is a file ``NAME.lock`` that the system frees when its process ends, however that ends.
"""

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EAGAIN, ENOENT
from pathlib import Path
from typing import IO

__all__ = ["Busy", "add_line", "given", "lock", "naming", "replacing", "write_text"]

_PART = ".part"
_held: set[Path] = set()
"""Lock files that this process holds: the system does not refuse it a second time."""
_guard = threading.Lock()


class Busy(OSError):
    """Another run writes there; ``filename`` is what it writes."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(EAGAIN, "in use by another run", str(path))

    def __reduce__(self) -> tuple[type["Busy"], tuple[str]]:
        return Busy, (str(self.filename),)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Give an OSError that names no file, or a part of this one, this one's name."""
    try:
        yield
    except OSError as error:
        if error.filename is None or str(error.filename).endswith(_PART):
            raise OSError(error.errno, error.strerror or str(error), str(path)) from error
        raise


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of ``path`` when the block ends, and vanishes if it fails.

    A link stays a link.  :class:`OSError` names ``path``.
    """
    with naming(path):
        path = path.resolve()
        descriptor, name = tempfile.mkstemp(_PART, f"{path.name}-", path.parent)
        try:
            with os.fdopen(descriptor, "wb") as part:
                yield part
                part.flush()
                os.fsync(part.fileno())
            os.chmod(name, _mode(path))
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
        _sync(path.parent)


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all, where it is a file and not a device or a pipe."""
    if path.exists() and not path.is_file():
        with naming(path):
            path.write_text(text, encoding="utf-8")
        return
    with replacing(path) as file:
        file.write(text.encode("utf-8"))


def add_line(path: Path, line: str) -> None:
    """Add a line to a file, safe from a kill when this returns.

    Where the disk is full or a signal comes, nothing of the line stays; a kill may leave a beginning of
    it without its end.
    """
    rest = line.encode("utf-8") + b"\n"
    # Without a buffer, which would be written once more when the file is closed.
    with naming(path), path.open("ab", buffering=0) as file:
        size = file.tell()
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                os.truncate(path, size)
            raise


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Keep other runs off ``path``, a file or a folder's job, by the file ``NAME.lock`` beside it.

    :class:`Busy` where another run, or another part of this one, has it.
    """
    place = path.parent.resolve() / f"{path.name}.lock"
    with _guard:
        if place in _held:
            raise Busy(path)
        descriptor = _locked(place, path)
        _held.add(place)
    try:
        yield
    finally:
        with _guard:
            _held.discard(place)
            with suppress(OSError):
                place.unlink()  # still ours: whoever waits for it sees that it has gone
            os.close(descriptor)
            with suppress(OSError):
                if os.name == "nt":  # an open file cannot be removed there
                    place.unlink()


def _locked(place: Path, path: Path) -> int:
    """A descriptor of the lock file, locked."""
    while True:
        try:
            descriptor = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error
        try:
            _claim(descriptor)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), os.stat(place)):
                    return descriptor
        except OSError as error:
            os.close(descriptor)
            if error.errno in (EAGAIN, EACCES):
                raise Busy(path) from None
            raise OSError(error.errno, error.strerror, str(path)) from error
        os.close(descriptor)  # another run has removed the file since it was opened


def _claim(descriptor: int) -> None:
    """Lock the file for this process and not for those that it forks; OSError if another has it."""
    try:
        import fcntl
    except ModuleNotFoundError:
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those of a new one."""
    with suppress(OSError):
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync(folder: Path) -> None:
    """Make a rename survive a power cut, where folders can be synced."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def given(name: str) -> Iterator[Path]:
    """The file of this name; for ``-`` one that holds what stands on standard input, for as long as it
    is used.  OSError where standard input is closed."""
    if name != "-":
        yield Path(name)
        return
    if sys.stdin is None:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), "<stdin>")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "<stdin>"
        with path.open("wb") as copy:
            shutil.copyfileobj(sys.stdin.buffer, copy)
        yield path
