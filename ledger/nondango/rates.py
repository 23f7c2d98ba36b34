"""Nondango's claims about how often: D9 (rungs), D11 (the dial) and D12 (random boards)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generate.made import InvariantError
from ladder import climb, engine_of, position
from ladder.triples import live
from ledger.nondango.generators import Population, black_cells, judged
from ledger.tally import Rate, Tallies, Total, Values
from puzzles import Nondango
from puzzles.grid import normal, reading_order, regions_of
from puzzles.rules import Cell

__all__ = ["consistency", "dial", "knots", "random_boards", "rungs"]

Draws = Sequence[Random]

_ATTEMPTS = 10_000


def rungs(
    draws: Draws,
    low: int,
    high: int,
    side: int = 8,
    size: int = 3,
    cut: str = "pairs",
    circles: str = "generated",
) -> Tallies:
    """D9: which rung finishes a unique board of ``low`` to ``high`` white circles.

    ``circles``: ``generated``, the generator's offer, stopped at a number drawn from the group,
    or whole for the last group, boards with fewer circles passed over; ``dialled``, put at random
    and kept if unique.
    """
    last = high >= side**2
    boards = Population(side, size, cut)
    by_triple, search = Rate(), Total()
    for rng in draws:
        for _ in range(_ATTEMPTS):
            white = rng.randint(low, high)
            if circles == "dialled":
                board, solution = boards.dialled(white, rng)
            elif last:
                board, solution = boards.shipped(rng)
            else:
                board, solution = boards.stopped(white, rng)
            if not low <= len(board.circles) - solution.bit_count() <= high:
                continue
            found = judged(board)
            if found.solutions == 1:
                break
        else:
            raise RuntimeError(f"no unique board of {low} to {high} white circles")
        by_triple.add(found.finished_by in ("region", "triple"))
        search.add(found.finished_by == "search")
    group = f"{low} white or more" if last else f"{low} to {high} white"
    name = boards.name if circles == "generated" else f"{boards.name}, {circles}"
    return {
        f"{name}, {group}: finished by triple": by_triple,
        f"{name}: boards that need search": search,
    }


def knots(draws: Draws, sides: list[int], cut: str = "pairs") -> Tallies:
    """D9: what ``triple`` leaves of shipped boards, a board of each size together."""
    unfinished, decided, knot, search = Rate(), Rate(), Values(), Total()
    for rng in draws:
        for side in sides:
            board, _ = Population(side, cut=cut).shipped(rng)
            found = climb(board)
            open_board = found.finished_by not in ("region", "triple")
            unfinished.add(open_board)
            search.add(found.finished_by == "search")
            if open_board:
                reached = position(board, "triple")
                if reached is None:
                    raise InvariantError(f"triple refutes a unique board\n{board.text()}")
                black = black_cells(board, reached[0])
                cells = regions_of(board.regions)
                known = [not black.isdisjoint(region) for region in cells]
                for each in known:
                    decided.add(each)
                knot.add(known.count(False))
    name = Population(sides[0], cut=cut).named("shipped")
    return {
        f"{name}: not finished by triple": unfinished,
        f"{name}: regions that triple decides on these": decided,
        f"{name}: regions left to probe on each": knot,
        f"{name}: boards that need search": search,
    }


def consistency(draws: Draws, white: int) -> Tallies:
    """D9: hyper-arc consistency with a region's circles as one domain, written apart from the rung."""
    boards, unlike = Total(), Total()
    for rng in draws:
        board, _ = Population(8).dialled(white, rng)
        node = engine_of(board, "triple").root()
        left = {cell for cell in board.places() if cell not in black_cells(board, node.off)}
        boards.add(1)
        unlike.add(left != _consistent(board))
    return {
        f"8x8, {white} white: boards": boards,
        f"8x8, {white} white: boards on which another consistency decides otherwise": unlike,
    }


def _consistent(board: Nondango) -> set[Cell]:
    """The circles that hyper-arc consistency on the live triples leaves, checked value by value."""
    domains = [set(board.circles.intersection(cells)) for cells in regions_of(board.regions)]
    fires = [triple.cells for triple in live(board)]
    changed = True
    while changed:
        changed = False
        for three in fires:
            regions = [domains[board.regions[r][c]] for r, c in three]
            for i, cell in enumerate(three):
                one, other = (k for k in range(3) if k != i)
                # The circle has support unless both others are all that is left to their regions.
                supported = any(
                    (a, b) != (three[one], three[other])
                    for a in regions[one]
                    for b in regions[other]
                )
                if cell in regions[i] and not supported:
                    regions[i].discard(cell)
                    changed = True
    return set().union(*domains)


def dial(draws: Draws, side: int, white: int, size: int = 3, cut: str = "pairs") -> Tallies:
    """D11: ``white`` certified circles at random on a skeleton, and no check of uniqueness."""
    boards = Population(side, size, cut)
    unique, none = Rate(), Total()
    for rng in draws:
        board, _ = boards.dialled(white, rng)
        solutions = judged(board).solutions
        unique.add(solutions == 1)
        none.add(solutions == 0)
    return {
        f"{boards.name}, {white} white: unique": unique,
        f"{side}x{side}: boards without an answer": none,
    }


def random_boards(
    draws: Draws, side: int, density: int, size: int = 3, cut: str = "pairs"
) -> Tallies:
    """D12: random regions, and a circle in each cell with a probability of ``density`` per cent."""
    boards = Population(side, size, cut)
    none, empty, unique, choice = Rate(), Rate(), Rate(), Rate()
    for rng in draws:
        owner = boards.regions(rng)
        board = Nondango(
            regions=normal([[owner[r, c] for c in range(side)] for r in range(side)]),
            circles=frozenset(c for c in reading_order(side, side) if rng.randrange(100) < density),
        )
        solutions = judged(board).solutions
        none.add(solutions == 0)
        empty.add(board.impossible() is not None)
        unique.add(solutions == 1)
        if solutions == 1:
            choice.add(len(board.circles) > len(regions_of(board.regions)))
    found: Tallies = {}
    for name in (f"{boards.name}, {density} % circles", boards.named("all boards")):
        found |= {
            f"{name}: no answer": none,
            f"{name}: a region without a circle": empty,
            f"{name}: one answer": unique,
            f"{name}: a choice, of those with one answer": choice,
        }
    return found
