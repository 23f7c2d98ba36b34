"""Boards stated in the vocabulary alone: what a model stands for, and what other processes are sent.

:class:`Plain` is frozen data of the package's own classes, with a text form (:mod:`puzzles.model_text`).
A :class:`puzzles.model.Model` makes one; any board can be brought into that form (:func:`plain`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from puzzles.board import Board
from puzzles.drawing import Drawing, cells_among, edges_among, printable
from puzzles.errors import BoardError, Violation
from puzzles.formats.text import MAX_CELLS
from puzzles.grid import grid_tokens, reading_order
from puzzles.judge import holds
from puzzles.model_text import (
    Entry,
    cell_named,
    is_int,
    is_pair,
    is_str,
    is_texts,
    list_of,
    place_named,
    read_rule,
    write_line,
    write_rule,
)
from puzzles.rules import Cell, Clause, Named, Place, Table, cells_of, name_of

__all__ = ["OFF_ON", "Look", "Plain", "Words", "plain"]

Words = tuple[str, str]
"""What (off, on) are called."""
OFF_ON = ("off", "on")


@dataclass(frozen=True, slots=True)
class Look:
    """How a model is drawn: what a magazine would print, and what a solved cell shows.

    ``mark``: the sign of a cell that is on; None shades it.  ``points``: the cells are the points of a
    lattice, and ``faces`` holds what is printed in the squares between them.
    """

    mark: str | None = None
    regions: tuple[tuple[int, ...], ...] | None = None
    glyphs: tuple[tuple[Cell, str], ...] = ()
    circles: tuple[Cell, ...] = ()
    faces: tuple[tuple[Cell, str], ...] = ()
    points: bool = False

    def __post_init__(self) -> None:
        for name in ("glyphs", "faces"):  # a mapping is what one would write
            held = getattr(self, name)
            pairs = tuple(held.items()) if isinstance(held, Mapping) else tuple(held)
            object.__setattr__(self, name, pairs)
            if not all(isinstance(pair, tuple) and is_texts({0: pair[1]}) for pair in pairs):
                raise BoardError(f"expected a text per cell for {name}")
        if not (self.mark is None or (is_str(self.mark) and self.mark)):
            raise BoardError(f"expected a sign or None for mark, found {self.mark!r}")
        if not isinstance(self.points, bool):
            raise BoardError(f"expected True or False for points, found {self.points!r}")

    def data(self) -> dict[str, Any]:
        """As JSON data; what is at its default is left out."""
        found: dict[str, Any] = {
            "mark": self.mark,
            "regions": self.regions,
            "glyphs": {name_of(cell): text for cell, text in self.glyphs},
            "circles": [name_of(cell) for cell in self.circles],
            "faces": {name_of(cell): text for cell, text in self.faces},
            "points": self.points,
        }
        return {key: value for key, value in found.items() if value}

    def check(self, height: int, width: int) -> None:
        """Raise :class:`BoardError` unless it fits a board of this size."""
        rows = self.regions
        if rows is not None and [len(row) for row in rows] != [width] * height:
            raise BoardError(f"expected {height} rows of {width} numbers for the regions")
        glyphs, faces = ([cell for cell, _ in held] for held in (self.glyphs, self.faces))
        for what, cells, less in (
            ("glyphs", glyphs, 0),
            ("circles", self.circles, 0),
            ("faces", faces, 1),
        ):
            for r, c in cells:
                if not (0 <= r < height - less and 0 <= c < width - less):
                    raise BoardError(f"expected {what} on the board, found {name_of((r, c))}")

    @classmethod
    def read(cls, entry: Entry) -> Look:
        """The inverse of :meth:`data`; keys that are another's stay in the entry."""

        def held(key: str, what: str, is_right: Callable[[Any], bool], default: Any) -> Any:
            return entry.take(key, what, is_right) if key in entry.data else default

        regions = held("regions", "rows of numbers", list_of(list_of(is_int)), None)
        glyphs, faces = (held(k, "an object of texts", is_texts, {}) for k in ("glyphs", "faces"))
        circles = held("circles", "a list of cells", list_of(is_str), [])
        return cls(
            mark=held("mark", "a text", is_str, None),
            regions=None if regions is None else tuple(map(tuple, regions)),
            glyphs=tuple((cell_named(name), text) for name, text in glyphs.items()),
            circles=tuple(map(cell_named, circles)),
            faces=tuple((cell_named(name), text) for name, text in faces.items()),
            points=held("points", "true", lambda value: value is True, False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain(Board):
    """A board stated in the vocabulary alone.

    ``spots`` are the places of the variables 1, 2, ...; ``stated`` the rules, those dropped among
    them; ``values`` the words for (off, on) of cells and of edges.
    """

    kind: ClassVar[str] = "model"
    RULES: ClassVar[tuple[str, ...]] = ()
    VARIANTS: ClassVar[tuple[str, ...]] = ()

    height: int = field()
    width: int = field()
    spots: tuple[Place, ...]
    stated: tuple[Named, ...]
    name: str = "model"
    values: tuple[Words, Words] = (OFF_ON, OFF_ON)
    look: Look = field(default_factory=Look)

    def rule_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for named in self.stated for name in named.names))

    def check(self) -> None:
        if self.height < 1 or self.width < 1:
            raise BoardError(f"a model has at least one cell, found {self.height}x{self.width}")
        if self.height * self.width > MAX_CELLS:
            size = f"{self.height}x{self.width}"
            raise BoardError(f"a model has at most {MAX_CELLS} cells, found {size}")
        _check_spots(self.spots, self.height, self.width)
        self.look.check(self.height, self.width)
        for named in self.stated:
            if not all(name and name.isprintable() for name in named.names):
                raise BoardError(f"expected printable names of rules, found {named.names!a}")
            for v in named.rule.variables():
                if not 1 <= v <= len(self.spots):
                    raise BoardError(
                        f"expected variables 1 to {len(self.spots)} in rule "
                        f"{'-'.join(named.names)}, found {v}"
                    )

    def places(self) -> tuple[Place, ...]:
        return self.spots

    def constraints(self) -> tuple[Named, ...]:
        """The rules in force; one that stands for several names is dropped with the last of them."""
        return tuple(n for n in self.stated if not self.without.issuperset(n.names))

    def broken(self, solution: int) -> list[Violation]:
        found = []
        for named in self.stated:
            if not holds(named.rule, solution):
                # A rule with several names is in force as long as one of them is.
                kept = [name for name in named.names if name not in self.without]
                message = f"rule {' and '.join(named.names)} does not hold"
                found.append(Violation((kept or named.names)[0], named.cells, message))
        return found

    def impossible(self) -> str | None:
        for named in self.constraints():
            if isinstance(named.rule, Table) and named.rule.words.start is None:
                where = f" at {name_of(named.cells[0])}" if named.cells else ""
                return f"rule {' and '.join(named.names)} has no words{where}"
            if named.rule == Clause(()):
                return f"rule {' and '.join(named.names)} is an empty clause"
        return None

    def value(self, variable: int, on: bool) -> str:
        return self.values[len(tuple(cells_of(self.spots[variable - 1]))) - 1][on]

    def title(self, solution: int | None = None) -> str:
        solved = "" if solution is None else ", solved"
        # A name is any text; in a title it must not pass for lines of its own.
        return f"{self.height}x{self.width} {printable(self.name)}{solved}"

    def rows(self, solution: int) -> tuple[str, ...]:
        """Per cell ``#`` where it is on and the sides of its chosen edges as letters of ``nesw``."""
        tokens = dict.fromkeys(reading_order(self.height, self.width), "")
        for i, place in enumerate(self.spots):
            if solution >> i & 1:
                for cell, sign in _signs(place):
                    tokens[cell] += sign
        order = "#nesw"
        return tuple(
            " ".join(
                "".join(sorted(tokens[r, c], key=order.index)) or "." for c in range(self.width)
            )
            for r in range(self.height)
        )

    def from_rows(self, rows: Sequence[str]) -> int:
        tokens = grid_tokens(rows, self.height, self.width)
        for cell, token in tokens.items():
            if token != "." and (set(token) - set("#nesw") or len(set(token)) != len(token)):
                raise BoardError(
                    f"expected # and sides among n, e, s, w, or ., found {token!r}", cell
                )
        mask = 0
        left = {cell: set(token) - {"."} for cell, token in tokens.items()}
        for i, place in enumerate(self.spots):
            held = [sign in left[cell] for cell, sign in _signs(place)]
            if any(held):
                if not all(held):
                    raise BoardError(
                        f"expected both cells to have the edge {name_of(place)}",
                        next(cells_of(place)),
                    )
                mask |= 1 << i
                for cell, sign in _signs(place):
                    left[cell].discard(sign)
        for cell, rest in left.items():
            if rest:
                raise BoardError(f"expected no {min(rest)}: the model has no such variable", cell)
        return mask

    def drawing(self, solution: int | None = None) -> Drawing:
        on = [place for i, place in enumerate(self.spots) if (solution or 0) >> i & 1]
        cells = frozenset(cells_among(on))
        marked = self.look.mark
        shown = {"filled": dict.fromkeys(cells, marked)} if marked else {"shaded": cells}
        return Drawing(
            self.height,
            self.width,
            regions=self.look.regions,
            glyphs=dict(self.look.glyphs),
            circles=frozenset(self.look.circles),
            faces=dict(self.look.faces),
            lines=frozenset(edges_among(on)),
            linked=self.look.points,
            title=self.title(solution),
            **shown,
        )

    def text(self) -> str:
        """The model as lines of JSON behind the head ``model``: read back, it is equal."""
        head: dict[str, Any] = {
            "size": [self.height, self.width],
            "name": self.name,
            "cells": list(self.values[0]),
            "edges": list(self.values[1]),
            "places": [name_of(place) for place in self.spots],
            "without": sorted(self.without),
            **self.look.data(),
        }
        rules = (write_rule(named, self.spots) for named in self.stated)
        return "\n".join((self.kind, write_line(head), *rules))

    @classmethod
    def from_lines(cls, lines: Sequence[str]) -> Plain:
        """The model whose :meth:`text` is these lines, the head left out.

        :class:`BoardError` for what is wrong, with the cell (number of the line, 0).
        """
        number = 0  # of the line that is read, for the error
        try:
            entry = Entry(lines[0])
            height, width = entry.take(
                "size", "two numbers", lambda v: list_of(is_int)(v) and len(v) == 2
            )
            name = entry.take("name", "a name", is_str)
            cells, edges = (entry.take(key, "two words", is_pair) for key in ("cells", "edges"))
            places = entry.take("places", "a list of places", list_of(is_str))
            without = entry.take("without", "a list of names", list_of(is_str))
            look = Look.read(entry)
            entry.close()
            spots = tuple(map(place_named, places))
            rules = []
            for line in lines[1:]:
                number += 1
                rules.append(read_rule(line, spots))
            return cls(
                height=height,
                width=width,
                spots=spots,
                stated=tuple(rules),
                name=name,
                values=((cells[0], cells[1]), (edges[0], edges[1])),
                look=look,
                without=frozenset(without),
            )
        except BoardError as error:
            raise BoardError(error.message, (number, 0)) from None


