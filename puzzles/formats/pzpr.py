"""pzpr files, the same in a ``?pzprv3/...`` URL, and Kanpen's ``?problem=`` URLs.

Lines end with a newline or ``/``, tokens with a blank.  ``pzprv3`` or ``pzprv3.1``, PID, rows,
columns, then the body; an ``info:`` or ``history:`` tail is left unread, and solutions are checked for
their form only.  Kanpen writes ROWS/COLS and the body, with ``_`` for blanks.
"""

from __future__ import annotations

import re

from puzzles.board import Board
from puzzles.errors import BoardError
from puzzles.formats import conventions, grids, number16
from puzzles.formats.bits import regions_between
from puzzles.formats.text import Text, Token, short
from puzzles.nondango import Nondango
from puzzles.norinori import Norinori
from puzzles.numberlink import Numberlink
from puzzles.rules import Edge

__all__ = ["is_file", "is_url", "read", "read_url", "write"]

_TAIL = re.compile(r"(?:^|[\n/])(?:info:|history:|__HISTORY__|https?:)")
_CARRIER = re.compile(r"[^?\s]*\?(?:[a-z]+=[a-z]*&)?(?=pzprv3)")
_KANPEN = ".html?problem="
_PIDS = ("norinori", "nondango", "numlin", "arukone")
_CIRCLES = {"#": "o", "%": "o", "o": "o", ".": ".", "+": "."}


class _Lines:
    """The lines of a file, taken one by one; a board of one column has lines without a token."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.left = text.mapped({"/": "\n"}).lines()
        while self.left and not self.left[-1]:
            self.left.pop()
        self.left.reverse()

    def take(self, count: int, what: str) -> list[Token]:
        """The next line, which has ``count`` tokens."""
        if not self.left:
            if count == 0:
                return []  # a trailing line without a token cannot be seen
            raise self.text.fault(len(self.text.string), f"expected {what}, found the end")
        line = self.left.pop()
        if len(line) != count:
            at = self._end_of(line) if len(line) < count else line[count].at
            message = f"expected {count} tokens for {what}, found {len(line)}"
            raise self.text.fault(at, message)
        return line

    def rows(self, height: int, width: int, what: str, signs: str) -> list[list[Token]]:
        """The next ``height`` lines of ``width`` tokens that match the expression ``signs``."""
        rows = [self.take(width, what) for _ in range(height)]
        for token in (token for row in rows for token in row):
            if not re.fullmatch(signs, token.word):
                message = f"expected {what} ({signs}), found {short(token.word)}"
                raise self.text.fault(token.at, message)
        return rows

    def _end_of(self, line: list[Token]) -> int:
        if line:
            return line[-1].at + len(line[-1].word)
        following = next((line for line in reversed(self.left) if line), None)
        return following[0].at if following else len(self.text.string)


def is_file(text: Text, puzzle: str | None) -> bool:
    """Does the text start like a pzpr file?"""
    return text.string.lstrip().startswith("pzprv3")


def is_url(text: Text, puzzle: str | None) -> bool:
    """Is this line a URL that carries a pzpr file or a Kanpen board?"""
    return _KANPEN in text.string or _CARRIER.match(text.string) is not None


def read_url(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one URL."""
    end = text.string.find(_KANPEN)
    if end >= 0:
        body = text.part(end + len(_KANPEN)).unquoted().mapped({"_": " "})
        start = text.string.rfind("/", 0, end) + 1
        name = Token(text.string[start:end], start)
        pids = {"norinori": "norinori", "numberlink": "numlin"}
        if name.word not in pids:
            message = f"expected {' or '.join(pids)}.html, found {short(name.word)}"
            raise text.fault(name.at, message)
        return [_body(body, _Lines(body), pids[name.word], "pzprv3")]
    carrier = _CARRIER.match(text.string)
    return read(text.part(carrier.end() if carrier else 0).unquoted(), puzzle)


def read(text: Text, puzzle: str | None) -> list[Board]:
    """The board of one file."""
    start = len(text.string) - len(text.string.lstrip())
    tail = _TAIL.search(text.string, start)
    text = text.part(start, tail.start() if tail else None)
    lines = _Lines(text)
    (version,) = lines.take(1, "pzprv3 or pzprv3.1")
    if version.word not in ("pzprv3", "pzprv3.1"):
        raise text.fault(version.at, f"expected pzprv3 or pzprv3.1, found {short(version.word)}")
    (pid,) = lines.take(1, "the name of the puzzle")
    if pid.word not in _PIDS:
        raise text.fault(pid.at, f"expected {', '.join(_PIDS)}, found {short(pid.word)}")
    if lines.left and lines.left[-1] and lines.left[-1][0].word.startswith("v:"):
        variant = lines.left[-1][0]
        message = f"expected a board without a variant, found {short(variant.word)}"
        raise text.fault(variant.at, message)
    return [_body(text, lines, pid.word, version.word)]


