"""Reasons word for word: they come from the rule that fired, in the words of the puzzle's class."""

from __future__ import annotations

import pytest

from ladder import engine_of, ladder_of
from ladder.engine import Log, Step
from ladder.explain import deductions, sentence
from ladder.projection import ClauseRule, project
from puzzles import Board, Model, Numberlink, parse
from puzzles.logic import RungSpec
from puzzles.rules import Clause, Named
from tests.puzzles.examples import STAR_BATTLE, YAJILIN

CORNER = "norinori\na a a\na a a\na a a"
PAIR = "numberlink\n1 . .\n. . .\n1 . ."
OPEN_PAIR = "numberlink unused\n1 . .\n. . .\n1 . ."
FOUR = "\n. . . .\n. . . .\n. . . ."
SIX = 3 * "\n. . . . . ."
CASES = [
    # text, rules dropped, on, off, the sentence that decides the place
    (CORNER, "region", "", "r0c1 r1c0", "r0c0 unshaded: no neighbour can be shaded (lonely)"),
    (CORNER, "region", "r0c1 r1c0", "", "r0c0 unshaded: two neighbours are shaded (crowded)"),
    (CORNER, "region", "r0c0 r0c1", "", "r1c1 unshaded: r0c1 has its partner (partner)"),
    (CORNER, "region", "r0c0", "r0c1", "r1c0 shaded: the only partner left for r0c0 (last)"),
    (
        CORNER,
        "domino",
        "r0c0 r2c2",
        "",
        "r0c2 unshaded: the region at r0c0..r2c2 has its 2 (count)",
    ),
    (
        "nondango\na b c\n\no o o",
        "region",
        "r0c0 r0c1",
        "",
        "r0c2 white: third of three in a line, r0c0 and r0c1 are black (triple)",
    ),
    (
        "nondango same-colour\na b c\n\no o o",
        "region",
        "",
        "r0c0 r0c1",
        "r0c2 black: third of three in a line, r0c0 and r0c1 are white (triple)",
    ),
    (
        "nondango anywhere-in-line\na b c d\n\no o o o",
        "region",
        "r0c0 r0c1",
        "",
        "r0c2 white: the line at r0c0..r0c3 has its 2 (count)",
    ),
    ("binairo\n1 . 1 ." + FOUR, "runs", "", "", "r0c0 1: printed on the board (given)"),
    (
        "binairo\n1 . 1 . . ." + SIX,
        "distinct",
        "",
        "",
        "r0c1 0: between r0c0 r0c2, both 1 (sandwich)",
    ),
    ("binairo\n. . 0 0 . ." + SIX, "distinct", "", "", "r0c1 1: beside r0c2 r0c3, both 0 (pair)"),
    (
        "binairo\n0 1 0 . . 0" + SIX,
        "distinct",
        "",
        "",
        "r0c3 1: all 3 zeros of r0c0..r0c5 are placed (count)",
    ),
    (
        "binairo\n1 0 1 . . 1" + SIX,
        "distinct",
        "",
        "",
        "r0c3 0: all 3 ones of r0c0..r0c5 are placed (count)",
    ),
    (PAIR, "", "r0c0-r0c1", "", "r0c0-r1c0 off: the cell at r0c0 has its 1 (count)"),
    (PAIR, "", "", "r0c0-r0c1", "r0c0-r1c0 on: the cell at r0c0 has only 1 place left (last)"),
    (
        OPEN_PAIR,
        "",
        "",
        "r0c1-r0c2",
        "r0c2-r1c2 off: the cell at r0c2 has only 1 left and needs more or none (count)",
    ),
]


def reason(board: Board, on: str, off: str, wanted: str) -> str:
    """The sentence that decides the place with which ``wanted`` begins, about this place alone."""
    number = {board.label(v): v - 1 for v in range(1, len(board.places()) + 1)}
    given = [sum(1 << number[name] for name in names.split()) for names in (on, off)]
    log: Log = []
    engine_of(board, "probe").root(given[0], given[1], log)
    place, value = wanted.partition(":")[0].split()
    for step in log:
        for found in deductions(board, step):
            if found.decided(board).get(place) == value:
                return (
                    f"{place} {value}{sentence(board, found).partition(':')[1]}"
                    + (sentence(board, found).partition(":")[2])
                )
    raise AssertionError(f"nothing decides {place}")


@pytest.mark.parametrize(("text", "without", "on", "off", "wanted"), CASES)
def test_a_reason_says_what_was_seen(
    text: str, without: str, on: str, off: str, wanted: str
) -> None:
    board = parse(text).dropping(*without.split())
    assert reason(board, on, off, wanted) == wanted


