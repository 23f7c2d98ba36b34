"""Layers: the printed grids of a board.  Each is a field of its class, and knows its text form.

A class lists its layers in ``PRINTED``.  From them follow its size, its form, its text, its images
under the symmetries of the rectangle and what a picture shows of it (:mod:`puzzles.gridboard`).

- :class:`Regions`: a region number per cell, counted from 0 in reading order;
- :class:`Signs`: one of a few values per cell, or None;
- :class:`Numbers`: a number per cell, or None;
- :class:`Labels`: a word per cell, or None;
- :class:`Arrows`: a number with a direction per cell (``2e``, ``?n``), or None;
- :class:`Marks`: a set of cells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzles.errors import BoardError
from puzzles.formats.text import Rows, Text, short
from puzzles.grid import check_regions, normal, reading_order, region_names
from puzzles.layer import Grid, Layer, Move, fits, moved, rectangle

__all__ = ["SIDES", "Arrows", "Labels", "Layer", "Marks", "Move", "Numbers", "Regions", "Signs"]

SIDES = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
"""The step (down, right) to the neighbour on each side."""


@dataclass(frozen=True, slots=True)
class Regions(Layer):
    """A partition into connected regions."""

    field: str = "regions"

    @property
    def title(self) -> str:
        return "region names"

    def check(self, value: Any, size: tuple[int, int] | None, kind: str) -> None:
        check_regions(value)
        fits(self, value, size)

    def rows(self, value: Any, size: tuple[int, int]) -> tuple[str, ...]:
        return region_names(value)

    def own(self, text: Text, rows: Rows) -> Rows:
        names = [row[0] for row in rows if len(row) == 1 and len(row[0].word) > 1]
        if len(names) == len(rows):
            # A column of long names is rarely meant; ours hold a short one, as regions count from a.
            raise text.fault(names[0].at + 1, "expected blanks between the cells")
        return rows

    def read(
        self, text: Text, rows: Rows, size: tuple[int, int] | None, signs: Mapping[str, str]
    ) -> Any:
        rectangle(text, rows, size)
        return normal([token.word for token in row] for row in rows)

    def image(self, value: Any, source: Move, size: tuple[int, int]) -> Any:
        return normal(moved(value, source, size))

    def drawn(self, value: Any) -> dict[str, Any]:
        return {"regions": value}


@dataclass(frozen=True, slots=True, eq=False)
class Signs(Grid):
    """One of a few values: ``values`` gives the value of each token, ``empty`` stands for None."""

    field: str
    values: Mapping[str, Any]
    empty: str = "."
    noun: str = "sign"

    @property
    def title(self) -> str:
        return f"{self.expected({})}"

    def expected(self, signs: Mapping[str, str]) -> str:
        return _either([signs.get(word, word) for word in (*self.values, self.empty)])

    def wrong(self, entry: Any) -> str | None:
        known = list(self.values.values())
        return None if entry in known else f"{', '.join(map(str, known))} or no {self.noun}"

    def entry(self, word: str, signs: Mapping[str, str]) -> Any:
        return {signs.get(ours, ours): value for ours, value in self.values.items()}[word]

    def sign(self, entry: Any) -> str:
        return next(word for word, value in self.values.items() if value == entry)

    def together(self) -> bool:
        return all(len(word) == 1 for word in (*self.values, self.empty))


@dataclass(frozen=True, slots=True)
class Numbers(Grid):
    """A number from ``least`` to ``most`` (None: no bound), in every cell if ``empty`` is blank."""

    field: str
    least: int = 0
    most: int | None = None
    empty: str = "."

    @property
    def title(self) -> str:
        return self.expected({})

    def expected(self, signs: Mapping[str, str]) -> str:
        room = f"a number from {self.least}" + (f" to {self.most}" if self.most is not None else "")
        return f"{room} or {signs.get(self.empty, self.empty)}" if self.empty else room

    def wrong(self, entry: Any) -> str | None:
        whole = isinstance(entry, int) and not isinstance(entry, bool)
        if whole and self.least <= entry and (self.most is None or entry <= self.most):
            return None
        return self.expected({})

    def entry(self, word: str, signs: Mapping[str, str]) -> Any:
        if re.fullmatch("0|[1-9][0-9]{0,8}", word) is None or self.wrong(int(word)):
            raise KeyError(word)
        return int(word)

    def together(self) -> bool:
        return self.most is not None and self.most < 10


@dataclass(frozen=True, slots=True)
class Labels(Grid):
    """A word per cell, without blanks, dots, # and -."""

    field: str
    empty: str = "."

    @property
    def title(self) -> str:
        return f"labels and {self.empty} for empty cells"

    def expected(self, signs: Mapping[str, str]) -> str:
        return f"a label or {self.empty} for an empty cell"

    def wrong(self, entry: Any) -> str | None:
        # Our text form could not print these: a dot is an empty cell, # starts a comment.
        if not entry or set(entry) & set(".#-") or entry != "".join(entry.split()):
            return "a label without blanks, dots, # and -"
        return None

    def entry(self, word: str, signs: Mapping[str, str]) -> Any:
        return word

    def own(self, text: Text, rows: Rows) -> Rows:
        for token in (token for row in rows for token in row):
            if token.word != self.empty and set(token.word) & set(".-"):
                message = f"expected {self.expected({})}, found {short(token.word)}"
                raise text.fault(token.at, message)
        return rows


