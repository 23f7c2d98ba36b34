"""The puzzle classes of ``examples/puzzles``, loaded as ``--puzzle`` loads them, with oracles."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from puzzles import Board
from puzzles.grid import neighbours, normal
from puzzles.kinds import forget
from puzzles.plugins import load
from tests import further_oracles

__all__ = ["FILES", "HITORI", "OWN", "SLITHERLINK", "STAR_BATTLE", "YAJILIN", "oracle", "some"]

FILES = Path(__file__).parents[2] / "examples" / "puzzles"
NAMES = ("star_battle", "slitherlink", "hitori", "yajilin")
# Any: a type checker knows these classes no better than those of a user.
OWN: tuple[Any, ...] = tuple(load(str(FILES / f"{name}.py")) for name in NAMES)
STAR_BATTLE, SLITHERLINK, HITORI, YAJILIN = OWN
for _cls in OWN:
    forget(_cls.kind)  # each test makes known what it needs


@cache
def oracle(board: Any) -> frozenset[int]:
    """All solutions by brute force, as masks over the board's places."""
    match board.kind:
        case "starbattle":
            words = dict(word.split() for word in board.variants)
            stars = int(words.get("stars", 1))
            found = further_oracles.star_battle(board.regions, stars, board.without)
        case "slitherlink":
            found = further_oracles.slitherlink(board.clues, board.without)
        case "hitori":
            found = further_oracles.hitori(board.printed, board.without)
        case "yajilin":
            found = further_oracles.yajilin(board.clues, board.without)
        case _:
            raise AssertionError(f"no oracle for {board.kind}")
    bit = {place: 1 << i for i, place in enumerate(board.places())}
    masks = {sum(bit[place] for place in on) for on in found}
    assert len(masks) == len(found), "the oracle lists a solution twice"
    return frozenset(masks)


def some(cls: Any, seed: int, largest: int) -> Board:
    """A random board, most often with solutions; ``largest`` bounds rows and columns."""
    random = Random(f"{cls.kind}/{seed}")
    height, width = sorted((random.randint(1, largest), random.randint(2, largest)))
    if cls is STAR_BATTLE:
        size = random.randint(largest - 1, largest + 1)
        board = cls(regions=_regions(size, random))
        return board.variant(random.choice(["stars 0", "stars 2"])) if seed % 4 == 3 else board
    if cls is HITORI:
        most = random.choice((2, 3, 4))
        rows = [
            [random.choice((None, *range(1, most + 1))) for _ in range(width)]
            for _ in range(height)
        ]
        return cls(printed=tuple(map(tuple, rows)))
    if cls is SLITHERLINK:
        blank = cls(clues=((None,) * width,) * height)
        chosen = blank.chosen(random.choice(sorted(oracle(blank))))
        rows = [[None] * width for _ in range(height)]
        for r in range(height):
            for c in range(width):
                sides = {((r, c), (r, c + 1)), ((r, c), (r + 1, c))}
                sides |= {((r, c + 1), (r + 1, c + 1)), ((r + 1, c), (r + 1, c + 1))}
                if random.random() < 0.5:
                    rows[r][c] = min(3, len(chosen & sides))
        return cls(clues=tuple(map(tuple, rows)))
    assert cls is YAJILIN
    rows = [[None] * width for _ in range(height)]
    for r in range(height):
        for c in range(width):
            if random.random() < 0.12:
                rows[r][c] = (random.choice((None, 0, 1, 1)), random.choice("nesw"))
    return cls(clues=tuple(map(tuple, rows)))


def _regions(size: int, random: Random) -> tuple[tuple[int, ...], ...]:
    """As many connected regions as rows: seeds that grow at random."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    name = {cell: k for k, cell in enumerate(random.sample(cells, size))}
    while len(name) < size * size:
        cell = random.choice([cell for cell in cells if cell not in name])
        around = [name[other] for other in neighbours(cell, size, size) if other in name]
        if around:
            name[cell] = random.choice(around)
    return normal([name[r, c] for c in range(size)] for r in range(size))
