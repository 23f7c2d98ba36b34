"""Every interpreter of the rule vocabulary on boards of random rules, and known numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import pytest

import count
import encode
from count import bdd, brute, brute_lifted, frontier, sat, width
from count.frontier import components, halves
from ladder import LadderEngine, climb, search
from ladder.projection import project
from puzzles import Binairo, Numberlink
from puzzles.language import Count, Line, Listed
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
    Rule,
    Table,
    Unsupported,
)
from tests.encode.brute import projected
from tests.vocabulary_boards import Stated, grid, solutions_of
from tests.vocabulary_fuzz import check

ENGINES = (frontier, bdd, brute, brute_lifted, sat)


@pytest.mark.parametrize("part", range(10))
def test_a_thousand_boards_of_random_rules(part: int) -> None:
    several = 0
    for number in range(100 * part, 100 * (part + 1)):
        try:
            several += check(number, quick=True) > 1
        except Exception as error:
            error.add_note(f"board {number}")
            raise
    assert several > 20, "boards without solutions prove little"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(100))
def test_a_hundred_thousand_boards_of_random_rules(part: int) -> None:
    for number in range(1000 * (part + 1), 1000 * (part + 2)):
        try:
            check(number)
        except Exception as error:
            error.add_note(f"board {number}")
            raise


# Known numbers


def of_edges(height: int, width: int, *rules: Rule) -> Stated:
    """A board of all edges between points, in the grid's order, under these rules and a loop."""
    cells, edges = grid(height, width)
    graph = Graph(cells, edges)
    stated = tuple(Named(("one",), rule, cells) for rule in (Loop(graph), *rules))
    return Stated(shape=(height, width), stated_places=edges, stated=stated)


def of_cells(height: int, width: int, *rules: Rule) -> Stated:
    """A board of all cells, in the grid's order, under these rules and connected."""
    cells, edges = grid(height, width)
    graph = CellGraph(cells, edges)
    stated = tuple(Named(("one",), rule, cells) for rule in (Connected(graph), *rules))
    return Stated(shape=(height, width), stated_places=cells, stated=stated)


LOOPS = (1, 13, 213, 9349, 1222363, 487150371, 603841648931)
"""Closed curves along the edges of n x n squares, n = 1, 2, ...: OEIS A140517."""


@pytest.mark.parametrize("side", range(1, 8))
def test_blank_slitherlink_by_the_frontier(side: int) -> None:
    assert frontier.count(of_edges(side + 1, side + 1)) == LOOPS[side - 1]


@pytest.mark.parametrize("side", range(1, 5))
def test_blank_slitherlink_by_the_diagram(side: int) -> None:
    assert bdd.count(of_edges(side + 1, side + 1)) == LOOPS[side - 1]


def test_small_loops_by_every_engine() -> None:
    for engine in (*ENGINES, brute_lifted):
        assert [engine.count(of_edges(n + 1, n + 1)) for n in (1, 2)] == [1, 13], engine


def hanging(height: int, width: int) -> int:
    """Connected sets of cells, the empty one too: each grown cell by cell from every smaller one."""
    cells = {(r, c) for r in range(height) for c in range(width)}
    sets = {frozenset[Cell]()}
    newest = {frozenset({cell}) for cell in cells}
    while newest:
        sets |= newest
        newest = {
            grown | {(r + i, c + j)}
            for grown in newest
            for r, c in grown
            for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + i, c + j) in cells - grown
        }
    return len(sets)


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (2, 2), (2, 4), (3, 3), (3, 4)])
def test_connected_sets_of_cells(shape: tuple[int, int]) -> None:
    board, wanted = of_cells(*shape), hanging(*shape)
    for engine in ENGINES if wanted < 500 else (frontier, bdd, brute):
        assert engine.count(board) == wanted, engine


@pytest.mark.parametrize("columns", range(1, 6))
def test_connected_sets_of_two_rows(columns: int) -> None:
    board = of_cells(2, columns)
    assert frontier.count(board) == bdd.count(board) == hanging(2, columns)


