"""Machine code for loops, connected sets and distinct lines, and for mixtures of all rules.

Boards of random rules go through every program in ``tests/vocabulary_fuzz.py``; here are larger boards,
and what those of a few variables do not reach.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from count import bdd, frontier
from count.frontier import build
from count.frontier.compiled.programs import programs
from count.frontier.components import divide
from count.frontier.joint import JointMachine
from count.frontier.lines import OneByOne, Scattered, SideBySide
from puzzles import Binairo, Board
from puzzles.language import Count
from puzzles.rules import (
    Cell,
    CellGraph,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Named,
    Paths,
    Rule,
    Table,
)
from tests.compiled import by_each_program, by_python
from tests.vocabulary_boards import Stated, grid


def stated(height: int, width: int, places: tuple[object, ...], *rules: Rule) -> Stated:
    named = tuple(Named(("one",), rule, ((0, 0),)) for rule in rules)
    return Stated(shape=(height, width), stated_places=places, stated=named)  # type: ignore[arg-type]


def machine_of(board: Board) -> JointMachine:
    division = divide(board)
    assert division is not None
    (component,) = division.components
    machine = build.machine(component, division.places)
    assert isinstance(machine, JointMachine)
    return machine


LOOPS = (1, 13, 213, 9349, 1222363, 487150371)
"""Closed curves along the edges of n x n squares, n = 1, 2, ...: OEIS A140517."""


@pytest.mark.parametrize("side", range(1, 7))
def test_closed_curves(side: int) -> None:
    cells, edges = grid(side + 1, side + 1)
    board = stated(side + 1, side + 1, edges, Loop(Graph(cells, edges)))
    assert by_each_program(board) == {LOOPS[side - 1]}


HANGING = (1, 13, 218, 11506, 2301877)
"""Connected sets of cells of an n x n square, the empty one left out: OEIS A287151."""


@pytest.mark.parametrize("side", range(1, 6))
def test_connected_sets(side: int) -> None:
    cells, edges = grid(side, side)
    board = stated(side, side, cells, Connected(CellGraph(cells, edges)))
    assert by_each_program(board) == {HANGING[side - 1] + 1}


def test_a_curve_and_chosen_cells_and_givens_together() -> None:
    """A curve, a connected set of the same points, each on the curve: machines beside each other."""
    cells, edges = grid(3, 3)
    places = (*cells, *edges)
    around = Graph(cells, edges, tuple(range(10, 10 + len(edges))))
    set_of = CellGraph(cells, edges, tuple(range(1, 10)))
    at = around.at()
    clauses: list[Rule] = []
    for i, cell in enumerate(cells, start=1):
        # A cell is chosen exactly if the curve passes through it.
        clauses += [Clause((-i, *at[cell])), *(Clause((i, -edge)) for edge in at[cell])]
    curves = stated(3, 3, places, Loop(around), Connected(set_of), *clauses)
    assert by_each_program(curves) == {13}
    through = replace(curves, stated=(*curves.stated, Named(("one",), Clause((5,)), ((1, 1),))))
    assert by_each_program(through) == {by_python(through)} == {bdd.count(through)}
    apart = replace(curves, stated=(*curves.stated, Named(("one",), Chordless(around), cells)))
    # Without the curves that have a chord: not the same components, so both machines are needed.
    assert by_each_program(apart) == {by_python(apart)} == {bdd.count(apart)}


@pytest.mark.parametrize("seed", range(3))
def test_binairo_with_givens(seed: int) -> None:
    random = Random(seed)
    board = Binairo.blank(6, 6)
    (solution,) = frontier.sample(board, 1, random)
    given = replace(
        board,
        givens=tuple(
            tuple(solution >> 6 * r + c & 1 if random.random() < 0.3 else None for c in range(6))
            for r in range(6)
        ),
    )
    for dropped in ((), ("balance",)):
        rest = given.dropping(*dropped)
        machine = machine_of(rest)
        assert {type(watcher) for watcher in machine.watchers} == {OneByOne, SideBySide}
        expected = by_python(rest)
        assert expected > 0
        assert by_each_program(rest) == {expected}


def test_blank_binairo() -> None:
    assert by_each_program(Binairo.blank(6, 6)) == {4140}
    assert by_each_program(Binairo.blank(4, 8)) == {by_python(Binairo.blank(4, 8))}


@pytest.mark.parametrize("seed", range(8))
def test_lines_in_any_order(seed: int) -> None:
    """Lines that come neither one after another nor side by side; pairs and letters beyond a byte."""
    random = Random(seed)
    cells, _ = grid(4, 4)
    length = random.randint(3, 4)
    lines = tuple(tuple(random.sample(range(1, 17), length)) for _ in range(random.randint(4, 6)))
    several = tuple(tuple(random.sample(range(1, 17), 8)) for _ in range(2))
    board = stated(
        4,
        4,
        cells,
        Distinct(lines),
        Distinct(several),
        Table(tuple(range(1, 17)), Count(16, frozenset({4, 9}))),
    )
    machine = machine_of(board)
    assert any(isinstance(watcher, Scattered) for watcher in machine.watchers)
    wanted = sum(
        mask.bit_count() in (4, 9)
        and all(
            [mask >> v - 1 & 1 for v in a] != [mask >> v - 1 & 1 for v in b]
            for group in (lines, several)
            for a, b in combinations(group, 2)
        )
        for mask in range(1 << 16)
    )
    assert by_each_program(board) == {wanted}


def test_two_graphs_on_one_board() -> None:
    """Paths over all edges, and trees of another pairing over some of them."""
    cells, edges = grid(3, 4)
    half = tuple(edge for edge in edges if edge[1][1] < 3)
    part: tuple[Cell, ...] = tuple(cell for cell in cells if cell[1] < 3)
    variables = tuple(1 + edges.index(edge) for edge in half)
    board = stated(
        3,
        4,
        edges,
        Paths(Graph(cells, edges), (((0, 0), "a"), ((2, 3), "a"))),
        Paths(Graph(part, half, variables), (((0, 0), "b"), ((1, 1), "b"))),
        Chordless(Graph(part, half, variables)),
    )
    expected = by_python(board)
    assert expected == bdd.count(board) > 100
    assert by_each_program(board) == {expected}


def test_what_does_not_fit_stays_with_python() -> None:
    """A frontier of more cells than a byte numbers."""
    cells, _ = grid(1, 260)
    wide = tuple((cells[k], cells[259 - k]) for k in range(129))
    chain = tuple(pairwise(cells[:130]))
    board = stated(1, 260, cells, Connected(CellGraph(cells[:259], (*chain, *wide[1:]))))
    machine = machine_of(board)
    assert programs([machine]) == []


@pytest.mark.slow
@pytest.mark.parametrize("side", [7, 8])
def test_more_closed_curves(side: int) -> None:
    cells, edges = grid(side + 1, side + 1)
    board = stated(side + 1, side + 1, edges, Loop(Graph(cells, edges)))
    # OEIS A140517.
    assert frontier.count(board) == {7: 603841648931, 8: 2318527339461265}[side]
