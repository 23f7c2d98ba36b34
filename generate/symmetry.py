"""Boards up to the symmetries of the rectangle: which of several boards are the same puzzle turned.

A rectangle has four symmetries, a square eight.  Numberlink labels are renamed by first appearance in
reading order, so that a name does not tell boards apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzles import Binairo, Board, Nondango, Norinori, Numberlink
from puzzles.grid import normal, reading_order
from puzzles.rules import Cell

__all__ = ["canonical", "images"]

Move = Callable[[Cell], Cell]


def canonical(board: Board) -> str:
    """The least text among the board's images: equal for boards that are the same puzzle.

    >>> canonical(Numberlink(labels=(("a", "a", "b"), ("c", "c", "b"))))
    'numberlink\\n1 1 2\\n3 3 2'
    """
    return min(image.text() for image in images(board))


def images(board: Board) -> Iterator[Board]:
    """The board under every symmetry of its rectangle; transposed ones have the sides exchanged."""
    height, width = board.height, board.width
    for transposed in (False, True) if height == width else (False,):
        for down in (False, True):
            for right in (False, True):

                def source(
                    cell: Cell, t: bool = transposed, d: bool = down, r: bool = right
                ) -> Cell:
                    i, j = (cell[1], cell[0]) if t else cell
                    return height - 1 - i if d else i, width - 1 - j if r else j

                yield _image(board, source)


def _image(board: Board, source: Move) -> Board:
    """The board whose cell x shows what ``board`` shows at ``source(x)``."""
    height, width = board.height, board.width
    rows = [[source((r, c)) for c in range(width)] for r in range(height)]
    rules = {"variants": board.variants, "without": board.without}
    match board:
        case Binairo():
            return Binairo(
                givens=tuple(tuple(board.givens[i][j] for i, j in row) for row in rows), **rules
            )
        case Norinori():
            return Norinori(
                regions=normal([[board.regions[i][j] for i, j in row] for row in rows]), **rules
            )
        case Nondango():
            circles = {c for c in reading_order(height, width) if source(c) in board.circles}
            return Nondango(
                regions=normal([[board.regions[i][j] for i, j in row] for row in rows]),
                circles=frozenset(circles),
                **rules,
            )
        case Numberlink():
            names: dict[str, str] = {}
            labels = []
            for row in rows:
                shown = [board.labels[i][j] for i, j in row]
                labels.append(
                    tuple(
                        None if label is None else names.setdefault(label, str(len(names) + 1))
                        for label in shown
                    )
                )
            return Numberlink(labels=tuple(labels), **rules)
    raise TypeError(f"no symmetries are known for {type(board).__name__}")
