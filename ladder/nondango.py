"""Nondango's rungs: ``region`` and ``triple``."""

from __future__ import annotations

from ladder.projection import project
from ladder.rungs import Ladder
from puzzles import Nondango

__all__ = ["ladder"]


def ladder(board: Nondango) -> Ladder:
    """``region``: one black circle each; ``triple``: and hyper-arc consistency on the triples.

    Dead triples (two circles of one region) stay in: they never fire (D1), so the fixpoint is the same.
    """
    return Ladder.of(
        ("region", project(board, "region"), "project each region's circles"),
        ("triple", project(board, "triples"), "and each triple of circles in a line"),
    )
