"""Binairo (Takuzu): fill a grid with 0 and 1.

Rules: ``runs`` - no three consecutive equal cells in a row or column; ``balance`` - each row and
column has as many 0 as 1; ``distinct`` - no two rows are equal, no two columns are equal.  Variant
``repeats`` (most printed boards outside Japan): equal lines are allowed, i.e. ``distinct`` dropped.
Variables: one per cell in reading order, true for 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from puzzles.drawing import Drawing
from puzzles.errors import BoardError, Violation
from puzzles.gridboard import CellBoard
from puzzles.language import Line
from puzzles.layers import Layer, Signs
from puzzles.logic import RungSpec
from puzzles.rules import Cell, Clause, Distinct, Named, Table

__all__ = ["Binairo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binairo(CellBoard):
    """A Binairo board: ``givens[r][c]`` is 0, 1 or None.

    >>> print(Binairo.blank(2, 2).text())
    binairo
    . .
    . .
    """

    kind: ClassVar[str] = "binairo"
    ALIASES: ClassVar[tuple[str, ...]] = ("takuzu", "binero", "binoxxo", "tohu-wa-vohu", "unruly")
    RULES: ClassVar[tuple[str, ...]] = ("givens", "runs", "balance", "distinct")
    VARIANTS: ClassVar[tuple[str, ...]] = ("repeats",)
    DROPS: ClassVar[Mapping[str, str]] = {"repeats": "distinct"}
    PRINTED: ClassVar[tuple[Layer, ...]] = (Signs("givens", {"0": 0, "1": 1}, noun="given"),)
    TOKENS: ClassVar[tuple[str, str]] = ("0", "1")
    VALUES: ClassVar[tuple[str, str]] = ("0", "1")
    PLURALS: ClassVar[tuple[str, str]] = ("zeros", "ones")
    BLANK_IS_OFF: ClassVar[bool] = False
    RUNGS: ClassVar[tuple[str, ...]] = ("line", "distinct")
    STATEMENTS: ClassVar[Mapping[str, str]] = {
        "givens": "printed digits stay",
        "runs": "no three consecutive equal cells in a row or column",
        "balance": "as many 0 as 1 in each row and column",
        "distinct": "no two rows are equal, no two columns are equal",
    }

    givens: tuple[tuple[int | None, ...], ...]

    @classmethod
    def blank(cls, height: int, width: int) -> Binairo:
        """The board without givens."""
        return cls(givens=((None,) * width,) * height)

    def check(self) -> None:
        for what, length in (("rows", self.width), ("columns", self.height)):
            if length % 2 and self.in_force("balance"):
                raise BoardError(f"expected {what} of even length, found {length} cells", (0, 0))

    def _lines(self) -> tuple[tuple[tuple[Cell, ...], ...], tuple[tuple[Cell, ...], ...]]:
        rows = tuple(tuple((r, c) for c in range(self.width)) for r in range(self.height))
        return rows, tuple(zip(*rows, strict=True))

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
        value = {(r, c): solution >> (r * self.width + c) & 1 for r, c in self.cells()}
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

    def rungs(self) -> tuple[RungSpec, ...]:
        """``line``: each line over its dictionary; ``distinct``: and over the words not yet used."""
        statement = "project each line's words that fit the decided cells"
        more = "and strike the words of finished parallel lines"
        return (
            RungSpec("line", statement, rules=None),
            RungSpec("distinct", more, techniques=("distinct",)),
        )

    def to_url(self) -> tuple[str, str]:
        raise BoardError("puzz.link has no binairo: write text or tatham")

    def drawing(self, solution: int | None = None) -> Drawing:
        # Where ``givens`` is dropped, a solution may contradict what is printed.
        on, off = (0, 0) if solution is None else (solution, ~solution)
        return self._drawn(on, off, True, self.title(solution))

    def position_drawing(self, on: int, off: int) -> Drawing:
        """Open cells are blank, but for a printed digit: in brackets where ``givens`` is dropped.

        Such a digit binds nothing, and without brackets would look like the same one filled in.
        """
        return self._drawn(on, off, self.in_force("givens"), f"{self.title()}, half done")

    def _drawn(self, on: int, off: int, firm: bool, title: str) -> Drawing:
        glyphs, filled = {}, {}
        for i, (r, c) in enumerate(self.cells()):
            given = self.givens[r][c]
            known = 1 if on >> i & 1 else 0 if off >> i & 1 else None
            if given is not None and firm and known in (None, given):
                glyphs[r, c] = str(given)
            elif known is not None:
                filled[r, c] = str(known)
            elif given is not None:
                glyphs[r, c] = f"({given})"
        return Drawing(self.height, self.width, glyphs=glyphs, filled=filled, title=title)
