"""Words: `tribonacci`, `lazy-caterer` and `balanced-words`, one line of a grid each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sequences.families.at_most_two_per_line import AtMostTwoMachine
from sequences.families.no_three import NoThreeMachine
from sequences.machine import Move, State
from sequences.problem import Entry, Family

__all__ = ["BALANCED_WORDS", "LAZY_CATERER", "TRIBONACCI", "BalancedMachine"]


@dataclass(frozen=True, slots=True)
class BalancedMachine:
    """One stage per letter. A state is "zeros,ones,run" with the run of equal letters at the end:
    `a` or `aa` for one or two 0s, `b` or `bb` for 1s.

    The length is fixed beforehand, since neither letter may come more than length / 2 times.
    """

    length: int
    width: int = 1
    stages: int = 1
    start: State = "0,0,"

    def step(self, state: State, stage: int) -> Iterator[Move]:
        zeros, ones, run = state.split(",")
        if run != "aa" and 2 * int(zeros) < self.length:
            yield f"{int(zeros) + 1},{ones},{'aa' if run == 'a' else 'a'}", 1
        if run != "bb" and 2 * int(ones) < self.length:
            yield f"{zeros},{int(ones) + 1},{'bb' if run == 'b' else 'b'}", 1

    def accept(self, state: State) -> int:
        zeros, ones, _ = state.split(",")
        return int(zeros == ones)


def build_tribonacci(height: int, width: int) -> NoThreeMachine:
    return NoThreeMachine(width, frozenset({"columns"}))


def build_lazy(height: int, width: int) -> AtMostTwoMachine:
    return AtMostTwoMachine(width)


def build_balanced(height: int, width: int) -> BalancedMachine:
    return BalancedMachine(height)


def three_states(width: int) -> int:
    return 3


TRIBONACCI = Family(
    name="tribonacci",
    title="binary words of length {grid} without three consecutive 1s",
    definition=(
        "Words of 0s and 1s in which no three consecutive letters are 1: the legal black sets of"
        " one line of n circles."
    ),
    build=build_tribonacci,
    states=three_states,
    entries=(Entry("A000073", "word", offset=0, shift=-3, head=(0, 0, 1)),),
    words=True,
)

LAZY_CATERER = Family(
    name="lazy-caterer",
    title="binary words of length {grid} with at most two 1s",
    definition=(
        'Words of 0s and 1s with at most two 1s, wherever they stand: the misreading "no three in'
        ' a line" of the rule that `tribonacci` reads rightly.'
    ),
    build=build_lazy,
    states=three_states,
    entries=(Entry("A000124", "word", offset=0),),
    words=True,
)

BALANCED_WORDS = Family(
    name="balanced-words",
    title="balanced binary words of length {grid} without three consecutive equal letters",
    definition=(
        "Words of 0s and 1s with as many 0s as 1s in which no three consecutive letters are equal:"
        " the lines of a Binairo board. There is none of odd length."
    ),
    build=build_balanced,
    states=lambda width: 100,
    entries=(
        Entry("A177790", "word", offset=0, scale=2),
        Entry(
            "A003440",
            "word",
            offset=0,
            scale=2,
            divisor=2,
            shift=0,
            head=(1,),
            note="the words up to exchange of 0 and 1",
        ),
    ),
    uniform=False,
    words=True,
    step=2,
)
