"""The examples of puzzle classes against brute forces written from the printed rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import and_, or_
from random import Random
from typing import Any

import pytest

import count
import encode
from ladder import climb
from puzzles import Board, parse, write
from puzzles.kinds import forget, register
from puzzles.plain import plain
from tests.agreement import engine
from tests.puzzles.examples import FILES, HITORI, OWN, oracle, some

ENGINES = ("frontier", "bdd", "sat", "brute", "brute-lifted")
_BRUTE = 14
"""Up to so many variables every assignment is tried."""


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    for cls in OWN:
        register(cls)
    yield
    for cls in OWN:
        forget(cls.kind)


def agree(board: Board, random: Random) -> int:
    """Everything that is asked of a board has the oracle's answer; how many solutions."""
    wanted = oracle(board)
    for name in ENGINES[: 5 if len(board.places()) <= _BRUTE else 3]:
        assert engine(name, board) == len(wanted), f"{name}\n{board.text()}"
    listed = list(encode.solutions(board))
    assert len(listed) == len(wanted)
    assert set(listed) == wanted, board.text()
    verdict = ("none", "unique", "several")[min(2, len(wanted))]
    assert encode.decide(board).verdict == verdict, board.text()
    variables = len(board.places())
    tried = (
        range(1 << variables)
        if variables <= 9
        else [random.getrandbits(variables) for _ in range(50)]
    )
    near = (
        [mask ^ 1 << random.randrange(variables) for mask in sorted(wanted)[:20]]
        if variables
        else []
    )
    for mask in (*tried, *wanted, *near):
        assert (not board.violations(mask)) == (mask in wanted), (board.text(), mask)
    if wanted:
        shares = count.marginals(board)
        for i, place in enumerate(board.places()):
            on = sum(mask >> i & 1 for mask in wanted)
            assert shares[place] == Fraction(on, len(wanted)), board.text()
    result = climb(board)
    assert result.solutions is None or min(result.solutions, 2) == min(len(wanted), 2), board.text()
    for reached in result.rungs:
        if wanted:
            assert reached.refuted is None, board.text()
            assert reached.on & ~reduce(and_, wanted) == 0, board.text()
            assert reached.off & reduce(or_, wanted) == 0, board.text()
    return len(wanted)


@pytest.mark.parametrize("cls", OWN)
def test_random_boards(cls: Any) -> None:
    random = Random(11)
    counts = [min(2, agree(some(cls, seed, 3), random)) for seed in range(12)]
    assert len(set(counts)) > 1, counts


@pytest.mark.slow
@pytest.mark.parametrize("cls", OWN)
def test_many_random_boards(cls: Any) -> None:
    random = Random(12)
    counts = [
        min(2, agree(some(cls, seed, 4 if cls is HITORI else 3), random)) for seed in range(14, 200)
    ]
    assert set(counts) == {0, 1, 2}


SMALL = {
    "starbattle": "starbattle\na a b\na b b\nc c b",
    "slitherlink": "slitherlink\n3 .\n. 2",
    "hitori": "hitori\n1 2 2\n1 1 2\n3 1 1",
    "yajilin": "yajilin\n1e . .\n. . .",
}


@pytest.mark.parametrize("kind", SMALL)
def test_dropped_rules(kind: str) -> None:
    board, random = parse(SMALL[kind]), Random(5)
    counts = {}
    for size in range(len(board.RULES) + 1):
        for names in combinations(board.RULES, size):
            dropped = board.dropping(*names)
            wanted = oracle(dropped)
            counts[names] = len(wanted)
            for name in ("frontier", "bdd", "sat"):
                if name != "sat" or len(wanted) < 600:
                    assert engine(name, dropped) == len(wanted), (name, names)
            variables = len(board.places())
            for mask in (*(random.getrandbits(variables) for _ in range(60)), *sorted(wanted)[:60]):
                assert (not dropped.violations(mask)) == (mask in wanted), names
    for name in board.RULES:  # each rule says something that the others do not
        rest = tuple(other for other in board.RULES if other != name)
        assert counts[rest] < counts[board.RULES] == 1 << len(board.places())


def test_all_engines_those_in_other_processes_too() -> None:
    board = parse(SMALL["yajilin"])
    found = count.count(board, by="all", timeout=60).counts
    assert set(found.values()) == {len(oracle(board))}
    assert set(found) >= {"frontier", "bdd", "sat", "brute"}
    same = plain(board)
    assert parse(same.text()) == same
    assert count.count(same, by="frontier").value == len(oracle(board))


@pytest.mark.parametrize("path", sorted(FILES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_has_at_most_eighty_lines(path: Any) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 80


@pytest.mark.parametrize(
    "text", ["yajilin\n1e", "yajilin\n.", "yajilin\n. .\n?n .", "slitherlink\n0"]
)
def test_boards_without_room_for_a_loop_have_no_solution(text: str) -> None:
    board = parse(text)
    assert oracle(board) == frozenset()
    assert encode.decide(board).verdict == "none"
    assert set(count.count(board, by="frontier,bdd,sat,brute,brute-lifted").counts.values()) == {0}
    assert climb(board).solutions in (None, 0)


@pytest.mark.parametrize(
    ("url", "solutions"),
    [
        ("starbattle/4/4/1/a6g9o8", 1),
        ("slither/2/2/322d", 2),  # an L of three squares, or the one across the diagonal
        ("hitori/3/2/122331", 1),
        ("hitori/3/3/221313132", 2),
        ("yajilin/3/3/d10d", 1),  # a clue in the middle: all around it is the loop
        ("yajilin/3/3/d11d", 0),  # it wants a shaded cell, which no loop can pass
    ],
)
def test_urls_have_the_solutions_that_were_found_by_hand(url: str, solutions: int) -> None:
    board = parse(f"https://puzz.link/p?{url}")
    assert len(oracle(board)) == solutions
    assert count.count(board, by="frontier,bdd").counts == {"frontier": solutions, "bdd": solutions}
    assert write(board, "url") == f"https://puzz.link/p?{url}"


def test_pictures_show_what_is_solved() -> None:
    loop = parse("yajilin\n. . .\n. 0n .\n. . .")
    assert str(encode.solve(loop)).splitlines()[4] == "1 ┃  ┃  │ 0↑  │  ┃  ┃"
    numbers = parse("hitori\n1 2 2\n3 3 1")
    assert str(encode.solve(numbers)).splitlines()[2] == "0 ┃ 1 │ 2 │▓2▓┃"
    assert "▓" not in str(numbers)
    stars = parse("starbattle\na a b b\na b b b\nc c d b\nc c d d")
    assert str(encode.solve(stars)).splitlines()[2] == "0 ┃   │ ★ ┃   │   ┃"