@dataclass(frozen=True, slots=True)
class Arrows(Grid):
    """A number and the side that it looks to: an entry is ``(2, "e")``, or ``(None, "e")`` for ``?``."""

    field: str
    empty: str = "."

    @property
    def title(self) -> str:
        return self.expected({})

    def expected(self, signs: Mapping[str, str]) -> str:
        return f"a number or ? with one of n, e, s, w, or {self.empty}"

    def wrong(self, entry: Any) -> str | None:
        match entry:
            case (None, side) if side in SIDES:
                return None
            case (int(number), side) if side in SIDES and number >= 0:
                return None
        return "a pair of a number or None, and one of n, e, s, w"

    def entry(self, word: str, signs: Mapping[str, str]) -> Any:
        found = re.fullmatch(r"([0-9]{1,9}|\?)([nesw])", word)
        if found is None:
            raise KeyError(word)
        return (None if found[1] == "?" else int(found[1])), found[2]

    def sign(self, entry: Any) -> str:
        return f"{'?' if entry[0] is None else entry[0]}{entry[1]}"

    def shown(self, entry: Any) -> str:
        return self.sign(entry)[:-1] + dict(zip("nesw", "↑→↓←", strict=True))[entry[1]]

    def image(self, value: Any, source: Move, size: tuple[int, int]) -> Any:
        def turned(side: str) -> str:
            """The side of the image at which the neighbour on ``side`` is shown."""
            (r, c), (down, right) = source((0, 0)), SIDES[side]
            wanted = (r + down, c + right)
            return next(s for s, step in SIDES.items() if source(step) == wanted)

        return tuple(
            tuple(None if entry is None else (entry[0], turned(entry[1])) for entry in row)
            for row in moved(value, source, size)
        )


@dataclass(frozen=True, slots=True)
class Marks(Layer):
    """A set of cells, drawn as circles: ``on`` and ``off`` are the tokens with and without one."""

    field: str
    noun: str = "circles"
    on: str = "o"
    off: str = "."

    @property
    def title(self) -> str:
        return f"{self.noun} ({self.on}) and empty cells ({self.off})"

    def size(self, value: Any) -> tuple[int, int]:
        raise TypeError("a set of cells has no size: list a grid before it")

    def check(self, value: Any, size: tuple[int, int] | None, kind: str) -> None:
        height, width = size or (0, 0)
        for r, c in sorted(value):
            if not (0 <= r < height and 0 <= c < width):
                message = f"expected {self.noun} on the board, found one at {(r, c)}"
                raise BoardError(message, (r, c))

    def rows(self, value: Any, size: tuple[int, int]) -> tuple[str, ...]:
        height, width = size
        return tuple(
            " ".join(self.on if (r, c) in value else self.off for c in range(width))
            for r in range(height)
        )

    def read(
        self, text: Text, rows: Rows, size: tuple[int, int] | None, signs: Mapping[str, str]
    ) -> Any:
        rectangle(text, rows, size)
        on, off = signs.get(self.on, self.on), signs.get(self.off, self.off)
        for token in (token for row in rows for token in row):
            if token.word not in (on, off):
                message = f"expected {on} or {off}, found {short(token.word)}"
                raise text.fault(token.at, message)
        return frozenset(
            (r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token.word == on
        )

    def image(self, value: Any, source: Move, size: tuple[int, int]) -> Any:
        return frozenset(cell for cell in reading_order(*size) if source(cell) in value)

    def drawn(self, value: Any) -> dict[str, Any]:
        return {"circles": value}


def _either(words: list[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
