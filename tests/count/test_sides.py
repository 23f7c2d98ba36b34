"""From which side a Numberlink board is read: by an estimate that is corrected by a trial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from count.frontier import build, size
from count.frontier.compiled import programs as module
from count.frontier.compiled.layers import Program
from count.frontier.components import divide
from count.frontier.mate import Plugs
from tests.compiled import MEMORY
from tests.count.test_frontier_resume import BOARD, SOLUTIONS


@dataclass(frozen=True)
class Widening:
    """A program whose layers grow ``rate``-fold for ``grows`` levels and then stay."""

    rate: int
    grows: int
    length: int = 40
    words: int = 1

    def first(self) -> Any:
        return np.ones((1, 2), np.uint64)

    def advance(
        self, layer: Any, count: int, room: int, start: int, stop: int, most: int
    ) -> tuple[Any, int, int]:
        found = self.rate ** min(stop, self.grows)
        if found > most:
            return layer, -2, 0
        return np.ones((found, 1 + room), np.uint64), found, found


def cheapest(candidates: list[Program], expected: list[list[float]], memory: int = MEMORY) -> int:
    run = module._cheapest(candidates, expected, memory)
    return [run.program is candidate for candidate in candidates].index(True)


THOUGHT = [float(sum(2 ** min(level, 10) for level in range(1, last + 1))) for last in range(41)]
"""What is thought of both: that layers double for ten levels."""
WIDE, NARROW = Widening(3, 12), Widening(2, 10)


def test_a_wrong_estimate_is_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TRIAL", 64)
    assert cheapest([WIDE, NARROW], [THOUGHT, THOUGHT]) == 1
    assert cheapest([NARROW, WIDE], [THOUGHT, THOUGHT]) == 0
    # Where the two are alike, the estimate decides.
    dear = [2 * cost if level > 30 else cost for level, cost in enumerate(THOUGHT)]
    assert cheapest([NARROW, Widening(2, 10)], [dear, THOUGHT]) == 1


def test_what_memory_does_not_hold_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TRIAL", 5000)
    cheap = [0.0] * 40 + [1.0]
    assert cheapest([WIDE, NARROW], [cheap, THOUGHT], memory=60_000) == 1
    assert cheapest([WIDE, WIDE], [cheap, cheap], memory=60_000) == 0


def test_expectations_go_up_to_the_estimate() -> None:
    division = divide(BOARD)
    assert division is not None
    machines = list(build.machines(division.components[0], division.places))
    assert len(machines) == 4
    thoughts = []
    for machine in machines:
        assert isinstance(machine, Plugs)
        thought = size.expected(machine)
        assert len(thought) == machine.length + 1
        assert thought == sorted(thought)
        assert thought[-1] == size.estimate(machine)
        thoughts.append(thought)
    assert module.count_programs(module.programs(machines), expected=thoughts) == SOLUTIONS
