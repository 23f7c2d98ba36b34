"""Numberlink's rungs: ``deg``, ``chain`` and ``reach``."""

from __future__ import annotations

from ladder.chains import Chains
from ladder.engine import Propagator
from ladder.projection import project
from ladder.reach import Reach, Touching
from ladder.rungs import Ladder
from puzzles import Numberlink
from puzzles.rules import Chordless, Paths

__all__ = ["ladder"]


def ladder(board: Numberlink) -> Ladder:
    """``deg``: edges at a cell; ``chain``: no loop, no weld; ``reach``: no pair cut off."""
    degrees = board.in_force("degree")
    chain: list[Propagator] = []
    reach: list[Propagator] = []
    for named in board.constraints():
        if isinstance(named.rule, Paths) and degrees:
            chain.append(Chains(named, named.rule))
            reach.append(Reach(named, named.rule, all_used="unused" not in board.variants))
        elif isinstance(named.rule, Chordless):
            chain.append(Touching(named, named.rule, loops=not board.in_force("paths")))
    deg = ("deg", project(board, "degree"), "project the edges at each cell")
    if not degrees:
        missing = "takes chains for paths, which they are only under the rule degree"
        return Ladder.of(deg, ("chain", missing), ("reach", missing))
    if not board.in_force("paths"):
        missing = "judges the rule paths, which is dropped"
        parts = ("chain", chain, "and no chord") if chain else ("chain", missing)
        return Ladder.of(deg, parts, ("reach", missing))
    return Ladder.of(
        deg,
        ("chain", chain, "and no edge that closes a loop or welds two labels"),
        ("reach", reach, "and no pair or part cut off over the edges not off"),
    )
