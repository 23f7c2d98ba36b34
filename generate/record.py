"""Records of a bank: what is known of each board, as JSON lines that a later run goes on from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any

from generate.generators import generator
from generate.made import Request, Span
from generate.symmetry import canonical
from native.files import add_line
from puzzles import KINDS, Board, BoardError, FormatError, parse, write

__all__ = ["Grade", "Record", "Resumed", "Stored", "append", "as_json", "resume", "shown", "stored"]


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a board is, and how many solutions a second engine counted, cut off at 2.

    ``finished_by``: the lowest rung that solves it.  ``counted_by``: ``ladder``, or the SAT solver that
    took its place; then ``branch_points`` of the ladder's search are not known (None).
    """

    finished_by: str
    solutions: int
    counted_by: str
    branch_points: int | None


class Record(Mapping[str, Any]):
    """A board of a bank with where it came from and how hard it is.

    ``solution``: the solution it was made from, which is the only one except in Nondango's dial mode.

    It is a mapping too, flat, from the names of a table's columns (``board``, ``attempt``,
    ``finished_by``, the figures, ...), so that ``pandas.DataFrame(bank(...))`` has a row per board.
    """

    __slots__ = ("attempt", "board", "figures", "grade", "seed", "solution")

    def __init__(
        self,
        board: Board,
        solution: int,
        seed: int,
        attempt: int,
        grade: Grade,
        figures: dict[str, int],
    ) -> None:
        """``solution``: a mask over the board's variables; ``figures``: what the claims speak of."""
        self.board = board
        self.solution = solution
        self.seed = seed
        self.attempt = attempt
        self.grade = grade
        self.figures = figures

    def _row(self) -> dict[str, Any]:
        board = self.board
        return {
            "puzzle": board.kind,
            "height": board.height,
            "width": board.width,
            "board": board,
            "solution": self.solution,
            "seed": self.seed,
            "attempt": self.attempt,
            **asdict(self.grade),
            **self.figures,
        }

    def __getitem__(self, name: str) -> Any:
        return self._row()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._row())

    def __len__(self) -> int:
        return len(self._row())

    def __repr__(self) -> str:
        return f"Record({self._row()!r})"

    @property
    def finished_by(self) -> str:
        """The rung that decides the whole board."""
        return self.grade.finished_by

    def link(self) -> str | None:
        """The puzz.link URL or Tatham ID, where the puzzle and its rules have one."""
        for form in ("url", "tatham"):
            try:
                return write(self.board, form)
            except BoardError:
                continue
        return None


@dataclass(frozen=True, slots=True)
class Resumed:
    """What an earlier run left: its boards, and the first attempt that it did not come to."""

    boards: tuple[Board, ...]
    attempts: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A bank as it is stored: what was asked for, the seed, and the records in order."""

    request: Request
    seed: int
    records: tuple[Record, ...]


def as_json(record: Record, request: Request) -> dict[str, Any]:
    """A record as plain data; ``request`` tells a later run that it is the same bank."""
    return {
        **_start(request, record.seed),
        "attempt": record.attempt,
        "request": _described(request),
        "board": record.board.text(),
        "link": record.link(),
        "solution": list(record.board.rows(record.solution)),
        **asdict(record.grade),
        "figures": record.figures,
    }


def _start(request: Request, seed: int) -> dict[str, Any]:
    """How every line of a bank begins."""
    return {
        "puzzle": request.puzzle,
        "height": request.height,
        "width": request.width,
        "seed": seed,
    }


def _described(request: Request) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "puzzle": request.puzzle,
        "height": request.height,
        "width": request.width,
    }
    if request.rung is not None:
        plain["rung"] = request.rung
    asked = dict(request.options)
    for option in generator(request.puzzle).OPTIONS:  # in the order in which it lists them
        if option.name in asked:
            value = asked[option.name]
            plain[option.name] = asdict(value) if isinstance(value, Span) else value
    return plain


def append(record: Record, request: Request, out: Path) -> None:
    """Add a record as one line to the bank in ``out``, safe from a kill thereafter."""
    add_line(out, json.dumps(as_json(record, request)))


def shown(record: Record, request: Request, form: str) -> str:
    """A record as ``text``, ``url`` or ``json``.

    Raises :class:`puzzles.BoardError` where no URL or game ID can hold the board.
    """
    if form == "json":
        return json.dumps(as_json(record, request))
    if form == "url":
        link = record.link()
        if link is None:
            raise BoardError(f"no URL or game ID holds the board: {_reason(record.board)}")
        return link
    grade = f"# seed {record.seed}, attempt {record.attempt}, finished by {record.finished_by}"
    return f"{record.board.text()}\n{grade}\n"


def _reason(board: Board) -> str:
    """Why puzz.link has no place for the board, and the generator's options that make one it has."""
    try:
        return write(board, "url")
    except BoardError as error:
        flags = {option.name.replace("_", "-") for option in generator(board.kind).OPTIONS}
        added = " ".join(
            f"--{word}" for word in sorted(board.ELSEWHERE - board.variants) if word in flags
        )
        return f"{error}; add {added}" if added else str(error)


