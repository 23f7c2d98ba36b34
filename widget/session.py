"""What a board widget does, without a browser: marks, steps and solutions of one board.

A session shows one of three views.  ``marks``: what the user has marked, judged live.  ``steps``: the
ladder's position after so many deductions.  ``solutions``: one of two solutions, or the only one.
Going from view to view loses nothing: the marks and the number of steps stay.
"""

from __future__ import annotations

import operator
from dataclasses import replace
from functools import cached_property, lru_cache
from reprlib import repr as brief
from typing import Literal, TypeAlias, get_args

from encode import Decision, decide
from ladder import rung_names
from puzzles import Board, Picture
from puzzles.drawing import Drawing
from puzzles.rules import Place, cells_of
from widget.marks import Broken, broken, expect_board, printed
from widget.steps import Frame, Walk
from widget.words import marked

__all__ = ["VIEWS", "Session", "View"]

View: TypeAlias = Literal["marks", "steps", "solutions"]
VIEWS: tuple[View, ...] = get_args(View)

SECONDS = 20.0
"""After so long a search for two solutions is given up, unless one says otherwise."""


_judged = lru_cache(maxsize=4)(broken)
"""Asked for several times between two marks."""


class Session:
    """One board, its marks, and where on the ladder and at which solution one is.

    ``on`` and ``off`` are the marks as masks.  What the board prints of the solution is known without
    a mark, and cannot be marked.
    """

    def __init__(self, board: Board, *, up_to: str = "probe", timeout: float = SECONDS) -> None:
        """``TypeError`` for what is not a board, ``ValueError`` for a rung that its ladder lacks.

        ``timeout``: after so many seconds the search for two solutions is given up.
        """
        expect_board(board)
        if up_to not in rung_names(board):
            listed = ", ".join(rung_names(board))
            raise ValueError(f"expected a rung among {listed}, found {up_to!r}")
        self.board = board
        if not timeout >= 0:
            raise ValueError(f"expected a timeout of 0 seconds or more, found {timeout!r}")
        self.up_to = up_to
        self.timeout = timeout
        self.places = board.places()
        self.printed_on, self.printed_off = printed(board)
        self._index = {place: i for i, place in enumerate(self.places)}
        # An edge may be named from either of its ends.
        for i, place in enumerate(self.places):
            one, *other = cells_of(place)
            self._index |= {(cell, one): i for cell in other}
        self.view: View = "marks"
        self.on = 0
        self.off = 0
        self._past: list[tuple[int, int]] = []
        self.reset()

    def reset(self) -> None:
        """No marks, the bare board, the first solution."""
        self._put(0, 0)
        self.position = 0
        self.solution = 0

    @cached_property
    def walk(self) -> Walk:
        """The ladder's steps, found when they are first asked for."""
        return Walk.of(self.board, self.up_to)

    @cached_property
    def decision(self) -> Decision:
        """One solution or two, looked for when they are first asked for."""
        return decide(self.board, timeout=self.timeout)

    # Marks

    def index(self, place: Place) -> int:
        """The index of a place, an edge's cells in either order; ``ValueError`` for no place."""
        try:
            return self._index[place]
        except (KeyError, TypeError):  # a list is no key
            example = f", such as {self.places[0]}" if self.places else ""
            raise ValueError(
                f"expected a place of the board{example}, found {brief(place)}"
            ) from None

    def marked(self, index: int) -> bool | None:
        """A place's value as marked or printed; None where it is open.

        ``ValueError`` for an index that no place has.
        """
        if not 0 <= index < len(self.places):
            raise ValueError(
                f"expected a place's index from 0 to {len(self.places) - 1}, found {index}"
            )
        return _bit(self.on | self.printed_on, self.off | self.printed_off, index)

    def mark(self, index: int, on: bool | None) -> None:
        """Mark a place on or off, or (None) take its mark away; shows the marks.

        The digits 1 and 0 stand for on and off.  ``ValueError`` for any other value, for an index
        that no place has, and for a place that is printed.
        """
        if not (on is None or isinstance(on, bool) or (type(on) is int and on in (0, 1))):
            raise ValueError(f"expected True (on), False (off) or None (open), found {brief(on)}")
        self.marked(index)  # refuses what is not a place
        bit = 1 << index
        if bit & (self.printed_on | self.printed_off):
            raise ValueError(f"{self.board.label(index + 1)} is printed on the board")
        on_bit, off_bit = (0, 0) if on is None else (bit, 0) if on else (0, bit)
        self._put(self.on & ~bit | on_bit, self.off & ~bit | off_bit)

    def cycle(self, index: int, *, back: bool = False) -> None:
        """The next of open, on, off; the marks that show are those changed."""
        order = (None, True, False)
        self.mark(index, order[(order.index(self.marked(index)) + (-1 if back else 1)) % 3])

    def adopt(self) -> None:
        """Make the shown position the marks, to go on from there by hand."""
        on, off = self._shown
        self._put(on & ~self.printed_on, off & ~self.printed_off)

    def undo(self) -> None:
        """Take back the last change of the marks; ``ValueError`` where there is none."""
        if not self._past:
            raise ValueError("there is nothing to undo")
        self.on, self.off = self._past.pop()
        self.view = "marks"

    def _put(self, on: int, off: int) -> None:
        """These are the marks now, and are shown."""
        if (on, off) != (self.on, self.off):
            self._past.append((self.on, self.off))
        self.on, self.off = on, off
        self.view = "marks"

    @property
    def violations(self) -> tuple[Broken, ...]:
        """What the marks and the printed digits break (:func:`widget.marks.broken`)."""
        return _judged(self.board, self.on | self.printed_on, self.off | self.printed_off)

    @property
    def solved(self) -> bool:
        """Are the marks a solution?  Where one marks only what is on, open places count as off."""
        on, off = self.on | self.printed_on, self.off | self.printed_off
        whole = (on | off) == (1 << len(self.places)) - 1
        return (whole or self.board.BLANK_IS_OFF) and not self.board.violations(on)

    # Steps

    def go(self, position: int) -> None:
        """Show the board after so many steps; ``ValueError`` beyond the last."""
        position = _whole(position)
        if not 0 <= position <= self.walk.last:
            raise ValueError(f"expected a position from 0 to {self.walk.last}, found {position}")
        self.position = position
        self.view = "steps"

    def step(self, by: int) -> None:
        """Go so many steps forwards or (negative) back, at most to an end of the walk.

        ``ValueError`` for what is no whole number.
        """
        self.go(min(max(self.position + _whole(by), 0), self.walk.last))

    def rung(self, up: bool) -> None:
        """Go to where the next or the previous rung ends."""
        walk = self.walk
        self.go(walk.next_rung(self.position) if up else walk.previous_rung(self.position))

    # Solutions

    def toggle(self) -> None:
        """Show a solution; when one is shown, the other."""
        if self.view == "solutions" and len(self.decision.solutions) > 1:
            self.solution = 1 - self.solution
        self.view = "solutions"

    # What is shown

    @property
    def _frame(self) -> Frame:
        return self.walk.frames[self.position]

    @property
    def _shown(self) -> tuple[int, int]:
        """The shown position."""
        if self.view == "steps":
            return self._frame.on | self.printed_on, self._frame.off | self.printed_off
        if self.view == "solutions":
            if not self.decision.solutions:
                return self.printed_on, self.printed_off
            mask = self.decision.solutions[self.solution].mask
            return mask, (1 << len(self.places)) - 1 & ~mask
        return self.on | self.printed_on, self.off | self.printed_off

    def shown(self, index: int) -> bool | None:
        """A place's value in the shown position."""
        return _bit(*self._shown, index)

    def drawing(self) -> Drawing:
        """The shown position, with what is new or differs set off."""
        if self.view == "steps":
            return self._frame.drawing(self.board)
        if self.view == "solutions":
            if not self.decision.solutions:
                return self.board.position_drawing(*self._shown)
            drawing = self.board.drawn(self._shown[0])
            return replace(drawing, highlight=frozenset(self.decision.differ))
        return self.board.position_drawing(*self._shown)

    def picture(self) -> Picture:
        """The same with its words below, for where there is no widget."""
        words = [f"{self.status}. {self.reason}"]
        if self.view == "marks":
            words += map(str, self.violations)
        return Picture((replace(self.drawing(), caption="; ".join(words)),))

    @property
    def status(self) -> str:
        """Where one is, in a line."""
        total = len(self.places)
        if self.view == "steps":
            frame = self._frame
            rung = f", rung {frame.rung}" if frame.rung else ""
            known = (frame.on | frame.off).bit_count()
            return f"Step {self.position} of {self.walk.last}{rung}: {known} of {total} decided"
        if self.view == "solutions":
            found = self.decision.solutions
            if len(found) > 1:
                differ = len(self.decision.differ)
                places = "1 place differs" if differ == 1 else f"{differ} places differ"
                return f"Solution {self.solution + 1} of two: {places}"
            if found:
                return "The only solution" if self.decision.verdict == "unique" else "A solution"
            return "No solution to show"
        given = (self.printed_on | self.printed_off).bit_count()
        marks = (self.on | self.off).bit_count()
        return f"Your marks: {marks} of {total - given}"

    @property
    def reason(self) -> str:
        """Why the shown position is what it is."""
        if self.view == "steps":
            end = f"; {self.walk.verdict}" if self.position == self.walk.last else ""
            return self._frame.reason + end
        if self.view == "solutions":
            decision = self.decision
            if len(decision.solutions) < 2:
                return str(decision)
            mask = decision.solutions[self.solution].mask
            change = mask ^ decision.solutions[1 - self.solution].mask
            return marked(self.board, change & mask, change & ~mask)
        if self.solved:
            return "Solved: no rule is broken"
        number = len(self.violations)
        if number:
            return f"{number} violation{'s' * (number != 1)}"
        return "No rule is broken so far"


def _whole(number: int) -> int:
    try:
        return operator.index(number)
    except TypeError:
        raise ValueError(f"expected a whole number of steps, found {brief(number)}") from None


def _bit(on: int, off: int, index: int) -> bool | None:
    return True if on >> index & 1 else False if off >> index & 1 else None
