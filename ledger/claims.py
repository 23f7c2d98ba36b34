"""The ledger as data: every claim with its statement, the published figures and what measures them.

One package a puzzle: ``claims.toml``, and beside it the functions that measure.  What a file may hold is
checked when it is read, strictly: a misspelt key is an error, not a claim that is never measured.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from ledger.tally import Article, Tallies
from native.words import quoted

__all__ = ["PUZZLES", "Claim", "ClaimError", "Figure", "Part", "Task", "claim", "claims"]

PUZZLES = {"binairo": 7, "norinori": 11, "nondango": 14, "numberlink": 11}
"""The puzzles, in order, and how many claims the articles make about each puzzle."""
LETTERS = {"binairo": "B", "norinori": "N", "nondango": "D", "numberlink": "L"}
KINDS = ("exact", "sampled", "open")

Measure: TypeAlias = Callable[..., Tallies]
Key: TypeAlias = tuple[str, int, int]
"""A part's key, the first board and the number of boards."""


class ClaimError(ValueError):
    """The data of a claim is not as expected; the message says where and what."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One published number.

    ``article`` is the figure as printed (None: ours alone), ``of`` the article's number of boards where
    it is a rate or a mean and the number is known.  A ``variation`` is measured on boards made, or by
    rules read, in another way, to see what moves the figure; it does not enter the verdict.
    """

    name: str
    article: Article
    of: int | None
    variation: bool


@dataclass(frozen=True, slots=True)
class Task:
    """Boards ``first`` to ``first + count - 1`` of a part."""

    part: Part
    first: int
    count: int

    @property
    def key(self) -> Key:
        return self.part.key, self.first, self.count

    def draws(self, seed: int) -> list[Random]:
        """One source of randomness per board, the same however the boards are divided into tasks."""
        numbers = range(self.first, self.first + self.count)
        return [Random(f"{seed}/{self.part.key}/{number}") for number in numbers]

    def measured(self, seed: int) -> Tallies:
        return self.part.function()(self.draws(seed), **self.part.arguments)


@dataclass(frozen=True, slots=True)
class Part:
    """A measuring function with its arguments, the boards of a full run and how many make a task."""

    claim: str
    puzzle: str
    measure: str
    arguments: Mapping[str, Any]
    boards: int
    chunk: int
    heavy: bool
    """Left out of short runs."""

    @property
    def key(self) -> str:
        """Names the part in seeds and in the record."""
        return f"{self.claim}/{self.measure}/{json.dumps(self.arguments, sort_keys=True)}"

    def function(self) -> Measure:
        """The function that measures it, of the puzzle's package; :class:`ClaimError` if it has none."""
        found = getattr(import_module(f"ledger.{self.puzzle}"), self.measure, None)
        if not callable(found):
            raise ClaimError(f"{self.claim}: ledger.{self.puzzle} has no function {self.measure!r}")
        return found  # type: ignore[no-any-return]  # checked by what it returns, in run.py

    def tasks(self) -> list[Task]:
        return [
            Task(self, first, min(self.chunk, self.boards - first))
            for first in range(0, self.boards, self.chunk)
        ]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of an article, in our words.

    ``kind``: ``exact`` figures must be equal, ``sampled`` ones lie in an interval, ``open`` questions
    were left open in the article.  ``because``: what the figures that differ come from, as far as
    shown.  ``settled``: what became of what was open.
    """

    id: str
    puzzle: str
    kind: str
    statement: str
    parts: tuple[Part, ...]
    figures: Mapping[str, Figure]
    because: str
    settled: str


def claims() -> dict[str, Claim]:
    """All claims by id, in the ledger's order; :class:`ClaimError` where the data is not as expected."""
    return dict(_claims())


def claim(identifier: str) -> Claim:
    """The claim of this id, in capitals or not; :class:`ClaimError` for an unknown one."""
    found = _claims().get(identifier.upper())
    if found is None:
        last = ", ".join(f"{LETTERS[name]}1 to {LETTERS[name]}{n}" for name, n in PUZZLES.items())
        raise ClaimError(f"expected a claim ({last}), found {quoted(identifier)}")
    return found


