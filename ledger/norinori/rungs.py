"""Norinori's claims about its rungs, N1 to N4: functions that measure them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random

from encode import solutions
from generate.made import InvariantError
from ladder import climb, position
from ledger.norinori.boards import GENERATORS, LABELS
from ledger.norinori.cuts import CUTS
from ledger.norinori.pair_variants import engine
from ledger.norinori.pair_variants import regions as lifted_regions
from ledger.tally import Mean, Rate, Tallies, Total
from puzzles import Norinori
from puzzles.grid import neighbours, regions_of
from puzzles.rules import Cell

__all__ = ["finished", "gains", "inclusion", "lifted"]

Draws = Sequence[Random]
Pair = tuple[Cell, Cell]

_POSITIONS = 10
"""Positions a board, in N1 and N2."""


def lifted(draws: Draws, side: int) -> Tallies:
    """N1: candidate pairs, soundness of ``pairs`` at random positions, and what AC-3 cannot see."""
    boards, wrong_number, positions, unsound = Total(), Total(), Total(), Total()
    choices, broken, elsewhere, incomplete = Total(), Total(), Total(), Total()
    for rng in draws:
        board = CUTS["seeds, one in 4 cells"](side, rng)
        boards.add(1)
        all_solutions = list(solutions(board))
        for region in lifted_regions(board):
            wrong_number.add(len(list(region.survivors(0, 0))) != comb(len(region.cells), 2))
        for _ in range(_POSITIONS):
            shown = rng.choice(all_solutions) if all_solutions else rng.getrandbits(side * side)
            on, off = _shown(shown, side * side, rng.random(), rng)
            found = position(board, "pairs", on, off)
            left = [mask for mask in all_solutions if mask & on == on and not mask & off]
            positions.add(1)
            if found is None:
                unsound.add(bool(left))
            else:
                unsound.add(any(found[0] & ~mask or found[1] & mask for mask in left))
        for shaded in _accepted(board):
            choices.add(1)
            faults = _faults(board, shaded)
            broken.add(bool(faults))
            elsewhere.add(any(_touched(board, cell) < 3 for cell in faults))
        incomplete.add(not all_solutions and position(board, "pairs") is not None)
    return {
        f"{side}x{side}: boards": boards,
        f"{side}x{side}: regions whose candidates are not C(k,2)": wrong_number,
        f"{side}x{side}: positions": positions,
        f"{side}x{side}: positions where `pairs` contradicts an answer": unsound,
        f"{side}x{side}: pairs for all regions that any two neighbours accept": choices,
        f"{side}x{side}: of them no answers": broken,
        f"{side}x{side}: of these, broken at a cell that touches fewer than three regions": elsewhere,
        f"{side}x{side}: boards without answer that `pairs` does not refute": incomplete,
    }


def _shown(solution: int, size: int, share: float, rng: Random) -> tuple[int, int]:
    """Each cell of a solution shown with this probability: masks on and off."""
    held = sum(1 << i for i in range(size) if rng.random() < share)
    return solution & held, held & ~solution


def _accepted(board: Norinori) -> list[set[Cell]]:
    """Every choice of a pair per region that each two neighbouring regions accept.

    Written from the rule and not from the rung: a cell is judged by what the two regions decide.
    """
    regions = regions_of(board.regions)
    found: list[list[Pair]] = [[]]
    for k, cells in enumerate(regions):
        beside = [
            j
            for j in range(k)
            if any(_beside(board, cell, other) for cell in cells for other in regions[j])
        ]
        found = [
            [*chosen, pair]
            for chosen in found
            for pair in combinations(cells, 2)
            if all(_accept(board, {k, j}, {*pair, *chosen[j]}) for j in beside)
        ]
    return [{cell for pair in chosen for cell in pair} for chosen in found]


def _beside(board: Norinori, cell: Cell, other: Cell) -> bool:
    return other in neighbours(cell, board.height, board.width)


def _accept(board: Norinori, both: set[int], shaded: set[Cell]) -> bool:
    """At most one shaded neighbour inside the two regions, and one if all neighbours lie inside."""
    for cell in shaded:
        around = neighbours(cell, board.height, board.width)
        beside = sum(other in shaded for other in around)
        inside = all(board.regions[r][c] in both for r, c in around)
        if beside > 1 or (inside and not beside):
            return False
    return True


def _faults(board: Norinori, shaded: set[Cell]) -> list[Cell]:
    return [
        cell
        for cell in shaded
        if sum(other in shaded for other in neighbours(cell, board.height, board.width)) != 1
    ]


def _touched(board: Norinori, cell: Cell) -> int:
    """How many regions the cell and its neighbours lie in."""
    near = (cell, *neighbours(cell, board.height, board.width))
    return len({board.regions[r][c] for r, c in near})


def inclusion(draws: Draws, sides: list[int]) -> Tallies:
    """N2: what each rung decides from positions of boards, ten of each, compared."""
    positions, beyond_pairs, beyond_probe = Total(), Total(), Total()
    more, further = Total(), Total()
    for rng in draws:
        for side in sides:
            made = GENERATORS["article"](side, rng)
            for _ in range(_POSITIONS):
                on, off = _shown(made.solution, side * side, rng.random() / 2, rng)
                local, pairs, probe = (
                    _decided(made.board, rung, on, off) for rung in ("local", "pairs", "probe")
                )
                positions.add(1)
                beyond_pairs.add(bool(local & ~pairs))
                beyond_probe.add(bool(pairs & ~probe))
                more.add(bool(pairs & ~local))
                further.add(bool(probe & ~pairs))
    return {
        "positions": positions,
        "positions where `local` decides a cell that `pairs` does not": beyond_pairs,
        "positions where `pairs` decides a cell that `probe` does not": beyond_probe,
        "positions where `pairs` decides more than `local`": more,
        "positions where `probe` decides more than `pairs`": further,
    }


def _decided(board: Norinori, rung: str, on: int, off: int) -> int:
    found = position(board, rung, on, off)
    if found is None:
        raise InvariantError(f"{rung} refutes a position that has a solution\n{board.text()}")
    return found[0] | found[1]


def finished(draws: Draws, side: int, maker: str) -> Tallies:
    """N3: boards finished by each rung, and by the weaker form of ``pairs``."""
    rungs = {rung: Rate() for rung in ("local", "pairs", "probe")}
    inside, regions, twos = Rate(), Mean(), Rate()
    for rng in draws:
        board = GENERATORS[maker](side, rng).board
        by = climb(board, up_to="probe").finished_by
        enough = False
        for rung, share in rungs.items():
            enough = enough or rung == by
            share.add(enough)
        tool = engine(board, "inside")
        node = tool.root()
        inside.add(node.on | node.off == tool.everything)
        cells = regions_of(board.regions)
        regions.add(len(cells))
        twos.add(any(len(region) == 2 for region in cells))
    name = f"{side}x{side}{LABELS[maker]}"
    return {
        **{f"{name}: by {rung}": share for rung, share in rungs.items()},
        f"{name}: by pairs that look inside alone": inside,
        f"{name}: regions": regions,
        f"{name}: boards with a region of two cells": twos,
    }


def gains(draws: Draws, sides: list[int], maker: str, shown: list[int], form: str) -> Tallies:
    """N4: positions in which ``pairs`` decides more than ``local``, and how much more.

    One position a board: those of one board are alike, and intervals take them for independent.

    ``shown``: the per cent of the solution's cells that a position shows; below zero, a percentage up
    to this one, drawn anew for each position.
    """
    found: Tallies = {}
    names = {
        percent: f"up to {-percent} % shown" if percent < 0 else f"{percent} % shown"
        for percent in shown
    }
    tallies = {percent: (Rate(), Mean(), Total()) for percent in shown}
    for rng in draws:
        for side in sides:
            made = GENERATORS[maker](side, rng)
            tool = engine(made.board, form)
            for percent in shown:
                more, cells, less = tallies[percent]
                share = rng.random() * -percent if percent < 0 else percent
                on, off = _shown(made.solution, side * side, share / 100, rng)
                local = _decided(made.board, "local", on, off)
                node = tool.root(on, off)
                pairs = node.on | node.off
                more.add(bool(pairs & ~local))
                cells.add((pairs & ~local).bit_count())
                less.add(bool(local & ~pairs))
    for percent, (more, cells, less) in tallies.items():
        name = names[percent] + LABELS[maker] + (", looking inside alone" * (form == "inside"))
        found[f"{name}: pairs decides more"] = more
        found[f"{name}: cells gained"] = cells
        found[f"{name}: pairs decides less"] = less
    return found
