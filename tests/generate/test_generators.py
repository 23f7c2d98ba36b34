"""What a made board promises: B6, N7, D2, D3, D10, D11, L8 on boards of many seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from encode import decide, solutions
from generate import Request, Span
from generate import binairo as binairo_generator
from generate import nondango as nondango_generator
from generate import norinori as norinori_generator
from generate import numberlink as numberlink_generator
from generate.matching import induced_matching
from generate.repair import Repair
from ladder.clues import load_bearing
from ladder.triples import budget, certificates
from puzzles import Binairo, BoardError, Nondango, Norinori, Numberlink
from puzzles.grid import neighbours, normal

SEEDS = range(6)


@pytest.mark.parametrize(
    ("height", "width", "repeats"), [(6, 6, False), (4, 8, True), (4, 6, False)]
)
def test_b6_every_given_carries_load(height: int, width: int, repeats: bool) -> None:
    for seed in range(3):
        request = Request(puzzle="binairo", height=height, width=width, repeats=repeats)
        made = binairo_generator.make(request, Random(seed))
        assert made is not None
        assert isinstance(made.board, Binairo)
        assert [*solutions(made.board)] == [made.solution]
        printed = {
            (r, c)
            for r in range(height)
            for c in range(width)
            if made.board.givens[r][c] is not None
        }
        assert load_bearing(made.board) == printed
        for r, c in printed:
            row = made.board.givens[r]
            rows = list(made.board.givens)
            rows[r] = (*row[:c], None, *row[c + 1 :])
            assert decide(replace(made.board, givens=tuple(rows))).verdict == "several"


@pytest.mark.parametrize(("height", "width"), [(2, 2), (4, 6), (8, 8), (12, 12)])
def test_full_grids_break_no_rule(height: int, width: int) -> None:
    board = Binairo.blank(height, width)
    for seed in SEEDS:
        rows = binairo_generator.full_grid(height, width, Random(seed))
        assert rows is not None
        mask = sum(row << r * width for r, row in enumerate(rows))
        assert not board.violations(mask)


@pytest.mark.parametrize("size", [3, 6, 9])
@pytest.mark.parametrize("rounds", [0, 9, 200])
def test_induced_matchings_are_induced_and_maximal(size: int, rounds: int) -> None:
    board = Norinori(regions=((0,) * size,) * size).dropping("region")
    for seed in SEEDS:
        dominoes = induced_matching(size, size, Random(seed), rounds=rounds)
        shaded = {cell for domino in dominoes for cell in domino}
        assert not board.violations(sum(1 << r * size + c for r, c in shaded))
        near = shaded | {n for cell in shaded for n in neighbours(cell, size, size)}
        free = {(r, c) for r in range(size) for c in range(size)} - near
        assert not any(n in free for cell in free for n in neighbours(cell, size, size))


def test_refilling_never_loses_dominoes() -> None:
    for seed in SEEDS:
        counts = [len(induced_matching(8, 8, Random(seed), rounds=n)) for n in (0, 20, 200)]
        assert counts == sorted(counts)


@pytest.mark.parametrize(("height", "width"), [(3, 4), (6, 6), (5, 8)])
def test_norinori_boards_have_one_solution_and_every_region_two(height: int, width: int) -> None:
    done = 0
    for seed in range(30 if height == 3 else 10):
        request = Request(puzzle="norinori", height=height, width=width)
        made = norinori_generator.make(request, Random(seed))
        if made is not None:
            assert [*solutions(made.board)] == [made.solution]
            lengths = {
                int(name.removeprefix("cycles_of_")): times
                for name, times in made.figures.items()
                if name.startswith("cycles_of_")
            }
            assert (
                sum(length * times for length, times in lengths.items()) == made.figures["regions"]
            )
            done += 1
    assert done > 5  # some matchings of small boards allow no board


def test_what_is_left_over_is_poured_into_the_smallest_region_beside_it() -> None:
    """Told cell by cell from the sizes before it came; regions of the dominoes' halves stay whole."""
    crossing = 0
    for seed in SEEDS:
        rng = Random(seed)
        dominoes = induced_matching(7, 7, rng)
        around = {(r, c): neighbours((r, c), 7, 7) for r in range(7) for c in range(7)}
        whole = norinori_generator.spread(7, 7, dominoes, rng)
        start = norinori_generator.cores(whole, dominoes, around, rng)
        shaded = [cell for domino in dominoes for cell in domino]
        assert set(shaded) <= set(start)
        crossing += sum(start[one] != start[other] for one, other in dominoes)
        full = norinori_generator.poured(start, around, rng)
        assert set(full) == set(around)
        assert all(full[cell] == name for cell, name in start.items())
        sizes = Counter(start.values())
        for cell, name in list(full.items())[len(start) :]:  # in the order in which they came
            known = list(full)[: list(full).index(cell)]
            beside = {full[n] for n in around[cell] if n in known}
            assert name in beside
            assert sizes[name] == min(sizes[each] for each in beside)
            sizes[name] += 1
        assert set(Counter(full[cell] for cell in shaded).values()) == {2}
        uneven = Counter(whole.values())
        assert max(sizes.values()) - min(sizes.values()) <= max(uneven.values()) - 2
    assert crossing


