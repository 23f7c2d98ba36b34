"""Claims B2 and B3, and that every deduction of every rung carries a reason that fits."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest

from ladder import climb, engine_of, position
from ladder.engine import Log, Refuted
from ladder.explain import deductions, sentence
from ladder.projection import Lifted
from puzzles import KINDS, Binairo, Board, parse
from tests.kinds import facts
from tests.ladder.positions import drawn


def row(text: str, height: int = 6) -> Board:
    """A board with ``text`` as its first row and nothing else, equal lines allowed."""
    cells = tuple(None if letter == "." else int(letter) for letter in text)
    blank = (None,) * len(cells)
    return Binairo(givens=(cells, *(blank,) * (height - 1))).dropping("distinct")


def by(board: Board, technique: str) -> dict[str, str]:
    """What a climb decides by this technique: the value by place."""
    decided: dict[str, str] = {}
    for _, deduction in climb(board, up_to="distinct", trace=True).trace():
        if deduction.technique == technique:
            decided |= deduction.decided(board)
    return decided


def test_b2_sandwich() -> None:
    assert by(row("1.1..."), "sandwich") == {"r0c1": "0"}


def test_b2_pair() -> None:
    assert by(row("..00...."), "pair") == {"r0c1": "1", "r0c4": "1"}


def test_b2_count_reached() -> None:
    assert by(row("010..0"), "count") == {"r0c3": "1", "r0c4": "1"}
    assert by(row("010..0"), "line") == {}


def test_b2_the_projection_sees_more_than_the_three_techniques() -> None:
    # Neither a sandwich nor a pair nor a full count, but each way to place the last 0 needs r0c5.
    assert by(row("0...0."), "line") == {"r0c5": "1"}


def human(cells: list[int | None]) -> list[int | None]:
    """Sandwich, pair and count over one line until nothing more follows."""
    cells = cells.copy()
    before: list[int | None] = []
    while before != cells:
        before = cells.copy()
        for i, cell in enumerate(cells):
            for one, other in ((-1, 1), (-2, -1), (1, 2)):
                if cell is None and i + one >= 0 and i + other < len(cells):
                    a, b = cells[i + one], cells[i + other]
                    if a is not None and a == b:
                        cells[i] = 1 - a
        for value in (0, 1):
            if cells.count(value) == len(cells) // 2:
                cells = [1 - value if cell is None else cell for cell in cells]
    return cells


@pytest.mark.parametrize("n", [4, 6, 8])
def test_b2_on_every_position_of_a_line_the_projection_includes_the_techniques(n: int) -> None:
    propagators = engine_of(row("." * n, height=2), "line").propagators
    table = next(p for p in propagators if isinstance(p, Lifted) and len(p.places) == n)
    more = 0
    for cells in product((None, 0, 1), repeat=n):
        on = sum(1 << i for i, cell in enumerate(cells) if cell == 1)
        off = sum(1 << i for i, cell in enumerate(cells) if cell == 0)
        left = table.project(on, off)
        if left.survivors:
            projected = [
                1 if left.on >> i & 1 else 0 if left.off >> i & 1 else None for i in range(n)
            ]
            for simple, cell in zip(human(list(cells)), projected, strict=True):
                assert simple in (None, cell), cells
            more += human(list(cells)) != projected
    assert (more > 0) == (n > 4), "from six cells on the projection sees more"


def test_b3_a_row_two_cells_short_of_a_finished_row_is_forced_into_the_swap() -> None:
    board = parse("binairo\n0 1 0 1\n0 . . 1\n. . . .\n. . . .")
    assert position(board, "line") is not None
    assert by(board, "swap") == {"r1c1": "0", "r1c2": "1"}


def test_b3_two_equal_finished_lines_refute_the_position() -> None:
    board = parse("binairo\n0 1 0 1\n0 1 0 1\n. . . .\n. . . .")
    assert position(board, "line") is not None
    assert position(board, "distinct") is None
    assert position(board.variant("repeats"), "distinct") is not None


def test_b3_a_line_all_of_whose_words_are_used_refutes_the_position() -> None:
    # 0..1 has the words 0101 and 0011; both are used by finished rows.
    board = parse("binairo\n0 1 0 1\n. . . .\n0 0 1 1\n. . . .\n0 . . 1\n. . . .")
    assert position(board, "line") is not None
    assert position(board, "distinct") is None


@pytest.mark.parametrize("n", [8, 22])
def test_b3_holds_however_the_words_are_kept(n: int) -> None:
    """At 22 cells a line has 20 thousand words and they are counted on the automaton."""
    word = [int(c) for c in ("01" * n)[:n]]
    short = [None if i in (n - 2, n - 1) else bit for i, bit in enumerate(word)]
    blank = [None] * n
    rows = [word, short, *[blank] * (n - 2)]
    board = Binairo(givens=tuple(map(tuple, rows)))
    reached = position(board, "distinct")
    assert reached is not None
    on, off = reached
    assert on >> 2 * n - 2 & 1
    assert off >> 2 * n - 1 & 1


CORNER = "norinori\na a a\na a a\na a a"

CASES = [
    ("lonely", CORNER, "", "r0c1 r1c0", "r0c0"),
    ("crowded", CORNER, "r0c1 r1c0", "", "r0c0"),
    ("partner", CORNER, "r0c0 r0c1", "", "r1c1"),
    ("last", CORNER, "r0c0", "r0c1", "r1c0"),
    ("count", CORNER, "r0c0 r2c2", "", "r0c2"),
    ("count", "nondango\na a a\n\no o o", "r0c0", "", "r0c2"),
    ("last", "nondango\na a a\n\no o o", "", "r0c0 r0c1", "r0c2"),
    ("triple", "nondango\na b c\na b c\n\no o o\no o o", "r0c0 r0c1", "", "r0c2"),
    ("triple", "nondango same-colour\na b c\na b c\n\no o o\no o o", "", "r0c0 r0c1", "r0c2"),
    ("count", "nondango anywhere-in-line\na a b b c c\n\no o o o o o", "r0c0 r0c2", "", "r0c4"),
    ("count", "numberlink\n1 . .\n. . .\n1 . .", "r0c0-r0c1", "", "r0c0-r1c0"),
    ("last", "numberlink\n1 . .\n. . .\n1 . .", "", "r0c0-r0c1", "r0c0-r1c0"),
    ("count", "numberlink unused\n1 . .\n. . .\n1 . .", "", "r0c1-r0c2", "r0c2-r1c2"),
    (
        "chain",
        "numberlink unused\n1 . . .\n. . . .\n1 . . .",
        "r0c1-r0c2 r0c2-r1c2 r1c1-r1c2",
        "",
        "r0c1-r1c1",
    ),
    ("chain", "numberlink unused\n1 2 .\n. . .\n1 2 .", "", "", "r0c0-r0c1"),
    (
        "chord",
        "numberlink unused no-touch\n1 . . .\n. . . .\n1 . . .",
        "r0c1-r0c2 r1c1-r1c2",
        "",
        "r0c1-r1c1",
    ),
]


@pytest.mark.parametrize(("technique", "text", "on", "off", "place"), CASES)
def test_each_technique_is_named(technique: str, text: str, on: str, off: str, place: str) -> None:
    board = parse(text)
    if technique in ("lonely", "crowded", "partner"):
        board = board.dropping("region")
    number = {board.label(v): v - 1 for v in range(1, len(board.places()) + 1)}
    given = [sum(1 << number[name] for name in names.split()) for names in (on, off)]
    log: Log = []
    with suppress(Refuted):  # what was found before still has its reason
        engine_of(board, "search").root(given[0], given[1], log)
    found = [d for step in log for d in deductions(board, step) if place in d.decided(board)]
    assert [d.technique for d in found] == [technique], [sentence(board, d) for d in found]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_trace_leads_from_the_empty_position_to_what_was_reached(kind: str) -> None:
    techniques = set()
    for board in drawn(kind, 25, 6 if kind == "binairo" else 5):
        result = climb(board, up_to="probe", trace=True)
        on = off = 0
        for _, deduction in result.trace():
            assert (deduction.on, deduction.off) == (on, off)
            assert not (on | off) & (deduction.new_on | deduction.new_off), "decided twice"
            assert deduction.new_on | deduction.new_off
            assert all(name in sentence(board, deduction) for name in deduction.decided(board))
            on |= deduction.new_on
            off |= deduction.new_off
            techniques.add(deduction.technique)
        assert (on, off) == (result.rungs[-1].on, result.rungs[-1].off)
    assert techniques >= facts(kind).TECHNIQUES


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_each_reason_holds_by_itself(kind: str) -> None:
    """A deduction's places follow by its own propagator from the position before it."""
    for board in drawn(kind, 10, 4):
        for reached in climb(board, up_to="probe", trace=True).rungs:
            for step in reached.steps:
                parts = list(deductions(board, step))
                assert sum(d.new_on for d in parts) == step.new_on
                assert sum(d.new_off for d in parts) == step.new_off


