"""The least number of givens of a Binairo board, proved (claim B7).

A set of cells of a full grid G is enough to make G the only solution exactly when it meets, for every
other full grid H, the set of cells at which G and H differ.  So the least number of givens of a board
with solution G is a minimum hitting set of these differences, and the least over all boards of a size is
the least over all full grids, one of each class under the symmetries of the rectangle and exchange of
0 and 1 (all of which keep every rule).  Only inclusion-minimal differences matter.

For each class a SAT solver is asked for a hitting set smaller than the best so far.  Its last verdict is
*no*, and it names the differences that it used: a :class:`Refutation`.  That is a proof object which can
be checked without a solver, since few cells would have to hit few differences (docs/least-givens.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles import Binairo
from puzzles.language import Line

__all__ = ["LeastGivens", "Refutation", "full_grids", "least_givens"]


@dataclass(frozen=True, slots=True)
class Refutation:
    """Full grids that no ``limit`` cells tell apart from ``grid``: masks over the cells.

    Whatever cells are chosen, ``grid`` and one of ``others`` agree on all of them.
    """

    grid: int
    others: tuple[int, ...]
    limit: int


@dataclass(frozen=True, slots=True)
class LeastGivens:
    """The result: ``givens`` suffice on ``board``, and no board of the size does with fewer.

    ``grids`` full grids fall into ``classes``; ``refutations`` holds one for each class, with a limit of
    ``givens`` - 1 or more.
    """

    board: Binairo
    solution: int
    givens: int
    grids: int
    classes: int
    refutations: tuple[Refutation, ...]


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
    """The least number of givens of a uniquely solvable board of this size, and a board that attains it.

    Raises ``ValueError`` if the size has no full grid.  4x4 takes a moment, 6x6 some seconds; beyond,
    the number of pairs of full grids is out of reach.
    """
    grids = full_grids(height, width, distinct=distinct)
    if not grids:
        raise ValueError(f"there is no full grid of {height}x{width}")
    solution, cells = grids[0], frozenset(range(height * width))
    seen: set[int] = set()
    refutations = []
    for grid in grids:
        if grid in seen:
            continue
        seen.update(_images(grid, height, width))
        differences = _minimal([grid ^ other for other in grids if other != grid])
        while True:
            found = _hitting_set(differences, height * width, len(cells) - 1)
            if not isinstance(found, frozenset):
                break
            solution, cells = grid, found
        others = tuple(grid ^ difference for difference in found)
        refutations.append(Refutation(grid, others, len(cells) - 1))
    rows = tuple(
        tuple(
            solution >> r * width + c & 1 if r * width + c in cells else None for c in range(width)
        )
        for r in range(height)
    )
    board = Binairo(givens=rows)
    if not distinct:
        board = board.variant("repeats")
    return LeastGivens(
        board, solution, len(cells), len(grids), len(refutations), tuple(refutations)
    )


def _minimal(sets: list[int]) -> list[int]:
    """The inclusion-minimal masks among ``sets``."""
    kept: list[int] = []
    for mask in sorted(set(sets), key=int.bit_count):
        if not any(small & mask == small for small in kept):
            kept.append(mask)
    return kept


def _hitting_set(sets: list[int], size: int, limit: int) -> frozenset[int] | list[int]:
    """At most ``limit`` of ``size`` cells that meet every set; or sets that no so many cells meet."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    card = CardEnc.atmost(list(range(1, size + 1)), limit, encoding=EncType.seqcounter)
    top = max(card.nv, size)
    with Solver(name="glucose4", bootstrap_with=card.clauses) as solver:
        for used, mask in enumerate(sets, start=top + 1):
            solver.add_clause([-used, *(bit + 1 for bit in range(size) if mask >> bit & 1)])
        if solver.solve(assumptions=range(top + 1, top + len(sets) + 1)):
            return frozenset(v - 1 for v in solver.get_model() if 0 < v <= size)
        return sorted(sets[used - top - 1] for used in solver.get_core() or ())


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
