"""The lines of a pzpr file, as a puzzle class reads and writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzles.formats.bits import regions_between
from puzzles.formats.text import Text, Token, short
from puzzles.rules import Edge

__all__ = ["PzprFile", "numbered"]


class PzprFile:
    """A file whose lines are taken one by one; a board of one column has lines without a token.

    ``name``, ``version``, ``height`` and ``width`` are those of its head, once that is read.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.name = ""
        self.version = "pzprv3"
        self.height = 0
        self.width = 0
        self.left = text.mapped({"/": "\n"}).lines()
        while self.left and not self.left[-1]:
            self.left.pop()
        self.left.reverse()

    def take(self, count: int, what: str) -> list[Token]:
        """The next line, which has ``count`` tokens."""
        if not self.left:
            if count == 0:
                return []  # a trailing line without a token cannot be seen
            raise self.text.fault(len(self.text.string), f"expected {what}, found the end")
        line = self.left.pop()
        if len(line) != count:
            at = self._end_of(line) if len(line) < count else line[count].at
            message = f"expected {count} tokens for {what}, found {len(line)}"
            raise self.text.fault(at, message)
        return line

    def rows(self, height: int, width: int, what: str, signs: str) -> list[list[Token]]:
        """The next ``height`` lines of ``width`` tokens that match the expression ``signs``."""
        rows = [self.take(width, what) for _ in range(height)]
        for token in (token for row in rows for token in row):
            if not re.fullmatch(signs, token.word):
                message = f"expected {what} ({signs}), found {short(token.word)}"
                raise self.text.fault(token.at, message)
        return rows

    def cells(self, what: str, signs: str) -> list[list[Token]]:
        """The next lines with a token for each cell."""
        return self.rows(self.height, self.width, what, signs)

    def regions(self) -> list[list[Token]]:
        """A token per cell that names its region, whichever way the file draws it."""
        if self.version == "pzprv3":
            (count,) = self.take(1, "the number of regions")
            names = self.cells("regions", "[0-9]+")
            found = len({token.word for row in names for token in row})
            if str(found) != count.word:
                message = f"expected {found} regions, found {short(count.word)}"
                raise self.text.fault(count.at, message)
            return names
        left = self.left
        start = len(self.text.string) if not left or not left[-1] else left[-1][0].at
        height, width = self.height, self.width
        walls: set[Edge] = set()
        for r, row in enumerate(self.rows(height, width - 1, "walls in rows", "[01]")):
            walls.update(((r, c), (r, c + 1)) for c, token in enumerate(row) if token.word == "1")
        for r, row in enumerate(self.rows(height - 1, width, "walls in columns", "[01]")):
            walls.update(((r, c), (r + 1, c)) for c, token in enumerate(row) if token.word == "1")
        regions = regions_between(walls, height, width)
        return [[Token(str(number), start) for number in row] for row in regions]

    def lines(self) -> None:
        """Read past the edges of a solution, between cells in rows and then in columns."""
        self.rows(self.height, self.width - 1, "lines in rows", "-?[0-9]+")
        self.rows(self.height - 1, self.width, "lines in columns", "-?[0-9]+")

    def end(self) -> None:
        """Raise unless nothing is left."""
        for line in self.left:
            if line:
                raise self.text.fault(line[0].at, f"expected the end, found {short(line[0].word)}")

    def _end_of(self, line: list[Token]) -> int:
        if line:
            return line[-1].at + len(line[-1].word)
        following = next((line for line in reversed(self.left) if line), None)
        return following[0].at if following else len(self.text.string)


def numbered(regions: Sequence[Sequence[int]]) -> list[str]:
    """The lines of a partition: the number of regions, and the region of each cell."""
    count = 1 + max(max(row) for row in regions)
    return [str(count), *("".join(f"{number} " for number in row) for row in regions)]
