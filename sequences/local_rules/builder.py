"""The machine of a description at one width, cell by cell.

A state between two cells holds what of the cells read can still matter: the nodes of the rules in
progress, the budgets, the tracks. All new states of a stage are handled at once, as the rows of a
matrix. On a torus the first rows are kept as well, and read once more after the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sequences.local_rules.compiling import budgets, rules
from sequences.local_rules.description import Budget, Description
from sequences.local_rules.diagrams import FALSE, TRUE, Diagrams, distinct_rows
from sequences.local_rules.layout import Layout, layout
from sequences.local_rules.track import Track
from sequences.local_rules.tracks import tracks
from sequences.machine import MachineTooLargeError

__all__ = ["CELL_STATES", "Built", "build"]

CELL_STATES = 10_000_000
"""States between cells, over all columns, that are listed at most."""

CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Built:
    """A machine as tables. Stage c stands before column c; state 0 of stage 0 is the start."""

    width: int
    moves: tuple[Any, ...]
    """For each stage an array (states, values): the state of the next stage, or -1."""
    accept: Any
    """For each state of stage 0 whether the array may end there."""

    @property
    def states(self) -> int:
        """States between rows."""
        return len(self.accept)


def build(
    description: Description, width: int, transposed: bool, limit: int = CELL_STATES
) -> Built:
    """The reachable machine. Raises MachineTooLargeError beyond `limit` states between cells, and
    ValueError for conditions that are too wide or not supported in this direction."""
    return _Builder(description, width, transposed).run(limit)


class _Builder:
    def __init__(self, description: Description, width: int, transposed: bool) -> None:
        self._base = len(description.values)
        self._width = width
        wraps = (description.wrap_rows, description.wrap_columns)
        rows, columns = reversed(wraps) if transposed else wraps
        diagrams = Diagrams(self._base)
        self._layout: Layout = layout(
            rules(description), description.values, width, diagrams,
            transposed=transposed, wrap_rows=rows, wrap_columns=columns,
        )  # fmt: skip
        self._children, self._ends = diagrams.tables()
        self._budgets: Sequence[Budget] = budgets(description)
        self._tracks: list[Track] = tracks(description, width, transposed)
        self._track_at: list[int] = []
        place = len(self._budgets)
        for track in self._tracks:
            self._track_at.append(place)
            place += track.size
        # On a torus: the contents of the first rows, and how many of them there are.
        self._kept_rows = depth = self._layout.rows_ahead
        self._kept_at = place
        self._extra = place + (depth * width + 1 if depth else 0)
        self._memo: dict[tuple[int, int, tuple[int, ...]], list[tuple[int, ...] | None]] = {}

    def run(self, limit: int) -> Built:
        start = np.zeros((1, self._extra + len(self._layout.start)), dtype=np.int32)
        start[0, self._extra :] = self._layout.start
        known: list[dict[bytes, int]] = [{} for _ in range(self._width)]
        found: list[list[Any]] = [[] for _ in range(self._width)]
        moves: list[list[Any]] = [[] for _ in range(self._width)]
        known[0][start[0].tobytes()] = 0
        found[0].append(start)
        fresh = start
        while len(fresh):
            for stage in range(self._width):
                after = (stage + 1) % self._width
                arrived = []
                for begin in range(0, len(fresh), CHUNK):
                    part = fresh[begin : begin + CHUNK]
                    alive, states = self._step(stage, part)
                    targets = np.full(len(part) * self._base, -1, dtype=np.int32)
                    numbers, new = _number(states, known[after])
                    targets[alive] = numbers
                    moves[stage].append(targets.reshape(-1, self._base))
                    arrived.append(new)
                    if sum(map(len, known)) > limit:
                        raise MachineTooLargeError(f"more than {limit} states between cells")
                fresh = np.concatenate(arrived)
                found[after].append(fresh)
                if not len(fresh):
                    break
        accept = np.concatenate([self._accept(part) for part in found[0] if len(part)])
        return Built(
            self._width,
            tuple(np.concatenate(m) if m else np.zeros((0, self._base), np.int32) for m in moves),
            accept,
        )

    def _step(self, stage: int, states: Any) -> tuple[Any, Any]:
        """All successors by value: places in (states, values) that live, and the states there."""
        values = np.tile(np.arange(self._base, dtype=np.int32), len(states))
        return self._read(stage, np.repeat(states, self._base, axis=0), values, True)

    def _read(self, stage: int, states: Any, values: Any, opening: bool) -> tuple[Any, Any]:
        """Read one cell of given values. Without `opening` no rule begins here."""
        step = self._layout.steps[stage]
        extra = states[:, : self._extra].copy()
        alive = np.ones(len(states), dtype=bool)
        slots = np.empty((len(states), len(step.kept)), dtype=np.int32)
        for place, (source, root) in enumerate(step.kept):
            begun = root if opening else TRUE
            slots[:, place] = begun if source < 0 else states[:, self._extra + source]
        for place in step.reading:
            slots[:, place] = self._children[slots[:, place], values]
            self._settle(slots[:, place], step.budgets[place], extra, alive)
        for source, root, budget in step.closing:
            begun = root if opening else TRUE
            node = np.int32(begun) if source < 0 else states[:, self._extra + source]
            self._settle(self._children[node, values], budget, extra, alive)
        for number, (track, at) in enumerate(zip(self._tracks, self._track_at, strict=True)):
            if opening:
                self._follow(number, track, at, stage, values, extra, alive)
        if self._kept_rows and opening:
            self._keep(stage, values, extra)
        for place, limit in enumerate(self._budgets):
            most = limit.number
            if limit.kind == "at least":
                np.minimum(extra[:, place], most, out=extra[:, place])
            else:
                alive &= extra[:, place] <= most
        chosen = np.flatnonzero(alive)
        return chosen, np.concatenate([extra[chosen], slots[chosen]], axis=1)

    def _settle(self, nodes: Any, budget: int | None, extra: Any, alive: Any) -> None:
        """A rule that has failed rejects, or is charged to its budget and then done with."""
        failed = nodes == FALSE
        if budget is None:
            alive &= ~failed
        else:
            extra[:, budget] += failed
            nodes[failed] = TRUE

    def _follow(
        self, number: int, track: Track, at: int, stage: int, values: Any, extra: Any, alive: Any
    ) -> None:
        columns = [at + place for place in track.used(stage)]
        first, kind = distinct_rows(extra[:, columns])
        table = np.full((len(first), self._base, len(columns)), -1, dtype=np.int32)
        for row, index in enumerate(first):
            seen = tuple(map(int, extra[index, columns]))
            key = (number, stage, seen)
            if key not in self._memo:
                self._memo[key] = [track.step(stage, seen, value) for value in range(self._base)]
            for value, after in enumerate(self._memo[key]):
                if after is not None:
                    table[row, value] = after
        result = table[kind, values]
        alive &= result[:, 0] >= 0
        # The dead are set to 0, for distinct_rows takes no negative numbers.
        extra[:, columns] = np.maximum(result, 0)

    def _keep(self, stage: int, values: Any, extra: Any) -> None:
        """Note the cells of the first rows."""
        count = extra[:, self._kept_at]
        for row in range(self._kept_rows):
            mine = count == row
            extra[mine, self._kept_at + 1 + row * self._width + stage] = values[mine]
        if stage == self._width - 1:
            np.minimum(count + 1, self._kept_rows, out=count)

    def _accept(self, states: Any) -> Any:
        good = np.ones(len(states), dtype=bool)
        states = states.copy()
        round_slots = np.array(self._layout.going_round, dtype=bool)
        for place, budget in enumerate(self._layout.budgets):
            if round_slots[place]:
                continue
            ends = self._ends[states[:, self._extra + place]] == TRUE
            if budget is None:
                good &= ends
            else:
                states[:, budget] += ~ends
        for track, at in zip(self._tracks, self._track_at, strict=True):
            kinds, kind = distinct_rows(states[:, at : at + track.size])
            judged = [track.accept(tuple(map(int, states[i, at : at + track.size]))) for i in kinds]
            good &= np.array(judged, dtype=bool)[kind]
        if self._kept_rows:
            good, states = self._go_round(good, states)
        for place, limit in enumerate(self._budgets):
            spent = states[:, place]
            good &= (
                spent <= limit.number
                if limit.kind == "at most"
                else (spent == limit.number if limit.kind == "exactly" else spent >= limit.number)
            )
        return good

    def _go_round(self, good: Any, states: Any) -> tuple[Any, Any]:
        """Read the first rows once more, for the rules that have begun in the last ones."""
        keep = np.flatnonzero(good)
        states = states.copy()
        fixed = [i for i, goes in enumerate(self._layout.going_round) if not goes]
        states[:, [self._extra + i for i in fixed]] = TRUE
        count = states[:, self._kept_at].copy()
        empty = count == 0
        alive = np.array(good)
        index, current = keep[~empty[keep]], states[keep[~empty[keep]]]
        for row in range(self._kept_rows):
            for stage in range(self._width):
                source = row % count[index]
                at = self._kept_at + 1 + source * self._width + stage
                values = current[np.arange(len(current)), at]
                chosen, after = self._read(stage, current, values, False)
                lost = np.ones(len(index), dtype=bool)
                lost[chosen] = False
                alive[index[lost]] = False
                index, current = index[chosen], after
        states[index] = current
        return alive, states


def _number(states: Any, known: dict[bytes, int]) -> tuple[Any, Any]:
    """The numbers of states, new ones after the known; and the new states, in that order."""
    rows = np.ascontiguousarray(states)
    size = rows.shape[1] * rows.itemsize
    keys = rows.view(f"V{size}").ravel().tolist() if size else [b""] * len(rows)
    numbers = np.empty(len(rows), dtype=np.int32)
    new = []
    for place, key in enumerate(keys):
        number = known.get(key)
        if number is None:
            number = known[key] = len(known)
            new.append(place)
        numbers[place] = number
    return numbers, rows[new]
