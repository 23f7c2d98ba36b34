"""Every exact claim of the ledger on the boards of ``examples/bank``, read as a stranger would."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from functools import cache
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest

from count import count, frontier
from encode import decide, dimacs
from generate.__main__ import main
from generate.symmetry import canonical
from ladder import climb
from ladder.clues import load_bearing
from ladder.cycles import dominoes, region_cycles
from ladder.triples import budget, certificates, linked_regions, triples
from puzzles import KINDS, Binairo, Board, Nondango, Norinori, Numberlink, parse
from puzzles.grid import regions_of
from tests.kinds import facts

BANK = Path(__file__).resolve().parents[2] / "examples" / "bank"
FILES = sorted(BANK.glob("*.jsonl"))
COMMANDS = {
    words[words.index("--out") + 1].rpartition("/")[2]: words
    for line in re.findall(r"^python -m generate .*$", (BANK / "README.md").read_text(), re.M)
    for words in [shlex.split(line)[3:]]
}
CHECKED = 12
"""Boards a file of which the default run does the slower checks."""


@cache
def records(file: Path) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in file.read_text().splitlines())


def boards(puzzle: str, limit: int | None = None) -> list[tuple[Board, int]]:
    found = []
    for file in FILES:
        if file.name.startswith(puzzle):
            for record in records(file)[:limit]:
                board = parse(record["board"])
                found.append((board, board.from_rows(record["solution"])))
    assert found
    return found


def test_there_are_two_banks_a_puzzle() -> None:
    assert sorted(COMMANDS) == [file.name for file in FILES]
    names = [file.name.partition("-")[0] for file in FILES]
    assert sorted(names) == sorted(["binairo", "nondango", "norinori", "numberlink"] * 2)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_records_say_what_they_hold(file: Path) -> None:
    """40 boards, different up to symmetry, unique by SAT, graded as stated, with their solutions."""
    held = records(file)
    assert len(held) == 40
    parsed = [parse(record["board"]) for record in held]
    assert len({canonical(board) for board in parsed}) == 40
    for record, board in zip(held, parsed, strict=True):
        assert (record["puzzle"], record["height"], record["width"]) == (
            board.kind,
            board.height,
            board.width,
        )
        solution = board.from_rows(record["solution"])
        assert not board.violations(solution)
        decision = decide(board)
        assert decision.verdict == "unique"
        assert decision.solutions[0].mask == solution
        graded = climb(board)
        assert (graded.solutions, record["solutions"], record["counted_by"]) == (1, 1, "ladder")
        assert record["finished_by"] == graded.finished_by
        assert record["branch_points"] == graded.branch_points
        if record["link"] is not None:
            linked = parse(record["link"])
            assert canonical(linked) == canonical(board)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("some", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_counter_counts_one(file: Path, some: bool) -> None:
    """By the engines of ``count``, which know neither the ladder nor, for the first, any SAT."""
    for record in records(file)[: 3 if some else None]:
        result = count(parse(record["board"]), ["frontier"])
        assert result.exact == {"frontier": 1}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("some", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_the_recorded_command_makes_the_same_bytes(file: Path, some: bool, tmp_path: Path) -> None:
    words = COMMANDS[file.name].copy()
    out = tmp_path / "bank.jsonl"
    words[words.index("--out") + 1] = str(out)
    if some:
        words[words.index("--count") + 1] = "3"
    assert main(words) == 0
    expected = file.read_bytes().splitlines(keepends=True)
    assert out.read_bytes() == b"".join(expected[:3] if some else expected)


def test_b6_every_given_carries_load() -> None:
    for board, _ in boards("binairo", CHECKED // 3):
        assert isinstance(board, Binairo)
        for r, row in enumerate(board.givens):
            for c, given in enumerate(row):
                if given is not None:
                    spared = (*row[:c], None, *row[c + 1 :])
                    rows = (*board.givens[:r], spared, *board.givens[r + 1 :])
                    assert decide(replace(board, givens=rows)).verdict == "several"


@pytest.mark.slow
def test_b6_every_given_carries_load_by_the_ladder() -> None:
    for board, _ in boards("binairo"):
        assert isinstance(board, Binairo)
        givens = sum(given is not None for row in board.givens for given in row)
        assert len(load_bearing(board)) == givens


def test_n8_dominoes_seen_from_the_regions_are_cycles() -> None:
    for board, solution in boards("norinori"):
        assert isinstance(board, Norinori)
        cycles = region_cycles(board, solution)
        assert sorted(region for cycle in cycles for region in cycle) == list(
            range(len(regions_of(board.regions)))
        )
        assert len(dominoes(board, solution)) == sum(map(len, cycles))


def test_n10_without_dominoes_the_count_is_a_product() -> None:
    for board, _ in boards("norinori", CHECKED):
        assert isinstance(board, Norinori)
        expected = prod(comb(len(cells), 2) for cells in regions_of(board.regions))
        assert count(board.dropping("domino"), ["frontier"]).exact == {"frontier": expected}


def test_d1_dead_triples_can_be_dropped() -> None:
    """A cell less its dead triples: the SAT text without their clauses still has one solution."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    for board, _ in boards("nondango", CHECKED):
        assert isinstance(board, Nondango)
        number = {cell: v for v, cell in enumerate(sorted(board.circles), start=1)}
        dead = {frozenset(-number[c] for c in t.cells) for t in triples(board) if t.dead}
        clauses = CNF(from_string=dimacs(board)).clauses
        left = [clause for clause in clauses if frozenset(clause) not in dead]
        assert len(left) <= len(clauses) - len(dead)
        with Solver(name="cadical195", bootstrap_with=left) as solver:
            assert solver.solve()
            model = solver.get_model()
            solver.add_clause([-v for v in model[: len(number)]])
            assert not solver.solve()


