"""B7: the least number of givens of a Binairo board, against an exhaustive count of patterns.

The check shares nothing with the proof by hitting sets: k givens fix a board's answer exactly when one
full grid alone shows them, so it counts, for every k cells, how many full grids show each pattern.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from encode import decide
from generate.givens import full_grids, least_givens


def least_by_patterns(grids: list[int], cells: int, givens: int) -> bool:
    """Do some ``givens`` cells of some full grid occur in that grid alone?"""
    letters = np.array([[grid >> i & 1 for grid in grids] for i in range(cells)], dtype=np.int32)
    for chosen in combinations(range(cells), givens):
        pattern = np.zeros(len(grids), dtype=np.int32)
        for place, cell in enumerate(chosen):
            pattern += letters[cell] << place
        if (np.bincount(pattern, minlength=1 << givens) == 1).any():
            return True
    return False


def grids_by_printed_rules(height: int, width: int, distinct: bool) -> set[int]:
    found = set()
    for bits in product((0, 1), repeat=height * width):
        rows = [bits[r * width : (r + 1) * width] for r in range(height)]
        columns = list(zip(*rows, strict=True))
        lines = rows + columns
        fair = all(2 * sum(line) == len(line) for line in lines)
        calm = all(len(set(line[i : i + 3])) > 1 for line in lines for i in range(len(line) - 2))
        unlike = len(set(rows)) == len(rows) and len(set(columns)) == len(columns)
        if fair and calm and (unlike or not distinct):
            found.add(sum(bit << i for i, bit in enumerate(bits)))
    return found


@pytest.mark.parametrize("distinct", [True, False])
def test_full_grids_of_4x4_are_those_of_the_printed_rules(distinct: bool) -> None:
    assert set(full_grids(4, 4, distinct=distinct)) == grids_by_printed_rules(4, 4, distinct)


@pytest.mark.parametrize(
    ("height", "width", "distinct", "grids", "classes", "givens"),
    [
        (4, 4, True, 72, 10, 4),
        (4, 4, False, 90, 16, 4),
        (4, 6, False, 642, 127, 6),
        (6, 6, True, 4140, 321, 5),
    ],
)
def test_b7_the_least_number_of_givens(
    height: int, width: int, distinct: bool, grids: int, classes: int, givens: int
) -> None:
    """The numbers of classes of square grids are those published for Takuzu up to symmetry."""
    result = least_givens(height, width, distinct=distinct)
    assert (result.grids, result.classes, result.givens) == (grids, classes, givens)
    printed = [cell for row in result.board.givens for cell in row if cell is not None]
    assert len(printed) == givens
    decision = decide(result.board)
    assert decision.verdict == "unique"
    assert decision.solutions[0].mask == result.solution
    every = full_grids(height, width, distinct=distinct)
    assert not least_by_patterns(every, height * width, givens - 1)


@pytest.mark.slow
def test_b7_6x6_with_equal_lines_allowed_needs_six() -> None:
    result = least_givens(6, 6, distinct=False)
    assert (result.grids, result.classes, result.givens) == (11222, 852, 6)
    assert decide(result.board).verdict == "unique"
    assert not least_by_patterns(full_grids(6, 6, distinct=False), 36, 5)


def test_a_size_without_full_grids_is_refused() -> None:
    with pytest.raises(ValueError, match="no full grid"):
        least_givens(2, 4)
