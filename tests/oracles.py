"""The printed rules once more, by brute force, from plain data: what every engine must agree with.

Nothing of the project is imported here, and nothing is clever.  Boards come as rows of characters
or tokens; a solution is the frozenset of what is switched on: cells ``(row, column)`` that are 1,
shaded or black, or Numberlink edges ``((r, c), (r, c'))``, the smaller cell first.  Every function
returns *all* solutions, each once.  ``without`` names dropped rules and ``variants`` holds the
words of the other variants, both as on the command line.

Each puzzle is searched along another road than the engines take: Binairo row by row as strings,
Norinori domino by domino, Nondango as a product over regions judged on strings, Numberlink as a
partition of the *cells* into sequences (no edge variables), and, where a rule is dropped, as
subsets of edges.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import TypeAlias

__all__ = [
    "binairo",
    "connected_partitions",
    "labellings",
    "nondango",
    "norinori",
    "numberlink",
    "numberlink_by_edges",
    "path_partitions",
]

Cell: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Cell, Cell]
Cells: TypeAlias = frozenset[Cell]
Edges: TypeAlias = frozenset[Edge]
Path: TypeAlias = tuple[Cell, ...]


# Binairo


def binairo(
    rows: Sequence[str], variants: Collection[str] = (), without: Collection[str] = ()
) -> list[Cells]:
    """All fillings of ``rows`` (characters ``0``, ``1``, ``.``)."""
    distinct = "distinct" not in without and "repeats" not in variants

    def fair(line: str) -> bool:
        if "runs" not in without and ("000" in line or "111" in line):
            return False
        return "balance" in without or line.count("0") == line.count("1")

    choices = []
    for row in rows:
        free = ["01" if given == "." or "givens" in without else given for given in row]
        choices.append([line for line in map("".join, product(*free)) if fair(line)])
    found = []
    for filled in product(*choices):
        columns = ["".join(column) for column in zip(*filled, strict=True)]
        if not all(map(fair, columns)):
            continue
        if distinct and (len(set(filled)) < len(filled) or len(set(columns)) < len(columns)):
            continue
        cells = product(range(len(rows)), range(len(columns)))
        found.append(frozenset((r, c) for r, c in cells if filled[r][c] == "1"))
    return found


# Norinori


def norinori(regions: Sequence[Sequence[object]], without: Collection[str] = ()) -> list[Cells]:
    """All shadings; ``regions`` holds one region name per cell, only equality matters."""
    height, width = len(regions), len(regions[0])
    members = cells_by_name(regions)
    if "domino" in without:
        sizes = (lambda cells: range(len(cells) + 1)) if "region" in without else (lambda _: (2,))
        per_region = [
            [pick for size in sizes(cells) for pick in combinations(cells, size)]
            for cells in members.values()
        ]
        return [frozenset(sum(picks, ())) for picks in product(*per_region)]
    dominoes = grid_edges(height, width)

    def place(first: int, shaded: Cells) -> Iterator[Cells]:
        yield shaded
        for k in range(first, len(dominoes)):
            one, other = dominoes[k]
            touching = set(around(one)) | set(around(other)) | {one, other}
            if not touching & shaded:
                yield from place(k + 1, shaded | {one, other})

    matchings = list(place(0, frozenset()))
    if "region" in without:
        return matchings
    return [
        shaded
        for shaded in matchings
        if all(len(shaded.intersection(cells)) == 2 for cells in members.values())
    ]


# Nondango


def nondango(
    regions: Sequence[Sequence[object]],
    circles: Sequence[str],
    variants: Collection[str] = (),
    without: Collection[str] = (),
) -> list[Cells]:
    """All blackenings; ``circles`` has ``o`` for a circle and ``.`` for none."""
    height, width = len(regions), len(regions[0])
    options: list[list[tuple[Cell, ...]]] = []
    for cells in cells_by_name(regions).values():
        held = [(r, c) for r, c in cells if circles[r][c] == "o"]
        if "region" in without:
            options += [[(), (cell,)] for cell in held]
        else:
            options.append([(cell,) for cell in held])
    found = []
    for picks in product(*options):
        black = frozenset(sum(picks, ()))
        lines: dict[tuple[str, int], str] = defaultdict(str)
        for r, c in product(range(height), range(width)):
            mark = "#" if (r, c) in black else circles[r][c]
            lines["row", r] += mark
            lines["column", c] += mark
            if "no-diagonals" not in variants:
                lines["diagonal", r - c] += mark
                lines["antidiagonal", r + c] += mark
        colours = "#o" if "same-colour" in variants else "#"
        if "anywhere-in-line" in variants:
            broken = any(line.count(mark) > 2 for line in lines.values() for mark in colours)
        else:
            broken = any(mark * 3 in line for line in lines.values() for mark in colours)
        if "triples" in without or not broken:
            found.append(black)
    return found


# Numberlink


def numberlink(
    labels: Sequence[Sequence[str]], variants: Collection[str] = (), without: Collection[str] = ()
) -> list[Edges]:
    """All linkings; ``labels`` holds one token per cell, ``.`` where there is none."""
    if "degree" in without or "paths" in without:
        return numberlink_by_edges(labels, variants, without)
    height, width = len(labels), len(labels[0])
    label = {(r, c): labels[r][c] for r, c in product(range(height), range(width))}
    free = frozenset(label)

    def arms(cell: Cell, taken: Path) -> Iterator[Path]:
        """Ways on from ``cell`` over untouched cells to a labelled cell, ``cell`` included."""
        if label[cell] != ".":
            yield (cell,)
            return
        for following in around(cell):
            if following in left and following not in taken:
                for rest in arms(following, (*taken, following)):
                    yield (cell, *rest)

    def paths_through(cell: Cell) -> Iterator[Path]:
        first = [n for n in around(cell) if n in left]
        if label[cell] != ".":
            for start in first:
                for arm in arms(start, (cell, start)):
                    yield (cell, *arm)
            return
        for start, other in combinations(first, 2):
            for arm in arms(start, (cell, start, other)):
                for back in arms(other, (cell, other, *arm)):
                    yield (*reversed(arm), cell, *back)

    left = free
    found: list[Edges] = []

    def cover(paths: tuple[Path, ...]) -> None:
        nonlocal left
        if not left:
            found.append(edges_of(paths))
            return
        cell = min(left)
        before = left
        for path in list(paths_through(cell)):
            if label[path[0]] != label[path[-1]]:
                continue
            if "no-touch" in variants and "chordless" not in without and touches_itself(path):
                continue
            left = before - set(path)
            cover((*paths, path))
        if "unused" in variants and label[cell] == ".":
            left = before - {cell}
            cover(paths)
        left = before

    cover(())
    return found


def numberlink_by_edges(
    labels: Sequence[Sequence[str]], variants: Collection[str] = (), without: Collection[str] = ()
) -> list[Edges]:
    """The same by trying every subset of the edges: for tiny boards and dropped rules."""
    height, width = len(labels), len(labels[0])
    everything = list(product(range(height), range(width)))
    label = {(r, c): labels[r][c] for r, c in everything if labels[r][c] != "."}
    edges = grid_edges(height, width)
    found = []
    for size in range(len(edges) + 1):
        for chosen in combinations(edges, size):
            degree = Counter(cell for edge in chosen for cell in edge)
            inner = (0, 2) if "unused" in variants else (2,)
            if "degree" not in without and any(
                degree[cell] not in ((1,) if cell in label else inner) for cell in everything
            ):
                continue
            name = {cell: cell for cell in everything}  # of the component, merged edge by edge
            forest = True
            for one, other in chosen:
                old, new = name[one], name[other]
                forest = forest and old != new
                name = {cell: new if at == old else at for cell, at in name.items()}
            if not forest and "paths" not in without:
                continue
            held = defaultdict(list)
            for cell, word in label.items():
                held[name[cell]].append(word)
            paired = all(len(words) == 2 and len(set(words)) == 1 for words in held.values())
            if not paired and "paths" not in without:
                continue
            touching = any(name[a] == name[b] and (a, b) not in chosen for a, b in edges)
            if touching and "no-touch" in variants and "chordless" not in without:
                continue
            found.append(frozenset(chosen))
    return found


# Plain data to feed them with


def path_partitions(height: int, width: int) -> Iterator[tuple[Path, ...]]:
    """All ways to cut a grid into paths of at least two cells, each as sequences of cells."""
    stack: list[tuple[tuple[Path, ...], Cells]]
    stack = [((), frozenset(product(range(height), range(width))))]
    while stack:
        paths, left = stack.pop()
        if not left:
            yield paths
            continue
        for path in _paths_at(min(left), left):
            stack.append(((*paths, path), left - set(path)))


def _paths_at(cell: Cell, left: Cells) -> Iterator[Path]:
    """All paths of at least two cells of ``left`` through ``cell``, each in one direction."""
    tails = list(_tails((cell,), left))
    for tail in tails:
        if len(tail) > 1:
            yield tail
    for one, other in combinations(tails, 2):
        if len(one) > 1 and len(other) > 1 and not set(one[1:]) & set(other[1:]):
            yield (*reversed(one), *other[1:])


def _tails(path: Path, left: Cells) -> Iterator[Path]:
    yield path
    for cell in around(path[-1]):
        if cell in left and cell not in path:
            yield from _tails((*path, cell), left)


def connected_partitions(height: int, width: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to cut a grid into connected regions, numbered by first cell in reading order."""
    for flat in _growth(height * width):
        regions = tuple(tuple(flat[r * width : (r + 1) * width]) for r in range(height))
        if all(map(_connected, cells_by_name(regions).values())):
            yield regions


