"""Nondango boards for the ledger: the generator's, and the same with regions cut otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from encode import decide
from generate.made import InvariantError
from generate.nondango import CUTS, MEAN_SIZE, Skeleton, offer, skeleton
from ladder import Climb, climb
from puzzles import Nondango
from puzzles.grid import regions_of
from puzzles.rules import Cell

__all__ = ["Population", "black_cells", "judged", "shifted"]

_ATTEMPTS = 100_000
"""Skeletons after which a board that is asked for is given up; none was ever near it."""


@dataclass(frozen=True, slots=True)
class Population:
    """Square boards of one kind: a region per ``size`` cells, cut in one of the generator's ways.

    Three cells, grown from pairs, are the generator's own.
    """

    side: int
    size: int = MEAN_SIZE
    cut: str = "pairs"

    @property
    def name(self) -> str:
        """The beginning of a figure's name."""
        return self.named(f"{self.side}x{self.side}")

    def named(self, boards: str) -> str:
        """``boards`` in words, and what is unlike the generator's own."""
        own = self.size == MEAN_SIZE and self.cut == "pairs"
        return boards if own else f"{boards}, {self.size} cells a region, from {self.cut}"

    @property
    def _number(self) -> int:
        return self.side**2 // self.size

    def regions(self, rng: Random) -> dict[Cell, int]:
        """A name per cell."""
        return CUTS[self.cut](self.side, self.side, self._number, rng)

    def skeleton(self, rng: Random) -> Skeleton:
        """Regions with legal blacks; cuts that allow none are drawn again."""
        for _ in range(_ATTEMPTS):
            made = skeleton(self.side, self.side, rng, regions=self._number, cut=CUTS[self.cut])
            if made is not None:
                return made
        raise RuntimeError(f"no skeleton {self.name} in {_ATTEMPTS} attempts")

    def shipped(self, rng: Random) -> tuple[Nondango, int]:
        """A board as the generator ships it: a circle offered at every cell, kept if still unique."""
        found = self.skeleton(rng)
        order = found.others()
        rng.shuffle(order)
        return found.board(offer(found, order))

    def dialled(self, white: int, rng: Random) -> tuple[Nondango, int]:
        """``white`` certified circles at random, unchecked; a skeleton with fewer is drawn again."""
        for _ in range(_ATTEMPTS):
            found = self.skeleton(rng)
            able = [cell for cell in found.others() if found.certified(cell)]
            if len(able) >= white:
                return found.board(set(rng.sample(able, white)))
        raise RuntimeError(f"no skeleton {self.name} with {white} certified cells")

    def stopped(self, white: int, rng: Random) -> tuple[Nondango, int]:
        """The generator's offer, stopped at ``white`` circles: a part of a shipped board."""
        for _ in range(_ATTEMPTS):
            found = self.skeleton(rng)
            order = found.others()
            rng.shuffle(order)
            kept = offer(found, order)
            if len(kept) >= white:
                # The order of the offers was random, so which were kept first is a random choice.
                return found.board(set([cell for cell in order if cell in kept][:white]))
        raise RuntimeError(f"no board {self.name} with {white} white circles")


def judged(board: Nondango) -> Climb:
    """The board's ladder run, its number of solutions up to 2 checked by a SAT solver."""
    found = climb(board)
    verdict = decide(board).verdict
    if verdict != ("none", "unique", "several")[min(found.solutions, 2)]:
        raise InvariantError(f"ladder: {found.solutions} solutions, SAT: {verdict}\n{board.text()}")
    return found


def black_cells(board: Nondango, solution: int) -> set[Cell]:
    return {cell for i, cell in enumerate(sorted(board.circles)) if solution >> i & 1}


def shifted(board: Nondango, solution: int, cell: Cell) -> int:
    """The assignment with the black of ``cell``'s region moved to ``cell``."""
    number = {place: i for i, place in enumerate(board.places())}
    region = regions_of(board.regions)[board.regions[cell[0]][cell[1]]]
    gone = sum(1 << number[other] for other in region if other in number)
    return solution & ~gone | 1 << number[cell]
