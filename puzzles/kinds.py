"""The registry of puzzles: a puzzle class is known everywhere once it is listed or registered here.

Classes that installed packages announce (:mod:`puzzles.plugins`) are loaded when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import TypeVar

from native.words import alike, meant, quoted
from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.gridboard import GridBoard
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink
from puzzles.plain import Plain

__all__ = ["KINDS", "find", "forget", "known", "named", "names", "register"]

KINDS: dict[str, type[Board]] = {cls.kind: cls for cls in (Binairo, Norinori, Nondango, Numberlink)}
"""Each puzzle class of the package by the name of its puzzle."""
_FURTHER: dict[str, type[Board]] = {}

_Class = TypeVar("_Class", bound=type[Board])


def known() -> dict[str, type[Board]]:
    """Every puzzle class so far, by the name of its puzzle: the package's, then those registered."""
    return KINDS | _FURTHER


def names() -> tuple[str, ...]:
    """The name of every puzzle, those announced by installed packages included."""
    from puzzles.plugins import announced

    return tuple(known() | announced())


def find(name: str) -> type[Board]:
    """The class of this puzzle; :class:`BoardError` names those that there are.

    The name may be in any case, and may be another one that the puzzle is known by: ``Takuzu``.

    One that an installed package announces is loaded, and what is wrong there is a
    :class:`BoardError` too.
    """
    if name in known():
        return known()[name]
    from puzzles import plugins

    if name in plugins.announced():
        return plugins.load_announced(name)
    for cls in known().values():
        if alike(name, _called(cls)):
            return cls
    if (announced := alike(name, plugins.announced())) is not None:
        return plugins.load_announced(announced)
    hint = meant(name, [*names(), *(word for cls in known().values() for word in _called(cls))])
    raise BoardError(f"expected a puzzle of {', '.join(names())}, found {quoted(name)}{hint}")


def _called(cls: type[Board]) -> tuple[str, ...]:
    """Every name that a puzzle is known by."""
    return (cls.kind, *cls.ALIASES, *cls.URL_NAMES, *cls.PZPR_NAMES)


def named(
    name: str, of: Callable[[type[Board]], Iterable[str]]
) -> tuple[type[Board] | None, tuple[str, ...]]:
    """The class that has this name among ``of(cls)``, a name on puzz.link say; and all such names.

    What a package announces is loaded only for a name that no class has so far.
    """
    if all(name not in of(cls) for cls in known().values()):
        for puzzle in names():
            find(puzzle)
    classes = known().values()
    found = next((cls for cls in classes if name in of(cls)), None)
    return found, tuple(name for cls in classes for name in of(cls))


def register(cls: _Class) -> _Class:
    """Make a class known to every reader; may stand before it as a decorator.

    A class of the same module and name replaces the one before, so that a file may be loaded again.
    Raises :class:`BoardError` where its puzzle or a name on puzz.link or in pzpr files is another's.
    """
    if not (
        isinstance(cls, type)
        and issubclass(cls, Board)
        and isinstance(cls.__dict__.get("kind"), str)
    ):
        raise BoardError(f"expected a class derived from Board with a kind, found {cls!r}")
    if cls.kind.split() != [cls.kind] or "#" in cls.kind or cls.kind == Plain.kind:
        raise BoardError(f"expected a kind that is one word of its own, found {cls.kind!r}")
    if lacks := _lacks(cls):
        raise BoardError(f"{cls.__name__} lacks {lacks}")
    for other in known().values():
        if (other.__module__, other.__qualname__) == (cls.__module__, cls.__qualname__):
            continue
        shared = {cls.kind} & {other.kind} or set(cls.URL_NAMES) & set(other.URL_NAMES)
        shared = shared or set(cls.PZPR_NAMES) & set(other.PZPR_NAMES)
        if shared:
            raise BoardError(f"{min(shared)} is {other.__name__} already, not {cls.__name__}")
    _FURTHER[cls.kind] = cls
    return cls


def forget(name: str) -> None:
    """Take back the registration of a puzzle; nothing where there is none."""
    _FURTHER.pop(name, None)


def _lacks(cls: type[Board]) -> str | None:
    """What a class must have before boards can be made of it, in one line for who writes one."""
    absent = sorted(cls.__abstractmethods__) + ["RULES"] * (not hasattr(cls, "RULES"))
    if issubclass(cls, GridBoard):
        absent += ["PRINTED"] * (not hasattr(cls, "PRINTED"))
        if cls.state is GridBoard.state and cls.constraints is GridBoard.constraints:
            absent.append("state")
    if absent:
        return ", ".join(absent)
    held = {field.name for field in fields(cls)}
    printed = cls.PRINTED if issubclass(cls, GridBoard) else ()
    absent = [layer.field for layer in printed if layer.field not in held]
    return f"the field {absent[0]} of its PRINTED: is it a dataclass?" if absent else None
