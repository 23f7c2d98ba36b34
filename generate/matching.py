"""Induced matchings of the grid: dominoes no two of which touch (claim N6).

The mean region of a Norinori board has 2 / density cells, so dense matchings make small regions.
"""

from __future__ import annotations

from random import Random

from puzzles.grid import neighbours, reading_order
from puzzles.rules import Cell

__all__ = ["REFILL_PASSES", "Domino", "induced_matching"]

REFILL_PASSES = 60
"""Passes that take a random matching to the density of hand-made boards (claim N6)."""

Domino = tuple[Cell, Cell]


def induced_matching(
    height: int, width: int, rng: Random, *, passes: int = REFILL_PASSES
) -> list[Domino]:
    """Dominoes no two of which touch, to which none can be added: a greedy draw, then ``passes``.

    A pass takes the dominoes in random order, removes each and greedily refills its hole otherwise, if
    it can; the number of dominoes never falls.
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
    # Only a domino that shares a blocked cell with one removed can take its place.
    rivals = {
        slot: sorted({other for cell in blocks[slot] for other in at[cell]} - {slot})
        for slot in slots
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
    taken = set(fill(slots))
    for _ in range(passes):
        for domino in rng.sample(sorted(taken), len(taken)):
            place(domino, -1)
            near = rivals[domino].copy()
            rng.shuffle(near)
            added = fill(near)
            if added:
                taken.discard(domino)
                taken.update(added)
            else:
                place(domino, 1)
    return sorted(taken)