@pytest.mark.parametrize(
    ("pairs", "curves"),
    [
        (((0, 1), (3, 4), (1, 2), (4, 5), (0, 2), (3, 5)), 2),  # two triangles, side by side
        (((0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)), 2),  # two triangles that share a cell
        (tuple(combinations(range(4), 2)), 7),  # four triangles and three squares
        (tuple(combinations(range(5), 2)), 37),  # 10 triangles, 15 squares, 12 pentagons
        (((0, 1), (1, 2), (2, 3)), 0),
    ],
)
def test_loops_of_small_graphs(pairs: tuple[tuple[int, int], ...], curves: int) -> None:
    cells, _ = grid(1, 6)
    graph = Graph(cells, tuple((cells[a], cells[b]) for a, b in pairs))
    named = (Named(("one",), Loop(graph), cells),)
    board = Stated(shape=(1, 6), stated_places=graph.edges, stated=named)
    assert {engine.count(board) for engine in ENGINES} == {curves}
    assert len(projected(encode.formula(board))) == curves == climb(board, limit=None).solutions


def test_chordless_in_a_graph_that_is_not_planar() -> None:
    """Five cells, all neighbours: cliques that share no edge between them, 52 partitions of five."""
    cells, _ = grid(1, 5)
    graph = Graph(cells, tuple(combinations(cells, 2)))
    named = (Named(("one",), Chordless(graph), cells),)
    board = Stated(shape=(1, 5), stated_places=graph.edges, stated=named)
    assert {engine.count(board) for engine in ENGINES} == {52}
    assert len(projected(encode.formula(board))) == 52  # four colours would not do


# Rules that no engine may lose


@dataclass(frozen=True, slots=True)
class Novel:
    """A kind of rule from outside the vocabulary: no engine interprets it."""

    over: tuple[int, ...]

    def variables(self) -> tuple[int, ...]:
        return self.over


def novel(*others: Rule) -> Stated:
    board = of_cells(2, 2)
    rules = (Novel((1, 2)), *others)
    named = tuple(Named(("one",), rule, ((0, 0),)) for rule in rules)  # type: ignore[arg-type]
    return replace(board, stated=named)


def test_a_kind_that_an_engine_does_not_know_is_refused_by_name() -> None:
    for board in (novel(), novel(Table((1,), Count(1, frozenset({1})))), novel(Clause((3,)))):
        for engine in (*ENGINES, brute_lifted):
            with pytest.raises(Unsupported, match="Novel"):
                engine.count(board)
        with pytest.raises(Unsupported, match="Novel"):
            encode.decide(board)
        with pytest.raises(Unsupported, match="encode does not interpret rules of the kind Novel"):
            encode.formula(board)
        with pytest.raises(Unsupported, match="ladder does not interpret rules of the kind Novel"):
            climb(board)
        found = count.count(board, by="frontier,bdd,brute,brute-lifted,sat")
        assert not found.counts
        assert len([note for note in found.notes if "Novel" in note]) == 5


def test_two_rules_of_one_name_are_two_rules() -> None:
    """The ladder asks which rules it knows, not which names."""
    cells, _ = grid(1, 4)
    lines = Distinct(((1, 2), (3, 4)))
    table = Table((1, 2, 3, 4), Listed.of(4, [0b0101, 0b0100]))
    named = tuple(Named(("one",), rule, cells) for rule in (lines, table))
    board = Stated(shape=(1, 4), stated_places=cells, stated=named)
    assert climb(board, limit=None).solutions == 1 == frontier.count(board)
    assert encode.decide(board).verdict == "unique"
    # An engine that knows the table only must judge what it finds by the rules.
    engine = LadderEngine(board, project(board))
    assert search(engine, engine.root(), limit=None).count == 1


