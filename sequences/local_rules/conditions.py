"""The conditions of a description, table by table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sequences.local_rules.description import (
    AXES,
    DIRECTIONS,
    Budget,
    Compared,
    Condition,
    Connected,
    Derived,
    Fixed,
    Lines,
    Links,
    Neighbours,
    Offset,
    Order,
    Patterns,
    Permutation,
    Predicate,
    Test,
    Tiles,
    Windows,
    Words,
)
from sequences.local_rules.evaluation import truth
from sequences.local_rules.expressions import ExpressionError
from sequences.local_rules.keys import DescriptionError, Table
from sequences.local_rules.scopes import block_scope, neighbour_scope, run_scope

__all__ = ["read_conditions", "read_content", "read_derived"]

SPAN = 12
"""Rows and columns of a window or a move at most."""


def read_conditions(
    top: Table, values: Sequence[int], derived: Sequence[str], wraps: bool
) -> tuple[Condition, ...]:
    """All conditions, in the order of their kinds."""
    found: list[Condition] = []
    reader = _Reader(values, derived)
    found.extend(reader.windows(table) for table in top.tables("windows"))
    found.extend(reader.patterns(table) for table in top.tables("patterns"))
    found.extend(reader.neighbours(table) for table in top.tables("neighbours"))
    found.extend(reader.lines(table, wraps) for table in top.tables("lines"))
    found.extend(reader.connected(table) for table in top.tables("connected"))
    found.extend(reader.compared(table) for table in top.tables("lexicographic"))
    for table in top.tables("order"):
        found.append(reader.order(table))
    if top.has("fixed"):
        found.extend(reader.fixed(top.table("fixed")))
    reader.check_budgets(top)
    return tuple(found)


def read_derived(top: Table) -> tuple[Derived, ...]:
    """The arrays of block statistics."""
    found: list[Derived] = []
    for table in top.tables("derived"):
        name = table.text("name")
        if not re.fullmatch("[a-z][a-z_0-9]{0,30}", name) or name in {d.name for d in found}:
            raise table.error("name", "expected a name of its own, in small letters")
        found.append(Derived(name, _shape(table, table.text("shape")), table.expression("value")))
        table.finish()
    return tuple(found)


def read_content(top: Table) -> Permutation | Tiles | Links | None:
    """A permutation, tiles or links in place of values."""
    kinds = [key for key in ("permutation", "tiles", "links") if top.has(key)]
    if len(kinds) > 1:
        raise top.error(kinds[1], f"not beside [{kinds[0]}]")
    if kinds == ["links"]:
        return _links(top.table("links"))
    if top.has("permutation"):
        table = top.table("permutation")
        moves = list(dict.fromkeys(table.pairs("moves", SPAN)))
        if table.flag("both_ways", False):
            moves = list(dict.fromkeys([*moves, *((-i, -j) for i, j in moves)]))
        table.finish()
        return Permutation(tuple(moves))
    if top.has("tiles"):
        table = top.table("tiles")
        turn, flip = table.flag("turn", False), table.flag("flip", False)
        tiles: dict[tuple[Offset, ...], None] = {}
        for text in table.texts("shapes"):
            cells = _tile(table, text)
            for _ in range(4 if turn else 1):
                for tile in (cells, [(i, -j) for i, j in cells]) if flip else (cells,):
                    tiles[_placed(tile)] = None
                cells = [(j, -i) for i, j in cells]
        table.finish()
        return Tiles(tuple(tiles))
    return None


_SIDES: dict[str, Offset] = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}


def _links(table: Table) -> Links:
    degrees = tuple(sorted(set(table.numbers("degrees"))))
    if not all(0 <= degree <= 4 for degree in degrees):
        raise table.error("degrees", "expected numbers from 0 to 4")
    ends = []
    for text in table.texts("ends") if table.has("ends") else ():
        down, _, right = text.partition("-")
        if down not in ("top", "bottom") or right not in ("left", "right"):
            raise table.error("ends", f"expected corners such as top-left, not {text!r}")
        ends.append((_SIDES[down], _SIDES[right]))
    if len(set(ends)) < len(ends):
        raise table.error("ends", "expected each corner once")
    single, empty = table.flag("single", False), table.flag("empty", False)
    if empty and not single:
        raise table.error("empty", "goes with single = true")
    found = Links(degrees, tuple(ends), single, table.flag("cycles", True), empty)
    table.finish()
    return found


def _tile(table: Table, text: str) -> list[Offset]:
    rows = [row.strip() for row in text.split("/")]
    if not all(set(row) <= set("#.") for row in rows) or "#" not in text:
        raise table.error("shapes", f'expected rows of # and . such as "## / #.", not {text!r}')
    cells = [(i, j) for i, row in enumerate(rows) for j, sign in enumerate(row) if sign == "#"]
    if max(len(rows), *map(len, rows)) > SPAN:
        raise table.error("shapes", f"expected at most {SPAN} rows and columns")
    return cells


def _placed(cells: Sequence[Offset]) -> tuple[Offset, ...]:
    """In row-major order, moved so that the first cell is (0, 0)."""
    ordered = sorted(cells)
    down, right = ordered[0]
    return tuple((i - down, j - right) for i, j in ordered)


def _shape(table: Table, text: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})\s*", text)
    if not match or not all(1 <= int(side) <= SPAN for side in match.groups()):
        raise table.error(
            "shape", f"expected a shape such as 2x3, sides up to {SPAN}, not {text!r}"
        )
    return int(match[1]), int(match[2])


class _Reader:
    """Conditions over given values and derived arrays."""

    def __init__(self, values: Sequence[int], derived: Sequence[str]) -> None:
        self._values, self._derived = values, derived
        self._budgets: dict[str, Budget] = {}

    def windows(self, table: Table) -> Windows:
        key = "shapes" if table.has("shapes") else "shape"
        shapes: tuple[tuple[int, int], ...]
        if table.has("forbid") or table.has("allow"):
            test: Test
            test, sizes = self._words(table)
            shapes = tuple(dict.fromkeys(sizes))
            if len(shapes) > 1:
                raise self._several(table, "blocks", "shape")
            if table.has(key) and tuple(_shape(table, t) for t in table.texts(key)) != shapes:
                raise table.error(key, "differs from that of the blocks listed")
        else:
            test = _predicate(table)
            shapes = tuple(dict.fromkeys(_shape(table, text) for text in table.texts(key)))
            for height, width in shapes:
                sample = self._sample(table)
                self._try(table, test, block_scope((height, width), [sample] * (height * width)))
        found = Windows(shapes, test, self._on(table), self._budget(table))
        table.finish()
        return found

    def _several(self, table: Table, what: str, one: str) -> DescriptionError:
        key = "forbid" if table.has("forbid") else "allow"
        return table.error(key, f"expected {what} of one {one}; write a table for each {one}")

    def patterns(self, table: Table) -> Patterns:
        if table.has("moves"):
            if table.has("axes"):
                raise table.error("moves", "not beside axes")
            steps = _moves(table, table.pairs("moves", SPAN))
        else:
            axes = table.texts("axes")
            steps = tuple(AXES[_word(table, "axes", axis, AXES)] for axis in axes)
        test: Test
        if table.has("forbid") or table.has("allow"):
            test, sizes = self._words(table)
            lengths = {width for _, width in sizes}
            if any(height != 1 for height, _ in sizes) or len(lengths) != 1:
                raise self._several(table, "words", "length")
            length = lengths.pop()
            if length > SPAN:
                raise table.error("forbid", f"expected at most {SPAN} cells")
        else:
            test, length = _predicate(table), table.number("length", 2, 1, SPAN)
            self._try(table, test, run_scope([self._sample(table)] * length))
        found = Patterns(steps, length, test, self._on(table), self._budget(table))
        table.finish()
        return found

    def neighbours(self, table: Table) -> Neighbours:
        moves: list[Offset] = []
        if table.has("axes"):
            for word in table.texts("axes"):
                moves.extend(DIRECTIONS[_word(table, "axes", word, DIRECTIONS)])
        if table.has("moves"):
            moves.extend(_moves(table, table.pairs("moves", SPAN)))
        if not moves:
            raise table.error("axes", "missing: expected axes or moves")
        of = None
        if table.has("of"):
            of = table.numbers("of")
            if not table.has("on"):
                self._known(table, "of", of)
        unique = tuple(dict.fromkeys(moves))
        test, own = _predicate(table), self._sample(table)
        none = np.zeros((len(own), len(own)), dtype=np.int64)
        self._try(table, test, neighbour_scope(own, none, own.tolist()))
        found = Neighbours(unique, of, test, self._on(table), self._budget(table))
        table.finish()
        return found

    def lines(self, table: Table, wraps: bool) -> Lines:
        if wraps:
            raise table.error("axes", "[[lines]] are not known beside wrap")
        axes = tuple(dict.fromkeys(_word(table, "axes", a, AXES) for a in table.texts("axes")))
        registers: dict[str, int] = {}
        if table.has("registers"):
            inner = table.table("registers")
            for name in inner.keys():  # noqa: SIM118  # not a dictionary
                if not re.fullmatch("[a-z][a-z_0-9]{0,20}", name) or name == "x":
                    raise inner.error(name, "expected a name in small letters other than x")
                registers[name] = inner.number(name, 0, -(10**6), 10**6)
        following = []
        if table.has("next"):
            inner = table.table("next")
            for name in inner.keys():  # noqa: SIM118  # not a dictionary
                if name not in registers:
                    raise inner.error(name, "no such register")
                following.append((name, inner.expression(name)))
        test = _predicate(table) if table.has("require") or table.has("reject") else None
        final = table.expression("final") if table.has("final") else None
        if test is None and final is None:
            raise table.error("require", "missing: expected require, reject or final")
        table.finish()
        return Lines(axes, tuple(registers.items()), test, tuple(following), final)

    def connected(self, table: Table) -> Connected:
        values = table.numbers("values")
        self._known(table, "values", values)
        king = table.choice("by", ("sides", "king"), "sides") == "king"
        found = Connected(values, king, table.flag("empty", False))
        table.finish()
        return found

    def compared(self, table: Table) -> Compared:
        lines = table.choice("lines", ("rows", "columns"))
        orders = ("nondecreasing", "nonincreasing", "increasing", "decreasing", "different")
        found = Compared(lines == "rows", table.choice("order", orders))  # type: ignore[arg-type]  # one of them
        table.finish()
        return found

    def order(self, table: Table) -> Order:
        by_rows = table.choice("read", ("rows", "columns"), "rows") == "rows"
        if table.flag("new_values", False):
            pairs = tuple(zip(self._values, self._values[1:], strict=False))
            if table.has("before"):
                raise table.error("before", "not beside new_values")
        else:
            pairs = table.pairs("before", 10**4)
            self._known(table, "before", [v for pair in pairs for v in pair])
            if any(u == v for u, v in pairs):
                raise table.error("before", "expected two different values in each pair")
        table.finish()
        return Order(pairs, by_rows)

    def fixed(self, table: Table) -> list[Fixed]:
        words = _SIDES
        found = []
        for key in table.keys():  # noqa: SIM118  # not a dictionary
            parts = key.replace("-", " ").replace("_", " ").split()
            if not parts or any(p not in words for p in parts) or len(set(parts)) < len(parts):
                raise table.error(key, "expected a corner such as top-left, or a side such as top")
            value = table.number(key, 0, -9999, 9999)
            self._known(table, key, [value])
            found.append(Fixed(tuple(words[p] for p in parts), value))
        return found

    def _sample(self, table: Table) -> Any:
        """Values to try an expression on; those of a block statistic are not known yet."""
        return np.array([0] if table.has("on") else self._values, dtype=np.int64)

    def _try(self, table: Table, test: Predicate, scope: Mapping[str, Any]) -> None:
        """Evaluate once, so that wrong names and kinds are told with their place."""
        try:
            truth(test.expression, scope, 0)
        except ExpressionError as error:
            raise table.error("require" if test.wanted else "reject", str(error)) from None

    def _known(self, table: Table, key: str, values: Sequence[int]) -> None:
        for value in values:
            if value not in self._values:
                raise table.error(key, f"{value} is not among the values")

    def _on(self, table: Table) -> str | None:
        if not table.has("on"):
            return None
        return _word(table, "on", table.text("on"), self._derived)

    def _budget(self, table: Table) -> Budget | None:
        if not table.has("violations"):
            return None
        text = table.text("violations")
        match = re.fullmatch(r"\s*(exactly|at most|at least)\s+([0-9]{1,3})\s*", text)
        if not match:
            raise table.error(
                "violations", f'expected "exactly 1", "at most 2" or "at least 1", not {text!r}'
            )
        shared = table.text("shared", f"#{len(self._budgets)}")
        budget = Budget(match[1], int(match[2]), shared)  # type: ignore[arg-type]  # by the pattern
        if self._budgets.setdefault(shared, budget) != budget:
            raise table.error("violations", f"differs from that of the other conditions {shared!r}")
        return budget

    def check_budgets(self, top: Table) -> None:
        """A place for what concerns all budgets together: their number."""
        if len(self._budgets) > 8:
            raise top.error("violations", "expected at most 8 budgets")

    def _words(self, table: Table) -> tuple[Words, list[tuple[int, int]]]:
        """The words of `forbid` or `allow`, and the shape of each."""
        if table.has("forbid") and table.has("allow"):
            raise table.error("allow", "not beside forbid; write two tables")
        for key in ("require", "reject"):
            if table.has(key):
                raise table.error(key, "not beside forbid or allow; write two tables")
        key = "forbid" if table.has("forbid") else "allow"
        words, shapes = [], []
        for text in table.texts(key):
            rows = [row.split() for row in text.split("/")]
            if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
                raise table.error(key, f"expected rows of one length, not {text!r}")
            word: list[int | None] = []
            for letter in (letter for row in rows for letter in row):
                if letter == ".":
                    word.append(None)
                elif re.fullmatch("-?[0-9]{1,4}", letter):
                    if not table.has("on"):
                        self._known(table, key, [int(letter)])
                    word.append(int(letter))
                else:
                    raise table.error(key, f"expected values separated by spaces, not {letter!r}")
            words.append(tuple(word))
            shapes.append((len(rows), len(rows[0])))
        return Words(tuple(words), key == "allow"), shapes


def _predicate(table: Table) -> Predicate:
    if table.has("require") == table.has("reject"):
        raise table.error("require", "expected either require or reject")
    key = "require" if table.has("require") else "reject"
    return Predicate(table.expression(key), key == "require")


def _moves(table: Table, moves: Sequence[Offset]) -> tuple[Offset, ...]:
    if (0, 0) in moves:
        raise table.error("moves", "[0, 0] leads nowhere")
    return tuple(moves)


def _word(table: Table, key: str, word: str, known: object) -> str:
    words = list(known)  # type: ignore[call-overload]  # a dictionary or a list of words
    if word not in words:
        listed = ", ".join(words) or "nothing here"
        raise table.error(key, f"expected one of {listed}, not {word!r}")
    return word