def test_nondango_regions_have_about_three_cells_and_by_default_none_has_one() -> None:
    for cut, lone in (("pairs", False), ("cells", True)):
        sizes: list[int] = []
        for seed in SEEDS:
            owner = nondango_generator.CUTS[cut](9, 9, 27, Random(seed))
            sizes += Counter(owner.values()).values()
        assert len(sizes) == 27 * len(SEEDS)
        assert (1 in sizes) == lone
    request = Request(puzzle="nondango", height=9, width=9)
    made = nondango_generator.make(request, Random(1))
    assert made is not None
    assert made.figures["regions"] == 27


@pytest.mark.parametrize(("side", "cut"), [(6, None), (6, "welded"), (11, None)])
def test_numberlink_is_cut_by_walks_where_they_fill_the_board(side: int, cut: str | None) -> None:
    request = Request(puzzle="numberlink", height=side, width=side, cut=cut)
    made = numberlink_generator.make(request, Random(5))
    assert made is not None
    assert decide(made.board).verdict == "unique"
    rng = Random(5)
    if side == 6 and cut is None:
        drawn = (numberlink_generator.walks(6, 6, rng, touch=False) for _ in range(1000))
        paths = next(found for found in drawn if found)
    else:
        paths = numberlink_generator.partition(side, side, rng, touch=False)
    assert made.figures["pairs"] == len(paths) + made.figures["cuts"]


@pytest.mark.parametrize("seed", range(4))
def test_a_repair_at_20x20_ends_where_single_moves_got_stuck(seed: int) -> None:
    """Regions that only a cut vertex holds together allow no move; new cuts help out."""
    request = Request(puzzle="norinori", height=20, width=20)
    made = norinori_generator.make(request, Random(f"0/{seed}"))
    assert made is not None
    assert decide(made.board).verdict == "unique"


@pytest.mark.parametrize("least", [2, 3])
def test_a_repair_keeps_regions_at_the_least_size_asked_for(least: int) -> None:
    smallest = []
    for seed in range(20):
        rng = Random(seed)
        dominoes = induced_matching(6, 6, rng)
        regions = norinori_generator.regions_around(6, 6, dominoes, rng)
        if min(Counter(regions.values()).values()) >= least:
            shaded = {cell for domino in dominoes for cell in domino}
            repair = Repair(regions, shaded, 6, 6, least=least)
            repair.run(rng)
            smallest.append(min(Counter(repair.regions.values()).values()))
    assert min(smallest) == least


def test_large_nondango_boards_have_legal_blacks() -> None:
    request = Request(puzzle="nondango", height=20, width=20)
    for seed in range(5):
        made = nondango_generator.make(request, Random(f"0/{seed}"))
        assert made is not None
        assert decide(made.board).verdict == "unique"


