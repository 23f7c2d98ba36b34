"""Induced matchings of the grid: dominoes no two of which touch (claim N6).

The mean region of a Norinori board has 2 / density cells, so dense matchings make small regions.
"""

from __future__ import annotations

from random import Random

from puzzles.grid import neighbours, reading_order
from puzzles.rules import Cell

__all__ = ["ROUNDS_PER_CELL", "Domino", "induced_matching"]

ROUNDS_PER_CELL = 10
"""Rounds of remove-and-refill, per cell of the board; the article does not state their number
(claim N6)."""

Domino = tuple[Cell, Cell]


def induced_matching(
    height: int, width: int, rng: Random, *, rounds: int | None = None
) -> list[Domino]:
    """Dominoes no two of which touch, to which none can be added: a greedy draw, then ``rounds``.

    A round removes one random domino from a copy, refills greedily over all slots in shuffled order, and
    keeps the result if it has at least as many dominoes.  None: :data:`ROUNDS_PER_CELL` per cell.
    """
    cells = reading_order(height, width)
    around = {cell: neighbours(cell, height, width) for cell in cells}
    slots = [(cell, other) for cell in cells for other in around[cell] if cell < other]
    # A domino blocks itself and the cells beside it.
    blocks = {slot: sorted({*slot, *(n for cell in slot for n in around[cell])}) for slot in slots}
    at: dict[Cell, list[Domino]] = {cell: [] for cell in cells}
    for slot in slots:
        for cell in slot:
            at[cell].append(slot)
    # Only a domino that shares a blocked cell with the one removed can enter: no other was free before.
    rivals = {
        slot: sorted({other for cell in blocks[slot] for other in at[cell]}) for slot in slots
    }
    blocked = dict.fromkeys(cells, 0)

    def place(domino: Domino, step: int) -> None:
        for cell in blocks[domino]:
            blocked[cell] += step

    def fill(candidates: list[Domino]) -> list[Domino]:
        added = []
        for domino in candidates:
            if not blocked[domino[0]] and not blocked[domino[1]]:
                place(domino, 1)
                added.append(domino)
        return added

    rng.shuffle(slots)
    taken = fill(slots)
    for _ in range(ROUNDS_PER_CELL * len(cells) if rounds is None else rounds):
        if not taken:
            break
        at_random = rng.randrange(len(taken))
        domino = taken[at_random]
        place(domino, -1)
        near = rivals[domino].copy()
        rng.shuffle(near)
        # At least one enters: the domino removed fits if nothing else does.
        taken[at_random : at_random + 1] = fill(near)
    return sorted(taken)
