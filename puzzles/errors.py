"""What can be wrong with a board, and where."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.rules import Cell

__all__ = ["BoardError", "FormatError", "Violation"]


class BoardError(ValueError):
    """A board that breaks the form of its puzzle; ``cell`` is the first offender, if any."""

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.cell = cell


class FormatError(ValueError):
    """Text that is not a board, as ``source:line:column: what was expected`` (counted from one)."""

    def __init__(
        self, message: str, line: int = 1, column: int = 1, source: str = "<text>"
    ) -> None:
        super().__init__(f"{source}:{line}:{column}: {message}")
        self.message = message
        self.line = line
        self.column = column
        self.source = source


@dataclass(frozen=True, slots=True)
class Violation:
    """A printed rule that a solution breaks, and the cells at which it does."""

    rule: str
    cells: tuple[Cell, ...]
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"
