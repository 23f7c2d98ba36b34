"""The part of a puzz.link URL that a puzzle class reads: what stands behind the name and the size."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.formats.text import Text, Token, short

__all__ = ["Address"]


@dataclass(frozen=True, slots=True)
class Address:
    """A URL ``NAME/[FLAG/]COLS/ROWS/SEGMENT/SEGMENT/...``, cut at its slashes.

    ``flag`` is one that the class lists behind the name, or empty.
    """

    text: Text
    name: str
    flag: str
    height: int
    width: int
    segments: tuple[Token, ...]

    def body(self, before: int = 0) -> Text:
        """The last segment, behind so many others; it may be missing, and is empty then."""
        if len(self.segments) > before + 1:
            extra = self.segments[before + 1]
            raise self.text.fault(
                extra.at, f"expected the end of the URL, found {short(extra.word)}"
            )
        if len(self.segments) <= before:
            return self.text.part(len(self.text.string))
        word, at = self.segments[before]
        return self.text.part(at, at + len(word))

    def number(self, index: int, what: str) -> int:
        """The decimal number in one of the segments, which stand before the body."""
        end = Token("", len(self.text.string))
        word, at = self.segments[index] if index < len(self.segments) else end
        if not (word.isascii() and word.isdecimal() and len(word) <= 6):
            raise self.text.fault(at, f"expected {what}, found {short(word)}")
        return int(word)

    def end(self, body: Text, at: int) -> None:
        """Raise unless the body ends at this offset."""
        if at < len(body.string):
            raise body.fault(at, f"expected the end of the URL, found {short(body.string[at:])}")
