"""The order in which a component's variables are read: the frontier's length is the whole price.

Candidates are row by row, column by column, and a greedy order that next reads the variable which
leaves the fewest states open.  The price of an order is the sum over its levels of the product of
the sizes of the open automata: an upper bound on the number of states, used only to compare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log2

from count.frontier.automaton import Automaton
from puzzles.rules import Place, cells_of

__all__ = ["best_order", "by_columns", "by_rows", "price"]

_CELL_BITS = log2(3)
"""A frontier cell of a graph: untouched, passed, or in a component."""
_GREEDY_UP_TO = 250
"""Most variables for which the greedy order, quadratic in them, is tried."""


def by_rows(variables: Sequence[int], places: Sequence[Place]) -> tuple[int, ...]:
    """Row-major; an edge counts from its first cell, its right one first."""
    return tuple(sorted(variables, key=lambda v: tuple(cells_of(places[v - 1]))))


def by_columns(variables: Sequence[int], places: Sequence[Place]) -> tuple[int, ...]:
    """Column-major; an edge counts from its first cell, its downward one first."""
    return tuple(sorted(variables, key=lambda v: tuple((c, r) for r, c in cells_of(places[v - 1]))))


def price(
    order: Sequence[int], automata: Sequence[Automaton], spans: Sequence[Sequence[int]] = ()
) -> float:
    """log2 of the bound on the total number of states that this order leaves open.

    ``spans``: variables of which some cell of a graph is on the frontier from the first to the last
    one read; such a cell is reckoned at :data:`_CELL_BITS`.
    """
    at = {v: level for level, v in enumerate(order)}
    bits = [0.0] * (len(order) + 1)
    for automaton in automata:
        levels = sorted(at[v] for v in automaton.variables)
        for position in range(1, len(levels)):
            size = log2(automaton.states(position))
            for level in range(levels[position - 1] + 1, levels[position] + 1):
                bits[level] += size
    for span in spans:
        levels = [at[v] for v in span]
        for level in range(min(levels, default=0) + 1, max(levels, default=0) + 1):
            bits[level] += _CELL_BITS
    peak = max(bits)
    return peak + log2(sum(2 ** (b - peak) for b in bits))


def best_order(
    variables: Sequence[int],
    places: Sequence[Place],
    compiled: Callable[[Sequence[int]], Sequence[Automaton]],
    ties: Mapping[int, Sequence[int]],
    spans: Sequence[Sequence[int]],
    greedy: bool,
) -> tuple[int, ...]:
    """The cheapest candidate; ``ties[v]`` are the rule numbers that speak of variable v.

    ``spans``: see :func:`price`.  ``greedy`` False keeps to rows and columns, which rules over
    whole lines need.
    """
    candidates = [by_rows(variables, places), by_columns(variables, places)]
    if greedy and len(variables) <= _GREEDY_UP_TO:
        candidates.append(_greedy(candidates[0], ties))
        candidates.append(_greedy(candidates[1], ties))
    return min(candidates, key=lambda order: price(order, compiled(order), spans))


def _greedy(order: Sequence[int], ties: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """Next the variable that opens the fewest rules less those it closes; ties by ``order``."""
    left: dict[int, int] = {}
    about: dict[int, list[int]] = {}
    for v in order:
        for rule in ties.get(v, ()):
            left[rule] = left.get(rule, 0) + 1
            about.setdefault(rule, []).append(v)
    opened: set[int] = set()

    def cost(v: int) -> tuple[int, int]:
        rules = ties.get(v, ())
        change = sum((left[rule] > 1) - (rule in opened) for rule in rules)
        touched = sum(rule in opened for rule in rules)
        return change, -touched

    costs = {v: cost(v) for v in order}
    rest = list(order)
    chosen = []
    while rest:
        best = min(rest, key=costs.__getitem__)
        rest.remove(best)
        chosen.append(best)
        for rule in ties.get(best, ()):
            left[rule] -= 1
            if left[rule]:
                opened.add(rule)
            else:
                opened.discard(rule)
        # Only what shares a rule with it costs otherwise now.
        for v in {v for rule in ties.get(best, ()) for v in about[rule]}:
            costs[v] = cost(v)
    return tuple(chosen)
