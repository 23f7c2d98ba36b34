"""Pictures in unicode characters, for a terminal: no colours, no escape codes.

Region borders and paths are heavy lines, shaded cells ``▓▓▓``, circles ``○`` and ``●``.  A
highlighted cell stands in brackets, ``[0]``; a highlighted edge is a double line, or ``×`` where
the path does not use it.  A step's premises stand in ``‹0›``, as ``╍`` or as ``⊗``.  In a partial
solution ``·``, ``⊙`` and, between stations, ``×`` mark what is known to be off.  A heat map prints
per cents, where 0 % and 100 % are exact.  The numbers of columns stand above, those of rows to the
left.
"""

from __future__ import annotations

from puzzles.drawing import Drawing, cells_among, columns, edges_among, per_cent, printable
from puzzles.rules import Cell

__all__ = ["render_text"]

# Box drawing characters by the weights (0 none, 1 light, 2 heavy) of their arms: the character at
# 27 north + 9 east + 3 south + west.
_BOXES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_GAP = "   "


def box(north: int, east: int, south: int, west: int) -> str:
    """The box drawing character with arms of these weights.

    >>> box(0, 1, 2, 0)
    '┎'
    """
    return _BOXES[27 * north + 9 * east + 3 * south + west]


def render_text(*drawings: Drawing) -> str:
    """The pictures side by side, each with its caption below."""
    blocks = [_block(drawing) for drawing in drawings]
    widths = [max(map(columns, block)) for block in blocks]
    lines = []
    for i in range(max(map(len, blocks))):
        cut = [block[i] if i < len(block) else "" for block in blocks]
        padded = [
            line + " " * (width - columns(line)) for line, width in zip(cut, widths, strict=True)
        ]
        lines.append(_GAP.join(padded).rstrip())
    return "\n".join(lines)


def _block(drawing: Drawing) -> list[str]:
    lines = _Canvas(drawing).lines()
    if edges_among(drawing.heat):
        lines.append("share: ━ all, ─ from 1/2, ┈ less, blank none")
    if drawing.caption:
        lines.append(printable(drawing.caption))
    return lines


