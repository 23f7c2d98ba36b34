"""Boards up to the symmetries of the rectangle: which of several boards are the same puzzle turned.

A rectangle has four symmetries, a square eight.  What a board's image is its class knows; names that
mean nothing, such as Numberlink's labels, do not tell boards apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzles import Board
from puzzles.rules import Cell

__all__ = ["canonical", "images"]


def canonical(board: Board) -> str:
    """The least text among the board's images: equal for boards that are the same puzzle.

    >>> from puzzles import Numberlink
    >>> canonical(Numberlink(labels=(("a", "a", "b"), ("c", "c", "b"))))
    'numberlink\\n1 1 2\\n3 3 2'
    """
    return min(image.text() for image in images(board))


def images(board: Board) -> Iterator[Board]:
    """The board under every symmetry of its rectangle; transposed ones have the sides exchanged."""
    height, width = board.sides()
    for transposed in (False, True) if height == width else (False,):
        for down in (False, True):
            for right in (False, True):

                def source(
                    cell: Cell, t: bool = transposed, d: bool = down, r: bool = right
                ) -> Cell:
                    i, j = (cell[1], cell[0]) if t else cell
                    return height - 1 - i if d else i, width - 1 - j if r else j

                yield board.image(source)
