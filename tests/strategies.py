"""Boards for everybody's tests: Hypothesis strategies and enumerations of tiny boards.

``boards()`` draws any puzzle under any variant; ``drops=True`` drops rules too; ``masks(board)``
draws an assignment.  ``tiny_boards(kind)`` lists boards of a few variables, always the same ones,
so that every assignment can be tried.  Both hold boards without, with one and with many solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, product
from random import Random

from hypothesis import strategies as st

from puzzles import KINDS, Binairo, Board, Nondango, Norinori, Numberlink
from puzzles.grid import normal, reading_order, regions_of
from puzzles.rules import Cell, Edge

__all__ = ["boards", "masks", "partitions", "subsets", "tiny_boards"]

Regions = tuple[tuple[int, ...], ...]


def boards(
    kind: str | None = None, *, max_cells: int = 16, drops: bool = False
) -> st.SearchStrategy[Board]:
    """Boards of one puzzle (None: of any) of at most ``max_cells`` cells, under any variant.

    With ``drops`` any set of rules may be dropped besides (``board.without``).
    """
    kinds = [kind] if kind else sorted(KINDS)
    return st.sampled_from(kinds).flatmap(lambda name: _DRAWN[name](max_cells, drops))


def masks(board: Board) -> st.SearchStrategy[int]:
    """Any assignment to the board's variables."""
    return st.integers(0, (1 << len(board.places())) - 1)


def subsets(words: Sequence[str]) -> Iterator[frozenset[str]]:
    """All subsets, the empty one first."""
    for size in range(len(words) + 1):
        yield from map(frozenset, combinations(words, size))


def grid_edges(height: int, width: int) -> tuple[Edge, ...]:
    """The edges between neighbouring cells."""
    cells = reading_order(height, width)
    right = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < width]
    down = [((r, c), (r + 1, c)) for r, c in cells if r + 1 < height]
    return tuple(right + down)


def joined(height: int, width: int, edges: Sequence[Edge]) -> Regions:
    """The regions that the cells form when these edges join them."""
    root = {cell: cell for cell in reading_order(height, width)}

    def find(cell: Cell) -> Cell:
        while root[cell] != cell:
            cell = root[cell]
        return cell

    for u, v in edges:
        root[find(v)] = find(u)
    return normal([[find((r, c)) for c in range(width)] for r in range(height)])


def partitions(height: int, width: int) -> list[Regions]:
    """Every way to cut the grid into connected regions: 12 of 2x2, 74 of 2x3, 1434 of 3x3."""
    edges = grid_edges(height, width)
    chosen = product((False, True), repeat=len(edges))
    return sorted(
        {joined(height, width, [e for e, on in zip(edges, c, strict=True) if on]) for c in chosen}
    )


def _shapes(max_cells: int, even: bool = False) -> st.SearchStrategy[tuple[int, int]]:
    step = 2 if even else 1
    longest = max_cells // step
    shapes = [
        (height, width)
        for height in range(step, longest + 1, step)
        for width in range(step, longest + 1, step)
        # A single long row says little about rules in two directions.
        if height * width <= max_cells and max(height, width) <= 3 * min(height, width) + 2
    ]
    return st.sampled_from(shapes)


def _words(words: Sequence[str]) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from(words)) if words else st.just(frozenset())


@st.composite
def _regions(draw: st.DrawFn, max_cells: int) -> Regions:
    height, width = draw(_shapes(max_cells))
    edges = grid_edges(height, width)
    chosen = draw(st.lists(st.booleans(), min_size=len(edges), max_size=len(edges)))
    return joined(height, width, [e for e, on in zip(edges, chosen, strict=True) if on])


@st.composite
def _binairo(draw: st.DrawFn, max_cells: int, drops: bool) -> Board:
    without = draw(_words(Binairo.RULES)) if drops else frozenset()
    height, width = draw(_shapes(max_cells, even="balance" not in without))
    cells = reading_order(height, width)
    # Few givens, or nearly no board would have a solution.
    given = draw(st.dictionaries(st.sampled_from(cells), st.integers(0, 1), max_size=5))
    rows = tuple(tuple(given.get((r, c)) for c in range(width)) for r in range(height))
    return Binairo(givens=rows, variants=draw(_words(Binairo.VARIANTS)), without=without)


@st.composite
def _norinori(draw: st.DrawFn, max_cells: int, drops: bool) -> Board:
    without = draw(_words(Norinori.RULES)) if drops else frozenset()
    return Norinori(regions=draw(_regions(max_cells)), without=without)


@st.composite
def _nondango(draw: st.DrawFn, max_cells: int, drops: bool) -> Board:
    regions = draw(_regions(max_cells))
    cells = reading_order(len(regions), len(regions[0]))
    bare = draw(st.frozensets(st.sampled_from(cells), max_size=len(cells)))
    return Nondango(
        regions=regions,
        circles=frozenset(cells) - bare,
        variants=draw(_words(Nondango.VARIANTS)),
        without=draw(_words(Nondango.RULES)) if drops else frozenset(),
    )


