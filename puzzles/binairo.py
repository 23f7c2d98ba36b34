"""Binairo (Takuzu): fill a grid with 0 and 1.

Rules: ``runs`` - no three consecutive equal cells in a row or column; ``balance`` - each row and
column has as many 0 as 1; ``distinct`` - no two rows are equal, no two columns are equal.  Variant
``repeats`` (most printed boards outside Japan): equal lines are allowed, i.e. ``distinct`` dropped.
Variables: one per cell in reading order, true for 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from puzzles.board import Board
from puzzles.drawing import Drawing
from puzzles.errors import BoardError, Violation
from puzzles.grid import grid_tokens, reading_order
from puzzles.language import Line
from puzzles.rules import Cell, Clause, Distinct, Named, Place, Table

__all__ = ["Binairo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binairo(Board):
    """A Binairo board: ``givens[r][c]`` is 0, 1 or None.

    >>> print(Binairo.blank(2, 2).text())
    binairo
    . .
    . .
    """

    kind: ClassVar[str] = "binairo"
    RULES: ClassVar[tuple[str, ...]] = ("givens", "runs", "balance", "distinct")
    VARIANTS: ClassVar[tuple[str, ...]] = ("repeats",)

    givens: tuple[tuple[int | None, ...], ...]

    @classmethod
    def blank(cls, height: int, width: int) -> Binairo:
        """The board without givens."""
        return cls(givens=((None,) * width,) * height)

    @property
    def height(self) -> int:
        return len(self.givens)

    @property
    def width(self) -> int:
        return len(self.givens[0])

    def check(self) -> None:
        if not self.givens or not self.givens[0]:
            raise BoardError("a binairo board has at least one cell")
        for r, row in enumerate(self.givens):
            if len(row) != self.width:
                raise BoardError(
                    f"expected {self.width} cells in row {r}, found {len(row)}", (r, 0)
                )
            for c, given in enumerate(row):
                if given not in (0, 1, None):
                    raise BoardError(f"expected 0, 1 or no given, found {given!r}", (r, c))
        if self.in_force("balance"):
            for what, length in (("rows", self.width), ("columns", self.height)):
                if length % 2:
                    raise BoardError(
                        f"expected {what} of even length, found {length} cells", (0, 0)
                    )
        if ("repeats" in self.variants) != ("distinct" in self.without):
            # One meaning, one form: the two spellings of the same variant compare equal.
            object.__setattr__(self, "variants", self.variants | {"repeats"})
            object.__setattr__(self, "without", self.without | {"distinct"})

    def _lines(self) -> tuple[tuple[tuple[Cell, ...], ...], tuple[tuple[Cell, ...], ...]]:
        rows = tuple(tuple((r, c) for c in range(self.width)) for r in range(self.height))
        return rows, tuple(zip(*rows, strict=True))

    def places(self) -> tuple[Place, ...]:
        return self._cells()

    def _variables(self, line: Sequence[Cell]) -> tuple[int, ...]:
        return tuple(r * self.width + c + 1 for r, c in line)

    def constraints(self) -> tuple[Named, ...]:
        named = []
        if self.in_force("givens"):
            for r, row in enumerate(self.givens):
                for c, given in enumerate(row):
                    if given is not None:
                        (v,) = self._variables([(r, c)])
                        named.append(Named(("givens",), Clause((v if given else -v,)), ((r, c),)))
        names = tuple(name for name in ("runs", "balance") if self.in_force(name))
        for lines in self._lines():
            for line in lines if names else ():
                language = Line(
                    len(line),
                    3 if "runs" in names else None,
                    len(line) // 2 if "balance" in names else None,
                )
                named.append(Named(names, Table(self._variables(line), language), line))
            if self.in_force("distinct") and len(lines) > 1:
                rule = Distinct(tuple(self._variables(line) for line in lines))
                named.append(Named(("distinct",), rule, tuple(c for line in lines for c in line)))
        return tuple(named)

    def broken(self, solution: int) -> list[Violation]:
        value = {(r, c): solution >> (r * self.width + c) & 1 for r, c in self._cells()}
        found = []
        for (r, c), bit in value.items():
            if self.givens[r][c] not in (None, bit):
                found.append(Violation("givens", ((r, c),), f"given {1 - bit}, filled with {bit}"))
        for what, lines in zip(("row", "column"), self._lines(), strict=True):
            for k, line in enumerate(lines):
                for i in range(len(line) - 2):
                    three = line[i : i + 3]
                    if len({value[cell] for cell in three}) == 1:
                        found.append(Violation("runs", three, f"three equal cells in {what} {k}"))
                ones = sum(value[cell] for cell in line)
                if 2 * ones != len(line):
                    message = f"{ones} ones among {len(line)} cells in {what} {k}"
                    found.append(Violation("balance", line, message))
            for k, line in enumerate(lines):
                for j in range(k):
                    if all(value[a] == value[b] for a, b in zip(line, lines[j], strict=True)):
                        message = f"{what}s {j} and {k} are equal"
                        found.append(Violation("distinct", lines[j] + line, message))
        return found

    def _cells(self) -> tuple[Cell, ...]:
        return reading_order(self.height, self.width)

    def impossible(self) -> str | None:
        return None

    def text(self) -> str:
        tokens = {None: ".", 0: "0", 1: "1"}
        return "\n".join((self.head(), *(" ".join(tokens[g] for g in row) for row in self.givens)))

    def rows(self, solution: int) -> tuple[str, ...]:
        bits = [str(solution >> i & 1) for i in range(self.height * self.width)]
        return tuple(" ".join(bits[r * self.width :][: self.width]) for r in range(self.height))

    def from_rows(self, rows: Sequence[str]) -> int:
        mask = 0
        for (r, c), token in grid_tokens(rows, self.height, self.width).items():
            if token not in ("0", "1"):
                raise BoardError(f"expected 0 or 1, found {token!r}", (r, c))
            mask |= int(token) << (r * self.width + c)
        return mask

    def drawing(self, solution: int | None = None) -> Drawing:
        glyphs, filled = {}, {}
        for i, (r, c) in enumerate(self._cells()):
            given = self.givens[r][c]
            value = None if solution is None else solution >> i & 1
            # Where ``givens`` is dropped, a solution may contradict what is printed.
            if given is not None and value in (None, given):
                glyphs[r, c] = str(given)
            elif value is not None:
                filled[r, c] = str(value)
        title = self.title(solution)
        return Drawing(self.height, self.width, glyphs=glyphs, filled=filled, title=title)

    def position_drawing(self, on: int, off: int) -> Drawing:
        """Open cells are blank, but for a printed digit: in brackets where ``givens`` is dropped.

        Such a digit binds nothing, and without brackets would look like the same one filled in.
        """
        glyphs, filled = {}, {}
        for i, (r, c) in enumerate(self._cells()):
            given = self.givens[r][c]
            known = 1 if on >> i & 1 else 0 if off >> i & 1 else None
            if given is not None and self.in_force("givens") and known in (None, given):
                glyphs[r, c] = str(given)
            elif known is not None:
                filled[r, c] = str(known)
            elif given is not None:
                glyphs[r, c] = f"({given})"
        title = f"{self.title()}, half done"
        return Drawing(self.height, self.width, glyphs=glyphs, filled=filled, title=title)
