"""Probing: singleton consistency over any rung.

Each undecided variable is tried on and off; a value that the rung refutes is struck, and the rung
runs again, until every value of every variable is consistent by itself.  The result does not depend
on the order of the trials (Debruyne and Bessière, Some practicable filtering techniques, 1997).
"""

from __future__ import annotations

from ladder.engine import LadderEngine, Log, Node, Probe, Refuted
from native.progress import stage

__all__ = ["probe"]


def probe(engine: LadderEngine, node: Node, log: Log | None = None) -> Node:
    """The singleton-consistent node above ``node``; raises :class:`Refuted`."""
    unchanged = 0  # probes in a row that found nothing
    bit = 0
    total = engine.variables
    while unchanged < total:
        place = 1 << bit
        stage("probing place {} of {}, {} in a row without news", bit + 1, total, unchanged)
        unchanged += 1
        if not (node.on | node.off) & place:
            for value in (True, False):
                on, off = (place, 0) if value else (0, place)
                try:
                    engine.extend(node, on, off)
                except Refuted as why:
                    if log is not None:
                        log.append(Probe(bit + 1, value, str(why), node.on, node.off))
                    node = _other(engine, node, off, on, log, bit + 1)
                    unchanged = 0
                    break
        bit = bit + 1 if bit + 1 < total else 0
    return node


def _other(
    engine: LadderEngine, node: Node, on: int, off: int, log: Log | None, variable: int
) -> Node:
    """The node with the value that was not refuted."""
    try:
        return engine.extend(node, on, off, log)
    except Refuted as why:
        raise Refuted(f"neither value of {engine.board.label(variable)} is left ({why})") from None
