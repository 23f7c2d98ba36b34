"""Solution-first generators of boards with one solution, and banks of them."""

from __future__ import annotations

from generate.bank import Exhausted, bank
from generate.made import Impossible, InvariantError, Made, Request, Span
from generate.record import Grade, Record

__all__ = [
    "Exhausted",
    "Grade",
    "Impossible",
    "InvariantError",
    "Made",
    "Record",
    "Request",
    "Span",
    "bank",
]
