"""Probing: singleton consistency over any rung.

Each undecided variable is tried on and off; a value that the rung refutes is struck, and the rung
runs again, until every value of every variable is consistent by itself.  The result does not depend
on the order of the trials (Debruyne and Bessière, Some practicable filtering techniques, 1997).
"""

from __future__ import annotations

from ladder.engine import Engine, Log, Node, Probe, Refuted

__all__ = ["probe"]


def probe(engine: Engine, node: Node, log: Log | None = None) -> Node:
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
                    if log is not None:
                        log.append(Probe(bit + 1, value, str(why), node.on, node.off))
                    node = engine.extend(node, off, on, log)
                    unchanged = 0
                    break
        bit = bit + 1 if bit + 1 < total else 0
    return node
