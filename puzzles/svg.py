"""Pictures as SVG: plain shapes and generic fonts, legible in black and white.

A document stands alone (white background, no identifiers, no style sheet), so that several can
share one page; the same drawing always gives the same text.  Lengths are in user units; a cell is
36 of them wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from textwrap import wrap

from puzzles.drawing import Drawing, cells_among, columns, edges_among, per_cent, printable
from puzzles.rules import Cell, Edge, Place, cells_of

__all__ = ["HALF", "render_svg", "spot"]

_CELL = 36
HALF = _CELL // 2
"""Half the side of a cell, in user units: how far from its middle a place reaches."""
_MARGIN = 6
_RULER = 16
"""The room above and left of a board for the numbers of its columns and rows."""
_GAP = 30
_LETTER = 0.7
"""The width of a column of text by its size, with room for wide fonts."""
_SMALLEST = 5
"""The least size of a label; one too long even so is squeezed."""
_LEGEND = 230
_LONGEST = 1200
"""Larger pictures are scaled down to so many pixels."""
_SHADE = "#8c8c8c"
_PATH = "#4a7fb5"


def render_svg(*drawings: Drawing) -> str:
    """The pictures side by side in one document, each with its legend and caption below."""
    parts = []
    left = _MARGIN
    height = 0
    for drawing in drawings:
        lines = list(_picture(drawing))
        corner = f"{left + _ruler(drawing)},{_MARGIN + _ruler(drawing)}"
        parts += [f'<g transform="translate({corner})">', *lines, "</g>"]
        left += _width(drawing) + _GAP
        height = max(height, _height(drawing))
    width, height = left - _GAP + _MARGIN, height + 2 * _MARGIN
    scale = min(1, _LONGEST / max(width, height))
    title = "; ".join(dict.fromkeys(printable(drawing.title) for drawing in drawings))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}"'
        f' width="{width * scale:.0f}" height="{height * scale:.0f}" font-family="sans-serif">'
    )
    white = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return (
        "\n".join((head, f"<title>{escape(title, quote=False)}</title>", white, *parts, "</svg>"))
        + "\n"
    )


def spot(place: Place) -> tuple[int, int]:
    """Where a place's middle lies (right, down) in a document of one numbered drawing, in user units.

    >>> spot((0, 0)), spot(((0, 0), (0, 1)))
    ((40, 40), (58, 40))
    """
    middles = [_middle(cell) for cell in cells_of(place)]
    x, y = (sum(along) // len(middles) for along in zip(*middles, strict=True))
    return x + _MARGIN + _RULER, y + _MARGIN + _RULER


def _ruler(drawing: Drawing) -> int:
    return _RULER if drawing.numbered else 0


def _width(drawing: Drawing) -> int:
    texts = [14 * _LETTER * columns(line) for line in _caption(drawing)]
    legend = [_LEGEND] if drawing.heat else []
    return _ruler(drawing) + int(max([drawing.width * _CELL, *legend, *texts]))


def _height(drawing: Drawing) -> int:
    legend = 30 if drawing.heat else 0
    return _ruler(drawing) + drawing.height * _CELL + legend + 20 * len(_caption(drawing))


def _caption(drawing: Drawing) -> list[str]:
    return wrap(printable(drawing.caption), max(28, int(drawing.width * _CELL / (14 * _LETTER))))


def _picture(drawing: Drawing) -> Iterator[str]:
    """What is painted later covers what was painted before."""
    if drawing.numbered:
        yield from _numbers(drawing)
    yield from _floor(drawing)
    yield from _walls(drawing)
    yield from _edges(drawing)
    yield from _marks(drawing)
    yield from _stations(drawing)
    yield from _crosses(drawing)
    yield from _faces(drawing)
    yield from _labels(drawing)
    if drawing.written:
        yield from _shares(drawing)
    below = drawing.height * _CELL
    if drawing.heat:
        yield from _legend(below + 14)
        below += 30
    for i, line in enumerate(_caption(drawing)):
        yield f'<text x="0" y="{below + 16 + 20 * i}" font-size="14">{escape(line, quote=False)}</text>'


def _numbers(drawing: Drawing) -> Iterator[str]:
    """The numbers of columns above the board, and those of rows to its left."""
    look = 'font-size="11" fill="#555" text-anchor'
    for c in range(drawing.width):
        yield f'<text x="{c * _CELL + HALF}" y="-5" {look}="middle">{c}</text>'
    for r in range(drawing.height):
        # Three digits are squeezed into the margin.
        squeeze = f' textLength="{_RULER}" lengthAdjust="spacingAndGlyphs"' if r > 99 else ""
        yield f'<text x="-4" y="{r * _CELL + HALF + 4}" {look}="end"{squeeze}>{r}</text>'


def _middle(cell: Cell) -> tuple[int, int]:
    return cell[1] * _CELL + HALF, cell[0] * _CELL + HALF


def _grey(share: Fraction | float) -> str:
    """From white at 0 to nearly black at 1."""
    level = 255 - round(235 * share)
    return f"#{level:02x}{level:02x}{level:02x}"


def _square(cell: Cell, inset: int, attributes: str, inside: str = "") -> str:
    x, y = cell[1] * _CELL + inset, cell[0] * _CELL + inset
    size = _CELL - 2 * inset
    end = f">{inside}</rect>" if inside else "/>"
    return f'<rect x="{x}" y="{y}" width="{size}" height="{size}" {attributes}{end}'


def _tip(place: Place, share: Fraction | float) -> str:
    """What a browser shows when the pointer rests on the place."""
    name = "-".join(f"r{r}c{c}" for r, c in cells_of(place))
    return f"<title>{name}: {share}</title>"


def _floor(drawing: Drawing) -> Iterator[str]:
    for cell in cells_among(drawing.heat):
        if cell not in drawing.circles:
            share = drawing.heat[cell]
            yield _square(cell, 0, f'fill="{_grey(share)}"', _tip(cell, share))
    for cell in sorted(drawing.shaded):
        yield _square(cell, 0, f'fill="{_SHADE}"')


def _walls(drawing: Drawing) -> Iterator[str]:
    """Grid lines dotted where paths cross them, borders of regions heavy; one path each."""
    thin: list[str] = []
    heavy: list[str] = []
    for r in range(drawing.height + 1):
        for c in range(drawing.width + 1):
            x, y = c * _CELL, r * _CELL
            if c < drawing.width:
                lines = heavy if drawing.wall((r - 1, c), (r, c)) == 2 else thin
                lines.append(f"M{x} {y}h{_CELL}")
            if r < drawing.height:
                lines = heavy if drawing.wall((r, c - 1), (r, c)) == 2 else thin
                lines.append(f"M{x} {y}v{_CELL}")
    dots = ' stroke-dasharray="2 2"' if drawing.linked else ""
    if thin:
        yield f'<path d="{"".join(thin)}" stroke="#777" stroke-width="1"{dots}/>'
    # The white edge keeps a border visible between the dark cells of a heat map; shaded cells are not
    # so dark, and it would cut a domino in two.
    for colour, width in [("#fff", 6)] * bool(drawing.heat) + [("#000", 3)]:
        look = f'stroke="{colour}" stroke-width="{width}" stroke-linecap="square"'
        yield f'<path d="{"".join(heavy)}" {look}/>'


def _stroke(edges: Iterable[Edge], attributes: str, inside: str = "") -> str:
    steps = []
    for u, v in edges:
        (x, y), (i, j) = _middle(u), _middle(v)
        steps.append(f"M{x} {y}L{i} {j}")
    end = f">{inside}</path>" if inside else "/>"
    return f'<path d="{"".join(steps)}" fill="none" stroke-linecap="round" {attributes}{end}'


def _edges(drawing: Drawing) -> Iterator[str]:
    # The darker ones later, so that where several meet the most frequent goes through whole.
    for edge in sorted(edges_among(drawing.heat), key=lambda edge: (drawing.heat[edge], edge)):
        share = drawing.heat[edge]
        if share > 0:
            # Never so faint that "seldom" looks like "never".
            look = f'stroke="{_grey(0.2 + 0.8 * float(share))}" stroke-width="8"'
            yield _stroke([edge], look, _tip(edge, share))
    changed = edges_among(drawing.highlight)
    on = [edge for edge in changed if edge in drawing.lines]
    off = [edge for edge in changed if edge not in drawing.lines]
    if off:
        yield _stroke(off, 'stroke="#000" stroke-width="3" stroke-dasharray="0.1 6"')
    if on:
        yield _stroke(on, 'stroke="#000" stroke-width="14"')
    seen = [edge for edge in edges_among(drawing.premises) if edge in drawing.lines]
    if seen:
        yield _stroke(seen, 'stroke="#000" stroke-width="12"')
    if drawing.lines:
        yield _stroke(sorted(drawing.lines), f'stroke="{_PATH}" stroke-width="8"')
    if on:
        yield _stroke(on, 'stroke="#fff" stroke-width="3"')


def _stations(drawing: Drawing) -> Iterator[str]:
    """Printed circles, and the discs on which the ends of paths carry their labels."""
    for cell in sorted(drawing.circles):
        x, y = _middle(cell)
        fill = "#000" if cell in drawing.black else "#fff"
        tip = ""
        if cell in drawing.heat:
            fill, tip = _grey(drawing.heat[cell]), _tip(cell, drawing.heat[cell])
        look = f'r="12" fill="{fill}" stroke="#000" stroke-width="1.5"'
        yield f'<circle cx="{x}" cy="{y}" {look}' + (f">{tip}</circle>" if tip else "/>")
    if drawing.linked:
        for cell, text in sorted(drawing.glyphs.items()):
            x, y = _middle(cell)
            half = _half_disc(text)
            yield (
                f'<rect x="{x - half}" y="{y - 14}" width="{2 * half}" height="28" rx="14"'
                ' fill="#fff" stroke="#000" stroke-width="1.5"/>'
            )


def _half_disc(text: str) -> int:
    """Half the width of a path end's disc; long labels stretch it."""
    return 14 if columns(text) < 3 else 17


