"""The registry of puzzles: a puzzle class is known everywhere once it is listed or registered here."""

from __future__ import annotations

from typing import TypeVar

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink

__all__ = ["KINDS", "find", "forget", "known", "register"]

KINDS: dict[str, type[Board]] = {cls.kind: cls for cls in (Binairo, Norinori, Nondango, Numberlink)}
"""Each puzzle class of the package by the name of its puzzle."""
_FURTHER: dict[str, type[Board]] = {}

_Class = TypeVar("_Class", bound=type[Board])


def known() -> dict[str, type[Board]]:
    """Every puzzle class by the name of its puzzle: the package's, then those registered."""
    return KINDS | _FURTHER


def find(name: str) -> type[Board]:
    """The class of this puzzle; :class:`BoardError` names those that there are."""
    classes = known()
    if name not in classes:
        raise BoardError(f"expected a puzzle of {', '.join(classes)}, found {name!r}")
    return classes[name]


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
    if cls.kind.split() != [cls.kind]:
        raise BoardError(f"expected a kind that is one word, found {cls.kind!r}")
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
