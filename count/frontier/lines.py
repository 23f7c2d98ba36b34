"""Watchers of ``Distinct``: no two of these lines carry the same word.

Read row by row, the rows come one after another and the columns side by side:

- :class:`OneByOne`: the words that finished lines have used, and the prefix of the open line;
- :class:`SideBySide`: which lines have read equal prefixes, and what the lines of such classes
  have read at the present position;
- :class:`Scattered`, for lines that come neither way: the pairs of lines that have not differed yet,
  and the letters read that wait for their like.

The first two forget what can no longer matter because of the givens: a used word that no later line
can carry, a line that is sure to differ from all others of its class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import TypeAlias

from puzzles.rules import Distinct

__all__ = ["OneByOne", "Scattered", "SideBySide", "watch_lines"]

Prefix: TypeAlias = int
Used: TypeAlias = tuple[int, ...]
Classes: TypeAlias = tuple[tuple[int, ...], ...]

_NO_MATTER = -1
"""The prefix of a line whose word is of no further interest."""


def watch_lines(
    rule: Distinct, order: Sequence[int], fixed: Mapping[int, int]
) -> OneByOne | SideBySide | Scattered:
    """The watcher that fits the order, which lists the variables of the rule and no others."""
    if sum(map(len, rule.lines)) > len(order):
        return Scattered(rule.lines, order)  # some lines share a variable
    at = {v: level for level, v in enumerate(order)}
    levels = [[at[v] for v in line] for line in rule.lines]
    if all(line == list(range(line[0], line[0] + len(line))) for line in levels):
        lines = sorted(rule.lines, key=lambda line: at[line[0]])
        return OneByOne(lines, order, fixed)
    positions = [sorted(column) for column in zip(*levels, strict=True)]
    if all(a[-1] < b[0] for a, b in pairwise(positions)):
        return SideBySide(rule.lines, order, fixed)
    return Scattered(rule.lines, order)


class OneByOne:
    """State: (used words, ascending; prefix of the open line).  Bit i of a word is letter i."""

    def __init__(
        self,
        lines: Sequence[tuple[int, ...]],
        order: Sequence[int],
        fixed: Mapping[int, int],
    ) -> None:
        self.width = len(lines[0])
        self._cell = {}
        for k, line in enumerate(lines):
            for i, v in enumerate(line):
                self._cell[v] = (k, i)
        self.cells = [self._cell[v] for v in order]
        # Per line: (mask of its given letters, their values).
        self.given = [
            (
                sum(1 << i for i, v in enumerate(line) if v in fixed),
                sum(fixed[v] << i for i, v in enumerate(line) if v in fixed),
            )
            for line in lines
        ]

    def start(self) -> tuple[Used, Prefix] | None:
        return (), 0

    def step(self, level: int, state: tuple[Used, Prefix], bit: int) -> tuple[Used, Prefix] | None:
        k, i = self.cells[level]
        used, prefix = state
        last = k == len(self.given) - 1
        if prefix != _NO_MATTER:
            prefix |= bit << i
        if i < self.width - 1:
            if last and prefix != _NO_MATTER:
                read = (2 << i) - 1
                used = tuple(word for word in used if (word ^ prefix) & read == 0)
                prefix = prefix if used else _NO_MATTER
            return used, prefix
        if prefix != _NO_MATTER:
            if prefix in used:
                return None
            used = (*used, prefix)
        later = self.given[k + 1 :]
        kept = (w for w in used if any((w ^ values) & mask == 0 for mask, values in later))
        return tuple(sorted(kept)), _NO_MATTER if last else 0


class SideBySide:
    """State: (classes of two or more lines with equal prefixes; their bits at this position).

    The bits are a mask over the lines, filled as the position is read and cleared after it.
    """

    def __init__(
        self,
        lines: Sequence[tuple[int, ...]],
        order: Sequence[int],
        fixed: Mapping[int, int],
    ) -> None:
        self.width = len(lines[0])
        cell = {v: (k, i) for k, line in enumerate(lines) for i, v in enumerate(line)}
        self.cells = [cell[v] for v in order]
        last = {}
        for level, (_, i) in enumerate(self.cells):
            last[i] = level
        self.closes = [last[i] == level for level, (_, i) in enumerate(self.cells)]
        self.given = [[fixed.get(v) for v in line] for line in lines]
        self.lines = len(lines)

    def start(self) -> tuple[Classes, int] | None:
        if self.width == 0:
            return None if self.lines > 1 else ((), 0)
        return self._settled((tuple(range(self.lines)),), 0), 0

    def step(self, level: int, state: tuple[Classes, int], bit: int) -> tuple[Classes, int] | None:
        k, i = self.cells[level]
        classes, bits = state
        if bit and any(k in members for members in classes):
            bits |= 1 << k
        if not self.closes[level]:
            return classes, bits
        split = []
        for members in classes:
            for wanted in (0, 1):
                part = tuple(m for m in members if bits >> m & 1 == wanted)
                if len(part) > 1:
                    split.append(part)
        settled = self._settled(tuple(split), i + 1)
        # So many lines cannot all come to differ in so few letters (none at the end).
        if any(len(members) > 1 << self.width - i - 1 for members in settled):
            return None
        return settled, 0

    def _settled(self, classes: Classes, position: int) -> Classes:
        """Without the lines that letters given from ``position`` on tell from all others."""
        kept = []
        for members in classes:
            part = tuple(
                m for m in members if any(m != o and self.alike(m, o, position) for o in members)
            )
            if part:
                kept.append(part)
        return tuple(sorted(kept))

    def alike(self, first: int, second: int, position: int) -> bool:
        pairs = zip(self.given[first][position:], self.given[second][position:], strict=True)
        return all(a is None or b is None or a == b for a, b in pairs)


class Scattered:
    """State: (pairs of lines that are equal as far as read, by number; letters read, as a mask).

    Letters are kept by their level, and only where a pair waits for the letter to compare it with.
    """

    def __init__(self, lines: Sequence[tuple[int, ...]], order: Sequence[int]) -> None:
        at = {v: level for level, v in enumerate(order)}
        pairs = list(combinations(lines, 2))
        # Per level and pair: the levels of the letters that this level's letter is compared with.
        self.compared: list[dict[int, list[int]]] = [{} for _ in order]
        # Per pair the letters that wait after each level, as masks; and the level that ends it.
        self.waiting = [[0] * len(order) for _ in pairs]
        self.ends = [-1] * len(pairs)
        for number, (first, second) in enumerate(pairs):
            for one, other in zip(first, second, strict=True):
                early, late = sorted((at[one], at[other]))
                self.ends[number] = max(self.ends[number], late)
                if early < late:
                    self.compared[late].setdefault(number, []).append(early)
                    for level in range(early, late):
                        self.waiting[number][level] |= 1 << early

    def start(self) -> tuple[tuple[int, ...], int] | None:
        # Two lines without letters are equal.
        return None if -1 in self.ends else (tuple(range(len(self.ends))), 0)

    def step(
        self, level: int, state: tuple[tuple[int, ...], int], bit: int
    ) -> tuple[tuple[int, ...], int] | None:
        alike, letters = state
        letters |= bit << level
        compared = self.compared[level]
        kept, waiting = [], 0
        for pair in alike:
            if any(letters >> early & 1 != bit for early in compared.get(pair, ())):
                continue
            if self.ends[pair] <= level:
                return None
            kept.append(pair)
            waiting |= self.waiting[pair][level]
        return tuple(kept), letters & waiting
