"""The form of boards: what is refused and where, and round trips of rows and text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import Binairo, Board, BoardError, Nondango, Norinori, Numberlink, parse
from puzzles.rules import Cell
from tests.strategies import boards, masks, partitions

BLOCKS = Norinori(regions=((0, 0, 1, 1), (0, 0, 1, 1)))
CIRCLE = Nondango(regions=((0, 0),), circles=frozenset({(0, 0)}))
PAIR = Numberlink(labels=(("1", "1"),))


@pytest.mark.parametrize(
    ("drawn", "cell"),
    [
        (((0, 1), (1, 0)), (1, 1)),
        (((0, 0, 1), (1, 1, 0)), (1, 2)),
        (((0, 0), (0,)), (1, 0)),
        ((), None),
        (((),), None),
    ],
)
def test_regions_are_connected_rectangles(
    drawn: tuple[tuple[int, ...], ...], cell: Cell | None
) -> None:
    with pytest.raises(BoardError) as error:
        Norinori(regions=drawn)
    assert error.value.cell == cell


def test_regions_are_numbered_in_reading_order() -> None:
    with pytest.raises(BoardError, match="reading order"):
        Norinori(regions=((1, 0),))


def test_connected_partitions_are_counted() -> None:
    """The tests' own list of region grids: 2x2, 2x3 and 3x3."""
    assert [len(partitions(*s)) for s in ((1, 1), (2, 2), (2, 3), (3, 3))] == [1, 12, 74, 1434]


@pytest.mark.parametrize("words", [("variants", "no-such"), ("without", "no-such")])
def test_unknown_words_are_errors_that_list_the_known(words: tuple[str, str]) -> None:
    for board in (Binairo.blank(2, 2), BLOCKS, CIRCLE, PAIR):
        change = board.variant if words[0] == "variants" else board.dropping
        with pytest.raises(BoardError, match="it has"):
            change(words[1])


@given(boards(max_cells=30, drops=True), st.data())
def test_rows_read_back_to_the_same_assignment(board: Board, data: st.DataObject) -> None:
    mask = data.draw(masks(board))
    rows = board.rows(mask)
    assert len(rows) == board.height
    assert all(len(line.split()) == board.width for line in rows)
    assert board.from_rows(rows) == mask
    assert board.solution(mask).rows() == rows


@given(boards(max_cells=16), st.data())
def test_rows_of_another_shape_or_alphabet_are_errors(board: Board, data: st.DataObject) -> None:
    rows = board.rows(data.draw(masks(board)))
    for wrong in ((), rows[1:], (*rows, rows[0]), (rows[0] + " .", *rows[1:])):
        with pytest.raises(BoardError):
            board.from_rows(wrong)
    with pytest.raises(BoardError) as error:
        board.from_rows((*rows[:-1], " ".join(["@"] * board.width)))
    assert error.value.cell == (board.height - 1, 0)


def test_rows_of_paths_must_agree_and_stay_on_the_board() -> None:
    for rows in (["e ."], ["ee w"], ["ne w"], ["e es"], ["x w"]):
        with pytest.raises(BoardError):
            PAIR.from_rows(rows)


def test_rows_of_circles_must_stand_where_the_circles_are() -> None:
    for rows in (["# o"], [". ."], ["o #"]):
        with pytest.raises(BoardError):
            CIRCLE.from_rows(rows)


@given(boards(max_cells=30))
def test_text_reads_back_to_the_same_board(board: Board) -> None:
    assert parse(board.text()) == board


@given(boards(max_cells=16, drops=True), st.data())
def test_differ_lists_the_places_that_differ(board: Board, data: st.DataObject) -> None:
    first, second = data.draw(masks(board)), data.draw(masks(board))
    on = [set(board.solution(mask).on()) for mask in (first, second)]
    assert set(board.differ(first, second)) == on[0] ^ on[1]
