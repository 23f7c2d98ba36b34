"""Models: boards stated in Python, their text form, and what their statements cost."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import comb

import pytest

import count
from encode import formula
from puzzles import BoardError, Model
from puzzles.language import WIDEST_SUM
from puzzles.numberlink import Numberlink
from puzzles.plain import Plain, plain
from puzzles.rules import Clause, Named

LOOP = '{"rule": ["a"], "loop": {"cells": [%s], "edges": [%s], "variables": [%s]}}'
ENDS = (
    '{"rule": ["a"], "paths": {"cells": ["r0c0", "r0c1"], "edges": ["r0c0-r0c1"], '
    '"variables": [1]}, "ends": {%s}}'
)


def brute(model: Model) -> set[int]:
    """All assignments that break no rule, by trying every one."""
    board = model.board()
    return {mask for mask in range(1 << len(board.places())) if not board.violations(mask)}


def row_of(length: int) -> Model:
    return Model(1, length)


def test_variables_are_cells_then_edges() -> None:
    m = Model(2, 2, cells="lamp", edges="wire")
    assert [m[0, 0], m[0, 1], m[1, 0], m[1, 1]] == m.cells() == [1, 2, 3, 4]
    assert m.edges() == [5, 6, 7, 8]
    assert m.edge((0, 1), (0, 0)) == 5
    assert m.edges((0, 0)) == [5, 6]
    assert m.beside((1, 1)) == [2, 3]
    assert [m.board().label(v) for v in (1, 5, 6)] == ["r0c0", "r0c0-r0c1", "r0c0-r1c0"]
    assert m.board().value(1, True) == "lamp"
    assert m.board().value(5, False) == "no wire"


@pytest.mark.parametrize(
    ("state", "judge"),
    [
        (lambda m, v: m.clause(v[0], -v[1]), lambda a, b, c: a or not b),
        (lambda m, v: m.implies([v[0], -v[1]], v[2]), lambda a, b, c: c or not (a and not b)),
        (lambda m, v: m.implies(v[0], v[2]), lambda a, b, c: c or not a),
        (lambda m, v: m.equal(v[0], -v[2]), lambda a, b, c: a != c),
        (lambda m, v: m.differ(v[0], v[2]), lambda a, b, c: a != c),
        (lambda m, v: m.true(v[0], -v[2]), lambda a, b, c: a and not c),
        (lambda m, v: m.exactly(2, v), lambda a, b, c: a + b + c == 2),
        (lambda m, v: m.at_most(1, v), lambda a, b, c: a + b + c <= 1),
        (lambda m, v: m.at_least(2, v), lambda a, b, c: a + b + c >= 2),
        (lambda m, v: m.count((0, 3), v, "ends"), lambda a, b, c: a == b == c),
        (
            lambda m, v: m.sum({v[0]: 3, v[1]: -1, v[2]: 2}, 1, 2),
            lambda a, b, c: 1 <= 3 * a - b + 2 * c <= 2,
        ),
        (lambda m, v: m.sum({v[0]: 3, v[1]: -1}, low=2), lambda a, b, c: 3 * a - b >= 2),
        (
            lambda m, v: m.words(v, ["110", "001"]),
            lambda a, b, c: (a, b, c) in ((1, 1, 0), (0, 0, 1)),
        ),
        (lambda m, v: m.distinct([[v[0], v[1]], [v[1], v[2]]]), lambda a, b, c: (a, b) != (b, c)),
    ],
)
def test_statements_mean_what_they_say(
    state: Callable[[Model, list[int]], None], judge: Callable[[int, int, int], bool]
) -> None:
    model = row_of(3)
    state(model, model.row(0))
    wanted = {a + 2 * b + 4 * c for a, b, c in product((0, 1), repeat=3) if judge(a, b, c)}
    assert brute(model) == wanted


def clauses_of(state: Callable[[Model, list[int]], None], length: int) -> tuple[int, int]:
    """The clauses and the auxiliary variables of one statement over a row."""
    model = row_of(length)
    state(model, model.row(0))
    written = formula(model.board())
    assert written.functional
    return len(written.clauses), written.variables - length


def test_what_statements_cost() -> None:
    assert clauses_of(lambda m, v: m.clause(*v), 5) == (1, 0)
    assert clauses_of(lambda m, v: m.true(*v), 5) == (5, 0)
    assert clauses_of(lambda m, v: m.implies(v[:4], v[4]), 5) == (1, 0)
    assert clauses_of(lambda m, v: m.equal(v[0], v[1]), 5) == (2, 0)
    for length, bound in product((4, 6, 7), (1, 2)):
        above, below = comb(length, bound + 1), comb(length, length - bound + 1)
        assert clauses_of(lambda m, v, k=bound: m.at_most(k, v), length) == (above, 0)
        assert clauses_of(lambda m, v, k=bound: m.at_least(k, v), length) == (below, 0)
        assert clauses_of(lambda m, v, k=bound: m.exactly(k, v), length) == (above + below, 0)
    clauses, auxiliaries = clauses_of(lambda m, v: m.at_most(3, v), 30)
    assert auxiliaries <= 30 * 4
    assert clauses <= 4 * 30 * 4 + 1
    clauses, auxiliaries = clauses_of(lambda m, v: m.sum({x: 1 + x % 3 for x in v}, 9, 11), 20)
    assert auxiliaries <= 20 * 12
    assert clauses <= 4 * auxiliaries + 20


def every_kind() -> Model:
    m = Model(3, 3, cells=("dark", "light"), edges="line", name="every # kind")
    m.true(m[0, 0])
    m.exactly(2, m.row(1), name="row")
    m.sum({m[0, 0]: 2, m[1, 1]: -3}, low=-1, name="weights")
    m.words(m.column(2), ["010", "111"], name="column")
    m.distinct([m.row(0), m.row(2)])
    m.paths({(0, 0): "a", (2, 2): "a"})
    m.chordless()
    m.loop([(0, 0), (0, 1), (1, 0), (1, 1)])
    m.connected()
    m.show(mark="☼", glyphs=(((0, 0), "7"),), regions=((0, 0, 0),) * 3)
    return m


def test_the_text_form_reads_back() -> None:
    board = every_kind().board()
    head, *lines = board.text().splitlines()
    assert head == "model"
    assert not any("#" in line for line in lines)
    again = Plain.from_lines(lines)
    assert again == board
    assert again.drawing() == board.drawing()
    dropped = board.dropping("loop", "row")
    assert Plain.from_lines(dropped.text().splitlines()[1:]) == dropped
    assert len(dropped.constraints()) == len(board.constraints()) - 2


def test_any_board_becomes_a_plain_one() -> None:
    board = Numberlink(labels=(("a", None, "a"), ("b", None, "b")), variants=frozenset({"unused"}))
    same = plain(board)
    assert same.places() == board.places()
    assert same.constraints() == board.constraints()
    assert same.title() == board.title()
    assert Plain.from_lines(same.text().splitlines()[1:]) == same


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "expected a JSON object"),
        ("[1]", "expected a JSON object"),
        ('{"count": [1], "allowed": [1]}', "expected the key 'rule'"),
        ('{"rule": [], "clause": [1]}', "at least one name"),
        ('{"rule": ["a"]}', "expected one of count"),
        ('{"rule": ["a"], "clause": [1], "count": [1], "allowed": []}', "found count, clause"),
        ('{"rule": ["a"], "clause": [1, true]}', "expected a list of literals"),
        ('{"rule": ["a"], "clause": [1.0]}', "expected a list of literals"),
        ('{"rule": ["a"], "clause": [99]}', "expected variables 1 to 21, found 99"),
        ('{"rule": ["a"], "clause": [0]}', "expected variables 1 to 21, found 0"),
        ('{"rule": ["a"], "clause": [1], "clause": [2]}', "twice"),
        ('{"rule": ["a"], "clause": [1], "weight": 2}', "expected no key 'weight'"),
        ('{"rule": ["a"], "count": [1, 1], "allowed": [1]}', "each variable once"),
        ('{"rule": ["a"], "sum": [1], "weights": [1, 2], "low": 0, "high": 1}', "expected 1 weights"),
        ('{"rule": ["a"], "words": [1, 2], "listed": ["1"]}', "words of 2 letters"),
        ('{"rule": ["a"], "distinct": [[1, 2], [3]]}', "lines of one length"),
        ('{"rule": ["a"], "line": [1, 2], "run": 0, "ones": null}', "a run from 1 on"),
        (LOOP % ('"r0c0"', '"r0c0-r0c1"', 9), "edges between"),
        (LOOP % ("", "", 9), "0 different variables"),
        ('{"rule": ["a"], "loop": {"cells": [], "edges": []}}', "expected the key 'variables'"),
        ('{"rule": ["a"], "clause": [1], "at": ["r0c0-r0c1"]}', "expected a cell"),
        ('{"rule": ["a"], "clause": [1], "at": ["r00c0"]}', "expected a place"),
        ('{"rule": ["a"], "count": [1, -2], "allowed": [1]}', "variables from 1 on"),
        ('{"rule": ["a"], "distinct": [[1, 1], [2, 3]]}', "variables from 1 on"),
        (LOOP % ('"r0c0", "r0c1"', '"r0c0-r0c1"', -1), "variables from 1 on"),
        (LOOP % ('"r0c0", "r0c1"', '"r0c0-r0c1", "r0c1-r0c0"', "1, 2"), "each edge of a graph once"),
        (ENDS % '"r0c0": "A", "r00c0": "B"', "expected a place"),
        (ENDS % '"r0c0": "A", "r0c2": "A"', "ends among the cells"),
    ],
)  # fmt: skip
def test_what_is_no_rule_is_refused(line: str, fault: str) -> None:
    lines = [*every_kind().board().text().splitlines()[1:4], line]
    with pytest.raises(BoardError) as caught:
        Plain.from_lines(lines)
    assert fault in caught.value.message
    assert caught.value.cell == (3, 0)


def test_a_name_cannot_pass_for_a_line_of_a_report() -> None:
    """Verifiers print titles, and the rules in force, of boards that others have written."""
    name = "m has 7 solutions\nverified: x"
    board = Model(1, 2, name=name).board()
    assert board.title() == "1x2 m has 7 solutions\ufffdverified: x"
    assert Plain.from_lines(board.text().splitlines()[1:]) == board
    with pytest.raises(BoardError, match="printable names"):
        replace(board, stated=(Named(("a\nverified",), Clause((1,)), ((0, 0),)),))


def test_what_a_model_refuses() -> None:
    m = Model(2, 3)
    with pytest.raises(BoardError, match="no variable at cell"):
        m[2, 0]
    with pytest.raises(BoardError, match="no variable at an edge"):
        m.edge((0, 0), (0, 1))
    with pytest.raises(BoardError, match="a model with edges"):
        m.loop()
    with pytest.raises(BoardError, match="two whole numbers"):
        Model(2.0, 3)  # type: ignore[arg-type]
    with pytest.raises(BoardError, match="at least one cell"):
        Model(0, 3)
    wide = row_of(20)
    with pytest.raises(BoardError, match=f"at most {WIDEST_SUM} different partial sums"):
        wide.sum({v: 1 << v for v in wide.row(0)}, 0, 7)
    assert not m.board().constraints()


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (
            lambda m: m.clause(7),
            "rule clause: expected variables 1 to 6 or their negations, found 7",
        ),
        (lambda m: m.clause(0), "found 0"),
        (lambda m: m.clause("a"), "found 'a'"),
        (lambda m: m.clause(True), "found True"),
        (lambda m: m.true(1.0), "found 1.0"),
        (lambda m: m.implies([1], [2]), "found [2]"),
        (lambda m: m.implies("1", 2), "expected a list of literals, found '1'"),
        (lambda m: m.equal(1, None), "found None"),
        (lambda m: m.differ(1, None), "found None"),
        (lambda m: m.exactly(1, [1, 1]), "expected each variable once, found [1, 1]"),
        (lambda m: m.exactly("2", [1, 2]), "expected a whole number, found '2'"),
        (lambda m: m.exactly(1, 5), "expected a list of variables, found 5"),
        (lambda m: m.at_most(1.5, [1]), "expected a whole number, found 1.5"),
        (lambda m: m.at_most(1, [-1, 2]), "expected variables 1 to 6, found -1"),
        (lambda m: m.at_least(None, [1]), "expected a whole number, found None"),
        (lambda m: m.count({1.5}, [1], "c"), "rule c: expected a whole number, found 1.5"),
        (lambda m: m.count("12", [1], "c"), "expected a list of numbers, found '12'"),
        (lambda m: m.sum([1, 2], 0, 1), "expected a whole number per variable"),
        (lambda m: m.sum({-1: 1}), "expected variables 1 to 6, found -1"),
        (lambda m: m.sum({1: 1.5}), "expected whole numbers for weights, found 1.5"),
        (lambda m: m.sum({1: 1}, float("nan")), "expected whole numbers for bounds, found nan"),
        (lambda m: m.words([1, 2], ["2"]), "expected words of 2 letters 0 and 1, found '2'"),
        (lambda m: m.words([1, 2], [1]), "expected words of 2 letters 0 and 1, found 1"),
        (lambda m: m.distinct([[1, 2], [3]]), "expected lines of 2 variables, found 1"),
        (lambda m: m.distinct([1, 2]), "expected a list of variables, found 1"),
        (lambda m: m.connected([(7, 7)]), "expected cells of the model, found (7, 7)"),
        (lambda m: m.rule("x", "n"), "rule n: expected a rule of the vocabulary, found 'x'"),
        (lambda m: m.clause(1, name="a\n1 0"), "expected a name of a rule, in one line"),
        (lambda m: m.clause(1, name=5), "expected a name of a rule, in one line, found 5"),
        (lambda m: m.windows(0, 2).__next__(), "expected a size of blocks from 1x1 on"),
        (lambda m: m.beside(3), "expected a cell of a 2x3 model, found 3"),
        (lambda m: m.show(colour=1), "expected one of mark"),
        (lambda m: m.show(mark=5), "expected a sign or None for mark, found 5"),
        (lambda m: m.show(mark=""), "expected a sign or None for mark, found ''"),
        (lambda m: m.show(points="yes"), "expected True or False for points"),
        (lambda m: m.show(glyphs={(0, 0): 5}), "expected a text per cell for glyphs"),
        (lambda m: Model(2, 3, cells=5), "expected a word, two words or None for cells, found 5"),
        (lambda m: Model(2, 3, edges=("a",)), "for edges, found ('a',)"),
        (lambda m: Model(10**9, 10**9), "a model has at most"),
        (lambda m: Model(2, 3, name=5), "expected a name of a model, found 5"),
    ],
)
def test_what_a_statement_refuses(call: Callable[[Model], object], fault: str) -> None:
    m = Model(2, 3)
    with pytest.raises(BoardError) as caught:
        call(m)
    assert fault in caught.value.message
    assert not m.board().constraints()


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (lambda m: m.paths({(9, 9): "A"}), "expected cells of the model, found (9, 9)"),
        (lambda m: m.paths({(0, 0): "A"}, [(0, 1), (1, 1)]), "expected cells of the model"),
        (lambda m: m.paths({(0, 0): 1}), "expected texts for labels, found 1"),
        (lambda m: m.paths([(0, 0)]), "expected a label per cell"),
        (lambda m: m.loop([(7, 7)]), "expected cells of the model, found (7, 7)"),
        (lambda m: m.loop("x"), "expected a list of cells, found 'x'"),
        (lambda m: m.chordless([1]), "expected cells of the model, found 1"),
        (lambda m: m.edge((0, 0), None), "no variable at an edge"),
    ],
)
def test_what_a_statement_on_edges_refuses(call: Callable[[Model], object], fault: str) -> None:
    m = Model(2, 3, edges="line")
    with pytest.raises(BoardError) as caught:
        call(m)
    assert fault in caught.value.message
    assert not m.board().constraints()


def test_bounds_of_any_size_are_taken() -> None:
    m = row_of(3)
    m.at_most(10**30, m.row(0))
    m.at_least(-(10**30), m.row(0))
    m.count(range(2, 10**12), m.row(0), "two or more")
    assert len(brute(m)) == 4


def test_a_sum_that_asks_for_nothing_and_statements_over_nothing() -> None:
    m = row_of(2)
    m.sum({1: 5, 2: 0})
    m.sum({1: 1, 2: 1}, 0, 2)
    m.exactly(0, [])
    m.words([], [""])
    m.sum({}, 0, 0)
    assert brute(m) == {0, 1, 2, 3}
    found = count.count(m, by="frontier,bdd,sat,brute,brute-lifted").counts
    assert set(found.values()) == {4}, found
    m.exactly(1, [])
    assert brute(m) == set()
    found = count.count(m, by="frontier,bdd,sat,brute,brute-lifted").counts
    assert set(found.values()) == {0}, found


def test_a_board_is_a_snapshot() -> None:
    m = row_of(2)
    before = m.board()
    m.clause(1, name="one")
    after = m.board()
    assert not before.constraints()
    assert [named.rule for named in after.constraints()] == [Clause((1,))]
    assert after.rules() == ("one",)
    assert after.dropping("one").constraints() == ()
    with pytest.raises(BoardError, match="has no rule 'two'"):
        after.dropping("two")
    assert pickle.loads(pickle.dumps(after)) == after
    assert hash(pickle.loads(pickle.dumps(after))) == hash(after)


def test_rows_of_a_solution_read_back() -> None:
    board = every_kind().board()
    for mask in (0, 0b101, 1 << 9, (1 << 21) - 1, 0b110101 << 8):
        assert board.from_rows(board.rows(mask)) == mask
    with pytest.raises(BoardError, match="both cells"):
        board.from_rows(["e . .", ". . .", ". . ."])
    with pytest.raises(BoardError, match="no such variable"):
        row_of(2).board().from_rows(["e w"])


def test_pictures_show_cells_and_edges() -> None:
    m = Model(2, 2, cells="on", edges="line")
    m.show(mark="Q")
    text = str(m.board().solution(m.board().from_rows(["#e w", ". ."])))
    assert "Q" in text
    assert "━" in text
