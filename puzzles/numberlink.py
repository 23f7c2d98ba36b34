"""Numberlink: join equal labels by paths.

Rules: ``degree`` - a labelled cell has one path edge, every other cell two (variant ``unused``:
none or two); ``paths`` - the edges hold no cycle and each labelled cell shares its component with
exactly one other, of the same label (a label that occurs 4, 6, ... times pairs freely; ``?`` is a
label like any other).  Variant ``no-touch`` adds ``chordless`` - two neighbouring cells of one path
are neighbours on the path.
Variables: one per edge between neighbouring cells; for each cell in reading order its edge to the
right, then its edge down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase
from typing import ClassVar, Self

from native.words import shown
from puzzles.board import name_of
from puzzles.errors import BoardError, Violation
from puzzles.formats import number16
from puzzles.formats.address import Address
from puzzles.formats.pzpr_file import PzprFile
from puzzles.formats.text import Token, short
from puzzles.gridboard import EdgeBoard
from puzzles.language import Count
from puzzles.layers import Labels, Layer, Move
from puzzles.logic import RungSpec
from puzzles.rules import Cell, Chordless, Graph, Named, Paths, Table

__all__ = ["Numberlink"]

_UNKNOWN = "?"
_TOLD = 8
"""Labels of a component that a message lists."""
_LETTERS = ascii_uppercase + ascii_lowercase
"""What puzz.link's ``arukone`` boards show for 1 to 52; ``numlin`` boards show numbers."""

