"""B7: the least number of givens of a Binairo board, checked without a solver.

Two checks share nothing with the search by hitting sets.  The refutations of a result are read again:
their grids are all full grids up to symmetry, and a few lines of branching find no small hitting set.
And by patterns: k givens fix a board's solution exactly when one full grid alone shows them, so all full
grids are counted by what they show on every k cells.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from encode import decide
from generate.givens import LeastGivens, full_grids, least_givens
from puzzles import Binairo


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


def hit_by(sets: list[int], cells: int) -> bool:
    """Do some ``cells`` cells meet every set?  One of them is in the smallest set."""
    if not sets:
        return True
    if not cells:
        return False
    smallest = min(sets, key=int.bit_count)
    return any(
        hit_by([one for one in sets if not one >> bit & 1], cells - 1)
        for bit in range(smallest.bit_length())
        if smallest >> bit & 1
    )


def turned(grid: int, height: int, width: int) -> set[int]:
    """The grid under all symmetries that keep its sides, with 0 and 1 exchanged or not."""
    cells = np.array([grid >> i & 1 for i in range(height * width)]).reshape(height, width)
    images = [np.rot90(turn, k) for k in range(4) for turn in (cells, cells[::-1])]
    found = set()
    for image in images:
        if image.shape == (height, width):
            for bits in (image, 1 - image):
                found.add(sum(int(bit) << i for i, bit in enumerate(bits.flat)))
    return found


def check_refutations(result: LeastGivens, full: set[int], height: int, width: int) -> None:
    covered: set[int] = set()
    for refutation in result.refutations:
        assert refutation.limit >= result.givens - 1
        assert full.issuperset(refutation.others)
        assert refutation.grid not in refutation.others
        differences = [refutation.grid ^ other for other in refutation.others]
        assert not hit_by(differences, result.givens - 1)
        covered |= turned(refutation.grid, height, width)
    assert covered == full


SIZES = [
    (4, 4, True, 72, 10, 4),
    (4, 4, False, 90, 16, 4),
    (4, 6, True, 96, 12, 5),
    (4, 6, False, 642, 127, 6),
    (6, 6, True, 4140, 321, 5),
    pytest.param(6, 6, False, 11222, 852, 6, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("height", "width", "distinct", "grids", "classes", "givens"), SIZES)
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
    full = set(full_grids(height, width, distinct=distinct))
    blank = Binairo.blank(height, width)
    judged = blank if distinct else blank.variant("repeats")
    assert not any(judged.violations(grid) for grid in full)
    check_refutations(result, full, height, width)


@pytest.mark.parametrize(
    ("height", "width", "distinct", "givens"),
    [
        (4, 4, True, 4),
        (4, 4, False, 4),
        (4, 6, True, 5),
        pytest.param(4, 6, False, 6, marks=pytest.mark.slow),
        pytest.param(6, 6, True, 5, marks=pytest.mark.slow),
        pytest.param(6, 6, False, 6, marks=pytest.mark.slow),
    ],
)
def test_b7_by_patterns(height: int, width: int, distinct: bool, givens: int) -> None:
    every = full_grids(height, width, distinct=distinct)
    assert least_by_patterns(every, height * width, givens)
    assert not least_by_patterns(every, height * width, givens - 1)


def test_a_refutation_that_proves_nothing_is_seen() -> None:
    """Without some of its grids a refutation leaves a small hitting set open."""
    result = least_givens(4, 4)
    refutation = result.refutations[0]
    differences = [refutation.grid ^ other for other in refutation.others]
    assert hit_by(differences, refutation.limit + 3)
    assert hit_by(differences[: refutation.limit], refutation.limit)


def test_a_size_without_full_grids_is_refused() -> None:
    with pytest.raises(ValueError, match="no full grid"):
        least_givens(2, 4)
