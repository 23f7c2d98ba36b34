"""Boards collected with their known numbers of solutions, from a folder of any sensible layout.

The folder may hold JSON or JSON-lines files of *entries*, nested in lists or mappings as they
please, and plain board files.  An entry is a mapping that carries a board: as a URL, a game ID, a
text, the name of a file in the folder, or grids.  It may carry ``expected_solutions``, a number,
and ``checked``, a mapping of names of rule sets to numbers or null.  What is not understood is
never skipped in silence: it becomes a :class:`Note` that names the file, the place and the reason.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from puzzles import Board, BoardError, FormatError, read, read_all

__all__ = ["FOLDER", "Entry", "Known", "Note", "known", "load", "under"]

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "corpus"
"""Where the collection lies beside a checkout, if it does."""

Json: TypeAlias = object


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
    """Something of the folder that is not used, or a board refused, and why."""

    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A board of the collection with what is known of it."""

    where: str
    board: Board
    source: str
    expected: Known | None = None
    expected_under: str | None = None
    checked: Mapping[str, Known | None] = field(default_factory=dict)


# Names of fields, in the order in which they are tried
BOARD_FIELDS = ("url", "id", "game_id", "pzpr", "penpa", "text", "board", "problem", "puzzle_text")
FILE_FIELDS = ("file", "path", "filename")
GRID_FIELDS = ("grid", "rows", "givens", "labels", "regions")
KIND_FIELDS = ("puzzle", "kind", "type", "genre", "pid")
UNDER_FIELDS = ("rule_set", "ruleset", "expected_under")

KINDS = {
    "binairo": ("binairo", "takuzu", "unruly", "tohuwavohu"),
    "norinori": ("norinori",),
    "nondango": ("nondango",),
    "numberlink": ("numberlink", "numlin", "arukone", "flow"),
}

AS_READ = ("default", "standard", "printed", "rules", "as_read")
RULE_SETS: dict[str, dict[str, frozenset[str]]] = {
    "binairo": {
        "distinct": frozenset(),
        "unique_lines": frozenset(),
        "repeats": frozenset({"repeats"}),
        "not_distinct": frozenset({"repeats"}),
        "no_distinct": frozenset({"repeats"}),
    },
    "norinori": {},
    "nondango": {
        "same_colour": frozenset({"same-colour"}),
        "same_color": frozenset({"same-colour"}),
        "both_colours": frozenset({"same-colour"}),
        "both_colors": frozenset({"same-colour"}),
        "black_only": frozenset(),
        "black": frozenset(),
        "no_diagonals": frozenset({"no-diagonals"}),
        "anywhere_in_line": frozenset({"anywhere-in-line"}),
    },
    "numberlink": {
        "all_used": frozenset(),
        "unused": frozenset({"unused"}),
        "all_used_no_touch": frozenset({"no-touch"}),
        "unused_no_touch": frozenset({"unused", "no-touch"}),
        "no_touch": frozenset({"no-touch"}),
    },
}
"""The variant words that each name of a rule set stands for, by puzzle."""
NOT_MODELLED = ("all_used_no_2x2", "unused_no_2x2")
"""Rule sets known by name that no variant of ours expresses."""


def under(board: Board, name: str) -> Board | None:
    """The board under a rule set of the collection; None if the set is not modelled.

    :class:`KeyError` for a name that means nothing here.
    """
    name = name.lower().replace("-", "_").replace(" ", "_")
    if name in AS_READ:
        return board
    if name in NOT_MODELLED:
        return None
    words = RULE_SETS[board.kind][name]
    without = board.without - {"distinct"}  # the other spelling of ``repeats``
    return replace(board, variants=words, without=without)


def known(value: Json) -> Known | None:
    """A number as JSON has it: 1, ``"12"``, ``">= 2"``, ``"2+"``, ``"unique"``, null.

    :class:`ValueError` for anything else.
    """
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return Known(value)
    if isinstance(value, str):
        word = value.strip().lower()
        match word:
            case "none":
                return Known(0)
            case "unique":
                return Known(1)
            case "several" | "multiple":
                return Known(2, at_least=True)
        bare = word.removeprefix(">=").removesuffix("+").strip()
        if bare.isdecimal():
            return Known(int(bare), at_least=bare != word)
    raise ValueError(f"expected a number of solutions, found {value!r}")


