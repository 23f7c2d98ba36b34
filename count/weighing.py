"""Weighted models of a diagram: their sum and the heaviest, by exact rationals.

The weight of a model is the product of the weights of its literals.  Every variable counts, also
those that an edge skips.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from count.diagram import Diagram
from count.limits import NoSolutions

__all__ = ["heaviest", "weighted"]

Weights = Mapping[int, tuple[Fraction, Fraction]]
_ONE = (Fraction(1), Fraction(1))


def weighted(diagram: Diagram, weights: Weights) -> Fraction:
    """The sum of the weights of all models.

    ``weights``: per variable that of "false" and of "true"; 1 and 1 where there is none.
    """
    pairs = [weights.get(variable, _ONE) for variable in diagram.order]
    totals = [Fraction(sum(pair)) for pair in pairs]
    depth = len(totals)
    rest = [Fraction(1)] * (depth + 1)  # the weight of all assignments from this level on
    for level in reversed(range(depth)):
        rest[level] = rest[level + 1] * totals[level]
    values = [Fraction(1)]

    def from_level(reference: int, level: int) -> Fraction:
        node = reference >> 1
        value = values[node]
        if reference & 1:
            value = rest[diagram.levels[node]] - value
        return value * prod(totals[level : diagram.levels[node]], start=Fraction(1))

    for node in range(1, len(diagram)):
        level = diagram.levels[node]
        false, true = pairs[level]
        values.append(
            false * from_level(diagram.low[node], level + 1)
            + true * from_level(diagram.high[node], level + 1)
        )
    return from_level(diagram.root, 0)


def heaviest(diagram: Diagram, weights: Weights) -> tuple[int, Fraction]:
    """A model of the greatest weight, as a mask, and that weight.

    Of several the one that is false where they first differ.  NoSolutions if there is no model,
    ValueError for a negative weight.
    """
    pairs = [weights.get(variable, _ONE) for variable in diagram.order]
    if any(min(pair) < 0 for pair in pairs):
        raise ValueError("expected weights of 0 or more")
    # Per parity and node the greatest weight from its level on; None where there is no model.
    best: list[list[Fraction | None]] = [[Fraction(1)], [None]]

    def from_level(reference: int, parity: int, level: int) -> Fraction | None:
        found = best[parity ^ reference & 1][reference >> 1]
        if found is None:
            return None
        skipped = pairs[level : diagram.levels[reference >> 1]]
        return found * prod(map(max, skipped), start=Fraction(1))

    def sides(node: int, parity: int) -> list[Fraction | None]:
        level = diagram.levels[node]
        found = []
        for child, weight in zip(
            (diagram.low[node], diagram.high[node]), pairs[level], strict=True
        ):
            value = from_level(child, parity, level + 1)
            found.append(None if value is None else value * weight)
        return found

    for node in range(1, len(diagram)):
        for parity in (0, 1):
            alive = [value for value in sides(node, parity) if value is not None]
            best[parity].append(max(alive, default=None))
    whole = from_level(diagram.root, 0, 0)
    if whole is None:
        raise NoSolutions("no solution, so none is the heaviest")
    mask, level, reference = 0, 0, diagram.root
    while True:
        node, parity = reference >> 1, reference & 1
        for skipped in range(level, diagram.levels[node]):
            false, true = pairs[skipped]
            mask |= (true > false) << diagram.order[skipped] - 1
        if not node:
            return mask, whole
        level = diagram.levels[node]
        low, high = sides(node, parity)
        bit = low is None or (high is not None and high > low)
        mask |= bit << diagram.order[level] - 1
        reference = (diagram.high if bit else diagram.low)[node] ^ parity
        level += 1
