"""A claim's figures as a plot: ours with their intervals, the article's figure as a cross."""

from __future__ import annotations

from html import escape

from ledger.record import Entry, Measured
from ledger.tally import Mean, Rate, Values

__all__ = ["plot"]

_ROW, _LABELS, _WIDTH, _TOP = 16, 470, 320, 24


def plot(entry: Entry) -> str:
    """SVG with a row per figure that was sampled.

    Rates run from 0 to 100 %.  Means and medians of one name have a scale of their own, from 0 to the
    largest end of an interval or article's figure.
    """
    rows = [each for each in entry.figures.values() if each.interval is not None]
    scale: dict[tuple[str, str], float] = {}
    for each in rows:
        key = _block(each)
        scale[key] = max(scale.get(key, 1e-9), *_ends(each), _article(each) or 0.0)
    height = _TOP + _ROW * len(rows) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LABELS + _WIDTH + 20}" height="{height}"'
        ' font-family="sans-serif" font-size="10">',
        f"<title>Claim {entry.claim.id}: ours (points, 95 %) and the article (crosses)</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="4" y="14">{entry.claim.id}: points with 95 % intervals are ours, crosses the'
        " article's; variations are grey</text>",
    ]
    for number, each in enumerate(rows):
        y = _TOP + _ROW * number + _ROW // 2
        most = 100.0 if isinstance(each.tally, Rate) else scale[_block(each)]
        colour = "#777777" if each.figure.variation else "black"
        low, high = (_at(end, most) for end in _ends(each))
        parts += [
            f'<text x="{_LABELS - 6}" y="{y + 3}" text-anchor="end" fill="{colour}">'
            f"{escape(each.name)}</text>",
            f'<line x1="{_LABELS}" y1="{y}" x2="{_LABELS + _WIDTH}" y2="{y}" stroke="#eeeeee"/>',
            f'<line x1="{low}" y1="{y}" x2="{high}" y2="{y}" stroke="{colour}" stroke-width="2"/>',
            f'<circle cx="{_at(each.value, most)}" cy="{y}" r="3" fill="{colour}"/>',
        ]
        article = _article(each)
        if article is not None:
            x = float(_at(article, most))
            parts.append(
                f'<path d="M{x - 4:.1f} {y - 4}l8 8m0 -8l-8 8" stroke="#c00000"'
                ' stroke-width="1.5" fill="none"/>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _block(each: Measured) -> tuple[str, str]:
    return each.tally.kind, each.name.rpartition(": ")[2]


def _ends(each: Measured) -> tuple[float, float]:
    return each.interval or (0.0, 0.0)


def _article(each: Measured) -> float | None:
    if each.article is None or not isinstance(each.tally, Rate | Mean | Values):
        return None
    return float(str(each.article))


def _at(value: float, most: float) -> str:
    return f"{_LABELS + _WIDTH * min(max(value, 0.0) / most, 1.0):.1f}"