def _crosses(drawing: Drawing) -> Iterator[str]:
    """What is known to be off: a dot in a cell or circle, a cross between two stations."""
    for x, y in map(_middle, cells_among(drawing.crosses)):
        yield f'<circle cx="{x}" cy="{y}" r="3"/>'
    for u, v in edges_among(drawing.premises):
        if (u, v) not in drawing.lines:
            (x, y), (i, j) = _middle(u), _middle(v)
            at = f'cx="{(x + i) // 2}" cy="{(y + j) // 2}"'
            yield f'<circle {at} r="7" fill="#fff" stroke="#000" stroke-width="1.5"/>'
    steps = []
    for u, v in edges_among(drawing.crosses):
        (x, y), (i, j) = _middle(u), _middle(v)
        a, b = (x + i) // 2, (y + j) // 2
        steps.append(f"M{a - 3} {b - 3}L{a + 3} {b + 3}M{a - 3} {b + 3}L{a + 3} {b - 3}")
    if steps:
        yield f'<path d="{"".join(steps)}" stroke="#000" stroke-width="1.5"/>'


def _marks(drawing: Drawing) -> Iterator[str]:
    """Frames within white ones, to be seen on any shade: thin ones for premises, dashed ones for
    what is highlighted."""
    for cell in cells_among(drawing.premises):
        yield _square(cell, 3, 'fill="none" stroke="#fff" stroke-width="5"')
        yield _square(cell, 3, 'fill="none" stroke="#000" stroke-width="1"')
    for cell in cells_among(drawing.highlight):
        yield _square(cell, 3, 'fill="none" stroke="#fff" stroke-width="5"')
        yield _square(cell, 3, 'fill="none" stroke="#000" stroke-width="3" stroke-dasharray="6 4"')


