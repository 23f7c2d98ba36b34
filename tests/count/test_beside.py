"""A count beside the solver: what it knows in the end, and that nothing is left running."""

from __future__ import annotations

import time

import pytest

from count import frontier
from count.apart import Apart
from count.beside import Counting, counting, decide
from count.limits import Limits, Stopped
from encode import beside
from encode.beside import Known
from puzzles import Board, parse
from tests.encode.brute import judged

UNIQUE = "numberlink\nA . .\n. . B\nA . B\n"
SEVERAL = "binairo\n. .\n. .\n"
NONE = "numberlink\nA . B\n. . .\nA . B\n"


def ended(running: Counting) -> Known | None:
    while running.busy():
        running.known()
        time.sleep(0.01)
    return running.known()


@pytest.mark.parametrize("text", [UNIQUE, SEVERAL, NONE])
def test_a_count_and_solutions(text: str) -> None:
    board = parse(text)
    running = counting(board)
    assert running is not None
    known = ended(running)
    running.close()
    assert known is not None
    assert known.number == len(judged(board))
    assert set(known.masks) == set(judged(board))


def test_a_board_that_the_engine_refuses_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "refuses", lambda board: "too large")
    assert counting(parse(UNIQUE)) is None


def test_the_verdict_is_that_of_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "PATIENCE", 0.0)
    for text, verdict in ((UNIQUE, "unique"), (SEVERAL, "several"), (NONE, "none")):
        assert decide(parse(text)).verdict == verdict


def test_a_task_ends_with_its_owner() -> None:
    running = Apart(time.sleep, (60,), Limits())
    running.start()
    assert not running.over()
    running.close()
    assert running.over()


def _fails(board: Board) -> int:
    raise Stopped("enough")


def test_where_the_count_stops_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("count.beside._counted", _fails)
    running = Counting(parse(UNIQUE))
    assert ended(running) is None
