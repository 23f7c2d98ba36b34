"""Norinori's claims, N1 to N11: functions that measure them (N1 to N4 in
:mod:`ledger.norinori.rungs`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from random import Random

from count import count
from encode import decide
from generate.made import InvariantError
from generate.matching import ROUNDS_PER_CELL, Domino, induced_matching
from ladder import climb
from ladder.cycles import dominoes, region_cycles
from ledger.norinori.boards import GENERATORS, LABELS, walked
from ledger.norinori.cuts import CUTS
from ledger.norinori.rungs import finished, gains, inclusion, lifted
from ledger.tally import Exact, Mean, Rate, Tallies, Total, Values
from puzzles import Norinori
from puzzles.grid import neighbours, reading_order, regions_of
from puzzles.rules import Cell
from sequences import family, value

__all__ = [
    "cut",
    "cycles",
    "engines",
    "finished",
    "gains",
    "inclusion",
    "largest_product",
    "lifted",
    "matchings",
    "moves",
    "one_rule",
    "products",
    "shading",
]

Draws = Sequence[Random]


def cut(draws: Draws, side: int, ways: list[str]) -> Tallies:
    """N5: boards cut at random, by their number of solutions; SAT and the rungs' search agree."""
    found: Tallies = {}
    for way in ways:
        none, one, several, regions = Rate(), Rate(), Rate(), Mean()
        for rng in draws:
            board = CUTS[way](side, rng)
            verdict = decide(board).verdict
            solutions = ("none", "unique", "several").index(verdict)
            if climb(board).solutions != solutions:
                raise InvariantError(f"SAT finds it {verdict}, the ladder does not\n{board.text()}")
            for share, number in ((none, 0), (one, 1), (several, 2)):
                share.add(solutions == number)
            regions.add(len(regions_of(board.regions)))
        found |= {
            f"{side}x{side}, {way}: no solution": none,
            f"{side}x{side}, {way}: one": one,
            f"{side}x{side}, {way}: two or more": several,
            f"{side}x{side}, {way}: regions": regions,
        }
    return found


def shading(draws: Draws, side: int, rounds: list[int]) -> Tallies:
    """N6: dominoes of a greedy induced matching and after so many rounds a cell of remove and refill."""
    sizes = {number: Mean() for number in rounds}
    by_cell, touching = Mean(), Total()
    for rng in draws:
        for number, mean in sizes.items():
            drawn = induced_matching(side, side, rng, rounds=number * side**2)
            mean.add(len(drawn))
            touching.add(not _induced(drawn, side))
        drawn = _greedy_by_cell(side, rng)
        by_cell.add(len(drawn))
        touching.add(not _induced(drawn, side))
    names = {0: "greedy", ROUNDS_PER_CELL: "refilled"}
    return {
        **{
            f"{side}x{side}, {names.get(number, f'refilled {number} times a cell')}: dominoes": mean
            for number, mean in sizes.items()
        },
        f"{side}x{side}, greedy cell by cell: dominoes": by_cell,
        f"{side}x{side}: shadings in which dominoes touch": touching,
    }


def _greedy_by_cell(side: int, rng: Random) -> list[Domino]:
    """Cells in random order, each with a random neighbour that is still free."""
    cells = list(reading_order(side, side))
    rng.shuffle(cells)
    blocked: set[Cell] = set()
    found: list[Domino] = []
    for cell in cells:
        free = [n for n in neighbours(cell, side, side) if n not in blocked]
        if cell not in blocked and free:
            other = rng.choice(free)
            found.append((cell, other))
            for one in (cell, other):
                blocked.update((one, *neighbours(one, side, side)))
    return found


def _induced(drawn: list[Domino], side: int) -> bool:
    shaded = {cell for domino in drawn for cell in domino}
    return len(shaded) == 2 * len(drawn) and all(
        sum(other in shaded for other in neighbours(cell, side, side)) == 1 for cell in shaded
    )


def moves(draws: Draws, side: int) -> Tallies:
    """N7: every move judged by the printed rules; the generator's own judge themselves and raise."""
    made, ours_broken, alive, otherwise = Total(), Total(), Total(), Total()

    def watch(before: Norinori, after: Norinori, ours: int, other: int) -> None:
        if before.violations(other):
            raise InvariantError(f"the other solution is none\n{before.text()}")
        made.add(1)
        ours_broken.add(bool(after.violations(ours)))
        faults = after.violations(other)
        alive.add(not faults)
        shaded = {cell for i, cell in enumerate(reading_order(side, side)) if other >> i & 1}
        counts = sorted(len(shaded & set(fault.cells)) for fault in faults)
        otherwise.add(counts != [1, 3] or {fault.rule for fault in faults} != {"region"})

    by_generator = Total()
    for rng in draws:
        walked(side, rng, watch)
        by_generator.add(GENERATORS["article"](side, rng).moves)
    return {
        f"{side}x{side}: moves": made,
        f"{side}x{side}: our answer is none afterwards": ours_broken,
        f"{side}x{side}: the other answer is still one": alive,
        f"{side}x{side}: the other answer has not one and three in two regions": otherwise,
        f"{side}x{side}: moves of the generator, which raises if one is wrong": by_generator,
    }


