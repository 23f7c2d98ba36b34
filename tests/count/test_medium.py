"""Boards past brute force: the frontier engine against plain dynamic programs and other engines.

An unsound pruning can be right on every tiny board, so these have 25 to 64 cells.  Seeds are fixed;
``plain`` is :mod:`tests.count.medium_oracles`, which imports nothing of ours.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from count import bdd, frontier
from puzzles import Binairo, Board, Nondango, Norinori, Numberlink
from puzzles.grid import reading_order
from puzzles.rules import Cell
from tests.count import medium_oracles as plain

Labels = tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True)
class Case:
    """A board and its plain count, with some of its variables forced."""

    board: Board
    count: Callable[[Mapping[Any, int]], int]


def path_ends(random: Random, height: int, width: int) -> list[tuple[Cell, Cell]]:
    """The ends of each path, where edges are added in random order while all stays paths."""
    edges = list(Numberlink(labels=((None,) * width,) * height).edges())
    random.shuffle(edges)
    other = {cell: cell for cell in reading_order(height, width)}  # at an end: the other end
    degree = dict.fromkeys(other, 0)
    for u, v in edges:
        if max(degree[u], degree[v]) < 2 and other[u] != v:
            degree[u] += 1
            degree[v] += 1
            a, b = other[u], other[v]
            other[a], other[b] = b, a
    return [(u, other[u]) for u in other if degree[u] == 1 and u < other[u]]


def numberlink(random: Random, height: int, width: int, most: int, *variants: str) -> Case:
    """Ends of a random partition into paths (at most ``most`` of them), or, one in four, of none."""
    ends = path_ends(random, height, width)
    if random.random() < 0.25:
        cells = random.sample(reading_order(height, width), 2 * min(len(ends), most))
        ends = list(zip(cells[::2], cells[1::2], strict=True))
    if "unused" in variants:
        ends = random.sample(ends, min(len(ends), most))
    # Half of the boards have labels of four and more cells.
    names = range(len(ends) if random.random() < 0.5 else max(1, len(ends) // 2))
    label = {cell: str(names[i % len(names)]) for i, pair in enumerate(ends) for cell in pair}
    labels: Labels = tuple(tuple(label.get((r, c)) for c in range(width)) for r in range(height))

    def count(forced: Mapping[Any, int]) -> int:
        words = {"unused": "unused" in variants, "no_touch": "no-touch" in variants}
        return plain.numberlink(labels, **words, forced=forced)

    return Case(Numberlink(labels=labels, variants=frozenset(variants)), count)


def regions(
    random: Random, height: int, width: int, seeds: Sequence[Cell]
) -> tuple[tuple[int, ...], ...]:
    """Connected regions grown from these cells."""
    cells = reading_order(height, width)
    part = {cell: i for i, cell in enumerate(seeds)}
    while len(part) < len(cells):
        r, c = random.choice(cells)
        near = [part[x] for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if x in part]
        if (r, c) not in part and near:
            part[r, c] = random.choice(near)
    number: dict[int, int] = {}
    for cell in cells:
        number.setdefault(part[cell], len(number))
    return tuple(tuple(number[part[r, c]] for c in range(width)) for r in range(height))


def norinori(random: Random, height: int, width: int) -> Case:
    seeds = random.sample(reading_order(height, width), random.randint(3, height * width // 7))
    parts = regions(random, height, width, seeds)
    return Case(Norinori(regions=parts), lambda forced: plain.norinori(parts, forced=forced))


def nondango(random: Random, height: int, width: int, *variants: str) -> Case:
    same = "same-colour" in variants
    cells = reading_order(height, width)
    # White circles too need parting, which takes a black one to two or three.
    circles = random.sample(
        cells, random.randint(len(cells) // 3, len(cells) * (3 if same else 4) // 5)
    )
    seeds = circles[: random.randint(len(circles) // (3 if same else 4), len(circles) // 2)]
    parts = regions(random, height, width, seeds)

    def count(forced: Mapping[Any, int]) -> int:
        return plain.nondango(
            parts,
            frozenset(circles),
            anywhere="anywhere-in-line" in variants,
            same=same,
            diagonals="no-diagonals" not in variants,
            forced=forced,
        )

    return Case(
        Nondango(regions=parts, circles=frozenset(circles), variants=frozenset(variants)), count
    )


def binairo(random: Random, height: int, width: int, share: float, *without: str) -> Case:
    """Givens of a random grid of fair lines, which need not have a solution with distinct ones."""
    fair = Binairo(givens=((None,) * width,) * height, without=frozenset({"distinct"}))
    (grid,) = frontier.sample(fair, 1, random)
    givens = tuple(
        tuple(
            grid >> (r * width + c) & 1 if random.random() < share else None for c in range(width)
        )
        for r in range(height)
    )

    def count(forced: Mapping[Any, int]) -> int:
        return plain.binairo(
            givens,
            runs="runs" not in without,
            balance="balance" not in without,
            distinct="distinct" not in without,
            forced=forced,
        )

    return Case(Binairo(givens=givens, without=frozenset(without)), count)


def agrees(case: Case, random: Random, shares: int = 1) -> int:
    """The count, and the marginals of some places, are what the plain program says."""
    board, solutions = case.board, frontier.count(case.board)
    told = f"{sorted(board.variants)} without {sorted(board.without)}\n{board.text()}"
    assert solutions == case.count({}), told
    if solutions and shares:
        marginals = frontier.marginals(board)
        for i, place in random.sample(list(enumerate(board.places())), shares):
            assert marginals[i] == Fraction(case.count({place: 1}), solutions), f"{place}\n{told}"
    return solutions


Make = Callable[[Random], Case]
FAMILIES: dict[str, Make] = {
    "numberlink 6x6": lambda random: numberlink(random, 6, 6, 6),
    "numberlink 5x7": lambda random: numberlink(random, 5, 7, 6),
    "numberlink 5x5 unused": lambda random: numberlink(random, 5, 5, 4, "unused"),
    "numberlink 5x5 no-touch": lambda random: numberlink(random, 5, 5, 4, "unused", "no-touch"),
    "norinori 6x5": lambda random: norinori(random, 6, 5),
    "nondango 6x6": lambda random: nondango(random, 6, 6),
    "nondango 5x6 anywhere": lambda random: nondango(random, 5, 6, "anywhere-in-line"),
    "nondango 6x6 same": lambda random: nondango(random, 6, 6, "same-colour", "no-diagonals"),
    "nondango 7x7": lambda random: nondango(random, 7, 7, "no-diagonals"),
    "nondango 5x8 both": lambda random: nondango(
        random, 5, 8, "same-colour", "anywhere-in-line", "no-diagonals"
    ),
    "binairo 6x6": lambda random: binairo(random, 6, 6, 0.15),
    "binairo 8x6": lambda random: binairo(random, 8, 6, 0.3),
    "binairo 6x8 no runs": lambda random: binairo(random, 6, 8, 0.55, "runs"),
    "binairo 6x6 unbalanced": lambda random: binairo(random, 6, 6, 0.4, "balance", "distinct"),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_counts_and_marginals_are_those_of_the_plain_programs(family: str) -> None:
    random = Random(family)
    met = [agrees(FAMILIES[family](random), random) for _ in range(4)]
    assert any(met)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_many_counts_and_marginals_are_those_of_the_plain_programs(family: str) -> None:
    random = Random(family + " again")
    met = [agrees(FAMILIES[family](random), random) for _ in range(40)]
    assert any(met)


@pytest.mark.parametrize("variants", [(), ("unused",), ("unused", "no-touch")])
def test_numberlink_counts_are_those_of_the_diagram(variants: tuple[str, ...]) -> None:
    random = Random(" ".join(variants))
    for _ in range(4):
        board = numberlink(random, 6, 6, 6, *variants).board
        assert frontier.count(board) == bdd.count(board), board.text()


GRAPHILLION = """
import json, sys
from graphillion import GraphSet

