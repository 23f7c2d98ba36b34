"""Binairo's rungs: ``line`` and ``distinct``."""

from __future__ import annotations

from ladder.distinct import DistinctLines
from ladder.projection import Lifted, project
from ladder.rungs import Ladder
from puzzles import Binairo
from puzzles.rules import Distinct

__all__ = ["ladder"]


def ladder(board: Binairo) -> Ladder:
    """``line``: each line over its dictionary; ``distinct``: and over the words not yet used."""
    lines = project(board)
    tables = [line for line in lines if isinstance(line, Lifted)]
    distinct = [
        DistinctLines(named, named.rule, tables)
        for named in board.constraints()
        if isinstance(named.rule, Distinct)
    ]
    return Ladder.of(
        ("line", lines, "project each line's words that fit the decided cells"),
        ("distinct", distinct, "and strike the words of finished parallel lines"),
    )
