"""Delete one rule, and the count must change: no engine may overlook a rule or invent one.

For every puzzle, every set of variants and every rule in force there is a tiny board whose count
changes when the rule goes; on it every engine is asked twice.  The exceptions are stated, and
tested to be exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import encode
from puzzles import KINDS, Binairo, Board, Nondango, Norinori, Numberlink, read
from tests.agreement import COUNTERS, engine, oracle, solution_set
from tests.strategies import subsets, tiny_boards

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.txt"))

CASES = [
    (kind, words, rule)
    for kind in sorted(KINDS)
    for words in subsets(KINDS[kind].VARIANTS)
    for rule in next(tiny_boards(kind)).variant(*words).rules()
]
"""Every (puzzle, variants, rule in force under them)."""


def candidates(kind: str) -> Iterator[Board]:
    yield from tiny_boards(kind)
    if kind == "binairo":
        # Two rows make columns of two cells: more than two of them are never all distinct.
        yield Binairo.blank(4, 4)
        # And a balanced line of four holds no three equal cells.
        yield Binairo(givens=((0, 0, 1, 0, 1, 1), (0, 1, 0, 1, 0, 1), (None,) * 6, (None,) * 6))


@cache
def telling(kind: str, words: frozenset[str], rule: str) -> Board:
    """The first tiny board that has solutions and loses or gains some without the rule."""
    for board in candidates(kind):
        if board.variants == words and board.places() and rule in board.rules():
            before = oracle(board)
            if before and before != oracle(board.dropping(rule)):
                return board
    raise AssertionError(f"no tiny {kind} tells {rule} from nothing under {set(words)}")


IDS = ["-".join((kind, *sorted(words), rule)) for kind, words, rule in CASES]


@pytest.mark.parametrize("name", ["solutions", *COUNTERS])
@pytest.mark.parametrize(("kind", "words", "rule"), CASES, ids=IDS)
def test_without_a_rule_the_count_changes(
    kind: str, words: frozenset[str], rule: str, name: str
) -> None:
    board = telling(kind, words, rule)
    less = board.dropping(rule)
    if name == "solutions":
        assert solution_set(board) == oracle(board)
        assert solution_set(less) == oracle(less)
        assert oracle(board) < oracle(less)
        return
    before, after = engine(name, board), engine(name, less)
    assert (before, after) == (len(oracle(board)), len(oracle(less))), board.text()
    assert before < after, board.text()


# The exceptions


def test_a_rule_that_a_variant_has_dropped_cannot_be_dropped_again() -> None:
    for board in tiny_boards("binairo", limit=20):
        if "repeats" in board.variants:
            assert board.dropping("distinct") == board
            assert "distinct" not in board.rules()


def test_without_no_touch_dropping_chordless_changes_nothing() -> None:
    for board in tiny_boards("numberlink", limit=60):
        if "no-touch" not in board.variants:
            assert oracle(board.dropping("chordless")) == oracle(board)
            assert engine("frontier", board.dropping("chordless")) == engine("frontier", board)


def test_boards_too_small_or_too_bare_for_a_rule_keep_their_count() -> None:
    exceptions: list[tuple[Board, str, str]] = [
        (Binairo.blank(4, 4), "givens", "no givens"),
        (Binairo.blank(2, 2), "runs", "no three cells in line"),
        (Binairo.blank(2, 2), "distinct", "a balanced column already tells the rows apart"),
        (Norinori(regions=((0, 0),)), "domino", "the only two cells are neighbours"),
        (Norinori(regions=((0,), (1,))).dropping("region"), "region", "dropped before"),
        (
            Nondango(regions=((0, 1), (2, 2)), circles=frozenset({(0, 0), (0, 1), (1, 0)})),
            "triples",
            "no three cells in line",
        ),
        (
            Nondango(regions=((0, 0, 1),), circles=frozenset({(0, 0), (0, 1), (0, 2)})),
            "triples",
            "the only triple is dead",
        ),
        (Numberlink(labels=(("a", "a"),)), "paths", "one edge joins the right ends"),
    ]
    for board, rule, reason in exceptions:
        less = board.dropping(rule)
        assert oracle(less) == oracle(board), reason
        for name in ("frontier", "bdd", "sat", "brute", "brute-lifted"):
            assert engine(name, less) == engine(name, board) == len(oracle(board)), reason


# The boards that we ship


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_with_one_solution_needs_each_of_its_rules(path: Path) -> None:
    board = read(path)
    if encode.decide(board).verdict != "unique":
        pytest.skip("the example has not one solution")
    for rule in board.rules():
        verdict = encode.decide(board.dropping(rule)).verdict
        if (board.kind, rule) == ("numberlink", "degree") and verdict == "unique":
            # The exception: where the pairs can be joined in one way only, even leaving cells out,
            # and no path has a chord, there is nothing to branch to.
            assert encode.decide(board.variant("unused")).verdict == "unique"
            (only,) = encode.decide(board).solutions
            assert not board.variant("no-touch").violations(only.mask)
        else:
            assert verdict == "several", rule
