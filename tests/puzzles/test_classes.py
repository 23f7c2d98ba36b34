"""The puzzle classes against hand-made cases: what breaks each rule, and at which cells."""

from __future__ import annotations

import pytest

from puzzles import Binairo, Board, BoardError, Nondango, Norinori, Numberlink
from puzzles.grid import normal
from puzzles.rules import Cell

Found = set[tuple[str, tuple[Cell, ...]]]


def found(board: Board, *rows: str) -> Found:
    """The broken rules and their cells for a solution written as rows."""
    return {(v.rule, v.cells) for v in board.violations(board.from_rows(rows))}


def row(r: int, *columns: int) -> tuple[Cell, ...]:
    return tuple((r, c) for c in columns)


def column(c: int, *rows: int) -> tuple[Cell, ...]:
    return tuple((r, c) for r in rows)


def regions(*rows: str) -> tuple[tuple[int, ...], ...]:
    return normal(rows)


def numberlink(*rows: str, variants: tuple[str, ...] = ()) -> Numberlink:
    """A board from rows of one-letter labels, ``.`` for none."""
    labels = tuple(tuple(None if t == "." else t for t in line) for line in rows)
    return Numberlink(labels=labels, variants=frozenset(variants))


# Binairo. This grid keeps all rules; the cases below change it.
#   0 0 1 1
#   1 0 1 0
#   0 1 0 1
#   1 1 0 0
GRID = ("0 0 1 1", "1 0 1 0", "0 1 0 1", "1 1 0 0")


def test_binairo_solution_breaks_nothing() -> None:
    assert found(Binairo.blank(4, 4), *GRID) == set()


def test_binairo_given_is_kept() -> None:
    board = Binairo(givens=((0, None, None, None), (0, None, None, None), (None,) * 4, (None,) * 4))
    assert found(board, *GRID) == {("givens", ((1, 0),))}
    assert found(board.dropping("givens"), *GRID) == set()


def test_binairo_runs_of_three_in_rows_and_columns() -> None:
    board = Binairo.blank(4, 4).dropping("balance", "distinct")
    assert found(board, "0 0 0 1", "1 0 1 0", "0 1 0 1", "1 1 0 0") == {("runs", row(0, 0, 1, 2))}
    assert found(board, "0 0 1 1", "1 0 1 0", "0 0 0 1", "1 1 0 0") == {
        ("runs", row(2, 0, 1, 2)),
        ("runs", column(1, 0, 1, 2)),
    }
    # A run of four is two runs of three.
    assert found(board, "1 1 1 1", "0 0 1 0", "0 1 0 1", "1 1 0 0") == {
        ("runs", row(0, 0, 1, 2)),
        ("runs", row(0, 1, 2, 3)),
    }


def test_binairo_balance_of_rows_and_columns() -> None:
    board = Binairo.blank(4, 4).dropping("runs", "distinct")
    assert found(board, "0 0 1 1", "1 0 1 0", "0 1 0 1", "1 1 0 1") == {
        ("balance", row(3, 0, 1, 2, 3)),
        ("balance", column(3, 0, 1, 2, 3)),
    }


def test_binairo_equal_lines() -> None:
    rows = ("0 1 0 1", "1 0 1 0", "0 1 0 1", "1 0 1 0")
    pairs = ((0, 2), (1, 3))
    expected: Found = {("distinct", row(a, 0, 1, 2, 3) + row(b, 0, 1, 2, 3)) for a, b in pairs}
    expected |= {("distinct", column(a, 0, 1, 2, 3) + column(b, 0, 1, 2, 3)) for a, b in pairs}
    assert found(Binairo.blank(4, 4), *rows) == expected
    assert found(Binairo.blank(4, 4).variant("repeats"), *rows) == set()


def test_binairo_repeats_is_distinct_dropped() -> None:
    assert Binairo.blank(4, 4).variant("repeats") == Binairo.blank(4, 4).dropping("distinct")
    assert Binairo.blank(4, 4).variant("repeats").head() == "binairo repeats"


@pytest.mark.parametrize(("height", "width"), [(3, 4), (4, 3), (1, 1), (5, 5)])
def test_binairo_lines_have_even_length_while_balance_is_in_force(height: int, width: int) -> None:
    with pytest.raises(BoardError, match="even length"):
        Binairo.blank(height, width)
    rows = ((None,) * width,) * height
    assert Binairo(givens=rows, without=frozenset({"balance"})).height == height


# Norinori.
BLOCKS = Norinori(regions=regions("aabb", "aabb"))
LEFT: tuple[Cell, ...] = ((0, 0), (0, 1), (1, 0), (1, 1))


