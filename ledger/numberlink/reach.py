"""Numberlink's open question: does ``reach`` ever do more than ``chain``?  (L6)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from count import frontier
from encode import decide
from ladder import position
from ladder.reach import ReachForces
from ledger.invariants import InvariantError, hold
from ledger.numberlink.partitions import repaired
from ledger.numberlink.rates import named
from ledger.numberlink.search import with_reach
from ledger.tally import Exact, Tallies, Total
from puzzles import Numberlink
from puzzles.grid import reading_order
from puzzles.rules import Cell

__all__ = ["comparisons", "refuted_at_once", "witnesses"]

Draws = Sequence[Random]


def comparisons(draws: Draws, side: int, maker: str, positions: int) -> Tallies:
    """L6: from parts of the solution, at most half of it: does ``reach`` decide more than ``chain``?"""
    compared, more, chain_more, forced = Total(), Total(), Total(), Total()
    for rng in draws:
        board, _, _ = repaired(maker, side, side, rng)
        solution = decide(board).solutions[0].mask
        size = len(board.edges())
        forcing = with_reach(board, ReachForces)
        for _ in range(positions):
            share = rng.uniform(0, 0.5)
            held = sum(1 << i for i in range(size) if rng.random() < share)
            on, off = solution & held, held & ~solution
            chain, reach = position(board, "chain", on, off), position(board, "reach", on, off)
            if chain is None or reach is None:
                raise InvariantError(f"a position of a solution is refuted\n{board.text()}")
            compared.add(1)
            more.add(reach != chain)
            chain_more.add(_decided(reach) < _decided(chain))
            node = forcing.root(on, off)
            forced.add((node.on, node.off) != chain)
    name = named(side, maker)
    return {
        f"{name}: comparisons": compared,
        f"{name}: reach decides more than chain": more,
        f"{name}: reach decides less than chain": chain_more,
        f"{name}: reach, read as deciding too, decides more than chain": forced,
    }


def _decided(found: tuple[int, int]) -> int:
    return (found[0] | found[1]).bit_count()


_WALLED_IN = ("1 1 . 2", ". 2 3 .", "3 . 4 4")
_ONE_DECISION = (". . 1 . .", ". 2 1 2 .", ". . . . .")


def witnesses(draws: Draws) -> Tallies:
    """L6: a board that ``reach`` refutes and ``chain`` does not; a unique one with such a position."""
    walled, middle = _read(_WALLED_IN), _read(_ONE_DECISION)
    hold(frontier.count(walled) == 0, "no solution by the frontier", walled)
    hold(decide(walled).verdict == "none", "no solution by SAT", walled)
    hold(decide(middle).verdict == "unique", "unique", middle)
    below = 1 << middle.edges().index(((1, 2), (2, 2)))
    told = []
    for board, on in ((walled, 0), (middle, 0), (middle, below)):
        found = [position(board, rung, on) for rung in ("chain", "reach")]
        told.append(" ".join("refutes" if each is None else "stands" for each in found))
    return {
        "3x4 without solution, empty position: chain, reach": Exact(told[0]),
        "3x5 with one solution, empty position: chain, reach": Exact(told[1]),
        "3x5 with one solution, one edge decided: chain, reach": Exact(told[2]),
    }


def _read(rows: Sequence[str]) -> Numberlink:
    return Numberlink(
        labels=tuple(tuple(None if t == "." else t for t in row.split()) for row in rows)
    )


def refuted_at_once(draws: Draws, height: int, width: int) -> Tallies:
    """L6: all boards of a size, each label twice, that ``reach`` refutes empty and ``chain`` does not.

    One board of each class under turning by half and mirroring is tried.
    """
    seen, refuted = Total(), Total()
    for pairs in _placements(reading_order(height, width)):
        if pairs and pairs == min(_images(pairs, height, width)):
            label = {cell: str(i) for i, pair in enumerate(pairs, start=1) for cell in pair}
            rows = range(height)
            board = Numberlink(
                labels=tuple(tuple(label.get((r, c)) for c in range(width)) for r in rows)
            )
            seen.add(1)
            if position(board, "chain") is not None and position(board, "reach") is None:
                hold(frontier.count(board) == 0, "what is refuted has no solution", board)
                refuted.add(1)
    return {
        f"{height}x{width}: boards up to mirroring": seen,
        f"{height}x{width}: refuted by reach and not by chain": refuted,
    }


Pairs = tuple[tuple[Cell, Cell], ...]


def _placements(free: tuple[Cell, ...]) -> Iterator[Pairs]:
    """Every set of disjoint pairs of these cells, in order of their first cells."""
    if len(free) < 2:
        yield ()
        return
    first, *others = free
    yield from _placements(tuple(others))
    for other in others:
        rest = tuple(cell for cell in others if cell != other)
        for pairs in _placements(rest):
            yield ((first, other), *pairs)


def _images(pairs: Pairs, height: int, width: int) -> Iterator[Pairs]:
    for down in (False, True):
        for across in (False, True):
            moved = [
                sorted(
                    (height - 1 - r if down else r, width - 1 - c if across else c) for r, c in pair
                )
                for pair in pairs
            ]
            yield tuple(sorted((one, other) for one, other in moved))
