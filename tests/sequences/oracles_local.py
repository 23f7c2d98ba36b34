"""Brute force over whole arrays from a description, read anew from docs/local-rules.md.

Nothing of ours is imported. Expressions are evaluated by Python itself, which is what the page
promises that they mean. Every function takes the description as a plain dictionary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any

Array = tuple[tuple[int, ...], ...]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
STEPS = {"horizontal": (0, 1), "vertical": (1, 0), "diagonal": (1, 1), "antidiagonal": (1, -1)}
NAMED = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
    "up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1),
}  # fmt: skip


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def det(rows: list[list[int]]) -> int:
    if len(rows) == 1:
        return rows[0][0]
    return sum(
        (-1) ** j * rows[0][j] * det([row[:j] + row[j + 1 :] for row in rows[1:]])
        for j in range(len(rows))
    )


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs, "all": all, "any": any, "len": len, "max": max, "min": min, "sorted": sorted,
    "count": lambda items, v: list(items).count(v),
    "distinct": lambda *items: len(set(items[0] if len(items) == 1 else items)),
    "divides": lambda a, b: b == 0 if a == 0 else b % a == 0,
    "increases": lambda c: sum(c[i - 1] < c[i] for i in range(len(c))),
    "decreases": lambda c: sum(c[i - 1] > c[i] for i in range(len(c))),
    "rotation": lambda a, b: any(list(a) == list(b[i:]) + list(b[:i]) for i in range(len(b))),
    "pick": lambda i, *c: (c[0] if len(c) == 1 else c)[i],
    "sum": lambda *items: sum(items[0]) if len(items) == 1 else sum(items),
}  # fmt: skip


def value_of(expression: str, names: dict[str, Any]) -> Any:
    return eval(expression, {"__builtins__": {}, **FUNCTIONS, **names})


def judged(table: dict[str, Any], names: dict[str, Any]) -> bool:
    if "require" in table:
        return bool(value_of(table["require"], names))
    return not value_of(table["reject"], names)


def block_names(rows: list[list[int]]) -> dict[str, Any]:
    h, w = len(rows), len(rows[0])
    cells = [v for row in rows for v in row]
    if h == 1 or w == 1:
        around = cells
    else:
        around = (
            rows[0]
            + [rows[i][w - 1] for i in range(1, h)]
            + [rows[h - 1][j] for j in range(w - 2, -1, -1)]
            + [rows[i][0] for i in range(h - 2, 0, -1)]
        )
    edges = [(rows[i][j], rows[i][j + 1]) for i in range(h) for j in range(w - 1)]
    edges += [(rows[i][j], rows[i + 1][j]) for i in range(h - 1) for j in range(w)]
    names: dict[str, Any] = dict(zip(LETTERS, cells, strict=False))
    names |= {
        "cells": cells, "clockwise": around,
        "nw": rows[0][0], "ne": rows[0][-1], "sw": rows[-1][0], "se": rows[-1][-1],
        "row_sums": [sum(row) for row in rows],
        "column_sums": [sum(column) for column in zip(*rows, strict=True)],
        "edge_sums": [a + b for a, b in edges],
        "edge_differences": [abs(a - b) for a, b in edges],
        "equal_edges": sum(a == b for a, b in edges),
    }  # fmt: skip
    if h == w:
        names["diagonal"] = [rows[i][i] for i in range(h)]
        names["antidiagonal"] = [rows[i][h - 1 - i] for i in range(h)]
        names["det"] = det(rows)
    return names


class Oracle:
    """One description on arrays of one size."""

    def __init__(self, description: dict[str, Any], height: int, width: int) -> None:
        self.d, self.h, self.w = description, height, width
        wrap = description.get("wrap", "none")
        self.round_rows, self.round_columns = wrap in ("rows", "both"), wrap in ("columns", "both")
        if "links" in description:
            self.values = list(range(16))
        elif isinstance(description["values"], str):
            low, high = description["values"].split("..")
            self.values = list(range(int(low), int(high) + 1))
        else:
            self.values = sorted(description["values"])

    def arrays(self) -> Iterator[Array]:
        if "links" in self.d:
            yield from self.linked(self.d["links"])
            return
        for cells in product(self.values, repeat=self.h * self.w):
            yield tuple(cells[i * self.w : (i + 1) * self.w] for i in range(self.h))

    def linked(self, table: dict[str, Any]) -> Iterator[Array]:
        """All sets of edges of the grid graph that are as the table says, as sums of 1, 2, 4, 8."""
        edges = []
        for i, j in product(range(self.h), range(self.w)):
            if j + 1 < self.w or self.round_columns:
                edges.append(((i, j), (i, (j + 1) % self.w), 2, 8))
            if i + 1 < self.h or self.round_rows:
                edges.append(((i, j), ((i + 1) % self.h, j), 4, 1))
        rows = {"top": 0, "bottom": self.h - 1}
        columns = {"left": 0, "right": self.w - 1}
        ends = {
            (rows[a], columns[b]) for a, b in (e.split("-") for e in as_list(table.get("ends", [])))
        }
        degrees = as_list(table["degrees"])
        for chosen in product((False, True), repeat=len(edges)):
            taken = [edge for edge, on in zip(edges, chosen, strict=True) if on]
            x = [[0] * self.w for _ in range(self.h)]
            parent = {cell: cell for edge in taken for cell in edge[:2]}
            cycle = False
            for (i, j), (r, c), here, there in taken:
                x[i][j] += here
                x[r][c] += there
                a, b = (i, j), (r, c)
                while parent[a] != a:
                    a = parent[a]
                while parent[b] != b:
                    b = parent[b]
                cycle |= a == b
                parent[a] = b
            pieces = sum(cell == above for cell, above in parent.items())
            if table.get("single") and pieces != 1 and not (table.get("empty") and pieces == 0):
                continue
            if not table.get("cycles", True) and cycle:
                continue
            if all(
                bin(x[i][j]).count("1") in ([1] if (i, j) in ends else degrees)
                for i, j in product(range(self.h), range(self.w))
            ):
                yield tuple(map(tuple, x))

    def count(self) -> int:
        found = sum(map(self.good, self.arrays()))
        divisor = self.d.get("divide", 1)
        assert found % divisor == 0
        return int(found // divisor)

    def cells(self, x: Array, i: int, j: int, offsets: list[tuple[int, int]]) -> list[int] | None:
        """The cells at offsets from (i, j), or None if one of them is outside."""
        found = []
        for di, dj in offsets:
            r, c = i + di, j + dj
            if self.round_rows:
                r %= self.h
            if self.round_columns:
                c %= self.w
            if not (0 <= r < self.h and 0 <= c < self.w):
                return None
            found.append(x[r][c])
        return found

    def layer(self, x: Array, table: dict[str, Any]) -> dict[tuple[int, int], int]:
        """The array a condition looks at: cell by cell, or block by block."""
        if "on" not in table:
            return {(i, j): x[i][j] for i in range(self.h) for j in range(self.w)}
        derived = next(d for d in as_list(self.d["derived"]) if d["name"] == table["on"])
        p, q = map(int, derived["shape"].split("x"))
        found = {}
        for i in range(self.h):
            for j in range(self.w):
                cells = self.cells(x, i, j, [(a, b) for a in range(p) for b in range(q)])
                if cells is not None:
                    rows = [cells[a * q : (a + 1) * q] for a in range(p)]
                    found[i, j] = int(value_of(derived["value"], block_names(rows)))
        return found

    def look(self, y: dict[tuple[int, int], int], i: int, j: int) -> int | None:
        if self.round_rows:
            i %= self.h
        if self.round_columns:
            j %= self.w
        return y.get((i, j))

    def good(self, x: Array) -> bool:
        spent: dict[str, tuple[str, int]] = {}
        number = 0
        for kind, check in (
            ("windows", self.windows), ("patterns", self.patterns), ("neighbours", self.neighbours)
        ):  # fmt: skip
            for table in as_list(self.d.get(kind, [])):
                failures = check(x, table)
                if "violations" not in table:
                    if failures:
                        return False
                    continue
                label = table.get("shared", f"#{number}")
                number += 1
                text, before = spent.get(label, (table["violations"], 0))
                spent[label] = (text, before + failures)
        for text, failures in spent.values():
            word, _, limit = text.rpartition(" ")
            fine = {"exactly": failures == int(limit), "at most": failures <= int(limit)}
            if not {**fine, "at least": failures >= int(limit)}[word]:
                return False
        return self.rest(x)

    def windows(self, x: Array, table: dict[str, Any]) -> int:
        y = self.layer(x, table)
        words = table.get("forbid", table.get("allow"))
        if words is not None:
            listed = [[row.split() for row in text.split("/")] for text in as_list(words)]
            shapes = [(len(listed[0]), len(listed[0][0]))]
        else:
            texts = as_list(table.get("shapes", table.get("shape")))
            shapes = [tuple(map(int, text.split("x"))) for text in dict.fromkeys(texts)]
        failures = 0
        for p, q in shapes:
            for i, j in y:
                rows = [[self.look(y, i + a, j + b) for b in range(q)] for a in range(p)]
                if any(v is None for row in rows for v in row):
                    continue
                if words is None:
                    failures += not judged(table, block_names(rows))
                else:
                    met = any(
                        all(
                            w == "." or int(w) == v
                            for word_row, row in zip(word, rows, strict=True)
                            for w, v in zip(word_row, row, strict=True)
                        )
                        for word in listed
                    )
                    failures += met != ("allow" in table)
        return failures

    def patterns(self, x: Array, table: dict[str, Any]) -> int:
        y = self.layer(x, table)
        words = table.get("forbid", table.get("allow"))
        listed = [text.split() for text in as_list(words)] if words is not None else []
        length = len(listed[0]) if listed else table.get("length", 2)
        steps = table.get("moves") or [STEPS[axis] for axis in as_list(table["axes"])]
        failures = 0
        for a, b in steps:
            for i, j in y:
                line = [self.look(y, i + k * a, j + k * b) for k in range(length)]
                if any(v is None for v in line):
                    continue
                if words is None:
                    names = dict(zip(LETTERS, line, strict=False)) | {"cells": line}
                    failures += not judged(table, names)
                else:
                    met = any(
                        all(w == "." or int(w) == v for w, v in zip(word, line, strict=True))
                        for word in listed
                    )
                    failures += met != ("allow" in table)
        return failures

    def moves(self, table: dict[str, Any]) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = [tuple(m) for m in table.get("moves", [])]
        for word in as_list(table.get("axes", [])):
            if word == "king":
                found += [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
            elif word == "knight":
                found += [(i, j) for i in (-2, -1, 1, 2) for j in (-2, -1, 1, 2) if i * i != j * j]
            elif word in STEPS:
                i, j = STEPS[word]
                found += [(i, j), (-i, -j)]
            else:
                found.append(NAMED[word])
        return list(dict.fromkeys(found))

    def neighbours(self, x: Array, table: dict[str, Any]) -> int:
        y = self.layer(x, table)
        failures = 0
        for (i, j), own in y.items():
            if "of" in table and own not in as_list(table["of"]):
                continue
            near = [self.look(y, i + a, j + b) for a, b in self.moves(table)]
            near = [v for v in near if v is not None]
            names = {
                "x": own, "number": len(near), "total": sum(near),
                "equal": near.count(own), "unequal": len(near) - near.count(own),
                "greater": sum(v > own for v in near), "less": sum(v < own for v in near),
                "distinct_values": len(set(near)), "count": near.count,
            }  # fmt: skip
            failures += not judged(table, names)
        return failures

    def rest(self, x: Array) -> bool:
        return (
            all(self.ordered(x, t) for t in as_list(self.d.get("order", [])))
            and all(self.lines(x, t) for t in as_list(self.d.get("lines", [])))
            and all(self.connected(x, t) for t in as_list(self.d.get("connected", [])))
            and all(self.words(x, t) for t in as_list(self.d.get("lexicographic", [])))
            and self.fixed(x)
        )

    def words(self, x: Array, table: dict[str, Any]) -> bool:
        lines = [list(row) for row in x]
        if table["lines"] == "columns":
            lines = [[row[j] for row in x] for j in range(self.w)]
        for a, b in pairwise(lines):
            fine = {"nondecreasing": a <= b, "increasing": a < b, "nonincreasing": a >= b,
                    "decreasing": a > b, "different": a != b}[table["order"]]  # fmt: skip
            if not fine:
                return False
        return True

    def fixed(self, x: Array) -> bool:
        for key, value in self.d.get("fixed", {}).items():
            rows, columns = set(range(self.h)), set(range(self.w))
            for word in key.split("-"):
                rows &= {"top": {0}, "bottom": {self.h - 1}}.get(word, rows)
                columns &= {"left": {0}, "right": {self.w - 1}}.get(word, columns)
            if any(x[i][j] != value for i in rows for j in columns):
                return False
        return True

    def ordered(self, x: Array, table: dict[str, Any]) -> bool:
        cells = [v for row in x for v in row]
        if table.get("read") == "columns":
            cells = [v for column in zip(*x, strict=True) for v in column]
        pairs = table.get("before") or list(zip(self.values, self.values[1:], strict=False))
        return all(v not in cells or u in cells[: cells.index(v)] for u, v in pairs)

    def lines(self, x: Array, table: dict[str, Any]) -> bool:
        for axis in as_list(table["axes"]):
            a, b = STEPS[axis]
            for i, j in product(range(self.h), range(self.w)):
                if 0 <= i - a < self.h and 0 <= j - b < self.w:
                    continue  # not the first cell of its line
                registers = dict(table.get("registers", {}))
                r, c = i, j
                while 0 <= r < self.h and 0 <= c < self.w:
                    names = {**registers, "x": x[r][c]}
                    if ("require" in table or "reject" in table) and not judged(table, names):
                        return False
                    for name, text in table.get("next", {}).items():
                        registers[name] = int(value_of(text, names))
                    r, c = r + a, c + b
                if "final" in table and not value_of(table["final"], registers):
                    return False
        return True

    def connected(self, x: Array, table: dict[str, Any]) -> bool:
        wanted = as_list(table["values"])
        cells = {(i, j) for i in range(self.h) for j in range(self.w) if x[i][j] in wanted}
        if not cells:
            return bool(table.get("empty", False))
        reached = {min(cells)}
        pending = list(reached)
        while pending:
            i, j = pending.pop()
            for a, b in product((-1, 0, 1), repeat=2):
                if abs(a) + abs(b) == 2 and table.get("by", "sides") == "sides":
                    continue
                r, c = i + a, j + b
                if self.round_columns:
                    c %= self.w
                if self.round_rows:
                    r %= self.h
                if (r, c) in cells - reached:
                    reached.add((r, c))
                    pending.append((r, c))
        return reached == cells


def count(description: dict[str, Any], height: int, width: int) -> int:
    """The number of arrays of a size, divided as the description says."""
    if "tiles" in description:
        return tilings(description["tiles"], height, width)
    if "permutation" in description:
        return permutations(description["permutation"], height, width)
    return Oracle(description, height, width).count()


def tilings(table: dict[str, Any], height: int, width: int) -> int:
    shapes = set()
    for text in as_list(table["shapes"]):
        rows = [row.strip() for row in text.split("/")]
        cells = [(i, j) for i, row in enumerate(rows) for j, s in enumerate(row) if s == "#"]
        for turns in range(4 if table.get("turn") else 1):
            for flip in (1, -1) if table.get("flip") else (1,):
                turned = [(i, flip * j) for i, j in cells]
                for _ in range(turns):
                    turned = [(j, -i) for i, j in turned]
                low = min(turned)
                shapes.add(frozenset((i - low[0], j - low[1]) for i, j in turned))

    def cover(free: frozenset[tuple[int, int]]) -> int:
        if not free:
            return 1
        i, j = min(free)
        placed = [frozenset((i + a, j + b) for a, b in shape) for shape in shapes]
        return sum(cover(free - tile) for tile in placed if tile <= free)

    return cover(frozenset(product(range(height), range(width))))


def permutations(table: dict[str, Any], height: int, width: int) -> int:
    moves = {tuple(m) for m in table["moves"]}
    if table.get("both_ways"):
        moves |= {(-i, -j) for i, j in moves}

    def place(cells: list[tuple[int, int]], free: frozenset[tuple[int, int]]) -> int:
        if not cells:
            return 1
        (i, j), *rest = cells
        targets = [(i + a, j + b) for a, b in moves]
        return sum(place(rest, free - {t}) for t in targets if t in free)

    cells = list(product(range(height), range(width)))
    return place(cells, frozenset(cells))