def test_no_clause_names_a_variable_twice() -> None:
    """Some readers of DIMACS refuse such clauses."""
    cells, _ = grid(1, 3)
    rules = (Clause((1, -1)), Clause((2, 2, 3)), Distinct(((1, 2), (2, 1), (3, 1))), Clause((-2,)))
    named = tuple(Named(("one",), rule, cells) for rule in rules)
    board = Stated(shape=(1, 3), stated_places=cells, stated=named)
    for shape in ("complete", "lazy", "normal"):
        for clause in encode.formula(board, shape=shape).clauses:
            assert len(set(map(abs, clause))) == len(clause), (shape, clause)
    assert {engine.count(board) for engine in ENGINES} == {len(solutions_of(board))}


def test_a_clause_is_dropped_only_where_a_table_implies_it() -> None:
    over = (1, 2, 3)
    for allowed, kept in (({0, 1}, 1), ({0, 2}, 2), ({0, 1, 2}, 2), ({2, 3}, 2)):
        rules: list[Rule] = [Table(over, Count(3, frozenset(allowed))), Clause((-1, -2))]
        assert len(components._without_implied(rules)) == kept


def test_lines_that_share_cells_and_cross() -> None:
    cells, _ = grid(2, 3)
    for lines in (((1, 2, 3), (3, 2, 1)), ((1, 5), (4, 2), (2, 6)), ((1, 2), (2, 3), (3, 1))):
        named = (Named(("one",), Distinct(lines), cells),)
        board = Stated(shape=(2, 3), stated_places=cells, stated=named)
        wanted = sum(
            all(
                [mask >> v - 1 & 1 for v in a] != [mask >> v - 1 & 1 for v in b]
                for a, b in combinations(lines, 2)
            )
            for mask in range(64)
        )
        assert {engine.count(board) for engine in ENGINES} == {wanted}
        assert count.count(board).value == wanted


def test_a_line_bound_twice_is_bound_by_both() -> None:
    """Grids of lines are joined from halves only where each line has one table."""
    board = Binairo.blank(6, 6)
    named = board.constraints()
    row = next(n for n in named if isinstance(n.rule, Table))
    assert isinstance(row.rule, Table)
    more = Named(("one",), Table(row.rule.scope, Line(6, None, 2)), row.cells)
    for stated in ((*named, more), (more, *named)):
        twice = Stated(shape=(6, 6), stated_places=board.places(), stated=stated)
        division = components.divide(twice)
        assert division is not None
        (component,) = division.components
        assert halves.lines(component, division.places) is None
        assert frontier.count(twice) == 0


def test_plugs_count_only_where_nothing_else_is_said() -> None:
    """A table beside the degrees of a Numberlink is not lost, whatever it ties together."""
    board = Numberlink(
        labels=(("A", None, None), (None, None, None), (None, None, "A")),
        variants=frozenset({"unused"}),
    )
    cells, edges = grid(3, 3)
    fewer = []
    for extra in (
        Table((1, 2), Count(2, frozenset({0, 2}))),
        Table((1, 12), Count(2, frozenset({1}))),
        Clause((4, 9)),
        Table((1, 3, 4), Count(3, frozenset({2}))),
        Loop(Graph(cells, edges)),
        Connected(CellGraph(cells[:2], edges[:1], (4, 9))),
    ):
        named = (Named(("one",), extra, cells), *board.constraints())
        stated = Stated(shape=(3, 3), stated_places=board.places(), stated=named)
        wanted = len(solutions_of(stated))
        assert frontier.count(stated) == bdd.count(stated) == sat.count(stated) == wanted
        assert encode.decide(stated).verdict == ("none", "unique", "several")[min(wanted, 2)]
        fewer.append(wanted < frontier.count(board))
    assert sum(fewer) > 3, fewer


