"""Boards that print grids: what follows from the layers printed and from the places of variables.

A puzzle class derives from :class:`CellBoard` (a variable per cell), :class:`RegionBoard` (the same,
with regions) or :class:`EdgeBoard` (a variable per edge between neighbouring cells).  It states what is
printed (``PRINTED``), its rules (``state``) and its verifier (``broken``), and may replace any of the
rest: ``cells`` and ``edges`` where only some have variables, or both kinds; ``check`` for
the form of a board; ``drawing``; ``from_url`` and ``to_url``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from puzzles.board import Board, shortened
from puzzles.drawing import Drawing
from puzzles.errors import BoardError
from puzzles.formats.text import Rows, Text, short
from puzzles.grid import grid_edges, grid_tokens, reading_order, regions_of
from puzzles.layers import SIDES, Layer, Marks, Move, Regions
from puzzles.model import Model
from puzzles.rules import Cell, Edge, Named, Place

__all__ = ["CellBoard", "EdgeBoard", "GridBoard", "RegionBoard"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridBoard(Board):
    """What the three have in common.  Cells come first among the variables, then edges."""

    PRINTED: ClassVar[tuple[Layer, ...]]
    """What is printed, as the text form has it; the first layer is a grid."""
    POINTS: ClassVar[bool] = False
    """Are the board's cells the points of a lattice, with the print in the squares between them?"""
    LINKED: ClassVar[bool] = False
    """Are cells drawn as stations that paths join, without walls?"""
    TOKENS: ClassVar[tuple[str, str]] = (".", "#")
    """A cell that is (off, on) in rows of a solution; sides of chosen edges follow it."""
    MARK: ClassVar[str | None] = None
    """The sign drawn in a cell that is on; None: it is shaded, or its circle blackened."""
    SHADE_OFF: ClassVar[bool] = False
    """Are the cells that are off drawn shaded, and those that are on blank?"""

    def __init_subclass__(cls) -> None:
        super(GridBoard, cls).__init_subclass__()  # slots: without arguments it fails
        layers = getattr(cls, "PRINTED", (Regions(),))
        if not (isinstance(layers, tuple) and layers and all(isinstance(x, Layer) for x in layers)):
            wanted = 'a tuple of layers, as (Numbers("clues"),)'
            raise BoardError(
                f"PRINTED of {cls.__name__}: expected {wanted}, found {shortened(layers)}"
            )
        if isinstance(layers[0], Marks):
            raise BoardError(f"PRINTED of {cls.__name__}: expected a grid first, found Marks")

    def sides(self) -> tuple[int, int]:
        first = self.PRINTED[0]
        return first.size(getattr(self, first.field))

    @property
    def height(self) -> int:
        return self.sides()[0] + self.POINTS

    @property
    def width(self) -> int:
        return self.sides()[1] + self.POINTS

    def everywhere(self) -> tuple[Cell, ...]:
        """All cells in reading order, with a variable or without."""
        return reading_order(self.height, self.width)

    def cells(self) -> tuple[Cell, ...]:
        """The cells that have a variable, in reading order."""
        return ()

    def edges(self) -> tuple[Edge, ...]:
        """The edges that have a variable, in order."""
        return ()

    def places(self) -> tuple[Place, ...]:
        return (*self.cells(), *self.edges())

    def state(self, m: Model) -> None:
        """State the rules on a model with the board's variables, each by a name of ``RULES``.

        All rules are stated; those dropped are left out afterwards.
        """
        raise NotImplementedError(f"{type(self).__name__} states no rules: define state")

    def constraints(self) -> tuple[Named, ...]:
        model = Model.over(self.height, self.width, self.places())
        self.state(model)
        found, kept = [], set(self.rules())
        for named in model.board().stated:
            for name in named.names:
                if name not in self.rule_names():
                    raise BoardError(
                        f"{type(self).__name__} states a rule {name!r} that RULES lacks"
                    )
            if kept.intersection(named.names):
                found.append(named)
        return tuple(found)

    def cells_on(self, solution: int) -> set[Cell]:
        """The cells that the assignment sets true."""
        return {cell for i, cell in enumerate(self.cells()) if solution >> i & 1}

    def edges_on(self, solution: int) -> list[Edge]:
        """The edges that the assignment sets true, in their order."""
        solution >>= len(self.cells())
        return [edge for i, edge in enumerate(self.edges()) if solution >> i & 1]

    def form(self) -> None:
        size = None
        for layer in self.PRINTED:
            value = getattr(self, layer.field)
            layer.check(value, size, self.kind)
            size = size or layer.size(value)

    # Text.

    def text(self) -> str:
        size = self.sides()
        blocks = ["\n".join(layer.rows(getattr(self, layer.field), size)) for layer in self.PRINTED]
        return f"{self.head()}\n" + "\n\n".join(blocks)

    @classmethod
    def from_text(
        cls, text: Text, blocks: Sequence[Rows], words: Iterable[str], start: int
    ) -> Self:
        layers = cls.PRINTED
        if not blocks:
            raise text.fault(start, f"expected the rows of the {cls.kind} board")
        if len(blocks) < len(layers):
            last = blocks[-1][-1][-1]
            message = f"expected a blank line and then rows of {layers[len(blocks)].title}"
            raise text.fault(last.at + len(last.word), message)
        if len(blocks) > len(layers):
            message = f"expected the end of the {cls.kind} board, or a further board with its kind"
            raise text.fault(blocks[len(layers)][0][0].at, message)
        return cls.from_grids(text, *blocks, words=words, own=True)

    @classmethod
    def from_grids(
        cls,
        text: Text,
        *grids: Rows,
        words: Iterable[str] = (),
        signs: Mapping[str, str] | None = None,
        own: bool = False,
    ) -> Self:
        """The board of a grid of tokens per layer, as every format that prints grids has them.

        ``signs``: what the format writes for our tokens (``{".": "-"}``); ``own``: it is our own form.
        What the class refuses is reported at the token of the offending cell in the first grid.
        """
        values: dict[str, Any] = {}
        first: Rows = grids[0]
        size: tuple[int, int] | None = None
        for layer, given in zip(cls.PRINTED, grids, strict=True):
            rows = layer.own(text, given) if own else given
            values[layer.field] = layer.read(text, rows, size, signs or {})
            if size is None:
                first, size = rows, (len(rows), len(rows[0]))
        return text.build(
            lambda: cls(**values, variants=frozenset(words)),
            lambda cell: first[cell[0]][cell[1]].at,
            first[0][0].at,
        )

    def image(self, source: Move) -> Board:
        size = self.image_size(source)
        return replace(
            self,
            **{
                layer.field: layer.image(getattr(self, layer.field), source, size)
                for layer in self.PRINTED
            },
        )

    def image_size(self, source: Move) -> tuple[int, int]:
        """Rows and columns, as printed, of the image under a symmetry."""
        height, width = self.sides()
        return (width, height) if source((0, 0))[0] != source((0, 1))[0] else (height, width)

    # Solutions.

    def rows(self, solution: int) -> tuple[str, ...]:
        """Per cell its token, then the sides of its chosen edges among ``nesw``; ``.`` for none."""
        on, cells = self.cells_on(solution), set(self.cells())
        drawn: dict[Cell, set[str]] = {}
        for u, v in self.edges_on(solution):
            drawn.setdefault(u, set()).add("e" if u[0] == v[0] else "s")
            drawn.setdefault(v, set()).add("w" if u[0] == v[0] else "n")

        def token(cell: Cell) -> str:
            sides = "".join(side for side in "nesw" if side in drawn.get(cell, ()))
            sign = self.TOKENS[cell in on] if cell in cells else ""
            return ("" if sides and sign == "." else sign) + sides or "."

        return tuple(" ".join(token((r, c)) for c in range(self.width)) for r in range(self.height))

    def from_rows(self, rows: Sequence[str]) -> int:
        tokens = grid_tokens(rows, self.height, self.width)
        cells, edges = self.cells(), self.edges()
        held = set(cells)
        drawn: dict[Cell, set[str]] = {}
        mask = 0
        for cell, token in tokens.items():
            sign = token.rstrip("nesw") if edges else token
            sides = token[len(sign) :]
            wanted = self.TOKENS if cell in held else (".",)
            if (
                (sign or ".") not in wanted
                or (sides and sign == ".")
                or len(set(sides)) < len(sides)
            ):
                words = [*wanted, *["sides among n, e, s, w"] * bool(edges)]
                raise BoardError(f"expected {' or '.join(words)}, found {short(token)}", cell)
            tokens[cell], drawn[cell] = sign, set(sides)
        for i, cell in enumerate(cells):
            mask |= (tokens[cell] == self.TOKENS[1]) << i
        for i, (u, v) in enumerate(edges, start=len(cells)):
            out, back = ("e", "w") if u[0] == v[0] else ("s", "n")
            if (out in drawn[u]) != (back in drawn[v]):
                raise BoardError(f"expected cells {u} and {v} to agree on the side between them", v)
            mask |= (out in drawn[u]) << i
        known = set(edges)
        for cell, sides_held in drawn.items():
            for side in sorted(sides_held):
                beside = (cell[0] + SIDES[side][0], cell[1] + SIDES[side][1])
                if (min(cell, beside), max(cell, beside)) not in known:
                    raise BoardError(f"expected a side on the board, found {side}", cell)
        return mask

    # Pictures.

    def drawing(self, solution: int | None = None) -> Drawing:
        look: dict[str, Any] = {}
        for layer in self.PRINTED:
            look |= layer.drawn(getattr(self, layer.field))
        if self.POINTS:
            look["faces"] = look.pop("glyphs", {})
        marked = 0 if solution is None else ~solution if self.SHADE_OFF else solution
        cells, circles = frozenset(self.cells_on(marked)), look.get("circles", frozenset())
        if self.MARK is None or self.SHADE_OFF:
            look |= {"black": cells & circles, "shaded": cells - circles}
        else:
            look["filled"] = dict.fromkeys(cells, self.MARK)
        return Drawing(
            self.height,
            self.width,
            lines=frozenset(self.edges_on(solution or 0)),
            linked=self.LINKED,
            title=self.title(solution),
            **look,
        )

    def position_drawing(self, on: int, off: int) -> Drawing:
        picture = super(GridBoard, self).position_drawing(on, off)
        if not self.SHADE_OFF:
            return picture
        # Open cells are blank as those that are on; so these carry the crosses of what is not shaded.
        cells = (1 << len(self.cells())) - 1
        shown = self.drawn((~off & cells) | (on & ~cells))
        crosses = self.chosen((on & cells) | (off & ~cells))
        return replace(shown, crosses=crosses, title=picture.title)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellBoard(GridBoard):
    """A variable per cell, in reading order; edges after them, if the class has any."""

    def cells(self) -> tuple[Cell, ...]:
        return self.everywhere()


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionBoard(CellBoard):
    """A board divided into regions: ``regions[r][c]`` is a number, counted from 0 in reading order."""

    PRINTED: ClassVar[tuple[Layer, ...]] = (Regions(),)

    regions: tuple[tuple[int, ...], ...]

    def areas(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each region, in reading order."""
        return regions_of(self.regions)


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeBoard(GridBoard):
    """A variable per edge: for each cell in reading order its edge to the right, then its edge down."""

    LINKED: ClassVar[bool] = True

    def edges(self) -> tuple[Edge, ...]:
        return grid_edges(self.height, self.width)
