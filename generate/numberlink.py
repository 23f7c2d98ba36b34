"""Numberlink boards, solution first (claim L8).

Cut the grid into paths, number the ends; while another solution exists, cut a path in two at a cell
where the two solutions differ.  Paths do not touch themselves unless asked to (``touch``).

How the grid is cut the article does not say (``cut``).  ``walks``: random walks over the free
cells, each from any free cell until it is stuck; a cell left alone lengthens a path that ends
beside it, or the partition is drawn again.  Of the ways tried it is the one whose numbers of
paths are near the article's both where paths may touch themselves and where they may not (claim
L3).  ``welded``: a random domino tiling (with one path of three cells where the area is odd),
then random welds of paths at neighbouring ends, as long as no path touches itself.  It can aim at
a number of pairs and works on boards of any size, so it takes the place of walks where pairs are
asked for and beyond :data:`LARGEST_WALKS` cells.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from encode import decide
from generate.made import Impossible, InvariantError, Made, Option, Request
from puzzles import Numberlink
from puzzles.grid import neighbours, reading_order
from puzzles.rules import Cell

__all__ = [
    "CUTS",
    "LARGEST_WALKS",
    "OPTIONS",
    "board_of",
    "check",
    "make",
    "mask_of",
    "partition",
    "repair",
    "walks",
]

CUTS = ("walks", "welded")
LARGEST_WALKS = 100
"""Cells up to which a board is cut by walks unless another cut is asked for: one draw in 240
gives a partition of 10x10, one in 2000 of 12x12."""
_PARTITIONS = 100
"""Partitions drawn, where the number of pairs is asked for, before an attempt fails."""
_WALKS = 20_000
"""Draws of walks before an attempt fails."""

Path = list[Cell]


OPTIONS = (
    Option("pairs", "the number of pairs", span=True),
    Option("touch", "may solutions touch themselves", both=True),
    Option("cut", "how the grid is cut (walks to 100 cells, else welded)", choices=CUTS),
)
"""What may be asked for."""


def check(request: Request) -> None:
    """Raise :class:`Impossible` where no board meets the request."""
    cells = request.height * request.width
    if cells < 2:
        raise Impossible("a board of one cell has no path of two cells")
    pairs = request.span("pairs")
    if pairs and pairs.low > cells // 2:
        raise Impossible(f"{cells} cells make {cells // 2} paths at most, not {pairs}")
    if pairs and pairs.high < 1:
        raise Impossible("a board has at least one pair")
    if not request.flag("touch") and pairs:
        # A path without chords has no 2x2 block, so it leaves a cell of every disjoint block.
        blocks = (request.height // 2) * (request.width // 2)
        if blocks and pairs.high < 2:
            raise Impossible(
                "one path through all cells of a 2x2 block touches itself; see --touch"
            )


def make(request: Request, rng: Random) -> Made | None:
    """One attempt; None if ``pairs`` is missed, or no walks fill the board."""
    height, width, pairs = request.height, request.width, request.span("pairs")
    small = height * width <= LARGEST_WALKS and pairs is None
    cut = request.choice("cut") or ("walks" if small else "welded")
    goal = rng.randint(pairs.low, min(pairs.high, height * width // 2)) if pairs else 1
    for _ in range(_PARTITIONS):
        touch = request.flag("touch")
        if cut == "walks":
            drawn = (walks(height, width, rng, touch=touch) for _ in range(_WALKS))
            paths = next((found for found in drawn if found), None)
        else:
            paths = partition(height, width, rng, touch=touch, goal=goal)
        if paths is None:
            return None
        if not pairs or len(paths) <= pairs.high:
            break
    else:
        return None
    repaired = repair(paths, height, width, rng, most=pairs.high if pairs else None)
    if repaired is None:
        return None
    board, ours, cuts = repaired
    if pairs and len(paths) not in pairs:
        return None
    figures = {
        "pairs": len(paths),
        "cuts": cuts,
        "longest": max(map(len, paths)),
        "shortest": min(map(len, paths)),
    }
    return Made(board, ours, figures)


def repair(
    paths: list[Path], height: int, width: int, rng: Random, *, most: int | None = None
) -> tuple[Numberlink, int, int] | None:
    """Cut paths of the list in two until the board has no second solution.

    Returns the board, its solution and the number of cuts; None past ``most`` paths.
    """
    cuts = 0
    while True:
        board = board_of(paths, height, width)
        ours = mask_of(board, paths)
        decision = decide(board)
        if decision.verdict == "unique":
            return board, ours, cuts
        others = [found.mask for found in decision.solutions if found.mask != ours]
        if not others:
            raise InvariantError(f"the paths are not a solution: {decision}\n{board.text()}")
        _cut(paths, board, others[0], rng)
        cuts += 1
        if most is not None and len(paths) > most:
            return None


def walks(height: int, width: int, rng: Random, *, touch: bool) -> list[Path] | None:
    """One draw of random walks that fill the grid, each of at least two cells; None if a cell is
    left."""
    around = {cell: neighbours(cell, height, width) for cell in reading_order(height, width)}
    free = set(around)

    def fits(path: Path, cell: Cell) -> bool:
        """May this cell follow the path's last one?"""
        return touch or not any(other in path[:-1] for other in around[cell])

    paths: list[Path] = []
    while free:
        path = [rng.choice(sorted(free))]
        free.discard(path[0])
        while steps := [cell for cell in around[path[-1]] if cell in free and fits(path, cell)]:
            path.append(rng.choice(steps))
            free.discard(path[-1])
        if len(path) > 1:
            paths.append(path)
            continue
        beside = [
            (i, way)
            for i, other in enumerate(paths)
            for way in (other, other[::-1])
            if way[-1] in around[path[0]] and fits(way, path[0])
        ]
        if not beside:
            return None
        i, way = rng.choice(beside)
        paths[i] = way + path
    return sorted(paths)


