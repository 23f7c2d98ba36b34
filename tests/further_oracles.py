"""The printed rules of the puzzles in ``examples/puzzles`` once more, by brute force, from plain data.

As in ``tests/oracles.py`` nothing of the project is imported here.  A solution is the frozenset of what
is switched on: cells with a star, kept cells of Hitori, drawn edges, shaded cells of Yajilin.  Every
function returns all solutions, each once; ``without`` names dropped rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

__all__ = ["hitori", "slitherlink", "star_battle", "yajilin"]

Cell: TypeAlias = tuple[int, int]
On: TypeAlias = frozenset[Any]

_STEP = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


def star_battle(
    regions: Sequence[Sequence[object]], stars: int = 1, without: Collection[str] = ()
) -> list[On]:
    """Row by row: every row is a choice of columns."""
    size = len(regions)
    numbers = range(size + 1) if "row" in without else [stars]
    rows = [columns for number in numbers for columns in combinations(range(size), number)]
    found = []
    for chosen in product(rows, repeat=size):
        on = [(r, c) for r, columns in enumerate(chosen) for c in columns]
        columns = Counter(c for _, c in on)
        held = Counter(regions[r][c] for r, c in on)
        names = {name for row in regions for name in row}
        if "column" not in without and any(columns[c] != stars for c in range(size)):
            continue
        if "region" not in without and any(held[name] != stars for name in names):
            continue
        if "touch" not in without and any(
            abs(r - i) <= 1 and abs(c - j) <= 1 for (r, c), (i, j) in combinations(on, 2)
        ):
            continue
        found.append(frozenset(on))
    return found


def slitherlink(clues: Sequence[Sequence[int | None]], without: Collection[str] = ()) -> list[On]:
    """Loops as borders of sets of squares: inside and outside are each of one piece."""
    height, width = len(clues), len(clues[0])
    squares = list(product(range(height), range(width)))
    if "loop" in without:
        drawings = _subsets(_edges(height + 1, width + 1))
    else:
        ring = [(r, c) for r in range(-1, height + 1) for c in range(-1, width + 1)]
        drawings = (
            _border(inside)
            for inside in _subsets(squares)
            if inside and _one_piece(inside) and _one_piece(set(ring) - inside)
        )
    found = []
    for drawing in drawings:
        fits = all(clues[r][c] in (None, len(drawing & _border({(r, c)}))) for r, c in squares)
        if fits or "clue" in without:
            found.append(frozenset(drawing))
    return found


def hitori(numbers: Sequence[Sequence[int | None]], without: Collection[str] = ()) -> list[On]:
    """Every set of cells kept."""
    cells = list(product(range(len(numbers)), range(len(numbers[0]))))
    found = []
    for kept in _subsets(cells):
        lines: list[list[int | None]] = []
        for r in range(len(numbers)):
            lines.append([n for c, n in enumerate(numbers[r]) if (r, c) in kept])
        for c in range(len(numbers[0])):
            lines.append([row[c] for r, row in enumerate(numbers) if (r, c) in kept])
        twice = any(line.count(n) > 1 for line in lines for n in line if n is not None)
        if twice and "repeat" not in without:
            continue
        if "touch" not in without and _touching(set(cells) - kept):
            continue
        if "connected" not in without and kept and not _one_piece(kept):
            continue
        found.append(frozenset(kept))
    return found


def yajilin(
    clues: Sequence[Sequence[tuple[int | None, str] | None]], without: Collection[str] = ()
) -> list[On]:
    """Every set of edges, and beside it the shaded cells that may stand with it."""
    height, width = len(clues), len(clues[0])
    cells = list(product(range(height), range(width)))
    free = {cell for cell in cells if clues[cell[0]][cell[1]] is None}
    edges = [edge for edge in _edges(height, width) if free.issuperset(edge)]
    found = []
    for drawing in _subsets(edges):
        degree = Counter(cell for edge in drawing for cell in edge)
        if "loop" not in without and not _curve(drawing, degree):
            continue
        if "fill" in without:
            choices = list(_subsets(sorted(free)))
        elif set(degree.values()) <= {2}:
            choices = [free - set(degree)]
        else:
            continue
        for shaded in choices:
            if "touch" not in without and _touching(shaded):
                continue
            if "clue" not in without and not _arrows_hold(clues, shaded):
                continue
            found.append(frozenset(drawing | shaded))
    return found


def _arrows_hold(
    clues: Sequence[Sequence[tuple[int | None, str] | None]], shaded: Collection[Cell]
) -> bool:
    for r, row in enumerate(clues):
        for c, clue in enumerate(row):
            if clue is None or clue[0] is None:
                continue
            down, right = _STEP[clue[1]]
            seen = 0
            i, j = r, c
            while 0 <= i < len(clues) and 0 <= j < len(row):
                seen += (i, j) in shaded
                i, j = i + down, j + right
            if seen != clue[0]:
                return False
    return True


def _curve(drawing: Collection[Any], degree: Counter[Cell]) -> bool:
    """One closed curve: walk along it from anywhere, and everything is passed."""
    if not drawing or set(degree.values()) != {2}:
        return False
    left = set(drawing)
    start, here = left.pop()
    while here != start:
        step = next(edge for edge in left if here in edge)
        left.discard(step)
        here = step[0] if step[1] == here else step[1]
    return not left


def _subsets(things: Iterable[Any]) -> Iterator[set[Any]]:
    listed = list(things)
    for size in range(len(listed) + 1):
        for chosen in combinations(listed, size):
            yield set(chosen)


def _edges(height: int, width: int) -> list[tuple[Cell, Cell]]:
    across = [((r, c), (r, c + 1)) for r in range(height) for c in range(width - 1)]
    return across + [((r, c), (r + 1, c)) for r in range(height - 1) for c in range(width)]


def _border(squares: Collection[Cell]) -> set[tuple[Cell, Cell]]:
    """The sides, between lattice points, that part these squares from the others."""
    sides: Counter[tuple[Cell, Cell]] = Counter()
    for r, c in squares:
        a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        sides.update([(a, b), (d, e), (a, d), (b, e)])
    return {side for side, times in sides.items() if times == 1}


def _touching(cells: Collection[Cell]) -> bool:
    return any((r, c + 1) in cells or (r + 1, c) in cells for r, c in cells)


def _one_piece(cells: Collection[Cell]) -> bool:
    left = set(cells)
    reached = [left.pop()]
    while reached:
        r, c = reached.pop()
        for down, right in _STEP.values():
            if (r + down, c + right) in left:
                left.discard((r + down, c + right))
                reached.append((r + down, c + right))
    return not left
