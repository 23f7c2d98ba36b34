"""What a family of counting problems is, and how OEIS entries refer to one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sequences.machine import TransferMachine

__all__ = ["Entry", "Family", "Shape"]

Shape: TypeAlias = Literal["strip", "square", "antidiagonals", "word"]
"""Which numbers T(h, w) an entry lists: T(n, k), T(n, n), T by antidiagonals, or words of length n."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An OEIS entry, in terms of a family.

    Term number i of the entry is the number of objects of size `scale * i + shift`, divided by
    `divisor`. The first terms are `head` where the family has no object of that size.
    """

    number: str
    """The A-number."""
    shape: Shape
    offset: int
    """Index of the first term of the entry."""
    width: int | None = None
    """The fixed side of a strip."""
    scale: int = 1
    shift: int = 0
    divisor: int = 1
    head: tuple[int, ...] = ()
    note: str = ""
    """What the entry counts, where that is not plain from the family."""

    def size(self, index: int) -> int:
        """Size of the objects that term number `index` counts."""
        return self.scale * index + self.shift


@dataclass(frozen=True, slots=True)
class Family:
    """A counting problem on all h x w grids (or, for words, on all lengths)."""

    name: str
    title: str
    """What is counted, completing "Number of ..."; `{grid}` stands for a size such as "2 X n"."""
    definition: str
    """One paragraph that settles every doubtful case."""
    build: Callable[[int, int], TransferMachine]
    """Machine for a given (height, width)."""
    states: Callable[[int], int]
    """Estimate of the number of states at row ends, by width."""
    entries: tuple[Entry, ...] = ()
    uniform: bool = True
    """Whether one machine serves all heights. Only then do strips obey a linear recurrence."""
    symmetric: bool = True
    """Whether T(h, w) = T(w, h)."""
    words: bool = False
    """Whether the objects are words: the width is then always 1."""
    counts: Callable[[int], Iterator[int]] | None = None
    """Exact counts for 0, 1, 2, ... rows by width, where there is a faster way than `build`."""
    value: Callable[[int, int], int] | None = None
    """T(h, w) for single entries, where that is not the machine of width w run for h rows."""
    reached: Callable[[int], int] | None = None
    """Useful states by width before lumping, where `build` gives a lumped machine."""
    certificate: Callable[[Any], dict[str, Any]] | None = None
    """Proof files for families with a definition of their own; of a `sequences.proof.Proof`."""
    step: int = 1
    """Sizes (sides of squares, lengths of words) that count, as multiples of this number."""

    def machine(self, height: int, width: int) -> TransferMachine:
        """TransferMachine for grids of `width` columns; `height` matters only where not `uniform`.

        Raises ValueError for a side below 1, or a width other than 1 for words.
        """
        if width < 1 or height < 0:
            raise ValueError(f"{self.name}: a grid has at least one row and one column")
        if self.words and width != 1:
            raise ValueError(f"{self.name}: words have no width")
        return self.build(height, width)
