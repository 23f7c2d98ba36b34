"""Numberlink's rates of uniqueness: L3, L7, L8."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from count import frontier
from encode import decide
from generate.numberlink import board_of, mask_of
from ladder import climb
from ledger.numberlink.partitions import cut_paths, repaired
from ledger.tally import Mean, Rate, Tallies, Total, Values
from puzzles import Numberlink

__all__ = [
    "by_pairs",
    "generated",
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
    way = "" if maker == "welded" else f", {maker}"
    return f"{side}x{side}{way}, self-touch" if touch else f"{side}x{side}{way}"


def only_solution(board: Numberlink) -> bool:
    """Has the board one solution, by SAT and by the frontier method?"""
    unique = decide(board).verdict == "unique"
    assert unique == (frontier.count(board) == 1), board.text()
    return unique


def uniqueness(
    draws: Draws, side: int, maker: str, touch: bool = False, split: bool = False
) -> Tallies:
    """L3: random partitions, nothing repaired: how many boards are unique?

    ``split``: also by the number of pairs, as they come.
    """
    unique, pairs = Rate(), Mean()
    apart = {k: Rate() for k in _PAIRS} if split else {}
    for rng in draws:
        paths = cut_paths(maker, side, side, rng, touch=touch)
        one = only_solution(board_of(paths, side, side))
        unique.add(one)
        pairs.add(len(paths))
        if len(paths) in apart:
            apart[len(paths)].add(one)
    name = named(side, maker, touch)
    told: Tallies = {f"{name}: unique": unique, f"{name}: pairs": pairs}
    return told | {f"{name}, {k} pairs as they come: unique": rate for k, rate in apart.items()}


def by_pairs(draws: Draws, side: int, maker: str, pairs: int, touch: bool = False) -> Tallies:
    """L3: the same among partitions into so many paths; the others are thrown away."""
    unique = Rate()
    for rng in draws:
        paths = cut_paths(maker, side, side, rng, touch=touch, pairs=pairs)
        unique.add(only_solution(board_of(paths, side, side)))
    return {f"{named(side, maker, touch)}, {pairs} pairs: unique": unique}


def no_touch_answers(draws: Draws, side: int, maker: str) -> Tallies:
    """L3, another variant: partitions without self-touch, and such solutions alone are counted."""
    unique = Rate()
    for rng in draws:
        board = board_of(cut_paths(maker, side, side, rng), side, side).variant("no-touch")
        one = decide(board).verdict == "unique"
        assert one == (climb(board).solutions == 1), board.text()
        unique.add(one)
    return {f"{named(side, maker)}, answers with self-touch not counted: unique": unique}


def unused(draws: Draws, side: int, maker: str) -> Tallies:
    """L7: unique boards without the rule that every cell is used."""
    unique, ways, fewer = Rate(), Values(), Total()
    for rng in draws:
        board, _, _ = repaired(maker, side, side, rng)
        loose = board.variant("unused")
        number = frontier.count(loose)
        assert (number == 1) == (decide(loose).verdict == "unique"), board.text()
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
        board = board_of(cut_paths("welded", side, side, rng, touch=True), side, side)
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