def test_d2_d10_every_white_circle_has_a_certificate() -> None:
    for board, solution in boards("nondango"):
        assert isinstance(board, Nondango)
        found = certificates(board, solution)
        assert len(found) == len(board.circles) - solution.bit_count()
        black = {cell for i, cell in enumerate(sorted(board.circles)) if solution >> i & 1}
        for cell, fired in found.items():
            assert fired
            assert all(len(black.intersection(triple.cells)) == 2 for triple in fired)
            assert all(cell in triple.cells for triple in fired)


def test_d3_the_budget_of_circles() -> None:
    for board, solution in boards("nondango"):
        assert isinstance(board, Nondango)
        account = budget(board, solution)
        regions = len(regions_of(board.regions))
        assert len(board.circles) - regions == account.white
        assert account.white <= account.certifying <= account.live


def test_d4_a_region_alone_has_one_circle() -> None:
    """The count is a product over linked regions, so in a unique board each factor is 1."""
    alone = 0
    for board, _ in boards("nondango"):
        assert isinstance(board, Nondango)
        regions = regions_of(board.regions)
        for part in linked_regions(board):
            if len(part) == 1:
                alone += 1
                assert len(board.circles.intersection(regions[part[0]])) == 1
    assert alone


def test_l1_ends_of_one_colour() -> None:
    for board, _ in boards("numberlink"):
        assert isinstance(board, Numberlink)
        balance = 0
        colours: dict[str, list[int]] = {}
        for (r, c), label in board.ends():
            colours.setdefault(label, []).append((r + c) % 2)
        for first, second in colours.values():
            balance += (first == second == 0) - (first == second == 1)
        cells = [(r + c) % 2 for r in range(board.height) for c in range(board.width)]
        assert balance == cells.count(0) - cells.count(1)


@pytest.mark.parametrize(
    "name", ["numberlink-7x7", pytest.param("numberlink-9x9", marks=pytest.mark.slow)]
)
def test_l7_dropping_that_every_cell_is_used_never_lowers_the_count(name: str) -> None:
    """A unique board could only fall to none, so on smaller ones the rule of paths is dropped too."""
    for number, record in enumerate(records(BANK / f"{name}.jsonl")):
        board = parse(record["board"])
        assert isinstance(board, Numberlink)
        if name == "numberlink-7x7" and number < CHECKED:
            loose = board.dropping("paths")
            assert frontier.count(loose.variant("unused")) > frontier.count(loose) > 1
        assert frontier.count(board.variant("unused")) >= frontier.count(board) == 1


def test_l8_the_paths_do_not_touch_themselves() -> None:
    for board, solution in boards("numberlink"):
        assert not board.variant("no-touch").violations(solution)


@pytest.mark.parametrize("puzzle", sorted(KINDS))
def test_the_figures_are_those_of_the_board(puzzle: str) -> None:
    for file in FILES:
        if not file.name.startswith(puzzle):
            continue
        for record in records(file):
            board, figures = parse(record["board"]), record["figures"]
            assert facts(puzzle).figures_fit(board, figures)