def test_a_class_without_words_of_its_own_has_the_names_of_its_rules() -> None:
    stars = STAR_BATTLE(regions=((0, 0, 1, 1), (0, 1, 1, 1), (2, 2, 3, 1), (2, 2, 3, 3)))
    touch = "r1c1 empty: the last way to keep touch, as r0c0 is star (clause)"
    assert reason(stars.dropping("row", "column", "region"), "r0c0", "", touch) == touch
    row = "r0c2 empty: the row at r0c0..r0c3 has its 1 (count)"
    assert reason(stars, "r0c0", "", row) == row
    last = "r0c3 star: the region at r0c2..r2c3 has only 1 place left (last)"
    off = "r0c2 r1c1 r1c2 r1c3 r2c3"
    assert reason(stars.dropping("row", "column"), "", off, last) == last
    none = "r0c2 empty: the row at r0c0..r0c3 has its 0 (count)"
    assert reason(stars.variant("stars 0"), "", "", none) == none
    touch = "r0c1 off: the last way to keep touch, as r0c0 is on (clause)"
    loop = YAJILIN(clues=((None, None),) * 2)
    assert reason(loop.dropping("fill", "loop"), "r0c0", "", touch) == touch
    fill = "r0c0-r0c1 off: fill leaves r0c0 r0c1 r1c0 one possibility (words)"
    assert reason(loop.dropping("touch", "loop"), "r0c0", "", fill) == fill


def test_a_model_is_explained_by_the_names_of_its_rules() -> None:
    m = Model(2, 3, cells=("dark", "lit"))
    m.words(m.row(0), ["110", "101", "000"], name="first row")
    m.sum({m[1, 0]: 2, m[1, 1]: 3, m[1, 2]: 3}, 5, 5, name="weights")
    m.implies(m[1, 0], -m[1, 2], name="apart")
    board = m.board()
    for on, off, wanted in (
        ("r0c1", "", "r0c0 lit: first row leaves r0c0 r0c1 r0c2 one possibility (words)"),
        ("", "", "r1c0 lit: weights leaves r1c0 r1c1 r1c2 2 possibilities, which agree (words)"),
        ("r1c2", "", "r1c0 dark: the last way to keep apart, as r1c2 is lit (clause)"),
    ):
        kept = board.dropping("weights") if "apart" in wanted else board
        assert reason(kept, on, off, wanted) == wanted


def test_clauses_of_any_length_say_why() -> None:
    board = STAR_BATTLE(regions=((0, 0), (1, 1)))
    wide = Clause((-1, 2, 3))
    rule = ClauseRule(Named(("touch",), wide, ((0, 0),)), wide)
    (found,) = deductions(board, Step(rule, 0b001, 0b010, 0b100, 0))
    assert sentence(board, found) == (
        "r1c0 star: the last way to keep touch, as r0c0 is star, r0c1 is empty (clause)"
    )
    unit = ClauseRule(Named(("touch",), Clause((1,)), ((0, 0),)), Clause((1,)))
    (found,) = deductions(board, Step(unit, 0, 0, 1, 0))
    assert sentence(board, found) == "r0c0 star: touch says so (clause)"


def test_a_table_of_any_words_says_how_many_are_left() -> None:
    """Norinori's table of a cell and its neighbour, on a board whose class has no words for it."""
    domino = project(parse("norinori\na a"), "domino")[0]
    board = STAR_BATTLE(regions=((0, 0), (1, 1)))
    (found,) = deductions(board, Step(domino, 0b01, 0, 0b10, 0))
    assert sentence(board, found) == "r0c1 star: domino leaves r0c0 r0c1 one possibility (words)"
    centre = project(parse(CORNER), "domino")[4]
    stars = STAR_BATTLE(regions=((0, 0, 0), (1, 1, 1), (2, 2, 2)))
    (found,) = deductions(stars, Step(centre, 0b1010, 0, 0, 0b10000))
    assert sentence(stars, found) == (
        "r1c1 empty: domino leaves r1c1..r2c1 4 possibilities, which agree (words)"
    )


@pytest.mark.parametrize("technique", ["chains", "reach"])
def test_chains_are_refused_where_degrees_do_not_make_them_paths(technique: str) -> None:
    class Rash(Numberlink):
        def rungs(self) -> tuple[RungSpec, ...]:
            return (RungSpec("all", rules=None, techniques=(technique,)),)

    pair = Rash(labels=(("1", "1"),))
    assert engine_of(pair, "all").propagators
    with pytest.raises(ValueError, match="chains are paths only where degrees say so"):
        ladder_of(pair.dropping("degree"))


def test_an_unknown_technique_is_refused_with_those_that_there_are() -> None:
    class Rash(Numberlink):
        def rungs(self) -> tuple[RungSpec, ...]:
            return (RungSpec("all", techniques=("no-such",)),)

    known = "distinct, pairs, chains, touching, reach, whole"
    with pytest.raises(ValueError, match=f"expected a technique among {known}, found 'no-such'"):
        ladder_of(Rash(labels=(("1", "1"),)))
