"""From machines to programs, and from programs to a count."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

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


def count_programs(
    candidates: Sequence[Program],
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
    expected: Sequence[Sequence[float]] | None = None,
) -> int:
    """The number of solutions, by the candidate that comes furthest with a little work.

    ``expected``: for each candidate the paths thought to be looked up by each level; then by the one
    that, as far as it was run, is thought to look up the fewest.
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
        best = _begun(candidates, store, memory)
        if best is None and expected is not None:
            best = _cheapest(candidates, expected, memory)
        best = best or _furthest(candidates, memory)
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


def _furthest(candidates: Sequence[Program], memory: int) -> Run:
    """The candidate that comes furthest with a little work."""
    runs = [Run.of(program) for program in candidates]
    if len(runs) > 1:
        for run in runs:
            while not run.done and run.paths < _TRIAL:
                try:
                    run.step(memory)
                except TooMany:
                    break
            if run.done:
                return run
    return max(runs, key=lambda run: run.level)


def _cheapest(
    candidates: Sequence[Program], expected: Sequence[Sequence[float]], memory: int
) -> Run:
    """The candidate that costs least by its estimate, corrected by what it has cost so far.

    All are run a little, the promising ones further, to a small share of what the best will cost: sides
    of a board differ tenfold, and where a run begins tells little of where it is widest.
    """
    left = [
        (Run.of(program), thought) for program, thought in zip(candidates, expected, strict=True)
    ]
    work = _TRIAL
    while True:
        costs: list[tuple[float, int]] = []
        for i, (run, thought) in enumerate(left):
            try:
                while not run.done and run.paths < work:
                    run.step(memory)
            except TooMany:
                costs.append((inf, -run.level))
                continue
            if run.done:
                return run
            so_far = max(thought[run.level], 1.0)
            costs.append((thought[-1] * run.paths / so_far, i))
        best = min(costs)[0]
        which = costs.index(min(costs))
        if best == inf or work >= _SHARE * best:
            return left[which][0]
        left = [pair for pair, (cost, _) in zip(left, costs, strict=True) if cost <= _NEAR * best]
        if len(left) == 1:
            return left[0][0]
        work *= 4


_SHARE = 0.05
"""Of the cost of the best candidate that each promising one may take before it is chosen."""
_NEAR = 2.0
"""A candidate thought to cost so many times as much as the best is given up."""
_TRIAL = 50_000
"""Paths that each candidate looks up before one is chosen: a hundredth of a second."""
