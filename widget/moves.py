"""The cursor: from one place of a board to the next in a direction.

Cells and circles: right and left go through them in reading order, like the cursor in a text, so that
every place can be reached; up and down go to the nearest place that lies rather above or below than
beside, or where there is none, to the nearest of those beside.

Edges lie in a slanted lattice, in turn between two columns and between two rows, which the cursor
crosses in a zigzag: down and up change sides so that they take each other back, and so do right and
left.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from puzzles.rules import Place, cells_of

__all__ = ["DIRECTIONS", "moves"]

DIRECTIONS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
"""The arrow keys, as (down, right)."""

_Point: TypeAlias = tuple[int, int]
"""The middle of a place in half cells, as (down, right)."""


def moves(places: Sequence[Place]) -> tuple[tuple[int, ...], ...]:
    """For each place where each of the :data:`DIRECTIONS` leads, as an index; its own for nowhere."""
    points = [_middle(place) for place in places]
    at = {point: i for i, point in enumerate(points)}
    edges = any(len(tuple(cells_of(place))) == 2 for place in places)
    step = partial(_zigzag, at) if edges else partial(_as_in_text, _Text.of(points))
    return tuple(
        tuple(at[step(point, direction)] for direction in DIRECTIONS.values()) for point in points
    )


def _middle(place: Place) -> _Point:
    cells = tuple(cells_of(place))
    return sum(2 * r for r, _ in cells) // len(cells), sum(2 * c for _, c in cells) // len(cells)


@dataclass(frozen=True, slots=True)
class _Text:
    """Points in reading order, and row by row from the top (``height`` down, columns ascending)."""

    points: list[_Point]
    heights: list[int]
    rows: dict[int, list[int]]

    @classmethod
    def of(cls, points: Sequence[_Point]) -> _Text:
        ordered = sorted(points)
        rows: dict[int, list[int]] = {}
        for y, x in ordered:
            rows.setdefault(y, []).append(x)
        return cls(ordered, list(rows), rows)


def _as_in_text(text: _Text, point: _Point, direction: _Point) -> _Point:
    down, right = direction
    if right:
        position = bisect_left(text.points, point) + right
        return text.points[min(max(position, 0), len(text.points) - 1)]

    def cost(other: _Point) -> tuple[bool, int, _Point]:
        along, beside = abs(other[0] - point[0]), abs(other[1] - point[1])
        return beside > along, along * along + beside * beside, other

    best: tuple[bool, int, _Point] = (True, sys.maxsize, point)
    i = bisect_left(text.heights, point[0]) + down
    while 0 <= i < len(text.heights):
        y = text.heights[i]
        # Rows further away hold nothing as near.
        if not best[0] and (y - point[0]) ** 2 > best[1]:
            break
        row = text.rows[y]
        right_of = bisect_left(row, point[1])
        best = min(best, *(cost((y, x)) for x in row[max(right_of - 1, 0) : right_of + 1]))
        i += down
    return best[2]


def _zigzag(at: dict[_Point, int], point: _Point, direction: _Point) -> _Point:
    (down, right), (y, x) = direction, point
    between_columns = x % 2 == 1
    if down:
        side = -1 if between_columns else 1
        tries = [(y + down, x + side), (y + down, x - side), (y + 2 * down, x)]
    else:
        side = 1 if between_columns else -1
        tries = [(y + side, x + right), (y - side, x + right), (y, x + 2 * right)]
    return next((there for there in tries if there in at), point)
