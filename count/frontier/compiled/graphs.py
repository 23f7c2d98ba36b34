"""Rules over a graph beside tables and clauses, as machine code: any boards' ``Paths``, ``Chordless``.

The machine of :mod:`count.frontier.joint` with a :class:`~count.frontier.partition.Partition`, edge by
edge, in the same states: the words of the open automata, then in bytes per component of the frontier
its number by cell, what it holds of ends, and a mask of the components it must not join.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from count.frontier.compiled.automata import AutomataProgram, automata_program, read_fields
from count.frontier.compiled.table import BATCH, look_up, slots_for
from count.frontier.joint import JointMachine
from count.frontier.partition import Partition
from native.jit import compiled, inlined
from native.memory import address, held

__all__ = ["COLUMNS", "GraphProgram", "graph_program", "link", "partition_data"]

Array = Any
"""A numpy array; numba's signatures are not typed."""

_WIDEST = 24
"""Cells of the frontier: masks of components take three bytes."""
_BYTES = 5
"""Bytes a cell: its component's number, that component's ends, and the mask."""
_JOINED = 255
"""Ends of a component: 0 none, 255 two of one label, else the number of its one end's label."""
COLUMNS = 8
"""Of a row of ``edges``: cells before, cells with this edge's, the places of its two cells, the
labels of the first and second new cell, the value that a given prescribes or -1, unused."""


@inlined
def link(
    before: Array,
    after: Array,
    row: Array,
    stays: Array,
    first: int,
    end: int,
    bit: int,
    acyclic: bool,
    chordless: bool,
    components: Array,
    ends: Array,
    apart: Array,
    numbers: Array,
) -> bool:
    """The frontier's bytes after an edge was left out (0) or chosen (1); False if that breaks a rule.

    ``stays``, from ``first`` to ``end``, are the places of the cells that stay in the frontier.
    """
    old, cells = row[0], row[1]
    count = 0
    for i in range(old):
        components[i] = before[_BYTES * i]
        count = max(count, components[i] + 1)
    for c in range(count):
        at = _BYTES * c
        ends[c] = before[at + 1]
        apart[c] = (
            np.int64(before[at + 2])
            | np.int64(before[at + 3]) << 8
            | np.int64(before[at + 4]) << 16
        )
    for i in range(old, cells):
        components[i] = count
        ends[count] = row[4 + i - old]
        apart[count] = 0
        count += 1
    u = min(components[row[2]], components[row[3]])
    v = max(components[row[2]], components[row[3]])
    if bit and u == v:
        if acyclic:
            return False
    elif bit:
        if apart[u] >> v & 1:
            return False
        if acyclic:
            if ends[u] and ends[v]:
                if ends[u] != ends[v] or ends[u] == _JOINED:
                    return False
                ends[u] = _JOINED
            else:
                ends[u] |= ends[v]
        apart[u] |= apart[v]
        for c in range(count):
            if apart[c] >> v & 1:
                apart[c] = (apart[c] | 1 << u) & ~(1 << v)
        for i in range(cells):
            if components[i] == v:
                components[i] = u
    elif chordless:
        if u == v:
            return False
        apart[u] |= 1 << v
        apart[v] |= 1 << u
    for c in range(count):
        numbers[c] = -1
    staying = 0
    for k in range(first, end):
        c = components[stays[k]]
        if numbers[c] < 0:
            numbers[c] = staying
            staying += 1
    if acyclic:
        for i in range(cells):
            c = components[i]
            if numbers[c] < 0 and 0 < ends[c] < _JOINED:
                return False  # one end for ever alone
    for k in range(after.shape[0]):
        after[k] = 0
    for k in range(first, end):
        after[_BYTES * (k - first)] = numbers[components[stays[k]]]
    for c in range(count):
        if numbers[c] >= 0:
            at = _BYTES * numbers[c]
            mask = 0
            for d in range(count):
                if apart[c] >> d & 1 and numbers[d] >= 0:
                    mask |= 1 << numbers[d]
            after[at + 1] = ends[c]
            after[at + 2] = mask & 255
            after[at + 3] = mask >> 8 & 255
            after[at + 4] = mask >> 16
    return True