def _body(text: Text, lines: _Lines, pid: str, version: str) -> Board:
    (rows,) = lines.take(1, "the number of rows")
    (columns,) = lines.take(1, "the number of columns")
    height, width = text.size(rows, columns)
    board: Board
    if pid in (Norinori.kind, Nondango.kind):
        regions = _regions(text, lines, height, width, version)
        if pid == Nondango.kind:
            cells = lines.rows(height, width, "circles", "[#%o.+]")
            signs = [[Token(_CIRCLES[t.word], t.at) for t in row] for row in cells]
            board = grids.nondango(text, regions, signs, conventions.NONDANGO)
        else:
            board = grids.norinori(text, regions)
            if lines.left:
                lines.rows(height, width, "solutions", "[#+.]")
    else:
        unused = pid == "numlin"
        if pid == "arukone":
            (flag,) = lines.take(1, "passallcell or dontpassallcell")
            if flag.word not in ("passallcell", "dontpassallcell"):
                message = f"expected passallcell or dontpassallcell, found {short(flag.word)}"
                raise text.fault(flag.at, message)
            unused = flag.word == "dontpassallcell"
        signs = _clues(lines.rows(height, width, "clues", r"[.-]|[0-9]+|[A-Za-z]"), text, pid)
        board = grids.numberlink(text, signs, conventions.UNUSED if unused else frozenset())
    if lines.left and (pid in ("numlin", "arukone") or version == "pzprv3.1"):
        lines.rows(height, width - 1, "lines in rows", "-?[0-9]+")
        lines.rows(height - 1, width, "lines in columns", "-?[0-9]+")
    for line in lines.left:
        if line:
            raise text.fault(line[0].at, f"expected the end, found {short(line[0].word)}")
    return board


def _regions(text: Text, lines: _Lines, height: int, width: int, version: str) -> list[list[Token]]:
    """A token per cell that names its region, whichever way the file draws it."""
    if version == "pzprv3":
        (count,) = lines.take(1, "the number of regions")
        names = lines.rows(height, width, "regions", "[0-9]+")
        found = len({token.word for row in names for token in row})
        if str(found) != count.word:
            raise text.fault(count.at, f"expected {found} regions, found {short(count.word)}")
        return names
    start = len(text.string) if not lines.left or not lines.left[-1] else lines.left[-1][0].at
    walls: set[Edge] = set()
    for r, row in enumerate(lines.rows(height, width - 1, "walls in rows", "[01]")):
        walls.update(((r, c), (r, c + 1)) for c, token in enumerate(row) if token.word == "1")
    for r, row in enumerate(lines.rows(height - 1, width, "walls in columns", "[01]")):
        walls.update(((r, c), (r + 1, c)) for c, token in enumerate(row) if token.word == "1")
    regions = regions_between(walls, height, width)
    return [[Token(str(number), start) for number in row] for row in regions]


def _clues(rows: list[list[Token]], text: Text, pid: str) -> list[list[Token]]:
    """The clues with our labels: ``-`` is ``?``; letters are letters, numbers numbers."""
    for token in (token for row in rows for token in row):
        if token.word not in ".-" and token.word.isdigit() == (pid == "arukone"):
            what = "a letter" if pid == "arukone" else "a number"
            raise text.fault(token.at, f"expected {what}, - or ., found {short(token.word)}")
    names = {"-": number16.UNKNOWN}
    return [
        [Token(names.get(t.word, t.word.lstrip("0") or "0"), t.at) for t in row] for row in rows
    ]


def write(board: Board) -> str:
    """The board as a pzpr file without solutions; :class:`BoardError` where there is none."""
    conventions.expressible(board)
    height, width = board.height, board.width
    pid = board.kind
    match board:
        case Norinori():
            body = [*_numbered(board.regions), *[". " * width] * height]
        case Nondango():
            circles = [
                "".join("o " if (r, c) in board.circles else ". " for c in range(width))
                for r in range(height)
            ]
            body = [*_numbered(board.regions), *circles]
        case Numberlink():
            values, letters = number16.values_of(board)
            pid = conventions.pid_of(board, letters)
            body = _lined(board, values, pid)
        case _:
            raise BoardError(f"pzpr has no {board.kind}")
    return "\n".join(("pzprv3", pid, str(height), str(width), *body))


def _numbered(regions: tuple[tuple[int, ...], ...]) -> list[str]:
    count = 1 + max(max(row) for row in regions)
    return [str(count), *("".join(f"{number} " for number in row) for row in regions)]


def _lined(board: Numberlink, values: dict[str, int | None], pid: str) -> list[str]:
    """The body of a Numberlink file: the rule, clues, and no lines."""
    names = {
        label: "-" if value is None else number16.label_of(value, letters=pid == "arukone")
        for label, value in values.items()
    }
    if pid == "arukone" and not all(name.isalpha() or name == "-" for name in names.values()):
        raise BoardError("a pzpr file has labels up to 52 where every cell is used, or letters are")
    flag = "dontpassallcell" if "unused" in board.variants else "passallcell"
    clues = [
        "".join(f"{'.' if label is None else names[label]} " for label in row)
        for row in board.labels
    ]
    across = ["0 " * (board.width - 1)] * board.height
    down = ["0 " * board.width] * (board.height - 1)
    return [*([flag] if pid == "arukone" else []), *clues, *across, *down]