def load(folder: Path = FOLDER) -> tuple[list[Entry], list[Note]]:
    """All entries of a folder, and a note for everything in it that gave none."""
    reader = _Reader(folder)
    tables = [p for p in _files(folder) if p.suffix.lower() in (".json", ".jsonl", ".ndjson")]
    for path in tables:
        reader.table(path)
    for path in _files(folder):
        if path not in tables and path not in reader.used:
            reader.plain(path)
    return reader.entries, reader.notes


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: list[Entry] = []
        self.notes: list[Note] = []
        self.used: set[Path] = set()

    def note(self, where: str, reason: str) -> None:
        self.notes.append(Note(where, reason))

    def plain(self, path: Path) -> None:
        where = str(path.relative_to(self.folder))
        if path.suffix.lower() in (".md", ".rst") or path.stem.upper() in ("LICENSE", "README"):
            self.note(where, "documentation, not a board")
            return
        try:
            boards = read_all(path, puzzle=_kind_in(where))
        except (FormatError, BoardError) as error:
            self.note(where, f"refused: {error}")
            return
        for number, board in enumerate(boards, start=1):
            self.entries.append(Entry(f"{where}#{number}", board, where))

    def table(self, path: Path) -> None:
        where = str(path.relative_to(self.folder))
        try:
            text = path.read_text(encoding="utf-8")
            if path.suffix.lower() == ".json":
                self.walk(json.loads(text), where, _kind_in(where))
                return
            for number, line in enumerate(text.splitlines(), start=1):
                if line.strip():
                    self.walk(json.loads(line), f"{where}:{number}", _kind_in(where))
        except ValueError as error:  # JSON and UTF-8 alike
            self.note(where, f"refused: {error}")

    def walk(self, value: Json, where: str, kind: str | None) -> None:
        """Find the entries in a JSON value."""
        match value:
            case dict() if any(
                name in value for name in (*BOARD_FIELDS, *FILE_FIELDS, *GRID_FIELDS)
            ):
                self.entry(value, where, kind)
            case dict():
                for name, inner in value.items():
                    place = f"{where}/{name}"
                    if name.startswith("_"):
                        self.note(place, "about the file, not a board")
                    elif isinstance(inner, dict) and "/" in name:
                        self.entry({"url": name, **inner}, place, kind)  # filed under its URL
                    else:
                        self.walk(inner, place, _kind_in(name) or kind)
            case list():
                for number, inner in enumerate(value):
                    self.walk(inner, f"{where}[{number}]", kind)
            case str() if "/" in value or "\n" in value or ":" in value:
                self.entry({"url": value}, where, kind)
            case _:
                self.note(where, f"no board in {str(value)[:40]!r}")

    def entry(self, fields: dict[str, Json], where: str, kind: str | None) -> None:
        for name in KIND_FIELDS:
            kind = _kind_in(str(fields.get(name, ""))) or kind
        try:
            source = self.source(fields, kind)
            board = read(source, puzzle=kind)
            expected = known(fields.get("expected_solutions"))
        except (FormatError, BoardError, ValueError) as error:
            self.note(where, f"refused: {error}")
            return
        for name, size in (("height", board.height), ("width", board.width)):
            if fields.get(name, size) != size:
                self.note(where, f"{name} {fields[name]} stated, {size} read")
        told = next((str(fields[f]) for f in UNDER_FIELDS if f in fields), None)
        if told is not None and not _means(told, board):
            self.note(where, f"no rule set {told!r} for {board.kind}")
            told = None
        checked = self.checked(fields.get("checked"), board, where)
        self.entries.append(Entry(where, board, str(source), expected, told, checked))

    def source(self, fields: dict[str, Json], kind: str | None) -> str | Path:
        """What :func:`puzzles.read` is to read."""
        for name in FILE_FIELDS:
            path = self.folder / str(fields.get(name, ""))
            if path.is_file():
                self.used.add(path)
                return path
        for name in BOARD_FIELDS:
            value = fields.get(name)
            if isinstance(value, str) and value.strip():
                return value
            if isinstance(value, list):
                return _grid(value)
        for name in GRID_FIELDS:
            value = fields.get(name)
            if not isinstance(value, list):
                continue
            if name == "regions" and kind == "nondango":
                circles = fields.get("circles")
                if not isinstance(circles, list):
                    raise ValueError("expected circles beside the regions of a nondango board")
                return f"nondango\n{_grid(value)}\n\n{_grid(circles)}"
            return f"{kind}\n{_grid(value)}"
        raise ValueError("expected a board or the name of a file that is there")

    def checked(self, value: Json, board: Board, where: str) -> dict[str, Known | None]:
        if not isinstance(value, dict):
            if value is not None:
                self.note(where, f"expected checked to map rule sets to numbers, found {value!r}")
            return {}
        found: dict[str, Known | None] = {}
        for name, number in value.items():
            if not _means(name, board):
                self.note(where, f"no rule set {name!r} for {board.kind}")
                continue
            try:
                found[name] = known(number)
            except ValueError as error:
                self.note(where, f"checked {name}: {error}")
        return found


def _means(name: str, board: Board) -> bool:
    """Is this the name of a rule set?"""
    try:
        under(board, name)
    except KeyError:
        return False
    return True


def _grid(rows: list[Json]) -> str:
    """Rows of characters or lists of tokens as rows of blank-separated tokens."""
    split = [row.split() if isinstance(row, str) and " " in row else row for row in rows]
    lines = []
    for row in split:
        if not isinstance(row, str | list):
            raise ValueError(f"expected a row of a grid, found {row!r}")
        lines.append(" ".join("." if token in (None, "") else str(token) for token in row))
    return "\n".join(lines)


def _kind_in(name: str) -> str | None:
    """The puzzle that a file's or a field's name tells of."""
    plain = name.lower()
    for kind, names in KINDS.items():
        if any(alias in plain for alias in names):
            return kind
    return None
