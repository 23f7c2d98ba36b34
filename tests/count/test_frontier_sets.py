"""Blank boards of distinct lines by sets of rows, against ordered halves and cell by cell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from count import frontier
from count.frontier import halves
from count.frontier.components import divide
from count.frontier.set_kernels import orbit
from count.frontier.sets import count_sets
from puzzles import Binairo
from tests.compiled import by_python


def lines(board: Binairo) -> halves.Lines:
    division = divide(board)
    assert division is not None
    (component,) = division.components
    found = halves.lines(component, division.places)
    assert found is not None
    return found


@pytest.mark.parametrize("shape", [(4, 4), (4, 6), (6, 4), (4, 8), (6, 6), (8, 4)])
def test_the_cell_by_cell_machine_counts_the_same(shape: tuple[int, int]) -> None:
    board = Binairo.blank(*shape)
    assert count_sets(lines(board)) == by_python(board)


@pytest.mark.parametrize("shape", [(4, 6), (6, 6), (6, 8), (8, 6), (8, 8), (10, 6)])
@pytest.mark.parametrize("columns", [True, False])
def test_ordered_halves_count_the_same(shape: tuple[int, int], columns: bool) -> None:
    job = replace(lines(Binairo.blank(*shape)), distinct_columns=columns)
    assert count_sets(job) == halves.count_lines(job)


def test_published_counts() -> None:
    """OEIS A253316, and its rectangle of 8 x 10, which ordered halves count in seconds."""
    assert count_sets(lines(Binairo.blank(8, 8))) == 4111116
    assert count_sets(lines(Binairo.blank(8, 10))) == 201005480
    assert count_sets(lines(Binairo.blank(10, 8))) == 201005480


@pytest.mark.slow
def test_blank_10x10() -> None:
    assert frontier.count(Binairo.blank(10, 10)) == 48183195384


def test_other_boards_are_left_to_others() -> None:
    job = lines(Binairo.blank(6, 6))
    assert count_sets(replace(job, words=(job.words[0][1:], *job.words[1:]))) is None
    assert count_sets(replace(job, words=(job.words[0][1:],) * 6)) is None  # one has no complement
    lopsided = tuple(word for word in job.words[0] if word not in (0b001101, 0b110010))
    assert count_sets(replace(job, words=(lopsided,) * 6)) is None  # two have no mirror image
    assert count_sets(replace(job, runs=False)) is None
    assert count_sets(replace(job, ones=None)) is None
    assert count_sets(replace(job, distinct_rows=False)) is None
    assert count_sets(lines(Binairo.blank(12, 10))) is None  # too many sets of six


def test_orbits_of_vectors_of_ones() -> None:
    """Every vector is in one orbit, of which one stands for all."""
    width, rows = 3, 5
    vectors = [a | b << 4 | c << 8 for a in range(6) for b in range(6) for c in range(6)]
    assert sum(orbit(np.int64(v), width, rows) for v in vectors) == len(vectors)
    assert orbit(np.int64(0x122), width, rows) == 4
    assert orbit(np.int64(0x221), width, rows) == 0
    assert orbit(np.int64(0x232), width, rows) == 2
