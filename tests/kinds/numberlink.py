"""What the tests know of Numberlink; :mod:`tests.kinds` says what each name is for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from hypothesis import strategies as st

from puzzles import Board, Numberlink
from puzzles.grid import neighbours, reading_order
from puzzles.rules import Cell
from tests import oracles
from tests.strategies import (
    grid_edges,
    labelled,
    path_ends,
    rows_of,
    shapes,
    subsets,
    word_sets,
)

RUNGS = ("deg", "chain", "reach")
TECHNIQUES = {"last", "count", "chain", "chord", "probe"}
EXAMPLE = "numberlink-7x7"
BANK_SIZE = (5, 4)
DROPPED: tuple[Board, ...] = (
    Numberlink(labels=(("a", None, None), (None, None, None), (None, None, "a"))),
    Numberlink(labels=(("a", None, "b", None), (None, None, "a", "b"))),
    Numberlink(labels=(("a", "a", None), ("a", None, "a"))),
)


def oracle(board: Numberlink) -> list[frozenset[oracles.Edge]]:
    labels = [[label or "." for label in row] for row in board.labels]
    return oracles.numberlink(labels, board.variants, board.without)


@st.composite
def drawn(draw: st.DrawFn, max_cells: int, drops: bool) -> Board:
    height, width = draw(shapes(max_cells))
    edges = draw(st.permutations(grid_edges(height, width)))
    # Ends of paths that do cover the board, as a rule; equal names make a label occur 4, 6, ...
    # times.  Now and then ends that nobody drew a path for.
    ends = path_ends(height, width, edges)
    if draw(st.integers(0, 3)) == 0:
        cells = draw(st.permutations(reading_order(height, width)))
        pairs = draw(st.integers(0, len(cells) // 2))
        ends = [(cells[2 * i], cells[2 * i + 1]) for i in range(pairs)]
    names = draw(st.lists(st.sampled_from("123?"), min_size=len(ends), max_size=len(ends)))
    distinct = draw(st.booleans())
    labels = labelled(
        height, width, ends, [str(i + 1) for i in range(len(ends))] if distinct else names
    )
    return Numberlink(
        labels=labels,
        variants=draw(word_sets(Numberlink.VARIANTS)),
        without=draw(word_sets(Numberlink.RULES)) if drops else frozenset(),
    )


def tiny() -> Iterator[Board]:
    for height, width in ((1, 1), (1, 2), (2, 1), (1, 4), (2, 2), (2, 3)):
        cells = reading_order(height, width)
        for size in range(0, len(cells) + 1, 2):
            for chosen in combinations(cells, size):
                for names in _pairings(size):
                    label = dict(zip(chosen, names, strict=True))
                    yield _numbered(height, width, label)
    random = Random(2)
    for height, width in ((2, 4), (4, 2), (3, 3)):
        for _ in range(60):
            edges = random.sample(grid_edges(height, width), len(grid_edges(height, width)))
            ends = path_ends(height, width, edges)
            drawn = [random.choice("12?") for _ in ends]
            yield Numberlink(labels=labelled(height, width, ends, drawn))


def _pairings(size: int) -> Iterator[tuple[str, ...]]:
    """Every way to label ``size`` cells, each label on 2, 4, ... of them, up to renaming."""
    for names in product("12?"[: size // 2], repeat=size):
        first = list(dict.fromkeys(names))
        if first == list("12?"[: len(first)]) and all(names.count(n) % 2 == 0 for n in first):
            yield names


def _numbered(height: int, width: int, label: dict[Cell, str]) -> Board:
    rows = tuple(tuple(label.get((r, c)) for c in range(width)) for r in range(height))
    return Numberlink(labels=rows)


def exhaustive() -> Iterator[Board]:
    """*All* boards of some sizes."""
    # all ways to put labels on 2x3
    for labels in oracles.labellings(2, 3):
        rows = tuple(tuple(None if t == "." else t for t in row) for row in labels)
        for words in subsets(Numberlink.VARIANTS):
            yield Numberlink(labels=rows, variants=words)


def larger(random: Random) -> list[Board]:
    """Boards of 9 to 24 cells."""
    drawn: list[Board] = []
    for height, width in ((3, 4), (4, 3)):
        for paths in random.sample(list(oracles.path_partitions(height, width)), 8):
            # Names may repeat: then a label occurs 4, 6, ... times.
            names = [str(random.randint(1, 2 * len(paths))) for _ in paths]
            ends: dict[oracles.Cell, str] = {}
            for path, name in zip(paths, names, strict=True):
                ends[path[0]] = ends[path[-1]] = name
            drawn.append(Numberlink(labels=rows_of(height, width, ends)))
    return drawn


def seeded(side: int, random: Random) -> Board:
    cells = reading_order(side, side)
    edges = [(u, v) for u in cells for v in neighbours(u, side, side) if u < v]
    while True:
        random.shuffle(edges)
        mate = {cell: cell for cell in cells}
        degree = dict.fromkeys(cells, 0)
        for u, v in edges:
            if degree[u] < 2 and degree[v] < 2 and mate[u] != v:
                degree[u] += 1
                degree[v] += 1
                a, b = mate[u], mate[v]
                mate[a], mate[b] = b, a
        if 0 not in degree.values():
            break
    label: dict[Cell, str] = {}
    for cell in cells:
        if degree[cell] == 1 and cell not in label:
            label[cell] = label[mate[cell]] = str(len(label) // 2 + 1)
    words: tuple[tuple[str, ...], ...] = ((), (), ("unused",), ("no-touch",))
    return Numberlink(
        labels=tuple(tuple(label.get((r, c)) for c in range(side)) for r in range(side)),
        variants=frozenset(random.choice(words)),
    )


def figures_fit(board: Numberlink, figures: dict[str, int]) -> bool:
    return 2 * figures["pairs"] == len(board.ends())