def cycles(draws: Draws, sides: list[int], maker: str) -> Tallies:
    """N8: solutions as graphs of regions; degrees counted here, cycles by the ladder."""
    number, other_number, wrong = Total(), Total(), Total()
    crossing = Rate()
    lengths = {length: Rate() for length in (1, 2, 3, 4)}
    longer = Rate()
    for rng in draws:
        for side in sides:
            made = GENERATORS[maker](side, rng)
            regions = made.board.regions
            ends = [
                (regions[a][b], regions[c][d])
                for (a, b), (c, d) in dominoes(made.board, made.solution)
            ]
            number.add(len(ends))
            other_number.add(len(ends) != len(regions_of(regions)))
            halves = [region for end in ends for region in end]
            wrong.add(sum(halves.count(k) != 2 for k in range(len(regions_of(regions)))))
            for one, other in ends:
                crossing.add(one != other)
            found = [len(cycle) for cycle in region_cycles(made.board, made.solution)]
            if sum(found) != len(ends):
                raise InvariantError(f"the cycles are not the dominoes\n{made.board.text()}")
            for length in found:
                for k, share in lengths.items():
                    share.add(length == k)
                longer.add(length > 4)
    label = LABELS[maker]
    return {
        f"dominoes{label}": number,
        f"boards with another number of regions than dominoes{label}": other_number,
        f"regions of another degree than two{label}": wrong,
        f"dominoes that cross a border{label}": crossing,
        **{f"cycles of length {k}{label}": share for k, share in lengths.items()},
        f"longer cycles{label}": longer,
    }


def matchings(draws: Draws, side: int, by: list[str]) -> Tallies:
    """N9: without the region rule the count is the same on any board of a size."""
    found: Tallies = {}
    for rng in draws:
        board = CUTS["seeds, one in 4 cells"](side, rng).dropping("region")
        counts = count(board, by=by)
        if not counts.agree:
            raise InvariantError(f"engines disagree: {counts.counts}\n{board.text()}")
        found = {
            f"{side}x{side} by {name}": Exact(number) for name, number in counts.counts.items()
        }
    machine = value(family("induced-matchings"), side, side)
    return {**found, f"{side}x{side} by the transfer machine": Exact(machine)}


def products(draws: Draws, side: int, maker: str) -> Tallies:
    """N10: without the domino rule the count is the product of C(size, 2)."""
    boards, unequal, sizes = Total(), Total(), Values()
    for rng in draws:
        board = GENERATORS[maker](side, rng).board
        product = prod(comb(len(cells), 2) for cells in regions_of(board.regions))
        counts = count(board.dropping("domino"), by="frontier,bdd")
        if not counts.agree:
            raise InvariantError(f"engines disagree: {counts.counts}\n{board.text()}")
        boards.add(1)
        unequal.add(counts.value != product)
        sizes.add(product)
    name = f"{side}x{side}{LABELS[maker]}"
    return {
        f"{name}: boards": boards,
        f"{name}: counts other than the product": unequal,
        f"{name}: count without dominoes": sizes,
    }


def largest_product(draws: Draws, cells: int, regions: int) -> Tallies:
    """N10: the largest product over all ways to share the cells out among the regions."""

    def largest(left: int, parts: int) -> int:
        if parts == 1:
            return comb(left, 2)
        sizes = range(2, left - 2 * (parts - 1) + 1)
        return max(comb(size, 2) * largest(left - size, parts - 1) for size in sizes)

    return {f"{cells} cells in {regions} regions: largest product": Exact(largest(cells, regions))}


def one_rule(draws: Draws, sides: list[int]) -> Tallies:
    """N10: boards that one of the two rules alone would make unique."""
    boards, region, domino = Total(), Total(), Total()
    for rng in draws:
        for side in sides:
            board = GENERATORS["article"](side, rng).board
            boards.add(1)
            region.add(decide(board.dropping("domino")).verdict == "unique")
            domino.add(decide(board.dropping("region")).verdict == "unique")
    return {
        "boards tried with one rule": boards,
        "unique by the region rule alone": region,
        "unique by the domino rule alone": domino,
    }


def engines(draws: Draws, side: int) -> Tallies:
    """N11: cell by cell, region by region, the rungs' search and SAT, on boards of any verdict."""
    boards, disagree = Total(), Total()
    verdicts = [Total(), Total(), Total()]
    for rng in draws:
        for board in (
            CUTS["one by one, 3 to 5 cells"](side, rng),
            GENERATORS["article"](side, rng).board,
        ):
            counts = count(board, by="brute,brute-lifted,sat").counts
            solutions = {*counts.values(), climb(board, limit=None).solutions}
            if len(counts) != 3:
                raise InvariantError(f"an engine refused\n{board.text()}")
            boards.add(1)
            disagree.add(len(solutions) != 1)
            verdicts[min(counts["sat"], 2)].add(1)
    return {
        f"{side}x{side}: boards": boards,
        f"{side}x{side}: boards on which two of them differ": disagree,
        f"{side}x{side}: boards without a solution": verdicts[0],
        f"{side}x{side}: with one": verdicts[1],
        f"{side}x{side}: with two or more": verdicts[2],
    }
