"""What a diagram answers besides its count, and how other tools read it."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from count import bdd
from count.cli import main
from count.diagram import Diagram
from count.limits import NoSolutions
from encode import Formula, formula
from puzzles import Binairo, Board, Nondango, Norinori
from tests.count.test_diagram import BACKENDS, listed

BOARDS: tuple[Board, ...] = (
    Norinori(regions=((0, 0, 0), (1, 1, 0), (1, 1, 1))).dropping("region"),
    Binairo.blank(2, 4).variant("repeats"),
    Nondango(regions=((0, 0, 0),) * 2, circles=frozenset({(0, 0), (0, 2), (1, 1)})),
    Norinori(regions=((0, 0), (1, 2))),  # no solution
    Nondango(regions=((0, 0),), circles=frozenset()).dropping("region"),  # no variable
)


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> bdd.Backend:
    if request.param == "cudd":
        pytest.importorskip("dd.cudd")
    found: bdd.Backend = request.param
    return found


def weights_of(board: Board, random: Random) -> dict[int, tuple[Fraction, Fraction]]:
    """Weights of all variables but some, zero among them."""
    return {
        v: (Fraction(random.randint(0, 5), 3), Fraction(random.randint(0, 7), 2))
        for v in range(1, len(board.places()) + 1)
        if random.random() < 0.8
    }


def weight(mask: int, weights: dict[int, tuple[Fraction, Fraction]]) -> Fraction:
    whole = Fraction(1)
    for variable, pair in weights.items():
        whole *= pair[mask >> variable - 1 & 1]
    return whole


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.title())
def test_weighted_counts_and_the_heaviest(board: Board, backend: bdd.Backend) -> None:
    solutions = listed(board)
    diagram = bdd.compile_board(board, backend=backend)
    for seed in range(6):
        weights = weights_of(board, Random(seed))
        right = [weight(mask, weights) for mask in solutions]
        assert diagram.weighted(weights) == sum(right)
        if not solutions:
            with pytest.raises(NoSolutions):
                diagram.most_probable(weights)
            continue
        mask, heaviest = diagram.most_probable(weights)
        assert heaviest == max(right) == weight(mask, weights)
        assert mask in solutions
    assert diagram.weighted({}) == len(solutions)


def test_negative_weights_have_no_heaviest_model_here() -> None:
    diagram = bdd.compile_board(BOARDS[0])
    with pytest.raises(ValueError, match="0 or more"):
        diagram.most_probable({1: (Fraction(-1), Fraction(1))})


@pytest.mark.parametrize("board", BOARDS[:3], ids=lambda board: board.title())
def test_conditioned_and_conjoined(board: Board, backend: bdd.Backend) -> None:
    solutions = listed(board)
    diagram = bdd.compile_board(board, backend=backend)
    assert models(diagram.condition()) == solutions
    ones = [mask for mask in solutions if mask & 1]
    apart = [mask for mask in solutions if not mask & 1 and mask & 2]
    assert models(diagram.condition(1)) == ones
    assert models(diagram.condition(-1, 2)) == apart
    assert models(diagram.condition(-1).conjoin(diagram.condition(2))) == apart
    assert diagram.condition(1, -1).count() == 0
    assert diagram.condition(1).order == diagram.order
    with pytest.raises(ValueError, match="found 99"):
        diagram.condition(99)
    with pytest.raises(ValueError, match="the same order"):
        diagram.conjoin(bdd.compile_board(board, order=tuple(reversed(diagram.order))))


def models(diagram: Diagram) -> list[int]:
    """By evaluation of the arrays, assignment by assignment."""
    found = []
    for mask in range(1 << len(diagram.order)):
        reference = diagram.root
        while node := reference >> 1:
            bit = mask >> diagram.order[diagram.levels[node]] - 1 & 1
            reference = (diagram.high if bit else diagram.low)[node] ^ reference & 1
        if not reference:
            found.append(mask)
    return found


def test_the_dd_object(backend: bdd.Backend) -> None:
    board = BOARDS[0]
    function = bdd.compile_board(board, backend=backend).to_dd()
    assert function.count(len(board.places())) == len(listed(board))
    assert function.support <= {str(v) for v in range(1, 10)}


def read_nnf(text: str, variables: int) -> set[int]:
    """The models of an NNF, written anew from c2d's description of its format."""
    lines = [line for line in text.splitlines() if not line.startswith("c ")]
    kind, nodes, edges, highest = lines[0].split()
    assert (kind, int(nodes), int(highest)) == ("nnf", len(lines) - 1, variables)
    seen = 0
    parsed: list[list[int | str]] = []
    for number, line in enumerate(lines[1:]):
        letter, *words = line.split()
        numbers = list(map(int, words))
        if letter != "L":
            children = numbers[1:] if letter == "A" else numbers[2:]
            assert len(children) == numbers[letter == "O"]
            assert all(child < number for child in children)
            seen += len(children)
            numbers = children
        parsed.append([letter, *numbers])
    assert seen == int(edges)
    found = set()
    for bits in product((False, True), repeat=variables):
        values: list[bool] = []
        for letter, *rest in parsed:
            if letter == "L":
                values.append(bits[abs(int(rest[0])) - 1] == (int(rest[0]) > 0))
            else:
                below = [values[int(child)] for child in rest]
                values.append(all(below) if letter == "A" else any(below))
                assert letter == "A" or sum(below) <= 1
        if values[-1]:
            found.add(sum(bit << i for i, bit in enumerate(bits)))
    return found


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.title())
def test_nnf_has_the_models(board: Board, backend: bdd.Backend) -> None:
    diagram = bdd.compile_board(board, backend=backend)
    assert sorted(read_nnf(diagram.nnf(), len(board.places()))) == listed(board)


