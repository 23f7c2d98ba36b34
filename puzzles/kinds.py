"""The registry of puzzles: a puzzle class is known everywhere once it is listed here."""

from __future__ import annotations

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink

__all__ = ["KINDS"]

KINDS: dict[str, type[Board]] = {cls.kind: cls for cls in (Binairo, Norinori, Nondango, Numberlink)}
"""Each puzzle class by the name of its puzzle."""
