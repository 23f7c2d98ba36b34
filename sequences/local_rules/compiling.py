"""From the conditions of a description to rules about surroundings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import assert_never

import numpy as np

from sequences.local_rules.description import (
    LINKS,
    Budget,
    Compared,
    Condition,
    Connected,
    Description,
    Fixed,
    Lines,
    Links,
    Neighbours,
    Offset,
    Order,
    Patterns,
    Permutation,
    Test,
    Tiles,
    Windows,
    Words,
)
from sequences.local_rules.evaluation import Array, number, truth
from sequences.local_rules.rules import CountRule, EndRule, PermutationRule, Rule, TableRule
from sequences.local_rules.scopes import Scope, block_scope, neighbour_scope, run_scope

__all__ = ["budgets", "rules"]

Cells = Mapping[Offset, Array]


@dataclass(frozen=True, slots=True)
class _Layer:
    """Where a condition finds its cells: in the array, or in an array of block statistics."""

    needs: Callable[[Offset], tuple[Offset, ...]]
    value: Callable[[Cells, Offset], Array]


_BASE = _Layer(lambda offset: (offset,), lambda cells, offset: cells[offset])


def budgets(description: Description) -> tuple[Budget, ...]:
    """The budgets of a description, one for each word that conditions share."""
    found: dict[str, Budget] = {}
    for condition in description.conditions:
        if isinstance(condition, Windows | Patterns | Neighbours) and condition.budget:
            found.setdefault(condition.budget.shared, condition.budget)
    return tuple(found.values())


def rules(description: Description) -> list[Rule]:
    """The local rules of a description; those that speak of the same cells are made one."""
    numbers = {budget.shared: i for i, budget in enumerate(budgets(description))}
    found: list[Rule] = []
    for condition in description.conditions:
        found.extend(_rules(condition, description, numbers))
    match description.content:
        case Permutation(moves):
            reached = {(0, 0), *moves, *((-i, -j) for i, j in moves)}
            found.append(PermutationRule(tuple(sorted(reached)), moves=moves))
        case Tiles(tiles):
            found.extend(_tile_rules(tiles))
        case Links():
            found.extend(_link_rules(description.content))
        case None:
            pass
    return _joined(found)


def _rules(
    condition: Condition, description: Description, numbers: Mapping[str, int]
) -> list[Rule]:
    match condition:
        case Windows(shapes, test, on, budget):
            layer = _layer(description, on)
            charged = None if budget is None else numbers[budget.shared]
            return [
                _cells_rule(
                    list(product(range(h), range(w))), layer, _tester(test, (h, w)), charged
                )
                for h, w in shapes
            ]
        case Patterns(steps, length, test, on, budget):
            layer = _layer(description, on)
            charged = None if budget is None else numbers[budget.shared]
            tester = _tester(test, None)
            return [
                _cells_rule([(i * down, i * right) for i in range(length)], layer, tester, charged)
                for down, right in steps
            ]
        case Neighbours(moves, of, test, on, budget):
            charged = None if budget is None else numbers[budget.shared]
            if on is None:
                offsets = tuple(sorted({(0, 0), *moves}))
                return [CountRule(offsets, charged, of=of, test=test)]
            return [_derived_neighbours(condition, _layer(description, on), charged)]
        case Fixed(sides, value):
            return [_fixed_rule(sides, value)]
        case Order() | Lines() | Connected() | Compared():
            return []
        case _:
            assert_never(condition)


def _layer(description: Description, on: str | None) -> _Layer:
    if on is None:
        return _BASE
    derived = next(d for d in description.derived if d.name == on)
    block = list(product(range(derived.shape[0]), range(derived.shape[1])))

    def needs(offset: Offset) -> tuple[Offset, ...]:
        return tuple((offset[0] + i, offset[1] + j) for i, j in block)

    def value(cells: Cells, offset: Offset) -> Array:
        inside = [cells[place] for place in needs(offset)]
        found = number(derived.value, block_scope(derived.shape, inside))
        return np.broadcast_to(found, np.shape(inside[0]))

    return _Layer(needs, value)


def _tester(test: Test, shape: tuple[int, int] | None) -> Callable[[list[Array]], Array]:
    """A test as a function of the list of cells."""
    if isinstance(test, Words):
        words, allowed = test.words, test.allowed

        def matches(cells: list[Array]) -> Array:
            met = [
                reduce(
                    np.logical_and,
                    [c == v for c, v in zip(cells, word, strict=True) if v is not None],
                    np.ones_like(cells[0], dtype=bool),
                )
                for word in words
                if len(word) == len(cells)
            ]
            return reduce(np.logical_or, met, np.zeros_like(cells[0], dtype=bool)) == allowed

        return matches

    def judged(cells: list[Array]) -> Array:
        scope: Scope = run_scope(cells) if shape is None else block_scope(shape, cells)
        return truth(test.expression, scope, len(cells[0])) == test.wanted

    return judged


def _cells_rule(
    offsets: Sequence[Offset],
    layer: _Layer,
    tester: Callable[[list[Array]], Array],
    budget: int | None,
) -> TableRule:
    """A test of cells that must all exist for it to apply."""
    needed = tuple(sorted({place for offset in offsets for place in layer.needs(offset)}))

    def holds(cells: Cells) -> Array:
        if any(place not in cells for place in needed):
            return np.True_
        return tester([layer.value(cells, offset) for offset in offsets])

    return TableRule(needed, budget, holds=holds)


def _derived_neighbours(condition: Neighbours, layer: _Layer, budget: int | None) -> TableRule:
    """A block statistic against those of the neighbouring blocks that exist."""
    needed = {place for offset in ((0, 0), *condition.moves) for place in layer.needs(offset)}
    test = condition.test

    def exists(cells: Cells, offset: Offset) -> bool:
        return all(place in cells for place in layer.needs(offset))

    def holds(cells: Cells) -> Array:
        if not exists(cells, (0, 0)):
            return np.True_
        own = layer.value(cells, (0, 0))
        around = [layer.value(cells, m) for m in condition.moves if exists(cells, m)]
        values = sorted({int(v) for array in (own, *around) for v in np.unique(array)})
        counts = np.stack(
            [sum((np.asarray(a == v, int) for a in around), np.zeros_like(own)) for v in values], -1
        )
        good = truth(test.expression, neighbour_scope(own, counts, values), len(own)) == test.wanted
        if condition.of is None:
            return good
        concerned = reduce(np.logical_or, [own == v for v in condition.of])
        return np.logical_or(good, np.logical_not(concerned))

    return TableRule(tuple(sorted(needed)), budget, holds=holds)


def _fixed_rule(sides: tuple[Offset, ...], value: int) -> TableRule:
    """The cells beyond the sides tell by not existing that the cell lies there."""

    def holds(cells: Cells) -> Array:
        if (0, 0) not in cells or any(side in cells for side in sides):
            return np.True_
        return cells[0, 0] == value

    return TableRule(((0, 0), *sides), wraps=False, holds=holds)


def _tile_rules(tiles: tuple[tuple[Offset, ...], ...]) -> list[Rule]:
    """Each cell of a tile demands the tile's other cells at their places."""
    demands: dict[Offset, list[tuple[int, int]]] = {}
    first = 0
    for tile in tiles:
        for i, (a, b) in enumerate(tile):
            for k, (c, d) in enumerate(tile):
                if i != k:
                    demands.setdefault((c - a, d - b), []).append((first + i, first + k))
        first += len(tile)
    return [_tile_rule(offset, pairs) for offset, pairs in sorted(demands.items())]


