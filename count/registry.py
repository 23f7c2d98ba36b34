"""The engines by name.

An engine is one line here and one module with ``count(board) -> int``, exact or an exception of
:mod:`count.limits`, and ``refuses(board) -> str | None``, why it should not be tried.  A module
that watches limits itself, or has something to say beside the number, has ``tally(board, limits)``
too; one that is ``resumable`` takes ``count(board, limits, progress)``.  Modules are imported when an
engine is used: ``--help`` stays quick, and a package that is missing costs its own engine only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from count.limits import Limits
from count.results import EngineCount
from native.words import alike, meant, quoted
from puzzles.board import Board
from puzzles.rules import Unsupported

__all__ = ["ENGINES", "SAMPLERS", "CountingEngine", "chosen"]


@dataclass(frozen=True, slots=True)
class CountingEngine:
    """A way to count.

    ``package``: what must be importable beyond our own requirements; ``probable``: the result may
    be wrong with a small probability; ``apart``: native code that may end the process, so it
    always runs in one of its own; ``resumable``: keeps checkpoints, and tells how far it is.
    """

    name: str
    title: str
    module: str
    package: str | None = None
    probable: bool = False
    apart: bool = False
    resumable: bool = False

    def run(
        self, board: Board, limits: Limits, progress: Callable[[str], None] | None = None
    ) -> tuple[EngineCount, float]:
        """Count: the result, and the seconds it took once the module was loaded.

        The limits that the module does not watch are the caller's to enforce.
        """
        module = import_module(self.module)
        start = time.perf_counter()
        if hasattr(module, "tally"):
            tally: EngineCount = module.tally(board, limits)
        elif self.resumable:
            tally = EngineCount(module.count(board, limits, progress))
        else:
            tally = EngineCount(module.count(board))
        return tally, time.perf_counter() - start

    def missing(self) -> str | None:
        """Why the engine cannot run here at all, or None."""
        if self.package is not None and find_spec(self.package) is None:
            return f"not installed (no Python package {self.package})"
        return None

    def refuses(self, board: Board) -> str | None:
        """Why the board is not for the engine, too large or of rules that it does not interpret."""
        try:
            reason: str | None = import_module(self.module).refuses(board)
        except Unsupported as unsupported:
            return str(unsupported)
        return reason


ENGINES: dict[str, CountingEngine] = {
    engine.name: engine
    for engine in (
        CountingEngine(
            "frontier",
            "cell by cell, by what the boundary must remember",
            "count.frontier",
            resumable=True,
        ),
        CountingEngine("bdd", "a binary decision diagram of the rules", "count.bdd"),
        CountingEngine("sat", "every solution listed by a SAT solver, up to a cap", "count.sat"),
        CountingEngine("brute", "backtracking, variable by variable", "count.brute"),
        CountingEngine("brute-lifted", "backtracking, word by word", "count.brute_lifted"),
        CountingEngine(
            "tididi",
            "tididi-cnf on our clauses",
            "count.tididi",
            package="tididi_cnf",
            apart=True,
        ),
        CountingEngine(
            "ganak",
            "pyganak on our CNF (probabilistic: a cross-check only)",
            "count.ganak",
            package="pyganak",
            probable=True,
            apart=True,
        ),
    )
}

SAMPLERS = ("frontier", "bdd")
"""The engines whose modules also have ``sample(board, n, rng)``, ``marginals(board)`` and
``weighted(board, weights)``."""


def chosen(by: str | Iterable[str]) -> tuple[str, ...]:
    """The engines that ``"all"``, ``"bdd,sat"`` or a list of names stands for, each once.

    :class:`ValueError` for a name that no engine has, and for none.
    """
    names = by.split(",") if isinstance(by, str) else list(by)
    names = [alike(name.strip(), (*ENGINES, "all")) or name for name in names]
    if not names:
        raise ValueError(f"no engine is named: there are {', '.join(ENGINES)}, and all")
    if names == ["all"]:
        return tuple(ENGINES)
    for name in names:
        if name not in ENGINES:
            hint = meant(name, ENGINES)
            raise ValueError(
                f"no engine {quoted(name)}: there are {', '.join(ENGINES)}, and all{hint}"
            )
    return tuple(dict.fromkeys(names))
