"""Any rules together as machine code: automata beside watchers of every kind.

The machine of :mod:`count.frontier.joint`.  A state is the words of the open automata, then whole words
for each watcher, which it reads and writes as bytes: :mod:`~count.frontier.compiled.graphs` (``Paths``,
``Chordless``), :mod:`~count.frontier.compiled.wholes` (``Loop``, ``Connected``),
:mod:`~count.frontier.compiled.lines` (``Distinct``).  Which watchers hear of a level, and what each
must know of it, is data; nothing is compiled for a board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from count.frontier.compiled import graphs
from count.frontier.compiled.automata import AutomataProgram, automata_program, read_fields
from count.frontier.compiled.lines import (
    one_by_one,
    one_by_one_data,
    scattered,
    scattered_data,
    side_by_side,
    side_by_side_data,
)
from count.frontier.compiled.table import BATCH, look_up, slots_for
from count.frontier.compiled.wholes import curve_data, curve_step, hanging_data, hanging_step
from count.frontier.joint import JointMachine, Watcher
from count.frontier.lines import OneByOne, Scattered, SideBySide
from count.frontier.partition import Partition
from count.frontier.whole import Curve, Hanging
from native.jit import compiled
from native.memory import address, held

__all__ = ["SCRATCH", "JointProgram", "joint_program", "read_level"]

Array = Any
"""A numpy array; numba's signatures are not typed."""

_PARTITION, _CURVE, _HANGING, _ONE_BY_ONE, _SIDE_BY_SIDE, _SCATTERED = range(6)
"""Kinds of watchers."""
SCRATCH = 256


@compiled
def _hear(
    kind: int, before: Array, after: Array, data: Array, at: int, bit: int, scratch: Array
) -> bool:
    """One watcher's bytes after its next variable took the value ``bit``; False if that breaks it."""
    if kind == _CURVE:
        return curve_step(before, after, data, at, bit, scratch[0])
    if kind == _HANGING:
        return hanging_step(before, after, data, at, bit, scratch[0], scratch[1])
    if kind == _ONE_BY_ONE:
        return one_by_one(before, after, data, at, bit, scratch[0])
    if kind == _SIDE_BY_SIDE:
        return side_by_side(before, after, data, at, bit, scratch[0], scratch[1])
    if kind == _SCATTERED:
        return scattered(before, after, data, at, bit)
    first = at + 3 + graphs.COLUMNS
    return graphs.link(
        before,
        after,
        data[at + 3 : first],
        data,
        first,
        first + data[at + 2],
        bit,
        data[at] != 0,
        data[at + 1] != 0,
        scratch[0],
        scratch[1],
        scratch[2],
        scratch[3],
    )


@compiled
def read_level(
    state: Array,
    after: Array,
    level: int,
    bit: int,
    local: int,
    firsts: Array,
    fields: Array,
    steps: Array,
    fixed: Array,
    call_firsts: Array,
    calls: Array,
    data: Array,
    scratch: Array,
) -> bool:
    """The words ``after`` a level's variable took the value ``bit``; False if a rule forbids it.

    The first ``local`` words are the automata's.  A row of ``calls`` is a watcher's kind, its first
    word, the word behind its last, and where in ``data`` it finds this level.
    """
    if fixed[level] == 1 - bit:
        return False
    read = read_fields(
        address(state),
        local,
        level,
        bit,
        address(firsts),
        address(fields),
        address(steps),
        address(after),
    )
    held(firsts)
    held(fields)
    held(steps)
    if not read:
        return False
    for k in range(local, state.shape[0]):
        after[k] = state[k]
    for call in range(call_firsts[level], call_firsts[level + 1]):
        first, end = calls[call, 1], calls[call, 2]
        if not _hear(
            calls[call, 0],
            state[first:end].view(np.uint8),
            after[first:end].view(np.uint8),
            data,
            calls[call, 3],
            bit,
            scratch,
        ):
            return False
    return True


