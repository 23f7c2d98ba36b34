"""Languages: the sets of words that a :class:`~puzzles.rules.Table` allows.

A *word* of width k is an int bit mask; bit i is the value of the table's i-th variable.  A language
is read in two ways, and both describe the same set:

- as a list (iterate over it), for projections and for tables short enough to write out;
- as a deterministic layered automaton (``start``, ``step``, ``accepts``), for tables that are too
  long to list: a Binairo line of 20 cells has 8196 words but 57 states a layer at most.

Contract of the automaton: it is *trimmed*.  ``step`` returns ``None`` exactly when no word of the
language continues the prefix read so far, so a path that never met ``None`` ends in acceptance and
``accepts`` needs no separate test after the last letter.  An empty language has ``start`` None.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb
from typing import TypeAlias

__all__ = ["WIDEST_SUM", "Count", "Language", "Line", "Listed", "Sum", "size"]

State: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Words whose number of ones is in ``allowed``: at most one, exactly two, none or two, ...

    >>> [f"{word:03b}" for word in Count(3, frozenset({2}))]
    ['011', '101', '110']
    """

    width: int
    allowed: frozenset[int]

    @property
    def start(self) -> State | None:
        return self._trim(0, self.width)

    def step(self, state: State, position: int, bit: int) -> State | None:
        return self._trim(state[0] + bit, self.width - position - 1)

    def _trim(self, ones: int, left: int) -> State | None:
        if any(ones <= goal <= ones + left for goal in self.allowed):
            return (ones,)
        return None

    def __contains__(self, word: int) -> bool:
        return word >> self.width == 0 and word.bit_count() in self.allowed

    def __len__(self) -> int:
        return sum(comb(self.width, ones) for ones in self.allowed if ones >= 0)

    def __iter__(self) -> Iterator[int]:
        return walk(self)


@dataclass(frozen=True, slots=True)
class Line:
    """Words with no run of ``run`` equal letters and with exactly ``ones`` ones; None drops a rule.

    ``Line(n, 3, n // 2)`` is the dictionary of a Binairo line: 2, 6, 14, 34, 84, 208, ... words for
    n = 2, 4, 6, ... (OEIS A177790).

    >>> [len(Line(n, 3, n // 2)) for n in (2, 4, 6, 8, 10, 12)]
    [2, 6, 14, 34, 84, 208]
    """

    width: int
    run: int | None
    ones: int | None

    @property
    def start(self) -> State | None:
        return self._trim((0, 0, 0), self.width)

    # State: (ones so far if they matter, last letter, length of the run that it ends; 0 before the
    # first letter).  What does not matter stays 0, so that states merge.
    def step(self, state: State, position: int, bit: int) -> State | None:
        ones, last, length = state
        if self.ones is not None:
            ones += bit
        if self.run is not None:
            length = length + 1 if length and bit == last else 1
            if length >= self.run:
                return None
            last = bit
        return self._trim((ones, last, length), self.width - position - 1)

    def _trim(self, state: State, left: int) -> State | None:
        if self.ones is None:
            return state if self.run is None or self.run > 1 or self.width == 0 else None
        ones, last, length = state
        need = self.ones - ones
        if need < 0 or need > left:
            return None
        if self.run is not None and not _fits(need, left - need, last, length, self.run):
            return None
        return state

    def __contains__(self, word: int) -> bool:
        state = self.start
        if word >> self.width:
            return False
        for position in range(self.width):
            if state is None:
                return False
            state = self.step(state, position, word >> position & 1)
        return state is not None

    def __len__(self) -> int:
        return size(self)

    def __iter__(self) -> Iterator[int]:
        return walk(self)


def _fits(ones: int, zeros: int, last: int, length: int, run: int) -> bool:
    """Can so many ones and zeros still be laid out without a run of ``run`` equal letters?

    m letters of one kind, in blocks of at most run - 1, fill a word around k separators when they
    need at most k + 1 blocks; the block that is already open takes what room it has left.
    """
    longest = run - 1
    if longest == 0:
        return ones == zeros == 0
    room = longest - length if length else 0
    same, other = (ones, zeros) if last else (zeros, ones)
    if not length:
        return ones <= longest * (zeros + 1) and zeros <= longest * (ones + 1)
    # ``same`` letters: the open block's room, then one block behind each separator block;
    # ``other`` letters: one block before each further block of ``same``, and one at the end.
    return same <= room + longest * other and other <= longest * (same + 1)


