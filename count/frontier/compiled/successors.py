"""Where each state of a layer goes: the next states of both ways, and where the next layer has them.

A program's ``advance`` merges; here every way is told apart, one level at a time.
"""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np

from count.frontier.compiled import plugs
from count.frontier.compiled.automata import AutomataProgram, read_fields
from count.frontier.compiled.chords import border_of, crossed, scratch_for
from count.frontier.compiled.graphs import GraphProgram, link
from count.frontier.compiled.joint import SCRATCH, JointProgram, read_level
from count.frontier.compiled.numberlink import PlugProgram
from count.frontier.compiled.table import mixed, rehash
from native.jit import compiled
from native.memory import address, held

__all__ = ["Traceable", "located", "successors"]

Array = Any
"""A numpy array; numba's signatures are not typed."""

Traceable = AutomataProgram | GraphProgram | JointProgram | PlugProgram


def successors(program: Traceable, layer: Any, count: int, level: int) -> tuple[Any, Any, Any]:
    """The next states of the first ``count`` records of the layer before ``level``.

    ``keys``: (count, 2, key words), a state for each of two ways; ``marks``: (count, 2) uint8, the
    level's variables that the way sets, as a mask; ``alive``: (count, 2), which ways there are.
    """
    keys = np.zeros((count, 2, program.words), np.uint64)
    marks = np.zeros((count, 2), np.uint8)
    alive = np.zeros((count, 2), np.bool_)
    match program:
        case AutomataProgram():
            _automata(
                layer, level, program.firsts, program.fields, program.steps, keys, marks, alive
            )
        case JointProgram():
            _joint(layer, level, *program.arrays(), keys, marks, alive)
        case GraphProgram():
            local = program.automata
            _graph(
                layer,
                level,
                local.words,
                local.firsts,
                local.fields,
                local.steps,
                program.edges,
                program.stays,
                program.stay_firsts,
                program.acyclic,
                program.chordless,
                keys,
                marks,
                alive,
            )
        case PlugProgram():
            _plugs(
                layer,
                level,
                program.kinds,
                program.values,
                program.partners,
                program.rim,
                program.width,
                keys,
                marks,
                alive,
            )
        case _:
            assert_never(program)
    return keys, marks, alive


@compiled
def _automata(
    layer: Array,
    level: int,
    firsts: Array,
    fields: Array,
    steps: Array,
    keys: Array,
    marks: Array,
    alive: Array,
) -> None:
    words = keys.shape[2]
    state, row, key = address(layer), 8 * layer.shape[1], address(keys)
    first, field, step = address(firsts), address(fields), address(steps)
    for i in range(keys.shape[0]):
        for bit in range(2):
            marks[i, bit] = bit
            alive[i, bit] = read_fields(
                state + row * i,
                words,
                level,
                bit,
                first,
                field,
                step,
                key + 8 * words * (2 * i + bit),
            )
    held(layer)
    held(keys)
    held(firsts)
    held(fields)
    held(steps)


@compiled
def _joint(
    layer: Array,
    level: int,
    local: int,
    firsts: Array,
    fields: Array,
    steps: Array,
    fixed: Array,
    call_firsts: Array,
    calls: Array,
    data: Array,
    keys: Array,
    marks: Array,
    alive: Array,
) -> None:
    words = keys.shape[2]
    scratch = np.zeros((4, SCRATCH), np.int64)
    for i in range(keys.shape[0]):
        for bit in range(2):
            marks[i, bit] = bit
            alive[i, bit] = read_level(
                layer[i, :words],
                keys[i, bit],
                level,
                bit,
                local,
                firsts,
                fields,
                steps,
                fixed,
                call_firsts,
                calls,
                data,
                scratch,
            )


