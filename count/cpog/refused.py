"""What the checker says when it does not accept."""

from __future__ import annotations

import re

__all__ = ["Refused", "integers"]

_INTEGER = re.compile(r"-?[1-9][0-9]{0,17}|0")


class Refused(ValueError):
    """A formula or certificate that is malformed or does not hold, with the place in its file."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(f"{source}:{line}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


def integers(words: list[str], source: str, line: int) -> list[int]:
    """The words as integers, in plain decimal form without needless zeros or signs."""
    numbers = []
    for word in words:
        if not _INTEGER.fullmatch(word):
            shown = word if len(word) <= 20 else f"{word[:17]}..."
            raise Refused(source, line, f"expected an integer, found {shown!a}")
        numbers.append(int(word))
    return numbers
