"""What an engine beside the solver tells, and the search under looser rules, against brute force."""

from __future__ import annotations

import sys

import pytest

from encode import beside, decide, search
from encode.beside import Known
from puzzles import Binairo, Board, parse
from tests.encode.brute import judged
from tests.strategies import tiny_boards

UNIQUE = "numberlink\nA . .\n. . B\nA . B\n"
SEVERAL = "binairo\n. .\n. .\n"


class Told:
    """An engine that knows at once."""

    def __init__(self, known: Known | None) -> None:
        self.told = known
        self.closed = 0

    def __call__(self, board: Board) -> Told:
        return self

    def known(self) -> Known | None:
        return self.told

    def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "PATIENCE", 0.0)


def test_a_count_of_none_decides() -> None:
    engine = Told(Known(0))
    decision = decide(parse("numberlink\nA . B\n. . .\nA . B\n"), helper=engine)
    assert (decision.verdict, decision.counted) == ("none", 0)
    assert str(decision) == "no solution, by a count"
    assert engine.closed == 1


def test_one_solution_is_enough_where_the_count_is_one() -> None:
    board = parse(UNIQUE)
    (mask,) = judged(board)
    for engine in (Told(Known(1)), Told(Known(1, (mask,)))):
        decision = decide(board, helper=engine)
        assert decision.verdict == "unique"
        assert [solution.mask for solution in decision.solutions] == [mask]


def test_solutions_that_the_engine_has_are_shown() -> None:
    board = parse(SEVERAL)
    masks = tuple(sorted(judged(board)))
    decision = decide(board, helper=Told(Known(2, masks)))
    assert (decision.verdict, decision.counted) == ("several", 2)
    assert tuple(solution.mask for solution in decision.solutions) == masks
    assert decision.differ == board.differ(*masks)


def test_a_limit_leaves_what_the_count_told(monkeypatch: pytest.MonkeyPatch) -> None:
    decision = decide(parse(SEVERAL), helper=Told(Known(7)), timeout=0)
    assert (decision.verdict, decision.limit, decision.solutions) == ("several", None, ())
    assert str(decision) == "several solutions: 7, by a count"


@pytest.mark.parametrize(
    ("text", "known", "reason"),
    [
        (UNIQUE, Known(2, (0,)), "the engine beside the solver is wrong: degree"),
        (SEVERAL, Known(1, (0b0110, 0b1001)), "it counts 1 solutions, and 2 are known"),
    ],
)
def test_an_engine_that_contradicts_is_no_verdict(text: str, known: Known, reason: str) -> None:
    with pytest.raises(RuntimeError, match=reason):
        decide(parse(text), helper=Told(known))


def test_no_engine_and_one_that_never_knows_change_nothing() -> None:
    for engine in (None, lambda board: None, Told(None)):
        decision = decide(parse(UNIQUE), helper=engine)
        assert (decision.verdict, decision.counted) == ("unique", None)


def test_boards_that_take_less_than_a_second_start_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(beside, "PATIENCE", 1e9)

    def start(board: Board) -> None:
        raise AssertionError("started")

    assert decide(Binairo.blank(4, 4), helper=start).verdict == "several"


def test_looser_rules_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices of one conflict, and turns of one slice: both searches come to their end somewhere."""
    monkeypatch.setattr("encode.search.SLICE", 1)
    module = sys.modules["encode.decide"]  # the package has a function of that name
    monkeypatch.setattr(module, "ALONE", 0)
    monkeypatch.setattr(module, "TURN", 1)
    for board in tiny_boards("numberlink", limit=60):
        if not board.variants:
            wanted = judged(board)
            decision = decide(board)
            assert decision.verdict == ("none", "unique", "several")[min(len(wanted), 2)]
            assert {solution.mask for solution in decision.solutions} <= wanted


def test_looser_rules_settle_a_board_that_its_own_leave_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search under the board's own rules is kept from coming to an end."""
    board = parse("numberlink\nA A C\nB B C\n")
    usual = search.SolutionSearch.next

    def lame(self: search.SolutionSearch, slices: int | None = None) -> int | None:
        if self.rules.kind == "used" and self._known:
            assert slices is not None
            return None
        return usual(self, slices)

    monkeypatch.setattr("encode.search.SolutionSearch.next", lame)
    assert decide(board).verdict == "unique"
