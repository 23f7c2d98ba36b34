"""The boards of ``examples/`` are what their comments say, by two engines that share little.

A comment ``# Expected: unique, 1 solution.`` speaks of the board as it stands, ``# Expected with
unused: ...`` and ``# Expected without domino: ...`` of the same board under another variant or
without a rule.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from count import count
from encode import decide, solutions
from puzzles import KINDS, Board, read

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FILES = sorted(EXAMPLES.glob("*.txt"))
STATEMENT = re.compile(
    r"# Expected(?: (with|without) ([a-z-]+))?: (unique|none|several), (\d+) solutions?\."
)
LISTED = 2000
"""So many solutions are listed and judged one by one."""


def statements(path: Path) -> list[tuple[str, str, str, int]]:
    """(with/without/"", word, verdict, number of solutions) of every expectation in the file."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "Expected" in line]
    matches = [STATEMENT.fullmatch(line) for line in lines]
    found = [(m[1] or "", m[2] or "", m[3], int(m[4])) for m in matches if m]
    assert len(found) == len(lines), f"{path.name}: an expectation of another form"
    return found


def changed(board: Board, how: str, word: str) -> Board:
    """The board under another variant, without one of its variants, or without a rule."""
    if how == "with":
        return board.variant(word)
    if word in board.VARIANTS:
        without = board.without - {"distinct"} if word == "repeats" else board.without
        return replace(board, variants=board.variants - {word}, without=without)
    return board.dropping(word) if how else board


CASES = [(path, *statement) for path in FILES for statement in statements(path)]


@pytest.mark.parametrize(
    ("path", "how", "word", "verdict", "number"),
    CASES,
    ids=["-".join(filter(None, (path.stem, how, word))) for path, how, word, _, _ in CASES],
)
def test_example_has_the_verdict_and_the_solutions_that_it_states(
    path: Path, how: str, word: str, verdict: str, number: int
) -> None:
    board = changed(read(path), how, word)
    decision = decide(board)
    assert decision.verdict == verdict
    for solution in decision.solutions:
        assert board.violations(solution.mask) == ()
    counted = count(board, by=["frontier", "sat" if number <= LISTED else "bdd"])
    assert counted.agree
    assert list(counted.counts.values()) == [number, number]
    if number <= LISTED:
        masks = list(solutions(board))
        assert len(set(masks)) == len(masks) == number
        assert not any(board.violations(mask) for mask in masks)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example_says_what_it_shows_and_is_in_our_text_form(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert lines[: len(comments)] == comments
    assert not comments[0].startswith("# Expected")
    assert [how for how, _, _, _ in statements(path)].count("") == 1
    board = read(path)
    assert lines[len(comments) :] == board.text().splitlines()
    assert path.stem.startswith(board.kind)
    assert path.stem.endswith(f"{board.height}x{board.width}")
    assert all(4 <= side <= 10 for side in (board.height, board.width))


def test_examples_show_every_puzzle_variant_and_verdict() -> None:
    boards = [read(path) for path in FILES]
    for kind, cls in KINDS.items():
        assert any(board.kind == kind and not board.variants for board in boards)
        for word in cls.VARIANTS:
            assert any(board.kind == kind and word in board.variants for board in boards)
        assert any(board.kind == kind and board.height != board.width for board in boards)
    stated = {verdict for path in FILES for how, _, verdict, _ in statements(path) if not how}
    assert stated == {"unique", "none", "several"}


def test_a_region_of_one_cell_is_refused_with_its_reason() -> None:
    board = read(EXAMPLES / "norinori-region-of-one-cell-4x4.txt")
    assert board.impossible() is not None
    assert decide(board).reason == board.impossible()
