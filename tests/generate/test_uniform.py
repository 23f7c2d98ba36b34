"""Uniform full grids of Binairo: the counts against listings, and the draws against them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from generate import Request
from generate.binairo import make
from generate.givens import full_grids
from generate.uniform import Calm, refuses
from puzzles import Binairo


class Script(Random):
    """Draws that a list prescribes; ``bounds`` are the ranges that were asked for."""

    def __init__(self, picks: list[int]) -> None:
        super().__init__(0)
        self.picks = picks
        self.bounds: list[int] = []

    def randrange(self, bound: int) -> int:  # type: ignore[override]  # the one form in use
        self.bounds.append(bound)
        return self.picks[len(self.bounds) - 1] if len(self.bounds) <= len(self.picks) else 0


def calm_by_listing(height: int, width: int) -> list[tuple[str, ...]]:
    words = [
        "".join(word)
        for word in product("01", repeat=width)
        if 2 * word.count("1") == width
        and not any(len(set(word[i : i + 3])) == 1 for i in range(width - 2))
    ]
    return [
        rows
        for rows in product(words, repeat=height)
        if not any(
            len({row[c] for row in rows[i : i + 3]}) == 1
            for c in range(width)
            for i in range(height - 2)
        )
    ]


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 6), (4, 2), (4, 4), (6, 4), (4, 6)])
def test_calm_grids_are_counted_exactly(height: int, width: int) -> None:
    assert Calm(height, width).number == len(calm_by_listing(height, width))


@pytest.mark.parametrize("distinct", [True, False])
def test_every_full_grid_of_4x4_has_exactly_the_same_probability(distinct: bool) -> None:
    """All choices of the draw are tried; a grid's probability is the sum over those that give it."""
    calm = Calm(4, 4)
    probability: dict[tuple[int, ...], Fraction] = {}
    thrown = Fraction(0)
    open_scripts: list[list[int]] = [[]]
    while open_scripts:
        picks = open_scripts.pop()
        script = Script(picks)
        rows = calm.draw(script, distinct=distinct)
        if len(script.bounds) > len(picks):
            bound = script.bounds[len(picks)]
            open_scripts += [[*picks, pick] for pick in range(bound)]
            continue
        share = Fraction(1)
        for bound in script.bounds:
            share /= bound
        if rows is None:
            thrown += share
        else:
            probability[tuple(rows)] = probability.get(tuple(rows), Fraction(0)) + share
    grids = full_grids(4, 4, distinct=distinct)
    masks = {sum(row << 4 * r for r, row in enumerate(rows)) for rows in probability}
    assert masks == set(grids)
    assert set(probability.values()) == {Fraction(1, calm.number)}
    assert thrown + sum(probability.values()) == 1


@pytest.mark.parametrize(
    ("height", "width", "distinct"),
    [
        (4, 6, True),
        (4, 6, False),
        pytest.param(6, 6, True, marks=pytest.mark.slow),
        pytest.param(6, 6, False, marks=pytest.mark.slow),
    ],
)
def test_draws_are_spread_like_uniform_ones(height: int, width: int, distinct: bool) -> None:
    """Chi-square over all full grids, with a fixed seed; mean n - 1, deviation sqrt(2 n - 2)."""
    grids = full_grids(height, width, distinct=distinct)
    calm, rng = Calm(height, width), Random(5)
    counts: Counter[int] = Counter()
    while counts.total() < len(grids):
        rows = calm.draw(rng, distinct=distinct)
        if rows is not None:
            counts[sum(row << width * r for r, row in enumerate(rows))] += 1
    assert counts.keys() <= set(grids)
    spread = sum((counts[grid] - 1) ** 2 for grid in grids)
    free = len(grids) - 1
    assert abs(spread - free) < 4 * (2 * free) ** 0.5


@pytest.mark.parametrize("repeats", [True, False])
def test_boards_from_uniform_grids_are_boards(repeats: bool) -> None:
    request = Request(puzzle="binairo", height=8, width=6, uniform=True, repeats=repeats)
    for seed in range(3):
        made = make(request, Random(seed))
        assert made is not None
        assert isinstance(made.board, Binairo)
        assert not made.board.violations(made.solution)


def test_what_is_too_large_is_refused() -> None:
    assert refuses(12, 12) is None
    assert refuses(14, 12) is not None
    assert refuses(4, 14) is not None