def test_norinori_solutions_break_nothing() -> None:
    assert found(BLOCKS, "# # . .", ". . # #") == set()
    # Dominoes may cross borders.
    assert found(Norinori(regions=regions("ab", "ab", "ab")), "# #", ". .", "# #") == set()


def test_norinori_region_has_exactly_two_shaded_cells() -> None:
    assert found(BLOCKS, ". . # #", ". . . .") == {("region", LEFT)}
    assert found(BLOCKS.dropping("domino"), "# # # .", "# . # .") == {("region", LEFT)}
    assert found(BLOCKS.dropping("region"), ". . # #", ". . . .") == set()


def test_norinori_shaded_cell_has_exactly_one_shaded_neighbour() -> None:
    assert found(BLOCKS, "# # # #", ". . . .") == {
        ("domino", ((0, 1), (0, 0), (0, 2))),
        ("domino", ((0, 2), (0, 1), (0, 3))),
    }
    lonely = {("domino", (cell,)) for cell in ((0, 0), (1, 1))}
    assert found(BLOCKS, "# . . #", ". # . #") == lonely
    assert found(BLOCKS.dropping("domino"), "# . . #", ". # . #") == set()


def test_norinori_region_of_one_cell_is_a_verdict_not_an_error() -> None:
    board = Norinori(regions=regions("ab", "bb"))
    assert "the region at r0c0 has one cell" in str(board.impossible())
    assert board.dropping("region").impossible() is None
    assert BLOCKS.impossible() is None


# Nondango.
def circled(*rows: str, variants: tuple[str, ...] = ()) -> Nondango:
    """One region, circles where the rows say ``o``, the rule ``triples`` alone."""
    cells = frozenset((r, c) for r, line in enumerate(rows) for c, t in enumerate(line) if t == "o")
    board = Nondango(regions=((0,) * len(rows[0]),) * len(rows), circles=cells)
    return board.variant(*variants).dropping("region")


def test_nondango_region_has_exactly_one_black_circle() -> None:
    board = Nondango(regions=regions("aab"), circles=frozenset({(0, 0), (0, 1), (0, 2)}))
    assert found(board, "# o #") == set()
    assert found(board, "# # o") == {("region", row(0, 0, 1)), ("region", row(0, 2))}
    assert found(board.dropping("region"), "# # o") == set()


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (("o o o", "# # #", "o o o"), row(1, 0, 1, 2)),
        (("o # o", "o # o", "o # o"), column(1, 0, 1, 2)),
        (("# o o", "o # o", "o o #"), ((0, 0), (1, 1), (2, 2))),
        (("o o #", "o # o", "# o o"), ((0, 2), (1, 1), (2, 0))),
    ],
)
def test_nondango_three_in_each_direction(rows: tuple[str, ...], cells: tuple[Cell, ...]) -> None:
    board = circled("ooo", "ooo", "ooo")
    straight = cells[0][0] == cells[2][0] or cells[0][1] == cells[2][1]
    assert found(board, *rows) == {("triples", cells)}
    assert found(board.variant("no-diagonals"), *rows) == (
        {("triples", cells)} if straight else set()
    )
    assert found(board.dropping("triples"), *rows) == set()


def test_nondango_four_in_a_row_are_two_triples() -> None:
    triples = {("triples", row(0, 0, 1, 2)), ("triples", row(0, 1, 2, 3))}
    assert found(circled("oooo"), "# # # #") == triples


def test_nondango_cell_without_circle_breaks_a_run() -> None:
    assert found(circled("oo.o"), "# # . #") == set()
    assert found(circled("oooo"), "# # o #") == set()


def test_nondango_anywhere_in_line_judges_the_whole_line() -> None:
    anywhere = ("anywhere-in-line",)
    broken = {("triples", row(0, 0, 1, 3))}
    assert found(circled("oo.o", variants=anywhere), "# # . #") == broken
    assert found(circled("oooo", variants=anywhere), "# # o #") == broken
    diagonal = circled("o....", ".o...", ".....", ".....", "....o", variants=anywhere)
    black = ("# . . . .", ". # . . .", ". . . . .", ". . . . .", ". . . . #")
    assert found(diagonal, *black) == {("triples", ((0, 0), (1, 1), (4, 4)))}
    assert found(diagonal.variant("no-diagonals"), *black) == set()


def test_nondango_same_colour_judges_white_circles_too() -> None:
    board = circled("oooo", variants=("same-colour",))
    assert found(board, "# o # o") == set()
    assert found(board, "# o o o") == {("triples", row(0, 1, 2, 3))}
    assert found(board, "# # # o") == {("triples", row(0, 0, 1, 2))}
    assert found(circled("oooo"), "# o o o") == set()
    both = board.variant("anywhere-in-line")
    assert found(both, "# o o #") == set()
    assert found(both, "o o # o") == {("triples", row(0, 0, 1, 3))}


