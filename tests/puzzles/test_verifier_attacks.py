"""Attacks on the verifiers of the puzzles: an assignment with more to it than the board has."""

from __future__ import annotations

import pytest

from puzzles import Board, parse

BOARDS = {
    "binairo\n. .\n. .": ["1 0", "0 1"],
    "norinori\na a b b": None,  # two dominoes side by side touch
    "nondango\na b\n\no o": ["# #"],
    "numberlink\n1 1\n2 2": ["e w", "e w"],
}


@pytest.mark.parametrize("text", BOARDS)
def test_only_assignments_are_judged(text: str) -> None:
    board: Board = parse(text)
    variables = len(board.places())
    rows = BOARDS[text]
    good = 0 if rows is None else board.from_rows(rows)
    assert bool(board.violations(good)) == (rows is None)
    for mask in (good, 0):
        for wrong in (mask | 1 << variables, mask | 1 << 3000, mask - (1 << variables), ~mask):
            with pytest.raises(ValueError, match=f"an assignment to {variables} variables"):
                board.violations(wrong)
