"""Answer-first makers of boards with one answer, and banks of them."""

from __future__ import annotations

from generate.bank import Exhausted, bank
from generate.made import Contradiction, Impossible, Made, Request, Span
from generate.record import Grade, Record

__all__ = [
    "Contradiction",
    "Exhausted",
    "Grade",
    "Impossible",
    "Made",
    "Record",
    "Request",
    "Span",
    "bank",
]