def _tile_rule(offset: Offset, pairs: list[tuple[int, int]]) -> TableRule:
    def holds(cells: Cells) -> Array:
        if (0, 0) not in cells:
            return np.True_
        good: Array = np.True_
        for own, other in pairs:
            met = cells[offset] == other if offset in cells else np.False_
            good = np.logical_and(good, np.logical_or(cells[0, 0] != own, met))
        return good

    return TableRule(((0, 0), offset), holds=holds)


def _link_rules(links: Links) -> list[Rule]:
    """Links are seen from both cells, none leads out of the array, and ends have one each."""
    found: list[Rule] = [
        TableRule(((0, 0), offset), holds=_link_meets(offset, bit, back))
        for offset, bit, back in LINKS
    ]
    if links.ends:
        around = tuple(sorted(((0, 0), *(offset for offset, _, _ in LINKS))))
        found.append(EndRule(around, wraps=False, ends=links.ends, others=1 in links.degrees))
    return found


def _link_meets(offset: Offset, bit: int, back: int) -> Callable[[Cells], Array]:
    """Towards the right and downwards both cells are compared; up and left only a border is."""

    def holds(cells: Cells) -> Array:
        if (0, 0) not in cells:
            return np.True_
        if offset not in cells:
            return cells[0, 0] & bit == 0
        if offset < (0, 0):
            return np.True_
        return (cells[0, 0] & bit > 0) == (cells[offset] & back > 0)

    return holds


def _joined(found: list[Rule]) -> list[Rule]:
    """Table rules about the same cells as one rule, where no budget tells them apart."""
    groups: dict[frozenset[Offset], list[TableRule]] = {}
    others: list[Rule] = []
    for rule in found:
        if isinstance(rule, TableRule) and rule.budget is None and rule.wraps:
            groups.setdefault(frozenset(rule.offsets), []).append(rule)
        else:
            others.append(rule)
    return [_conjunction(group) for group in groups.values()] + others


def _conjunction(group: list[TableRule]) -> TableRule:
    if len(group) == 1:
        return group[0]
    return TableRule(
        group[0].offsets,
        holds=lambda cells: reduce(np.logical_and, [rule.holds(cells) for rule in group]),
    )
