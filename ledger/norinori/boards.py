"""Norinori boards for the ledger: the generator's, which are the article's way, and variations of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from encode import solutions
from generate.made import InvariantError, Request
from generate.matching import Domino, induced_matching
from generate.norinori import make, regions_around, spread
from ladder import climb
from puzzles import Norinori
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell

__all__ = ["GENERATORS", "LABELS", "Drawn", "generated", "spreading", "walked"]

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
        if climb(self.board).solutions != 1 or self.board.violations(self.solution):
            raise InvariantError(f"not a board with this one solution\n{self.board.text()}")


def generated(side: int, rng: Random, walk: str | None = None) -> Drawn:
    """A board of our generator."""
    for _ in range(_ATTEMPTS):
        made = make(Request(puzzle="norinori", height=side, width=side, walk=walk), rng)
        if made and isinstance(made.board, Norinori):
            return Drawn(made.board, made.solution, made.figures["moves"])
    raise InvariantError(f"no board of {side}x{side}")


def walked(side: int, rng: Random, watch: Watch | None = None) -> Drawn:
    """The same, with a walk of its own that can be watched: every board is made whole and judged."""
    for _ in range(_ATTEMPTS):
        dominoes = induced_matching(side, side, rng)
        regions = regions_around(side, side, dominoes, rng)
        found = _walk(regions, _mask(dominoes, side), side, rng, least=2, watch=watch)
        if found:
            return found
    raise InvariantError(f"no board of {side}x{side}")


def spreading(side: int, rng: Random) -> Drawn:
    """Regions that grow at random until no cell is left, so that nothing is poured and sizes are
    uneven."""
    for _ in range(_ATTEMPTS):
        dominoes = induced_matching(side, side, rng)
        found = _walk(spread(side, side, dominoes, rng), _mask(dominoes, side), side, rng, least=2)
        if found:
            return found
    raise InvariantError(f"no board of {side}x{side}")


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
    "article": generated,
    "chosen": lambda side, rng: generated(side, rng, "chosen"),
    "spread": spreading,
}
LABELS = {"article": "", "chosen": ", chosen moves", "spread": ", nothing poured"}
"""What a way of making boards adds to the names of figures; the article's adds nothing."""
