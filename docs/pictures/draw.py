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
    """Claim D11: certified circles put at random, and the share of boards that stay unique."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "kazoe"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3), layout="constrained")
    entry = ledger.record()["D11"]
    for side, mark, line in ((8, "o", "-"), (12, "s", "--")):
        found = {
            int(name.split(", ")[1].split()[0]): each
            for name, each in entry.figures.items()
            if name.startswith(f"{side}x{side}, ") and name.endswith(" white: unique")
        }
        circles = sorted(found)
        ours = [found[k].value for k in circles]
        ends = [found[k].interval or (0, 0) for k in circles]
        spread = [
            [y - low for y, (low, _) in zip(ours, ends, strict=True)],
            [high - y for y, (_, high) in zip(ours, ends, strict=True)],
        ]
        label = f"{side}x{side}, ours with 95 %"
        axes.errorbar(
            circles,
            ours,
            spread,
            fmt=mark + line,
            color="black",
            mfc="white",
            capsize=3,
            label=label,
        )
        article = {k: each.article for k, each in found.items() if each.article is not None}
        theirs = [float(str(each)) for each in article.values()]
        sign = "kx" if side == 8 else "k+"
        axes.plot(article.keys(), theirs, sign, markersize=9, label=f"{side}x{side}, article")
    axes.set(xlabel="certified white circles", ylabel="boards with one answer, %", ylim=(0, 104))
    axes.legend(frameon=False)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    return text.getvalue()


PICTURES = {"ladder": ladder_steps, "several": several_solutions, "dial": dial}

if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        (HERE / f"{name}.svg").write_text(PICTURES[name](), encoding="utf-8")
