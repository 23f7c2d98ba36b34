"""The walk up the ladder: what the ladder decided, in its order, and nothing else."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from ladder import climb
from puzzles import read
from widget.steps import Walk

EXAMPLES = sorted(Path("examples").glob("*.txt"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_frames_are_the_ladders_trace(path: Path) -> None:
    board = read(str(path))
    walk = Walk.of(board, "probe")
    result = climb(board, up_to="probe", trace=True)
    trace = list(result.trace())
    refuted = result.rungs[-1].refuted is not None
    assert walk.last == len(trace) + refuted
    assert (walk.frames[0].on, walk.frames[0].off) == (0, 0)
    assert [frame.rung for frame in walk.frames[1 : len(trace) + 1]] == [rung for rung, _ in trace]
    for (before, after), (_, found) in zip(pairwise(walk.frames), trace, strict=False):
        assert before.on & after.on == before.on
        assert before.off & after.off == before.off
        assert after.new == (after.on | after.off) & ~(before.on | before.off)
        assert (after.on & ~before.on, after.off & ~before.off) == (found.new_on, found.new_off)
        assert found.reason in after.reason
    assert (walk.frames[-1].on, walk.frames[-1].off) == (
        result.rungs[-1].on,
        result.rungs[-1].off,
    )


def test_the_search_ends_the_walk_with_the_solution_where_there_is_one() -> None:
    board = read("examples/numberlink-10x10.txt")
    walk = Walk.of(board, "search")
    last = walk.frames[-1]
    assert (last.rung, last.reason) == ("search", "1 solution, 6 branch points")
    assert not board.violations(last.on)
    assert last.on | last.off == (1 << len(board.places())) - 1
    assert walk.verdict == "finished by search"


def test_the_search_adds_nothing_where_there_are_several() -> None:
    walk = Walk.of(read("examples/binairo-several-4x4.txt"), "search")
    assert walk.frames[-1].reason == "at least 2 solutions, 2 branch points"
    assert (walk.frames[-1].on, walk.frames[-1].new) == (walk.frames[-2].on, 0)


def test_a_refutation_is_the_last_step() -> None:
    walk = Walk.of(read("examples/norinori-region-of-one-cell-4x4.txt"))
    assert walk.frames[-1].reason == "no solution is left: region: no way is left to fill r3c2"


def test_a_walk_that_stops_below_says_what_is_missing() -> None:
    walk = Walk.of(read("examples/binairo-several-4x4.txt"), "line")
    assert walk.verdict == "line decides 3 of 16, and more is needed"


def test_rungs_are_walked_from_end_to_end() -> None:
    walk = Walk.of(read("examples/binairo-10x10.txt"))
    ends = [0]
    while ends[-1] < walk.last:
        ends.append(walk.next_rung(ends[-1]))
    rungs = [frame.rung for frame in walk.frames]
    changes = [i for i in range(walk.last) if rungs[i] != rungs[i + 1]]
    assert ends == [*changes, walk.last]
    back = [walk.last]
    while back[-1]:
        back.append(walk.previous_rung(back[-1]))
    assert back == ends[::-1]
    assert walk.next_rung(walk.last) == walk.last
    assert walk.previous_rung(0) == 0


def test_a_frame_draws_what_is_new_set_off() -> None:
    board = read("examples/norinori-6x6.txt")
    walk = Walk.of(board)
    for frame in walk.frames:
        drawing = frame.drawing(board)
        places = {place for i, place in enumerate(board.places()) if frame.new >> i & 1}
        assert set(drawing.highlight) == places
        assert len(drawing.shaded) == frame.on.bit_count()
        assert len(drawing.crosses) == frame.off.bit_count()


def test_a_search_that_takes_long_is_given_up_and_the_walk_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("widget.steps._BRANCH_POINTS", 1)
    walk = Walk.of(read("examples/binairo-several-4x4.txt"), "search")
    assert walk.verdict == (
        "probe decides 3 of 16, and more is needed; "
        "the search was stopped: more than 1 branch points"
    )
    assert walk.frames[-1].rung == "line"
