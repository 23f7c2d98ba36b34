"""A description, for the checker alone: the dictionary of the file, taken apart key by key.

A local condition becomes a `Judge`: offsets, and a function that is given the values there (None
where there is no cell) and says whether the condition fails. Whatever is not understood is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from sequences.local_check.expression import UnclearError, compiled

__all__ = ["Budget", "Judge", "Reading", "read"]

Offset = tuple[int, int]
Values = Sequence[int | None]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
STEPS: dict[str, Offset] = {
    "horizontal": (0, 1),
    "vertical": (1, 0),
    "diagonal": (1, 1),
    "antidiagonal": (1, -1),
}
SINGLE: dict[str, Offset] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "up-left": (-1, -1),
    "up-right": (-1, 1),
    "down-left": (1, -1),
    "down-right": (1, 1),
}


@dataclass(frozen=True)
class Judge:
    """A condition at every cell."""

    offsets: tuple[Offset, ...]
    fails: Callable[[Values], bool]
    budget: int | None = None
    wraps: bool = True


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


def _need(condition: bool, message: str) -> None:
    if not condition:
        raise UnclearError(message)


def _keys(table: Any, *known: str) -> dict[str, Any]:
    _need(isinstance(table, dict), "a table is missing")
    unknown = set(table) - set(known)
    _need(not unknown, f"the keys {sorted(map(str, unknown))} are not known here")
    return dict(table)


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def _whole(value: Any) -> int:
    _need(type(value) is int and abs(value) < 10**6, "a whole number is missing")
    return int(value)


def _texts(value: Any) -> list[str]:
    found = _list(value)
    _need(bool(found) and all(isinstance(v, str) for v in found), "texts are missing")
    return found


def _flag(table: dict[str, Any], key: str) -> bool:
    value = table.get(key, False)
    _need(isinstance(value, bool), f"{key} is not true or false")
    return bool(value)


_TOP = (
    "name", "title", "size", "offset", "values", "divide", "wrap", "derived", "windows", "patterns",
    "neighbours", "lines", "connected", "order", "fixed", "permutation", "tiles",
)  # fmt: skip


def read(description: Any) -> Reading:
    """Raises UnclearError for whatever is not understood."""
    top = _keys(description, *_TOP)
    wrap = top.get("wrap", "none")
    _need(wrap in ("none", "rows", "columns", "both"), "wrap is not understood")
    found = Reading([], _whole(top.get("divide", 1)), wrap in ("rows", "both"), wrap in ("columns", "both"))
    _need(found.divisor >= 1, "a divisor is not positive")
    contents = [key for key in ("values", "permutation", "tiles") if key in top]
    _need(len(contents) == 1, "values, permutation, tiles: there must be one of them")
    if "values" in top:
        found.values = _values(top["values"])
    elif "permutation" in top:
        _permutation(top["permutation"], found)
    else:
        _tiles(top["tiles"], found)
    derived: dict[str, tuple[int, int, Any]] = {}
    for entry in _list(top.get("derived", [])):
        table = _keys(entry, "name", "shape", "value")
        _need(isinstance(table.get("name"), str) and table["name"] not in derived, "a derived array has no name of its own")
        derived[table["name"]] = (*_shape(table.get("shape")), compiled(table.get("value"), False))
    for key, reader in (("windows", _windows), ("patterns", _patterns), ("neighbours", _neighbours)):
        for entry in _list(top.get(key, [])):
            reader(entry, found, derived)
    for entry in _list(top.get("lines", [])):
        _need(wrap == "none", "lines on an array that wraps are not known")
        found.lines.append(_line(entry))
    for entry in _list(top.get("connected", [])):
        table = _keys(entry, "values", "by", "empty")
        values = [_among(v, found.values) for v in _list(table.get("values"))]
        _need(table.get("by", "sides") in ("sides", "king"), "connected by what?")
        found.connected.append((values, table.get("by") == "king", _flag(table, "empty")))
    for entry in _list(top.get("order", [])):
        found.orders.append(_order(entry, found.values))
    for key, value in _keys(top.get("fixed", {}), *top.get("fixed", {})).items():
        found.judges.append(_fixed(key, _among(value, found.values)))
    return found


def _among(value: Any, values: list[int]) -> int:
    _need(type(value) is int and value in values, f"{value!r} is not among the values")
    return int(value)


def _values(given: Any) -> list[int]:
    if isinstance(given, str):
        match = re.fullmatch(r"\s*(-?\d{1,4})\s*\.\.\s*(-?\d{1,4})\s*", given, re.ASCII)
        _need(match is not None, "the values are not understood")
        assert match
        found = list(range(int(match[1]), int(match[2]) + 1))
    else:
        found = sorted(_whole(v) for v in _list(given))
    _need(0 < len(set(found)) == len(found) <= 64, "the values are not 1 to 64 different numbers")
    return found


def _shape(text: Any) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,2})\s*[xX×]\s*(\d{1,2})\s*", text, re.ASCII) if isinstance(text, str) else None
    _need(match is not None and 0 < int(match[1]) <= 12 and 0 < int(match[2]) <= 12, "a shape is not understood")
    assert match
    return int(match[1]), int(match[2])


def _verdict(table: dict[str, Any]) -> Callable[[dict[str, Any]], bool]:
    """Whether names violate `require` or `reject`."""
    _need(("require" in table) != ("reject" in table), "require or reject is missing")
    if "require" in table:
        required = compiled(table["require"], True)
        return lambda names: not required(names)
    rejected = compiled(table["reject"], True)
    return lambda names: bool(rejected(names))


def _charged(table: dict[str, Any], found: Reading) -> int | None:
    if "violations" not in table:
        _need("shared" not in table, "shared without violations")
        return None
    text = table["violations"]
    match = re.fullmatch(r"\s*(exactly|at most|at least)\s+(\d{1,3})\s*", text, re.ASCII) if isinstance(text, str) else None
    _need(match is not None, "violations are not understood")
    assert match
    label = table.get("shared", f"#{len(found.budgets)}")
    _need(isinstance(label, str), "shared is not a text")
    budget = found.budgets.setdefault(label, Budget(match[1], int(match[2])))
    _need((budget.word, budget.number) == (match[1], int(match[2])), "a shared budget is told twice")
    return list(found.budgets).index(label)


Derived = dict[str, tuple[int, int, Any]]


def _judge(
    table: dict[str, Any],
    derived: Derived,
    places: Sequence[Offset],
    fails: Callable[[Values], bool],
    budget: int | None,
) -> Judge:
    """A judge on cells, or on block statistics: then each place stands for a block of cells."""
    if "on" not in table:
        return Judge(tuple(places), fails, budget)
    _need(table["on"] in derived, "`on` names no derived array")
    height, width, value = derived[table["on"]]
    cells = sorted({(i + a, j + b) for i, j in places for a in range(height) for b in range(width)})
    where = {cell: number for number, cell in enumerate(cells)}

    def statistics(values: Values) -> bool:
        found: list[int | None] = []
        for i, j in places:
            rows = [[values[where[i + a, j + b]] for b in range(width)] for a in range(height)]
            whole = all(v is not None for row in rows for v in row)
            found.append(value(_block(rows)) if whole else None)
        return fails(found)

    return Judge(tuple(cells), statistics, budget)


def _block(rows: list[list[Any]]) -> dict[str, Any]:
    """The names of a block."""
    height, width = len(rows), len(rows[0])
    cells = [v for row in rows for v in row]
    columns = [list(column) for column in zip(*rows, strict=True)]
    around = list(cells)
    if height > 1 and width > 1:
        right, left = columns[-1][1:-1], columns[0][1:-1]
        around = [*rows[0], *right, *rows[-1][::-1], *left[::-1]]
    edges = [pair for line in rows + columns for pair in zip(line, line[1:], strict=False)]
    names: dict[str, Any] = {
        "cells": cells,
        "nw": rows[0][0],
        "ne": rows[0][-1],
        "sw": rows[-1][0],
        "se": rows[-1][-1],
        "clockwise": around,
        "row_sums": [sum(row) for row in rows],
        "column_sums": [sum(column) for column in columns],
        "edge_sums": [a + b for a, b in edges],
        "edge_differences": [abs(a - b) for a, b in edges],
        "equal_edges": sum(a == b for a, b in edges),
        **dict(zip(LETTERS, cells, strict=False)),
    }
    if height == width:
        names["diagonal"] = [rows[i][i] for i in range(height)]
        names["antidiagonal"] = [rows[i][-1 - i] for i in range(height)]
        if height <= 5:
            names["det"] = _det(rows)
    return names


def _det(rows: list[list[int]]) -> int:
    if not rows:
        return 1
    minors = [[row[:j] + row[j + 1 :] for row in rows[1:]] for j in range(len(rows))]
    return sum((-1) ** j * rows[0][j] * _det(minor) for j, minor in enumerate(minors))


def _words(table: dict[str, Any]) -> tuple[list[list[list[str]]], bool]:
    _need(("forbid" in table) != ("allow" in table), "forbid or allow is missing")
    _need("require" not in table and "reject" not in table, "a condition is told twice")
    texts = _texts(table.get("forbid", table.get("allow")))
    words = [[row.split() for row in text.split("/")] for text in texts]
    for word in words:
        same = len(word) == len(words[0]) and all(len(row) == len(words[0][0]) for row in word)
        _need(bool(word[0]) and same, "blocks of several shapes are listed")
        letters = [letter for row in word for letter in row]
        _need(all(re.fullmatch(r"\.|-?[0-9]{1,4}", letter) for letter in letters), "a word is not understood")
    return words, "allow" in table


def _listed(words: list[list[list[str]]], allowed: bool) -> Callable[[Values], bool]:
    flat = [[None if s == "." else int(s) for row in word for s in row] for word in words]

    def fails(values: Values) -> bool:
        if None in values:
            return False
        met = any(all(w in (None, v) for w, v in zip(word, values, strict=True)) for word in flat)
        return met != allowed

    return fails


def _windows(entry: Any, found: Reading, derived: Derived) -> None:
    known = ("shape", "shapes", "forbid", "allow", "require", "reject", "on", "violations", "shared")
    table = _keys(entry, *known)
    _need(not ("shape" in table and "shapes" in table), "shape and shapes")
    given = table.get("shapes", table.get("shape"))
    shapes = list(dict.fromkeys(map(_shape, _texts(given)))) if given is not None else []
    budget = _charged(table, found)
    if "forbid" in table or "allow" in table:
        words, allowed = _words(table)
        shape = (len(words[0]), len(words[0][0]))
        _need(shapes in ([], [shape]), "the shape is not that of the words")
        places = list(product(range(shape[0]), range(shape[1])))
        found.judges.append(_judge(table, derived, places, _listed(words, allowed), budget))
        return
    _need(bool(shapes), "a shape is missing")
    violated = _verdict(table)
    for height, width in shapes:

        def fails(values: Values, height: int = height, width: int = width) -> bool:
            if None in values:
                return False
            rows = [list(values[i * width : (i + 1) * width]) for i in range(height)]
            return violated(_block(rows))

        places = list(product(range(height), range(width)))
        found.judges.append(_judge(table, derived, places, fails, budget))


def _vectors(value: Any) -> list[Offset]:
    found = []
    for pair in _list(value):
        _need(isinstance(pair, list) and len(pair) == 2, "a move is not understood")
        found.append((_whole(pair[0]), _whole(pair[1])))
        _need(max(map(abs, found[-1])) <= 12, "a move is too long")
    _need(bool(found), "there are no moves")
    return found


def _patterns(entry: Any, found: Reading, derived: Derived) -> None:
    known = ("axes", "moves", "length", "forbid", "allow", "require", "reject", "on", "violations", "shared")
    table = _keys(entry, *known)
    _need(("axes" in table) != ("moves" in table), "axes or moves are missing")
    if "moves" in table:
        steps = _vectors(table["moves"])
        _need((0, 0) not in steps, "a move leads nowhere")
    else:
        axes = _texts(table["axes"])
        _need(all(axis in STEPS for axis in axes), "an axis is not known")
        steps = [STEPS[axis] for axis in axes]
    budget = _charged(table, found)
    if "forbid" in table or "allow" in table:
        words, allowed = _words(table)
        _need(len(words[0]) == 1 and "length" not in table, "words of one row are needed")
        length, fails = len(words[0][0]), _listed(words, allowed)
    else:
        length, violated = _whole(table.get("length", 2)), _verdict(table)

        def fails(values: Values) -> bool:
            names = {"cells": list(values), **dict(zip(LETTERS, values, strict=False))}
            return None not in values and violated(names)

    _need(1 <= length <= 12, "a pattern is too long")
    for down, right in steps:
        places = [(i * down, i * right) for i in range(length)]
        found.judges.append(_judge(table, derived, places, fails, budget))


def _neighbours(entry: Any, found: Reading, derived: Derived) -> None:
    known = ("axes", "moves", "of", "require", "reject", "on", "violations", "shared")
    table = _keys(entry, *known)
    moves = _vectors(table["moves"]) if "moves" in table else []
    square = [(i, j) for i in range(-2, 3) for j in range(-2, 3)]
    for word in _texts(table["axes"]) if "axes" in table else []:
        if word in STEPS:
            moves += [STEPS[word], (-STEPS[word][0], -STEPS[word][1])]
        elif word in SINGLE:
            moves.append(SINGLE[word])
        else:
            _need(word in ("king", "knight"), f"{word} names no neighbours")
            most = (1, 2) if word == "king" else (5,)
            moves += [(i, j) for i, j in square if i * i + j * j in most]
    moves = list(dict.fromkeys(moves))
    _need(bool(moves) and (0, 0) not in moves, "the neighbours are not understood")
    of = None if "of" not in table else [_whole(v) for v in _list(table["of"])]
    violated = _verdict(table)

    def fails(values: Values) -> bool:
        own = values[0]
        if own is None or (of is not None and own not in of):
            return False
        near = [v for v in values[1:] if v is not None]
        names = {
            "x": own,
            "number": len(near),
            "equal": near.count(own),
            "unequal": len(near) - near.count(own),
            "greater": len([v for v in near if v > own]),
            "less": len([v for v in near if v < own]),
            "total": sum(near),
            "distinct_values": len(set(near)),
            "count": near.count,
        }
        return violated(names)

    found.judges.append(_judge(table, derived, [(0, 0), *moves], fails, _charged(table, found)))


def _order(entry: Any, values: list[int]) -> tuple[list[Offset], bool]:
    table = _keys(entry, "new_values", "before", "read")
    _need(table.get("read", "rows") in ("rows", "columns"), "read is not understood")
    by_rows = table.get("read", "rows") == "rows"
    if _flag(table, "new_values"):
        _need("before" not in table, "an order is told twice")
        return list(zip(values, values[1:], strict=False)), by_rows
    pairs = []
    for pair in _list(table.get("before")):
        _need(isinstance(pair, list) and len(pair) == 2 and pair[0] != pair[1], "an order is not understood")
        pairs.append((_among(pair[0], values), _among(pair[1], values)))
    return pairs, by_rows


def _line(entry: Any) -> dict[str, Any]:
    table = _keys(entry, "axes", "registers", "require", "reject", "next", "final")
    axes = list(dict.fromkeys(_texts(table.get("axes"))))
    _need(all(axis in STEPS for axis in axes), "an axis is not known")
    registers = {str(k): _whole(v) for k, v in _keys(table.get("registers", {}), *table.get("registers", {})).items()}
    following = _keys(table.get("next", {}), *registers)
    tested = "require" in table or "reject" in table
    _need("x" not in registers and (tested or "final" in table), "a line is not understood")
    return {
        "axes": axes,
        "names": tuple(registers),
        "first": tuple(registers.values()),
        "violated": _verdict(table) if tested else None,
        "next": {name: compiled(text, False) for name, text in following.items()},
        "final": compiled(table["final"], True) if "final" in table else None,
    }


def _fixed(key: str, value: int) -> Judge:
    words = re.split(r"[-_ ]+", key.strip("-_ "))
    sides = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}
    _need(all(w in sides for w in words) and len(set(words)) == len(words), f"{key} is no place")
    offsets = ((0, 0), *(sides[word] for word in words))
    return Judge(
        offsets,
        lambda values: values[0] not in (None, value) and all(v is None for v in values[1:]),
        wraps=False,
    )


def _permutation(entry: Any, found: Reading) -> None:
    table = _keys(entry, "moves", "both_ways")
    moves = list(dict.fromkeys(_vectors(table.get("moves"))))
    if _flag(table, "both_ways"):
        moves = list(dict.fromkeys([*moves, *((-i, -j) for i, j in moves)]))
    found.values = list(range(len(moves)))
    places = list(dict.fromkeys([(0, 0), *moves, *((-i, -j) for i, j in moves)]))
    targets = [places.index(move) for move in moves]
    sources = [places.index((-i, -j)) for i, j in moves]

    def fails(values: Values) -> bool:
        if values[0] is None:
            return False
        arrivals = sum(values[source] == number for number, source in enumerate(sources))
        return arrivals != 1 or values[targets[values[0]]] is None

    found.judges.append(Judge(tuple(places), fails))


def _tiles(entry: Any, found: Reading) -> None:
    table = _keys(entry, "shapes", "turn", "flip")
    turn, flip = _flag(table, "turn"), _flag(table, "flip")
    tiles: list[tuple[Offset, ...]] = []
    for text in _texts(table.get("shapes")):
        rows = [row.strip() for row in text.split("/")]
        _need(all(set(row) <= {"#", "."} for row in rows), "a tile is not understood")
        cells = [(i, j) for i, row in enumerate(rows) for j, s in enumerate(row) if s == "#"]
        _need(0 < len(cells) and max(len(rows), *map(len, rows)) <= 12, "a tile is not understood")
        for _ in range(4 if turn else 1):
            for tile in [cells, [(i, -j) for i, j in cells]][: 1 + flip]:
                corner = min(tile)
                moved = tuple(sorted((i - corner[0], j - corner[1]) for i, j in tile))
                if moved not in tiles:
                    tiles.append(moved)
            cells = [(j, -i) for i, j in cells]
    parts = [(tile, cell) for tile in tiles for cell in tile]
    found.values = list(range(len(parts)))
    _need(len(parts) <= 64, "there are too many tiles")
    for own, (tile, (i, j)) in enumerate(parts):
        for other, (same, (a, b)) in enumerate(parts):
            if same is tile and other != own:
                found.judges.append(_demand(own, other, (a - i, b - j)))


def _demand(own: int, other: int, offset: Offset) -> Judge:
    """A cell of a tile wants another cell of that tile at its place."""
    return Judge(((0, 0), offset), lambda values: values[0] == own and values[1] != other)


def unique(offsets: Iterable[Offset]) -> list[Offset]:
    """Each offset once."""
    return list(dict.fromkeys(offsets))
