"""What the agreement grid compares: engines by name, and the oracle's count for a board.

A board goes to the oracle as plain data and comes back as masks over its own places, so that a
wrong variable order or a wrong place shows as a difference too.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

import pytest

import encode
from count import ENGINES
from puzzles import Board
from tests.kinds import facts

__all__ = ["COUNTERS", "engine", "oracle", "solution_set", "verdict"]

COUNTERS = tuple(ENGINES)


def engine(name: str, board: Board) -> int:
    """The engine's count; the test is skipped where the engine's package is not installed."""
    chosen = ENGINES[name]
    if chosen.package is not None and find_spec(chosen.package) is None:
        pytest.skip(f"{chosen.package} is not installed")
    reason = chosen.refuses(board)
    assert reason is None, f"{name} refuses a small board: {reason}\n{board.text()}"
    result = import_module(chosen.module).count(board)
    assert type(result) is int, f"{name} counts in {type(result)}"
    return result


@cache
def oracle(board: Board) -> frozenset[int]:
    """All solutions by the oracle, as masks."""
    found = facts(board.kind).oracle(board)
    bit = {place: 1 << i for i, place in enumerate(board.places())}
    masks = {sum(bit[place] for place in on) for on in found}
    assert len(masks) == len(found), "the oracle lists a solution twice"
    return frozenset(masks)


def solution_set(board: Board) -> frozenset[int]:
    """All solutions by SAT enumeration; each must come once."""
    masks = list(encode.solutions(board))
    assert len(masks) == len(set(masks)), f"a solution comes twice\n{board.text()}"
    return frozenset(masks)


def verdict(board: Board) -> str:
    """What ``decide`` says; its witnesses must be solutions by the oracle and differ as reported."""
    decision = encode.decide(board)
    witnesses = [solution.mask for solution in decision.solutions]
    assert set(witnesses) <= oracle(board), board.text()
    wanted = {"none": 0, "unique": 1, "several": 2}[decision.verdict]
    assert len(set(witnesses)) == len(witnesses) == wanted, board.text()
    if decision.verdict == "several":
        assert decision.differ == board.differ(*witnesses), board.text()
    return str(decision.verdict)