def test_n7_a_move_kills_the_other_solution_and_spares_ours() -> None:
    """Every move that the repair thinks of, judged by the printed rules."""
    rng, moves = Random(3), 0
    for _ in range(12):
        dominoes = induced_matching(6, 6, rng)
        shaded = {cell for domino in dominoes for cell in domino}
        owner = norinori_generator.regions_around(6, 6, dominoes, rng)

        def board_of(owner: dict[tuple[int, int], int]) -> Norinori:
            return Norinori(regions=normal([[owner[r, c] for c in range(6)] for r in range(6)]))

        def cells(mask: int) -> set[tuple[int, int]]:
            return {divmod(i, 6) for i in range(36) if mask >> i & 1}

        ours = sum(1 << 6 * r + c for r, c in shaded)
        for other in solutions(board_of(owner), limit=4):
            for cell in sorted(cells(other) - shaded):
                for near in neighbours(cell, 6, 6):
                    if owner[near] != owner[cell]:
                        try:
                            moved = board_of({**owner, cell: owner[near]})
                        except BoardError:
                            continue  # the cell held its region together
                        moves += 1
                        assert not moved.violations(ours)
                        assert moved.violations(other)
    assert moves > 10


@pytest.mark.parametrize("same_colour", [False, True])
def test_d10_no_circle_without_a_certificate_and_one_solution(same_colour: bool) -> None:
    for seed in SEEDS:
        request = Request(puzzle="nondango", height=7, width=7, same_colour=same_colour)
        made = nondango_generator.make(request, Random(seed))
        assert made is not None
        assert isinstance(made.board, Nondango)
        assert ("same-colour" in made.board.variants) == same_colour
        assert [*solutions(made.board)] == [made.solution]
        assert all(certificates(made.board, made.solution).values())
        if not same_colour:
            account = budget(made.board, made.solution)
            assert account.white <= account.certifying <= account.live


def test_d10_an_offer_refused_would_have_made_a_second_solution() -> None:
    for seed in SEEDS:
        made = nondango_generator.make(Request(puzzle="nondango", height=5, width=5), Random(seed))
        assert made is not None
        board = made.board
        assert isinstance(board, Nondango)
        for r in range(5):
            for c in range(5):
                if (r, c) not in board.circles:
                    more = replace(board, circles=board.circles | {(r, c)})
                    assert decide(more).verdict == "several"


def test_d11_the_dial_puts_so_many_circles_and_never_makes_a_board_without_solution() -> None:
    for white in (0, 4, 8):
        for seed in SEEDS:
            request = Request(puzzle="nondango", height=8, width=8, white=Span(white, white))
            made = nondango_generator.make(request, Random(seed))
            if made is None:
                continue
            assert made.figures["white"] == white
            assert isinstance(made.board, Nondango)
            assert not made.checked
            assert not made.board.violations(made.solution)
            assert decide(made.board).verdict in (
                ("unique",) if not white else ("unique", "several")
            )
            assert all(certificates(made.board, made.solution).values())


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize(("height", "width"), [(1, 4), (3, 3), (5, 6), (7, 7)])
def test_partitions_cover_the_grid_with_paths(height: int, width: int, touch: bool) -> None:
    for seed in SEEDS:
        paths = numberlink_generator.partition(height, width, Random(seed), touch=touch)
        assert sorted(cell for path in paths for cell in path) == [
            (r, c) for r in range(height) for c in range(width)
        ]
        assert all(len(path) >= 2 for path in paths)
        board = numberlink_generator.board_of(paths, height, width)
        judged = board if touch else board.variant("no-touch")
        assert not judged.violations(numberlink_generator.mask_of(board, paths))


@pytest.mark.parametrize("touch", [False, True])
def test_l8_boards_have_one_solution(touch: bool) -> None:
    for seed in SEEDS:
        request = Request(puzzle="numberlink", height=6, width=6, touch=touch)
        made = numberlink_generator.make(request, Random(seed))
        assert made is not None
        assert isinstance(made.board, Numberlink)
        assert [*solutions(made.board)] == [made.solution]
