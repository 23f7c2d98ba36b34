"""What breaks if a clue is taken away: Binairo's givens, one by one (claim B6)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ladder.climb import Climb, climb
from puzzles import Binairo
from puzzles.rules import Cell

__all__ = ["Without", "load_bearing", "without_each"]


@dataclass(frozen=True, slots=True)
class Without:
    """The board less one given, with its ladder run: ``solutions`` is cut off at two."""

    given: Cell
    climb: Climb

    @property
    def solutions(self) -> int:
        return self.climb.solutions

    @property
    def carries_load(self) -> bool:
        """Does a second solution appear without this given?"""
        return self.solutions > 1


def without_each(board: Binairo, max_branch_points: int | None = None) -> tuple[Without, ...]:
    """The board without each of its givens in turn, in reading order."""
    found = []
    for r, row in enumerate(board.givens):
        for c, given in enumerate(row):
            if given is not None:
                spared = (*row[:c], None, *row[c + 1 :])
                rows = (*board.givens[:r], spared, *board.givens[r + 1 :])
                fewer = replace(board, givens=rows)
                found.append(Without((r, c), climb(fewer, max_branch_points=max_branch_points)))
    return tuple(found)


def load_bearing(board: Binairo) -> frozenset[Cell]:
    """The givens without which a second solution appears."""
    return frozenset(w.given for w in without_each(board) if w.carries_load)
