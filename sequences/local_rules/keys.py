"""Tables of a description, key by key, with errors that name the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sequences.local_rules.expressions import Expression, ExpressionError, parse_expression

__all__ = ["DescriptionError", "Table"]


class DescriptionError(ValueError):
    """A description that cannot be understood: one line with file, key and expectation."""


_MISSING: Any = object()


class Table:
    """One table; keys that nobody asked for are refused by `finish`."""

    def __init__(self, file: str, path: str, entries: object) -> None:
        self._file, self._path = file, path
        if not isinstance(entries, Mapping):
            raise DescriptionError(f"{file}: {path or 'description'}: expected a table")
        self._entries = entries
        self._asked: set[str] = set()

    def place(self, key: str) -> str:
        """Where a key stands, for messages."""
        inner = f"{self._path}.{key}" if self._path else key
        return f"{self._file}: {inner}"

    def error(self, key: str, message: str) -> DescriptionError:
        """An error at a key."""
        return DescriptionError(f"{self.place(key)}: {message}")

    def has(self, key: str) -> bool:
        """Whether a key is given."""
        self._asked.add(key)
        return key in self._entries

    def any(self, key: str, default: Any = _MISSING) -> Any:
        """The value of a key, unchecked."""
        if not self.has(key):
            if default is _MISSING:
                raise self.error(key, "missing")
            return default
        return self._entries[key]

    def text(self, key: str, default: str = _MISSING) -> str:
        """A text."""
        value = self.any(key, default)
        if not isinstance(value, str):
            raise self.error(key, f"expected a text in quotes, not {value!r}")
        return value

    def number(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number between bounds."""
        value = self.any(key, default)
        if type(value) is not int or not least <= value <= most:
            raise self.error(key, f"expected a number from {least} to {most}, not {value!r}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self.any(key, default)
        if type(value) is not bool:
            raise self.error(key, f"expected true or false, not {value!r}")
        return value

    def choice(self, key: str, words: Sequence[str], default: str = _MISSING) -> str:
        """One of some words."""
        value = self.text(key, default)
        if value not in words:
            raise self.error(key, f"expected one of {', '.join(words)}, not {value!r}")
        return value

    def texts(self, key: str, default: tuple[str, ...] = _MISSING) -> tuple[str, ...]:
        """A text or a list of texts, at least one."""
        value = self.any(key, default)
        value = [value] if isinstance(value, str) else value
        whole = isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
        if not whole or not value:
            raise self.error(key, "expected a text or a list of texts")
        return tuple(value)

    def numbers(self, key: str, size: int | None = None) -> tuple[int, ...]:
        """A number or a list of numbers."""
        value = self.any(key)
        value = [value] if type(value) is int else value
        whole = isinstance(value, list | tuple) and all(type(v) is int for v in value)
        if not whole or (size is not None and len(value) != size) or not value:
            raise self.error(key, "expected a list of numbers")
        return tuple(value)

    def pairs(self, key: str, most: int) -> tuple[tuple[int, int], ...]:
        """A list of pairs of numbers of absolute value up to `most`."""
        value = self.any(key)
        whole = isinstance(value, list | tuple) and all(
            isinstance(pair, list | tuple)
            and len(pair) == 2
            and all(type(v) is int and abs(v) <= most for v in pair)
            for pair in value
        )
        if not whole or not value:
            raise self.error(key, f"expected a list of pairs of numbers up to {most}")
        return tuple((pair[0], pair[1]) for pair in value)

    def expression(self, key: str) -> Expression:
        """An expression, parsed."""
        text = self.text(key)
        try:
            return parse_expression(text)
        except ExpressionError as error:
            raise self.error(key, f"{text!r}: {error}") from None

    def table(self, key: str) -> Table:
        """A table inside."""
        path = f"{self._path}.{key}" if self._path else key
        return Table(self._file, path, self.any(key))

    def tables(self, key: str) -> list[Table]:
        """A list of tables; one table alone counts as a list of one."""
        value = self.any(key, [])
        if isinstance(value, Mapping):
            value = [value]
        if not isinstance(value, list | tuple):
            raise self.error(key, f"expected [[{key}]], a list of tables")
        path = f"{self._path}.{key}" if self._path else key
        return [Table(self._file, f"{path}[{i}]", entry) for i, entry in enumerate(value, 1)]

    def keys(self) -> list[str]:
        """All keys, which then count as asked for."""
        self._asked.update(self._entries)
        return [str(key) for key in self._entries]

    def finish(self) -> None:
        """Refuse the keys that nobody asked for."""
        for key in self._entries:
            if key not in self._asked:
                known = ", ".join(sorted(self._asked))
                raise self.error(str(key), f"unknown here; expected one of {known}")
