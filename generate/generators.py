"""Which puzzles can be made: the generator of a puzzle is the module of its name in this package."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Protocol, cast

from generate.made import Impossible, Made, Option, Request
from puzzles import KINDS

__all__ = ["Generator", "generator", "offered"]


class Generator(Protocol):
    """A module that makes boards of one puzzle."""

    OPTIONS: tuple[Option, ...]
    """What it may be asked for besides the size."""

    def check(self, request: Request) -> None:
        """Raise :class:`Impossible` for a request that no board meets."""

    def make(self, request: Request, rng: Random) -> Made | None:
        """One attempt, all of whose randomness is drawn from ``rng``."""


def generator(puzzle: str) -> Generator:
    """The generator of a puzzle; :class:`Impossible` where there is none."""
    name = f"generate.{puzzle}"
    found = import_module(name) if puzzle.isidentifier() and find_spec(name) else None
    if not all(hasattr(found, member) for member in ("OPTIONS", "check", "make")):
        raise Impossible(
            f"no generator makes {puzzle}: there is one of {', '.join(sorted(offered()))}"
        )
    return cast(Generator, found)


def offered() -> dict[str, Generator]:
    """The generators of the package's puzzles, by the name of the puzzle."""
    return {
        kind: cast(Generator, import_module(f"generate.{kind}"))
        for kind in KINDS
        if find_spec(f"generate.{kind}")
    }