class _Canvas:
    """A matrix of characters: cells of one row by ``inner`` columns, and the borders between.

    A character of two columns is followed by an empty one, so that a row's length is its width.
    """

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        cells = [(r, c) for r in range(drawing.height) for c in range(drawing.width)]
        self.texts = {cell: _text(drawing, cell) for cell in cells}
        faces = map(printable, drawing.faces.values())
        widest = max(map(columns, (*self.texts.values(), *faces)))
        # Room for brackets or a piece of path on both sides; odd, so that there is a middle.
        # Where shares stand between stations, they need more.
        between = drawing.written and any(edges_among(drawing.heat))
        self.inner = max(7 if between else 3, (widest + 2) | 1)
        self.matrix = [
            [" "] * (drawing.width * (self.inner + 1) + 1) for _ in range(2 * drawing.height + 1)
        ]
        self._borders()
        self._lines()
        for u, v in edges_among(drawing.crosses):
            self._cross(u, v)
        for cell in cells:
            self._cell(cell)
        self._faces()
        self._premises()
        self._highlights()

    def lines(self) -> list[str]:
        """The rows of the picture, with the numbers of columns and rows around."""
        picture = ["".join(row) for row in self.matrix]
        if not self.drawing.numbered:
            return picture
        room = len(str(self.drawing.height - 1))
        head = "".join(f" {c:^{self.inner}}" for c in range(self.drawing.width))
        names = [f"{i // 2 if i % 2 else '':>{room}} " for i in range(len(picture))]
        rows = (name + row for name, row in zip(names, picture, strict=True))
        return [f"{'':{room}} {head} ", *rows]

    def _middle(self, cell: Cell) -> tuple[int, int]:
        return 2 * cell[0] + 1, cell[1] * (self.inner + 1) + 1 + self.inner // 2

    def _borders(self) -> None:
        height, width, wall = self.drawing.height, self.drawing.width, self.drawing.wall

        def across(r: int, c: int) -> int:
            """The wall above cell (r, c), which may be a row below the board."""
            return wall((r - 1, c), (r, c)) if 0 <= c < width else 0

        def along(r: int, c: int) -> int:
            """The wall left of cell (r, c)."""
            return wall((r, c - 1), (r, c)) if 0 <= r < height else 0

        for r in range(height + 1):
            for c in range(width + 1):
                left, top = c * (self.inner + 1), 2 * r
                self.matrix[top][left] = box(
                    along(r - 1, c), across(r, c), along(r, c), across(r, c - 1)
                )
                if c < width:
                    line = box(0, across(r, c), 0, across(r, c))
                    self.matrix[top][left + 1 : left + 1 + self.inner] = line * self.inner
                if r < height:
                    self.matrix[top + 1][left] = box(along(r, c), 0, along(r, c), 0)

    def _run(self, one: Cell, other: Cell, flat: str, upright: str) -> None:
        """Draw from one cell's middle to the next, both left out."""
        (y, left), (below, right) = self._middle(one), self._middle(other)
        if y == below:
            self.matrix[y][left + 1 : right] = flat * (right - left - 1)
        else:
            self.matrix[y + 1][left] = upright

    def _cross(self, one: Cell, other: Cell, sign: str = "×") -> None:
        (y, left), (below, right) = self._middle(one), self._middle(other)
        self.matrix[(y + below) // 2][(left + right) // 2] = sign

    def _share(self, one: Cell, other: Cell, text: str) -> None:
        (y, left), (below, right) = self._middle(one), self._middle(other)
        self._write((y + below) // 2, (left + right + 1 - len(text)) // 2, text)

    def _lines(self) -> None:
        for u, v in edges_among(self.drawing.heat):
            share = self.drawing.heat[u, v]
            weight = ("━", "┃") if share == 1 else ("─", "│") if 2 * share >= 1 else ("┈", "┊")
            if share > 0:
                self._run(u, v, *weight)
                if self.drawing.written:
                    self._share(u, v, per_cent(share))
        arms: dict[Cell, set[str]] = {}
        for u, v in self.drawing.lines:
            self._run(u, v, "━", "┃")
            out, back = ("e", "w") if u[0] == v[0] else ("s", "n")
            arms.setdefault(u, set()).add(out)
            arms.setdefault(v, set()).add(back)
        for cell, held in arms.items():
            y, x = self._middle(cell)
            self.matrix[y][x] = box(*(2 if side in held else 0 for side in "nesw"))

    def _cell(self, cell: Cell) -> None:
        y, x = self._middle(cell)
        text = self.texts[cell]
        if cell in self.drawing.shaded:
            self._fill(cell, "▓")
        if self.drawing.linked and not text and self.matrix[y][x] == " ":
            text = "·"
        self._write(y, x - columns(text) // 2, text)

    def _faces(self) -> None:
        """What is printed where the corners of four cells meet."""
        for (r, c), text in self.drawing.faces.items():
            shown = printable(text)
            x = (c + 1) * (self.inner + 1)
            self._write(2 * r + 2, x - columns(shown) // 2, shown)

    def _fill(self, cell: Cell, letter: str) -> None:
        y, x = self._middle(cell)
        left = x - self.inner // 2
        self.matrix[y][left : left + self.inner] = letter * self.inner

    def _write(self, y: int, x: int, text: str) -> None:
        for letter in text:
            taken = columns(letter)
            if taken == 0:
                self.matrix[y][x - 1] += letter
                continue
            self.matrix[y][x : x + taken] = [letter, ""][:taken]
            x += taken

    def _premises(self) -> None:
        for u, v in edges_among(self.drawing.premises):
            if (u, v) in self.drawing.lines:
                self._run(u, v, "╍", "╏")
            else:
                self._cross(u, v, "⊗")
        self._enclose(cells_among(self.drawing.premises), "‹›")

    def _highlights(self) -> None:
        for u, v in edges_among(self.drawing.highlight):
            if (u, v) in self.drawing.lines:
                self._run(u, v, "═", "║")
            else:
                self._cross(u, v)
        self._enclose(cells_among(self.drawing.highlight), "[]")

    def _enclose(self, cells: list[Cell], signs: str) -> None:
        for cell in cells:
            y, x = self._middle(cell)
            reach = columns(self.texts[cell]) // 2 + 1
            self.matrix[y][x - reach], self.matrix[y][x + reach] = signs[0], signs[1]


def _text(drawing: Drawing, cell: Cell) -> str:
    """What stands in the cell's middle."""
    if cell in drawing.glyphs:
        return printable(drawing.glyphs[cell])
    if cell in drawing.heat:
        return per_cent(drawing.heat[cell])
    if cell in drawing.circles:
        return "●" if cell in drawing.black else "⊙" if cell in drawing.crosses else "○"
    return printable(drawing.filled.get(cell, "·" if cell in drawing.crosses else ""))