def test_a_picture_per_deduction() -> None:
    board = row("1.1...")
    result = climb(board, up_to="line", trace=True)
    pictures = list(result.pictures())
    assert len(pictures) == len(list(result.trace()))
    assert "(sandwich)" in str(pictures[-1])
    assert "[0]" in str(pictures[-1])
    assert pictures[-1].svg().startswith("<svg")


def test_b3_lines_without_a_dictionary_have_every_word_as_their_domain() -> None:
    board = parse("binairo\n0 0\n0 1\n1 0\n. .").dropping("runs", "balance")
    assert by(board, "repeat") == {"r3c0": "1", "r3c1": "1"}
    wide = parse("binairo\n0 0 0 0\n0 0 0 1\n0 0 . 0\n. . 0 0").dropping("runs", "balance")
    decided = by(wide, "repeat")
    assert decided["r2c2"] == "1"
    assert "r3c0" not in decided


def test_b3_a_swap_decides_both_cells_the_other_way_round() -> None:
    # Without ``balance`` the words left besides the used 1001 are 1010 and 1011: no swap.
    board = parse("binairo\n1 0 0 1\n1 0 . .\n. . . .\n. . . .").dropping("balance")
    assert by(board, "repeat") == {"r1c2": "1"}
    assert by(board, "swap") == {}


def test_a_chord_that_must_be_joined_has_its_own_reason() -> None:
    board = parse("numberlink unused no-touch\n. . .\n. . .\n. . .").dropping("paths")
    number = {board.label(v): v - 1 for v in range(1, len(board.places()) + 1)}
    three = sum(1 << number[name] for name in ("r0c0-r0c1", "r0c0-r1c0", "r0c1-r1c1"))
    log: Log = []
    engine_of(board, "chain").root(three, 0, log)
    (found,) = [d for step in log for d in deductions(board, step) if d.technique == "chord"]
    assert found.decided(board) == {"r1c0-r1c1": "on"}
    assert "joins two cells of one chain" in found.reason
