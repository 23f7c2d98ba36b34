"""Conditions about the surroundings of a cell, as judges, for the checker alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

from sequences.local_check.expression import compiled
from sequences.local_check.structures import (
    Budget,
    Judge,
    Offset,
    Reading,
    Values,
    as_list,
    flag,
    keys,
    need,
    shape_of,
    texts,
    whole,
)

__all__ = [
    "STEPS",
    "Derived",
    "fixed",
    "neighbours",
    "patterns",
    "permutation",
    "tiles",
    "verdict",
    "windows",
]

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


def verdict(table: dict[str, Any]) -> Callable[[dict[str, Any]], bool]:
    """Whether names violate `require` or `reject`."""
    need(("require" in table) != ("reject" in table), "require or reject is missing")
    if "require" in table:
        required = compiled(table["require"], True)
        return lambda names: not required(names)
    rejected = compiled(table["reject"], True)
    return lambda names: bool(rejected(names))


def _charged(table: dict[str, Any], found: Reading) -> int | None:
    if "violations" not in table:
        need("shared" not in table, "shared without violations")
        return None
    text = table["violations"]
    match = (
        re.fullmatch(r"\s*(exactly|at most|at least)\s+(\d{1,3})\s*", text, re.ASCII)
        if isinstance(text, str)
        else None
    )
    need(match is not None, "violations are not understood")
    assert match
    label = table.get("shared", f"#{len(found.budgets)}")
    need(isinstance(label, str), "shared is not a text")
    budget = found.budgets.setdefault(label, Budget(match[1], int(match[2])))
    need((budget.word, budget.number) == (match[1], int(match[2])), "a shared budget is told twice")
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
    need(table["on"] in derived, "`on` names no derived array")
    height, width, value = derived[table["on"]]
    wanted = value.names
    cells = sorted({(i + a, j + b) for i, j in places for a in range(height) for b in range(width)})
    where = {cell: number for number, cell in enumerate(cells)}

    def statistics(values: Values) -> bool:
        found: list[int | None] = []
        for i, j in places:
            rows = [[values[where[i + a, j + b]] for b in range(width)] for a in range(height)]
            whole = all(v is not None for row in rows for v in row)
            found.append(value(_block(rows, wanted)) if whole else None)
        return fails(found)

    return Judge(tuple(cells), statistics, budget)


def _block(rows: list[list[Any]], wanted: frozenset[str]) -> dict[str, Any]:
    """The names of a block, of those that an expression speaks of."""
    height, width = len(rows), len(rows[0])
    cells = [v for row in rows for v in row]
    columns = [list(column) for column in zip(*rows, strict=True)]
    names = {name: v for name, v in zip(LETTERS, cells, strict=False) if name in wanted}
    makers: dict[str, Callable[[], Any]] = {
        "cells": lambda: cells,
        "nw": lambda: rows[0][0],
        "ne": lambda: rows[0][-1],
        "sw": lambda: rows[-1][0],
        "se": lambda: rows[-1][-1],
        "clockwise": lambda: _around(rows, columns),
        "row_sums": lambda: [sum(row) for row in rows],
        "column_sums": lambda: [sum(column) for column in columns],
        "edge_sums": lambda: [a + b for a, b in _edges(rows, columns)],
        "edge_differences": lambda: [abs(a - b) for a, b in _edges(rows, columns)],
        "equal_edges": lambda: sum(a == b for a, b in _edges(rows, columns)),
    }
    if height == width:
        makers["diagonal"] = lambda: [rows[i][i] for i in range(height)]
        makers["antidiagonal"] = lambda: [rows[i][-1 - i] for i in range(height)]
        if height <= 5:
            makers["det"] = lambda: _det(rows)
    names.update((name, makers[name]()) for name in wanted & makers.keys())
    return names


def _edges(rows: list[list[int]], columns: list[list[int]]) -> list[tuple[int, int]]:
    """All pairs of cells that share a side."""
    return [pair for line in rows + columns for pair in pairwise(line)]


def _around(rows: list[list[int]], columns: list[list[int]]) -> list[int]:
    """The border, clockwise from the upper left cell."""
    if len(rows) == 1 or len(columns) == 1:
        return [v for row in rows for v in row]
    right, left = columns[-1][1:-1], columns[0][1:-1]
    return [*rows[0], *right, *rows[-1][::-1], *left[::-1]]


def _det(rows: list[list[int]]) -> int:
    if not rows:
        return 1
    minors = [[row[:j] + row[j + 1 :] for row in rows[1:]] for j in range(len(rows))]
    return sum((-1) ** j * rows[0][j] * _det(minor) for j, minor in enumerate(minors))


def _words(table: dict[str, Any]) -> tuple[list[list[list[str]]], bool]:
    need(("forbid" in table) != ("allow" in table), "forbid or allow is missing")
    need("require" not in table and "reject" not in table, "a condition is told twice")
    listed = texts(table.get("forbid", table.get("allow")))
    words = [[row.split() for row in text.split("/")] for text in listed]
    for word in words:
        same = len(word) == len(words[0]) and all(len(row) == len(words[0][0]) for row in word)
        need(bool(word[0]) and same, "blocks of several shapes are listed")
        letters = [letter for row in word for letter in row]
        need(
            all(re.fullmatch(r"\.|-?[0-9]{1,4}", letter) for letter in letters),
            "a word is not understood",
        )
    return words, "allow" in table


def _listed(words: list[list[list[str]]], allowed: bool) -> Callable[[Values], bool]:
    flat = [[None if s == "." else int(s) for row in word for s in row] for word in words]

    def fails(values: Values) -> bool:
        if None in values:
            return False
        met = any(all(w in (None, v) for w, v in zip(word, values, strict=True)) for word in flat)
        return met != allowed

    return fails


def windows(entry: Any, found: Reading, derived: Derived) -> None:
    known = (
        "shape",
        "shapes",
        "forbid",
        "allow",
        "require",
        "reject",
        "on",
        "violations",
        "shared",
    )
    table = keys(entry, *known)
    need(not ("shape" in table and "shapes" in table), "shape and shapes")
    given = table.get("shapes", table.get("shape"))
    shapes = list(dict.fromkeys(map(shape_of, texts(given)))) if given is not None else []
    budget = _charged(table, found)
    if "forbid" in table or "allow" in table:
        words, allowed = _words(table)
        shape = (len(words[0]), len(words[0][0]))
        need(shapes in ([], [shape]), "the shape is not that of the words")
        places = list(product(range(shape[0]), range(shape[1])))
        found.judges.append(_judge(table, derived, places, _listed(words, allowed), budget))
        return
    need(bool(shapes), "a shape is missing")
    violated = verdict(table)
    wanted = compiled(table.get("require", table.get("reject")), True).names
    for height, width in shapes:

        def fails(values: Values, height: int = height, width: int = width) -> bool:
            if None in values:
                return False
            rows = [list(values[i * width : (i + 1) * width]) for i in range(height)]
            return violated(_block(rows, wanted))

        places = list(product(range(height), range(width)))
        found.judges.append(_judge(table, derived, places, fails, budget))


def _vectors(value: Any) -> list[Offset]:
    found = []
    for pair in as_list(value):
        need(isinstance(pair, list) and len(pair) == 2, "a move is not understood")
        found.append((whole(pair[0]), whole(pair[1])))
        need(max(map(abs, found[-1])) <= 12, "a move is too long")
    need(bool(found), "there are no moves")
    return found


def patterns(entry: Any, found: Reading, derived: Derived) -> None:
    known = (
        "axes",
        "moves",
        "length",
        "forbid",
        "allow",
        "require",
        "reject",
        "on",
        "violations",
        "shared",
    )
    table = keys(entry, *known)
    need(("axes" in table) != ("moves" in table), "axes or moves are missing")
    if "moves" in table:
        steps = _vectors(table["moves"])
        need((0, 0) not in steps, "a move leads nowhere")
    else:
        axes = texts(table["axes"])
        need(all(axis in STEPS for axis in axes), "an axis is not known")
        steps = [STEPS[axis] for axis in axes]
    budget = _charged(table, found)
    if "forbid" in table or "allow" in table:
        words, allowed = _words(table)
        need(len(words[0]) == 1 and "length" not in table, "words of one row are needed")
        length, fails = len(words[0][0]), _listed(words, allowed)
    else:
        length, violated = whole(table.get("length", 2)), verdict(table)

        def fails(values: Values) -> bool:
            names = {"cells": list(values), **dict(zip(LETTERS, values, strict=False))}
            return None not in values and violated(names)

    need(1 <= length <= 12, "a pattern is too long")
    for down, right in steps:
        places = [(i * down, i * right) for i in range(length)]
        found.judges.append(_judge(table, derived, places, fails, budget))


def neighbours(entry: Any, found: Reading, derived: Derived) -> None:
    known = ("axes", "moves", "of", "require", "reject", "on", "violations", "shared")
    table = keys(entry, *known)
    moves = _vectors(table["moves"]) if "moves" in table else []
    square = [(i, j) for i in range(-2, 3) for j in range(-2, 3)]
    for word in texts(table["axes"]) if "axes" in table else []:
        if word in STEPS:
            moves += [STEPS[word], (-STEPS[word][0], -STEPS[word][1])]
        elif word in SINGLE:
            moves.append(SINGLE[word])
        else:
            need(word in ("king", "knight"), f"{word} names no neighbours")
            most = (1, 2) if word == "king" else (5,)
            moves += [(i, j) for i, j in square if i * i + j * j in most]
    moves = list(dict.fromkeys(moves))
    need(bool(moves) and (0, 0) not in moves, "the neighbours are not understood")
    of = None if "of" not in table else [whole(v) for v in as_list(table["of"])]
    violated = verdict(table)

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


def fixed(key: str, value: int) -> Judge:
    words = re.split(r"[-_ ]+", key.strip("-_ "))
    sides = {"top": (-1, 0), "bottom": (1, 0), "left": (0, -1), "right": (0, 1)}
    need(all(w in sides for w in words) and len(set(words)) == len(words), f"{key} is no place")
    offsets = ((0, 0), *(sides[word] for word in words))
    return Judge(
        offsets,
        lambda values: values[0] not in (None, value) and all(v is None for v in values[1:]),
        wraps=False,
    )


def permutation(entry: Any, found: Reading) -> None:
    table = keys(entry, "moves", "both_ways")
    moves = list(dict.fromkeys(_vectors(table.get("moves"))))
    if flag(table, "both_ways"):
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


def tiles(entry: Any, found: Reading) -> None:
    table = keys(entry, "shapes", "turn", "flip")
    turn, flip = flag(table, "turn"), flag(table, "flip")
    found_tiles: list[tuple[Offset, ...]] = []
    for text in texts(table.get("shapes")):
        rows = [row.strip() for row in text.split("/")]
        need(all(set(row) <= {"#", "."} for row in rows), "a tile is not understood")
        cells = [(i, j) for i, row in enumerate(rows) for j, s in enumerate(row) if s == "#"]
        need(len(cells) > 0 and max(len(rows), *map(len, rows)) <= 12, "a tile is not understood")
        for _ in range(4 if turn else 1):
            for tile in [cells, [(i, -j) for i, j in cells]][: 1 + flip]:
                corner = min(tile)
                moved = tuple(sorted((i - corner[0], j - corner[1]) for i, j in tile))
                if moved not in found_tiles:
                    found_tiles.append(moved)
            cells = [(j, -i) for i, j in cells]
    parts = [(tile, cell) for tile in found_tiles for cell in tile]
    found.values = list(range(len(parts)))
    need(len(parts) <= 64, "there are too many tiles")
    for own, (mine, (i, j)) in enumerate(parts):
        for other, (same, (a, b)) in enumerate(parts):
            if same == mine and other != own:
                found.judges.append(_demand(own, other, (a - i, b - j)))


def _demand(own: int, other: int, offset: Offset) -> Judge:
    """A cell of a tile wants another cell of that tile at its place."""
    return Judge(((0, 0), offset), lambda values: values[0] == own and values[1] != other)