@compiled
def _graph(
    layer: Array,
    level: int,
    local: int,
    firsts: Array,
    fields: Array,
    steps: Array,
    edges: Array,
    stays: Array,
    stay_firsts: Array,
    acyclic: bool,
    chordless: bool,
    keys: Array,
    marks: Array,
    alive: Array,
) -> None:
    words = keys.shape[2]
    scratch = np.zeros((4, SCRATCH), np.int64)
    state, row, key = address(layer), 8 * layer.shape[1], address(keys)
    first, field, step = address(firsts), address(fields), address(steps)
    for i in range(keys.shape[0]):
        for bit in range(2):
            marks[i, bit] = bit
            if edges[level, 6] == 1 - bit or not read_fields(
                state + row * i,
                local,
                level,
                bit,
                first,
                field,
                step,
                key + 8 * words * (2 * i + bit),
            ):
                continue
            alive[i, bit] = link(
                layer[i, local:words].view(np.uint8),
                keys[i, bit, local:].view(np.uint8),
                edges[level],
                stays,
                stay_firsts[level],
                stay_firsts[level + 1],
                bit,
                acyclic,
                chordless,
                scratch[0],
                scratch[1],
                scratch[2],
                scratch[3],
            )
    held(layer)
    held(firsts)
    held(fields)
    held(steps)


@compiled
def _plugs(
    layer: Array,
    level: int,
    kinds: Array,
    values: Array,
    partners: Array,
    rim: Array,
    width: int,
    keys: Array,
    marks: Array,
    alive: Array,
) -> None:
    """A way sets the cell's edge to the right, the one below, both or none; those that exist."""
    words, cells = keys.shape[2], kinds.shape[0]
    column, beneath = level % width, level + width
    down = beneath < cells
    kind = kinds[level]
    below = kinds[beneath] if down else plugs.INNER
    value = values[beneath] if down else 0
    beside = kinds[level + 1] if level + 1 < cells else plugs.INNER
    border = border_of(kinds >= plugs.UNUSABLE, values, partners, rim, level + width, width)
    scratch = scratch_for(border, width)
    gaps = np.zeros(8 * words, np.uint8)
    state, at = gaps.view(np.uint64), address(gaps)
    for i in range(keys.shape[0]):
        for k in range(words):
            state[k] = layer[i, k]
        if crossed(at, column, width, address(border), address(scratch)):
            continue
        ways = plugs.ways(at, column, kind, down, below, value, beside, width)
        left, above = gaps[width] != 0, gaps[column] != 0
        for way in range(1, 3):
            if not ways & way:
                continue
            for k in range(words):
                state[k] = layer[i, k]
            if plugs.take(at, column, kind, below, value, way, width):
                mark = 0
                if left != above:
                    mark = 2 // way
                elif not left and kind < plugs.FIRST and (way == 2 or kind == plugs.INNER):
                    mark = 3
                marks[i, way - 1] = mark >> 1 if column == width - 1 else mark
                alive[i, way - 1] = True
                for k in range(words):
                    keys[i, way - 1, k] = state[k]
    held(gaps)
    held(border)
    held(scratch)


@compiled
def located(keys: Array, alive: Array, records: Array, count: int) -> Array:
    """Which of the first ``count`` records each key is, -1 where it is not alive; (n, 2) int32.

    -2 for a key that is none of them, which a program's own next layer cannot lack.
    """
    words = keys.shape[2]
    size = 256
    while size < 2 * count:
        size *= 2
    slots = rehash(records, count, words, size)
    mask = np.uint64(size - 1)
    found = np.full(alive.shape, -1, np.int32)
    first, key_row = address(keys), 8 * words
    for i in range(keys.shape[0]):
        for way in range(2):
            if not alive[i, way]:
                continue
            at = mixed(first + key_row * (2 * i + way), words) & mask
            found[i, way] = -2
            while slots[at]:
                record = np.int64(slots[at]) - 1
                same = True
                for k in range(words):
                    if records[record, k] != keys[i, way, k]:
                        same = False
                if same:
                    found[i, way] = record
                    break
                at = (at + np.uint64(1)) & mask
    held(keys)
    return found
