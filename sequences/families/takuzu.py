"""Takuzu (Binairo) grids: `takuzu` (lines distinct) and `takuzu-with-repeats` (lines may repeat).

The machines depend on the height of the grid, since no column may hold more than half of its cells
in one colour. So strips of growing height are not covered by one finite machine, and nothing here
promises them a linear recurrence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from sequences.machine import Move, State
from sequences.problem import Entry, Family

__all__ = ["TAKUZU", "TAKUZU_WITH_REPEATS", "DistinctTakuzuMachine", "RepeatTakuzuMachine"]

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

NEXT_RUN = {
    0: {".": "a", "a": "c", "b": "a", "d": "a"},
    1: {".": "b", "b": "d", "a": "b", "c": "b"},
}
"""A run of one or two 0s is written `a` or `c`, of 1s `b` or `d`, before the first cell `.`."""


@dataclass(frozen=True, slots=True)
class RepeatTakuzuMachine:
    """One stage per cell. Two letters for each column, the number of its 1s and its last run;
    before them the number of rows; inside a row, after them, the same two letters for the row.
    """

    height: int
    width: int

    @property
    def stages(self) -> int:
        return self.width

    @property
    def start(self) -> State:
        return "0" + "0." * self.width

    def step(self, state: State, stage: int) -> Iterator[Move]:
        if self.height % 2 or self.width % 2:
            return  # no line of odd length is balanced
        if stage == 0:
            state += "0."
        place = 1 + 2 * stage
        rows = int(state[0], 36)
        column_ones, column_run = int(state[place], 36), state[place + 1]
        row_ones, row_run = int(state[-2], 36), state[-1]
        for bit in (0, 1):
            column = column_ones if bit else rows - column_ones
            row = row_ones if bit else stage - row_ones
            if 2 * column >= self.height or 2 * row >= self.width:
                continue
            if column_run not in NEXT_RUN[bit] or row_run not in NEXT_RUN[bit]:
                continue
            move = (
                state[:place]
                + DIGITS[column_ones + bit]
                + NEXT_RUN[bit][column_run]
                + state[place + 2 : -2]
            )
            if stage == self.width - 1:
                yield DIGITS[rows + 1] + move[1:], 1
            else:
                yield move + DIGITS[row_ones + bit] + NEXT_RUN[bit][row_run], 1

    def accept(self, state: State) -> int:
        """1 after `height` rows: neither colour exceeded its half of a column on the way."""
        return int(int(state[0], 36) == self.height)


def balanced_words(length: int) -> tuple[tuple[int, ...], ...]:
    """Words of 0s and 1s, as many of each, without three equal consecutive letters."""
    return tuple(
        word
        for word in product((0, 1), repeat=length)
        if 2 * sum(word) == length
        and not any(word[i] == word[i + 1] == word[i + 2] for i in range(length - 2))
    )


@dataclass(frozen=True, slots=True)
class DistinctTakuzuMachine:
    """One stage per row. A state is the set of rows used, sorted, and after a blank the last two.

    As the rows are distinct, the set alone tells the number of 1s in each column and which columns
    are equal so far. One letter stands for each word of the dictionary. Internally rows and sets of
    columns are bit masks.
    """

    height: int
    width: int
    start: State = " "
    stages: int = 1
    _words: dict[str, int] = field(init=False)
    _allowed: dict[tuple[int, int], tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        masks = (int("".join(map(str, word)), 2) for word in balanced_words(self.width))
        object.__setattr__(self, "_words", {chr(0x100 + i): mask for i, mask in enumerate(masks)})
        object.__setattr__(self, "_allowed", {})

    def step(self, state: State, stage: int) -> Iterator[Move]:
        if self.height % 2 or self.width % 2:
            return
        used, last = state.split(" ")
        if len(used) == self.height:
            return
        no_one = self._with_ones(used, self.height // 2)
        no_zero = self._with_ones(used, len(used) - self.height // 2)
        if len(last) == 2:
            first, second = (self._words[letter] for letter in last)
            no_one |= first & second
            no_zero |= ~(first | second) & (1 << self.width) - 1
        for letter in self._fitting(no_one, no_zero):
            place = bisect_left(used, letter)
            if used[place : place + 1] != letter:
                yield used[:place] + letter + used[place:] + " " + (last + letter)[-2:], 1

    def _with_ones(self, used: str, number: int) -> int:
        """The columns that hold exactly this number of 1s in the rows used."""
        if number < 0:
            return 0
        # exactly[k] is the set of columns with k ones so far.
        exactly = [(1 << self.width) - 1] + [0] * number
        for letter in used:
            word = self._words[letter]
            for k in range(number, 0, -1):
                exactly[k] = exactly[k] & ~word | exactly[k - 1] & word
            exactly[0] &= ~word
        return exactly[number]

    def _fitting(self, no_one: int, no_zero: int) -> tuple[str, ...]:
        """The words without a 1 or a 0 where it is forbidden."""
        key = no_one, no_zero
        if key not in self._allowed:
            self._allowed[key] = tuple(
                letter
                for letter, word in self._words.items()
                if not word & no_one and not ~word & no_zero
            )
        return self._allowed[key]

    def accept(self, state: State) -> int:
        used = state.split(" ")[0]
        if len(used) != self.height:
            return 0
        rows = [self._words[letter] for letter in used]
        columns = {tuple(row >> c & 1 for row in rows) for c in range(self.width)}
        return int(len(columns) == self.width)


def build_with_repeats(height: int, width: int) -> RepeatTakuzuMachine:
    return RepeatTakuzuMachine(height, width)


def build_distinct(height: int, width: int) -> DistinctTakuzuMachine:
    return DistinctTakuzuMachine(height, width)


def repeat_states(width: int) -> int:
    """Estimate for squares, where the states are most in the middle."""
    return int(2 * 6**width // 100)


def distinct_states(width: int) -> int:
    return int(2 * 9**width // 1000)


RULES = (
    "Grids of 0s and 1s, both sides even, in which no three consecutive cells of a row or column"
    " are equal and each row and each column has as many 0s as 1s."
)

TAKUZU = Family(
    name="takuzu",
    title="{grid} Takuzu grids",
    definition=RULES + " No two rows are equal, and no two columns.",
    build=build_distinct,
    states=distinct_states,
    entries=(Entry("A253316", "square", offset=0, scale=2, head=(1,)),),
    uniform=False,
    step=2,
)

TAKUZU_WITH_REPEATS = Family(
    name="takuzu-with-repeats",
    title="{grid} Takuzu grids in which lines may repeat",
    definition=RULES + " Equal rows and equal columns are allowed.",
    build=build_with_repeats,
    states=repeat_states,
    uniform=False,
    step=2,
)
