"""Evaluating a layered machine: count, uniform random solutions and marginals, all exact.

A *machine* (TdZdd calls it a specification) says which states there are and how a choice moves
them; this module, which knows no puzzle, says what to do with them.  Level by level a layer holds
the states that some sequence of choices reaches, each with the number of sequences that reach it.
Every state of the last layer accepts: a machine refuses a choice at the latest where its last rule
is decided.  Distinct sequences of choices are distinct assignments, so paths counted are solutions
counted.

Sources: R. E. Bryant's layered diagrams; D. E. Knuth, TAOCP 4A, 7.1.4 (Simpath); J. Kawahara,
T. Inoue, H. Iwashita and S. Minato, "Frontier-based search" (2017).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, Generic, TypeVar

__all__ = [
    "FrontierMachine",
    "OverBudget",
    "Weights",
    "completions",
    "count",
    "estimate",
    "marginals",
    "masks_of",
    "sample",
    "weight_of",
    "weighted",
]

State = TypeVar("State")


class OverBudget(Exception):
    """A run was given up at ``level`` because it met more states than it was allowed."""

    def __init__(self, level: int) -> None:
        super().__init__(f"gave up at level {level}")
        self.level = level


class FrontierMachine(ABC, Generic[State]):
    """A deterministic layered machine over ``length`` levels of choices."""

    length: int

    @abstractmethod
    def start(self) -> State | None:
        """The state before the first level; None if a rule fails from the outset."""

    @abstractmethod
    def moves(self, level: int, state: State) -> Iterable[tuple[int, State]]:
        """The choices open to ``state``: (mask of the variables set true here, next state)."""

    @abstractmethod
    def variables(self, level: int) -> tuple[int, ...]:
        """The variables that the choice at a level decides; each belongs to one level."""

    def advance(self, level: int, layer: dict[State, int]) -> dict[State, int]:
        """The next layer: each state's number of paths, summed over the moves into it."""
        following: dict[State, int] = {}
        get = following.get
        for state, paths in layer.items():
            for _, target in self.moves(level, state):
                following[target] = get(target, 0) + paths
        return following

    def distance(self, level: int, state: State) -> Any:
        """A sort key before ``level`` that begins with what is read last.

        States that the next levels will merge lie close together in its order.
        """
        return state


def count(
    machine: FrontierMachine[State], budget: int | None = None, widest: int | None = None
) -> int:
    """The number of solutions.

    :class:`OverBudget` once more than ``budget`` states were met, or ``widest`` in one layer.
    """
    first = machine.start()
    layer = {} if first is None else {first: 1}
    met = 0
    for level in range(machine.length):
        layer = machine.advance(level, layer)
        met += len(layer)
        if budget is not None and met > budget:
            raise OverBudget(level)
        if widest is not None and len(layer) > widest:
            raise OverBudget(level)
    return sum(layer.values())


