"""What a puzzle is: boards, named rules, an independent verifier, formats and pictures.

One room (module) per puzzle; ``KINDS`` is the registry.  Standard library only.
"""

from __future__ import annotations

from puzzles.binairo import Binairo
from puzzles.board import Board, Solution
from puzzles.errors import BoardError, FormatError, Violation
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink

__all__ = [
    "KINDS",
    "Binairo",
    "Board",
    "BoardError",
    "FormatError",
    "Nondango",
    "Norinori",
    "Numberlink",
    "Solution",
    "Violation",
]

KINDS: dict[str, type[Board]] = {
    room.kind: room for room in (Binairo, Norinori, Nondango, Numberlink)
}
