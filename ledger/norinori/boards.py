"""Norinori boards for the ledger: our generator's, variations of it, and regions cut at random.

What the article says of its generator is what claims N6 and N7 say: shade, cut regions of two shaded
cells each, move cells until the solution is the only one.  It leaves open how the regions grow and how
small one may be; the variations here differ in that and in the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from encode import solutions
from generate.made import Request
from generate.matching import Domino, induced_matching
from generate.norinori import make, married, regions_around
from generate.repair import Repair
from ladder import climb
from puzzles import Norinori
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell

__all__ = ["GENERATORS", "LABELS", "Drawn", "even", "generated", "larger", "plain"]

_ATTEMPTS = 2000
"""A generator that needs more is broken."""
_PLAIN_MOVES = 50
"""Moves after which the plain walk starts anew."""

Regions = Mapping[Cell, int]
Watch = Callable[[Norinori, Norinori, int, int], None]
"""Told of a move: board before, board after, our solution, the other solution."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board with one solution, by the generator's solver and by the rungs' search."""

    board: Norinori
    solution: int
    moves: int

    def __post_init__(self) -> None:
        assert climb(self.board).solutions == 1, self.board.text()
        assert not self.board.violations(self.solution), self.board.text()


def generated(side: int, rng: Random) -> Drawn:
    """A board of our generator."""
    for _ in range(_ATTEMPTS):
        made = make(Request(puzzle="norinori", height=side, width=side), rng)
        if made:
            assert isinstance(made.board, Norinori)
            return Drawn(made.board, made.solution, made.figures["moves"])
    raise AssertionError(f"no board of {side}x{side}")


def larger(side: int, rng: Random) -> Drawn:
    """The same, with three cells or more in every region, at the start and after each move."""
    for _ in range(_ATTEMPTS):
        dominoes = induced_matching(side, side, rng)
        regions = _start(side, dominoes, rng)
        if regions is None:
            continue
        repair = Repair(regions, _cells(dominoes), side, side, least=3)
        moves = repair.run(rng)
        if moves is not None:
            return Drawn(_board(repair.regions, side), _mask(dominoes, side), moves)
    raise AssertionError(f"no board of {side}x{side}")


def _start(side: int, dominoes: list[Domino], rng: Random) -> dict[Cell, int] | None:
    """Our generator's regions around these dominoes, drawn until each has three cells; None if rare."""
    for _ in range(100):
        regions = regions_around(side, side, dominoes, rng)
        if min(Counter(regions.values()).values()) >= 3:
            return regions
    return None


def plain(side: int, rng: Random, watch: Watch | None = None) -> Drawn:
    """Three cells or more, and of the moves of claim N7 any one that can be made, until none can."""
    for _ in range(_ATTEMPTS):
        dominoes = induced_matching(side, side, rng)
        regions = _start(side, dominoes, rng)
        if regions is not None:
            found = _walk(regions, _mask(dominoes, side), side, rng, least=3, watch=watch)
            if found:
                return found
    raise AssertionError(f"no board of {side}x{side}")


def even(side: int, rng: Random) -> Drawn:
    """Plain moves, and territories of which always a smallest one grows; two cells are enough."""
    around = {cell: neighbours(cell, side, side) for cell in reading_order(side, side)}
    for _ in range(_ATTEMPTS):
        dominoes = induced_matching(side, side, rng)
        seeds = [cell for domino in dominoes for cell in domino]
        owner = {cell: i for i, cell in enumerate(seeds)}
        while len(owner) < side * side:
            sizes = Counter(owner.values())
            able = [
                (sizes[i], i, free)
                for cell, i in owner.items()
                for free in around[cell]
                if free not in owner
            ]
            least = min(able)[0]
            _, i, free = rng.choice(sorted(one for one in able if one[0] == least))
            owner[free] = i
        regions = married(owner, around, rng)
        found = _walk(regions, _mask(dominoes, side), side, rng, least=2)
        if found:
            return found
    raise AssertionError(f"no board of {side}x{side}")


def _walk(
    regions: dict[Cell, int],
    ours: int,
    side: int,
    rng: Random,
    *,
    least: int,
    watch: Watch | None = None,
) -> Drawn | None:
    """Random moves of claim N7 until our solution is alone; None where none can be made."""
    cells = reading_order(side, side)
    board = _board(regions, side)
    for moves in range(_PLAIN_MOVES):
        other = next((mask for mask in solutions(board, limit=2) if mask != ours), None)
        if other is None:
            return Drawn(board, ours, moves)
        able = [
            (cell, there)
            for i, cell in enumerate(cells)
            if other & ~ours & 1 << i and _can_leave(regions, cell, side, least)
            for there in sorted({regions[n] for n in neighbours(cell, side, side)})
            if there != regions[cell]
        ]
        if not able:
            return None
        cell, regions[cell] = rng.choice(able)
        before, board = board, _board(regions, side)
        if watch:
            watch(before, board, ours, other)
    return None


def _can_leave(regions: Regions, cell: Cell, side: int, least: int) -> bool:
    """Are the region's other cells connected, and at least so many?"""
    rest = {other for other, region in regions.items() if region == regions[cell]} - {cell}
    if len(rest) < least:
        return False
    stack = [min(rest)]
    reached = set(stack)
    while stack:
        for other in neighbours(stack.pop(), side, side):
            if other in rest and other not in reached:
                reached.add(other)
                stack.append(other)
    return reached == rest


def _cells(dominoes: list[Domino]) -> set[Cell]:
    return {cell for domino in dominoes for cell in domino}


def _mask(dominoes: list[Domino], side: int) -> int:
    return sum(1 << r * side + c for r, c in _cells(dominoes))


def _board(regions: Regions, side: int) -> Norinori:
    return Norinori(regions=normal([[regions[r, c] for c in range(side)] for r in range(side)]))


GENERATORS: dict[str, Callable[[int, Random], Drawn]] = {
    "generator": generated,
    "larger": larger,
    "plain": plain,
    "even": even,
}
LABELS = {
    "generator": "",
    "larger": ", regions of 3 cells or more",
    "plain": ", regions of 3 cells or more and plain moves",
    "even": ", territories grown evenly and plain moves",
}
"""What a generator adds to the names of figures."""
