"""The text form of models: a head line ``model``, then JSON objects, one a line.

The first object says what the board is, each further one a rule::

    model
    {"size": [2, 2], "name": "rooks", "places": ["r0c0", "r0c1", "r1c0", "r1c1"], ...}
    {"rule": ["row"], "count": [1, 2], "allowed": [1]}

A rule's kind is the key that holds its variables: ``count``, ``line``, ``words``, ``sum``,
``clause``, ``distinct``, ``paths``, ``chordless``, ``loop``, ``connected``.  Reading is strict: an
unknown or missing key, a value of another type and a variable that the board lacks are errors at their
line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, assert_never

from native.words import quoted
from puzzles.errors import BoardError
from puzzles.language import Count, Language, Line, Listed, Sum
from puzzles.rules import (
    Cell,
    CellGraph,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Named,
    Paths,
    Place,
    Rule,
    Table,
    cells_of,
    name_of,
    touched,
)

__all__ = [
    "Entry",
    "cell_named",
    "is_int",
    "is_pair",
    "is_str",
    "is_texts",
    "list_of",
    "place_named",
    "read_rule",
    "write_line",
    "write_rule",
]

Data = dict[str, Any]

_NUMBER = "(0|[1-9][0-9]{0,5})"  # no needless zeros, so that no place has two names
_PLACE = re.compile(f"r{_NUMBER}c{_NUMBER}(?:-r{_NUMBER}c{_NUMBER})?")
_ESCAPED = re.compile("[#\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")


def write_line(data: Data) -> str:
    """One object as a line.

    ``#``, which would start a comment, is written as an escape, and so are the characters that other
    readers take for the end of a line, and halves of surrogate pairs.
    """
    text = json.dumps(data, ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def write_rule(named: Named, places: tuple[Place, ...]) -> str:
    """A rule as a line; its cells are left out where they follow from its variables."""
    data: Data = {"rule": list(named.names)}
    match named.rule:
        case Table(scope, words):
            data |= _language(scope, words)
        case Clause(literals):
            data["clause"] = list(literals)
        case Distinct(lines):
            data["distinct"] = [list(line) for line in lines]
        case Paths(graph, ends):
            data["paths"] = _graph(graph)
            data["ends"] = {name_of(cell): label for cell, label in ends}
        case Chordless(graph):
            data["chordless"] = _graph(graph)
        case Loop(graph):
            data["loop"] = _graph(graph)
        case Connected(graph):
            data["connected"] = _graph(graph)
        case _:
            assert_never(named.rule)
    if named.cells != touched(named.rule, places):
        data["at"] = [name_of(cell) for cell in named.cells]
    return write_line(data)


def _language(scope: tuple[int, ...], words: Language) -> Data:
    match words:
        case Count(_, allowed):
            return {"count": list(scope), "allowed": sorted(allowed)}
        case Line(_, run, ones):
            return {"line": list(scope), "run": run, "ones": ones}
        case Sum(weights, low, high):
            return {"sum": list(scope), "weights": list(weights), "low": low, "high": high}
        case Listed(width, listed):
            return {
                "words": list(scope),
                "listed": ["".join(str(w >> i & 1) for i in range(width)) for w in listed],
            }
        case _:
            assert_never(words)


def _graph(graph: Graph | CellGraph) -> Data:
    return {
        "cells": [name_of(cell) for cell in graph.cells],
        "edges": [name_of(edge) for edge in graph.edges],
        "variables": list(graph.variables),
    }


class Entry:
    """A JSON object that is read key by key; what is wrong is a :class:`BoardError`."""

    def __init__(self, line: str) -> None:
        try:
            data = json.loads(line, parse_constant=_no_number, object_pairs_hook=_once)
        except (ValueError, RecursionError) as error:
            raise BoardError(f"expected a JSON object: {error}") from None
        if not isinstance(data, dict):
            raise BoardError("expected a JSON object {...}")
        self.data: Data = data

    def take(self, key: str, what: str, is_right: Callable[[Any], bool]) -> Any:
        """The value of a key, which must be there and right."""
        if key not in self.data:
            raise BoardError(f"expected the key {key!r}")
        value = self.data.pop(key)
        if not is_right(value):
            raise BoardError(f"expected {what} for {key!r}, found {json.dumps(value)[:60]}")
        return value

    def close(self) -> None:
        """Raise where a key is left that nobody has asked for."""
        for key in self.data:
            raise BoardError(f"expected no key {key!r}")


def is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def list_of(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(is_right, value))


def is_str(value: object) -> bool:
    return isinstance(value, str)


def is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_str, value))


def is_texts(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_str, value.values()))


def place_named(name: str) -> Place:
    """The place with this name, ``r0c1`` or ``r0c1-r0c2``.

    >>> place_named("r0c1-r0c2")
    ((0, 1), (0, 2))
    """
    found = _PLACE.fullmatch(name)
    if found is None:
        raise BoardError(f"expected a place like r0c1 or r0c1-r0c2, found {quoted(name)}")
    first = (int(found[1]), int(found[2]))
    return first if found[3] is None else (first, (int(found[3]), int(found[4])))


def cell_named(name: str) -> Cell:
    """The cell with this name."""
    (cell, *rest) = cells_of(place_named(name))
    if rest:
        raise BoardError(f"expected a cell like r0c1, found {quoted(name)}")
    return cell


def read_rule(line: str, places: tuple[Place, ...]) -> Named:
    """The rule of one line over the variables of these places; :class:`BoardError` if it is none."""
    entry = Entry(line)
    names = tuple(entry.take("rule", "a list of names", list_of(is_str)))
    if not names:
        raise BoardError("expected at least one name for 'rule'")
    kinds = [key for key in _KINDS if key in entry.data]
    if len(kinds) != 1:
        raise BoardError(f"expected one of {', '.join(_KINDS)}, found {', '.join(kinds) or 'none'}")
    try:
        rule = _KINDS[kinds[0]](entry)
    except BoardError:
        raise
    except ValueError as error:  # what the vocabulary itself refuses
        raise BoardError(str(error)) from None
    for v in rule.variables():
        if not 1 <= v <= len(places):
            raise BoardError(f"expected variables 1 to {len(places)}, found {v}")
    cells = touched(rule, places)
    if "at" in entry.data:
        cells = tuple(map(cell_named, entry.take("at", "a list of cells", list_of(is_str))))
    entry.close()
    return Named(names, rule, cells)


def _scope(entry: Entry, key: str) -> tuple[int, ...]:
    scope = tuple(entry.take(key, "a list of variables", list_of(is_int)))
    if len(set(scope)) != len(scope):
        raise BoardError(f"expected each variable once for {key!r}")
    return scope


def _read_count(entry: Entry) -> Rule:
    scope = _scope(entry, "count")
    allowed = entry.take("allowed", "a list of numbers", list_of(is_int))
    return Table(scope, Count(len(scope), frozenset(allowed)))


def _read_line(entry: Entry) -> Rule:
    scope = _scope(entry, "line")
    run, ones = (
        entry.take(key, "a number or null", lambda value: value is None or is_int(value))
        for key in ("run", "ones")
    )
    if run is not None and run < 1:
        raise BoardError(f"expected a run from 1 on, found {run}")
    return Table(scope, Line(len(scope), run, ones))


def _read_sum(entry: Entry) -> Rule:
    scope = _scope(entry, "sum")
    weights = entry.take("weights", "a list of numbers", list_of(is_int))
    low, high = (entry.take(key, "a number", is_int) for key in ("low", "high"))
    if len(weights) != len(scope):
        raise BoardError(f"expected {len(scope)} weights, found {len(weights)}")
    return Table(scope, Sum(tuple(weights), low, high))


def _read_words(entry: Entry) -> Rule:
    scope = _scope(entry, "words")
    listed = entry.take("listed", "a list of words", list_of(is_str))
    for word in listed:
        if len(word) != len(scope) or set(word) - set("01"):
            raise BoardError(
                f"expected words of {len(scope)} letters 0 and 1, found {quoted(word)}"
            )
    return Table(scope, Listed.of(len(scope), [int(word[::-1] or "0", 2) for word in listed]))


def _read_clause(entry: Entry) -> Rule:
    return Clause(tuple(entry.take("clause", "a list of literals", list_of(is_int))))


def _read_distinct(entry: Entry) -> Rule:
    lines = entry.take("distinct", "a list of lists of variables", list_of(list_of(is_int)))
    if len({len(line) for line in lines}) > 1:
        raise BoardError("expected lines of one length for 'distinct'")
    return Distinct(tuple(map(tuple, lines)))


def _read_paths(entry: Entry) -> Rule:
    graph = _read_graph(entry, "paths", Graph)
    ends = entry.take("ends", "an object of cells and labels", is_texts)
    found = tuple((cell_named(name), label) for name, label in ends.items())
    for cell, _ in found:
        if cell not in graph.cells:
            raise BoardError(f"expected ends among the cells of 'paths', found {name_of(cell)}")
    return Paths(graph, found)


def _read_graph(entry: Entry, key: str, kind: Callable[..., Any]) -> Any:
    inner = Entry.__new__(Entry)
    inner.data = entry.take(key, "an object", lambda value: isinstance(value, dict))
    cells = tuple(map(cell_named, inner.take("cells", "a list of cells", list_of(is_str))))
    edges = []
    for name in inner.take("edges", "a list of edges", list_of(is_str)):
        edge = tuple(cells_of(place_named(name)))
        if len(edge) != 2 or edge[0] == edge[1] or not set(edge) <= set(cells):
            raise BoardError(f"expected edges between two of the cells, found {quoted(name)}")
        edges.append(edge)
    variables = tuple(inner.take("variables", "a list of variables", list_of(is_int)))
    inner.close()
    wanted = len(edges) if kind is Graph else len(cells)
    if len(variables) != wanted or len(set(variables)) != wanted:
        raise BoardError(f"expected {wanted} different variables for {key!r}")
    if len(set(cells)) != len(cells) or len(set(edges)) != len(edges):
        raise BoardError(f"expected each cell and each edge once for {key!r}")
    return kind(cells, tuple(edges), variables)


_KINDS: Mapping[str, Callable[[Entry], Rule]] = {
    "count": _read_count,
    "line": _read_line,
    "sum": _read_sum,
    "words": _read_words,
    "clause": _read_clause,
    "distinct": _read_distinct,
    "paths": _read_paths,
    "chordless": lambda entry: Chordless(_read_graph(entry, "chordless", Graph)),
    "loop": lambda entry: Loop(_read_graph(entry, "loop", Graph)),
    "connected": lambda entry: Connected(_read_graph(entry, "connected", CellGraph)),
}


def _no_number(text: str) -> Any:
    raise ValueError(f"found {text}")


def _once(pairs: list[tuple[str, Any]]) -> Data:
    data: Data = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"found the key {key!r} twice")
        data[key] = value
    return data
