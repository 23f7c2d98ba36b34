"""What the checker understands of a description, and the values of its keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sequences.local_check.expression import UnclearError

__all__ = [
    "Budget",
    "Judge",
    "Offset",
    "Reading",
    "Values",
    "among",
    "as_list",
    "flag",
    "keys",
    "mapping",
    "need",
    "shape_of",
    "texts",
    "whole",
]

Offset = tuple[int, int]
Values = Sequence[int | None]


@dataclass(frozen=True)
class Judge:
    """A condition at every cell."""

    offsets: tuple[Offset, ...]
    fails: Callable[[Values], bool]
    budget: int | None = None
    wraps: bool = True
    like: Callable[[int], int] | None = None
    """A value that may stand for each value, where the judge does not tell them apart."""


@dataclass
class Budget:
    """How often judges may find a failure."""

    word: str
    number: int


@dataclass
class Reading:
    """What the checker has understood."""

    values: list[int]
    divisor: int
    wrap_rows: bool
    wrap_columns: bool
    judges: list[Judge] = field(default_factory=list)
    budgets: dict[str, Budget] = field(default_factory=dict)
    orders: list[tuple[list[Offset], bool]] = field(default_factory=list)
    """Pairs of values, and whether they are read by rows."""
    lines: list[dict[str, Any]] = field(default_factory=list)
    connected: list[tuple[list[int], bool, bool]] = field(default_factory=list)
    """Values, whether by king moves, whether there may be none."""
    compared: list[tuple[bool, str]] = field(default_factory=list)
    """Whether rows are compared (else columns), and how."""
    links: tuple[bool, bool, bool] | None = None
    """Whether all links hang together, whether none may be closed, whether there may be none."""


def need(condition: bool, message: str) -> None:
    if not condition:
        raise UnclearError(message)


def keys(table: Any, *known: str) -> dict[str, Any]:
    need(isinstance(table, dict), "a table is missing")
    unknown = set(table) - set(known)
    need(not unknown, f"the keys {sorted(map(str, unknown))} are not known here")
    return dict(table)


def mapping(value: Any) -> dict[str, Any]:
    """A table whose keys are names of the description."""
    need(isinstance(value, dict) and all(isinstance(k, str) for k in value), "a table is missing")
    return dict(value)


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def whole(value: Any) -> int:
    need(type(value) is int and abs(value) < 10**6, "a whole number is missing")
    return int(value)


def texts(value: Any) -> list[str]:
    found = as_list(value)
    need(bool(found) and all(isinstance(v, str) for v in found), "texts are missing")
    return found


def flag(table: dict[str, Any], key: str) -> bool:
    value = table.get(key, False)
    need(isinstance(value, bool), f"{key} is not true or false")
    return bool(value)


def among(value: Any, values: list[int]) -> int:
    need(type(value) is int and value in values, f"{value!r} is not among the values")
    return int(value)


def shape_of(text: Any) -> tuple[int, int]:
    match = (
        re.fullmatch(r"\s*(\d{1,2})\s*[xX×]\s*(\d{1,2})\s*", text, re.ASCII)
        if isinstance(text, str)
        else None
    )
    need(
        match is not None and 0 < int(match[1]) <= 12 and 0 < int(match[2]) <= 12,
        "a shape is not understood",
    )
    assert match
    return int(match[1]), int(match[2])
