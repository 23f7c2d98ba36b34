"""The arrow keys lead everywhere."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzles import Binairo, Board, Numberlink
from tests.strategies import boards
from widget.moves import DIRECTIONS, moves


def reached(table: tuple[tuple[int, ...], ...], start: int) -> set[int]:
    seen = {start}
    waiting = [start]
    while waiting:
        for target in table[waiting.pop()]:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


@given(boards(max_cells=24))
def test_every_place_can_be_reached_from_every_other(board: Board) -> None:
    table = moves(board.places())
    everything = set(range(len(board.places())))
    assert all(reached(table, start) == everything for start in everything)


def test_in_a_grid_of_cells_the_arrows_go_to_the_neighbours() -> None:
    left, right, up, down = moves(Binairo.blank(4, 4).places())[5]
    assert (left, right, up, down) == (4, 6, 1, 9)


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1))
def test_up_and_down_go_to_the_nearest_rather_above_or_below(cells: set[tuple[int, int]]) -> None:
    places = sorted(cells)
    for (r, c), steps in zip(places, moves(places), strict=True):
        for sign, target in ((-1, steps[2]), (1, steps[3])):
            ahead = [(i, j) for i, j in places if (i - r) * sign > 0]
            nearest = min(
                ahead,
                key=lambda p: (abs(p[1] - c) > abs(p[0] - r), (p[0] - r) ** 2 + (p[1] - c) ** 2, p),
                default=(r, c),
            )
            assert places[target] == nearest


def test_right_goes_on_in_the_next_row_and_stops_at_the_end() -> None:
    table = moves(Binairo.blank(2, 2).places())
    right = list(DIRECTIONS).index("right")
    assert [steps[right] for steps in table] == [1, 2, 3, 3]


def test_between_edges_opposite_arrows_take_each_other_back() -> None:
    board = Numberlink(labels=((None,) * 5,) * 5)
    places = board.places()
    table = moves(places)
    inner = [
        i for i, ((r, c), (i2, j)) in enumerate(places) if r > 0 and c > 0 and i2 < 4 and j < 4
    ]
    assert len(inner) > 10
    for i in inner:
        left, right, up, down = table[i]
        assert table[left][1] == table[right][0] == table[up][3] == table[down][2] == i
