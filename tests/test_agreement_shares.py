"""Marginals and random solutions against the oracle's list: exact shares, and every solution alike."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from count import NoSolutions, marginals, sample
from count.registry import SAMPLERS
from puzzles import KINDS, Board
from tests.agreement import oracle
from tests.test_agreement import dropping, larger

SEED = 5


def some(kind: str) -> list[Board]:
    """Boards with and without solutions, as printed and with rules dropped."""
    return [*larger(kind)[::3], *list(dropping(kind))[::3]]


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", SAMPLERS)
def test_marginals_are_the_shares_of_the_solutions(name: str, kind: str) -> None:
    for board in some(kind):
        solutions = oracle(board)
        if not solutions:
            with pytest.raises(NoSolutions):
                marginals(board, by=name)
            continue
        shares = {
            place: Fraction(sum(mask >> i & 1 for mask in solutions), len(solutions))
            for i, place in enumerate(board.places())
        }
        assert dict(marginals(board, by=name)) == shares, board.text()


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", SAMPLERS)
def test_random_solutions_are_uniform(name: str, kind: str) -> None:
    board = max(
        (board for board in some(kind) if len(oracle(board)) <= 40),
        key=lambda board: len(oracle(board)),
    )
    solutions = oracle(board)
    drawn = 100 * len(solutions)
    times = Counter(solution.mask for solution in sample(board, drawn, SEED, by=name))
    assert set(times) == solutions, board.text()
    # Chi squared over n solutions has mean n - 1 and variance 2 (n - 1): six deviations of room.
    spread = sum(Fraction((times[mask] - 100) ** 2, 100) for mask in solutions)
    freedom = len(solutions) - 1
    assert freedom > 4
    assert (spread - freedom) ** 2 < 36 * 2 * freedom, board.text()


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", SAMPLERS)
def test_a_board_without_solutions_has_none_to_draw(name: str, kind: str) -> None:
    board = next(board for board in some(kind) if not oracle(board) and board.places())
    with pytest.raises(NoSolutions):
        sample(board, 1, SEED, by=name)