def resume(path: Path, request: Request, seed: int) -> Resumed:
    """Read back a bank, cutting off a line that a kill left half written.

    Raises :class:`puzzles.FormatError` for a line that is not a record of this request and seed in its
    place, byte for byte as :func:`append` writes it; nothing is cut off then.
    """
    *lines, rest = path.read_bytes().split(b"\n")
    records = _records(lines, request, seed, str(path))
    start = json.dumps(_start(request, seed))[:-1].encode()
    if rest[: len(start)] != start[: len(rest)]:
        # Not the beginning of a line of this bank: whatever it is, it is not ours to cut off.
        raise FormatError("expected a record of a bank", len(lines) + 1, 1, str(path))
    if rest:
        os.truncate(path, path.stat().st_size - len(rest))
    attempts = records[-1].attempt + 1 if records else 0
    return Resumed(tuple(record.board for record in records), attempts)


def stored(path: Path) -> Stored:
    """A whole bank with the request and the seed that its lines name; nothing is cut off.

    Raises :class:`puzzles.FormatError` as :func:`resume` does, and for a file without a record.
    """
    *lines, rest = path.read_bytes().split(b"\n")
    if not lines or rest:
        raise FormatError(
            "expected a record of a bank, and a line end", len(lines) + 1, 1, str(path)
        )
    try:
        first = json.loads(lines[0])
        request, seed = _request(first["request"]), first["seed"]
        if type(seed) is not int:
            raise ValueError
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise FormatError("expected a record of a bank", 1, 1, str(path)) from None
    return Stored(request, seed, tuple(_records(lines, request, seed, str(path))))


def _request(plain: dict[str, Any]) -> Request:
    """The request that :func:`_described` has written; one of the errors of data for anything else."""
    options = generator(plain["puzzle"]).OPTIONS
    spans = {option.name for option in options if option.span} & plain.keys()
    words = {option.name: option.choices for option in options if option.choices}
    values: dict[str, Any] = {
        key: Span(**plain[key]) if key in spans else plain[key] for key in plain
    }
    request = Request(**values)
    kinds = {"puzzle": str, "height": int, "width": int, "rung": str}
    for key, value in plain.items():
        kind = dict if key in spans else str if key in words else kinds.get(key, bool)
        if key in words and value not in words[key]:
            raise ValueError
        ends = value.values() if key in spans else ()
        # 1, 1.0 and True are equal, but not one request.
        if type(value) is not kind or any(type(end) is not int for end in ends):
            raise TypeError
    if request.puzzle not in KINDS:
        raise ValueError
    return request


def _records(lines: Sequence[bytes], request: Request, seed: int, path: str) -> list[Record]:
    records: list[Record] = []
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        record = _read(line, request, seed, path, number)
        form = canonical(record.board)
        if record.attempt < (records[-1].attempt + 1 if records else 0) or form in seen:
            message = "expected a later attempt and a board unlike those before"
            raise FormatError(message, number, 1, path)
        records.append(record)
        seen.add(form)
    return records


def _read(line: bytes, request: Request, seed: int, path: str, number: int) -> Record:
    """The record of a line, which writing it again gives back."""
    try:
        fields = json.loads(line)
        asked = fields["seed"], fields["request"]
        board = parse(fields["board"])
        record = Record(
            board=board,
            solution=board.from_rows(fields["solution"]),
            seed=seed,
            attempt=int(fields["attempt"]),
            grade=Grade(**{key.name: fields[key.name] for key in dataclass_fields(Grade)}),
            figures=fields["figures"],
        )
        same = json.dumps(as_json(record, request)).encode() == line
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError):
        raise FormatError("expected a record of a bank", number, 1, path) from None
    if asked != (seed, json.loads(json.dumps(_described(request)))):
        raise FormatError("expected a record of the same request and seed", number, 1, path)
    size = (board.kind, board.height, board.width)
    wanted = (request.puzzle, request.height, request.width)
    # An option that a variant's word names asks for boards under that variant.
    words = {word: word.replace("-", "_") for word in board.VARIANTS}
    variants = frozenset(word for word, option in words.items() if request.flag(option))
    # The board says itself how its words are kept: `repeats` is a rule dropped.
    if board != replace(board, variants=variants, without=frozenset()):
        raise FormatError("expected a board under the rules of the request", number, 1, path)
    if not same or size != wanted or board.violations(record.solution):
        raise FormatError("expected a record of a bank", number, 1, path)
    return record
