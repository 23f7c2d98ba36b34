"""A description, for the checker alone: the dictionary of the file, taken apart key by key.

A local condition becomes a `Judge`: offsets, and a function that is given the values there (None
where there is no cell) and says whether the condition fails. Whatever is not understood is refused.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from sequences.local_check.expression import compiled
from sequences.local_check.links import links
from sequences.local_check.memory import WORD_ORDERS
from sequences.local_check.structures import (
    Offset,
    Reading,
    among,
    as_list,
    flag,
    keys,
    mapping,
    need,
    shape_of,
    texts,
    whole,
)
from sequences.local_check.surroundings import (
    STEPS,
    fixed,
    neighbours,
    patterns,
    permutation,
    tiles,
    verdict,
    windows,
)

__all__ = ["read"]

_TOP = (
    "name", "title", "size", "offset", "values", "divide", "wrap", "derived", "windows", "patterns",
    "neighbours", "lines", "connected", "order", "fixed", "permutation", "tiles", "links",
    "lexicographic",
)  # fmt: skip


def read(description: Any) -> Reading:
    """Raises UnclearError for whatever is not understood."""
    top = keys(description, *_TOP)
    wrap = top.get("wrap", "none")
    need(wrap in ("none", "rows", "columns", "both"), "wrap is not understood")
    found = Reading(
        [], whole(top.get("divide", 1)), wrap in ("rows", "both"), wrap in ("columns", "both")
    )
    need(found.divisor >= 1, "a divisor is not positive")
    contents = [key for key in ("values", "permutation", "tiles", "links") if key in top]
    need(len(contents) == 1, "values, permutation, tiles, links: there must be one of them")
    if "values" in top:
        found.values = _values(top["values"])
    elif "permutation" in top:
        permutation(top["permutation"], found)
    elif "tiles" in top:
        tiles(top["tiles"], found)
    else:
        links(top["links"], found)
    derived: dict[str, tuple[int, int, Any]] = {}
    for entry in as_list(top.get("derived", [])):
        table = keys(entry, "name", "shape", "value")
        need(
            isinstance(table.get("name"), str) and table["name"] not in derived,
            "a derived array has no name of its own",
        )
        derived[table["name"]] = (
            *shape_of(table.get("shape")),
            compiled(table.get("value"), False),
        )
    for key, reader in (
        ("windows", windows),
        ("patterns", patterns),
        ("neighbours", neighbours),
    ):
        for entry in as_list(top.get(key, [])):
            reader(entry, found, derived)
    for entry in as_list(top.get("lines", [])):
        need(wrap == "none", "lines on an array that wraps are not known")
        found.lines.append(_line(entry))
    for entry in as_list(top.get("connected", [])):
        table = keys(entry, "values", "by", "empty")
        values = [among(v, found.values) for v in as_list(table.get("values"))]
        need(table.get("by", "sides") in ("sides", "king"), "connected by what?")
        found.connected.append((values, table.get("by") == "king", flag(table, "empty")))
    for entry in as_list(top.get("lexicographic", [])):
        table = keys(entry, "lines", "order")
        need(table.get("lines") in ("rows", "columns"), "rows or columns are missing")
        need(table.get("order") in WORD_ORDERS, "an order of lines is not known")
        found.compared.append((table["lines"] == "rows", table["order"]))
    for entry in as_list(top.get("order", [])):
        found.orders.append(_order(entry, found.values))
    for key, value in mapping(top.get("fixed", {})).items():
        found.judges.append(fixed(key, among(value, found.values)))
    return found


def _values(given: Any) -> list[int]:
    if isinstance(given, str):
        match = re.fullmatch(r"\s*(-?\d{1,4})\s*\.\.\s*(-?\d{1,4})\s*", given, re.ASCII)
        need(match is not None, "the values are not understood")
        assert match
        found = list(range(int(match[1]), int(match[2]) + 1))
    else:
        found = sorted(whole(v) for v in as_list(given))
    need(0 < len(set(found)) == len(found) <= 64, "the values are not 1 to 64 different numbers")
    return found


def _order(entry: Any, values: list[int]) -> tuple[list[Offset], bool]:
    table = keys(entry, "new_values", "before", "read")
    need(table.get("read", "rows") in ("rows", "columns"), "read is not understood")
    by_rows = table.get("read", "rows") == "rows"
    if flag(table, "new_values"):
        need("before" not in table, "an order is told twice")
        return list(pairwise(values)), by_rows
    pairs = []
    for pair in as_list(table.get("before")):
        need(
            isinstance(pair, list) and len(pair) == 2 and pair[0] != pair[1],
            "an order is not understood",
        )
        pairs.append((among(pair[0], values), among(pair[1], values)))
    return pairs, by_rows


def _line(entry: Any) -> dict[str, Any]:
    table = keys(entry, "axes", "registers", "require", "reject", "next", "final")
    axes = list(dict.fromkeys(texts(table.get("axes"))))
    need(all(axis in STEPS for axis in axes), "an axis is not known")
    registers = {name: whole(v) for name, v in mapping(table.get("registers", {})).items()}
    following = keys(table.get("next", {}), *registers)
    tested = "require" in table or "reject" in table
    need("x" not in registers and (tested or "final" in table), "a line is not understood")
    return {
        "axes": axes,
        "names": tuple(registers),
        "first": tuple(registers.values()),
        "violated": verdict(table) if tested else None,
        "next": {name: compiled(text, False) for name, text in following.items()},
        "final": compiled(table["final"], True) if "final" in table else None,
    }