@dataclass(frozen=True, slots=True)
class Listed:
    """Words written out one by one, ascending.

    >>> Listed.of(2, [0, 3]).start
    (0, 2)
    """

    width: int
    words: tuple[int, ...]
    _reversed: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Sorted by their letters from the first, words with a common prefix are neighbours, and a
        # state is the slice of that order which the prefix leaves.
        keys = sorted(_reverse(word, self.width) for word in self.words)
        object.__setattr__(self, "_reversed", tuple(keys))

    @classmethod
    def of(cls, width: int, words: Iterator[int] | list[int] | set[int]) -> Listed:
        """The language of these words, sorted and without repetition."""
        return cls(width, tuple(sorted(set(words))))

    @property
    def start(self) -> State | None:
        return (0, len(self.words)) if self.words else None

    def step(self, state: State, position: int, bit: int) -> State | None:
        low, high = state
        shift = self.width - position - 1
        middle = low
        while middle < high and not self._reversed[middle] >> shift & 1:
            middle += 1
        low, high = (middle, high) if bit else (low, middle)
        return (low, high) if low < high else None

    def __contains__(self, word: int) -> bool:
        return word in self.words

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[int]:
        return iter(self.words)


@dataclass(frozen=True, slots=True)
class Sum:
    """Words whose ones have weights that add up to at least ``low`` and at most ``high``.

    ``ValueError`` where so many partial sums differ that a layer of the automaton would have more than
    :data:`WIDEST_SUM` states.

    >>> [f"{word:03b}" for word in Sum((1, 2, 3), 3, 4)]
    ['011', '100', '101']
    """

    weights: tuple[int, ...]
    low: int
    high: int
    _rest: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rest: list[tuple[int, ...]] = [(0,)]  # the sums of the last weights, ascending
        for weight in reversed(self.weights):
            rest.append(_sums(rest[-1], weight))
        object.__setattr__(self, "_rest", tuple(reversed(rest)))
        before: tuple[int, ...] = (0,)
        for weight in self.weights:
            before = _sums(before, weight)

    @property
    def width(self) -> int:
        return len(self.weights)

    @property
    def start(self) -> State | None:
        return self._trim(0, 0)

    # State: (the sum so far,), or ``_ANY`` once every continuation is allowed.
    def step(self, state: State, position: int, bit: int) -> State | None:
        if state == _ANY:
            return state
        return self._trim(state[0] + bit * self.weights[position], position + 1)

    def _trim(self, total: int, position: int) -> State | None:
        rest = self._rest[position]
        first = bisect_left(rest, self.low - total)
        if first == len(rest) or rest[first] > self.high - total:
            return None
        return _ANY if first == 0 and rest[-1] <= self.high - total else (total,)

    def __contains__(self, word: int) -> bool:
        total = sum(weight for i, weight in enumerate(self.weights) if word >> i & 1)
        return word >> self.width == 0 and self.low <= total <= self.high

    def __len__(self) -> int:
        return size(self)

    def __iter__(self) -> Iterator[int]:
        return walk(self)


_ANY: State = (0, 0)
"""The state of a :class:`Sum` that asks for nothing more: no sum, as those have one number."""
WIDEST_SUM = 4096
"""Different sums of the first, or of the last, weights of a :class:`Sum`."""


def _sums(sums: tuple[int, ...], weight: int) -> tuple[int, ...]:
    found = tuple(sorted({*sums, *(total + weight for total in sums)}))
    if len(found) > WIDEST_SUM:
        raise ValueError(
            f"expected at most {WIDEST_SUM} different partial sums of weights, found {len(found)}"
        )
    return found


Language: TypeAlias = Count | Line | Listed | Sum
"""What a table's words may be."""


def _reverse(word: int, width: int) -> int:
    return int(f"{word:0{width}b}"[::-1], 2) if width else 0


def walk(language: Language) -> Iterator[int]:
    """The words of a language in ascending order of their value (last letter most significant)."""
    words = []
    stack = [(language.start, 0, 0)]
    while stack:
        state, position, word = stack.pop()
        if state is None:
            continue
        if position == language.width:
            words.append(word)
            continue
        for bit in (0, 1):
            stack.append(
                (language.step(state, position, bit), position + 1, word | bit << position)
            )
    return iter(sorted(words))


def size(language: Language) -> int:
    """The number of words, by running the automaton with multiplicities.

    ``len(language)`` is the same as long as it fits Python's ``len``, i.e. below 2^63.
    """
    layer: dict[State, int] = {} if language.start is None else {language.start: 1}
    for position in range(language.width):
        following: dict[State, int] = {}
        for state, paths in layer.items():
            for bit in (0, 1):
                target = language.step(state, position, bit)
                if target is not None:
                    following[target] = following.get(target, 0) + paths
        layer = following
    return sum(layer.values())
