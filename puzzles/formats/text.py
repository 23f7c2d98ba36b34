"""Text under reading: where a character came from, tokens, sizes, and errors with a position.

Every reader works on offsets into a :class:`Text`; line and column are computed only when something
is wrong.  A part of a text, or its percent-decoded form, still knows where it came from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

from native.words import shown
from puzzles.errors import BoardError, FormatError
from puzzles.rules import Cell

__all__ = ["MAX_CELLS", "Rows", "Text", "Token", "apart", "short"]

MAX_CELLS = 100_000
"""Larger boards are refused: a size in a URL is cheap to write and dear to build."""

_Board = TypeVar("_Board")


class Token(NamedTuple):
    """A word and the offset of its first character."""

    word: str
    at: int


Rows: TypeAlias = Sequence[Sequence[Token]]
"""A grid of tokens: at least one row, and at least one token in each."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string that knows its place: ``origin[i]`` is the offset in ``whole`` of character i.

    ``origin`` has one more entry than ``string`` has characters: the offset of its end.
    """

    source: str
    string: str
    whole: str
    origin: Sequence[int]

    @classmethod
    def of(cls, string: str, source: str) -> Text:
        """A whole text; any line end becomes a newline, a byte-order mark is dropped."""
        string = string.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        return cls(source, string, string, range(len(string) + 1))

    def part(self, start: int, end: int | None = None) -> Text:
        """The characters from ``start`` to before ``end``."""
        end = len(self.string) if end is None else end
        return Text(self.source, self.string[start:end], self.whole, self.origin[start : end + 1])

    def mapped(self, characters: dict[str, str]) -> Text:
        """The same text with some single characters standing for others."""
        string = self.string.translate({ord(old): new for old, new in characters.items()})
        return Text(self.source, string, self.whole, self.origin)

    def unquoted(self) -> Text:
        """The text with percent-encoded bytes decoded as UTF-8."""
        pieces: list[str] = []
        origin: list[int] = []
        last = 0
        for run in re.finditer("(?:%[0-9A-Fa-f]{2})+", self.string):
            pieces.append(self.string[last : run.start()])
            origin.extend(self.origin[last : run.start()])
            decoded = bytes.fromhex(run[0].replace("%", "")).decode("utf-8", "replace")
            pieces.append(decoded)
            # Behind a character of several bytes the position lags; it stays within the run.
            origin.extend(self.origin[run.start() + 3 * i] for i in range(len(decoded)))
            last = run.end()
        pieces.append(self.string[last:])
        origin.extend(self.origin[last:])
        return Text(self.source, "".join(pieces), self.whole, origin)

    def fault(self, at: int, message: str) -> FormatError:
        """The error to raise for what stands at this offset."""
        place = self.origin[min(at, len(self.string))]
        line = self.whole.count("\n", 0, place) + 1
        column = place - (self.whole.rfind("\n", 0, place) + 1) + 1
        return FormatError(message, line, column, self.source)

    def lines(self, comment: str | None = None) -> list[list[Token]]:
        """The blank-separated tokens of each line; a line that is only a comment is left out."""
        return list(self.each_line(comment))

    def each_line(self, comment: str | None = None) -> Iterator[list[Token]]:
        """The same one by one, for a look at the first lines of a long text."""
        start = 0
        for line in self.string.split("\n"):
            content = line if comment is None else line.partition(comment)[0]
            if content.strip() or content == line:
                yield [Token(m[0], start + m.start()) for m in re.finditer(r"\S+", content)]
            start += len(line) + 1

    def size(self, rows: Token, columns: Token) -> tuple[int, int]:
        """(height, width) of a board from two tokens, at least 1 and not too large."""
        sides = []
        for token, what in ((rows, "rows"), (columns, "columns")):
            digits = token.word.lstrip("0") if re.fullmatch("[0-9]+", token.word) else ""
            if not digits:
                message = f"expected a number of {what}, found {short(token.word)}"
                raise self.fault(token.at, message)
            if len(digits) > len(str(MAX_CELLS)):
                message = f"expected at most {MAX_CELLS} cells, found {short(digits)} {what}"
                raise self.fault(token.at, message)
            sides.append(int(digits))
        height, width = sides
        if height * width > MAX_CELLS:
            message = f"expected at most {MAX_CELLS} cells, found {height} rows of {width}"
            raise self.fault(min(rows.at, columns.at), message)
        return height, width

    def build(self, make: Callable[[], _Board], at: Callable[[Cell], int], start: int) -> _Board:
        """Make a board; what its class refuses becomes an error at the cell's own position."""
        try:
            return make()
        except BoardError as error:
            place = start if error.cell is None else at(error.cell)
            raise self.fault(place, error.message) from None

    def rectangle(
        self, rows: Sequence[Sequence[Token]], width: int | None = None, height: int | None = None
    ) -> None:
        """Raise unless there are ``height`` rows, each ``width`` long (or as long as the first)."""
        if height is not None and len(rows) != height:
            last = rows[-1][-1] if rows else Token("", len(self.string.rstrip()))
            at = rows[height][0].at if len(rows) > height else last.at + len(last.word)
            raise self.fault(at, f"expected {height} rows, found {len(rows)}")
        wanted = len(rows[0]) if width is None else width
        if len(rows) * wanted > MAX_CELLS:
            message = f"expected at most {MAX_CELLS} cells, found {len(rows)} rows of {wanted}"
            raise self.fault(rows[0][0].at, message)
        for row in rows:
            if len(row) != wanted:
                at = row[wanted].at if len(row) > wanted else row[-1].at + len(row[-1].word)
                raise self.fault(at, f"expected {wanted} cells in this row, found {len(row)}")

    def header(self) -> tuple[Token, Token, list[list[Token]]] | None:
        """The two numbers of the first line with content, and the lines with content behind it."""
        lines = (line for line in self.each_line() if line)
        head = next(lines, [])
        if len(head) != 2 or not all(re.fullmatch("[0-9]+", token.word) for token in head):
            return None
        return head[0], head[1], list(lines)


def short(word: str) -> str:
    """A word as it may stand in a message of one line."""
    return repr(shown(word, 20))


def apart(rows: Rows) -> Rows:
    """Rows whose cells stand without blanks between them, one token per character."""
    if any(len(row) > 1 or len(row[0].word) == 1 for row in rows):
        return rows
    return [[Token(letter, row[0].at + c) for c, letter in enumerate(row[0].word)] for row in rows]
