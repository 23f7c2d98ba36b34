"""Pictures of several solutions at once: two compared side by side, or all of them as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape

from puzzles.drawing import Drawing
from puzzles.rules import Place
from puzzles.source import BoardLike, as_board
from puzzles.svg import render_svg
from puzzles.unicode_art import render_text

__all__ = ["Picture", "compare", "heat_map", "html"]


@dataclass(frozen=True, slots=True)
class Picture:
    """Drawings side by side, as text for a terminal and as SVG for Jupyter and for files."""

    drawings: tuple[Drawing, ...]

    def __str__(self) -> str:
        return render_text(*self.drawings)

    def svg(self) -> str:
        """The picture as an SVG document."""
        return render_svg(*self.drawings)

    def _repr_svg_(self) -> str:
        return self.svg()


def html(lines: Sequence[str], picture: Picture | None = None) -> str:
    """Words above a picture, for Jupyter; the first line is set off.

    >>> html(["unique", "0.1 s"])
    '<div><p><b>unique</b><br>0.1 s</p></div>'
    """
    first, *rest = map(escape, lines)
    words = "<br>".join([f"<b>{first}</b>", *rest])
    return f"<div><p>{words}</p>{picture.svg() if picture else ''}</div>"


def compare(board: BoardLike, first: int, second: int) -> Picture:
    """Two assignments side by side, the places highlighted at which they differ.

    >>> from puzzles import Binairo
    >>> print(compare(Binairo.blank(2, 2), 0b0110, 0b1001))
        0   1         0   1
      ┏━━━┯━━━┓     ┏━━━┯━━━┓
    0 ┃[0]│[1]┃   0 ┃[1]│[0]┃
      ┠───┼───┨     ┠───┼───┨
    1 ┃[1]│[0]┃   1 ┃[0]│[1]┃
      ┗━━━┷━━━┛     ┗━━━┷━━━┛
    first         second: 4 places differ
    """
    board = as_board(board)
    places = board.differ(first, second)
    differ = f"{len(places)} place differs" if len(places) == 1 else f"{len(places)} places differ"
    captions = ("first", f"second: {differ}")
    return Picture(
        tuple(
            replace(board.drawn(mask), highlight=frozenset(places), caption=caption)
            for mask, caption in zip((first, second), captions, strict=True)
        )
    )


def heat_map(
    board: BoardLike,
    shares: Mapping[Place, Fraction | float],
    caption: str = "",
    *,
    numbers: bool = False,
) -> Picture:
    """The board with the share, 0 to 1, of its solutions in which each place is on (dark is 1).

    ``numbers`` writes the shares out in whole per cents, 0 and 100 only where they are exact.
    """
    board = as_board(board)
    title = f"{board.title()}, heat map"
    return Picture(
        (replace(board.drawn(), heat=shares, written=numbers, caption=caption, title=title),)
    )