def _growth(length: int) -> Iterator[tuple[int, ...]]:
    """Restricted growth strings: all set partitions of ``length`` things."""
    if length == 0:
        yield ()
        return
    for start in _growth(length - 1):
        for number in range(max(start, default=-1) + 2):
            yield (*start, number)


def _connected(cells: Collection[Cell]) -> bool:
    reached = {min(cells)}
    while True:
        more = reached | {n for cell in reached for n in around(cell) if n in cells}
        if more == reached:
            return len(reached) == len(cells)
        reached = more


def labellings(height: int, width: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """All ways to put labels on a grid, each an even number of times, up to their names."""
    for flat in _growth(height * width + 1):
        # Block 0, held open by one thing more than there are cells, holds the empty cells.
        numbers = flat[1:]
        times = Counter(number for number in numbers if number)
        if all(count % 2 == 0 for count in times.values()):
            tokens = ["." if number == 0 else str(number) for number in numbers]
            yield tuple(tuple(tokens[r * width : (r + 1) * width]) for r in range(height))


# The grid


def around(cell: Cell) -> tuple[Cell, ...]:
    r, c = cell
    return ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))


def grid_edges(height: int, width: int) -> list[Edge]:
    cells = list(product(range(height), range(width)))
    return [(one, other) for one, other in combinations(cells, 2) if other in around(one)]


def edges_of(paths: Iterable[Path]) -> Edges:
    return frozenset((min(pair), max(pair)) for path in paths for pair in pairwise(path))


def touches_itself(path: Path) -> bool:
    pairs = combinations(range(len(path)), 2)
    return any(j > i + 1 and path[j] in around(path[i]) for i, j in pairs)


def cells_by_name(regions: Sequence[Sequence[object]]) -> dict[object, list[Cell]]:
    members: dict[object, list[Cell]] = defaultdict(list)
    for r, row in enumerate(regions):
        for c, name in enumerate(row):
            members[name].append((r, c))
    return members
