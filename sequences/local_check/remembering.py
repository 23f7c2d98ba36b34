"""Which memories a description needs, for the checker alone."""

from __future__ import annotations

from sequences.local_check.expression import UnclearError
from sequences.local_check.links import Pieces
from sequences.local_check.memory import (
    BackwardLines,
    Columns,
    Connected,
    Lines,
    Memory,
    Order,
    Rows,
)
from sequences.local_check.structures import Reading

__all__ = ["memories"]


def memories(reading: Reading, width: int, turned: bool) -> list[Memory]:
    """The memories of a description."""
    found: list[Memory] = []
    for pairs, by_rows in reading.orders:
        found.append(Order(pairs, by_rows == turned, width))
    for line in reading.lines:
        for axis in line["axes"]:
            if turned and axis == "antidiagonal":
                found.append(BackwardLines(line, reading.values, width))
                continue
            swap = {"horizontal": "vertical", "vertical": "horizontal"} if turned else {}
            found.append(Lines(line, swap.get(axis, axis), width))
    grows_round = reading.wrap_columns if turned else reading.wrap_rows
    ring = reading.wrap_rows if turned else reading.wrap_columns
    for values, king, empty in reading.connected:
        if grows_round:
            raise UnclearError("connected on an array that wraps where it grows")
        found.append(Connected(values, king, empty, width, ring))
    for by_rows, order in reading.compared:
        found.append(Columns(order, width) if by_rows == turned else Rows(order))
    if reading.links is not None:
        if grows_round:
            raise UnclearError("single or open links on an array that wraps where it grows")
        found.append(Pieces(reading.links, width, ring, turned))
    return found
