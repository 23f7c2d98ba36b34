"""Heyawake of ``examples/puzzles``: its engines against a brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random

import pytest

import encode
from count import count
from puzzles import Board, FormatError, parse
from puzzles.kinds import forget, register
from puzzles.plugins import load

RULES = ("touch", "number", "line", "connected")
ENGINES = "frontier,bdd,sat,brute,brute-lifted"
HEYAWAKE = load(str(Path(__file__).parents[2] / "examples/puzzles/heyawake.py"))
forget(HEYAWAKE.kind)


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(HEYAWAKE)
    yield
    forget(HEYAWAKE.kind)


def drawn(random: Random) -> tuple[list[str], dict[tuple[int, int], int]]:
    """A grid of room names, rooms of any shape, and numbers printed at some cells."""
    height, width = random.choice(((1, 5), (2, 3), (2, 4), (3, 3), (1, 7)))
    if random.random() < 0.5:
        height, width = width, height
    cells = list(product(range(height), range(width)))
    room = dict.fromkeys(cells, "")
    for name in "abcdefghijkl":
        free = [cell for cell in cells if not room[cell]]
        grown = [random.choice(free)] if free else []
        for _ in range(random.choice((1, 2, 3, 4, 6))):
            at = [
                (r, c)
                for r, c in free
                if (r, c) not in grown and any(abs(r - y) + abs(c - x) == 1 for y, x in grown)
            ]
            grown += [random.choice(at)] if at else []
        room |= dict.fromkeys(grown, name)
    numbers = {}
    for name in sorted(set(room.values())):
        inside = [cell for cell in cells if room[cell] == name]
        if random.random() < 0.4:
            most = (len(inside) + 1) // 2
            numbers[random.choice(inside)] = random.randint(0, most)
    return ["".join(room[r, c] for c in range(width)) for r in range(height)], numbers


def text(rooms: list[str], numbers: dict[tuple[int, int], int]) -> str:
    printed = [
        " ".join(str(numbers.get((r, c), ".")) for c in range(len(row)))
        for r, row in enumerate(rooms)
    ]
    return "\n".join(["heyawake", *(" ".join(row) for row in rooms), "", *printed])


def faults(
    rooms: list[str], numbers: dict[tuple[int, int], int], shaded: set[tuple[int, int]]
) -> set[str]:
    """The printed rules that these shaded cells break; written apart from the package."""
    height, width = len(rooms), len(rooms[0])
    cells = set(product(range(height), range(width)))
    found = set()
    if any((r + 1, c) in shaded or (r, c + 1) in shaded for r, c in shaded):
        found.add("touch")
    for (r, c), number in numbers.items():
        if sum(rooms[y][x] == rooms[r][c] for y, x in shaded) != number:
            found.add("number")
    lines = [[(r, c) for c in range(width)] for r in range(height)]
    lines += [[(r, c) for r in range(height)] for c in range(width)]
    for line in lines:
        for i, j in combinations(range(len(line) + 1), 2):
            names = [rooms[r][c] for r, c in line[i:j]]
            borders = sum(a != b for a, b in pairwise(names))
            if borders >= 2 and not shaded & set(line[i:j]):
                found.add("line")
    white = cells - shaded
    stack = [min(white)] if white else []
    while stack:
        r, c = stack.pop()
        if (r, c) in white:
            white.remove((r, c))
            stack += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return found | ({"connected"} if white else set())


def boards(seed: int) -> tuple[Board, list[set[str]], list[set[tuple[int, int]]]]:
    rooms, numbers = drawn(Random(seed))
    cells = list(product(range(len(rooms)), range(len(rooms[0]))))
    shadings = [
        {cell for i, cell in enumerate(cells) if mask >> i & 1} for mask in range(1 << len(cells))
    ]
    return parse(text(rooms, numbers)), [faults(rooms, numbers, s) for s in shadings], shadings


CHEAP = range(3)
SEEDS = [*CHEAP, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 20))]


@pytest.mark.parametrize("seed", SEEDS)
def test_engines_count_what_the_printed_rules_allow(seed: int) -> None:
    board, broken, _ = boards(seed)
    for without in ((), *((rule,) for rule in RULES), ("touch", "connected"), RULES[:3]):
        wanted = sum(found <= set(without) for found in broken)
        easier = board.dropping(*without) if without else board
        found = count(easier, by=ENGINES)
        assert found.counts == dict.fromkeys(ENGINES.split(","), wanted), without
        verdict = encode.decide(easier).verdict
        assert verdict == ("none", "unique", "several")[min(wanted, 2)], without


@pytest.mark.parametrize("seed", SEEDS)
def test_the_verifier_names_the_rules_that_are_broken(seed: int) -> None:
    board, broken, shadings = boards(seed)
    cells = board.height * board.width
    for found, shaded in list(zip(broken, shadings, strict=True))[:: max(1, len(broken) // 200)]:
        mask = (1 << cells) - 1 - sum(1 << r * board.width + c for r, c in shaded)
        assert {violation.rule for violation in board.violations(mask)} == found


@pytest.mark.parametrize("seed", SEEDS)
def test_text_and_rows_are_read_back(seed: int) -> None:
    board, _, _ = boards(seed)
    assert parse(board.text()) == board
    for mask in (0, (1 << board.height * board.width) - 1, 1):
        assert board.from_rows(board.rows(mask)) == mask


def test_a_picture_shows_the_shaded_cells() -> None:
    board = parse("heyawake\na a b\n\n1 . .\n")
    (mask,) = encode.solutions(board.dropping("line").dropping("touch"), limit=1)
    assert "▓" in str(board.solution(mask)) or mask == 0b111
    assert "▓" not in str(board)


@pytest.mark.parametrize(
    "wrong",
    [
        "heyawake\na b a\n\n. . .\n",  # a room in two pieces
        "heyawake\na a\n\n. . .\n",
        "heyawake\na a\n",
        "heyawake\na a\n\n. x\n",
        "heyawake\na a\n\n. -1\n",
        "heyawake wide\na a\n\n. .\n",
    ],
)
def test_what_is_not_in_form_is_refused(wrong: str) -> None:
    with pytest.raises(FormatError):
        parse(wrong)
