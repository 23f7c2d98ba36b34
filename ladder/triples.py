"""Nondango's triples: dead and live ones, certificates, the budget of circles, components.

A *triple* is three circles in a line that the rule ``triples`` forbids to be all black (and, under
the variant ``same-colour``, all white).  It is *dead* if the rule ``region`` keeps it from ever being
so: a black one with two circles in one region, a white one with all circles of a region; else *live*.
Dead triples can be dropped without changing the solutions (claim D1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from puzzles import Nondango
from puzzles.grid import regions_of
from puzzles.rules import Cell

__all__ = ["Budget", "Triple", "budget", "certificates", "linked_regions", "live", "triples"]


@dataclass(frozen=True, slots=True, order=True)
class Triple:
    """Three circles in a line, in reading order, that must not all be ``colour``."""

    cells: tuple[Cell, Cell, Cell]
    colour: str
    dead: bool


def triples(board: Nondango) -> tuple[Triple, ...]:
    """Every triple of the board under its variant, each once, dead or live."""
    if not board.in_force("triples"):
        return ()
    circles = _circles(board) if board.in_force("region") else ()
    found = set()
    for three in _lines(board):
        black = any(len(region.intersection(three)) > 1 for region in circles)
        found.add(Triple(three, "black", black))
        if "same-colour" in board.variants:
            white = any(region and region.issubset(three) for region in circles)
            found.add(Triple(three, "white", white))
    return tuple(sorted(found))


def live(board: Nondango) -> tuple[Triple, ...]:
    """The triples that can fire."""
    return tuple(triple for triple in triples(board) if not triple.dead)


def certificates(board: Nondango, solution: int) -> dict[Cell, tuple[Triple, ...]]:
    """Per white circle, the triples that fire when its region's black moves to it.

    A circle without a certificate can take the black: that is another solution, so in a unique
    board every white circle has one (claim D2).  Under the printed rule the other two circles of a
    certificate are black, and it certifies one circle only.
    """
    known = live(board)
    black = {cell for i, cell in enumerate(sorted(board.circles)) if solution >> i & 1}
    found: dict[Cell, tuple[Triple, ...]] = {}
    for region in _circles(board):
        for cell in sorted(region - black):
            shifted = black - region | {cell}
            found[cell] = tuple(
                triple
                for triple in known
                if (shifted if triple.colour == "black" else board.circles - shifted).issuperset(
                    triple.cells
                )
            )
    return found


@dataclass(frozen=True, slots=True)
class Budget:
    """How many white circles a board has, and how many triples could carry them (claim D3)."""

    white: int
    certifying: int
    live: int
    dead: int

    @property
    def slack(self) -> int:
        """Certifying triples beyond the one that each white circle needs."""
        return self.certifying - self.white


def budget(board: Nondango, solution: int) -> Budget:
    """circles - regions <= certifying triples <= live triples, on every unique board.

    Raises ``ValueError`` under ``same-colour``, where one triple may certify many circles.
    """
    if "same-colour" in board.variants:
        raise ValueError("the budget of circles is not kept under the variant same-colour")
    listed = triples(board)
    fired = {triple for found in certificates(board, solution).values() for triple in found}
    dead = sum(triple.dead for triple in listed)
    white = len(board.circles) - solution.bit_count()
    return Budget(white, len(fired), len(listed) - dead, dead)


def linked_regions(board: Nondango) -> tuple[tuple[int, ...], ...]:
    """The regions by number, grouped by the live triples that link them (claim D4).

    The number of solutions is the product over these groups; a region of k circles that stands alone
    multiplies it by k.
    """
    regions = len(regions_of(board.regions))
    group = list(range(regions))
    for triple in live(board):
        linked = {group[board.regions[r][c]] for r, c in triple.cells}
        first = min(linked)
        group = [first if g in linked else g for g in group]
    return tuple(
        tuple(i for i in range(regions) if group[i] == first) for first in sorted(set(group))
    )


def _circles(board: Nondango) -> tuple[frozenset[Cell], ...]:
    """The circles of each region."""
    return tuple(board.circles.intersection(cells) for cells in regions_of(board.regions))


def _lines(board: Nondango) -> Iterator[tuple[Cell, Cell, Cell]]:
    """Three circles that the variant judges together."""
    for _, line in board.lines():
        held = [cell for cell in line if cell in board.circles]
        for one, two, three in combinations(held, 3):
            a, b, c = sorted((one, two, three))
            # Three in a row: the first and the last are two steps apart.
            if "anywhere-in-line" in board.variants or max(abs(a[0] - c[0]), abs(a[1] - c[1])) == 2:
                yield a, b, c