@cache
def _claims() -> dict[str, Claim]:
    found: dict[str, Claim] = {}
    for puzzle, number in PUZZLES.items():
        path = Path(__file__).parent / puzzle / "claims.toml"
        text = path.read_text(encoding="utf-8")
        read = parsed(text, puzzle, f"{puzzle}/claims.toml")
        wanted = [f"{LETTERS[puzzle]}{k}" for k in range(1, number + 1)]
        if [each.id for each in read] != wanted:
            raise ClaimError(
                f"{path.name}: expected the claims {wanted[0]} to {wanted[-1]} in order"
            )
        found |= {each.id: each for each in read}
    return found


def parsed(text: str, puzzle: str, name: str) -> list[Claim]:
    """The claims of one file; ``name`` stands in messages."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise ClaimError(f"{name}: {error}") from None
    _known(data, {"claim"}, name)
    return [_claim(entry, puzzle, name) for entry in data.get("claim", [])]


def _claim(entry: dict[str, Any], puzzle: str, name: str) -> Claim:
    where = f"{name}: {entry.get('id', 'a claim without id')}"
    _known(entry, {"id", "kind", "statement", "because", "settled", "part", "figure"}, where)
    for key in ("id", "kind", "statement"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise ClaimError(f"{where}: expected a text {key!r}")
    if entry["kind"] not in KINDS:
        raise ClaimError(f"{where}: expected a kind of {', '.join(KINDS)}, found {entry['kind']!r}")
    parts = tuple(_part(part, entry["id"], puzzle, where) for part in entry.get("part", []))
    if not parts or all(part.heavy for part in parts):
        raise ClaimError(f"{where}: expected a part that a short run measures")
    if len({part.key for part in parts}) < len(parts):
        raise ClaimError(f"{where}: two parts are the same")
    figures = {
        key: _figure(key, value, f"{where}: {key!r}") for key, value in entry["figure"].items()
    }
    texts = {
        key: " ".join(entry.get(key, "").split()) for key in ("statement", "because", "settled")
    }
    return Claim(
        id=entry["id"], puzzle=puzzle, kind=entry["kind"], parts=parts, figures=figures, **texts
    )


def _part(entry: dict[str, Any], identifier: str, puzzle: str, where: str) -> Part:
    _known(entry, {"measure", "arguments", "boards", "chunk", "heavy"}, where)
    if not isinstance(entry.get("measure"), str):
        raise ClaimError(f"{where}: expected a part's 'measure', the name of a function")
    boards = entry.get("boards", 1)
    chunk = entry.get("chunk", boards)
    if not (isinstance(boards, int) and isinstance(chunk, int) and 1 <= chunk <= boards):
        raise ClaimError(f"{where}: expected 1 <= chunk <= boards, found {chunk} and {boards}")
    return Part(
        claim=identifier,
        puzzle=puzzle,
        measure=entry["measure"],
        arguments=entry.get("arguments", {}),
        boards=boards,
        chunk=chunk,
        heavy=bool(entry.get("heavy", False)),
    )


def _figure(name: str, entry: dict[str, Any], where: str) -> Figure:
    _known(entry, {"article", "of", "variation"}, where)
    article, of = entry.get("article"), entry.get("of")
    if isinstance(article, bool) or not isinstance(article, int | str | Decimal | list | None):
        raise ClaimError(f"{where}: expected a number, a text or integers, found {article!r}")
    if isinstance(article, list) and not all(type(each) is int for each in article):
        raise ClaimError(f"{where}: expected a number, a text or integers, found {article!r}")
    if of is not None and not (type(of) is int and of > 0):
        raise ClaimError(f"{where}: expected a number of boards, found {of!r}")
    return Figure(name, article, of, bool(entry.get("variation", False)))


def _known(entry: Mapping[str, Any], keys: set[str], where: str) -> None:
    unknown: Sequence[str] = sorted(entry.keys() - keys)
    if unknown:
        raise ClaimError(f"{where}: unknown key {unknown[0]!r}; expected {', '.join(sorted(keys))}")
