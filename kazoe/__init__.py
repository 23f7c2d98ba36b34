"""Kazoe under one name: what the packages beside this one offer, and one command.

    import kazoe

    board = kazoe.read("board.txt")
    kazoe.decide(board).verdict
    kazoe.count(board).value

Names are loaded when they are first used.  The packages stay what they are: ``kazoe.read`` is
``puzzles.read``; only ``kazoe.decide`` is ``encode.decide`` with a count beside the solver.  A name that
two packages have, as ``Record``, is not here; take it from its package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = [
    "KINDS",
    "BoardError",
    "BoardWidget",
    "FormatError",
    "Model",
    "__version__",
    "as_board",
    "bank",
    "check",
    "climb",
    "count",
    "decide",
    "dimacs",
    "family",
    "fit",
    "formula",
    "heat_map",
    "local",
    "marginals",
    "parse",
    "position",
    "probe",
    "prove",
    "read",
    "read_all",
    "register",
    "sample",
    "search",
    "solutions",
    "solve",
    "value",
    "write",
]

if TYPE_CHECKING:
    from count import count, marginals, sample
    from count.beside import decide
    from encode import dimacs, formula, solutions, solve
    from generate import bank
    from ladder import climb, position, probe, search
    from puzzles import (
        KINDS,
        BoardError,
        FormatError,
        Model,
        as_board,
        check,
        heat_map,
        parse,
        read,
        read_all,
        register,
        write,
    )
    from sequences import family, fit, local, prove, value
    from widget import BoardWidget

    __version__: str

_FROM = {
    "puzzles": (
        "KINDS",
        "BoardError",
        "FormatError",
        "Model",
        "as_board",
        "check",
        "heat_map",
        "parse",
        "read",
        "read_all",
        "register",
        "write",
    ),
    "count.beside": ("decide",),
    "encode": ("dimacs", "formula", "solutions", "solve"),
    "count": ("count", "marginals", "sample"),
    "ladder": ("climb", "position", "probe", "search"),
    "generate": ("bank",),
    "sequences": ("family", "fit", "local", "prove", "value"),
    "widget": ("BoardWidget",),
}
"""Where each name comes from."""


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("kazoe")
    for package, names in _FROM.items():
        if name in names:
            return getattr(import_module(package), name)
    raise AttributeError(f"module 'kazoe' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
