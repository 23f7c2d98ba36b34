"""Nondango's claims about finished boards: D1, D2, D3, D5, D10 and D13."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from count import frontier
from encode import decide, solutions
from generate.made import InvariantError
from ladder.triples import budget, certificates, triples
from ledger.nondango.generators import Population, black_cells, judged, shifted
from ledger.tally import Mean, Rate, Tallies, Total, Values
from puzzles import Nondango
from puzzles.grid import regions_of
from puzzles.rules import Cell, Clause, Named

__all__ = ["budgets", "crowded", "dead_triples", "misread", "offers", "same_sets", "shifts"]

Draws = Sequence[Random]

_LISTED = 5000
"""Solutions of one board that are compared as sets."""
_REFUSED = 3
"""Refused offers per board that are made after all, to see the second solution."""


def dead_triples(draws: Draws, side: int, size: int = 3, cut: str = "pairs") -> Tallies:
    """D1: triples of a shipped board, and how many of them can never fire."""
    boards = Population(side, size, cut)
    geometric, alive, dead, share = Mean(), Mean(), Mean(), Rate()
    for rng in draws:
        board, _ = boards.shipped(rng)
        listed = triples(board)
        geometric.add(len(listed))
        alive.add(sum(not triple.dead for triple in listed))
        dead.add(sum(triple.dead for triple in listed))
        for triple in listed:
            share.add(triple.dead)
    return {
        f"{boards.name}: triples": geometric,
        f"{boards.name}: live triples": alive,
        f"{boards.name}: dead triples": dead,
        f"{boards.named('both sizes')}: dead": share,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveOnly(Nondango):
    """A board without its dead triples: those of three circles in fewer than three regions."""

    def constraints(self) -> tuple[Named, ...]:
        return tuple(
            named
            for named in Nondango.constraints(self)
            if not isinstance(named.rule, Clause)
            or len({self.regions[r][c] for r, c in named.cells}) == 3
        )


def same_sets(draws: Draws, side: int, white: int) -> Tallies:
    """D1: the solutions of dialled boards, most of which have several, with and without dead triples."""
    boards, dropped, total, changed, several = Total(), Total(), Total(), Total(), Total()
    for rng in draws:
        board, _ = Population(side).dialled(white, rng)
        lean = LiveOnly(regions=board.regions, circles=board.circles)
        dropped.add(len(board.constraints()) - len(lean.constraints()))
        whole = set(solutions(board, limit=_LISTED))
        if len(whole) >= _LISTED:
            raise InvariantError(f"too many solutions to compare all\n{board.text()}")
        boards.add(1)
        total.add(len(whole))
        several.add(len(whole) > 1)
        # The second count shares no solver with the listing.
        changed.add(set(solutions(lean)) != whole or frontier.count(lean) != len(whole))
    return {
        f"{side}x{side}, {white} white: boards": boards,
        f"{side}x{side}, {white} white: boards with several answers": several,
        f"{side}x{side}, {white} white: answers": total,
        f"{side}x{side}, {white} white: dead triples dropped": dropped,
        f"{side}x{side}, {white} white: boards whose answers change": changed,
    }


def shifts(draws: Draws, side: int) -> Tallies:
    """D2: every region's black moved to each of its other circles, judged by the printed rules."""
    seen, legal, uncertified, elsewhere = Total(), Total(), Total(), Total()
    for rng in draws:
        board, solution = Population(side).shipped(rng)
        if judged(board).solutions != 1:
            raise InvariantError(f"a shipped board is not unique\n{board.text()}")
        found = certificates(board, solution)
        for cell, triples_of in found.items():
            seen.add(1)
            moved = shifted(board, solution, cell)
            broken = board.violations(moved)
            legal.add(not broken)
            uncertified.add(not triples_of)
            # Each broken rule must be a triple through the circle whose other two were black.
            black = black_cells(board, solution)
            elsewhere.add(
                any(
                    each.rule != "triples"
                    or cell not in each.cells
                    or not black.issuperset(set(each.cells) - {cell})
                    for each in broken
                )
            )
    return {
        f"{side}x{side}: shifts": seen,
        f"{side}x{side}: legal shifts": legal,
        f"{side}x{side}: circles without a certificate": uncertified,
        f"{side}x{side}: shifts that break anything but a certificate": elsewhere,
    }


