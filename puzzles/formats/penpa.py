"""Penpa+ URLs (``m=edit&p=`` or ``m=solve&p=``) of the four puzzles.

The payload is base64 of raw deflate of lines: ``square,W,H,...`` with the margins in W and H; the
margins [top, bottom, left, right]; (ignored); the problem as JSON; the solution as JSON (ignored).
Penpa+ shortens JSON names to z and a letter.  A position is
``category * (H + 4) * (W + 4) + (row + 2) * (W + 4) + column + 2``, category 0 for a cell and 1 for
its lower right corner.  The format does not name the puzzle; the content tells it:

- numbers: Numberlink; walls and circles: Nondango; walls alone: Norinori;
- circles alone: Binairo (``circle_M`` or ``circle_L`` style 1 or 8 white, 2 black), or Nondango of
  one region where the circles are of style 4.

Squares on corners are a decoration of the grid and passed over.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from puzzles.binairo import Binairo
from puzzles.board import Board
from puzzles.formats.bits import regions_between
from puzzles.formats.text import Text, Token, short
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink
from puzzles.rules import Cell, Edge, name_of

__all__ = ["read", "recognises"]

_MARK = re.compile(r"(?:^|[#?&])m=(?:edit|solve)&p=([^&\s]*)")
_LONGEST = 1 << 22
"""Characters that a payload may unpack to; a board of 100 000 cells needs fewer."""

# Penpa+'s own abbreviations of the names in its JSON that matter here, and of null.
_NAMES = {
    "z9": "qa",
    "zQ": "pu_q",
    "zA": "pu_a",
    "zG": "grid",
    "zM": "edit_mode",
    "zS": "surface",
    "zL": "line",
    "zE": "edge",
    "zW": "wall",
    "zC": "cage",
    "zN": "number",
    "z1": "sudoku",
    "zY": "symbol",
    "zP": "special",
    "zB": "board",
    "zR": "command_redo",
    "zU": "command_undo",
    "z8": "command_replay",
    "zF": "freeline",
    "z2": "freeedge",
    "zT": "thermo",
    "z3": "arrows",
    "zD": "d",
    "z0": "squareframe",
    "z5": "polygon",
    "z4": "deleteedge",
    "z6": "killercages",
    "z7": "nobulbthermo",
    "z_": "__a",
}
# What would be part of a puzzle that we do not know.
_FOREIGN = ("line", "wall", "cage", "sudoku", "freeline", "freeedge", "thermo", "arrows")
_PLACES = ("a cell", "a corner", "an edge", "an edge")
"""What the positions of categories 0 to 3 are."""
_WHITE, _BLACK, _OPEN = frozenset({1, 8}), frozenset({2}), frozenset({4})


@dataclass(frozen=True, slots=True)
class _Page:
    """What a page shows on the cells of its board."""

    height: int
    width: int
    walls: frozenset[Edge]
    numbers: Mapping[Cell, str]
    circles: Mapping[Cell, int]
    shaded: frozenset[Cell]


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is there a Penpa+ payload in this line?"""
    return _MARK.search(text.string) is not None


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one URL; errors stand at the payload, which is compressed."""
    match = _MARK.search(text.string)
    if match is None:
        raise text.fault(0, "expected m=edit&p= and a payload")
    part = text.part(match.start(1), match.end(1)).unquoted()
    page = _page(part, _unpacked(part).split("\n"))
    return [_board(part, page, puzzle or _kind(part, page))]


def _unpacked(text: Text) -> str:
    try:
        data = base64.b64decode(text.string + "=" * (-len(text.string) % 4), validate=True)
        inflate = zlib.decompressobj(-15)
        content = inflate.decompress(data, _LONGEST)
        page = content.decode("utf-8") if inflate.eof else ""
    except (zlib.error, ValueError):
        raise text.fault(0, "expected base64 of a deflated Penpa+ page") from None
    if not inflate.eof:
        raise text.fault(0, f"expected a whole Penpa+ page of at most {_LONGEST} characters")
    return page


def _page(text: Text, lines: list[str]) -> _Page:
    if len(lines) < 4:
        raise text.fault(0, f"expected at least 4 lines in the Penpa+ page, found {len(lines)}")
    shape, *numbers = lines[0].split(",")
    if shape not in ("square", "sudoku", "kakuro") or len(numbers) < 2:
        raise text.fault(0, f"expected square,W,H,... in the Penpa+ page, found {short(lines[0])}")
    rows, columns = (Token(word, 0) for word in (numbers[1], numbers[0]))
    whole_height, whole_width = text.size(rows, columns)
    margins = re.fullmatch(r"\[(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3})\]", lines[1].strip())
    if margins is None:
        raise text.fault(0, f"expected four margins in the Penpa+ page, found {short(lines[1])}")
    top, bottom, left, right = (int(margin) for margin in margins.groups())
    height, width = whole_height - top - bottom, whole_width - left - right
    if height < 1 or width < 1:
        raise text.fault(0, "expected margins that leave a board in the Penpa+ page")
    problem = _problem(text, lines[3])
    stride = whole_width + 4
    plane = stride * (whole_height + 4)

    def place(index: str, category: int, name: str) -> Cell:
        """The cell of an index; it may lie beyond the board."""
        if not re.fullmatch("[0-9]{1,9}", index):
            raise text.fault(0, f"expected an index for each {name}, found {short(index)}")
        if (found := int(index) // plane) != category:
            where = _PLACES[found] if found < len(_PLACES) else f"a place of category {found}"
            message = f"expected each {name} at {_PLACES[category]}, found one at {where}"
            raise text.fault(0, f"{message} (index {index})")
        row, column = divmod(int(index) % plane, stride)
        return row - 2 - top, column - 2 - left

    def on_board(cell: Cell) -> bool:
        return 0 <= cell[0] < height and 0 <= cell[1] < width

    def on_corner(index: str) -> bool:
        return re.fullmatch("[0-9]{1,9}", index) is not None and int(index) // plane == 1

    def shown(name: str) -> Iterator[tuple[Cell, object]]:
        for index, value in _part(text, problem, name).items():
            what = name
            match value:
                case [_, str(sign), *_] if name == "symbol":
                    if sign.startswith("square_") and on_corner(index):
                        continue
                    what = f"symbol {short(sign)}"
            cell = place(index, 0, what)
            if not on_board(cell):
                raise text.fault(
                    0, f"expected each {name} on the board, found one at {name_of(cell)}"
                )
            yield cell, value

    walls = set()
    for key in _part(text, problem, "edge"):
        if "," not in key:
            continue  # a solver's cross on an edge
        first, second = (place(index, 1, "wall") for index in key.split(",", 1))
        wall = _wall(text, first, second)
        if all(on_board(cell) for cell in wall):
            walls.add(wall)
    return _Page(
        height,
        width,
        frozenset(walls),
        {cell: str(_first(text, value)).strip() for cell, value in shown("number")},
        {cell: _style(text, value) for cell, value in shown("symbol")},
        frozenset(cell for cell, value in shown("surface") if value in (1, 2, 3, 4, 8)),
    )


def _problem(text: Text, line: str) -> dict[str, object]:
    def whole(match: re.Match[str]) -> str:
        word = match[0]
        if word == "zO":
            return "null"
        return f'"{_NAMES[word]}"' if word in _NAMES else word

    # Strings are matched whole so that a label like "z1" stays what it is; one that is not closed
    # runs to the end, where JSON refuses it.
    written = re.sub(r'"(?:[^"\\]|\\.)*(?:"|$)|z[0-9A-Za-z_]', whole, line)
    try:
        problem = json.loads(written)
    except (ValueError, RecursionError):
        raise text.fault(0, "expected JSON in line 4 of the Penpa+ page") from None
    if not isinstance(problem, dict):
        raise text.fault(0, "expected an object in line 4 of the Penpa+ page")
    for name in _FOREIGN:
        if problem.get(name):
            raise text.fault(0, f"expected walls, numbers and circles only, found {name}")
    return problem


def _part(text: Text, problem: dict[str, object], name: str) -> dict[str, object]:
    part = problem.get(name, {})
    if not isinstance(part, dict):
        raise text.fault(0, f"expected an object for {name} in the Penpa+ page")
    return part


def _first(text: Text, value: object) -> object:
    if not isinstance(value, list) or not value or not isinstance(value[0], str | int):
        raise text.fault(0, "expected [number, color, mode] for a number in the Penpa+ page")
    return value[0]


def _style(text: Text, value: object) -> int:
    match value:
        case [int(style), ("circle_M" | "circle_L"), *_]:
            return style
        case _:
            shown = short(str(value))
            raise text.fault(0, f"expected symbols circle_M or circle_L, found {shown}")


def _wall(text: Text, first: Cell, second: Cell) -> Edge:
    """The two cells that the edge between two corners parts."""
    if first > second:
        first, second = second, first
    r, c = second
    if first == (r, c - 1):
        return (r, c), (r + 1, c)
    if first == (r - 1, c):
        return (r, c), (r, c + 1)
    raise text.fault(0, f"expected walls between next corners, found {first} and {second}")


def _kind(text: Text, page: _Page) -> str:
    if page.numbers:
        if set(page.numbers.values()) <= {"0", "1"}:
            message = "expected the kind from the caller: this may be binairo or numberlink"
            raise text.fault(0, message)
        return "numberlink"
    if page.circles:
        is_open = set(page.circles.values()) <= _OPEN
        return "nondango" if page.walls or is_open else "binairo"
    if page.walls:
        return "norinori"
    raise text.fault(0, "expected walls, circles or numbers, found an empty page")


def _board(text: Text, page: _Page, kind: str) -> Board:
    foreign: dict[str, dict[str, Collection[object]]] = {
        "binairo": {"walls": page.walls},
        "numberlink": {"walls": page.walls},
        "norinori": {"numbers": page.numbers, "circles": page.circles, "shading": page.shaded},
        "nondango": {"numbers": page.numbers},
    }
    for what, found in foreign[kind].items():
        if found:
            raise text.fault(0, f"expected a {kind} board without {what}")
    signs = {cell: _sign(text, page, cell, kind) for cell in (*page.circles, *page.numbers)}
    rows = [
        [Token(signs.get((r, c), "."), 0) for c in range(page.width)] for r in range(page.height)
    ]
    if kind == "binairo":
        return Binairo.from_grids(text, rows)
    if kind == "numberlink":
        return Numberlink.from_grids(text, rows)
    regions = [
        [Token(str(number), 0) for number in row]
        for row in regions_between(set(page.walls), page.height, page.width)
    ]
    if kind == "norinori":
        return Norinori.from_grids(text, regions)
    return Nondango.from_grids(text, regions, rows, words=Nondango.ELSEWHERE)


def _sign(text: Text, page: _Page, cell: Cell, kind: str) -> str:
    """What a number or circle is called in a grid of this kind."""
    number = page.numbers.get(cell)
    if kind == "numberlink":
        # A circle around a label is an ornament.
        if number == ".":
            raise text.fault(0, "expected labels, found .")
        return "." if number is None else number
    style = page.circles.get(cell, 0)
    if kind == "nondango":
        if style in _OPEN | _WHITE:
            return "o"
        raise text.fault(0, f"expected open circles (style 4, 1 or 8), found style {style}")
    if number is not None and number in "01":
        return number
    if style in _WHITE | _BLACK:
        return str(int(style in _BLACK))
    shown = f"style {style}" if number is None else short(number)
    raise text.fault(0, f"expected circles of style 1, 8 or 2, or numbers 0 and 1, found {shown}")
