"""Rungs: a ladder of reasoning methods of rising strength, the same shape for every puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ladder.engine import Propagator

__all__ = ["Ladder", "Rung"]


@dataclass(frozen=True, slots=True)
class Rung:
    """A set of propagators run to their joint fixpoint; each rung holds the one below it.

    ``left_out`` says why the rung is left out under the rules in force, where it would be unsound.
    """

    name: str
    propagators: tuple[Propagator, ...]
    statement: str
    left_out: str | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """The propagation rungs of a puzzle, weakest first; ``probe`` and ``search`` stand on the last."""

    rungs: tuple[Rung, ...]

    @classmethod
    def of(cls, *parts: tuple[str, Sequence[Propagator], str] | tuple[str, str]) -> Ladder:
        """Rungs that each add propagators to the one before.

        A part is (name, propagators added, statement), or (name, why it is left out).
        """
        rungs: list[Rung] = []
        held: tuple[Propagator, ...] = ()
        for part in parts:
            if len(part) == 2:
                rungs.append(Rung(part[0], held, "", part[1]))
            else:
                name, added, statement = part
                held = (*held, *added)
                rungs.append(Rung(name, held, statement))
        return cls(tuple(rungs))
