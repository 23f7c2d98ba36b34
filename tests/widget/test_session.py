"""The widget's state machine, without Jupyter."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import encode
from puzzles import KINDS, Board, parse, read
from puzzles.rules import Place
from tests.kinds import facts
from tests.strategies import tiny_boards
from widget import Session
from widget.session import VIEWS

SEVERAL = "examples/binairo-several-4x4.txt"
ONE = {kind: f"examples/{facts(kind).EXAMPLE}.txt" for kind in sorted(KINDS)}


def test_a_place_cycles_through_on_off_and_open() -> None:
    session = Session(read(SEVERAL))
    seen = [session.marked(0)]
    for _ in range(3):
        session.cycle(0)
        seen.append(session.marked(0))
    assert seen == [None, True, False, None]
    session.cycle(0, back=True)
    assert session.marked(0) is False


def test_printed_digits_are_known_and_cannot_be_marked() -> None:
    session = Session(read(SEVERAL))
    given = session.index((1, 1))
    assert session.marked(given) is False
    with pytest.raises(ValueError, match="r1c1 is printed on the board"):
        session.cycle(given)
    assert (session.on, session.off) == (0, 0)


def test_printed_digits_count_when_marks_are_judged() -> None:
    session = Session(parse("binairo\n1 1 . .\n. . . .\n. . . .\n. . . .\n"))
    assert session.violations == ()
    session.mark(2, True)
    assert {found.rule for found in session.violations} == {"runs", "balance"}
    session.mark(2, None)
    assert session.violations == ()


def test_marks_wait_while_steps_and_solutions_are_shown() -> None:
    session = Session(read(SEVERAL))
    session.mark(0, True)
    session.step(+2)
    assert (session.view, session.position) == ("steps", 2)
    assert session.shown(0) is None
    session.toggle()
    session.view = "marks"
    assert session.shown(0) is True
    session.mark(1, False)
    session.step(+1)
    assert session.position == 3


def test_steps_stop_at_both_ends() -> None:
    session = Session(read(ONE["norinori"]))
    session.step(-1)
    assert session.position == 0
    session.step(10_000)
    assert session.position == session.walk.last
    assert session.reason.endswith("finished by pairs")
    with pytest.raises(ValueError, match=f"expected a position from 0 to {session.walk.last}"):
        session.go(session.walk.last + 1)


@pytest.mark.parametrize("kind", sorted(ONE))
def test_the_last_step_adopted_is_solved(kind: str) -> None:
    session = Session(read(ONE[kind]))
    session.go(session.walk.last)
    session.adopt()
    assert session.view == "marks"
    assert session.solved
    assert session.reason == "Solved: no rule is broken"
    assert not session.on & session.printed_on


@pytest.mark.parametrize("kind", sorted(ONE))
def test_marking_what_is_on_is_enough_but_for_binairo(kind: str) -> None:
    board = read(ONE[kind])
    solution = encode.solve(board)
    assert solution is not None
    session = Session(board)
    for place in solution.on():
        index = session.index(place)
        if session.marked(index) is None:
            assert not session.solved
            session.mark(index, True)
    assert session.solved == (kind != "binairo")
    assert session.violations == ()


def test_two_solutions_are_shown_in_turn_and_their_differences_set_off() -> None:
    board = read(SEVERAL)
    session = Session(board)
    shown = []
    for _ in range(3):
        session.toggle()
        shown.append(session.drawing())
        assert shown[-1].highlight == frozenset(session.decision.differ)
    assert shown[0] == shown[2] != shown[1]
    one, other = (solution.mask for solution in session.decision.solutions)
    assert (shown[0].filled, shown[1].filled) == (
        board.drawing(one).filled,
        board.drawing(other).filled,
    )
    assert session.status == f"Solution 1 of two: {len(session.decision.differ)} places differ"


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        (ONE["norinori"], "The only solution", "unique"),
        ("examples/numberlink-none-5x5.txt", "No solution to show", "no solution"),
    ],
)
def test_where_there_are_not_two_the_view_says_so(path: str, status: str, reason: str) -> None:
    session = Session(read(path))
    session.toggle()
    session.toggle()
    assert (session.status, session.reason) == (status, reason)
    assert session.drawing().highlight == frozenset()


def test_without_a_solution_picture_values_and_adopted_marks_are_the_bare_board() -> None:
    board = parse("binairo\n1 1 . .\n1 . . .\n1 . . .\n. . . .\n")
    session = Session(board)
    session.mark(15, True)
    session.toggle()
    assert session.status == "No solution to show"
    assert session.drawing().filled == {}
    assert [i for i in range(16) if session.shown(i) is not None] == [0, 1, 4, 8]
    session.adopt()
    assert (session.on, session.off) == (0, 0)


def drawn(session: Session, place: Place) -> bool | None:
    """The value that the picture gives a place."""
    drawing = session.drawing()
    if session.board.kind == "binairo":
        text = drawing.filled.get(place, drawing.glyphs.get(place, ""))  # type: ignore[call-overload]
        return {"1": True, "0": False}.get(text)
    if place in drawing.shaded | drawing.black | drawing.lines:
        return True
    return False if place in drawing.crosses or session.view == "solutions" else None


@pytest.mark.parametrize(
    "board",
    [*map(read, [SEVERAL, *ONE.values()]), read(SEVERAL).dropping("givens")],
    ids=lambda board: f"{board.title()} {len(board.rules())}",
)
def test_every_view_draws_what_it_says_of_each_place(board: Board) -> None:
    session = Session(board)
    session.mark(1, True)
    for view in VIEWS:
        session.view = view
        for i, place in enumerate(session.places):
            assert drawn(session, place) == session.shown(i), (view, place)


def test_solutions_are_looked_for_as_long_as_one_says() -> None:
    session = Session(read(SEVERAL), timeout=0)
    session.toggle()
    assert session.decision.verdict == "unknown"
    with pytest.raises(ValueError, match="expected a timeout of 0 seconds or more, found -1"):
        Session(read(SEVERAL), timeout=-1)


def test_reset_goes_back_to_the_start() -> None:
    session = Session(read(SEVERAL))
    start = session.drawing(), session.status, session.reason
    session.mark(0, True)
    session.step(+1)
    session.toggle()
    session.toggle()
    session.reset()
    assert (session.drawing(), session.status, session.reason) == start
    assert (session.position, session.solution, session.view) == (0, 0, "marks")


def test_unknown_rungs_and_places_are_refused() -> None:
    with pytest.raises(ValueError, match="found 'chain'"):
        Session(read(SEVERAL), up_to="chain")
    with pytest.raises(ValueError, match="expected a place of the board"):
        Session(read(SEVERAL)).index((9, 9))
    with pytest.raises(ValueError, match="expected a place of the board"):
        Session(read(ONE["numberlink"])).index((0, 0))


def test_every_change_of_marks_is_taken_back() -> None:
    session = Session(read(ONE["norinori"]))
    with pytest.raises(ValueError, match="nothing to undo"):
        session.undo()
    session.mark(0, True)
    session.cycle(0)
    session.go(session.walk.last)
    session.adopt()
    adopted = session.on, session.off
    session.reset()
    session.reset()  # changes nothing
    seen = []
    for _ in range(4):
        session.step(1)
        session.undo()
        assert session.view == "marks"
        seen.append((session.on, session.off))
    assert seen == [adopted, (0, 1), (1, 0), (0, 0)]


OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("cycle"), st.integers(0, 15)),
        st.tuples(st.just("step"), st.integers(-2, 3)),
        st.tuples(st.sampled_from(["toggle", "adopt", "rung", "reset", "undo"]), st.just(0)),
    ),
    max_size=12,
)


@given(OPERATIONS)
def test_whatever_is_done_the_session_stays_consistent(operations: list[tuple[str, int]]) -> None:
    session = Session(read(SEVERAL))
    for name, number in operations:
        if name == "cycle":
            if session.marked(number) is None or (session.on | session.off) >> number & 1:
                session.cycle(number)
        elif name == "step":
            session.step(number)
        elif name == "rung":
            session.rung(up=True)
        elif name == "undo":
            with suppress(ValueError):
                session.undo()
        else:
            getattr(session, name)()
        assert not session.on & session.off
        assert not (session.on | session.off) & (session.printed_on | session.printed_off)
        assert 0 <= session.position <= session.walk.last
        assert session.status
        assert session.reason
        for cell, text in session.drawing().filled.items():
            assert session.shown(session.index(cell)) == (text == "1")


def every_board() -> list[Board]:
    return [board for kind in sorted(KINDS) for board in tiny_boards(kind, limit=1)]


@pytest.mark.parametrize("board", every_board(), ids=lambda board: board.head())
def test_every_rule_under_every_variant_has_words(board: Board) -> None:
    for rule in board.rules():
        said = board.statement(rule)
        assert said not in ("", rule)
        assert "{" not in said
