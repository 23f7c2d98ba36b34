"""Draws the pictures of README.md anew: ``python docs/pictures/draw.py`` in the root of a checkout.

The boards come from examples/, the plot from the ledger's record.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import count
import encode
import ladder
import ledger
import puzzles

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"


def ladder_steps() -> str:
    """Three steps of the ladder on a Numberlink board, each with its reason."""
    board = puzzles.read(str(EXAMPLES / "numberlink-7x7.txt"))
    pictures = list(ladder.climb(board, trace=True).pictures())
    chosen = [pictures[len(pictures) * k // 12] for k in (2, 6, 11)]
    return puzzles.Picture(tuple(drawing for p in chosen for drawing in p.drawings)).svg()


def several_solutions() -> str:
    """A board with four solutions: the share of each edge, and two solutions compared."""
    board = puzzles.read(str(EXAMPLES / "numberlink-several-6x6.txt"))
    heat = puzzles.heat_map(
        board, count.marginals(board), f"over {count.count(board).value} solutions"
    )
    first, second = encode.decide(board).solutions
    both = puzzles.compare(board, first.mask, second.mask)
    return puzzles.Picture((*heat.drawings, *both.drawings)).svg()


def dial() -> str:
    """Claim D11: certified circles put at random, and how the cut into regions moves the curve."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "kazoe"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    found = ledger.record()["D11"].figures
    curves = [
        ("three cells a region, none has one", "", "o-"),
        ("three cells a region, some have one", "3 cells a region, from cells, ", "^:"),
    ]
    article = {}
    for label, words, style in curves:
        points = {k: found.get(f"8x8, {words}{k} white: unique") for k in range(15)}
        drawn = {k: each for k, each in points.items() if each}
        ends = [each.interval or (each.value, each.value) for each in drawn.values()]
        below = [each.value - low for each, (low, _) in zip(drawn.values(), ends, strict=True)]
        above = [high - each.value for each, (_, high) in zip(drawn.values(), ends, strict=True)]
        shares = [each.value for each in drawn.values()]
        axes.errorbar(
            list(drawn), shares, [below, above], fmt=style, color="black", mfc="white", label=label
        )
        article |= {k: each.article for k, each in drawn.items() if each.article is not None}
    theirs = [float(str(each)) for each in article.values()]
    axes.plot(article.keys(), theirs, "kx", markersize=11, mew=2.5, label="the article", zorder=9)
    axes.set(xlabel="certified white circles on 8x8", ylabel="boards with one solution, %")
    axes.set_ylim(0, 104)
    axes.legend(frameon=False, loc="lower left")
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    return text.getvalue()


PICTURES = {"ladder": ladder_steps, "several": several_solutions, "dial": dial}

if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        (HERE / f"{name}.svg").write_text(PICTURES[name](), encoding="utf-8")
