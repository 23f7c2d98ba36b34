"""Counts of medium boards by the plainest dynamic programs, written from the printed rules.

Each reads a board once and keeps, in tuples, all that the rules ask about what was read.  Nothing
is dropped before a rule is broken, nothing is renumbered, and nothing of ours is imported: data
are plain rows.  ``forced`` fixes cells (or edges, the smaller cell first) to 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

__all__ = ["binairo", "nondango", "norinori", "numberlink"]

Cell: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Cell, Cell]
Layer: TypeAlias = dict[Any, int]


def _edges(height: int, width: int) -> Iterator[Edge]:
    for r in range(height):
        for c in range(width):
            if c + 1 < width:
                yield (r, c), (r, c + 1)
            if r + 1 < height:
                yield (r, c), (r + 1, c)


def numberlink(
    labels: Sequence[Sequence[str | None]],
    *,
    unused: bool = False,
    no_touch: bool = False,
    forced: Mapping[Edge, int] | None = None,
) -> int:
    """Solutions of a grid of at least two cells.

    State: per frontier cell (cell, degree, its component), per component the labels met in it, and
    the pairs of components that a left-out edge has touched; a component is called by its least
    frontier cell.
    """
    edges = list(_edges(len(labels), len(labels[0])))
    last = {cell: i for i, edge in enumerate(edges) for cell in edge}
    layer: Layer = {((), (), frozenset()): 1}
    for i, edge in enumerate(edges):
        following: Layer = {}
        for (cells, ends, apart), ways in layer.items():
            for bit in (0, 1):
                if (forced or {}).get(edge, bit) != bit:
                    continue
                degree = {cell: d for cell, d, _ in cells}
                name = {cell: component for cell, _, component in cells}
                held = dict(ends)
                for cell in edge:
                    if cell not in degree:
                        label = labels[cell[0]][cell[1]]
                        degree[cell], name[cell] = 0, cell
                        held[cell] = () if label is None else (label,)
                u, v = edge
                touched = set(apart)
                if bit:
                    a, b = name[u], name[v]
                    met = held[a] + held[b] if a != b else ()
                    if a == b or frozenset((a, b)) in touched:
                        continue
                    if len(met) > 2 or len(set(met)) > 1:
                        continue
                    degree[u] += 1
                    degree[v] += 1
                    held[a] = met
                    del held[b]
                    name = {cell: a if n == b else n for cell, n in name.items()}
                    touched = {frozenset(a if x == b else x for x in pair) for pair in touched}
                elif no_touch:
                    if name[u] == name[v]:
                        continue
                    touched.add(frozenset((name[u], name[v])))
                state = _left(degree, name, held, touched, labels, unused, last, i)
                if state is not None:
                    following[state] = following.get(state, 0) + ways
        layer = following
    return sum(layer.values())


def _left(
    degree: dict[Cell, int],
    name: dict[Cell, Cell],
    held: dict[Cell, tuple[str, ...]],
    touched: set[frozenset[Cell]],
    labels: Sequence[Sequence[str | None]],
    unused: bool,
    last: Mapping[Cell, int],
    i: int,
) -> tuple[Any, ...] | None:
    """The state without the cells whose last edge was number i; None if a rule is broken."""
    staying = []
    for cell, d in degree.items():
        inner = labels[cell[0]][cell[1]] is None
        if d > 1 + inner:
            return None
        if last[cell] > i:
            staying.append(cell)
        elif d != (2 if inner else 1) and not (inner and unused and d == 0):
            return None
    anew: dict[Cell, Cell] = {}
    for cell in sorted(staying):
        anew.setdefault(name[cell], cell)
    if any(len(met) == 1 and component not in anew for component, met in held.items()):
        return None
    pairs = frozenset(frozenset(anew[x] for x in pair) for pair in touched if pair <= anew.keys())
    cells = tuple((cell, degree[cell], anew[name[cell]]) for cell in sorted(staying))
    return cells, tuple(sorted((anew[x], met) for x, met in held.items() if x in anew)), pairs


def norinori(regions: Sequence[Sequence[int]], *, forced: Mapping[Cell, int] | None = None) -> int:
    """Two black cells a region, each black cell beside exactly one other.

    State: the last ``width`` cells (white, black alone, black with its partner) and the black cells
    of the regions begun.
    """
    width = len(regions[0])
    order = [(r, c) for r in range(len(regions)) for c in range(width)]
    last = {regions[r][c]: (r, c) for r, c in order}
    layer: Layer = {((0,) * width, ()): 1}
    for r, c in order:
        following: Layer = {}
        number = regions[r][c]
        for (window, begun), ways in layer.items():
            for bit in (0, 1):
                if (forced or {}).get((r, c), bit) != bit:
                    continue
                seen = list(window)
                near = [i for i, on in ((0, r > 0), (width - 1, c > 0)) if on and seen[i]]
                near = sorted(set(near)) if width > 1 or r == 0 else near[:1]
                if bit and (len(near) > 1 or any(seen[i] == 2 for i in near)):
                    continue
                for i in near if bit else ():
                    seen[i] = 2
                if seen[0] == 1:
                    continue
                count = dict(begun)
                count[number] = count.get(number, 0) + bit
                if count[number] > 2 or (last[number] == (r, c) and count.pop(number) != 2):
                    continue
                here = (1 + bool(near)) * bit
                state = (*seen[1:], here), tuple(sorted(count.items()))
                following[state] = following.get(state, 0) + ways
        layer = following
    return sum(ways for (window, _), ways in layer.items() if 1 not in window)


def nondango(
    regions: Sequence[Sequence[int]],
    circles: frozenset[Cell],
    *,
    anywhere: bool = False,
    same: bool = False,
    diagonals: bool = True,
    forced: Mapping[Cell, int] | None = None,
) -> int:
    """One black circle a region, no three in a line.

    State: the colours of the circles that an open line still asks about, and the regions begun
    with their black circles.
    """
    height, width = len(regions), len(regions[0])
    order = [(r, c) for r in range(height) for c in range(width)]
    last = {regions[r][c]: (r, c) for r, c in order}
    groups = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))[: 4 if diagonals else 2]:
        for r, c in order:
            line = [(r + k * down, c + k * right) for k in range(max(height, width))]
            line = [cell for cell in line if cell[0] < height and 0 <= cell[1] < width]
            if anywhere:
                inside = r >= down and 0 <= c - right < width
                groups += [] if inside else [[cell for cell in line if cell in circles]]
            elif len(line) >= 3 and circles.issuperset(line[:3]):
                groups.append(line[:3])
    groups = [group for group in groups if len(group) >= 3]
    by_cell: dict[Cell, list[int]] = {}
    for g, group in enumerate(groups):
        for cell in group:
            by_cell.setdefault(cell, []).append(g)
    layer: Layer = {((), ()): 1}
    for cell in order:
        following: Layer = {}
        number = regions[cell[0]][cell[1]]
        for (lines, begun), ways in layer.items():
            for bit in (0, 1) if cell in circles else (0,):
                if (forced or {}).get(cell, bit) != bit:
                    continue
                tally = dict(lines)
                for g in by_cell.get(cell, ()):
                    black, white = tally.get(g, (0, 0))
                    tally[g] = black + bit, white + 1 - bit
                if any(b > 2 or (same and w > 2) for b, w in tally.values()):
                    continue
                kept = tuple(sorted((g, t) for g, t in tally.items() if max(groups[g]) > cell))
                count = dict(begun)
                count[number] = count.get(number, 0) + bit
                if count[number] > 1 or (last[number] == cell and count.pop(number) != 1):
                    continue
                state = kept, tuple(sorted(count.items()))
                following[state] = following.get(state, 0) + ways
        layer = following
    return sum(layer.values())


def binairo(
    givens: Sequence[Sequence[int | None]],
    *,
    runs: bool = True,
    balance: bool = True,
    distinct: bool = True,
    forced: Mapping[Cell, int] | None = None,
) -> int:
    """Row by row.  State: the last two rows, ones per column, rows used, equal column pairs."""
    height, width = len(givens), len(givens[0])
    pairs = frozenset((i, j) for j in range(width) for i in range(j) if distinct)
    layer: Layer = {((), (0,) * width, frozenset(), pairs): 1}
    for r, given in enumerate(givens):
        wanted = [{value, (forced or {}).get((r, c))} - {None} for c, value in enumerate(given)]
        following: Layer = {}
        words = []
        for number in range(1 << width):
            word = tuple(number >> c & 1 for c in range(width))
            triple = any(len(set(word[c : c + 3])) == 1 for c in range(width - 2))
            if (runs and triple) or (balance and 2 * sum(word) != width):
                continue
            if all(values <= {bit} for values, bit in zip(wanted, word, strict=True)):
                words.append(word)
        for (before, ones, used, equal), ways in layer.items():
            for word in words:
                if word in used:
                    continue
                stack = (*before, word)
                if (
                    runs
                    and len(stack) == 3
                    and any(len(set(x)) == 1 for x in zip(*stack, strict=True))
                ):
                    continue
                total = (
                    tuple(o + bit for o, bit in zip(ones, word, strict=True)) if balance else ones
                )
                if balance and any(2 * o > height or 2 * (r + 1 - o) > height for o in total):
                    continue
                left = frozenset((i, j) for i, j in equal if word[i] == word[j])
                state = (
                    (stack[-2:] if runs else ()),
                    total,
                    used | {word} if distinct else used,
                    left,
                )
                following[state] = following.get(state, 0) + ways
        layer = following
    return sum(ways for (_, _, _, equal), ways in layer.items() if not equal)
