"""Measuring: the tasks of the claims asked for, over an executor, kept as they come."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from generate.workers import in_order
from ledger.claims import Claim, ClaimError, Key, Task
from ledger.record import Entry
from ledger.store import Found, ResultStore, StoreError
from ledger.tally import Tallies, Tally, from_json, merge
from native.words import quoted

__all__ = ["Run", "differences", "first_tasks", "full_tasks", "measure"]


@dataclass(slots=True)
class Run:
    """What a run found about one claim."""

    claim: Claim
    figures: Tallies = field(default_factory=dict)
    first: dict[str, Tallies] = field(default_factory=dict)
    seconds: float = 0.0
    """CPU seconds of all tasks."""

    def add(self, task: Task, tallies: Tallies, seconds: float) -> None:
        unknown = sorted(tallies.keys() - self.claim.figures.keys())
        if unknown:
            raise ClaimError(
                f"{self.claim.id}: {task.part.measure} gives a figure that is not listed: {unknown[0]!r}"
            )
        merge(self.figures, tallies)
        self.seconds += seconds
        if task.first == 0:
            self.first[task.part.key] = tallies


def first_tasks(claim: Claim) -> list[Task]:
    """What a short run measures: of each part that is not heavy, the first task."""
    return [part.tasks()[0] for part in claim.parts if not part.heavy]


def full_tasks(claim: Claim) -> list[Task]:
    return [task for part in claim.parts for task in part.tasks()]


def worked(task: Task, seed: int) -> tuple[Key, Found]:
    """One task, in whatever process: its key, its tallies as JSON and its CPU seconds."""
    start = time.process_time()
    tallies = task.measured(seed)
    return task.key, (to_text(tallies), time.process_time() - start)


def to_text(tallies: Tallies) -> str:
    for name, tally in tallies.items():
        if not isinstance(tally, Tally):
            raise ClaimError(f"expected a tally for {name!r}, found {tally!r}")
    return json.dumps({name: {tally.kind: tally.json()} for name, tally in tallies.items()})


def of_text(text: str, task: Task) -> Tallies:
    try:
        found: dict[str, dict[str, Any]] = json.loads(text)
        return {name: from_json(tally) for name, tally in found.items()}
    except (ValueError, TypeError, KeyError, AttributeError):
        raise StoreError(
            f"the stored result of {task.part.key} is damaged: {quoted(text)}"
        ) from None


def measure(
    asked: Iterable[tuple[Claim, list[Task]]],
    seed: int,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    store: ResultStore | None = None,
    tick: Callable[[], object] | None = None,
) -> Iterator[Run]:
    """Yield a :class:`Run` per claim as soon as its tasks are done; ``tick()`` after each task.

    Tasks that the store holds are not measured again.
    """
    work = list(asked)
    # What is measured is settled here, once: another run may fill the same store meanwhile.
    wanted = {task.key: task for _, tasks in work for task in tasks}
    known = {key: store.get(task) if store else None for key, task in wanted.items()}
    missing = [wanted[key] for key, found in known.items() if found is None]
    with closing(_results(missing, seed, workers, scheduler)) as results:
        for claim, tasks in work:
            run = Run(claim)
            for task in tasks:
                found = known[task.key]
                fresh = found is None
                if found is None:
                    done, found = next(results)
                    if done != task.key:
                        raise RuntimeError(f"the result of {done} came for {task.key}")
                    known[task.key] = found
                run.add(task, of_text(found[0], task), found[1])
                # Only what the claim accepts is kept.
                if fresh and store:
                    store.put(task, found)
                if tick:
                    tick()
            unmeasured = [name for name in claim.figures if name not in run.figures]
            if unmeasured and tasks == full_tasks(claim):
                raise ClaimError(f"{claim.id}: nothing measures {unmeasured[0]!r}")
            yield run


def _results(
    tasks: list[Task], seed: int, workers: int, scheduler: str | None
) -> Generator[tuple[Key, Found], None, None]:
    yield from in_order(worked, ((task, seed) for task in tasks), workers, scheduler)


def differences(run: Run, entry: Entry) -> list[str]:
    """Where the first tasks of this run and of the recorded one differ, one line a figure."""
    found = []
    for part, tallies in run.first.items():
        recorded = entry.first.get(part, {})
        for name in sorted(tallies.keys() | recorded.keys()):
            now, then = (each.get(name) for each in (tallies, recorded))
            if now is None or then is None or (now.kind, now.json()) != (then.kind, then.json()):
                told = [str(each.json()) if each else "nothing" for each in (then, now)]
                found.append(f"{part}: {name}: recorded {told[0]}, now {told[1]}")
    return found
