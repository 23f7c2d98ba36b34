"""Probing: singleton consistency over any rung.

Each undecided variable is tried on and off; a value that the rung refutes is struck, and the rung
runs again, until every value of every variable is consistent by itself.  The result does not depend
on the order of the trials (Debruyne and Bessière, Some practicable filtering techniques, 1997).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ladder.engine import Engine, Node, Refuted

__all__ = ["Probe", "probe"]


@dataclass(frozen=True, slots=True)
class Probe:
    """One probe that found something: ``variable`` cannot be ``value``, and why."""

    variable: int
    value: bool
    refutation: str


def probe(engine: Engine, node: Node, told: Callable[[Probe], None] | None = None) -> Node:
    """The singleton-consistent node above ``node``; raises :class:`Refuted`."""
    unchanged = 0  # probes in a row that found nothing
    bit = 0
    total = engine.variables
    while unchanged < total:
        place = 1 << bit
        unchanged += 1
        if not (node.on | node.off) & place:
            for value in (True, False):
                on, off = (place, 0) if value else (0, place)
                try:
                    engine.extend(node, on, off)
                except Refuted as why:
                    if told:
                        told(Probe(bit + 1, value, str(why)))
                    node = engine.extend(node, off, on)
                    unchanged = 0
                    break
        bit = bit + 1 if bit + 1 < total else 0
    return node
