"""The ladder of any board: what its rules say one by one, and then rules over many variables."""

from __future__ import annotations

from ladder.distinct import DistinctLines
from ladder.engine import Propagator
from ladder.projection import Lifted, project
from ladder.reach import Touching
from ladder.rungs import Ladder
from ladder.wholes import Joined, SingleLoop, Trees
from puzzles import Board
from puzzles.rules import Chordless, Clause, Connected, Distinct, Loop, Paths, Table, refuse

__all__ = ["ladder"]


def ladder(board: Board) -> Ladder:
    """``project``: each table and clause by itself; ``whole``: and lines, paths, loops, connection."""
    constraints = board.constraints()
    local = project(board)
    tables = [found for found in local if isinstance(found, Lifted)]
    acyclic = {named.rule.graph for named in constraints if isinstance(named.rule, Paths)}
    whole: list[Propagator] = []
    for named in constraints:
        match named.rule:
            case Table() | Clause():
                pass
            case Distinct() as rule:
                whole.append(DistinctLines(named, rule, tables))
            case Paths() as rule:
                whole.append(Trees(named, rule))
            case Chordless(graph) as rule:
                whole.append(Touching(named, rule, loops=graph not in acyclic))
            case Loop() as rule:
                whole.append(SingleLoop(named, rule))
            case Connected() as rule:
                whole.append(Joined(named, rule))
            case _:
                refuse(named.rule, "ladder")
    return Ladder.of(
        ("project", local, "project each table and clause"),
        ("whole", whole, "and each rule over lines and graphs"),
    )
