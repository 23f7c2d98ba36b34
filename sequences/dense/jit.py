"""The one place where numba is switched on, and where its machine code is kept.

Compiled functions are kept on disk, so a second process pays only for loading them. numba takes
kept code for fresh when the file of the function itself is unchanged, though it may contain code of
other files; so the folder is named after the text of the whole package, and any change of the
package starts anew.

Compiled functions release the interpreter lock, which lets threads share the blocks of one column.
"""

import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

__all__ = ["compiled"]

_Function = TypeVar("_Function", bound=Callable[..., object])

_settings: Any = numba.config  # numba sets its attributes at run time


@cache
def _folder() -> str | None:
    """A folder for the machine code of just this text of the package; None if none is writable."""
    package = Path(__file__).parent
    text = b"".join(path.read_bytes() for path in sorted(package.glob("*.py")))
    places = [package / "__pycache__", Path.home() / ".cache" / "kazoe"]
    if _settings.CACHE_DIR:
        places = [Path(_settings.CACHE_DIR)]
    for place in places:
        folder = place / f"numba-{sha256(text).hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return str(folder)
    return None


def compiled(function: _Function) -> _Function:
    """Compile `function` to machine code, keeping its type for the reader and for mypy."""
    folder = _folder()
    usual = _settings.CACHE_DIR
    _settings.CACHE_DIR = folder or usual
    try:
        # numba looks at the setting now and never again for this function.
        return cast(_Function, numba.njit(cache=folder is not None, nogil=True)(function))
    finally:
        _settings.CACHE_DIR = usual
