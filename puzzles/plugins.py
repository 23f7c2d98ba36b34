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
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.kinds import find, register

__all__ = ["GROUP", "announced", "asked", "blame", "is_spec", "load", "load_announced"]

GROUP = "kazoe.puzzles"
"""The group of entry points by which installed packages announce puzzle classes."""
_LOADED: set[Path] = set()
"""The files of the classes loaded here: what their code raises is told with its place."""


def is_spec(name: str) -> bool:
    """Does the name stand for a file or a module, and not for a puzzle?"""
    return ":" in name or name.endswith(".py")


def load(spec: str) -> type[Board]:
    """The class that a file or a module holds, registered for all readers.

    :class:`BoardError` in one line where there is none, or several of which none is named, and where
    its code fails, with the line at which it does.
    """
    where, _, name = spec.rpartition(":") if not spec.endswith(".py") else (spec, "", "")
    if not where or not (name or where.endswith(".py")):
        wanted = "mine.py, mine.py:Class or package.module:Class"
        raise BoardError(f"expected a puzzle class as {wanted}, found {spec!r}")
    module = _from_file(Path(where)) if where.endswith(".py") else _imported(where, spec)
    if module.__file__ is not None:
        _LOADED.add(Path(module.__file__).resolve())
    if name:
        found = getattr(module, name, None)
        if not (isinstance(found, type) and issubclass(found, Board)):
            raise BoardError(f"{where} has no puzzle class {name!r}: {_listed(module)}")
        return register(found)
    classes = _classes(module)
    if not classes:
        raise BoardError(f"{where}: expected a puzzle class with a kind, found none")
    if len(classes) > 1:
        raise BoardError(
            f"{where}: expected one puzzle class: {_listed(module)}; name it as {where}:Class"
        )
    return register(classes[0])


def asked(puzzle: str | None) -> str | None:
    """The name of the puzzle that a user asks for by its name, a file or a module."""
    if puzzle is None:
        return None
    return load(puzzle).kind if is_spec(puzzle) else find(puzzle).kind


def blame(error: BaseException) -> str | None:
    """The error in one line with its place, if it comes out of the code of a class loaded here.

    None: it does not, or it is what the class itself has to say of a board.
    """
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if Path(frame.filename).resolve() in _LOADED]
    if not theirs or (isinstance(error, BoardError) and theirs[-1] is frames[-1]):
        return None
    return f"{theirs[-1].filename}:{theirs[-1].lineno}: {_said(error)}"


@cache
def announced() -> dict[str, EntryPoint]:
    """The entry points of installed packages by the name of their puzzle; nothing is loaded."""
    return {point.name: point for point in entry_points(group=GROUP)}


def load_announced(name: str) -> type[Board]:
    """The class that an installed package announces by this name."""
    cls = load(announced()[name].value)
    if cls.kind != name:
        raise BoardError(
            f"{announced()[name].value} is announced as {name}, and its kind is {cls.kind}"
        )
    return cls


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
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BoardError(_blamed(error, str(path))) from None
    return module


def _imported(name: str, spec: str) -> ModuleType:
    try:
        return import_module(name)
    except (Exception, SystemExit) as error:
        raise BoardError(_blamed(error, spec)) from None


def _blamed(error: BaseException, spec: str) -> str:
    """The error in one line, with the last line of the user's own code on the way to it."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno or 1}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not _is_between(frame.filename)]
    where = f"{theirs[-1].filename}:{theirs[-1].lineno}" if theirs else spec
    return f"{where}: {_said(error)}"


def _said(error: BaseException) -> str:
    said = (str(error).splitlines() or [""])[0]
    return said if isinstance(error, BoardError) else f"{type(error).__name__}: {said}"


def _is_between(file: str) -> bool:
    """Is this code that only runs a user's: this package, the import system, a decorator of Python's?"""
    path = Path(file)
    between = "importlib" in file or file.startswith("<frozen ") or path.stem == "dataclasses"
    return between or path.parent == Path(__file__).parent
