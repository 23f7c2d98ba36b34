"""Compiling inner loops with numba, and where the machine code is kept.

Compiled functions are kept on disk, so a second process pays only for loading them. numba takes
kept code for fresh when the file of the function itself is unchanged, though it may contain code of
other files; so the folder is named after the text of the function's whole package and of this one,
and any change of either starts anew. Loops must not call compiled functions of a third package.

Where no folder can be written (a read-only installation without a home) the code is compiled in each
process anew.

Compiled functions release the interpreter lock, which lets threads share the blocks of one layer.
"""

import inspect
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

__all__ = ["compiled", "inlined"]

_Function = TypeVar("_Function", bound=Callable[..., object])

_settings: Any = numba.config  # numba sets its attributes at run time


@cache
def _folder(package: Path) -> str | None:
    """A folder for the machine code of just this text of the package; None if none is writable."""
    own = Path(__file__).parent
    files = sorted(package.glob("*.py")) + sorted(own.glob("*.py"))
    text = b"".join(path.read_bytes() for path in files)
    for place in _places(package):
        folder = place / f"numba-{sha256(text).hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return str(folder)
    return None


def _places(package: Path) -> list[Path]:
    """Where machine code may be kept, the best place first."""
    if _settings.CACHE_DIR:
        return [Path(_settings.CACHE_DIR)]
    places = [package / "__pycache__"]
    with suppress(RuntimeError):  # the user has no home
        places.append(Path.home() / ".cache" / "kazoe")
    return places


def compiled(function: _Function) -> _Function:
    """Compile `function` to machine code, keeping its type for the reader and for mypy."""
    return _compiled(function, forceinline=False)


def inlined(function: _Function) -> _Function:
    """The same for a small step of an inner loop: its code is put where it is called."""
    return _compiled(function, forceinline=True)


def _compiled(function: _Function, forceinline: bool) -> _Function:
    folder = _folder(Path(inspect.getfile(function)).parent)
    usual = _settings.CACHE_DIR
    _settings.CACHE_DIR = folder or usual
    try:
        # numba looks at the setting now and never again for this function.
        jit: Any = numba.njit(cache=folder is not None, nogil=True, forceinline=forceinline)
        return cast(_Function, jit(function))
    finally:
        _settings.CACHE_DIR = usual