def test_nondango_region_without_a_circle_is_a_verdict_not_an_error() -> None:
    board = Nondango(regions=regions("ab"), circles=frozenset({(0, 0)}))
    assert "the region at r0c1 has no circle" in str(board.impossible())
    assert board.dropping("region").impossible() is None


# Numberlink.
def test_numberlink_solution_breaks_nothing() -> None:
    assert found(numberlink("11", ".."), "s s", "ne nw") == set()
    assert found(numberlink("12", "12"), "s s", "n n") == set()


def test_numberlink_degrees() -> None:
    short = {("degree", ((1, 0),)), ("degree", ((1, 1),))}
    assert found(numberlink("11", ".."), "e w", ". .") == short
    assert found(numberlink("11", "..", variants=("unused",)), "e w", ". .") == set()
    assert found(numberlink("11", "..").dropping("degree"), "e w", ". .") == set()
    # A labelled cell has one edge, under every variant; a path may not stop at an empty cell.
    for variants in ((), ("unused",)):
        board = numberlink("1.1", variants=variants)
        assert found(board, "e ew w") == set()
        assert found(numberlink("1.1.", variants=variants), "e ew ew w") == {
            ("degree", ((0, 2),)),
            ("degree", ((0, 3),)),
        }


def test_numberlink_loop() -> None:
    loop = ((1, 0), (1, 1), (2, 0), (2, 1))
    for variants in ((), ("unused",), ("no-touch",)):
        board = numberlink("11", "..", "..", variants=variants)
        assert found(board, "e w", "es sw", "ne nw") == {("paths", loop)}
        assert found(board.dropping("paths"), "e w", "es sw", "ne nw") == set()


def test_numberlink_ends_of_another_label() -> None:
    assert found(numberlink("12", "12"), "e w", "e w") == {
        ("paths", ((0, 0), (0, 1))),
        ("paths", ((1, 0), (1, 1))),
    }


def test_numberlink_end_without_a_mate() -> None:
    board = numberlink("1.", ".1").dropping("degree")
    assert found(board, ". .", ". .") == {("paths", ((0, 0),)), ("paths", ((1, 1),))}


def test_numberlink_label_that_occurs_four_times_pairs_freely() -> None:
    board = numberlink("11", "11")
    assert found(board, "e w", "e w") == set()
    assert found(board, "s s", "n n") == set()
    joined = board.dropping("degree")
    everything = {("paths", ((0, 0), (0, 1), (1, 0), (1, 1)))}
    assert found(joined, "se w", "ne w") == everything


def test_numberlink_question_mark_is_a_label_like_any_other() -> None:
    assert found(numberlink("??"), "e w") == set()
    assert found(numberlink("?1", "?1"), "e w", "e w") == {
        ("paths", ((0, 0), (0, 1))),
        ("paths", ((1, 0), (1, 1))),
    }


def test_numberlink_no_touch() -> None:
    board = numberlink("11", "..", variants=("no-touch",))
    assert board.rules() == ("degree", "paths", "chordless")
    assert found(board, "s s", "ne nw") == {("chordless", ((0, 0), (0, 1)))}
    assert found(board.dropping("chordless"), "s s", "ne nw") == set()
    # Two paths side by side do not touch themselves.
    assert found(numberlink("12", "12", variants=("no-touch",)), "s s", "n n") == set()


def test_numberlink_label_that_occurs_an_odd_number_of_times_is_an_error_at_the_last() -> None:
    with pytest.raises(BoardError, match="even number of times, found 1 3 times") as error:
        numberlink("11", "21", "2.")
    assert error.value.cell == (1, 1)


def test_numberlink_single_cell_is_a_verdict_not_an_error() -> None:
    assert numberlink(".").impossible() is not None
    assert numberlink(".", variants=("unused",)).impossible() is None


def test_words_may_come_as_a_list_but_not_as_one_string() -> None:
    rows = ((None, None),) * 2
    assert Binairo(givens=rows, without=["runs"]) == Binairo.blank(2, 2).dropping("runs")  # type: ignore[arg-type]
    with pytest.raises(BoardError, match="set of words"):
        Binairo(givens=rows, without="runs")  # type: ignore[arg-type]


def test_variables_count_from_one() -> None:
    board = Binairo.blank(2, 2)
    assert [board.label(v) for v in (1, 4)] == ["r0c0", "r1c1"]
    for variable in (0, -1, 5):
        with pytest.raises(IndexError):
            board.label(variable)