def test_an_error_in_an_engine_is_not_told_as_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("an error")

    monkeypatch.setattr(frontier, "sample", broken)
    monkeypatch.setattr(frontier, "marginals", broken)
    for ask in (
        lambda: count.sample(of_cells(2, 2), 1, 1),
        lambda: count.marginals(of_cells(2, 2)),
    ):
        with pytest.raises(ValueError, match="an error") as caught:
            ask()
        assert not isinstance(caught.value, count.NoSolutions)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Table((1, 1), Count(2, frozenset({1}))), "each once in a table"),
        (lambda: Table((1, 2), Count(3, frozenset({1}))), "words of 2 letters"),
        (lambda: Table((0,), Count(1, frozenset({1}))), "from 1 on"),
        (lambda: Distinct(((1, 2), (3,))), "equal length"),
        (lambda: Distinct(((1, 1), (2, 3))), "each once in a line"),
        (lambda: Graph(((0, 0), (0, 1)), (((0, 0), (0, 1)),), (1, 2)), "1 variables, one an edge"),
        (lambda: Graph(((0, 0), (0, 1)), (((0, 0), (1, 1)),)), "two cells of the graph"),
        (lambda: Graph(((0, 0), (0, 1)), (((0, 0), (0, 0)),)), "two cells of the graph"),
        (
            lambda: Graph(((0, 0), (0, 1)), (((0, 0), (0, 1)), ((0, 1), (0, 0)))),
            "each edge of a graph once",
        ),
        (lambda: Graph(((0, 0), (0, 0)), ()), "each cell of a graph once"),
        (lambda: CellGraph(((0, 0), (0, 1)), (), (4, 4)), "each once in a graph"),
        (lambda: CellGraph(((0, 0), (0, 1)), (), (4,)), "2 variables, one a cell"),
    ],
)
def test_rules_of_a_wrong_form_are_refused(make: object, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        make()  # type: ignore[operator]


# How wide a diagram may become


def star_battle(side: int, stars: int, seed: int) -> Stated:
    """Two stars a row, a column and a region, none touching: regions grown around a solution."""
    random = Random(seed)
    cells, _ = grid(side, side)
    number = {cell: v for v, cell in enumerate(cells, start=1)}
    rules: list[Rule] = []
    two = Count(side, frozenset({stars}))
    for i in range(side):
        rules.append(Table(tuple(number[i, c] for c in range(side)), two))
        rules.append(Table(tuple(number[r, i] for r in range(side)), two))
    for r, c in cells:
        for other in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if other in number:
                rules.append(Clause((-number[r, c], -number[other])))
    named = tuple(Named(("one",), rule, cells) for rule in rules)
    board = Stated(shape=(side, side), stated_places=cells, stated=named)
    (solved,) = frontier.sample(board, 1, random)
    starred = [cell for cell in cells if solved >> number[cell] - 1 & 1]
    regions = _regions(cells, starred, stars, random)
    for region in regions:
        words = Count(len(region), frozenset({stars}))
        scope = tuple(sorted(number[cell] for cell in region))
        named += (Named(("one",), Table(scope, words), tuple(region)),)
    return replace(board, stated=named)


def _regions(
    cells: tuple[Cell, ...], starred: list[Cell], stars: int, random: Random
) -> list[set[Cell]]:
    while True:
        order = sorted(starred)
        home = {cell: k // stars for k, cell in enumerate(order)}
        left = [cell for cell in cells if cell not in home]
        while left:
            near = [
                (cell, home[other])
                for cell in left
                for other in (
                    (cell[0], cell[1] + 1),
                    (cell[0] + 1, cell[1]),
                    (cell[0], cell[1] - 1),
                    (cell[0] - 1, cell[1]),
                )
                if other in home
            ]
            cell, region = random.choice(near)
            home[cell] = region
            left.remove(cell)
        return [{c for c in cells if home[c] == k} for k in range(len(order) // stars)]


def test_a_star_battle_is_let_through() -> None:
    board = star_battle(9, 2, 4)
    rules = [named.rule for named in board.constraints()]
    assert width.bits(rules, bdd.variable_order(board)[0]) > bdd._BITS, "the sum lets it through"
    assert bdd.refuses(board) is None
    assert bdd.count(board) == frontier.count(board)
