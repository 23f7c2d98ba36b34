"""The premises of a deduction: a least set of known places from which its rule decides the same.

They are found by asking the propagator itself, so that no rule states them a second time: the known
places of its scope are taken away by halves as long as it still decides the same (QuickXplain: Junker,
Preferred explanations and relaxations for over-constrained problems, 2004).  Places that the reason
names are kept before others, and near ones before far ones.
"""

from __future__ import annotations

from collections.abc import Callable

from ladder.engine import Propagator, Refuted, bits
from puzzles import Board
from puzzles.rules import Place, cells_of

__all__ = ["premises"]


def premises(
    board: Board, by: Propagator, on: int, off: int, new_on: int, new_off: int, named: int = 0
) -> int:
    """Places of the position (``on``, ``off``) from which ``by`` alone decides the new ones.

    No place of them can be left out.  ``named`` are those that the reason speaks of.
    """

    def enough(kept: int) -> bool:
        got_on, got_off = _fixpoint(by, on & kept, off & kept)
        return not (new_on & ~got_on or new_off & ~got_off)

    known = on | off
    if enough(0):
        return 0
    # Some look beyond the places whose change they want to hear of.
    within = known & by.scope if enough(known & by.scope) else known
    order = _preferred(board, within, new_on | new_off, named)
    found = _least(enough, 0, False, order)
    return found if enough(found) else within


def _fixpoint(by: Propagator, on: int, off: int) -> tuple[int, int]:
    """What one propagator decides from a position by itself, and the position; all if it refutes."""
    while True:
        try:
            got_on, got_off = by.infer(on, off, (on | off) & by.scope, by.state())
        except Refuted:
            return on, off  # a part of a position that was not refuted; nothing rests on it
        if not (got_on & ~on or got_off & ~off):
            return on, off
        on, off = on | got_on, off | got_off


def _least(enough: Callable[[int], bool], kept: int, changed: bool, order: list[int]) -> int:
    """A least part of ``order`` (masks of a place each, preferred ones first) that with ``kept`` is
    enough; ``changed`` says whether that was not yet asked of ``kept``."""
    if changed and enough(kept):
        return 0
    if len(order) == 1:
        return order[0]
    first, second = order[: len(order) // 2], order[len(order) // 2 :]
    far = _least(enough, kept | sum(first), True, second)
    near = _least(enough, kept | far, far != 0, first)
    return near | far


def _preferred(board: Board, known: int, new: int, named: int) -> list[int]:
    places = board.places()
    decided = [_middle(places[bit]) for bit in bits(new)]

    def rank(bit: int) -> tuple[bool, int, int]:
        y, x = _middle(places[bit])
        near = min((y - i) ** 2 + (x - j) ** 2 for i, j in decided)
        return not named >> bit & 1, near, bit

    return [1 << bit for bit in sorted(bits(known), key=rank)]


def _middle(place: Place) -> tuple[int, int]:
    """The middle of a place in half cells, as (down, right)."""
    cells = tuple(cells_of(place))
    return sum(2 * r for r, _ in cells) // len(cells), sum(2 * c for _, c in cells) // len(cells)
