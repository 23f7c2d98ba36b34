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
    expected: tuple[float, ...]
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


def chosen(candidates: list[Program], memory: int = MEMORY) -> int:
    run = module.cheapest(candidates, memory)
    return [run.program is candidate for candidate in candidates].index(True)


DOUBLING = tuple(float(2 ** min(level, 10)) for level in range(41))
"""What is thought of both: that layers double for ten levels."""
WIDE, NARROW = Widening(3, 12, DOUBLING), Widening(2, 10, DOUBLING)


def test_a_wrong_estimate_is_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SETTLED", 5000)
    assert chosen([WIDE, NARROW]) == 1
    assert chosen([NARROW, WIDE]) == 0
    # Where the two are alike, the estimate decides.
    dear = Widening(2, 10, tuple(2 * states for states in DOUBLING))
    assert chosen([dear, NARROW]) == 1
    assert chosen([NARROW, dear]) == 0


def test_what_memory_does_not_hold_is_not_chosen() -> None:
    cheap = Widening(3, 12, (0.5,) * 41)
    assert chosen([cheap, NARROW], memory=120_000) == 1
    assert chosen([cheap, cheap], memory=120_000) == 0


def test_expectations_add_up_to_the_estimate() -> None:
    division = divide(BOARD)
    assert division is not None
    machines = list(build.machines(division.components[0], division.places))
    assert len(machines) == 4
    for machine in machines:
        assert isinstance(machine, Plugs)
        layers = size.layers(machine)
        assert len(layers) == machine.length + 1
        assert sum(layers) == size.estimate(machine)
    assert module.count_programs(module.programs(machines)) == SOLUTIONS
