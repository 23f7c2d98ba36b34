"""Claims D1 to D4, L1, N8 and B6 as exact tests on every board tried."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import prod
from pathlib import Path
from random import Random

import pytest

import encode
from count import frontier
from ladder.checkerboard import account
from ladder.clues import load_bearing, without_each
from ladder.cycles import crossings, dominoes, region_cycles
from ladder.triples import budget, certificates, linked_regions, live, triples
from puzzles import Binairo, Nondango, Norinori, Numberlink, parse, read
from puzzles.grid import regions_of
from puzzles.rules import Named, Table
from tests.ladder.positions import drawn
from tests.strategies import tiny_boards

EXAMPLES = Path(__file__).parents[2] / "examples"


def nondango(side: int = 5, count: int = 60) -> list[Nondango]:
    found: list[Nondango] = []
    for board in [*tiny_boards("nondango", limit=60), *drawn("nondango", count, side)]:
        assert isinstance(board, Nondango)
        found.append(board)
    return found


def offered(side: int, seed: int) -> Nondango:
    """A board with one solution to which circles were added while it stayed the only one."""
    random = Random(seed)
    board = next(b for b in drawn("nondango", 99, side, seed) if encode.solve(b) and not b.variants)
    assert isinstance(board, Nondango)
    solved = encode.solve(board)
    assert solved is not None
    held = replace(board, circles=frozenset(c for c in sorted(board.circles) if c in solved.on()))
    cells = [(r, c) for r in range(side) for c in range(side)]
    for cell in random.sample(cells, len(cells)):
        more = replace(held, circles=held.circles | {cell})
        if len(list(encode.solutions(more, limit=2))) == 1:
            held = more
    return held


def colouring(board: Nondango, solution: int) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    black = {cell for i, cell in enumerate(sorted(board.circles)) if solution >> i & 1}
    return black, set(board.circles - black)


def broken(board: Nondango, solution: int, dead: bool) -> bool:
    """Is some triple of this kind all of its colour?"""
    black, white = colouring(board, solution)
    colour = {"black": black, "white": white}
    return any(t.dead == dead and colour[t.colour].issuperset(t.cells) for t in triples(board))


def test_d1_dead_triples_never_fire_and_can_be_dropped() -> None:
    some_dead = some_live = 0
    for board in nondango(4, 40):
        free = list(encode.solutions(board.dropping("triples"), limit=5000))
        assert not any(broken(board, mask, dead=True) for mask in free)
        allowed = {mask for mask in free if not broken(board, mask, dead=False)}
        if len(free) < 5000:
            assert allowed == set(encode.solutions(board))
        listed = triples(board)
        some_dead += sum(t.dead for t in listed)
        some_live += len(live(board))
    assert some_dead > 100
    assert some_live > 100


def test_d1_a_triple_is_dead_only_where_it_cannot_fire() -> None:
    for board in nondango(4, 20):
        bare = board.dropping("triples")
        number = {cell: 1 << i for i, cell in enumerate(sorted(board.circles))}
        free = list(encode.solutions(bare, limit=5000))
        for triple in triples(board):
            three = sum(number[cell] for cell in triple.cells)
            fires = any(mask & three == (three if triple.colour == "black" else 0) for mask in free)
            assert not (fires and triple.dead)
            if len(free) < 5000 and free:
                assert fires != triple.dead, (triple, board.text())


def test_d2_a_shift_is_legal_exactly_where_the_circle_has_no_certificate() -> None:
    unique = shifts = 0
    for board in nondango():
        found = list(encode.solutions(board, limit=2))
        for solution in found[:1]:
            black, _ = colouring(board, solution)
            number = {cell: 1 << i for i, cell in enumerate(sorted(board.circles))}
            for cell, held in certificates(board, solution).items():
                region = board.regions[cell[0]][cell[1]]
                (old,) = (b for b in black if board.regions[b[0]][b[1]] == region)
                shifted = solution & ~number[old] | number[cell]
                assert bool(held) == bool(board.violations(shifted))
                shifts += 1
                if len(found) == 1:
                    assert held, "a white circle of a unique board without a certificate"
                for triple in held:
                    if triple.colour == "black":
                        assert set(triple.cells) - {cell} <= black - {old}
        unique += len(found) == 1
    assert unique >= 20
    assert shifts >= 100


def test_d3_circles_less_regions_are_at_most_certifying_are_at_most_live_triples() -> None:
    seen = 0
    for board in [*nondango(), *(offered(side, seed) for side in (4, 6) for seed in range(10))]:
        found = list(encode.solutions(board, limit=2))
        if len(found) == 1 and "same-colour" not in board.variants:
            held = budget(board, found[0])
            assert held.white == len(board.circles) - len(regions_of(board.regions))
            assert held.white <= held.certifying <= held.live
            assert held.slack == held.certifying - held.white
            seen += held.white > 0
    assert seen >= 10


def test_d3_is_refused_where_one_triple_may_certify_many_circles() -> None:
    board = parse("nondango same-colour\na a a\n\no o o")
    assert isinstance(board, Nondango)
    with pytest.raises(ValueError, match="same-colour"):
        budget(board, 1)


def count_part(board: Nondango, group: tuple[int, ...]) -> int:
    """Solutions of the group by trying every choice of one black circle per region."""
    circles = [board.circles.intersection(cells) for cells in regions_of(board.regions)]
    number = {cell: 1 << i for i, cell in enumerate(sorted(board.circles))}
    inside = [t for t in live(board) if board.regions[t.cells[0][0]][t.cells[0][1]] in group]
    masks = [0]
    for region in group:
        masks = [mask | number[cell] for mask in masks for cell in circles[region]]
    found = 0
    for mask in masks:
        three = [(t, sum(number[c] for c in t.cells)) for t in inside]
        found += not any(mask & m == (m if t.colour == "black" else 0) for t, m in three)
    return found


def test_d4_the_count_is_the_product_over_components() -> None:
    several = alone = 0
    for board in nondango(4, 40):
        groups = linked_regions(board)
        assert sorted(r for g in groups for r in g) == list(range(len(regions_of(board.regions))))
        assert prod(count_part(board, group) for group in groups) == frontier.count(board)
        several += len(groups) > 1
        if not live(board):
            sizes = [len(board.circles.intersection(r)) for r in regions_of(board.regions)]
            assert frontier.count(board) == prod(sizes)
            alone += 1
    assert several > 20
    assert alone > 20


def test_n8_every_solution_joins_the_regions_in_cycles() -> None:
    lengths: Counter[int] = Counter()
    for board in [*tiny_boards("norinori"), *map(read, sorted(EXAMPLES.glob("norinori-*.txt")))]:
        assert isinstance(board, Norinori)
        for solution in encode.solutions(board):
            cycles = region_cycles(board, solution)
            regions = sorted(r for cycle in cycles for r in cycle)
            assert regions == list(range(len(regions_of(board.regions))))
            assert len(dominoes(board, solution)) == len(regions)
            assert len(crossings(board, solution)) == sum(len(c) for c in cycles if len(c) > 1)
            edges = Counter(
                tuple(sorted(board.regions[r][c] for r, c in domino))
                for domino in dominoes(board, solution)
            )
            walked: Counter[tuple[int, ...]] = Counter()
            for cycle in cycles:
                assert cycle[0] == min(cycle)
                steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
                walked.update(tuple(sorted(step)) for step in steps)
                lengths[len(cycle)] += 1
            assert walked == edges
    assert set(lengths) >= {1, 2, 3}


def test_n8_is_refused_for_an_assignment_that_is_no_solution() -> None:
    board = parse("norinori\na a b b")
    assert isinstance(board, Norinori)
    with pytest.raises(ValueError, match="region 0 has 0"):
        region_cycles(board, 0b1100)


def test_l1_every_solvable_board_is_balanced() -> None:
    held = refused = 0
    for board in [*tiny_boards("numberlink"), *drawn("numberlink", 30, 5)]:
        assert isinstance(board, Numberlink)
        if "unused" in board.variants:
            with pytest.raises(ValueError, match="every cell is used"):
                account(board)
        elif next(encode.solutions(board, limit=1), None) is not None:
            assert account(board).balanced, board.text()
            held += 1
        else:
            refused += not account(board).balanced
    assert held > 50
    assert refused > 50


def test_l1_counts_cells_and_ends_of_both_colours() -> None:
    board = parse("numberlink\n1 . 1\n. . .\n. 2 2")
    assert isinstance(board, Numberlink)
    held = account(board)
    assert (held.black_cells, held.white_cells, held.black_ends, held.white_ends) == (5, 4, 3, 1)
    assert held.balanced


def test_b6_a_given_carries_load_exactly_if_a_second_solution_appears_without_it() -> None:
    loads: Counter[bool] = Counter()
    for seed, grid in enumerate(encode.solutions(Binairo.blank(4, 4), limit=24)):
        random = Random(seed)
        shown = random.sample(range(16), 9)
        rows = [
            [grid >> 4 * r + c & 1 if 4 * r + c in shown else None for c in range(4)]
            for r in range(4)
        ]
        board = Binairo(givens=tuple(map(tuple, rows)))
        if frontier.count(board) != 1:
            continue
        carrying = load_bearing(board)
        for without in without_each(board):
            r, c = without.given
            rows = [list(row) for row in board.givens]
            rows[r][c] = None
            fewer = Binairo(givens=tuple(map(tuple, rows)), variants=board.variants)
            expected = frontier.count(fewer) > 1
            assert (without.given in carrying) == without.carries_load == expected
            loads[expected] += 1
    assert min(loads[True], loads[False]) > 5


def test_n1_a_region_of_k_cells_has_k_over_two_candidate_pairs() -> None:
    for board in tiny_boards("norinori", limit=40):
        for named in board.constraints():
            if named.names == ("region",):
                assert isinstance(named, Named)
                assert isinstance(named.rule, Table)
                k = len(named.cells)
                pairs = {1 << a | 1 << b for a, b in combinations(range(k), 2)}
                assert set(named.rule.words) == pairs
