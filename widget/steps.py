"""The ladder as a walk: one frame per deduction, forwards and back."""

from __future__ import annotations

from dataclasses import dataclass, field

from ladder import Climb, SearchLimit, climb
from ladder.explain import Deduction, sentence, step_drawing
from puzzles import Board
from puzzles.drawing import Drawing

__all__ = ["Frame", "Walk"]

_BRANCH_POINTS = 100
"""Where the search has not ended by then, the walk ends before it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A position on the way up: what is known after the step, and what is new in it."""

    rung: str
    reason: str
    on: int
    off: int
    new: int
    found: Deduction | None = field(default=None, repr=False)
    """The ladder's deduction; None at the start and at the end."""

    def drawing(self, board: Board) -> Drawing:
        """The position, what is new and its premises set off."""
        if self.found is not None:
            return self.found.drawing(board)
        return step_drawing(board, self.on, self.off, self.new, 0)


@dataclass(frozen=True, slots=True)
class Walk:
    """The frames of a board's ladder; frame 0 is the bare board."""

    board: Board
    frames: tuple[Frame, ...]
    verdict: str
    """How far the ladder went, in words."""

    @classmethod
    def of(cls, board: Board, up_to: str = "probe") -> Walk:
        """Run the ladder up to this rung; ``ValueError`` for one that the board's ladder lacks."""
        note = ""
        try:
            result = climb(board, up_to=up_to, trace=True, max_branch_points=_BRANCH_POINTS)
        except SearchLimit as limit:
            result = climb(board, up_to="probe", trace=True)
            note = f"; the search was stopped: {limit}"
        return cls(board, tuple(_frames(result)), _verdict(result) + note)

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.frames) - 1

    def next_rung(self, position: int) -> int:
        """The last frame of the rung that the next step belongs to."""
        target = min(position + 1, self.last)
        while target < self.last and self.frames[target + 1].rung == self.frames[target].rung:
            target += 1
        return target

    def previous_rung(self, position: int) -> int:
        """The last frame of a rung below this one's, or the bare board."""
        target = max(position - 1, 0)
        while target and self.frames[target + 1].rung == self.frames[target].rung:
            target -= 1
        return target


def _frames(result: Climb) -> list[Frame]:
    frames = [Frame("", "nothing is decided yet", 0, 0, 0)]
    on = off = 0
    for rung, found in result.trace():
        on, off = found.on | found.new_on, found.off | found.new_off
        new = found.new_on | found.new_off
        frames.append(Frame(rung, sentence(result.board, found), on, off, new, found))
    last = result.rungs[-1] if result.rungs else None
    if last and last.refuted:
        frames.append(Frame(last.rung, f"no solution is left: {last.refuted}", on, off, 0))
    search = result.search
    if search:
        reason = f"{_solutions(search.count, search.cut)}, {_branches(search.branch_points)}"
        new = 0
        if search.count == 1 and search.first is not None:
            everything = (1 << len(result.board.places())) - 1
            new = everything & ~(on | off)
            on, off = search.first, everything & ~search.first
        frames.append(Frame("search", reason, on, off, new))
    return frames


def _verdict(result: Climb) -> str:
    if result.finished_by is not None:
        return f"finished by {result.finished_by}"
    last = result.rungs[-1]
    return f"{last.rung} decides {last.decided} of {last.of}, and more is needed"


def _solutions(number: int, cut: bool) -> str:
    return f"{'at least ' * cut}{number or 'no'} solution{'s' * (number != 1)}"


def _branches(number: int) -> str:
    return f"{number} branch point{'s' * (number != 1)}"
