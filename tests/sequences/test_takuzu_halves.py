"""The 10 X 10 Takuzu grids in which lines may repeat, from two halves of five rows each.

The frontier method over ten rows needs gigabytes there; the upper halves alone need a tenth. A lower
half is an upper half upside down, and two halves fit if each column holds five 1s in all and no
three equal cells meet at the seam.
"""

from __future__ import annotations

import numpy as np
import pytest

from sequences.exact import Stepper, value
from sequences.families import family


def count_by_halves(side: int) -> int:
    machine = family("takuzu-with-repeats").machine(side, side)
    stepper = Stepper(machine, remember=False)
    # Exchanging 0 and 1 turns the grids with a 0 in the corner into the others.
    first_row = stepper.row({machine.start: 1})
    vector = {state: count for state, count in first_row.items() if state[1] == "0"}
    half = side // 2
    for _ in range(half - 1):
        vector = stepper.row(vector)
    # The 1s of each column; then for each half the last cells, the columns that end in two equal
    # cells, and the number of such halves. Lower halves have any corner.
    every = (1 << side) - 1
    uppers: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
    lowers: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
    for state, count in vector.items():
        ones, runs = tuple(map(int, state[1::2])), state[2::2]
        last = sum(1 << i for i, run in enumerate(runs) if run in "bd")
        double = sum(1 << i for i, run in enumerate(runs) if run in "cd")
        uppers.setdefault(ones, []).append((last, double, count))
        lowers.setdefault(ones, []).append((last, double, count))
        exchanged = tuple(half - n for n in ones)
        lowers.setdefault(exchanged, []).append((last ^ every, double, count))
    total = 0
    for ones, upper in uppers.items():
        lower = lowers[tuple(half - n for n in ones)]
        last, double, counts = np.array(lower, dtype=np.int64).T
        for upper_last, upper_double, count in upper:
            same = ~(last ^ upper_last) & every
            fits = (same & (double | upper_double)) == 0
            total += count * int(counts[fits].sum())
    return 2 * total


@pytest.mark.parametrize("side", [4, 6])
def test_two_halves_make_the_whole(side: int) -> None:
    assert count_by_halves(side) == value(family("takuzu-with-repeats"), side, side)


def test_8_x_8_by_halves() -> None:
    assert count_by_halves(8) == 12413918


@pytest.mark.slow
def test_10_x_10_by_halves() -> None:
    assert count_by_halves(10) == 117925227108
