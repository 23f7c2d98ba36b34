"""Norinori's rungs: ``local`` and ``pairs``."""

from __future__ import annotations

from ladder.pairs import RegionPairs
from ladder.projection import Lifted, project
from ladder.rungs import Ladder
from puzzles import Norinori

__all__ = ["ladder"]


def ladder(board: Norinori) -> Ladder:
    """``local``: count a region, look at four neighbours; ``pairs``: and AC-3 between regions."""
    local = project(board)
    regions = [t for t in local if isinstance(t, Lifted) and t.names == ("region",)]
    statement = "project each region's pairs, and each cell with its neighbours"
    if not (board.in_force("region") and board.in_force("domino")):
        # AC-3 compares regions' pairs by the domino rule: without either there is nothing to compare.
        return Ladder.of(
            ("local", local, statement),
            ("pairs", "compares regions' pairs by the domino rule and needs both rules"),
        )
    return Ladder.of(
        ("local", local, statement),
        ("pairs", [RegionPairs(board, regions)], "and arc consistency between regions"),
    )
