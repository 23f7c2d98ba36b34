"""Tables and clauses as machine code: the product of their automata, transitions as data.

The machine of :mod:`count.frontier.local` and its states, word by word: every open rule owns a field
of bits, and no field lies across two words.  Which fields a level's variable touches, and what
becomes of them, are arrays; nothing is compiled for a board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from count.frontier.compiled.table import BATCH, look_up, slots_for
from count.frontier.local import WORD, Local
from native.jit import compiled, inlined
from native.memory import address, held, load_i64, load_u64, store_u64

__all__ = ["AutomataProgram", "automata_program", "read_fields"]

Array = Any
"""A numpy array; numba's signatures are not typed."""


@inlined
def read_fields(
    state: int,
    words: int,
    level: int,
    bit: int,
    firsts: int,
    fields: int,
    steps: int,
    after: int,
) -> bool:
    """The state after a level's variable took the value ``bit``; False if a rule forbids it.

    ``state`` and ``after`` are addresses of ``words`` words, the other arrays' those of :func:`advance`.
    """
    for k in range(words):
        store_u64(after, k, load_u64(state, k))
    for f in range(load_i64(firsts, level), load_i64(firsts, level + 1)):
        word, shift = load_i64(fields, 4 * f), load_u64(fields, 4 * f + 1)
        mask = load_u64(fields, 4 * f + 2)
        old = np.int64(load_u64(state, word) >> shift & mask)
        new = load_i64(steps, load_i64(fields, 4 * f + 3) + 2 * old + bit)
        if new < 0:
            return False
        kept = load_u64(after, word) & ~(mask << shift)
        store_u64(after, word, kept | np.uint64(new) << shift)
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
    start: int,
    stop: int,
    most: int,
) -> tuple[Array, int, int]:
    """Read the levels ``start`` .. ``stop - 1``: the next layer, its size, the paths looked up.

    As :meth:`count.frontier.compiled.layers.Program.advance`.  Level l touches the fields
    ``firsts[l]`` .. ``firsts[l + 1] - 1``; a row of ``fields`` is word, shift, mask, and where its
    ``steps`` begin (two a state: -1 refuses).
    """
    layer = np.empty((count + (count >> 2) + 64, words + room), np.uint64)
    slots = slots_for(count)
    found, paths, batch = 0, 0, 0
    keys = np.zeros((BATCH, words), np.uint64)
    origins = np.zeros(BATCH, np.int64)
    depth_of = stop - start
    states = np.zeros((depth_of + 1, words), np.uint64)
    bits = np.zeros(depth_of + 1, np.int64)
    state, key, size = address(states), address(keys), 8 * words
    source, row = address(records), 8 * records.shape[1]
    first, field, step = address(firsts), address(fields), address(steps)
    for i in range(count):
        for k in range(words):
            store_u64(state, k, load_u64(source + row * i, k))
        depth = 0
        bits[0] = 0
        while depth >= 0:
            if depth == depth_of:
                paths += 1
                for k in range(words):
                    store_u64(key + size * batch, k, load_u64(state + size * depth, k))
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
            here = state + size * depth
            if read_fields(here, words, level, bit, first, field, step, here + size):
                depth += 1
                bits[depth] = 0
    layer, slots, found = look_up(layer, found, slots, words, keys, origins, batch, records, most)
    held(states)
    held(keys)
    held(records)
    held(firsts)
    held(fields)
    held(steps)
    return layer, found, paths


@dataclass(frozen=True, slots=True)
class AutomataProgram:
    """``firsts``, ``fields`` and ``steps`` as :func:`advance` has them; int64."""

    length: int
    words: int
    firsts: Any
    fields: Any
    steps: Any

    @property
    def expected(self) -> tuple[float, ...]:
        return ()

    def first(self) -> Any:
        records = np.zeros((1, self.words + 1), np.uint64)
        records[0, self.words] = 1
        return records

    def advance(
        self, layer: Any, count: int, room: int, start: int, stop: int, most: int
    ) -> tuple[Any, int, int]:
        found: tuple[Any, int, int] = advance(
            layer,
            count,
            self.words,
            room,
            self.firsts,
            self.fields,
            self.steps,
            start,
            stop,
            most,
        )
        return found


def automata_program(machine: Local) -> AutomataProgram | None:
    """The program of a product of automata; None if a field does not fit a word."""
    if any(field.width >= WORD for touched in machine.fields for field in touched):
        return None
    firsts, fields = [0], []
    steps: list[int] = []
    begun: dict[tuple[tuple[int, int], ...], int] = {}
    for touched in machine.fields:
        for field in touched:
            if field.steps not in begun:
                begun[field.steps] = len(steps)
                steps += [target for pair in field.steps for target in pair]
            word, shift = divmod(field.shift, WORD)
            fields.append((word, shift, (1 << field.width) - 1, begun[field.steps]))
        firsts.append(len(fields))
    return AutomataProgram(
        machine.length,
        max(1, -(-machine.width // WORD)),
        np.array(firsts, np.int64),
        np.array(fields, np.int64).reshape(-1, 4),
        np.array(steps or [0], np.int64),
    )
