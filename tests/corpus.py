"""The collection of real boards beside a checkout: JSON lines of boards with what is known of them.

Each line has ``id``, ``source``, ``puzzle``, ``format``, ``text`` (the board as its source has it),
``rules`` (the rule set that the source plays), ``expected_solutions`` (what the source states, under
``rules``), ``solution`` (the source's own, in its notation) and ``checked`` (rule set -> number of
solutions, as two independent methods agree; null where they do not know).  A board is read with no
hint of its kind; where that leaves two kinds, or where it is refused, a :class:`Note` says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from puzzles import Board, BoardError, FormatError, parse

__all__ = ["FOLDER", "RULE_SETS", "Entry", "Known", "Note", "known", "load", "under"]

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "corpus"
"""Where the collection lies beside a checkout, if it does."""

RULE_SETS: dict[str, dict[str, frozenset[str]]] = {
    "binairo": {"distinct": frozenset(), "repeats": frozenset({"repeats"})},
    "norinori": {"standard": frozenset()},
    "nondango": {"default": frozenset(), "same-colour": frozenset({"same-colour"})},
    "numberlink": {
        "all-used": frozenset(),
        "unused": frozenset({"unused"}),
        "all-used-no-touch": frozenset({"no-touch"}),
    },
}
"""The variant words that each rule set of the collection stands for, by puzzle."""


@dataclass(frozen=True, slots=True)
class Known:
    """A number of solutions: exactly ``models``, or at least so many."""

    models: int
    at_least: bool = False

    @property
    def verdict(self) -> str:
        return {0: "none", 1: "unique"}.get(self.models, "several")

    def __str__(self) -> str:
        return f"{'>= ' if self.at_least else ''}{self.models}"


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the collection that gave no board, or gave one only with a hint, and why."""

    where: str
    reason: str
    refused: bool

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A board of the collection with what is known of it; ``rules`` names the source's rule set."""

    where: str
    board: Board
    rules: str
    expected: Known | None
    checked: Mapping[str, Known | None]


def under(board: Board, name: str) -> Board:
    """The board under a rule set of the collection; :class:`KeyError` for a name that is none."""
    words = RULE_SETS[board.kind][name]
    return replace(board, variants=words, without=board.without - {"distinct"})


def known(value: object) -> Known | None:
    """A number as the collection has it: 1, ``">=2"`` or null; :class:`ValueError` for anything else."""
    match value:
        case None:
            return None
        case int() if not isinstance(value, bool) and value >= 0:
            return Known(value)
        case str() if value.startswith(">=") and value[2:].isascii() and value[2:].isdigit():
            return Known(int(value[2:]), at_least=True)
    raise ValueError(f"expected a number of solutions, found {value!r}")


def load(folder: Path = FOLDER) -> tuple[list[Entry], list[Note]]:
    """All boards of a folder in order, and a note for each that was refused or needed a hint."""
    entries: list[Entry] = []
    notes: list[Note] = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            fields = json.loads(line)
            where = f"{path.name}:{number} {fields['id']}"
            try:
                board = parse(fields["text"], source=fields["format"])
            except (FormatError, BoardError) as error:
                notes.append(Note(where, str(error), refused=True))
                try:
                    board = parse(fields["text"], puzzle=fields["puzzle"])
                except (FormatError, BoardError):
                    continue
                notes[-1] = replace(notes[-1], refused=False)
            if board.kind != fields["puzzle"]:
                raise ValueError(f"{where}: expected {fields['puzzle']}, read {board.kind}")
            checked = {name: known(value) for name, value in fields["checked"].items()}
            expected = known(fields["expected_solutions"])
            entries.append(Entry(where, board, fields["rules"], expected, checked))
    return entries, notes
