"""Brute force for every family, written from the definitions. Imports nothing of ours.

Slow and plain on purpose: matrices are tried one by one, paths are walked step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product

Cell = tuple[int, int]


def neighbours(height: int, width: int, cell: Cell) -> list[Cell]:
    r, c = cell
    around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [(a, b) for a, b in around if 0 <= a < height and 0 <= b < width]


def cells_of(height: int, width: int) -> list[Cell]:
    return [(r, c) for r in range(height) for c in range(width)]


# --- paths ---------------------------------------------------------------------------------------


def simple_paths(
    height: int, width: int, start: Cell, free: frozenset[Cell]
) -> Iterator[list[Cell]]:
    """All walks without repetition from a cell inside a set of cells, the start alone included."""
    path = [start]

    def extend() -> Iterator[list[Cell]]:
        yield list(path)
        for cell in neighbours(height, width, path[-1]):
            if cell in free and cell not in path:
                path.append(cell)
                yield from extend()
                path.pop()

    return extend()


def paths_through(
    height: int, width: int, cell: Cell, free: frozenset[Cell]
) -> Iterator[frozenset[Cell]]:
    """The cell sets of all paths, as edge sets, that use a given cell: one set for each path."""
    for arm in simple_paths(height, width, cell, free):
        if len(arm) == 1:
            yield frozenset(arm)
            continue
        # The cell as one end of the path.
        yield frozenset(arm)
        # The cell inside the path: a second arm, begun at a neighbour that comes after the first
        # one, so that each pair of arms is taken once.
        for second in neighbours(height, width, cell):
            if second > arm[1] and second in free and second not in arm:
                for other in simple_paths(height, width, second, free - frozenset(arm)):
                    yield frozenset(arm) | frozenset(other)


def count_partitions(height: int, width: int, shortest: int) -> int:
    """Partitions of the grid into paths of at least `shortest` cells, edge sets told apart."""

    @cache
    def count(free: frozenset[Cell]) -> int:
        if not free:
            return 1
        first = min(free)
        return sum(
            count(free - path)
            for path in paths_through(height, width, first, free)
            if len(path) >= shortest
        )

    return count(frozenset(cells_of(height, width)))


def count_paths(height: int, width: int) -> int:
    return count_partitions(height, width, 2)


def count_covers(height: int, width: int) -> int:
    return count_partitions(height, width, 1)


def count_linear_forests(height: int, width: int, degrees: set[int]) -> int:
    """The same by edges: sets of edges without cycle, all degrees among those given."""
    edges = [
        (cell, other)
        for cell in cells_of(height, width)
        for other in neighbours(height, width, cell)
        if cell < other
    ]
    total = 0
    for chosen in product((False, True), repeat=len(edges)):
        taken = [edge for edge, used in zip(edges, chosen, strict=True) if used]
        degree = dict.fromkeys(cells_of(height, width), 0)
        root = {cell: cell for cell in degree}
        acyclic = True
        for a, b in taken:
            degree[a] += 1
            degree[b] += 1
            if root[a] == root[b]:
                acyclic = False
            old, new = root[a], root[b]
            root = {cell: new if top == old else top for cell, top in root.items()}
        total += acyclic and set(degree.values()) <= degrees
    return total


def count_hamiltonian_paths(height: int, width: int) -> int:
    cells = frozenset(cells_of(height, width))
    directed = sum(
        len(path) == len(cells)
        for start in cells
        for path in simple_paths(height, width, start, cells)
    )
    return directed if len(cells) == 1 else directed // 2


def count_single_paths(height: int, width: int) -> int:
    cells = frozenset(cells_of(height, width))
    directed = sum(
        len(path) > 1 for start in cells for path in simple_paths(height, width, start, cells)
    )
    return directed // 2


# --- matrices ------------------------------------------------------------------------------------


def bits(height: int, width: int, cells: list[Cell]) -> int:
    return sum(1 << (r * width + c) for r, c in cells)


def triples(height: int, width: int, steps: list[Cell]) -> list[int]:
    """Bit masks of all three consecutive cells in the given directions."""
    found = []
    for r, c in cells_of(height, width):
        for a, b in steps:
            line = [(r, c), (r + a, c + b), (r + 2 * a, c + 2 * b)]
            if all(0 <= y < height and 0 <= x < width for y, x in line):
                found.append(bits(height, width, line))
    return found


STEPS = {"rows": (0, 1), "columns": (1, 0), "diagonal": (1, 1), "antidiagonal": (1, -1)}


def count_no_three(height: int, width: int, directions: str) -> int:
    masks = triples(height, width, [STEPS[name] for name in directions.split(",")])
    return sum(
        all(matrix & mask != mask for mask in masks) for matrix in range(1 << height * width)
    )


def count_at_most_two(height: int, width: int) -> int:
    lines = [bits(height, width, [(r, c) for c in range(width)]) for r in range(height)]
    lines += [bits(height, width, [(r, c) for r in range(height)]) for c in range(width)]
    return sum(
        all((matrix & line).bit_count() <= 2 for line in lines)
        for matrix in range(1 << height * width)
    )


def count_induced_matchings(height: int, width: int) -> int:
    near = [
        (1 << (r * width + c), bits(height, width, neighbours(height, width, (r, c))))
        for r, c in cells_of(height, width)
    ]
    return sum(
        all((shaded & around).bit_count() == 1 for cell, around in near if shaded & cell)
        for shaded in range(1 << height * width)
    )


def count_induced_edge_sets(height: int, width: int) -> int:
    """Induced matchings by edges: no two chosen edges share a cell or are joined by an edge."""
    edges = [
        (cell, other)
        for cell in cells_of(height, width)
        for other in neighbours(height, width, cell)
        if cell < other
    ]

    def apart(a: tuple[Cell, Cell], b: tuple[Cell, Cell]) -> bool:
        return all(x != y and y not in neighbours(height, width, x) for x in a for y in b)

    return sum(
        all(apart(a, b) for a, b in combinations(chosen, 2))
        for size in range(len(edges) + 1)
        for chosen in combinations(edges, size)
    )


def balanced(line: tuple[int, ...]) -> bool:
    return 2 * sum(line) == len(line) and not any(
        line[i] == line[i + 1] == line[i + 2] for i in range(len(line) - 2)
    )


def count_takuzu(height: int, width: int, distinct: bool) -> int:
    words = [word for word in product((0, 1), repeat=width) if balanced(word)]
    total = 0
    for rows in product(words, repeat=height):
        columns = list(zip(*rows, strict=True))
        if all(balanced(column) for column in columns):
            different = len(set(rows)) == height and len(set(columns)) == width
            total += different or not distinct
    return total


# --- words ---------------------------------------------------------------------------------------


def count_words(length: int, good: Callable[[str], bool]) -> int:
    return sum(good("".join(letters)) for letters in product("01", repeat=length))


def count_tribonacci(length: int) -> int:
    return count_words(length, lambda word: "111" not in word)


def count_lazy_caterer(length: int) -> int:
    return count_words(length, lambda word: word.count("1") <= 2)


def count_balanced_words(length: int) -> int:
    return count_words(
        length,
        lambda word: word.count("0") == word.count("1") and "000" not in word and "111" not in word,
    )
