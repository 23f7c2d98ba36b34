"""What a statement of a model may be given; anything else is one line that names the rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from native.words import shown
from puzzles.errors import BoardError
from puzzles.rules import Cell

__all__ = ["Arguments", "is_whole", "words_of"]


def is_whole(number: object) -> bool:
    """Is it an int, and not True or False?"""
    return isinstance(number, int) and not isinstance(number, bool)


def words_of(given: object, what: str) -> tuple[str, str] | None:
    """The words for (off, on): a word for on, a pair, or None."""
    match given:
        case None:
            return None
        case str() if given:
            return f"no {given}", given
        case (str() as off, str() as on):
            return off, on
    raise BoardError(f"expected a word, two words or None for {what}, found {_brief(given)}")


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one statement; ``name`` is its rule's, ``variables`` how many there are."""

    name: str
    variables: int

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name and self.name.isprintable()):
            raise BoardError(f"expected a name of a rule, in one line, found {_brief(self.name)}")

    def fault(self, expected: str, found: object) -> BoardError:
        return BoardError(f"rule {self.name}: expected {expected}, found {_brief(found)}")

    def listed(self, given: object, what: str) -> tuple[Any, ...]:
        """A list of anything."""
        if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
            raise self.fault(f"a list of {what}", given)
        return tuple(given)

    def number(self, given: object, what: str = "a whole number") -> int:
        if not is_whole(given):
            raise self.fault(what, given)
        assert isinstance(given, int)
        return given

    def literals(self, given: object) -> tuple[int, ...]:
        """Variables and negated variables."""
        found = self.listed(given, "literals")
        for literal in found:
            if not is_whole(literal) or not 1 <= abs(literal) <= self.variables:
                raise self.fault(f"variables 1 to {self.variables} or their negations", literal)
        return found

    def scope(self, given: object) -> tuple[int, ...]:
        """Variables, each once."""
        found = self.listed(given, "variables")
        for variable in found:
            if not is_whole(variable) or not 1 <= variable <= self.variables:
                raise self.fault(f"variables 1 to {self.variables}", variable)
        if len(set(found)) != len(found):
            raise self.fault("each variable once", list(found))
        return found

    def numbers(self, given: object, most: int) -> frozenset[int]:
        """A number or several, of which those from 0 to ``most`` count."""
        if isinstance(given, range):  # however long
            return frozenset(number for number in range(most + 1) if number in given)
        found = (given,) if is_whole(given) else self.listed(given, "numbers")
        return frozenset(map(self.number, found)) & frozenset(range(most + 1))

    def weights(self, given: object) -> dict[int, int]:
        """A whole number per variable."""
        if not isinstance(given, Mapping):
            raise self.fault("a whole number per variable, {variable: weight}", given)
        self.scope(list(given))
        return {v: self.number(weight, "whole numbers for weights") for v, weight in given.items()}

    def cells(self, given: object, known: Iterable[Cell]) -> tuple[Cell, ...]:
        """Cells among those known, in reading order."""
        there, found = set(known), self.listed(given, "cells")
        for cell in found:
            if not isinstance(cell, tuple) or cell not in there:
                raise self.fault("cells of the model", cell)
        return tuple(sorted(set(found)))

    def ends(self, given: object, cells: Iterable[Cell]) -> tuple[tuple[Cell, str], ...]:
        """Labels by cell."""
        if not isinstance(given, Mapping):
            raise self.fault("a label per cell, {cell: 'A'}", given)
        self.cells(list(given), cells)
        for label in given.values():
            if not (isinstance(label, str) and label):
                raise self.fault("texts for labels", label)
        return tuple(sorted(given.items()))


def _brief(value: object) -> str:
    text = repr(value)
    return shown(text)
