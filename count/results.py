"""What counting returns: small values that print and draw themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from puzzles.board import Board
from puzzles.pictures import Picture, heat_map, html
from puzzles.rules import Place
from puzzles.svg import render_svg

__all__ = ["Count", "EngineCount", "Marginals", "decimal"]


def decimal(number: int) -> str:
    """A number from 0 on in decimal digits, beyond Python's limit on such texts too.

    >>> decimal(10**5000) == "1" + "0" * 5000
    True
    """
    parts = []
    while number >= _PART:
        number, part = divmod(number, _PART)
        parts.append(f"{part:0{_DIGITS}}")
    return "".join((str(number), *reversed(parts)))


_DIGITS = 600
"""Python's limit can be set no lower than 640 digits."""
_PART: int = 10**_DIGITS


@dataclass(frozen=True, slots=True)
class EngineCount:
    """One engine's result: ``models`` solutions, exactly, or ``at_least`` so many."""

    models: int
    at_least: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """The number of solutions of a board by several engines.

    ``counts`` and ``seconds`` (wall time) hold the engines that came to a result; of those, ``at_least``
    only bound the count from below and ``probable`` may err by a hash collision.  An engine that
    did not is told of in ``notes``.
    """

    board: Board
    counts: Mapping[str, int]
    seconds: Mapping[str, float]
    at_least: frozenset[str] = frozenset()
    probable: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    @property
    def exact(self) -> Mapping[str, int]:
        """The results that are meant as the count itself."""
        return {name: n for name, n in self.counts.items() if name not in self.at_least}

    @property
    def agree(self) -> bool:
        """Do all results fit together?  An error in an engine if not."""
        exact = set(self.exact.values())
        floor = max((self.counts[name] for name in self.at_least), default=0)
        return len(exact) <= 1 and all(models >= floor for models in exact)

    @property
    def value(self) -> int | None:
        """The count; None unless an exact engine found it and no other contradicts."""
        proved = [n for name, n in self.exact.items() if name not in self.probable]
        return proved[0] if proved and self.agree else None

    def __str__(self) -> str:
        results = [
            f"{name} {'>= ' if name in self.at_least else ''}{decimal(models)}"
            f" ({self.seconds[name]:.2f} s)"
            for name, models in self.counts.items()
        ]
        if not self.agree:
            return "ENGINES DISAGREE: " + ", ".join(results)
        if self.value is not None:
            return f"{decimal(self.value)} solution{'s' * (self.value != 1)}: " + ", ".join(results)
        return ": ".join(["unknown", ", ".join(results)] if results else ["unknown"])

    def __repr__(self) -> str:
        lines = [f"{self.board.height}x{self.board.width} {self.board.kind}: {self}", *self.notes]
        return "\n  ".join(lines)

    def _repr_svg_(self) -> str:
        return render_svg(replace(self.board.drawn(), caption=str(self)))

    def _repr_html_(self) -> str:
        drawn = replace(self.board.drawn(), caption="")
        return html([str(self), *self.notes], Picture((drawn,)))


class Marginals(dict[Place, Fraction]):
    """For each place of a board the exact share of its solutions in which it is on."""

    def __init__(self, board: Board, engine: str, shares: Sequence[Fraction]) -> None:
        """``shares``: one per board variable, in order."""
        super().__init__(zip(board.places(), shares, strict=True))
        self.board = board
        self.engine = engine

    def named(self) -> dict[str, str]:
        """The shares as ``p/q`` by the name of the place: ``r0c1``, or ``r0c1-r0c2`` for an edge."""
        labels = (self.board.label(variable) for variable in range(1, len(self) + 1))
        return dict(zip(labels, map(str, self.values()), strict=True))

    def picture(self, *, numbers: bool = False) -> Picture:
        """The shares as a heat map; ``numbers`` writes them out in whole per cents."""
        return heat_map(self.board, self, caption="share of all solutions", numbers=numbers)

    def __repr__(self) -> str:
        named = self.named()
        wide = max(map(len, named), default=0)
        return "\n".join(f"{label:<{wide}}  {share}" for label, share in named.items())

    def _repr_svg_(self) -> str:
        return self.picture().svg()

    def _repr_html_(self) -> str:
        return html([f"share of all solutions, by {self.engine}"], self.picture())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The shares as floats: (height, width) where the places are all cells, else one a place."""
        import numpy as np

        board = self.board
        shares = np.array([float(share) for share in self.values()], dtype or float)
        cells = [(r, c) for r in range(board.height) for c in range(board.width)]
        return shares.reshape(board.height, board.width) if list(self) == cells else shares