@st.composite
def _numberlink(draw: st.DrawFn, max_cells: int, drops: bool) -> Board:
    height, width = draw(_shapes(max_cells))
    edges = draw(st.permutations(grid_edges(height, width)))
    # Ends of paths that do cover the board, as a rule; equal names make a label occur 4, 6, ...
    # times.  Now and then ends that nobody drew a path for.
    ends = _path_ends(height, width, edges)
    if draw(st.integers(0, 3)) == 0:
        cells = draw(st.permutations(reading_order(height, width)))
        pairs = draw(st.integers(0, len(cells) // 2))
        ends = [(cells[2 * i], cells[2 * i + 1]) for i in range(pairs)]
    names = draw(st.lists(st.sampled_from("123?"), min_size=len(ends), max_size=len(ends)))
    distinct = draw(st.booleans())
    labels = _labelled(
        height, width, ends, [str(i + 1) for i in range(len(ends))] if distinct else names
    )
    return Numberlink(
        labels=labels,
        variants=draw(_words(Numberlink.VARIANTS)),
        without=draw(_words(Numberlink.RULES)) if drops else frozenset(),
    )


def _path_ends(height: int, width: int, edges: Sequence[Edge]) -> list[tuple[Cell, Cell]]:
    """Add edges in this order while all components stay paths; the ends of each path."""
    other = {cell: cell for cell in reading_order(height, width)}  # at an end: the other end
    degree = dict.fromkeys(other, 0)
    for u, v in edges:
        if degree[u] < 2 and degree[v] < 2 and other[u] != v:
            degree[u] += 1
            degree[v] += 1
            a, b = other[u], other[v]
            other[a], other[b] = b, a
    return [(u, other[u]) for u in other if degree[u] == 1 and u < other[u]]


def _labelled(
    height: int, width: int, ends: Sequence[tuple[Cell, Cell]], names: Sequence[str]
) -> tuple[tuple[str | None, ...], ...]:
    label = {cell: name for pair, name in zip(ends, names, strict=True) for cell in pair}
    return tuple(tuple(label.get((r, c)) for c in range(width)) for r in range(height))


_DRAWN: dict[str, Callable[[int, bool], st.SearchStrategy[Board]]] = {
    "binairo": _binairo,
    "norinori": _norinori,
    "nondango": _nondango,
    "numberlink": _numberlink,
}


def tiny_boards(kind: str | None = None, *, limit: int | None = None) -> Iterator[Board]:
    """The same few hundred boards of at most 12 variables, each under every set of variants.

    ``limit`` keeps so many boards a puzzle (before variants), evenly spread over the list.
    """
    for name in [kind] if kind else sorted(KINDS):
        listed = list(_TINY[name]())
        if limit is not None and limit < len(listed):
            listed = [listed[i * len(listed) // limit] for i in range(limit)]
        for board in listed:
            for words in subsets(board.VARIANTS):
                yield board.variant(*words)


def _tiny_binairo() -> Iterator[Board]:
    for cells in product((None, 0, 1), repeat=4):
        yield Binairo(givens=(cells[:2], cells[2:]))
    for height, width in ((2, 4), (4, 2), (2, 6), (6, 2)):
        size = height * width
        threes = list(combinations(range(size), 3))[::5]
        for given in chain([()], combinations(range(size), 1), threes):
            flat = [i % 3 % 2 if i in given else None for i in range(size)]
            rows = [tuple(flat[r * width :][:width]) for r in range(height)]
            yield Binairo(givens=tuple(rows))


def _some_regions() -> list[Regions]:
    """All partitions of the smallest grids; every seventh of 3x3 and every ninth of 2x4."""
    shapes = ((1, 1), (1, 2), (1, 3), (3, 1), (2, 2), (2, 3), (1, 5))
    listed = [regions for shape in shapes for regions in partitions(*shape)]
    return listed + partitions(2, 4)[::9] + partitions(3, 3)[::7]


def _tiny_norinori() -> Iterator[Board]:
    # A region of one cell leaves no solution: such boards only among the smallest.
    large = partitions(2, 4) + partitions(3, 3)
    solid = [regions for regions in large if min(map(len, regions_of(regions))) >= 2]
    for regions in [*_some_regions()[:120], *solid]:
        yield Norinori(regions=regions)


def _tiny_nondango() -> Iterator[Board]:
    random = Random(1)
    for regions in _some_regions():
        cells = reading_order(len(regions), len(regions[0]))
        yield Nondango(regions=regions, circles=frozenset(cells))
        some = random.sample(cells, random.randint(0, len(cells)))
        yield Nondango(regions=regions, circles=frozenset(some))


def _tiny_numberlink() -> Iterator[Board]:
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
            ends = _path_ends(height, width, edges)
            drawn = [random.choice("12?") for _ in ends]
            yield Numberlink(labels=_labelled(height, width, ends, drawn))


def _pairings(size: int) -> Iterator[tuple[str, ...]]:
    """Every way to label ``size`` cells, each label on 2, 4, ... of them, up to renaming."""
    for names in product("12?"[: size // 2], repeat=size):
        first = list(dict.fromkeys(names))
        if first == list("12?"[: len(first)]) and all(names.count(n) % 2 == 0 for n in first):
            yield names


def _numbered(height: int, width: int, label: dict[Cell, str]) -> Board:
    rows = tuple(tuple(label.get((r, c)) for c in range(width)) for r in range(height))
    return Numberlink(labels=rows)


_TINY: dict[str, Callable[[], Iterator[Board]]] = {
    "binairo": _tiny_binairo,
    "norinori": _tiny_norinori,
    "nondango": _tiny_nondango,
    "numberlink": _tiny_numberlink,
}