_FLAGS = ("passallcell", "dontpassallcell", "allowempty")
"""What a pzpr file says of the cells of ``arukone``; ``allowempty`` is the older second word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numberlink(EdgeBoard):
    """A Numberlink board: ``labels[r][c]`` is a label or None for an empty cell."""

    kind: ClassVar[str] = "numberlink"
    ALIASES: ClassVar[tuple[str, ...]] = ("arukone", "number-link", "flow", "flow-free")
    RULES: ClassVar[tuple[str, ...]] = ("degree", "paths", "chordless")
    VARIANTS: ClassVar[tuple[str, ...]] = ("unused", "no-touch")
    ADDS: ClassVar[Mapping[str, str]] = {"no-touch": "chordless"}
    PRINTED: ClassVar[tuple[Layer, ...]] = (Labels("labels"),)
    NOUNS: ClassVar[Mapping[str, str]] = {"degree": "cell"}
    RUNGS: ClassVar[tuple[str, ...]] = ("deg", "chain", "reach")
    STATEMENTS: ClassVar[Mapping[str, str]] = {
        "degree": "one edge at each label, {inner} at every other cell",
        "paths": "no loop, and every label is joined to one other of the same name",
        "chordless": "no path touches itself",
    }
    URL_NAMES: ClassVar[Mapping[str, str]] = {"numlin": "", "numberlink": "", "arukone": "e"}
    PZPR_NAMES: ClassVar[tuple[str, ...]] = ("numlin", "numberlink", "arukone")
    KANPEN: ClassVar[Mapping[str, str]] = {"numberlink": "numlin"}

    labels: tuple[tuple[str | None, ...], ...]

    def check(self) -> None:
        last = {label: cell for cell, label in self.ends()}
        for label, times in Counter(label for _, label in self.ends()).items():
            if times % 2:
                found = f"{shown(label)} {times} times"
                raise BoardError(
                    f"expected each label an even number of times, found {found}", last[label]
                )

    def ends(self) -> tuple[tuple[Cell, str], ...]:
        """The labelled cells with their labels, in reading order."""
        return tuple(
            ((r, c), label)
            for r, row in enumerate(self.labels)
            for c, label in enumerate(row)
            if label is not None
        )

    def constraints(self) -> tuple[Named, ...]:
        cells = self.everywhere()
        graph = Graph(cells, self.edges())
        ends = dict(self.ends())
        named = []
        if self.in_force("degree"):
            inner = frozenset({0, 2} if "unused" in self.variants else {2})
            for cell, incident in graph.at().items():
                allowed = frozenset({1}) if cell in ends else inner
                named.append(
                    Named(("degree",), Table(incident, Count(len(incident), allowed)), (cell,))
                )
        if self.in_force("paths"):
            named.append(Named(("paths",), Paths(graph, self.ends()), cells))
        if self.in_force("chordless"):
            named.append(Named(("chordless",), Chordless(graph), cells))
        return tuple(named)

    def broken(self, solution: int) -> list[Violation]:
        ends = dict(self.ends())
        linked: dict[Cell, list[Cell]] = {c: [] for c in self.everywhere()}
        for u, v in self.edges_on(solution):
            linked[u].append(v)
            linked[v].append(u)
        found = []
        for cell, others in linked.items():
            allowed = (1,) if cell in ends else (0, 2) if "unused" in self.variants else (2,)
            if len(others) not in allowed:
                wanted = " or ".join(map(str, allowed))
                message = f"cell {name_of(cell)} has {len(others)} path edges, not {wanted}"
                found.append(Violation("degree", (cell,), message))
        unseen = set(linked)
        for start in linked:
            if start not in unseen:
                continue
            unseen.discard(start)
            component = [start]
            for cell in component:  # grows while it is read
                for other in linked[cell]:
                    if other in unseen:
                        unseen.discard(other)
                        component.append(other)
            component.sort()
            part = tuple(component)
            if sum(len(linked[cell]) for cell in part) // 2 >= len(part):
                found.append(
                    Violation("paths", part, f"the edges at {name_of(part[0])} close a loop")
                )
            held = [ends[cell] for cell in part if cell in ends]
            if held and (len(held) != 2 or held[0] != held[1]):
                joined = ", ".join(map(shown, held[:_TOLD])) + ", ..." * (len(held) > _TOLD)
                message = f"the component at {name_of(part[0])} joins {joined}"
                found.append(Violation("paths", part, message))
            inside = set(part)
            for r, c in part:
                for beside in ((r, c + 1), (r + 1, c)):
                    if beside in inside and beside not in linked[r, c]:
                        both = f"{name_of((r, c))} and {name_of(beside)}"
                        message = f"one path passes {both} without joining them"
                        found.append(Violation("chordless", ((r, c), beside), message))
        return found

    def impossible(self) -> str | None:
        if self.in_force("degree") and "unused" not in self.variants and not self.edges():
            return "the only cell has no neighbour to join"
        return None

    def image(self, source: Move) -> Numberlink:
        """Labels are named anew, by first appearance: a name tells no boards apart."""
        names: dict[str, str] = {}
        rows = Labels("labels").image(self.labels, source, self.image_size(source))
        labels = tuple(
            tuple(
                None if label is None else names.setdefault(label, str(len(names) + 1))
                for label in row
            )
            for row in rows
        )
        return replace(self, labels=labels)

    def statement(self, rule: str) -> str:
        inner = "none or two" if "unused" in self.variants else "two"
        return self.STATEMENTS[rule].format(inner=inner)

    def rungs(self) -> tuple[RungSpec, ...]:
        """``deg``: edges at a cell; ``chain``: no loop, no weld; ``reach``: no pair cut off."""
        deg = RungSpec("deg", "project the edges at each cell", rules=("degree",))
        touching = ("touching",) if self.in_force("chordless") else ()
        if not self.in_force("degree"):
            why = "takes chains for paths, which they are only under the rule degree"
            return deg, RungSpec("chain", left_out=why), RungSpec("reach", left_out=why)
        if not self.in_force("paths"):
            why = "judges the rule paths, which is dropped"
            chain = RungSpec("chain", "and no chord", techniques=touching)
            none = RungSpec("chain", left_out=why)
            return deg, chain if touching else none, RungSpec("reach", left_out=why)
        loops = "and no edge that closes a loop or welds two labels"
        cut_off = "and no pair or part cut off over the edges not off"
        return (
            deg,
            RungSpec("chain", loops, techniques=("chains", *touching)),
            RungSpec("reach", cut_off, techniques=("reach",)),
        )

    @classmethod
    def from_url(cls, url: Address) -> Self:
        """A number16 body; labels an odd number of times are refused where they last stand."""
        body = url.body()
        clues = number16.decode(body, url.height, url.width)
        letters = url.name == "arukone"
        names = {cell: _label(value, letters) for cell, (value, _) in clues.items()}
        labels = tuple(
            tuple(names.get((r, c)) for c in range(url.width)) for r in range(url.height)
        )
        variants = frozenset({"unused"} if url.flag == "e" or not letters else ())
        return body.build(
            lambda: cls(labels=labels, variants=variants), lambda cell: clues[cell][1], 0
        )

    def to_url(self) -> tuple[str, str]:
        name, values = self._coded()
        flag = "/e" if name == "arukone" and "unused" in self.variants else ""
        clues = ("" if x is None else values[x] for row in self.labels for x in row)
        return name + flag, number16.encode(clues)

    @classmethod
    def from_pzpr(cls, file: PzprFile) -> Self:
        letters = file.name == "arukone"
        unused = not letters
        if letters:
            (flag,) = file.take(1, " or ".join(_FLAGS))
            if flag.word not in _FLAGS:
                message = f"expected {' or '.join(_FLAGS)}, found {short(flag.word)}"
                raise file.text.fault(flag.at, message)
            unused = flag.word != "passallcell"
        rows = file.cells("clues", r"[.-]|[0-9]+|[A-Za-z]")
        for token in (token for row in rows for token in row):
            if token.word not in ".-" and token.word.isdigit() == letters:
                what = "a letter" if letters else "a number"
                message = f"expected {what}, - or ., found {short(token.word)}"
                raise file.text.fault(token.at, message)
        names = {"-": _UNKNOWN}
        grid = [[Token(names.get(w, w.lstrip("0") or "0"), at) for w, at in row] for row in rows]
        board = cls.from_grids(file.text, grid, words=["unused"] * unused)
        if file.left and file.version == "pzprv3":
            file.lines()
        return board

    def to_pzpr(self) -> tuple[str, list[str]]:
        name, values = self._coded()
        letters = name == "arukone"
        signs = {x: "-" if v is None else _label(v, letters) for x, v in values.items()}
        if letters and not all(sign.isalpha() or sign == "-" for sign in signs.values()):
            message = "a pzpr file has labels up to 52 where every cell is used, or letters are"
            raise BoardError(message)
        flag = "dontpassallcell" if "unused" in self.variants else "passallcell"
        rows = ["".join(f"{'.' if x is None else signs[x]} " for x in row) for row in self.labels]
        across = ["0 " * (self.width - 1)] * self.height
        down = ["0 " * self.width] * (self.height - 1)
        return name, [*[flag] * letters, *rows, *across, *down]

    def _coded(self) -> tuple[str, dict[str, int | None]]:
        """The puzzle's name on puzz.link and the value there of each label, None for ``?``.

        Raises :class:`BoardError` where distinct labels would not stay distinct: other words than
        numbers and single letters, and letters next to numbers from 1 to 52.
        """
        if "no-touch" in self.variants:
            raise BoardError("puzz.link has no numberlink under no-touch")
        letters = any(label in _LETTERS for _, label in self.ends() if len(label) == 1)
        values: dict[str, int | None] = {}
        for cell, label in self.ends():
            if label == _UNKNOWN:
                values[label] = None
            elif len(label) == 1 and label in _LETTERS:
                values[label] = _LETTERS.index(label) + 1
            elif not (
                label.isascii() and label.isdecimal() and label == (label.lstrip("0") or "0")
            ):
                message = f"expected labels that are numbers, one letter or ?, found {short(label)}"
                raise BoardError(message, cell)
            elif len(label) > len(str(number16.LIMIT)) or int(label) > number16.LIMIT:
                raise BoardError(
                    f"expected numbers up to {number16.LIMIT}, found {short(label)}", cell
                )
            elif letters and 1 <= int(label) <= 52:
                message = (
                    f"expected no number from 1 to 52 beside letters, found {shown(label)}: "
                    "it is a letter's"
                )
                raise BoardError(message, cell)
            else:
                values[label] = int(label)
        numbers = "unused" in self.variants and not letters
        return "numlin" if numbers else "arukone", values


def _label(value: int | None, letters: bool) -> str:
    """What a value of puzz.link is called, on a board of letters or of numbers."""
    if value is None:
        return _UNKNOWN
    return _LETTERS[value - 1] if letters and 1 <= value <= 52 else str(value)
