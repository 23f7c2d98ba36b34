"""A weaker form of Norinori's rung ``pairs``, to see what the difference moves (N3, N4).

``inside`` judges a shaded cell of two neighbouring regions by these two alone: the board around
them is not looked at, and every cell there could be a partner.
"""

from __future__ import annotations

from ladder import LadderEngine, ladder_of
from ladder.engine import Propagator
from ladder.pairs import RegionPairs
from ladder.projection import Lifted
from puzzles import Norinori

__all__ = ["engine", "regions"]


def regions(board: Norinori) -> list[Lifted]:
    """The regions as lifted variables, as the rung ``local`` has them."""
    return [p for p in _local(board) if isinstance(p, Lifted) and p.names == ("region",)]


def engine(board: Norinori, form: str) -> LadderEngine:
    """``local`` with AC-3 as the rung has it (``pairs``), or by its weaker form (``inside``)."""
    outside = {"pairs": True, "inside": False}[form]
    return LadderEngine(
        board, [*_local(board), RegionPairs(board, regions(board), outside=outside)]
    )


def _local(board: Norinori) -> tuple[Propagator, ...]:
    return ladder_of(board).rungs[0].propagators