def estimate(machine: FrontierMachine[State], enough: int) -> int:
    """About how many states a run would meet; exact where no layer has more than 4000.

    A wider layer is thinned to one stretch of the order of :meth:`FrontierMachine.distance` and taken to
    grow as that does; of two stretches' figures the smaller is told.  Thinned states merge less, so it
    errs upwards, in long runs a hundredfold and more: good for refusing what is far out of reach.
    It stops counting beyond ``enough``.
    """
    stretches = (_ESTIMATED // 2, _ESTIMATED * 3 // 4)
    return min(_estimated(machine, stretch, enough) for stretch in stretches)


def _estimated(machine: FrontierMachine[State], stretch: int, enough: int) -> int:
    first = machine.start()
    layer = {} if first is None else {first: 1}
    size, met = 1.0, 0.0
    for level in range(machine.length):
        following = machine.advance(level, layer)
        if not following:
            break
        size *= len(following) / len(layer)
        met += size
        if met > enough:
            break
        layer = following
        if len(layer) > _ESTIMATED and level + 1 < machine.length:
            ranked = sorted(layer, key=partial(machine.distance, level + 1))
            start = (len(ranked) - stretch) // 2
            layer = dict.fromkeys(ranked[start : start + stretch], 1)
    return int(met)


_ESTIMATED = 4000
"""The widest layer that :func:`estimate` follows in full."""


def completions(
    machine: FrontierMachine[State], budget: int | None = None
) -> list[dict[State, int]]:
    """Per level 0 .. ``length``: how many ways each reachable state can be completed.

    States that cannot be completed are left out.  Keeps every layer, so memory grows with the
    total number of states and not with the largest layer.
    """
    first = machine.start()
    reached: list[list[State]] = [[] if first is None else [first]]
    met = 0
    for level in range(machine.length):
        reached.append(list(machine.advance(level, dict.fromkeys(reached[-1], 1))))
        met += len(reached[-1])
        if budget is not None and met > budget:
            raise OverBudget(level)
    after = dict.fromkeys(reached.pop(), 1)
    layers = [after]
    for level in reversed(range(machine.length)):
        before = {}
        for state in reached.pop():
            ways = sum(after.get(target, 0) for _, target in machine.moves(level, state))
            if ways:
                before[state] = ways
        layers.append(before)
        after = before
    layers.reverse()
    return layers


def sample(
    machine: FrontierMachine[State], layers: list[dict[State, int]], n: int, rng: Random
) -> list[int]:
    """``n`` solutions drawn uniformly and independently, as masks.

    A rank is drawn below the exact number of solutions and then unranked through ``layers``
    (:func:`completions`), so no probability is ever rounded.
    """
    drawn = []
    for _ in range(n):
        (first, total), *_ = layers[0].items()
        rank = rng.randrange(total)
        mask, state = 0, first
        for level in range(machine.length):
            for chosen, target in machine.moves(level, state):
                ways = layers[level + 1].get(target, 0)
                if rank < ways:
                    mask |= chosen
                    state = target
                    break
                rank -= ways
        drawn.append(mask)
    return drawn


def marginals(
    machine: FrontierMachine[State], layers: list[dict[State, int]]
) -> dict[int, Fraction]:
    """For each variable ever set true, the share of solutions in which it is: forward-backward."""
    (first, total), *_ = layers[0].items()
    forward = {first: 1}
    weights: dict[int, int] = {}
    for level in range(machine.length):
        following: dict[State, int] = {}
        for state, paths in forward.items():
            for chosen, target in machine.moves(level, state):
                ways = layers[level + 1].get(target, 0)
                if ways:
                    following[target] = following.get(target, 0) + paths
                    if chosen:
                        weights[chosen] = weights.get(chosen, 0) + paths * ways
        forward = following
    shares: dict[int, Fraction] = {}
    for chosen, weight in weights.items():
        while chosen:
            variable = (chosen & -chosen).bit_length()
            shares[variable] = shares.get(variable, Fraction(0)) + Fraction(weight, total)
            chosen &= chosen - 1
    return shares


def masks_of(variables: Sequence[int]) -> list[int]:
    """The masks of all subsets of these variables; bit i of an index is the i-th."""
    masks = [0]
    for variable in variables:
        masks += [mask | 1 << variable - 1 for mask in masks]
    return masks


Weights = Mapping[int, tuple[Fraction, Fraction]]
_ONE = (Fraction(1), Fraction(1))


def weight_of(variables: Iterable[int], mask: int, weights: Weights) -> Fraction:
    """The product of the weights of the literals of these variables that ``mask`` makes true."""
    product = Fraction(1)
    for variable in variables:
        product *= weights.get(variable, _ONE)[mask >> variable - 1 & 1]
    return product


def weighted(
    machine: FrontierMachine[State], weights: Weights, budget: int | None = None
) -> Fraction:
    """The sum over the solutions of the product of their literals' weights.

    ``weights``: per variable that of "false" and of "true"; 1 and 1 where there is none.
    :class:`OverBudget` as in :func:`count`.
    """
    first = machine.start()
    layer = {} if first is None else {first: Fraction(1)}
    met = 0
    for level in range(machine.length):
        variables = machine.variables(level)
        known: dict[int, Fraction] = {}
        following: dict[State, Fraction] = {}
        for state, value in layer.items():
            for chosen, target in machine.moves(level, state):
                if chosen not in known:
                    known[chosen] = weight_of(variables, chosen, weights)
                following[target] = following.get(target, Fraction(0)) + value * known[chosen]
        layer = following
        met += len(layer)
        if budget is not None and met > budget:
            raise OverBudget(level)
    return sum(layer.values(), start=Fraction(0))
