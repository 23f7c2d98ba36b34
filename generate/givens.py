"""The least number of givens of a Binairo board, proved (claim B7).

A set of cells of a full grid G is enough to make G the only answer exactly when it meets, for every
other full grid H, the set of cells at which G and H differ.  So the least number of givens of a board
with answer G is a minimum hitting set of these differences, and the least over all boards of a size is
the least over all full grids, one of each class under the symmetries of the rectangle and exchange of
0 and 1 (all of which keep every rule).  Only inclusion-minimal differences matter.

For each class a SAT solver is asked for a hitting set smaller than the best so far; the last answer of
each class, *no*, is the proof that one given fewer is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles import Binairo
from puzzles.language import Line

__all__ = ["LeastGivens", "full_grids", "least_givens"]


@dataclass(frozen=True, slots=True)
class LeastGivens:
    """The result: ``givens`` suffice on ``board``, and no board of the size does with fewer.

    ``grids`` full grids fall into ``classes``; for each class a solver refuted ``givens`` - 1.
    """

    board: Binairo
    solution: int
    givens: int
    grids: int
    classes: int


def full_grids(height: int, width: int, *, distinct: bool = True) -> list[int]:
    """All full grids as masks over the cells in reading order, ascending."""
    words = list(Line(width, 3, width // 2))
    down = Line(height, 3, height // 2)
    top = down.start
    found: list[int] = []

    def grow(rows: list[int], columns: list[tuple[int, ...]]) -> None:
        r = len(rows)
        if r == height:
            lines = {tuple(row >> c & 1 for row in rows) for c in range(width)}
            if not distinct or len(lines) == width:
                found.append(sum(row << i * width for i, row in enumerate(rows)))
            return
        for word in words:
            if distinct and word in rows:
                continue
            states = [down.step(state, r, word >> c & 1) for c, state in enumerate(columns)]
            alive = [state for state in states if state is not None]
            if len(alive) == width:
                grow([*rows, word], alive)

    if top is not None:
        grow([], [top] * width)
    return sorted(found)


def least_givens(height: int, width: int, *, distinct: bool = True) -> LeastGivens:
    """The least number of givens of a board of this size with one answer, with a board that attains it.

    Raises ``ValueError`` if the size has no full grid.  4x4 takes a moment, 6x6 some seconds; beyond,
    the number of pairs of full grids is out of reach.
    """
    grids = full_grids(height, width, distinct=distinct)
    if not grids:
        raise ValueError(f"there is no full grid of {height}x{width}")
    best: tuple[int, frozenset[int]] | None = None
    seen: set[int] = set()
    classes = 0
    for grid in grids:
        if grid in seen:
            continue
        classes += 1
        seen.update(_images(grid, height, width))
        hit = _minimal([grid ^ other for other in grids if other != grid])
        while True:
            limit = height * width if best is None else len(best[1]) - 1
            cells = _hitting_set(hit, height * width, limit)
            if cells is None:
                break
            best = (grid, cells)
    assert best is not None
    solution, cells = best
    rows = tuple(
        tuple(
            solution >> r * width + c & 1 if r * width + c in cells else None for c in range(width)
        )
        for r in range(height)
    )
    board = Binairo(givens=rows)
    if not distinct:
        board = board.reading("repeats")
    return LeastGivens(board, solution, len(cells), len(grids), classes)


def _minimal(sets: list[int]) -> list[int]:
    """The inclusion-minimal masks among ``sets``."""
    kept: list[int] = []
    for mask in sorted(set(sets), key=int.bit_count):
        if not any(small & mask == small for small in kept):
            kept.append(mask)
    return kept


def _hitting_set(sets: list[int], size: int, limit: int) -> frozenset[int] | None:
    """At most ``limit`` of ``size`` cells that meet every set, or None: there are none."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    if limit < 0:
        return None
    clauses = [[bit + 1 for bit in range(size) if mask >> bit & 1] for mask in sets]
    card = CardEnc.atmost(list(range(1, size + 1)), limit, encoding=EncType.seqcounter)
    with Solver(name="cadical195", bootstrap_with=[*clauses, *card.clauses]) as solver:
        if not solver.solve():
            return None
        return frozenset(v - 1 for v in solver.get_model() if 0 < v <= size)


def _images(grid: int, height: int, width: int) -> Iterator[int]:
    """The grid under the symmetries of its rectangle, with and without 0 and 1 exchanged."""
    cells = [[grid >> r * width + c & 1 for c in range(width)] for r in range(height)]
    everything = (1 << height * width) - 1
    variants = [cells]
    if height == width:
        variants.append([list(column) for column in zip(*cells, strict=True)])
    for rows in variants:
        for upright in (rows, rows[::-1]):
            for turned in (upright, [row[::-1] for row in upright]):
                bits = [bit for row in turned for bit in row]
                mask = sum(bit << i for i, bit in enumerate(bits))
                yield mask
                yield everything ^ mask
