"""The cursor: from one place of a board to the next in a direction.

Cells and circles: right and left go through them in reading order, like the cursor in a text, so that
every place can be reached; up and down go to the nearest place that lies rather above or below than
beside, or where there is none, to the nearest of those beside.

Edges lie in a slanted lattice, in turn between two columns and between two rows, which the cursor
crosses in a zigzag: down and up change sides so that they take each other back, and so do right and
left.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    step = _zigzag if edges else _as_in_text
    return tuple(
        tuple(at[step(point, direction, at)] for direction in DIRECTIONS.values())
        for point in points
    )


def _middle(place: Place) -> _Point:
    cells = tuple(cells_of(place))
    return sum(2 * r for r, _ in cells) // len(cells), sum(2 * c for _, c in cells) // len(cells)


def _as_in_text(point: _Point, direction: _Point, at: dict[_Point, int]) -> _Point:
    down, right = direction
    if right:
        ahead = [other for other in at if (other > point if right > 0 else other < point)]
        return min(ahead, key=lambda other: abs(at[other] - at[point]), default=point)

    def cost(other: _Point) -> tuple[bool, int, int]:
        along, beside = abs(other[0] - point[0]), abs(other[1] - point[1])
        return beside > along, along * along + beside * beside, at[other]

    ahead = [other for other in at if (other[0] - point[0]) * down > 0]
    return min(ahead, key=cost, default=point)


def _zigzag(point: _Point, direction: _Point, at: dict[_Point, int]) -> _Point:
    (down, right), (y, x) = direction, point
    between_columns = x % 2 == 1
    if down:
        side = -1 if between_columns else 1
        tries = [(y + down, x + side), (y + down, x - side), (y + 2 * down, x)]
    else:
        side = 1 if between_columns else -1
        tries = [(y + side, x + right), (y - side, x + right), (y, x + 2 * right)]
    return next((there for there in tries if there in at), point)
