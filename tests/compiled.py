"""A board's count by the Python machines and by each compiled program, component by component."""

from __future__ import annotations

from count.frontier import build
from count.frontier import machine as evaluation
from count.frontier.automaton import Unsatisfiable
from count.frontier.compiled.layers import Run
from count.frontier.compiled.programs import programs
from count.frontier.components import divide
from puzzles import Board

__all__ = ["MEMORY", "by_each_program", "by_python"]

MEMORY = 1 << 30


def by_each_program(board: Board) -> set[int]:
    """The count by every program that the board has: for Numberlink, one a side."""
    division = divide(board)
    if division is None:
        return {0}
    counts = {1 << len(division.free)}
    for component in division.components:
        try:
            found = programs(build.machines(component, division.places))
        except Unsatisfiable:
            return {0}
        assert found
        counts = {a * Run.of(program).finish(MEMORY) for a in counts for program in found}
    return counts


def by_python(board: Board) -> int:
    """The count by the machines that are not compiled."""
    division = divide(board)
    if division is None:
        return 0
    number = 1 << len(division.free)
    for component in division.components:
        try:
            number *= evaluation.count(build.machine(component, division.places))
        except Unsatisfiable:
            return 0
    return number
