"""The frontier engine against enumeration through the boards' own verifier, and known counts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, prod
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from count import frontier
from puzzles import KINDS, Binairo, Board, Nondango, Norinori, Numberlink
from puzzles.grid import regions_of
from puzzles.rules import Cell
from tests.strategies import boards, subsets, tiny_boards


def enumerated(board: Board) -> list[int]:
    return [mask for mask in range(1 << len(board.places())) if not board.violations(mask)]


def shares(board: Board, solutions: list[int]) -> tuple[Fraction, ...]:
    variables = range(len(board.places()))
    total = len(solutions)
    return tuple(Fraction(sum(mask >> i & 1 for mask in solutions), total) for i in variables)


def agrees(board: Board) -> None:
    """Count, marginals and the support of the samples equal enumeration."""
    solutions = enumerated(board)
    told = f"{sorted(board.variants)} without {sorted(board.without)}\n{board.text()}"
    counted = frontier.count(board)
    assert type(counted) is int
    assert counted == len(solutions), told
    if not solutions:
        with pytest.raises(ValueError, match="no solution"):
            frontier.marginals(board)
        with pytest.raises(ValueError, match="no solution"):
            frontier.sample(board, 1, Random(0))
        return
    assert frontier.marginals(board) == shares(board, solutions), told
    assert set(frontier.sample(board, 4, Random(0))) <= set(solutions), told


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_agrees_with_the_verifier_on_drawn_boards(kind: str) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(board=boards(kind, max_cells=9, drops=True))
    def check(board: Board) -> None:
        agrees(board)

    check()


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_agrees_with_the_verifier_under_all_sets_of_dropped_rules(kind: str) -> None:
    for board in tiny_boards(kind, limit=12):
        for names in subsets(board.RULES):
            agrees(board.dropping(*names))


def numberlink(text: str, *variants: str) -> Numberlink:
    rows = tuple(tuple(None if t == "." else t for t in row.split()) for row in text.split("/"))
    return Numberlink(labels=rows, variants=frozenset(variants))


def corners(size: int) -> Numberlink:
    rows = [[None] * size for _ in range(size)]
    labels: list[list[str | None]] = [list(row) for row in rows]
    labels[0][0] = labels[-1][-1] = "1"
    return Numberlink(labels=tuple(map(tuple, labels)), variants=frozenset({"unused"}))


KNOWN: list[tuple[Board, int]] = [
    # OEIS A253316 (distinct lines), and the same without distinctness.
    (Binairo.blank(2, 2), 2),
    (Binairo.blank(4, 4), 72),
    (Binairo.blank(6, 6), 4140),
    (Binairo.blank(2, 2).dropping("distinct"), 2),
    (Binairo.blank(4, 4).dropping("distinct"), 90),
    (Binairo.blank(6, 6).dropping("distinct"), 11222),
    (Binairo.blank(8, 8).dropping("distinct"), 12413918),
    (Binairo.blank(4, 6).dropping("distinct"), 642),
    (Binairo.blank(6, 4).dropping("distinct"), 642),
    (Binairo.blank(6, 8).dropping("distinct"), 229798),
    # Induced matchings of grids.
    (Norinori(regions=((0,) * 5,) * 5).dropping("region"), 7358),
    (Norinori(regions=((0,) * 6,) * 6).dropping("region"), 349511),
    # OEIS A181218: no three in a row in four directions.
    *(
        (
            Nondango(
                regions=((0,) * n,) * n,
                circles=frozenset((r, c) for r in range(n) for c in range(n)),
            ).dropping("region"),
            terms,
        )
        for n, terms in {2: 16, 3: 230, 4: 10732, 5: 1495392, 8: 1328921689649459}.items()
    ),
    # OEIS A007764: paths between opposite corners.
    *((corners(n), terms) for n, terms in {2: 2, 3: 12, 4: 184, 7: 575780564}.items()),
    # OEIS A001184: Hamiltonian paths between opposite corners.
    (numberlink("a . ./. . ./. . a"), 2),
    (numberlink("a . . . ./. . . . ./. . . . ./. . . . ./. . . . a"), 104),
    (numberlink("/".join(["a" + " ." * 6, *[". " * 7] * 5, ". " * 6 + "a"])), 111712),
]


@pytest.mark.parametrize(("board", "solutions"), KNOWN)
def test_known_counts(board: Board, solutions: int) -> None:
    assert frontier.count(board) == solutions


def test_one_pair_in_opposite_corners_of_10x10() -> None:
    assert frontier.count(corners(10)) == 41044208702632496804


def striped(height: int, width: int) -> tuple[tuple[int, ...], ...]:
    return tuple((r,) * width for r in range(height))


@pytest.mark.parametrize("height", [6, 8, 110])
def test_counts_are_exact_past_every_machine_word(height: int) -> None:
    # 54, 65 and 1100 circles or cells: past 2^53, 2^64 and (C(10, 2)^110) 2^600; then 2^1100.
    regions = striped(height, 10)
    norinori = Norinori(regions=regions).dropping("domino")
    assert frontier.count(norinori) == comb(10, 2) ** height
    circles = frozenset((r, c) for r in range(height) for c in range(10))
    nondango = Nondango(regions=regions, circles=circles).dropping("triples")
    assert frontier.count(nondango) == 10**height
    assert frontier.count(nondango.dropping("region")) == 2 ** (10 * height)


def test_without_dominoes_the_count_is_a_product_over_regions() -> None:
    board = Norinori(regions=((0, 0, 1), (0, 1, 1), (2, 2, 2), (3, 3, 2)))
    sizes = [len(cells) for cells in regions_of(board.regions)]
    assert frontier.count(board.dropping("domino")) == prod(comb(size, 2) for size in sizes)


SAMPLED: list[Board] = [
    Binairo.blank(4, 4),
    Binairo(givens=((0, None, None, None), (None,) * 4, (None,) * 4, (None, None, None, 1))),
    Norinori(regions=((0, 0, 1, 1), (0, 0, 1, 1))),
    Nondango(
        regions=((0, 0, 0), (1, 1, 1), (2, 2, 2)),
        circles=frozenset((r, c) for r in range(3) for c in range(3)),
    ),
    numberlink("a . ./. . ./. . a", "unused"),
    numberlink("a . ./. . ./. . a", "unused", "no-touch"),
    numberlink("? . ?/. . ./? . ?", "unused"),
]


@pytest.mark.parametrize("board", SAMPLED)
def test_samples_are_uniform(board: Board) -> None:
    solutions = enumerated(board) if len(board.places()) <= 12 else None
    total = frontier.count(board)
    draws = 40 * total
    seen = Counter(frontier.sample(board, draws, Random(20)))
    # Every solution is drawn, nothing else is, and chi-square lies within 5 standard deviations
    # of its mean total - 1 (a seeded draw: the test cannot flicker).
    assert len(seen) == total
    assert not any(board.violations(mask) for mask in seen)
    assert solutions is None or set(seen) == set(solutions)
    squares = sum((times - 40) ** 2 for times in seen.values())
    freedom = total - 1
    assert (squares - 40 * freedom) ** 2 <= 40**2 * 25 * 2 * max(freedom, 1)


def test_a_sample_is_repeatable() -> None:
    board = Binairo.blank(6, 6)
    first = frontier.sample(board, 5, Random(3))
    assert first == frontier.sample(board, 5, Random(3))
    assert first != frontier.sample(board, 5, Random(4))


def test_a_given_is_certain_in_the_marginals() -> None:
    board = Binairo(givens=((1, None, None, None), *((None,) * 4,) * 3))
    shares = frontier.marginals(board)
    assert shares[0] == 1
    assert sum(shares) == 8  # half of all cells, whatever the solutions


def test_components_multiply() -> None:
    # Two halves that no live triple ties; a region of three circles without any triple.
    cells: list[Cell] = [(0, 0), (0, 1), (0, 2), (0, 4), (0, 6), (0, 8)]
    regions = ((0, 1, 2, 3, 3, 3, 3, 3, 3),)
    board = Nondango(regions=regions, circles=frozenset(cells))
    assert frontier.count(board) == 0  # three regions of one circle each in a row
    loose = Nondango(regions=((0, 0, 1, 2, 2, 2, 2, 2, 2),), circles=frozenset(cells))
    assert frontier.count(loose) == 2 * 3
