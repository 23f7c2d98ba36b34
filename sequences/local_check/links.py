"""Links between neighbouring cells, for the checker alone: what each cell demands, and the pieces.

A cell's value is the sum of 1, 2, 4, 8 for links to the cells above, right, below, left.
"""

from __future__ import annotations

from typing import Any

from sequences.local_check.memory import Memory
from sequences.local_check.structures import (
    Judge,
    Reading,
    Values,
    as_list,
    flag,
    keys,
    need,
    texts,
    whole,
)

__all__ = ["Pieces", "links"]

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
CORNERS = {
    "top-left": ((-1, 0), (0, -1)), "top-right": ((-1, 0), (0, 1)),
    "bottom-left": ((1, 0), (0, -1)), "bottom-right": ((1, 0), (0, 1)),
}  # fmt: skip
AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1))


def links(entry: Any, found: Reading) -> None:
    """Reads the table; the values, the judges and what is asked of the pieces go into `found`."""
    table = keys(entry, "degrees", "ends", "single", "cycles", "empty")
    degrees = [whole(degree) for degree in as_list(table.get("degrees"))]
    need(bool(degrees) and set(degrees) <= set(range(5)), "degrees are not from 0 to 4")
    ends = texts(table["ends"]) if "ends" in table else []
    need(all(end in CORNERS for end in ends) and len(set(ends)) == len(ends), "ends are no corners")
    sizes = set(degrees) | ({1} if ends else set())
    found.values = [value for value in range(16) if bin(value).count("1") in sizes]
    found.judges.append(Judge(((0, 0), (0, 1)), lambda v: _differ(v, RIGHT, LEFT)))
    found.judges.append(Judge(((0, 0), (1, 0)), lambda v: _differ(v, DOWN, UP)))
    found.judges.append(Judge(((0, 0), (0, -1)), lambda v: _leads_out(v, LEFT)))
    found.judges.append(Judge(((0, 0), (-1, 0)), lambda v: _leads_out(v, UP)))
    if ends:
        found.judges.append(
            Judge(
                ((0, 0), *AROUND), _ends(ends, 1 in degrees), wraps=False,
                like=lambda value: UP if value in (UP, RIGHT, DOWN, LEFT) else 0,
            )
        )  # fmt: skip
    acyclic = "cycles" in table and not flag(table, "cycles")
    single, empty = flag(table, "single"), flag(table, "empty")
    need(single or not empty, "empty says something about single links only")
    if single or acyclic:
        found.links = (single, acyclic, empty)


def _differ(values: Values, mine: int, back: int) -> bool:
    own, other = values
    return own is not None and bool(own & mine) != bool(other is not None and other & back)


def _leads_out(values: Values, mine: int) -> bool:
    own, other = values
    return own is not None and other is None and bool(own & mine)


def _ends(ends: list[str], others: bool) -> Any:
    """At the corners named there must be one link, elsewhere there must not (unless `others`)."""

    def fails(values: Values) -> bool:
        own, *near = values
        if own is None:
            return False
        missing = {place for place, value in zip(AROUND, near, strict=True) if value is None}
        corner = any(set(CORNERS[end]) <= missing for end in ends)
        alone = own in (UP, RIGHT, DOWN, LEFT)
        return not alone if corner else alone and not others

    return fails


class Pieces(Memory):
    """The open links of each piece that is not complete, and whether a piece is complete.

    An open link is the column that it leads down from, -1 for the one to the right of the last cell,
    or -2 for the one that goes around from the first cell of the row.
    """

    def __init__(
        self, asked: tuple[bool, bool, bool], width: int, ring: bool, turned: bool
    ) -> None:
        self._single, self._acyclic, self._empty = asked
        self._width, self._ring, self._turned = width, ring, turned

    def start(self) -> Any:
        return frozenset(), False

    def cell(self, state: Any, column: int, value: int) -> Any:
        pieces, complete = state
        up, right, down, left = (bool(value & bit) for bit in (UP, RIGHT, DOWN, LEFT))
        if self._turned:
            up, right, down, left = left, down, right, up
        last = column == self._width - 1
        taken, opened = [], []
        if up:
            taken.append(column)
        if down:
            opened.append(column)
        if left:
            (taken if column else opened).append(-1 if column else -2)
        if right:
            (taken if last else opened).append(-2 if last else -1)
        if not self._ring and ((left and not column) or (right and last)):
            return None
        open_links = {link for piece in pieces for link in piece}
        expected = {column, -1} | ({-2} if last else set())
        own_round = last and not column and self._ring and left and right
        if own_round:  # the only cell of the row is linked to itself
            taken.remove(-2)
            opened.remove(-2)
        if open_links & expected != set(taken) or (complete and self._single and value):
            return None
        if not value:
            return state
        touched = [piece for piece in pieces if piece & set(taken)]
        closes = len(touched) < len(taken) or own_round
        if self._acyclic and closes:
            return None
        mine = frozenset().union(*touched) - set(taken) | frozenset(opened)
        others = pieces - set(touched)
        if mine:
            return others | {mine}, complete
        if self._single and others:
            return None
        return others, self._single

    def final(self, state: Any) -> bool:
        pieces, complete = state
        return not pieces and (complete or self._empty or not self._single)