def test_nnf_of_single_literals_and_of_a_complemented_root() -> None:
    board = Norinori(regions=((0, 0),))  # both cells, by two givens of the region
    diagram = bdd.compile_board(board)
    assert read_nnf(diagram.nnf(), 2) == {3}
    flipped = Diagram(
        diagram.order, diagram.levels, diagram.low, diagram.high, diagram.root ^ 1, diagram.backend
    )
    assert read_nnf(flipped.nnf(), 2) == {0, 1, 2}
    assert read_nnf(diagram.condition(1).nnf(), 2) == {3}


def test_dot_names_nodes_and_draws_every_edge() -> None:
    diagram = bdd.compile_board(BOARDS[0])
    text = diagram.dot({1: 'a "corner"'})
    assert text.count(" -> ") == 2 * (len(diagram) - 1) + 1
    assert text.count("style=dashed") == len(diagram) - 1
    assert r'label="a \"corner\""' in text
    assert 'label="9"' in text
    complemented = sum(child & 1 for child in [*diagram.low[1:], *diagram.high[1:], diagram.root])
    assert text.count("arrowhead=dot") == complemented > 0


def test_the_command_line_writes_both(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("it.txt").write_text(BOARDS[0].text())
    arguments = ["it.txt", "--without", "region", "--nnf", "it.nnf", "--dot", "it.dot"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    solutions = len(listed(BOARDS[0]))
    assert re.fullmatch(
        rf"it.txt: 3x3 norinori: {solutions} solutions: a diagram of \d+ nodes in it.nnf and it.dot\n",
        out,
    )
    assert "c var 9 r2c2\n" in Path("it.nnf").read_text()
    assert len(read_nnf(Path("it.nnf").read_text(), 9)) == solutions
    assert Path("it.dot").read_text().startswith("digraph")
    Path("large.txt").write_text(Binairo.blank(20, 20).text())
    assert main(["large.txt", "--nnf", "large.nnf"]) == 3
    assert "no diagram" in capsys.readouterr().err


def test_formulas_to_pysat_and_back() -> None:
    ours = formula(Binairo.blank(2, 2))
    cnf = ours.to_pysat()
    assert [tuple(clause) for clause in cnf.clauses] == ours.clauses
    assert cnf.nv == ours.variables
    assert cnf.comments[0] == "c var 1 board[r0c0]"
    back = Formula.from_pysat(cnf, 4)
    assert (back.clauses, back.variables, list(back.projection)) == (ours.clauses, 8, [1, 2, 3, 4])
    assert not back.functional
    assert Formula.from_pysat(cnf).functional
    with pytest.raises(ValueError, match="0 to 8"):
        Formula.from_pysat(cnf, 9)
    free = Formula()
    free.group("board", "", 3)
    assert free.to_pysat().nv == 3