def _faces(drawing: Drawing) -> Iterator[str]:
    """What is printed where the corners of four cells meet."""
    for (r, c), text in sorted(drawing.faces.items()):
        size = max(_SMALLEST, min(19, int((_CELL - 6) / (_LETTER * max(1, columns(text))))))
        x, y = (c + 1) * _CELL, (r + 1) * _CELL
        yield (
            f'<text x="{x}" y="{y + 0.36 * size:.1f}" font-size="{size}" text-anchor="middle"'
            f' font-weight="bold" stroke="#fff" stroke-width="4" paint-order="stroke">'
            f"{escape(printable(text), quote=False)}</text>"
        )


def _labels(drawing: Drawing) -> Iterator[str]:
    for cell, text in sorted({**drawing.filled, **drawing.glyphs}.items()):
        printed = cell in drawing.glyphs
        # Within the disc of a path's end, else within the cell.
        room = 2 * _half_disc(text) - 5 if drawing.linked and printed else _CELL - 6
        size = max(_SMALLEST, min(19, int(room / (_LETTER * max(1, columns(text))))))
        squeeze = ""
        if size * _LETTER * columns(text) > room:
            squeeze = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"'
        x, y = _middle(cell)
        weight = ' font-weight="bold"' if printed else ""
        dark = cell in drawing.heat and cell not in drawing.circles and drawing.heat[cell] > 0.5
        fill = ' fill="#fff"' if dark else ""
        yield (
            f'<text x="{x}" y="{y + 0.36 * size:.1f}" font-size="{size}" text-anchor="middle"'
            f"{weight}{fill}{squeeze}>{escape(printable(text), quote=False)}</text>"
        )


def _shares(drawing: Drawing) -> Iterator[str]:
    """The shares in per cents: in cells that hold nothing else, and on edges that are ever on."""
    for place, share in drawing.heat.items():
        cells = tuple(cells_of(place))
        if len(cells) == 1 and cells[0] in {**drawing.glyphs, **drawing.filled}:
            continue
        if len(cells) == 2 and not share:
            continue
        xs, ys = zip(*map(_middle, cells), strict=True)
        x, y = sum(xs) // len(xs), sum(ys) // len(ys)
        look = 'fill="#fff"' if share > 0.5 else ""
        if len(cells) == 2:
            look = 'stroke="#fff" stroke-width="3" paint-order="stroke"'
        size = 8 if len(cells) == 2 or cells[0] in drawing.circles else 11
        yield (
            f'<text x="{x}" y="{y + 0.36 * size:.1f}" font-size="{size}" text-anchor="middle"'
            f"{' ' * bool(look)}{look}>{per_cent(share)}</text>"
        )


def _legend(y: int) -> Iterator[str]:
    """A scale of eleven shades between 0 and 1."""
    yield f'<text x="0" y="{y + 10}" font-size="12">share 0</text>'
    for i in range(11):
        look = f'fill="{_grey(Fraction(i, 10))}" stroke="#777" stroke-width="0.5"'
        yield f'<rect x="{48 + 14 * i}" y="{y}" width="14" height="12" {look}/>'
    yield f'<text x="208" y="{y + 10}" font-size="12">1</text>'
