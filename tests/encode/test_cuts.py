"""Cuts: each is implied by the rules, whatever assignment it is found in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encode.cuts import WHYS, Rules
from puzzles import Board, Model, Numberlink, parse
from tests.encode.brute import judged
from tests.strategies import boards, masks

numberlinks = boards("numberlink", max_cells=8, drops=True).filter(
    lambda board: len(board.places()) <= 10
)


def holds(clause: tuple[int, ...], mask: int) -> bool:
    return any((mask >> abs(v) - 1 & 1) == (v > 0) for v in clause)


@given(numberlinks.flatmap(lambda board: st.tuples(st.just(board), masks(board))))
@settings(deadline=None)
def test_cuts_exclude_the_assignment_and_no_solution(drawn: tuple[Board, int]) -> None:
    board, mask = drawn
    cuts = Rules(board.constraints()).broken(mask)
    wrong = {violation.rule for violation in board.violations(mask)} & {"paths", "chordless"}
    assert bool(cuts) == bool(wrong)
    solutions = judged(board)
    for cut in cuts:
        assert not holds(cut.clause, mask)
        assert all(holds(cut.clause, solution) for solution in solutions)
        assert Rules(board.constraints()).clause(cut.why, cut.over) == cut.clause


@given(
    numberlinks,
    st.sampled_from(WHYS),
    st.lists(st.integers(-1, 12), max_size=7),
)
@settings(deadline=None, max_examples=150)
def test_whatever_is_justified_is_implied(board: Board, why: str, over: list[int]) -> None:
    """Justifications made up at random: each is refused or gives a clause that all solutions
    satisfy."""
    try:
        clause = Rules(board.constraints()).clause(why, over)
    except ValueError:
        return
    assert all(holds(clause, solution) for solution in judged(board))


@pytest.mark.parametrize("shape", ["2 3", "3 3", "2 4"])
@pytest.mark.parametrize("words", [(), ("unused",), ("no-touch",), ("unused", "no-touch")])
def test_every_set_of_edges_or_cells_that_is_justified(shape: str, words: tuple[str, ...]) -> None:
    """All sets of edges, and of cells, of small boards."""
    height, width = map(int, shape.split())
    labels = [[None] * width for _ in range(height)]
    rows: list[list[str | None]] = [list(row) for row in labels]
    rows[0][0] = rows[-1][-1] = "A"
    rows[0][1] = rows[-1][0] = "B"
    board = Numberlink(labels=tuple(map(tuple, rows)), variants=frozenset(words))
    rules = Rules(board.constraints())
    solutions = judged(board.dropping("degree")) if height * width < 9 else judged(board)
    loose = Rules(board.dropping("degree").constraints()) if height * width < 9 else rules
    size = max(len(board.places()), height * width)
    justified = 0
    for chosen in range(1, 1 << size):
        over = [i for i in range(size) if chosen >> i & 1]
        for why in WHYS:
            try:
                clause = loose.clause(why, [i + (why not in ("leave", "open")) for i in over])
            except ValueError:
                continue
            justified += 1
            assert all(holds(clause, solution) for solution in solutions), (why, over)
    assert justified


def test_blocking_excludes_one_solution_only() -> None:
    for text in ("numberlink unused\nA . .\n. . .\nA . .", "norinori\na a\na b\nb b"):
        board = parse(text)
        solutions = judged(board)
        rules = Rules(board.constraints())
        for solution in solutions:
            clause = rules.blocking(solution, len(board.places()))
            assert {other for other in solutions if not holds(clause, other)} == {solution}


@pytest.mark.parametrize("rule", ["connected", "loop"])
def test_what_separates_two_chosen_elements_and_what_does_not(rule: str) -> None:
    """All justifications by two cells, or two edges, and a set of others: refused exactly where some
    solution holds both of the two and none of the others."""
    model = Model(2, 3, cells="shaded") if rule == "connected" else Model(3, 3, edges="line")
    if rule == "connected":
        model.connected()
    else:
        model.loop()
    board = model.board()
    size = len(board.places())
    rules = Rules(board.constraints())
    solutions = judged(board)
    justified = refused = 0
    for first in range(1, size + 1):
        for second in range(1, size + 1):
            rest = [v for v in range(1, size + 1) if v not in (first, second)]
            sets = range(1 << len(rest)) if len(rest) < 8 else range(0, 1 << len(rest), 7)
            for chosen in sets:
                wall = [v for i, v in enumerate(rest) if chosen >> i & 1]
                try:
                    clause = rules.clause("apart", [first, second, *wall])
                except ValueError:
                    refused += 1
                    continue
                justified += 1
                assert first != second
                assert clause == (-first, -second, *wall)
                assert all(holds(clause, solution) for solution in solutions), (first, second, wall)
    assert justified
    assert refused


@pytest.mark.parametrize(("rule", "over"), [("connected", [1, 3, 99]), ("loop", [1])])
def test_a_separation_of_what_is_not_there_is_refused(rule: str, over: list[int]) -> None:
    model = Model(2, 3, cells="shaded") if rule == "connected" else Model(3, 3, edges="line")
    if rule == "connected":
        model.connected()
    else:
        model.loop()
    with pytest.raises(ValueError, match="apart: expected two elements"):
        Rules(model.board().constraints()).clause("apart", over)
