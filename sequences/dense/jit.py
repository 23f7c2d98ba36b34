"""The one place where numba is switched on.

Compiled functions are cached beside their source, so a second process pays only for loading
them. They release the interpreter lock, which lets threads share the blocks of one column.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

__all__ = ["compiled"]

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """Compile `function` to machine code, keeping its type for the reader and for mypy."""
    return cast(_Function, numba.njit(cache=True, nogil=True)(function))