def _check_spots(spots: tuple[Place, ...], height: int, width: int) -> None:
    """Raise unless they are different cells of the board and edges between neighbours."""
    for place in spots:
        cells = tuple(cells_of(place))
        inside = all(0 <= r < height and 0 <= c < width for r, c in cells)
        beside = len(cells) == 1 or cells[1] in ((r, c + 1) for r, c in cells[:1])
        beside = beside or cells[1] in ((r + 1, c) for r, c in cells[:1])
        if not (inside and beside):
            raise BoardError(
                f"expected places that are cells of a {height}x{width} board or edges from a cell to "
                f"the one on its right or below, found {name_of(place)}"
            )
    if len(set(spots)) < len(spots):
        raise BoardError("expected each place once")


def _signs(place: Place) -> list[tuple[Cell, str]]:
    """Which token of :meth:`Plain.rows` shows the variable of a place, and by which sign."""
    cells = tuple(cells_of(place))
    if len(cells) == 1:
        return [(cells[0], "#")]
    (r, _), (i, _) = cells
    return [(cells[0], "e" if r == i else "s"), (cells[1], "w" if r == i else "n")]


def plain(board: Board) -> Plain:
    """Any board as data of the package's own classes: the same variables and the rules in force.

    What other processes are sent: they need not be able to import the puzzle's class.
    """
    if isinstance(board, Plain):
        return board
    return Plain(
        height=board.height,
        width=board.width,
        spots=board.places(),
        stated=board.constraints(),
        name=board.title().partition(" ")[2],
    )
