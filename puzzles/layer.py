"""What every printed grid of a board knows: the layer, and the grid of values by cell.

The kinds of layers are in :mod:`puzzles.layers`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from puzzles.errors import BoardError
from puzzles.formats.text import Rows, Text, Token, apart, short
from puzzles.rules import Cell

__all__ = ["Grid", "Layer", "Move", "fits", "moved", "rectangle"]

Move: TypeAlias = Callable[[Cell], Cell]
"""A symmetry: from a cell of the image to the cell whose print it shows."""


class Layer(ABC):
    """One printed grid: the value of the board's field :attr:`field`."""

    field: str

    @property
    @abstractmethod
    def title(self) -> str:
        """What its rows hold, for messages."""

    def size(self, value: Any) -> tuple[int, int]:
        """(rows, columns) of a value in form."""
        return len(value), len(value[0])

    @abstractmethod
    def check(self, value: Any, size: tuple[int, int] | None, kind: str) -> None:
        """Raise :class:`BoardError` unless the value is in form, and of this size if one is given."""

    @abstractmethod
    def rows(self, value: Any, size: tuple[int, int]) -> tuple[str, ...]:
        """Its text: one row of blank-separated tokens per row of cells."""

    def own(self, text: Text, rows: Rows) -> Rows:
        """The cells of our own text form, whose usual slips have messages of their own."""
        return rows

    @abstractmethod
    def read(
        self, text: Text, rows: Rows, size: tuple[int, int] | None, signs: Mapping[str, str]
    ) -> Any:
        """The value that tokens print; ``signs``: what a format writes for our tokens, if not those.

        What only :meth:`check` can tell is left to it.
        """

    @abstractmethod
    def image(self, value: Any, source: Move, size: tuple[int, int]) -> Any:
        """The value of this size whose cell x shows what ``value`` shows at ``source(x)``."""

    def drawn(self, value: Any) -> dict[str, Any]:
        """The fields of :class:`puzzles.drawing.Drawing` that show it."""
        return {}


class Grid(Layer):
    """A value per cell, row by row; None for an empty cell."""

    empty: str
    """The token of an empty cell; the empty string where every cell holds a value."""

    @abstractmethod
    def wrong(self, entry: Any) -> str | None:
        """What is expected instead of this entry, which is not None; or None."""

    @abstractmethod
    def entry(self, word: str, signs: Mapping[str, str]) -> Any:
        """The entry that a token prints, which is not that of an empty cell; KeyError for none."""

    @abstractmethod
    def expected(self, signs: Mapping[str, str]) -> str:
        """The tokens that are read, for messages."""

    def sign(self, entry: Any) -> str:
        """The token of an entry that is not None."""
        return str(entry)

    def together(self) -> bool:
        """May cells stand without blanks between them?"""
        return False

    def check(self, value: Any, size: tuple[int, int] | None, kind: str) -> None:
        if not value or not value[0]:
            raise BoardError(f"a {kind} board has at least one cell")
        for r, row in enumerate(value):
            if len(row) != len(value[0]):
                message = f"expected {len(value[0])} cells in row {r}, found {len(row)}"
                raise BoardError(message, (r, 0))
            for c, entry in enumerate(row):
                if entry is None and self.empty:
                    continue
                wanted = self.wrong(entry)
                if wanted:
                    raise BoardError(f"expected {wanted}, found {entry!r}", (r, c))
        fits(self, value, size)

    def rows(self, value: Any, size: tuple[int, int]) -> tuple[str, ...]:
        return tuple(
            " ".join(self.empty if entry is None else self.sign(entry) for entry in row)
            for row in value
        )

    def own(self, text: Text, rows: Rows) -> Rows:
        return apart(rows) if self.together() else rows

    def read(
        self, text: Text, rows: Rows, size: tuple[int, int] | None, signs: Mapping[str, str]
    ) -> Any:
        rectangle(text, rows, size)
        empty = signs.get(self.empty, self.empty)
        return tuple(
            tuple(None if t.word == empty else self._entry(text, t, signs) for t in row)
            for row in rows
        )

    def _entry(self, text: Text, token: Token, signs: Mapping[str, str]) -> Any:
        try:
            return self.entry(token.word, signs)
        except KeyError:
            message = f"expected {self.expected(signs)}, found {short(token.word)}"
            raise text.fault(token.at, message) from None

    def image(self, value: Any, source: Move, size: tuple[int, int]) -> Any:
        return tuple(map(tuple, moved(value, source, size)))

    def drawn(self, value: Any) -> dict[str, Any]:
        return {
            "glyphs": {
                (r, c): self.shown(entry)
                for r, row in enumerate(value)
                for c, entry in enumerate(row)
                if entry is not None
            }
        }

    def shown(self, entry: Any) -> str:
        """What a picture shows of an entry."""
        return self.sign(entry)


def rectangle(text: Text, rows: Rows, size: tuple[int, int] | None) -> None:
    """Raise unless the rows are a rectangle, of the size of the layer before if there is one."""
    if size is None:
        text.rectangle(rows)
    else:
        text.rectangle(rows, width=size[1], height=size[0])


def fits(layer: Layer, value: Any, size: tuple[int, int] | None) -> None:
    """Raise unless the value, which is in form, is of this size."""
    if size is not None and layer.size(value) != size:
        found = layer.size(value)
        raise BoardError(f"expected {size[0]}x{size[1]} {layer.title}, found {found[0]}x{found[1]}")


def moved(value: Any, source: Move, size: tuple[int, int]) -> list[list[Any]]:
    """The rows of the image under a symmetry."""
    height, width = size
    return [[value[i][j] for i, j in (source((r, c)) for c in range(width))] for r in range(height)]
