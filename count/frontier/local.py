"""Tables and clauses in any order of the variables: the product of their automata.

State: one int.  Every rule that has read some of its variables and not yet all (an *open* rule)
owns a field of bits that holds its automaton's state; a closed or unopened rule's field is 0 and
its bits are lent to others.  Two prefixes with equal states have equal completions, since the open
automata are all that the future reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from count.frontier.automaton import Automaton
from count.frontier.machine import FrontierMachine

__all__ = ["WORD", "Field", "Local", "layout"]


WORD = 64
"""No field lies across two words of so many bits, so that machine code reads it at once."""


@dataclass(frozen=True, slots=True)
class Field:
    """One automaton's reading of one level's variable: where its bits lie and what they become."""

    shift: int
    width: int
    steps: tuple[tuple[int, int], ...]


def layout(order: Sequence[int], automata: Sequence[Automaton]) -> tuple[list[list[Field]], int]:
    """Per level the fields that its variable touches, and the width of the whole state in bits.

    Fields go where the first gap is, in the order in which the automata open.
    """
    at = {v: level for level, v in enumerate(order)}
    levels: list[list[Field]] = [[] for _ in order]
    taken: list[tuple[int, int, int]] = []  # (shift, end, level at which it closes)
    total = 0
    for automaton in sorted(automata, key=lambda a: at[a.variables[0]]):
        first, last = at[automaton.variables[0]], at[automaton.variables[-1]]
        width = max((automaton.states(i) - 1).bit_length() for i in range(len(automaton.variables)))
        taken = [field for field in taken if field[2] >= first]
        shift = 0
        for low, high, _ in sorted(taken):
            if _within_word(shift, width) + width <= low:
                break
            shift = max(shift, high)
        shift = _within_word(shift, width)
        taken.append((shift, shift + width, last))
        total = max(total, shift + width)
        for variable, steps in zip(automaton.variables, automaton.steps, strict=True):
            levels[at[variable]].append(Field(shift, width, steps))
    return levels, total


def _within_word(shift: int, width: int) -> int:
    """``shift``, or the next word's beginning if the field would lie across it."""
    return shift if shift % WORD + width <= WORD else -(-shift // WORD) * WORD


class Local(FrontierMachine[int]):
    """The product machine of ``automata`` over the variables in ``order``."""

    def __init__(self, order: Sequence[int], automata: Sequence[Automaton]) -> None:
        self.length = len(order)
        self.order = tuple(order)
        self.fields, self.width = layout(order, automata)
        self._masks = [
            sum(((1 << f.width) - 1) << f.shift for f in fields) for fields in self.fields
        ]
        # Per level: touched bits -> what each bit's choice makes of them (None: refused).
        self._memo: list[dict[int, tuple[int | None, int | None]]] = [{} for _ in order]

        self._remaining: list[list[int]] = []

    def start(self) -> int | None:
        return 0

    def variables(self, level: int) -> tuple[int, ...]:
        return (self.order[level],)

    def distance(self, level: int, state: int) -> list[int]:
        if not self._remaining:
            # Per level: the masks of the fields read from there on, the one read last first.
            following: dict[int, int] = {}
            for here in reversed(range(self.length)):
                for field in self.fields[here]:
                    following[((1 << field.width) - 1) << field.shift] = here
                self._remaining.append(sorted(following, key=lambda mask: -following[mask]))
            self._remaining.reverse()
        return [state & mask for mask in self._remaining[level]]

    def pair(self, level: int, touched: int) -> tuple[int | None, int | None]:
        """What the touched bits of a state become when this level's variable is 0, and 1."""
        known = self._memo[level].get(touched)
        if known is None:
            known = (self._step(level, touched, 0), self._step(level, touched, 1))
            self._memo[level][touched] = known
        return known

    def _step(self, level: int, touched: int, bit: int) -> int | None:
        result = 0
        for field in self.fields[level]:
            target = field.steps[touched >> field.shift & ((1 << field.width) - 1)][bit]
            if target < 0:
                return None
            result |= target << field.shift
        return result

    def moves(self, level: int, state: int) -> list[tuple[int, int]]:
        touched = state & self._masks[level]
        rest = state ^ touched
        zero, one = self.pair(level, touched)
        found = []
        if zero is not None:
            found.append((0, rest | zero))
        if one is not None:
            found.append((1 << self.order[level] - 1, rest | one))
        return found

    def advance(self, level: int, layer: dict[int, int]) -> dict[int, int]:
        mask, memo, pair = self._masks[level], self._memo[level], self.pair
        following: dict[int, int] = {}
        get = following.get
        for state, paths in layer.items():
            touched = state & mask
            rest = state ^ touched
            zero, one = memo.get(touched) or pair(level, touched)
            if zero is not None:
                target = rest | zero
                following[target] = get(target, 0) + paths
            if one is not None:
                target = rest | one
                following[target] = get(target, 0) + paths
        return following
