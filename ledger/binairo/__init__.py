"""Binairo's claims, B1 to B7: functions that measure them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from encode import decide
from generate.binairo import make
from generate.givens import least_givens
from generate.made import Made, Request, Span
from ladder import climb, position
from ladder.clues import load_bearing
from ledger.invariants import InvariantError, hold
from ledger.tally import Exact, Mean, Tallies, Total
from puzzles import Binairo
from puzzles.language import Line
from sequences import family, value

__all__ = ["bank", "branches", "fewest", "generation", "seven", "techniques", "used_words", "words"]

Draws = Sequence[Random]


def words(draws: Draws, longest: int) -> Tallies:
    """B1: words without three in a row and with as many 0 as 1, listed, by automaton and by machine."""
    lengths = range(2, longest + 1, 2)
    return {
        "by listing all words": Exact([sum(_legal(word) for word in _all(n)) for n in lengths]),
        "by the line's automaton": Exact([len(Line(n, 3, n // 2)) for n in lengths]),
        "by the transfer machine": Exact([value(family("balanced-words"), n, 1) for n in lengths]),
    }


def _all(n: int) -> Iterator[tuple[int, ...]]:
    return product((0, 1), repeat=n)


def _legal(word: tuple[int, ...]) -> bool:
    runs = any(word[i] == word[i + 1] == word[i + 2] for i in range(len(word) - 2))
    return not runs and 2 * sum(word) == len(word)


def techniques(draws: Draws, n: int) -> Tallies:
    """B2: on every position of a line that some word fits, sandwich, pair and count against `line`."""
    # Two rows, of which the second is the first with 0 and 1 exchanged: columns say nothing more.
    board = Binairo.blank(2, n).dropping("distinct")
    missed, more, seen = Total(), Total(), Total()
    for cells in product((None, 0, 1), repeat=n):
        on = sum(1 << i for i, cell in enumerate(cells) if cell == 1)
        off = sum(1 << i for i, cell in enumerate(cells) if cell == 0)
        found = position(board, "line", on, off)
        if found is None:
            continue
        by_hand = _by_hand(list(cells))
        decided = [1 if found[0] >> i & 1 else 0 if found[1] >> i & 1 else None for i in range(n)]
        pairs = list(zip(by_hand, decided, strict=True))
        seen.add(1)
        missed.add(any(hand is not None and hand != line for hand, line in pairs))
        more.add(any(hand is None and line is not None for hand, line in pairs))
    return {
        f"line of {n}: positions that some word fits": seen,
        f"line of {n}: positions where a technique decides and the projection does not": missed,
        f"line of {n}: positions where the projection decides more": more,
    }


def _by_hand(cells: list[int | None]) -> list[int | None]:
    """Sandwich, pair and count reached, until nothing more follows."""
    before: list[int | None] = []
    while before != cells:
        before = cells.copy()
        for i in range(len(cells)):
            for one, other in ((i - 1, i + 1), (i - 2, i - 1), (i + 1, i + 2)):
                if cells[i] is None and one >= 0 and other < len(cells):
                    a, b = cells[one], cells[other]
                    if a is not None and a == b:
                        cells[i] = 1 - a
        for digit in (0, 1):
            if 2 * cells.count(digit) == len(cells):
                cells = [1 - digit if cell is None else cell for cell in cells]
    return cells


def used_words(draws: Draws, n: int) -> Tallies:
    """B3: a finished line's word leaves a parallel line's domain, for every pair of words and ways."""
    board, listed = Binairo.blank(n, n), list(Line(n, 3, n // 2))
    pairs, unforced, equal, unrefuted = Total(), Total(), Total(), Total()
    early = Total()
    for across in (True, False):
        for finished in listed:
            on, off = _laid(n, finished, 0, across, (1 << n) - 1)
            twin = _laid(n, finished, n - 1, across, (1 << n) - 1)
            equal.add(1)
            unrefuted.add(position(board, "distinct", on | twin[0], off | twin[1]) is not None)
            for other in listed:
                gap = finished ^ other
                if gap.bit_count() != 2:
                    continue
                most = _laid(n, finished, n - 1, across, ~gap)
                swapped = _laid(n, other, n - 1, across, gap)
                pairs.add(1)
                found = position(board, "distinct", on | most[0], off | most[1])
                unforced.add(found is None or not _holds(found, swapped))
                weaker = position(board, "line", on | most[0], off | most[1])
                early.add(weaker is not None and _holds(weaker, swapped))
    return {
        f"{n}x{n}: lines two cells short of a copy": pairs,
        f"{n}x{n}: of them not forced into the swap": unforced,
        f"{n}x{n}: of them forced without used words, by `line`": early,
        f"{n}x{n}: finished lines with a finished twin": equal,
        f"{n}x{n}: twins that leave the domain of either nonempty": unrefuted,
    }


def _laid(n: int, word: int, line: int, across: bool, cells: int) -> tuple[int, int]:
    """The ``cells`` of a word laid on a row or a column: masks of the variables on and off."""
    on = off = 0
    for i in range(n):
        if cells >> i & 1:
            bit = 1 << (line * n + i if across else i * n + line)
            on, off = (on | bit, off) if word >> i & 1 else (on, off | bit)
    return on, off


def _holds(found: tuple[int, int], wanted: tuple[int, int]) -> bool:
    return found[0] & wanted[0] == wanted[0] and found[1] & wanted[1] == wanted[1]


def branches(draws: Draws, side: int) -> Tallies:
    """B4: words left for every undecided line of boards with half their givens, at the fixpoint."""
    listed = list(Line(side, 3, side // 2))
    lines, single, points = Total(), Total(), Total()
    for rng in draws:
        made = _made(side, rng)
        if not isinstance(made.board, Binairo):
            raise InvariantError("expected a Binairo board")
        given = [v for row in made.board.givens for v in row]
        held = sum(1 << i for i, v in enumerate(given) if v is not None and rng.random() < 0.5)
        on, off = made.solution & held, held & ~made.solution
        found = position(Binairo.blank(side, side), "distinct", on, off)
        if found is None:
            raise InvariantError(f"a position of a solution is refuted\n{made.board.text()}")
        for across in (True, False):
            domains = [_domain(listed, side, line, across, *found) for line in range(side)]
            used = {domain[0] for domain, known in domains if known}
            for domain, known in domains:
                lines.add(not known)
                single.add(not known and len(set(domain) - used) < 2)
        # Half of the givens leave the search to branch, until it has met two solutions.
        rows = [list(row) for row in made.board.givens]
        for i, row in enumerate(rows):
            row[:] = [v if held >> i * side + c & 1 else None for c, v in enumerate(row)]
        searched = climb(Binairo(givens=tuple(map(tuple, rows))))
        hold(searched.solutions >= 1, "fewer givens, and no solution", made.board)
        points.add(searched.branch_points)
    return {
        f"{side}x{side}: undecided lines at a fixpoint": lines,
        f"{side}x{side}: of them with fewer than two words left": single,
        f"{side}x{side}: branch points of their searches": points,
    }


def _domain(
    listed: list[int], side: int, line: int, across: bool, on: int, off: int
) -> tuple[list[int], bool]:
    """The words that fit a line, and is it decided?"""
    places = [line * side + i if across else i * side + line for i in range(side)]
    ones = sum(1 << i for i, place in enumerate(places) if on >> place & 1)
    zeros = sum(1 << i for i, place in enumerate(places) if off >> place & 1)
    fitting = [word for word in listed if word & ones == ones and not word & zeros]
    return fitting, (ones | zeros).bit_count() == side


def _made(side: int, rng: Random, clues: int | None = None, tries: int = 1) -> Made:
    span = Span(clues, clues) if clues else None
    request = Request(puzzle="binairo", height=side, width=side, clues=span)
    for _ in range(tries):
        made = make(request, rng)
        if made:
            return made
    raise InvariantError(f"no {side}x{side} board with {clues} givens in {tries} attempts")


def bank(draws: Draws, sides: list[int]) -> Tallies:
    """B5: one board of each size, counted with a cut-off at 2 by SAT and by the rungs' search."""
    unique = Total()
    for rng in draws:
        for side in sides:
            board = _made(side, rng).board
            by_sat, by_search = decide(board).verdict, climb(board).solutions
            hold((by_sat == "unique") == (by_search == 1), "SAT and the ladder agree", board)
            unique.add(by_sat == "unique")
    return {"boards with exactly one solution": unique}


