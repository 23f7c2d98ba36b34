"""Numberlink's account of colours: what a checkerboard says before any search.

Colour cell (r, c) black when r + c is even.  A path alternates, so it has one black cell more than
white ones if both its ends are black, one less if both are white, and as many otherwise.  Where every
cell is used, (pairs with both ends black) - (pairs with both ends white) = (black cells) - (white
cells) (claim L1).  The left side is half the difference of the ends, however the ends are paired.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzles import Numberlink

__all__ = ["Account", "account"]


@dataclass(frozen=True, slots=True)
class Account:
    """Cells and labelled cells of both colours."""

    black_cells: int
    white_cells: int
    black_ends: int
    white_ends: int

    @property
    def balanced(self) -> bool:
        """Can the board have a solution, as far as colours tell?"""
        return self.black_ends - self.white_ends == 2 * (self.black_cells - self.white_cells)


def account(board: Numberlink) -> Account:
    """The account of a board on which every cell is used.

    Raises ``ValueError`` where cells may stay unused or the rule ``degree`` is dropped: then nothing
    follows from the colours.
    """
    if "unused" in board.variants or not board.in_force("degree"):
        raise ValueError("the colours balance only where every cell is used")
    area = board.height * board.width
    black = sum((r + c) % 2 == 0 for (r, c), _ in board.ends())
    return Account(area - area // 2, area // 2, black, len(board.ends()) - black)
