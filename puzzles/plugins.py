"""Puzzle classes from elsewhere: from a file, from a module, and from installed packages.

``mine.py`` or ``mine.py:Class`` is a file, ``package.module:Class`` an importable class.  An installed
package announces a class under the entry-point group :data:`GROUP`, with the name of its puzzle::

    [project.entry-points."kazoe.puzzles"]
    starbattle = "my_package.star_battle:StarBattle"

To load a class is to run its code.
"""

from __future__ import annotations

import sys
import traceback
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.kinds import register

__all__ = ["GROUP", "announced", "is_spec", "load"]

GROUP = "kazoe.puzzles"
"""The group of entry points by which installed packages announce puzzle classes."""


def is_spec(name: str) -> bool:
    """Does the name stand for a file or a module, and not for a puzzle?"""
    return ":" in name or name.endswith(".py")


def load(spec: str) -> type[Board]:
    """The class that a file or a module holds, registered for all readers.

    :class:`BoardError` in one line where there is none, or several of which none is named, and where
    its code fails, with the line at which it does.
    """
    where, _, name = spec.rpartition(":") if not spec.endswith(".py") else (spec, "", "")
    module = _from_file(Path(where)) if where.endswith(".py") else _imported(where, spec)
    if name:
        found = getattr(module, name, None)
        if not (isinstance(found, type) and issubclass(found, Board)):
            raise BoardError(f"{where} has no puzzle class {name!r}: {_listed(module)}")
        return register(found)
    classes = _classes(module)
    if len(classes) != 1:
        raise BoardError(
            f"{where}: expected one puzzle class: {_listed(module)}; name it as {where}:Class"
        )
    return register(classes[0])


def announced() -> dict[str, EntryPoint]:
    """The entry points of installed packages by the name of their puzzle; nothing is loaded."""
    return {point.name: point for point in entry_points(group=GROUP)}


def _classes(module: ModuleType) -> list[type[Board]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Board)
        and value.__module__ == module.__name__
        and "kind" in vars(value)
    ]


def _listed(module: ModuleType) -> str:
    return "it has " + (", ".join(cls.__name__ for cls in _classes(module)) or "none")


def _from_file(path: Path) -> ModuleType:
    name = f"kazoe_puzzle_{path.stem}"
    if not path.is_file():
        raise BoardError(f"{path}: expected a Python file with a puzzle class, found no such file")
    known = sys.modules.get(name)
    if known is not None and Path(known.__file__ or "").resolve() == path.resolve():
        return known
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for it
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BoardError(_blamed(error, str(path))) from None
    return module


def _imported(name: str, spec: str) -> ModuleType:
    try:
        return import_module(name)
    except Exception as error:
        raise BoardError(_blamed(error, spec)) from None


def _blamed(error: Exception, spec: str) -> str:
    """The error in one line, with the last line of code at which it arose."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    inside = [f for f in frames if "importlib" not in f.filename and f.filename != __file__]
    where = f"{inside[-1].filename}:{inside[-1].lineno}" if inside else spec
    return f"{where}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