@compiled
def advance(
    records: Array,
    count: int,
    words: int,
    room: int,
    local: int,
    firsts: Array,
    fields: Array,
    steps: Array,
    fixed: Array,
    call_firsts: Array,
    calls: Array,
    data: Array,
    start: int,
    stop: int,
    most: int,
) -> tuple[Array, int, int]:
    """Read the levels ``start`` .. ``stop - 1``, as :func:`count.frontier.compiled.automata.advance`."""
    layer = np.empty((count + (count >> 2) + 64, words + room), np.uint64)
    slots = slots_for(count)
    found, paths, batch = 0, 0, 0
    keys = np.zeros((BATCH, words), np.uint64)
    origins = np.zeros(BATCH, np.int64)
    deep = stop - start
    states = np.zeros((deep + 1, words), np.uint64)
    bits = np.zeros(deep + 1, np.int64)
    scratch = np.zeros((4, SCRATCH), np.int64)
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
            if read_level(
                states[depth],
                states[depth + 1],
                start + depth,
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
            ):
                depth += 1
                bits[depth] = 0
    layer, slots, found = look_up(layer, found, slots, words, keys, origins, batch, records, most)
    return layer, found, paths


@dataclass(frozen=True, slots=True)
class JointProgram:
    """The automata's program, and the arrays of :func:`read_level`.

    ``start``: the words of the first state; None if a rule cannot hold.
    """

    automata: AutomataProgram
    words: int
    start: Any
    fixed: Any
    call_firsts: Any
    calls: Any
    data: Any

    @property
    def length(self) -> int:
        return self.automata.length

    @property
    def expected(self) -> tuple[float, ...]:
        return ()

    def first(self) -> Any:
        if self.start is None:
            return np.zeros((0, self.words + 1), np.uint64)
        return np.append(self.start, np.uint64(1)).reshape(1, -1)

    def arrays(self) -> tuple[int, Any, Any, Any, Any, Any, Any, Any]:
        """What :func:`read_level` takes after the level's bit, but for the last."""
        local = self.automata
        return (
            local.words,
            local.firsts,
            local.fields,
            local.steps,
            self.fixed,
            self.call_firsts,
            self.calls,
            self.data,
        )

    def advance(
        self, layer: Any, count: int, room: int, start: int, stop: int, most: int
    ) -> tuple[Any, int, int]:
        found: tuple[Any, int, int] = advance(
            layer, count, self.words, room, *self.arrays(), start, stop, most
        )
        return found


def joint_program(machine: JointMachine) -> JointProgram | None:
    """The program of a joint machine; None where what it has to remember does not fit the bytes."""
    automata = automata_program(machine.local)
    if automata is None:
        return None
    calls: list[list[list[int]]] = [[] for _ in range(machine.length)]
    data: list[int] = []
    words = automata.words
    firsts = [np.zeros(words, np.uint64)]
    for number, watcher in enumerate(machine.watchers):
        told = _told(watcher)
        if told is None:
            return None
        kind, rows, first = told
        size = max(1, -(-len(first) // 8))
        firsts.append(np.frombuffer(first.ljust(8 * size, b"\0"), np.uint64))
        for level, own in machine.heard(number):
            calls[level].append([kind, words, words + size, len(data)])
            data += rows[own]
        words += size
    call_firsts = np.cumsum([0, *map(len, calls)])
    possible = machine.start() is not None
    return JointProgram(
        automata,
        words,
        np.concatenate(firsts) if possible else None,
        np.array([-1 if bit is None else bit for bit in machine.fixed], np.int64),
        call_firsts.astype(np.int64),
        np.array([call for level in calls for call in level], np.int64).reshape(-1, 4),
        np.array(data or [0], np.int64),
    )


def _told(watcher: Watcher) -> tuple[int, list[list[int]], bytes] | None:
    """The kind of a watcher, its data per level, and its first state; None if that is too large."""
    match watcher:
        case Curve():
            kind, found = _CURVE, curve_data(watcher)
        case Hanging():
            kind, found = _HANGING, hanging_data(watcher)
        case OneByOne():
            kind, found = _ONE_BY_ONE, one_by_one_data(watcher)
        case SideBySide():
            kind, found = _SIDE_BY_SIDE, side_by_side_data(watcher)
        case Scattered():
            kind, found = _SCATTERED, scattered_data(watcher)
        case Partition():
            kind, found = _PARTITION, graphs.partition_data(watcher)
        case _:
            return None
    return None if found is None else (kind, *found)