def partition(height: int, width: int, rng: Random, *, touch: bool, goal: int = 1) -> list[Path]:
    """The grid cut into paths of at least two cells; welded until ``goal`` paths or no weld is left."""
    paths = _dominoes(height, width, rng)
    owner = {cell: i for i, path in enumerate(paths) for cell in path}
    welds = [
        (cell, other)
        for cell in reading_order(height, width)
        for other in neighbours(cell, height, width)
        if cell < other
    ]
    rng.shuffle(welds)
    left = len(paths)
    for u, v in welds:
        if left <= goal:
            break
        i, j = owner[u], owner[v]
        first, second = paths[i], paths[j]
        if i == j or u not in (first[0], first[-1]) or v not in (second[0], second[-1]):
            continue
        if not touch and not _chordless_weld(first, second, u, v, height, width):
            continue
        whole = (first if first[-1] == u else first[::-1]) + (
            second if second[0] == v else second[::-1]
        )
        paths[i], paths[j] = whole, []
        owner.update((cell, i) for cell in second)
        left -= 1
    return sorted(path for path in paths if path)


def _chordless_weld(first: Path, second: Path, u: Cell, v: Cell, height: int, width: int) -> bool:
    inside = set(second)
    return all(
        other not in inside or (cell, other) == (u, v)
        for cell in first
        for other in neighbours(cell, height, width)
    )


def _dominoes(height: int, width: int, rng: Random) -> list[Path]:
    """A random domino tiling by augmenting paths; an odd area leaves one cell to lengthen a domino."""
    cells = reading_order(height, width)
    partner: dict[Cell, Cell] = {}

    def augment(cell: Cell, seen: set[Cell]) -> bool:
        around = list(neighbours(cell, height, width))
        rng.shuffle(around)
        for other in around:
            if other not in seen:
                seen.add(other)
                if other not in partner or augment(partner[other], seen):
                    partner[cell], partner[other] = other, cell
                    return True
        return False

    even = [cell for cell in cells if sum(cell) % 2 == 0]
    rng.shuffle(even)
    for cell in even:
        augment(cell, set())
    paths = [[cell, other] for cell, other in sorted(partner.items()) if cell < other]
    for cell in cells:
        if cell not in partner:
            # The board has more cells of one colour by one: put it at the end of a neighbour's path.
            other = rng.choice(neighbours(cell, height, width))
            path = next(path for path in paths if other in path)
            path.insert(0, cell) if path[0] == other else path.append(cell)
    return paths


def board_of(paths: list[Path], height: int, width: int) -> Numberlink:
    """The board that prints the paths' ends, numbered by first end in reading order."""
    label: dict[Cell, str] = {}
    for number, path in enumerate(sorted(paths, key=lambda p: min(p[0], p[-1])), start=1):
        label[path[0]] = label[path[-1]] = str(number)
    return Numberlink(
        labels=tuple(tuple(label.get((r, c)) for c in range(width)) for r in range(height))
    )


def mask_of(board: Numberlink, paths: list[Path]) -> int:
    """The paths as an assignment."""
    number = {edge: i for i, edge in enumerate(board.edges())}
    return sum(1 << number[min(u, v), max(u, v)] for path in paths for u, v in pairwise(path))


def _cut(paths: list[Path], board: Numberlink, other: int, rng: Random) -> None:
    """Cut one path in two next to a place where the other solution leaves it.

    Both pieces keep two cells.  There is such a path: where all paths that differ have two or three
    cells, there is no other solution (docs/generate.md).
    """
    number = {edge: i for i, edge in enumerate(board.edges())}
    near, anywhere = [], []
    for i, path in enumerate(paths):
        for k, (u, v) in enumerate(pairwise(path)):
            if 1 <= k <= len(path) - 3:
                anywhere.append((i, k))
                if not other >> number[min(u, v), max(u, v)] & 1:
                    near.append((i, k))
    if not anywhere:
        raise InvariantError(f"two solutions, and no path to cut\n{board.text()}")
    i, k = rng.choice(near or anywhere)
    path = paths[i]
    paths[i] = path[: k + 1]
    paths.append(path[k + 1 :])
