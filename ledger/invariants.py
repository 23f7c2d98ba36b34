"""What must hold while a claim is measured: raised, not asserted, so that no mode of Python skips it."""

from __future__ import annotations

from generate.made import InvariantError
from puzzles import Board

__all__ = ["InvariantError", "hold"]


def hold(condition: bool, what: str, board: Board | None = None) -> None:
    """Raise :class:`InvariantError` with ``what`` was expected, and the board, unless it holds."""
    if not condition:
        raise InvariantError(f"{what}\n{board.text()}" if board else what)
