"""Nondango's claims about counts and sets of solutions: D4, D6, D7, D8 and D14."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from random import Random

from count import bdd, brute, frontier
from encode import solutions
from generate.made import InvariantError
from ladder import climb, position
from ladder.triples import Triple, linked_regions, live
from ledger.nondango.boards import LiveOnly
from ledger.nondango.generators import Population
from ledger.tally import Exact, Mean, Rate, Tallies, Total, Values
from puzzles import Nondango
from puzzles.grid import normal, reading_order, regions_of
from puzzles.rules import Cell
from sequences import family, value

__all__ = ["components", "full_grids", "inclusion", "lines", "loose", "plain_sets", "products"]

Draws = Sequence[Random]


def random_circles(side: int, density: int, rng: Random) -> Nondango:
    """Random regions, and a circle in each cell with a probability of ``density`` per cent."""
    owner = Population(side).regions(rng)
    return Nondango(
        regions=normal([[owner[r, c] for c in range(side)] for r in range(side)]),
        circles=frozenset(c for c in reading_order(side, side) if rng.randrange(100) < density),
    )


def products(draws: Draws, side: int, white: int) -> Tallies:
    """D4: the count against the product over components, each counted by backtracking of its own.

    Legal blacks with ``white`` circles anywhere, so that no board is without a solution.
    """
    boards, linked, factors, wrong = Total(), Total(), Total(), Total()
    for rng in draws:
        found = Population(side).skeleton(rng)
        board, _ = found.board(set(rng.sample(found.others(), white)))
        groups = linked_regions(board)
        held = [sorted(board.circles.intersection(cells)) for cells in regions_of(board.regions)]
        fires = live(board)
        counts = [_ways([held[i] for i in group], fires) for group in groups]
        sizes = [len(group) for group in groups]
        whole = frontier.count(board)
        boards.add(1)
        linked.add(sum(size > 1 for size in sizes) > 1)
        multiplied = [n for n, size in zip(counts, sizes, strict=True) if n > 1 and size > 1]
        factors.add(len(multiplied) > 1)
        wrong.add(prod(counts) != whole or bdd.count(board) != whole)
    name = f"{side}x{side}, {white} white anywhere"
    return {
        f"{name}: boards": boards,
        f"{name}: boards with several linked groups": linked,
        f"{name}: boards with several linked groups of several answers": factors,
        f"{name}: count is not the product": wrong,
    }


def _ways(regions: list[list[Cell]], fires: Sequence[Triple]) -> int:
    """Choices of one circle per region that fire none of the triples."""

    def extend(i: int, black: frozenset[Cell]) -> int:
        if any(black.issuperset(triple.cells) for triple in fires):
            return 0
        if i == len(regions):
            return 1
        return sum(extend(i + 1, black | {cell}) for cell in regions[i])

    return extend(0, frozenset())


def components(draws: Draws, sides: list[int], cut: str = "pairs") -> Tallies:
    """D4: components of shipped boards, a board of each size together: how many, how small, how
    large."""
    number, lone_circle, largest = Mean(), Rate(), Values()
    for rng in draws:
        found = 0
        for side in sides:
            boards = Population(side, cut=cut)
            board, _ = boards.shipped(rng)
            cells = regions_of(board.regions)
            groups = linked_regions(board)
            found += len(groups)
            for group in groups:
                circles = sum(len(board.circles.intersection(cells[i])) for i in group)
                lone_circle.add(len(group) == circles == 1)
            if side == max(sides):
                largest.add(max(map(len, groups)))
        number.add(found)
    name = Population(sides[0], cut=cut).named(" and ".join(f"{side}x{side}" for side in sides))
    return {
        f"{name}: components of a board of each": number,
        f"{name}: components of one region with one circle": lone_circle,
        f"{name}: regions of the largest component of the larger board": largest,
    }


def loose(draws: Draws, side: int) -> Tallies:
    """D4: boards without a live triple; each region multiplies the count by its circles."""
    right, again = Total(), Total()
    for rng in draws:
        board = None
        while board is None:
            board = _without_live_triple(side, rng)
            again.add(board is None)
        each = prod(len(board.circles.intersection(r)) for r in regions_of(board.regions))
        right.add(frontier.count(board) == bdd.count(board) == each > 1)
    return {
        f"{side}x{side}, no live triple, several answers: count is the product": right,
        f"{side}x{side}, no live triple: drawn again": again,
    }


def _without_live_triple(side: int, rng: Random) -> Nondango | None:
    """A circle in every region, then circles at random cells while no triple is live; or None."""
    owner = Population(side).regions(rng)
    regions = normal([[owner[r, c] for c in range(side)] for r in range(side)])
    first = frozenset(rng.choice(region) for region in regions_of(regions))
    board = Nondango(regions=regions, circles=first)
    if live(board):
        return None
    for cell in rng.sample(reading_order(side, side), side * side):
        more = Nondango(regions=regions, circles=board.circles | {cell})
        board = board if live(more) else more
    # Where every region keeps one circle, the product says nothing.
    return board if len(board.circles) > len(first) else None


def full(height: int, width: int) -> Nondango:
    """A circle in every cell, regions ignored."""
    return Nondango(
        regions=((0,) * width,) * height,
        circles=frozenset(reading_order(height, width)),
        without=frozenset({"region"}),
    )


def lines(draws: Draws) -> Tallies:
    """D6: the legal black sets of a line of circles, read rightly and misread."""
    lengths = (4, 6, 8, 10, 12)
    boards = [full(1, length) for length in lengths]
    wide = [board.variant("anywhere-in-line") for board in boards]
    tribonacci = [1, 2, 4]
    while len(tribonacci) <= lengths[-1]:
        tribonacci.append(sum(tribonacci[-3:]))
    found: Tallies = {}
    for name, count in (
        ("frontier", frontier.count),
        ("diagram", bdd.count),
        ("brute force", brute.count),
    ):
        found[f"by {name}: read rightly"] = Exact([count(board) for board in boards])
        found[f"by {name}: misread"] = Exact([count(board) for board in wide])
    machine = family("no-three")
    found["by transfer machine: read rightly"] = Exact([value(machine, 1, n) for n in lengths])
    found["tribonacci numbers"] = Exact([tribonacci[n] for n in lengths])
    found["1 + L(L + 1)/2"] = Exact([1 + n * (n + 1) // 2 for n in lengths])
    return found


def full_grids(draws: Draws, engine: str, sides: list[int]) -> Tallies:
    """D7: black sets of square grids full of circles, by one engine."""
    counts = {
        "frontier": lambda n: frontier.count(full(n, n)),
        "diagram": lambda n: bdd.count(full(n, n)),
        "brute force": lambda n: brute.count(full(n, n)),
        "transfer machine": lambda n: value(family("no-three"), n, n),
    }
    terms = [counts[engine](n) for n in sides]
    if any(type(term) is not int for term in terms):
        raise InvariantError(f"{engine} gives a term that is no whole number")
    told = f"{sides[0]} to {sides[-1]}" if len(sides) > 1 else str(sides[0])
    rounded = [term for term in terms if int(float(term)) != term]
    return {
        f"side {told}, by {engine}": Exact(terms),
        f"side {told}, by {engine}: terms that a double would round": Exact(len(rounded)),
    }


def inclusion(draws: Draws, side: int, white: int) -> Tallies:
    """D8: what each rung decides, from random positions of boards with one and with many solutions."""
    rungs = ("region", "triple", "probe")
    positions, less, wrong = Total(), Total(), Total()
    more = {rung: Total() for rung in rungs[1:]}
    for rng in draws:
        board, solution = Population(side).dialled(white, rng)
        all_solutions = list(solutions(board))
        both = (1 << len(board.places())) - 1
        shown = sum(1 << i for i in range(both.bit_length()) if rng.randrange(4) == 0)
        kept = [each for each in all_solutions if not (each ^ solution) & shown]
        found = [position(board, rung, solution & shown, shown & ~solution) for rung in rungs]
        positions.add(1)
        if not all(found):
            raise InvariantError(f"a position of a solution is refuted\n{board.text()}")
        known = [each or (0, 0) for each in found]
        for below, above, rung in zip(known, known[1:], rungs[1:], strict=False):
            less.add(bool(below[0] & ~above[0] or below[1] & ~above[1]))
            more[rung].add(below != above)
        on, off = known[-1]
        wrong.add(any(on & ~each or off & each for each in kept))
        # Search is complete: it finds as many solutions as the listing.
        wrong.add(climb(board, limit=None).solutions != len(all_solutions))
    name = f"{side}x{side}, {white} white"
    return {
        f"{name}: positions": positions,
        f"{name}: positions where a rung decides less than the one before": less,
        f"{name}: positions where a rung or the search errs": wrong,
        **{f"{name}: positions where {rung} decides more": total for rung, total in more.items()},
    }


def plain_sets(draws: Draws, side: int, density: int, reading: str) -> Tallies:
    """D14: solutions by trying every choice of blacks, against engines that use D1 or D4."""
    boards, some, all_solutions, wrong = Total(), Total(), Total(), Total()
    for rng in draws:
        board = random_circles(side, density, rng)
        board = board.variant(*([] if reading == "right" else [reading]))
        # No triple is left out and no component split: every choice is judged by the verifier.
        plain = {mask for mask in _choices(board) if not board.violations(mask)}
        lean = LiveOnly(regions=board.regions, circles=board.circles, variants=board.variants)
        boards.add(1)
        some.add(bool(plain))
        all_solutions.add(len(plain))
        wrong.add(plain != set(solutions(lean)) or climb(lean, limit=None).solutions != len(plain))
    name = f"{side}x{side}, {reading}"
    return {
        f"{name}: boards": boards,
        f"{name}: boards with answers": some,
        f"{name}: answers": all_solutions,
        f"{name}: boards whose sets differ": wrong,
    }


def _choices(board: Nondango) -> Iterator[int]:
    """Every way to blacken one circle of each region."""
    number = {place: i for i, place in enumerate(board.places())}
    held = [
        [number[cell] for cell in region if cell in number] for region in regions_of(board.regions)
    ]
    for choice in product(*held):
        yield sum(1 << i for i in choice)
