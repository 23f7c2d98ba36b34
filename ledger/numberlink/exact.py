"""Numberlink's exact claims: L1, L2, L9, L10, L11."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, islice
from random import Random

from count import frontier
from encode import decide, solutions
from generate.numberlink import board_of, mask_of
from ladder.checkerboard import account
from ledger.invariants import hold
from ledger.numberlink.partitions import Path, listed, repaired
from ledger.tally import Exact, Tallies, Total
from puzzles import Numberlink
from puzzles.grid import reading_order
from puzzles.rules import Cell
from sequences import family, prove, value

__all__ = [
    "accounts",
    "agreement",
    "generated_accounts",
    "one_pair",
    "partitions",
    "recurrences",
    "strip",
    "transposed",
]

Draws = Sequence[Random]


def _black(cell: Cell) -> bool:
    return sum(cell) % 2 == 0


def _balanced(pairs: list[tuple[Cell, Cell]], height: int, width: int) -> bool:
    """L1's identity, read off the pairs."""
    both_black = sum(_black(one) and _black(other) for one, other in pairs)
    neither = sum(not _black(one) and not _black(other) for one, other in pairs)
    black = sum(map(_black, reading_order(height, width)))
    return both_black - neither == black - (height * width - black)


def accounts(draws: Draws, height: int, width: int, counted: list[str]) -> Tallies:
    """L1 on every partition of a grid, in the words of the claim and by ``ladder.checkerboard``."""
    seen, broken = Total(), Total()
    for paths in listed(height, width):
        by_pairs = _balanced([(path[0], path[-1]) for path in paths], height, width)
        balanced = account(board_of(paths, height, width)).balanced
        hold(by_pairs == balanced, f"two accounts of {paths} agree")
        seen.add(1)
        broken.add(not balanced)
    told: Tallies = {f"partitions of {name}": Total(seen.total) for name in counted}
    return told | {"partitions that break the identity": broken}


def generated_accounts(draws: Draws, side: int, maker: str) -> Tallies:
    """L1 on boards as they are generated."""
    seen, broken = Total(), Total()
    for rng in draws:
        board, paths, _ = repaired(maker, side, side, rng)
        balanced = account(board).balanced
        by_pairs = _balanced([(path[0], path[-1]) for path in paths], side, side)
        hold(by_pairs == balanced, "two accounts agree", board)
        seen.add(1)
        broken.add(not balanced)
    return {"generated boards": seen, "generated boards that break the identity": broken}


def one_pair(draws: Draws, sizes: list[list[int]]) -> Tallies:
    """L2: boards with one pair that pass L1, solvable and not, by the frontier method and by SAT."""
    found: Tallies = {}
    for height, width in sizes:
        solvable = unsolvable = 0
        for one, other in combinations(reading_order(height, width), 2):
            board = _board([(one, other)], height, width)
            if not account(board).balanced:
                continue
            any_path = frontier.count(board) > 0
            agreed = any_path == (decide(board).verdict != "none")
            hold(agreed, "SAT and the frontier agree", board)
            solvable += any_path
            unsolvable += not any_path
        found[f"{height}x{width}: solvable, unsolvable"] = Exact([solvable, unsolvable])
    return found


def strip(draws: Draws, height: int, widths: list[int], name: str) -> Tallies:
    """L2: the first width at which a pair passes L1 and has no path."""
    for width in widths:
        pairs = combinations(reading_order(height, width), 2)
        boards = [_board([pair], height, width) for pair in pairs]
        if any(account(board).balanced and not frontier.count(board) for board in boards):
            return {name: Exact(f"{height}x{width}")}
    return {name: Exact("none")}


def _board(pairs: list[tuple[Cell, Cell]], height: int, width: int) -> Numberlink:
    return board_of([[one, other] for one, other in pairs], height, width)


def partitions(
    draws: Draws, height: int, widths: list[int], listed_to: int = 0, summed_to: int = 0
) -> Tallies:
    """L9: partitions of height x 1, 2, ... grids, by three engines.

    The transfer machine; all partitions listed cell by cell, up to the width ``listed_to``; and, up to
    ``summed_to``, the solutions of all boards whose labelled cells all carry one label, which pair
    freely: each partition is a solution of exactly one of them.
    """
    machine = family("paths")
    found: Tallies = {
        f"{height}xn by the transfer machine": Exact([value(machine, n, height) for n in widths])
    }
    if listed_to:
        sizes = [n for n in widths if n <= listed_to]
        found[f"{height}xn by listing, n <= {listed_to}"] = Exact(
            [sum(1 for _ in listed(height, n)) for n in sizes]
        )
    if summed_to:
        sizes = [n for n in widths if n <= summed_to]
        found[f"{height}xn by counting boards, n <= {summed_to}"] = Exact(
            [_summed(height, n) for n in sizes]
        )
    return found


def _summed(height: int, width: int) -> int:
    cells = reading_order(height, width)
    total = 0
    for size in range(2, len(cells) + 1, 2):
        for ends in combinations(cells, size):
            marked = set(ends)
            labels = tuple(
                tuple("1" if (r, c) in marked else None for c in range(width))
                for r in range(height)
            )
            total += frontier.count(Numberlink(labels=labels))
    return total


def transposed(draws: Draws, height: int, widths: list[int]) -> Tallies:
    """L9: the same grids turned, which is another machine: rows become columns."""
    machine = family("paths")
    return {
        f"{height}xn turned, n <= {widths[-1]}": Exact([value(machine, height, n) for n in widths])
    }


def recurrences(draws: Draws, widths: list[int]) -> Tallies:
    """L10: the conjecture decided, and the shortest recurrence of each strip, proved."""
    proofs = {width: prove(family("paths"), width) for width in widths}
    for width, proof in proofs.items():
        hold(proof.recurrence.minimal, f"strip {width}: a shorter recurrence is excluded")
        terms = list(islice(proof.recurrence.terms(), 12))
        hold(
            terms == [value(family("paths"), n, width) for n in range(1, 13)],
            f"strip {width}: the recurrence gives the machine's terms",
        )
    return {
        "2xn: coefficients": Exact(list(proofs[2].recurrence.coefficients)),
        "2xn: status": Exact(proofs[2].recurrence.status.value),
        f"orders of {widths[0]}xn to {widths[-1]}xn, proved and shortest": Exact(
            [proof.recurrence.order for proof in proofs.values()]
        ),
    }


def agreement(draws: Draws, height: int, width: int, one_in: int) -> Tallies:
    """L11: boards whose solutions are known from listing partitions, against engines of edges."""
    all_solutions: dict[tuple[tuple[Cell, Cell], ...], list[list[Path]]] = defaultdict(list)
    for paths in listed(height, width):
        ends = sorted((min(p[0], p[-1]), max(p[0], p[-1])) for p in paths)
        all_solutions[tuple(ends)].append(paths)
    boards, wrong, several = Total(), Total(), Total()
    for number, (pairs, found) in enumerate(sorted(all_solutions.items())):
        if number % one_in:
            continue
        board = _board(list(pairs), height, width)
        masks = {mask_of(board, paths) for paths in found}
        boards.add(1)
        several.add(len(masks) > 1)
        wrong.add(masks != set(solutions(board)) or len(masks) != frontier.count(board))
    name = f"{height}x{width}"
    return {
        f"{name}: solvable boards compared": boards,
        f"{name}: of them with several solutions": several,
        f"{name}: of them where the two disagree": wrong,
    }
