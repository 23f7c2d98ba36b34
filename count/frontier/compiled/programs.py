"""From machines to programs, and from programs to a count."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from count.frontier.compiled.automata import automata_program
from count.frontier.compiled.graphs import graph_program
from count.frontier.compiled.joint import joint_program
from count.frontier.compiled.layers import Program, Run, TooMany
from count.frontier.compiled.numberlink import plug_program
from count.frontier.joint import JointMachine
from count.frontier.local import Local
from count.frontier.machine import FrontierMachine
from count.frontier.mate import Plugs
from count.limits import Stopped

__all__ = ["count_programs", "programs"]


def programs(machines: Iterable[FrontierMachine[Any]]) -> list[Program]:
    """The programs of those machines that have one; all count the same."""
    found: list[Program] = []
    for machine in machines:
        program: Program | None = None
        if isinstance(machine, Plugs):
            program = plug_program(machine.width, machine.visits)
        elif isinstance(machine, Local):
            program = automata_program(machine)
        elif isinstance(machine, JointMachine):
            program = graph_program(machine) or joint_program(machine)
        if program is not None:
            found.append(program)
    return found


def count_programs(candidates: Sequence[Program], memory: int | None = None) -> int:
    """The number of solutions, by the candidate that comes furthest with a little work.

    ``memory`` in bytes, half of this computer's if None; :class:`~count.limits.Stopped` beyond it.
    """
    if memory is None:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    runs = [Run.of(program) for program in candidates]
    if len(runs) > 1:
        for run in runs:
            while not run.done and run.paths < _TRIAL:
                run.step(memory)
            if run.done:
                return run.finish(memory)
    best = max(runs, key=lambda run: run.level)
    runs.clear()
    try:
        return best.finish(memory)
    except (TooMany, MemoryError) as over:
        raise Stopped(str(over) or "out of memory") from over


_TRIAL = 50_000
"""Paths that each candidate looks up before one is chosen: a hundredth of a second."""
