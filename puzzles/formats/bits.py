"""Border bits and circle bits: five to a character of 0-9a-v, most significant first.

A partition is written as the walls between horizontal neighbours, then those between vertical
neighbours, each group padded with zeros to whole characters.  A wall inside one region can be
written but is no border of the partition: it is read and forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.formats.text import Text, short
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell, Edge

__all__ = ["decode", "encode", "regions_between", "walls_decode", "walls_encode"]

_DIGITS = "0123456789abcdefghijklmnopqrstuv"


def decode(text: Text, start: int, count: int, what: str) -> tuple[list[int], int]:
    """``count`` bits from offset ``start``, and the offset behind their last character."""
    end = start + (count + 4) // 5
    found: list[int] = []
    for at in range(start, end):
        if at >= len(text.string):
            message = f"expected {end - start} characters for {what}, found {at - start}"
            raise text.fault(at, message)
        value = _DIGITS.find(text.string[at])
        if value < 0:
            message = f"expected 0-9 or a-v for {what}, found {short(text.string[at])}"
            raise text.fault(at, message)
        found.extend(value >> shift & 1 for shift in (4, 3, 2, 1, 0))
    if any(found[count:]):
        message = f"expected the last {len(found) - count} bits for {what}, which pad it, to be 0"
        raise text.fault(end - 1, message)
    return found[:count], end


def encode(bits: Sequence[int]) -> str:
    """The bits as characters, the last one padded with zeros.

    >>> encode([0, 1, 1, 0, 0, 1])
    'cg'
    """
    padded = [*bits, *([0] * (-len(bits) % 5))]
    return "".join(
        _DIGITS[int("".join(map(str, padded[i : i + 5])), 2)] for i in range(0, len(padded), 5)
    )


def _across(height: int, width: int) -> list[Edge]:
    return [((r, c), (r, c + 1)) for r in range(height) for c in range(width - 1)]


def _down(height: int, width: int) -> list[Edge]:
    return [((r, c), (r + 1, c)) for r in range(height - 1) for c in range(width)]


def walls_decode(
    text: Text, start: int, height: int, width: int
) -> tuple[tuple[tuple[int, ...], ...], int]:
    """The regions that border bits from ``start`` divide a board into, and the offset behind."""
    walls: set[Edge] = set()
    at = start
    for edges, what in (
        (_across(height, width), "the walls between neighbours in rows"),
        (_down(height, width), "the walls between neighbours in columns"),
    ):
        bits, at = decode(text, at, len(edges), what)
        walls.update(edge for edge, bit in zip(edges, bits, strict=True) if bit)
    return regions_between(walls, height, width), at


def walls_encode(regions: Sequence[Sequence[int]]) -> str:
    """The border bits of a partition."""
    height, width = len(regions), len(regions[0])
    return "".join(
        encode([int(regions[r][c] != regions[i][j]) for (r, c), (i, j) in edges])
        for edges in (_across(height, width), _down(height, width))
    )


def regions_between(walls: set[Edge], height: int, width: int) -> tuple[tuple[int, ...], ...]:
    """The connected components that are left when walls part neighbouring cells, numbered."""
    number: dict[Cell, int] = {}
    for start in reading_order(height, width):
        if start in number:
            continue
        number[start] = here = len(number)
        stack = [start]
        while stack:
            cell = stack.pop()
            for other in neighbours(cell, height, width):
                wall = (cell, other) if cell < other else (other, cell)
                if other not in number and wall not in walls:
                    number[other] = here
                    stack.append(other)
    return normal([number[r, c] for c in range(width)] for r in range(height))
