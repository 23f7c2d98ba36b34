"""Numberlink's rates of uniqueness: L3, L7, L8."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from count import frontier
from encode import decide
from generate.made import InvariantError
from generate.numberlink import board_of, mask_of
from ladder import climb
from ledger.invariants import hold
from ledger.numberlink.partitions import FAMILY, cut_paths, repaired
from ledger.tally import Mean, Rate, Tallies, Total, Values
from puzzles import Numberlink

__all__ = [
    "generated",
    "mix",
    "named",
    "no_touch_answers",
    "only_solution",
    "uniqueness",
    "unused",
    "unused_before_repair",
]

Draws = Sequence[Random]

_PAIRS = range(5, 10)
"""The numbers of pairs by which the article tells its rates."""


def named(side: int, maker: str, touch: bool = False) -> str:
    """How the figures name boards of a generator; that of ``generate`` goes without saying."""
    way = "" if maker == "walks" else f", {maker}"
    return f"{side}x{side}{way}, self-touch" if touch else f"{side}x{side}{way}"


def only_solution(board: Numberlink) -> bool:
    """Has the board one solution?

    Two are shown and judged by the printed rules; one alone is counted by the frontier method too.
    """
    decision = decide(board)
    if decision.verdict == "unique":
        hold(frontier.count(board) == 1, "SAT and the frontier agree", board)
        return True
    one, other = (found.mask for found in decision.solutions)
    hold(one != other, "two solutions are two", board)
    hold(not board.violations(one) and not board.violations(other), "both are solutions", board)
    return False


def uniqueness(
    draws: Draws, side: int, maker: str, touch: bool = False, split: bool = False
) -> Tallies:
    """L3: random partitions as they come, nothing repaired: how many boards are unique?

    ``split``: also by the number of pairs, and how the boards of 5 to 9 pairs are shared out among them.
    """
    unique, pairs = Rate(), Mean()
    apart = {k: Rate() for k in _PAIRS} if split else {}
    shares = {k: Rate() for k in apart}
    for rng in draws:
        paths = cut_paths(maker, side, side, rng, touch=touch)
        one = only_solution(board_of(paths, side, side))
        unique.add(one)
        pairs.add(len(paths))
        if len(paths) in apart:
            apart[len(paths)].add(one)
            for k, share in shares.items():
                share.add(len(paths) == k)
    name = named(side, maker, touch)
    told: Tallies = {f"{name}: unique": unique, f"{name}: pairs": pairs}
    told |= {f"{name}, {k} pairs: unique": rate for k, rate in apart.items()}
    return told | {f"{name}: {k} of 5 to 9 pairs": share for k, share in shares.items()}


def mix(draws: Draws, side: int, makers: list[str], touch: bool = False) -> Tallies:
    """L3: how many pairs other ways to cut the grid give; ``makers`` may be ``family``, all walks."""
    told: Tallies = {}
    for maker in [each for name in makers for each in (FAMILY if name == "family" else [name])]:
        shares = {k: Rate() for k in _PAIRS}
        for rng in draws:
            pairs = len(cut_paths(maker, side, side, rng, touch=touch))
            if pairs in shares:
                for k, share in shares.items():
                    share.add(pairs == k)
        name = named(side, maker, touch)
        told |= {f"{name}: {k} of 5 to 9 pairs": share for k, share in shares.items()}
    return told


def no_touch_answers(draws: Draws, side: int, maker: str) -> Tallies:
    """L3, another variant: partitions without self-touch, and such solutions alone are counted."""
    unique = Rate()
    for rng in draws:
        board = board_of(cut_paths(maker, side, side, rng), side, side).variant("no-touch")
        one = decide(board).verdict == "unique"
        if one != (climb(board).solutions == 1):
            raise InvariantError(f"SAT and the ladder disagree\n{board.text()}")
        unique.add(one)
    return {f"{named(side, maker)}, answers with self-touch not counted: unique": unique}


def unused(draws: Draws, side: int, maker: str) -> Tallies:
    """L7: unique boards without the rule that every cell is used."""
    unique, ways, fewer = Rate(), Values(), Total()
    for rng in draws:
        board, _, _ = repaired(maker, side, side, rng)
        loose = board.variant("unused")
        number = frontier.count(loose)
        if (number == 1) != (decide(loose).verdict == "unique"):
            raise InvariantError(f"SAT and the frontier disagree\n{loose.text()}")
        unique.add(number == 1)
        ways.add(number)
        fewer.add(number < frontier.count(board))
    name = named(side, maker)
    return {
        f"{name}: still unique": unique,
        f"{name}: ways": ways,
        f"{name}: boards with fewer ways than under the rule": fewer,
    }


def unused_before_repair(draws: Draws, side: int) -> Tallies:
    """L7: boards with several solutions, where fewer would show; cut with self-touch, not repaired."""
    several, fewer, more = Total(), Total(), Total()
    for rng in draws:
        board = board_of(cut_paths("walks", side, side, rng, touch=True), side, side)
        strict, loose = frontier.count(board), frontier.count(board.variant("unused"))
        several.add(strict > 1)
        fewer.add(loose < strict)
        more.add(loose > strict)
    name = f"{side}x{side}, before repair"
    return {
        f"{name}: boards with several ways under the rule": several,
        f"{name}: boards with fewer ways without it": fewer,
        f"{name}: boards with more": more,
    }


def generated(draws: Draws, side: int, maker: str) -> Tallies:
    """L8: boards after the repair, judged by the frontier method and by the rungs' search."""
    boards, wrong, cuts, touching = Total(), Total(), Mean(), Total()
    for rng in draws:
        board, paths, cut = repaired(maker, side, side, rng)
        by_search = climb(board).solutions
        boards.add(1)
        wrong.add(not (frontier.count(board) == by_search == 1))
        cuts.add(cut)
        chords = board.variant("no-touch").violations(mask_of(board, paths))
        touching.add(bool(chords))
    name = named(side, maker)
    return {
        f"{name}: boards": boards,
        f"{name}: boards without exactly one solution": wrong,
        f"{name}: boards whose answer touches itself": touching,
        f"{name}: cuts": cuts,
    }
