"""What a puzzle is: boards, named rules, an independent verifier, formats and pictures.

One module per puzzle; ``KINDS`` is the registry.  Standard library only.
"""

from __future__ import annotations

from puzzles.agreement import check
from puzzles.binairo import Binairo
from puzzles.board import Board, Solution
from puzzles.drawing import Drawing
from puzzles.errors import BoardError, FormatError, Violation
from puzzles.gridboard import CellBoard, EdgeBoard, RegionBoard
from puzzles.kinds import KINDS, register
from puzzles.model import Model
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink
from puzzles.pictures import Picture, compare, heat_map
from puzzles.plain import Look
from puzzles.plugins import load
from puzzles.source import BoardLike, as_board, parse, parse_all, read, read_all, write

__all__ = [
    "KINDS",
    "Binairo",
    "Board",
    "BoardError",
    "BoardLike",
    "CellBoard",
    "Drawing",
    "EdgeBoard",
    "FormatError",
    "Look",
    "Model",
    "Nondango",
    "Norinori",
    "Numberlink",
    "Picture",
    "RegionBoard",
    "Solution",
    "Violation",
    "as_board",
    "check",
    "compare",
    "heat_map",
    "load",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "register",
    "write",
]
