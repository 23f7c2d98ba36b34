"""A description as a `Family` and a `Query`, so that all that is asked of built-in families works.

A strip of the query has one machine; index n of the query is row n + shift of that machine, where
one row of the machine is as many rows of the array as the size grows by from n to n + 1. Rows that
are left over (3n+1 has one) are read before the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from native.commands import crossed
from sequences.local_rules.builder import build
from sequences.local_rules.certificate import local_certificate
from sequences.local_rules.description import Description, Side
from sequences.local_rules.lumped import LocalMachine, Lumped, lump
from sequences.local_rules.reading import from_dictionary, load, parse_size
from sequences.machine import TransferMachine
from sequences.problem import Entry, Family, Shape
from sequences.query import Query

__all__ = ["count", "counts", "local", "lumped", "query"]


@lru_cache(maxsize=64)
def lumped(description: Description, width: int, transposed: bool) -> Lumped:
    """The lumped machine for one fixed side. Raises as `sequences.local_rules.builder.build`."""
    return lump(build(description, width, transposed))


def query(description: Description, size: str | None = None) -> Query:
    """What a description asks for, or the same rule on arrays of another size.

    Raises ValueError for a size that cannot be read.
    """
    title = description.title
    if size is not None:
        description = description.resized(parse_size(crossed(size), size))
        title += f"; here on {description.size} arrays"
    rows, columns = description.size.rows, description.size.columns
    transposed = description.size.along_columns
    growing, fixed = (columns, rows) if transposed else (rows, columns)
    shape: Shape
    width: int | None
    match description.size.shape:
        case "strip":
            shape, width, shift = "strip", fixed.shift, growing.shift // growing.factor
        case "square":
            shape, width, shift = "square", None, 0
        case "table":
            shape, width, shift = "antidiagonals", None, 0
    number = description.name if re.fullmatch("A[0-9]{6,7}", description.name) else "A000000"
    entry = Entry(
        number, shape, description.offset, width,
        shift=shift, divisor=description.divisor,
    )  # fmt: skip
    family = Family(
        name=description.name,
        title=title.replace("{", "{{").replace("}", "}}"),
        definition=f"The rule in full: {description.source}.",
        build=lambda height, width: _machine(description, width, transposed, growing),
        states=lambda width: (
            _size(description, width, transposed)
            if shape == "strip"
            else min(len(description.values) ** width, 10**9)
        ),
        entries=(entry,),
        symmetric=False,
        counts=lambda width: _strip(description, width, transposed, growing),
        value=None
        if shape == "strip"
        else lambda n, k: count(description, rows.at(n), columns.at(k)),
        reached=lambda width: lumped(description, width, transposed).states,
        certificate=lambda proof: local_certificate(
            proof, description.source, str(description.size), description.offset
        ),
    )
    return Query(family, shape, width, entry, size or description.name)


def local(source: str | Path | Mapping[str, Any], size: str | None = None) -> Query:
    """The sequence of a description: a TOML file, or a dictionary with the same keys.

    Raises ValueError for a description that cannot be understood, OSError for a file that cannot
    be read.

    >>> local({"size": "n x 2", "values": "0..1", "windows": [{"forbid": "1 1 / 1 1"}]}).terms(4)
    [4, 15, 57, 216]
    """
    found = from_dictionary(source) if isinstance(source, Mapping) else load(source)
    return query(found, size)


def _size(description: Description, width: int, transposed: bool) -> int:
    return lumped(description, width, transposed).classes


def _machine(description: Description, width: int, transposed: bool, side: Side) -> TransferMachine:
    """One row of the machine is `side.factor` rows of the array."""
    found = LocalMachine(lumped(description, width, transposed), side.factor)
    left_over = side.shift % side.factor
    return _Delayed(found, left_over) if left_over else found


class _Delayed:
    """A machine that reads some rows of the array before its first one.

    The start stands for these rows: its weight is the number of arrays that consist of them alone,
    and its moves are all ways to read them and one row more.
    """

    def __init__(self, machine: LocalMachine, rows: int) -> None:
        self._machine = machine
        self.width, self.stages = machine.width, machine.stages
        self.start = "start"
        self._early = {machine.start: 1}
        for _ in range(rows):
            for stage in range(machine.width):
                after: dict[str, int] = {}
                for state, ways in self._early.items():
                    for target, number in machine.step(state, stage):
                        after[target] = after.get(target, 0) + number * ways
                self._early = after

    def step(self, state: str, stage: int) -> Iterator[tuple[str, int]]:
        """As the machine's; the first stage of the first row starts from all early states."""
        if state != self.start:
            yield from self._machine.step(state, stage)
            return
        for early, ways in self._early.items():
            for target, number in self._machine.step(early, stage):
                yield target, number * ways

    def accept(self, state: str) -> int:
        """As the machine's."""
        if state != self.start:
            return self._machine.accept(state)
        return sum(ways * self._machine.accept(early) for early, ways in self._early.items())


def counts(machine: Lumped) -> Iterator[int]:
    """Exact numbers of arrays with 0, 1, 2, ... rows."""
    vector: Any = machine.accept.astype(object)
    while True:
        yield int(vector[0])
        for moves in reversed(machine.moves):
            # The last place is 0, which -1 stands for.
            padded = np.append(vector, 0)
            vector = padded[moves].sum(axis=1) if len(moves) else np.zeros(0, dtype=object)


def _strip(description: Description, width: int, transposed: bool, side: Side) -> Iterator[int]:
    """Every `factor`-th count, after the rows left over."""
    for rows, number in enumerate(counts(lumped(description, width, transposed))):
        if rows % side.factor == side.shift % side.factor:
            yield number


def count(description: Description, rows: int, columns: int) -> int:
    """The number of arrays of one size, by the machine along the longer side."""
    if rows < 1 or columns < 1:
        raise ValueError(f"expected at least one row and one column, not {rows} x {columns}")
    transposed = rows < columns
    machine = lumped(description, min(rows, columns), transposed)
    for height, number in enumerate(counts(machine)):
        if height == max(rows, columns):
            return number
    raise AssertionError("counts do not end")
