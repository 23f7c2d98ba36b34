"""Which rules a foreign format means, where it cannot say, and which of our variants it has.

The set of rules that comes with a format is part of what it says: a ``numlin`` board may leave cells
unused, ``arukone`` boards without the flag ``e`` may not, and Nondango in print and on puzz.link
judges white circles like black ones.  Where a format says nothing (most Binairo and Numberlink
grids), a board has our default rules, and the caller adds the variants that its source prints.
"""

from __future__ import annotations

from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.nondango import Nondango
from puzzles.numberlink import Numberlink

__all__ = ["NONDANGO", "UNUSED", "expressible", "pid_of"]

NONDANGO = frozenset({"same-colour"})
"""The variants of every Nondango board that does not come from our own text form."""
UNUSED = frozenset({"unused"})
"""The variants of a ``numlin`` board."""


def expressible(board: Board) -> None:
    """Raise :class:`BoardError` unless puzz.link and pzpr have the board's puzzle and rules."""
    match board:
        case Nondango() if board.variants != NONDANGO:
            words = ", ".join(sorted(board.variants)) or "black circles only"
            raise BoardError(f"puzz.link has nondango only under same-colour, not {words}")
        case Numberlink() if "no-touch" in board.variants:
            raise BoardError("puzz.link has no numberlink under no-touch")
        case _ if board.kind == "binairo":
            raise BoardError("puzz.link has no binairo: write text or tatham")


def pid_of(board: Numberlink, letters: bool) -> str:
    """The name on puzz.link that goes with the board's rules and kind of labels."""
    return "numlin" if "unused" in board.variants and not letters else "arukone"