for height, width, ends, unused in json.load(sys.stdin):
    cells = range(height * width)
    beside = [(v, v + 1) for v in cells if (v + 1) % width]
    GraphSet.set_universe(beside + [(v, v + width) for v in cells if v + width < height * width])
    degrees = {v: range(0, 3, 2) if unused else 2 for v in cells}
    degrees.update((v, 1) for pair in ends for v in pair)
    sets = GraphSet.graphs(vertex_groups=ends, degree_constraints=degrees, no_loop=True)
    print(sets.len())
"""


def ends_of(board: Numberlink) -> list[list[int]]:
    pairs: dict[str, list[int]] = {}
    for (r, c), label in board.ends():
        pairs.setdefault(label, []).append(r * board.width + c)
    return list(pairs.values())


def graphillion_agrees(seed: int, number: int, height: int, width: int) -> None:
    pytest.importorskip("graphillion")
    random = Random(seed)
    boards: list[Numberlink] = []
    while len(boards) < number:
        words = random.choice(((), ("unused",)))
        board = numberlink(random, height, width, 6, *words).board
        assert isinstance(board, Numberlink)
        if all(len(cells) == 2 for cells in ends_of(board)):  # it knows no others
            boards.append(board)
    asked = [(b.height, b.width, ends_of(b), "unused" in b.variants) for b in boards]
    # Apart: its universe is one for the whole process.
    done = subprocess.run(
        [sys.executable, "-P", "-c", GRAPHILLION],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(sys.executable).parent,
    )
    counts = [int(line) for line in done.stdout.split()]
    assert [frontier.count(board) for board in boards] == counts


def test_numberlink_counts_are_those_of_graphillion() -> None:
    graphillion_agrees(1, 8, 6, 6)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), [(7, 7), (6, 8)])
def test_many_numberlink_counts_are_those_of_graphillion(height: int, width: int) -> None:
    graphillion_agrees(2, 12, height, width)


@pytest.mark.parametrize("family", ["numberlink 5x5 unused", "norinori 6x5", "binairo 6x6"])
def test_samples_of_medium_boards_are_uniform(family: str) -> None:
    random = Random(family)
    case = FAMILIES[family](random)
    while not 10 <= frontier.count(case.board) <= 200:
        case = FAMILIES[family](random)
    total, times = frontier.count(case.board), 40
    seen = Counter(frontier.sample(case.board, times * total, random))
    assert len(seen) == total
    assert not any(case.board.violations(mask) for mask in seen)
    # Chi-square within 5 standard deviations of its mean; seeded, so it cannot flicker.
    squares = sum((n - times) ** 2 for n in seen.values()) / times
    assert abs(squares - (total - 1)) <= 5 * (2 * (total - 1)) ** 0.5
