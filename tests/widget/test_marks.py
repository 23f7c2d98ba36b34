"""Marks are judged exactly: a demand is broken when, and only when, no completion satisfies it."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generate.numberlink import board_of, mask_of, partition
from puzzles import KINDS, Binairo, Board, Nondango, Norinori, Numberlink, parse, read
from tests.strategies import boards, masks, tiny_boards
from widget.chains import Part
from widget.marks import Demand, broken, demands, printed


def small(kind: str) -> list[Board]:
    """Tiny boards of up to nine variables under every variant, and with rules dropped."""
    whole = [b for b in tiny_boards(kind, limit=12) if len(b.places()) <= 8]
    if kind == "numberlink":
        whole.append(Numberlink(labels=((None,) * 3,) * 2))  # loops are all that breaks its paths
    return whole + [b.dropping(b.rules()[0]) for b in whole[::3]]


def positions(size: int, random: Random, count: int) -> list[tuple[int, int]]:
    drawn = [(random.getrandbits(size), random.getrandbits(size)) for _ in range(count)]
    return [(0, 0), *((on & known, ~on & known) for on, known in drawn)]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_on_full_assignments_the_demands_of_a_rule_say_what_the_verifier_says(kind: str) -> None:
    for board in small(kind):
        everything = (1 << len(board.places())) - 1
        for mask in range(everything + 1):
            off = everything & ~mask
            ours = {demand.rule for demand in demands(board) if not demand.possible(mask, off)}
            assert ours == {v.rule for v in board.violations(mask)}, f"{board.text()}\n{mask:b}"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_demand_is_broken_exactly_when_no_completion_satisfies_it(kind: str) -> None:
    random = Random(kind)
    told = set()
    for board in small(kind):
        size = len(board.places())
        everything = (1 << size) - 1
        drawn = positions(size, random, 12)
        for demand in demands(board):
            holds = [m for m in range(everything + 1) if demand.possible(m, everything & ~m)]
            for on, off in drawn:
                possible = any(m & on == on and not m & off for m in holds)
                assert demand.possible(on, off) == possible, (board.text(), demand, on, off)
                told.add((demand.rule, possible))
    # Every rule was seen broken and unbroken.
    rules = set(chain.from_iterable(board.rules() for board in small(kind)))
    assert told >= {(rule, possible) for rule in rules for possible in (True, False)}


@given(st.data())
def test_a_reason_is_smallest_and_what_no_reason_holds_can_stay(data: st.DataObject) -> None:
    board = data.draw(boards(max_cells=16, drops=True))
    on = data.draw(masks(board))
    off = data.draw(masks(board)) & ~on
    for demand in demands(board):
        left_on, left_off = on, off
        for reason_on, reason_off in demand.reasons(on, off):
            assert left_on | reason_on == left_on
            assert left_off | reason_off == left_off
            assert not demand.possible(reason_on, reason_off)
            for i in range(len(board.places())):
                fewer = reason_on & ~(1 << i), reason_off & ~(1 << i)
                assert fewer == (reason_on, reason_off) or demand.possible(*fewer)
            left_on, left_off = left_on & ~reason_on, left_off & ~reason_off
        assert demand.possible(left_on, left_off) or not demand.possible(0, 0)


def test_three_equal_cells_are_told_with_their_values_and_the_rule() -> None:
    (found,) = broken(Binairo.blank(6, 6), 0, 0b111000)
    assert str(found) == (
        "runs: r0c3 r0c4 r0c5 0 (no three consecutive equal cells in a row or column)"
    )
    assert found.places == ((0, 3), (0, 4), (0, 5))


def test_a_gap_that_can_be_filled_with_neither_value_breaks_runs() -> None:
    board = Binairo.blank(6, 6)
    assert broken(board, 0b11000, 0b00010) == ()
    (found,) = broken(board, 0b11000, 0b00011)
    assert (found.rule, len(found.places)) == ("runs", 4)


def test_equal_lines_break_distinct_only_when_both_are_full() -> None:
    row = 0b0101
    board = Binairo.blank(4, 4)
    off = ~(row | row << 8) & 0xF0F
    (found,) = [f for f in broken(board, row | row << 8, off) if f.rule == "distinct"]
    assert len(found.places) == 8
    assert not [f for f in broken(board, row | row << 8, off & ~0x800) if f.rule == "distinct"]


def test_shaded_dominoes_are_judged_at_every_cell() -> None:
    board = read("examples/norinori-6x6.txt")
    assert isinstance(board, Norinori)
    (found,) = broken(board, 0b111, 0)
    assert (found.rule, found.places) == ("domino", ((0, 0), (0, 1), (0, 2)))
    alone = 1 << 14  # r2c2 with all four cells around it open, then all but one closed
    around = 1 << 8 | 1 << 13 | 1 << 15 | 1 << 20
    assert not [f for f in broken(board, alone, around & ~(1 << 15)) if f.rule == "domino"]
    assert [f.on for f in broken(board, alone, around) if f.rule == "domino"] == [alone]


def test_a_second_black_circle_in_a_region_and_a_third_in_a_line_break_rules() -> None:
    board = Nondango(regions=((0, 0, 1, 1),), circles=frozenset((0, c) for c in range(4)))
    assert [str(found) for found in broken(board, 0b0111, 0)] == [
        "region: r0c0 r0c1 black (one black circle in each region)",
        "triples: r0c0 r0c1 r0c2 black "
        "(no three black circles in consecutive cells of a row, column or diagonal)",
    ]


def test_a_region_that_has_no_circle_breaks_its_rule_without_any_mark() -> None:
    board = Nondango(regions=((0, 1),), circles=frozenset({(0, 0)}))
    (found,) = broken(board, 0, 0)
    assert str(found) == "region: r0c1 without any mark (one black circle in each region)"
    assert found.places == ()


@pytest.mark.parametrize(
    ("on", "off", "reason"),
    [
        ([((0, 0), (0, 1)), ((0, 1), (0, 2))], [], "r0c0-r0c1 r0c1-r0c2 on"),
        ([], [((0, 0), (0, 1)), ((0, 0), (1, 0))], "r0c0-r0c1 r0c0-r1c0 off"),
        (
            [((1, 1), (1, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2)), ((2, 1), (2, 2))],
            [],
            "r1c1-r1c2 r1c1-r2c1 r1c2-r2c2 r2c1-r2c2 on",
        ),
    ],
    ids=["two labels joined", "a label cut off", "a loop"],
)
def test_paths_are_broken_by(on: list[object], off: list[object], reason: str) -> None:
    board = parse("numberlink\n1 . 2\n. . .\n. . .\n1 . 2\n")
    assert isinstance(board, Numberlink)
    index = {place: i for i, place in enumerate(board.places())}
    masks = [sum(1 << index[edge] for edge in edges) for edges in (on, off)]  # type: ignore[index]
    reasons = [str(found) for found in broken(board, *masks) if found.rule == "paths"]
    assert reasons == [
        f"paths: {reason} (no loop, and every label is joined to one other of the same name)"
    ]


def test_a_path_that_passes_beside_itself_breaks_chordless_when_the_edge_is_off() -> None:
    board = parse("numberlink no-touch\n1 . .\n. . .\n1 . .\n")
    index = {place: i for i, place in enumerate(board.places())}
    around = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    on = sum(1 << index[edge] for edge in around)
    off = 1 << index[(0, 0), (1, 0)]
    assert not [f for f in broken(board, on, 0) if f.rule == "chordless"]
    (found,) = [f for f in broken(board, on, off) if f.rule == "chordless"]
    assert len(found.places) == 4


def test_a_dropped_rule_is_not_judged() -> None:
    assert broken(Binairo.blank(4, 4).dropping("runs", "balance"), 0b0111, 0) == ()


def test_printed_digits_are_known_unless_they_are_dropped() -> None:
    board = parse("binairo\n1 .\n. 0\n")
    assert printed(board) == (0b0001, 0b1000)
    assert printed(board.dropping("givens")) == (0, 0)
    assert [f.rule for f in broken(board, 0, 0b0001)] == ["givens"]


@pytest.mark.parametrize(("on", "off"), [(1, 1), (16, 0), (0, -1)])
def test_masks_that_are_no_position_are_refused(on: int, off: int) -> None:
    with pytest.raises(ValueError, match="expected disjoint masks over 4 variables"):
        broken(Binairo.blank(2, 2), on, off)


def test_a_reason_is_sought_among_the_marks_that_may_belong_to_it() -> None:
    random = Random(20)
    paths = partition(20, 20, random, touch=True, goal=20)
    board = board_of(paths, 20, 20)
    everything = (1 << len(board.places())) - 1
    on = mask_of(board, paths)
    for wrong in random.sample(range(len(board.places())), 10):
        on ^= 1 << wrong
    judged = 0

    def counted(demand: Demand) -> Demand:
        def breaks(on: int, off: int) -> Part | None:
            nonlocal judged
            judged += 1
            return demand.breaks(on, off)

        return replace(demand, breaks=breaks)

    asked = [counted(demand) for demand in demands(board)]
    reasons = [reason for demand in asked for reason in demand.reasons(on, everything & ~on)]
    assert len(reasons) > 20
    # Not once for each of the 760 marks and each of the labels.
    assert judged - len(asked) < len(board.places())
