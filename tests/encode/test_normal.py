"""Normal solutions decide a board: moves keep solutions solutions, and lose weight."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from encode import decide, formula, solutions
from encode.cuts import Rules
from encode.normal import Moves, tight
from puzzles import Board, Numberlink, parse
from puzzles.rules import Cell
from tests.encode.brute import judged, projected
from tests.strategies import boards, tiny_boards

VARIANTS = [(), ("unused",), ("no-touch",), ("unused", "no-touch")]
SMALL = 10

numberlinks = boards("numberlink", max_cells=9).filter(lambda board: len(board.places()) <= SMALL)


def loosened(board: Board) -> Board:
    """The board without the rule chordless, which moves leave out of account."""
    return board.dropping("chordless")


def weight(board: Board, kind: str, mask: int) -> tuple[int, int]:
    """What every move lowers."""
    pairs = [place for i, place in enumerate(board.places()) if mask >> i & 1]
    edges: list[tuple[Cell, Cell]] = [(u, v) for u, v in pairs]  # type: ignore[misc]
    if kind == "used":
        return 0, sum(u[0] if u[0] == v[0] else u[1] for u, v in edges)
    return len(edges), sum(r + c for r, c in {cell for edge in edges for cell in edge})


def normal(board: Board) -> set[int]:
    """The solutions among the models of the shape ``normal``; loops are left out by the rules."""
    rules = Rules(board.constraints(), normal=True)
    models = projected(formula(board, shape="normal"))
    return {mask for mask in models if not rules.broken(mask) and not board.violations(mask)}


def check(board: Board) -> None:
    """Both statements of :mod:`encode.normal`, and what they rest on."""
    wanted = judged(board)
    loose = judged(loosened(board))
    kept = normal(board)
    assert kept <= wanted
    assert bool(kept) == bool(wanted), board
    moves = Moves(Rules(board.constraints()))
    near = {mask: set(moves.neighbours(mask)) for mask in loose}
    for mask, others in near.items():
        assert others <= loose - {mask}
    if len(wanted) > 1:
        assert len(kept) > 1 or near[kept.pop()], board


@pytest.mark.parametrize("words", VARIANTS)
def test_normal_solutions_decide_tiny_boards(words: tuple[str, ...]) -> None:
    for board in tiny_boards("numberlink", limit=24):
        if not board.variants and len(board.places()) <= SMALL:
            check(board.variant(*words))


@given(numberlinks)
@settings(max_examples=40, deadline=None)
def test_normal_solutions_decide_any_board(board: Board) -> None:
    check(board)


@pytest.mark.parametrize("words", VARIANTS[:2])
def test_what_a_clause_rules_out_can_lose_weight(words: tuple[str, ...]) -> None:
    """Boards with longer sides, so that there are gaps and shifts."""
    ruled_out = set()
    for text in (
        "numberlink\nA . . . B\n. . . . .\nA . . . B",
        "numberlink\nA . . A\n. . . .\nB . . .\n. . . B",
        "numberlink\nA . . .\n. . . .\n. . . A",
    ):
        board = parse(text).variant(*words)
        rules = Rules(board.constraints(), normal=True)
        moves = Moves(rules)
        assert rules.kind is not None
        found = set(solutions(board))
        for mask in found:
            if rules.broken(mask):  # a path with a chord, which may have nothing but shortcuts
                assert rules.kind == "unused"
                continue
            broken = {move for move, clause in moves.clauses() if not holds(clause, mask)}
            lighter = [
                other
                for other in moves.neighbours(mask)
                if weight(board, rules.kind, other) < weight(board, rules.kind, mask)
            ]
            assert found.issuperset(lighter)
            # Behind a gap there is a corner to lay over it, to the same or to less weight.
            assert lighter or not broken or (broken == {"gap"} and any(moves.neighbours(mask)))
            ruled_out |= broken
    assert ruled_out == ({"push", "gap"} if words else {"shift"})


def holds(clause: tuple[int, ...], mask: int) -> bool:
    return any((mask >> abs(v) - 1 & 1) == (v > 0) for v in clause)


def test_boards_without_moves() -> None:
    for board in (
        Numberlink(labels=(("A", None), ("A", None)), variants=frozenset({"no-touch"})),
        Numberlink(labels=(("A", None), ("A", None)), without=frozenset({"degree"})),
        Numberlink(labels=(("A", None), ("A", None)), without=frozenset({"paths"})),
        parse("binairo\n. .\n. ."),
    ):
        moves = Moves(Rules(board.constraints(), normal=True))
        assert moves.kind is None
        assert not any(moves.clauses())
        assert not any(moves.neighbours(0))


@given(numberlinks)
@settings(max_examples=25, deadline=None)
def test_tight_rules_admit_solutions_only(board: Board) -> None:
    rules = Rules(tight(board.constraints()))
    found = {m for m in judged(board) if not rules.broken(m)}
    strict = board.variant("no-touch")
    if "unused" in strict.variants:
        strict = Numberlink(labels=board.labels, variants=frozenset({"no-touch"}))  # type: ignore[attr-defined]
    assert judged(strict) <= found


def test_moves_that_break_chordless_prove_nothing() -> None:
    """A board whose one solution has neighbours only under the looser rule is still unique."""
    checked = 0
    for board in tiny_boards("numberlink", limit=80):
        if board.variants == {"unused", "no-touch"} and len(board.places()) <= SMALL:
            wanted = judged(board)
            if len(wanted) == 1:
                moves = Moves(Rules(board.constraints()))
                checked += any(True for _ in moves.neighbours(*wanted))
                assert decide(board).verdict == "unique"
    assert checked