def budgets(draws: Draws, side: int, size: int = 3, cut: str = "pairs") -> Tallies:
    """D3: white circles, the triples that certify them, and all that could."""
    boards = Population(side, size, cut)
    white, certifying, alive = Mean(), Mean(), Mean()
    violations, slack, none_spare = Total(), Values(), Rate()
    for rng in draws:
        board, solution = boards.shipped(rng)
        account = budget(board, solution)
        white.add(account.white)
        certifying.add(account.certifying)
        alive.add(account.live)
        violations.add(not account.white <= account.certifying <= account.live)
        slack.add(account.slack)
        none_spare.add(account.slack == 0)
    both = boards.named("both sizes")
    return {
        f"{boards.name}: white circles": white,
        f"{boards.name}: certifying triples": certifying,
        f"{boards.name}: live triples": alive,
        f"{both}: inequality broken": violations,
        f"{both}: certifying triples to spare": slack,
        f"{both}: none to spare": none_spare,
    }


def misread(draws: Draws, side: int, many: int, size: int = 3, cut: str = "pairs") -> Tallies:
    """D5: shipped boards under the two misreadings; ``many``: the solutions that count as many."""
    boards = Population(side, size, cut)
    unique, solvable, number, more = Rate(), Rate(), Values(), Rate()
    for rng in draws:
        board, _ = boards.shipped(rng)
        straight = board.variant("no-diagonals")
        total = frontier.count(straight)
        if (judged(straight).solutions == 1) != (total == 1):
            raise InvariantError(f"the frontier counts {total}, the ladder not\n{straight.text()}")
        unique.add(total == 1)
        solvable.add(judged(board.variant("anywhere-in-line")).solutions > 0)
        number.add(total)
        more.add(total > many)
    return {
        f"{boards.name}, no diagonals: unique": unique,
        f"{boards.name}, no diagonals: answers": number,
        f"{boards.name}, no diagonals: more than {many} answers": more,
        f"{boards.name}, three anywhere in a line: solvable": solvable,
    }


def offers(draws: Draws, side: int) -> Tallies:
    """D10: circles offered, kept and refused, with and without a certificate."""
    offered, kept, bare = Total(), Total(), Total()
    refused, certified, ambiguous, made = Total(), Total(), Total(), Total()
    for rng in draws:
        board, solution = Population(side).shipped(rng)
        black = black_cells(board, solution)
        found = certificates(board, solution)
        cells = [cell for region in regions_of(board.regions) for cell in region]
        left = sorted(set(cells) - board.circles)
        offered.add(len(cells) - len(black))
        kept.add(len(found))
        bare.add(sum(not triples_of for triples_of in found.values()))
        refused.add(len(left))
        certified.add(sum(_certified(board, solution, cell) for cell in left))
        for cell in rng.sample(left, min(_REFUSED, len(left))):
            made.add(1)
            more = replace(board, circles=board.circles | {cell})
            ambiguous.add(decide(more).verdict == "several")
    return {
        f"{side}x{side}: circles offered": offered,
        f"{side}x{side}: kept": kept,
        f"{side}x{side}: kept without a certificate": bare,
        f"{side}x{side}: refused": refused,
        f"{side}x{side}: refused though it has a certificate": certified,
        f"{side}x{side}: refused circles put in after all": made,
        f"{side}x{side}: of them boards with a second answer": ambiguous,
    }


def _certified(board: Nondango, solution: int, cell: Cell) -> bool:
    """Would a circle at ``cell`` have a certificate?"""
    more = replace(board, circles=board.circles | {cell})
    black = black_cells(board, solution)
    mask = sum(1 << i for i, place in enumerate(more.places()) if place in black)
    return bool(certificates(more, mask)[cell])


def crowded(draws: Draws, side: int, size: int = 3, cut: str = "pairs") -> Tallies:
    """D13: blacks with a black among their eight neighbours, in solutions and in random choices."""
    boards = Population(side, size, cut)
    shipped, choices = Rate(), Rate()
    for rng in draws:
        board, solution = boards.shipped(rng)
        _near(shipped, black_cells(board, solution))
        for _ in range(4):
            _near(choices, {rng.choice(region) for region in regions_of(board.regions)})
    return {
        f"{boards.name}: answers": shipped,
        f"{boards.name}: random choices": choices,
    }


def _near(rate: Rate, black: set[Cell]) -> None:
    for r, c in sorted(black):
        around = {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {(r, c)}
        rate.add(not black.isdisjoint(around))