def generation(draws: Draws, side: int) -> Tallies:
    """B6: every given of a generated board, deleted: by SAT and by the rungs' search."""
    givens, idle, each = Total(), Total(), Mean()
    for rng in draws:
        board = _made(side, rng).board
        if not isinstance(board, Binairo):
            raise InvariantError("expected a Binairo board")
        carrying = load_bearing(board)
        for r, row in enumerate(board.givens):
            for c, given in enumerate(row):
                if given is not None:
                    verdict = decide(_without(board, r, c)).verdict
                    agreed = (verdict == "several") == ((r, c) in carrying)
                    hold(agreed, "SAT and the ladder agree which givens carry load", board)
                    givens.add(1)
                    idle.add(verdict != "several")
        each.add(sum(given is not None for row in board.givens for given in row))
    return {
        f"{side}x{side}: givens deleted, one at a time": givens,
        f"{side}x{side}: of them not missed": idle,
        f"{side}x{side}: mean number of givens": each,
    }


def _without(board: Binairo, r: int, c: int) -> Binairo:
    row = (*board.givens[r][:c], None, *board.givens[r][c + 1 :])
    return Binairo(givens=(*board.givens[:r], row, *board.givens[r + 1 :]))


def seven(draws: Draws) -> Tallies:
    """B7: a 6x6 board with seven givens that all carry load."""
    board = _made(6, draws[0], clues=7, tries=2000).board
    hold(decide(board).verdict == "unique", "the board of seven givens is unique", board)
    return {"6x6: a unique board of 7 givens, none to spare": Exact("found")}


def fewest(draws: Draws, side: int, distinct: bool) -> Tallies:
    """B7: the least number of givens over all full grids, each refutation checked by counting."""
    found = least_givens(side, side, distinct=distinct)
    hold(decide(found.board).verdict == "unique", "unique by SAT", found.board)
    hold(climb(found.board).solutions == 1, "unique by the ladder", found.board)
    rule = "" if distinct else ", equal lines allowed"
    return {
        f"{side}x{side}{rule}: least number of givens": Exact(found.givens),
        f"{side}x{side}{rule}: full grids": Exact(found.grids),
    }
