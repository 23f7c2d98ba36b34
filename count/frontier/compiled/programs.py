"""From machines to programs, and from programs to a count."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from count.frontier import size
from count.frontier.compiled.automata import automata_program
from count.frontier.compiled.checkpoint import CheckpointStore
from count.frontier.compiled.graphs import graph_program
from count.frontier.compiled.joint import joint_program
from count.frontier.compiled.layers import Program, Run, TooMany
from count.frontier.compiled.numberlink import plug_program
from count.frontier.joint import JointMachine
from count.frontier.local import Local
from count.frontier.machine import FrontierMachine
from count.frontier.mate import Plugs
from count.limits import Limits, Stopped

__all__ = ["cheapest", "count_programs", "programs"]


def programs(machines: Iterable[FrontierMachine[Any]]) -> list[Program]:
    """The programs of those machines that have one; all count the same."""
    found: list[Program] = []
    for machine in machines:
        program: Program | None = None
        if isinstance(machine, Plugs):
            program = plug_program(machine.width, machine.visits, size.layers(machine))
        elif isinstance(machine, Local):
            program = automata_program(machine)
        elif isinstance(machine, JointMachine):
            program = graph_program(machine) or joint_program(machine)
        if program is not None:
            found.append(program)
    return found


def count_programs(
    candidates: Sequence[Program],
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
) -> int:
    """The number of solutions, by the candidate that is thought to take the fewest states.

    ``limits``: memory of the layers, and where to keep checkpoints and layers that outgrow it;
    :class:`~count.limits.Stopped` beyond it, :class:`~count.limits.CheckpointError` for a file of
    another count.  ``progress`` is told, about once a second, how far it is.
    """
    limits = limits or Limits()
    memory = limits.layers
    if memory is None:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    with ExitStack() as stack:
        store = None
        if limits.checkpoint is not None:
            folder = Path(limits.checkpoint)
            store = stack.enter_context(CheckpointStore(folder, limits.resume))
        best = _begun(candidates, store, memory) or cheapest(candidates, memory)
        told = time.monotonic()

        def after(run: Run) -> None:
            nonlocal told
            if store is not None:
                store.tick(run)
            if progress is not None and time.monotonic() >= told + 1:
                told = time.monotonic()
                where = " on disk" if run.on_disk else ""
                progress(f"level {run.level} of {run.program.length}, {run.count:,} states{where}")

        try:
            return best.finish(memory, after, store.folder if store is not None else None)
        except (TooMany, MemoryError) as over:
            raise Stopped(str(over) or "out of memory") from over


def _begun(candidates: Sequence[Program], store: CheckpointStore | None, memory: int) -> Run | None:
    """The run that a checkpoint holds, in memory again if it takes no more than a quarter of it."""
    if store is None:
        return None
    saved = [store.begin(program) for program in candidates]
    best = max(filter(None, saved), key=lambda run: run.level, default=None)
    if best is not None and 4 * best.layer.nbytes <= memory:
        best.layer = np.array(best.layer)
        best.on_disk = False
    return best


def cheapest(candidates: Sequence[Program], memory: int) -> Run:
    """A run, perhaps begun, of the candidate that is thought to take the fewest states.

    Whichever has the least before it goes on, until one has gone far enough to stay with it: sides of a
    board differ tenfold, and where a run begins tells little of where it is widest.
    """
    runs = [Run.of(program) for program in candidates]
    while True:
        run = min(runs, key=_ahead)
        settled = run.paths > _SETTLED and run.paths > _SHARE * _ahead(run)
        if len(runs) == 1 or run.done or settled:
            return run
        try:
            run.step(memory // len(candidates))
        except TooMany:
            runs = [other for other in runs if other is not run]


def _ahead(run: Run) -> float:
    """States that a run is still to look up, by the estimate and by how it errs here.

    Floats: they choose, and enter no count.
    """
    expected = run.program.expected
    if run.done or not expected:
        return 0.0
    before, rest = sum(expected[: run.level]), sum(expected[run.level :])
    # By what it has looked up and by the size of its layer, each beside what was expected: their
    # geometric mean does best on 62 boards of 10x10 to 20x20.
    if before > 1:
        rest *= sqrt(run.paths / before)
        if expected[run.level]:
            rest *= sqrt(run.count / expected[run.level])
    return rest


_SETTLED = 200_000
"""States that a run has looked up when the others are given up: a hundredth of a second."""
_SHARE = 0.05
"""And what part they are of those that it is still to look up."""
