"""Terms of what was asked for: strips, squares, tables, words, OEIS entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from sequences.exact import strip_terms, value
from sequences.problem import Entry, Family, Shape
from sequences.recurrence import Recurrence

__all__ = ["DENSE_STATES", "Query", "SequenceEngine", "antidiagonals", "table"]

DENSE_STATES = 5000
"""Machines with more states than this at row ends go to the dense engine, where it knows them."""

QUICK_STATES = 3000
"""Squares and tables stop before this number of states unless more terms are asked for."""


@dataclass(frozen=True, slots=True)
class SequenceEngine:
    """How to compute large entries: the arguments of `sequences.dense.compute`."""

    workers: int | None = None
    scheduler: str | None = None
    checkpoint: str | None = None
    resume: bool = False
    progress: bool = False

    @property
    def forced(self) -> bool:
        """Whether the dense engine was asked for explicitly."""
        return self.workers is not None or self.scheduler is not None or bool(self.checkpoint)

    def value(self, family: Family, height: int, width: int) -> int:
        """T(height, width). Raises ValueError if the dense engine was asked for and cannot do it."""
        if family.symmetric and not family.words and width > height:
            height, width = width, height
        if not self.forced and family.states(width) <= DENSE_STATES:
            return value(family, height, width)
        from sequences.dense import compute, supported

        if supported(family.name, height, width):
            return compute(
                family.name,
                height,
                width,
                workers=self.workers or 1,
                scheduler=self.scheduler,
                checkpoint=self.checkpoint,
                resume=self.resume,
                progress=self.progress,
            )
        if self.forced:
            raise ValueError(
                f"--workers, --scheduler and --checkpoint do not serve {family.name} on"
                f" {height} X {width}"
            )
        return value(family, height, width)


@dataclass(frozen=True, slots=True)
class Query:
    """A sequence of numbers of one family, indexed from `offset`."""

    family: Family
    shape: Shape
    width: int | None
    """The fixed side of a strip."""
    entry: Entry | None
    label: str
    """How the user named it."""

    @property
    def offset(self) -> int:
        """Index of the first term."""
        return self.entry.offset if self.entry else int(not self.family.words)

    @property
    def head(self) -> tuple[int, ...]:
        """Terms at the beginning of an entry that its family has no objects for."""
        return self.entry.head if self.entry else ()

    @property
    def scale(self) -> int:
        """How much the size grows from one term to the next."""
        if self.entry:
            return self.entry.scale
        return self.family.step if self.label == self.family.name else 1

    @property
    def shift(self) -> int:
        """Size of the objects that term 0 would count."""
        return self.entry.shift if self.entry else 0

    @property
    def grid(self) -> str:
        """The size of what term n counts, in the words of an OEIS name."""
        n = ("" if self.scale == 1 else str(self.scale)) + "n"
        if self.shift:
            n = f"({n}{self.shift:+d})"
        match self.shape:
            case "strip":
                return f"{self.width} X {n}" if self.family.symmetric else f"{n} X {self.width}"
            case "square":
                return f"{n} X {n}"
            case "antidiagonals":
                return "n X k"
            case "word":
                return n

    @property
    def title(self) -> str:
        """What the terms are, as a line of the OEIS."""
        counted = "Number of " + self.family.title.format(grid=self.grid)
        if self.entry and self.entry.divisor != 1:
            counted += f", divided by {self.entry.divisor}"
        if self.shape == "antidiagonals":
            return f"Array read by antidiagonals: T(n,k) is the n{counted[1:]}"
        return counted

    def default_count(self) -> int:
        """How many terms to show if the user does not say."""
        if self.shape == "word":
            return 16
        if self.shape == "strip":
            return 12 if self.family.uniform else 8
        side = 1
        while self.family.states(side + 1) <= QUICK_STATES and side < 12:
            side += 1
        if self.shape == "antidiagonals":
            side = min(side, 8)
            return side * (side + 1) // 2
        return max(len(self.head) + 1, side // self.scale + len(self.head))

    def terms(self, count: int, engine: SequenceEngine | None = None) -> list[int]:
        """The first `count` terms."""
        engine = engine or SequenceEngine()
        counted = max(0, count - len(self.head))
        first = self.offset + len(self.head)
        if self.shape == "antidiagonals":
            found = [engine.value(self.family, h, w) for h, w in islice(antidiagonals(), counted)]
        elif (
            self.shape == "strip"
            and self.scale == 1
            and not engine.forced
            and self.family.states(self.fixed) <= DENSE_STATES
        ):
            found = strip_terms(self.family, self.fixed, first + self.shift, counted)
        else:
            sizes = [self.scale * i + self.shift for i in range(first, first + counted)]
            sides = ((n, n if self.shape == "square" else self.fixed) for n in sizes)
            found = [engine.value(self.family, h, w) for h, w in sides]
        return [*self.head[:count], *map(self.divided, found)]

    def divided(self, number: int) -> int:
        """A count as the entry lists it. Raises ValueError if its divisor does not divide it."""
        divisor = self.entry.divisor if self.entry else 1
        if number % divisor:
            raise ValueError(f"{self.label}: a count of {number} is not divisible by {divisor}")
        return number // divisor

    @property
    def fixed(self) -> int:
        """The width of the machine for a strip or for words."""
        return self.width or 1

    @property
    def linear(self) -> bool:
        """Whether one finite machine counts all terms, so that a recurrence is certain to exist."""
        return self.family.uniform and self.shape in ("strip", "word")

    @property
    def first_size(self) -> int:
        """Size of the first objects counted, after the head."""
        return self.scale * (self.offset + len(self.head)) + self.shift

    def reindexed(self, recurrence: Recurrence) -> Recurrence:
        """A recurrence of T(n, width), n >= first_size, as one of the terms of this query.

        It is extended over the head of an entry if that satisfies it too.
        """
        first = self.offset + len(self.head)
        initial = tuple(map(self.divided, recurrence.initial))
        moved = replace(recurrence, offset=first, initial=initial)
        if not self.head:
            return moved
        whole = [*self.head, *islice(moved.terms(), 2 * moved.order)]
        extended = replace(moved, offset=self.offset, initial=tuple(whole[: moved.order]))
        return moved if extended.first_failure(whole) else extended


def antidiagonals() -> Iterator[tuple[int, int]]:
    """Sides (1, 1), (1, 2), (2, 1), (1, 3), ... in the order of the OEIS."""
    total = 2
    while True:
        for height in range(1, total):
            yield height, total - height
        total += 1


def table(
    family: Family, height: int, width: int, engine: SequenceEngine | None = None
) -> list[list[int]]:
    """T(h, w) for 1 <= h <= height and 1 <= w <= width, row by row.

    >>> from sequences.families import family
    >>> table(family("paths"), 2, 3)
    [[0, 1, 1], [1, 6, 26]]
    """
    engine = engine or SequenceEngine()
    columns = []
    for w in range(1, width + 1):
        plain = family.uniform and family.value is None and not engine.forced
        if plain and family.states(w) <= DENSE_STATES:
            columns.append(strip_terms(family, w, 1, height))
        else:
            columns.append([engine.value(family, h, w) for h in range(1, height + 1)])
    return [list(row) for row in zip(*columns, strict=True)]