@compiled
def advance(
    records: Array,
    count: int,
    words: int,
    room: int,
    firsts: Array,
    fields: Array,
    steps: Array,
    local: int,
    edges: Array,
    stays: Array,
    stay_firsts: Array,
    acyclic: bool,
    chordless: bool,
    start: int,
    stop: int,
    most: int,
) -> tuple[Array, int, int]:
    """Read the levels ``start`` .. ``stop - 1``, as :func:`count.frontier.compiled.automata.advance`.

    The first ``local`` words are the automata's; the rest are the bytes of the frontier.
    """
    layer = np.empty((count + (count >> 2) + 64, words + room), np.uint64)
    slots = slots_for(count)
    found, paths, batch = 0, 0, 0
    keys = np.zeros((BATCH, words), np.uint64)
    origins = np.zeros(BATCH, np.int64)
    deep = stop - start
    states = np.zeros((deep + 1, words), np.uint64)
    bytes_of = states.view(np.uint8)
    bits = np.zeros(deep + 1, np.int64)
    state, first, field, step = address(states), address(firsts), address(fields), address(steps)
    components = np.zeros(_WIDEST + 2, np.int64)
    ends = np.zeros(_WIDEST + 2, np.int64)
    apart = np.zeros(_WIDEST + 2, np.int64)
    numbers = np.zeros(_WIDEST + 2, np.int64)
    for i in range(count):
        for k in range(words):
            states[0, k] = records[i, k]
        depth = 0
        bits[0] = 0
        while depth >= 0:
            if depth == deep:
                paths += 1
                for k in range(words):
                    keys[batch, k] = states[depth, k]
                origins[batch] = i
                batch += 1
                if batch == BATCH:
                    layer, slots, found = look_up(
                        layer, found, slots, words, keys, origins, batch, records, most
                    )
                    batch = 0
                    if found < 0:
                        return layer, found, paths
                depth -= 1
                continue
            bit = bits[depth]
            if bit == 2:
                depth -= 1
                continue
            bits[depth] = bit + 1
            level = start + depth
            if edges[level, 6] == 1 - bit:
                continue
            here = state + 8 * words * depth
            if not read_fields(here, local, level, bit, first, field, step, here + 8 * words):
                continue
            if link(
                bytes_of[depth, 8 * local :],
                bytes_of[depth + 1, 8 * local :],
                edges[level],
                stays,
                stay_firsts[level],
                stay_firsts[level + 1],
                bit,
                acyclic,
                chordless,
                components,
                ends,
                apart,
                numbers,
            ):
                depth += 1
                bits[depth] = 0
    layer, slots, found = look_up(layer, found, slots, words, keys, origins, batch, records, most)
    held(states)
    held(firsts)
    held(fields)
    held(steps)
    return layer, found, paths


@dataclass(frozen=True, slots=True)
class GraphProgram:
    """The automata's program, and the arrays of :func:`advance`; ``possible`` False: no solution."""

    automata: AutomataProgram
    words: int
    edges: Any
    stays: Any
    stay_firsts: Any
    acyclic: bool
    chordless: bool
    possible: bool

    @property
    def length(self) -> int:
        return self.automata.length

    @property
    def expected(self) -> tuple[float, ...]:
        return ()

    def first(self) -> Any:
        records = np.zeros((int(self.possible), self.words + 1), np.uint64)
        records[:, self.words] = 1
        return records

    def advance(
        self, layer: Any, count: int, room: int, start: int, stop: int, most: int
    ) -> tuple[Any, int, int]:
        found: tuple[Any, int, int] = advance(
            layer,
            count,
            self.words,
            room,
            self.automata.firsts,
            self.automata.fields,
            self.automata.steps,
            self.automata.words,
            self.edges,
            self.stays,
            self.stay_firsts,
            self.acyclic,
            self.chordless,
            start,
            stop,
            most,
        )
        return found


def graph_program(machine: JointMachine) -> GraphProgram | None:
    """The program of a joint machine; None where it watches other rules, or what it has to remember
    does not fit the bytes."""
    automata = automata_program(machine.local)
    if automata is None or len(machine.watchers) != 1:
        return None
    (watcher,) = machine.watchers
    if not isinstance(watcher, Partition) or len(watcher.edges) != machine.length:
        return None
    rows = _rows(watcher)
    if rows is None:
        return None
    edges = np.array(rows, np.int64).reshape(-1, COLUMNS)
    stays: list[int] = []
    stay_firsts = [0]
    for level, given in enumerate(machine.fixed):
        edges[level, 6] = -1 if given is None else given
        stays += watcher.stays[level]
        stay_firsts.append(len(stays))
    return GraphProgram(
        automata,
        automata.words + -(-_BYTES * _widest(watcher) // 8),
        edges,
        np.array(stays or [0], np.int64),
        np.array(stay_firsts, np.int64),
        watcher.acyclic,
        watcher.chordless,
        watcher.start() is not None,
    )


def _widest(watcher: Partition) -> int:
    return max(map(len, watcher.frontiers), default=0)


def _rows(watcher: Partition) -> list[list[int]] | None:
    """Per edge the ``COLUMNS`` of :func:`link`, no given; None if that does not fit the bytes."""
    if _widest(watcher) > _WIDEST or max(watcher.ends.values(), default=0) >= _JOINED:
        return None
    rows, before = [], 0
    for level, cells in enumerate(watcher.frontiers):
        u, v = watcher.edges[level]
        labels = [watcher.ends.get(cell, 0) for cell in cells[before:]]
        row = [before, len(cells), cells.index(u), cells.index(v), *labels]
        rows.append(row + [0] * (6 - len(row)) + [-1, 0])
        before = len(watcher.stays[level])
    return rows


def partition_data(watcher: Partition) -> tuple[list[list[int]], bytes] | None:
    """Per edge, for :mod:`count.frontier.compiled.joint`, and the first state.

    Data: is a cycle forbidden; are chords; how many places stay; the ``COLUMNS`` of :func:`link`; those
    places.
    """
    rows = _rows(watcher)
    if rows is None:
        return None
    rules = [int(watcher.acyclic), int(watcher.chordless)]
    stays = watcher.stays
    data = [[*rules, len(stays[k]), *row, *stays[k]] for k, row in enumerate(rows)]
    return data, bytes(_BYTES * max(1, _widest(watcher)))
