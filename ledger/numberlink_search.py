"""How far Numberlink's rungs get, and what searches over them cost: L4, L5, L6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from count import frontier
from encode import decide
from ladder import Engine, Refuted, SearchLimit, engine_of, position, probe, search
from ladder.engine import Node
from ladder.reach import Reach, ReachForces
from ledger.numberlink_partitions import repaired
from ledger.numberlink_rates import named
from ledger.tally import Exact, Mean, Rate, Tallies, Total, Values
from puzzles import Numberlink
from puzzles.grid import reading_order
from puzzles.rules import Cell, Paths

__all__ = [
    "banks",
    "branch_points",
    "comparisons",
    "degrees_alone",
    "least_of_degrees",
    "refuted_at_once",
    "rungs",
    "witnesses",
]

Draws = Sequence[Random]
_CAP = 2000
"""Branch points at which a search over ``deg`` is given up here."""
_ARTICLE_CAP = 300_001
"""What a board counts that the article gave up: 10 800 036 = 36 times this."""


def rungs(draws: Draws, side: int, maker: str) -> Tallies:
    """L4: edges decided from the empty position, and how many boards each rung finishes."""
    names = ("deg", "chain", "reach", "probe")
    decided = {rung: Mean() for rung in names}
    finished, corners = Rate(), Mean()
    for rng in draws:
        board, _, _ = repaired(maker, side, side, rng)
        known = 0
        for rung in names:
            found = position(board, rung)
            assert found is not None, "a rung refutes a board with a solution"
            known = (found[0] | found[1]).bit_count()
            decided[rung].add(known)
        finished.add(known == len(board.edges()))
        corners.add(sum(board.labels[r][c] is None for r in (0, -1) for c in (0, -1)))
    name = named(side, maker)
    edges = 2 * side * (side - 1)
    told: Tallies = {
        f"{name}: edges of {edges} decided by {rung}": mean for rung, mean in decided.items()
    }
    return told | {
        f"{name}: finished by probe": finished,
        f"{name}: corners without a label": corners,
    }


class OpenRoutes(Reach):
    """``reach`` read weakly: a route may pass chains of other labels."""

    def fault(self, on: int, off: int) -> str | None:
        return super().fault(0, off)


def branch_points(draws: Draws, side: int, maker: str) -> Tallies:
    """L5: branch points to prove a board unique, over each rung, and over other readings of them."""
    points = {way: Mean() for way in ("chain", "reach", "probe")}
    points |= {"reach, routes through other chains": Mean(), "chain, first open edge": Mean()}
    for rng in draws:
        board, _, _ = repaired(maker, side, side, rng)
        chain, reach = engine_of(board, "chain"), engine_of(board, "reach")
        root = chain.root()
        points["chain"].add(_proved(chain, root))
        points["reach"].add(_proved(reach, reach.root()))
        points["probe"].add(_probed(reach))
        weak = Engine(board, [*chain.propagators, _reach(board, OpenRoutes)])
        points["reach, routes through other chains"].add(_proved(weak, weak.root()))
        points["chain, first open edge"].add(_first_edge(chain, root))
    return {f"{named(side, maker)} {way}: branch points": mean for way, mean in points.items()}


def _proved(engine: Engine, root: Node) -> int:
    found = search(engine, root)
    assert found.count == 1, engine.board.text()
    return found.branch_points


def _probed(engine: Engine) -> int:
    found = search(engine, engine.root(), consistent=probe)
    assert found.count == 1, engine.board.text()
    return found.branch_points


def _reach(board: Numberlink, reading: type[Reach]) -> Reach:
    named_rule = next(each for each in board.constraints() if isinstance(each.rule, Paths))
    assert isinstance(named_rule.rule, Paths)
    return reading(named_rule, named_rule.rule, all_used=True)


def _first_edge(engine: Engine, root: Node) -> int:
    """Branch points of a search that decides the first open edge in reading order."""
    points, stack = 0, [root]
    while stack:
        node = stack.pop()
        free = engine.everything & ~(node.on | node.off)
        if not free:
            continue
        points += 1
        edge = free & -free
        for on, off in ((0, edge), (edge, 0)):
            try:
                stack.append(engine.extend(node, on, off))
            except Refuted:
                continue
    return points


def banks(draws: Draws, side: int, maker: str, size: int, total: int) -> Tallies:
    """L5: the total of ``chain`` over a bank of so many boards: how far apart do many banks lie?"""
    totals, many = Values(), Rate()
    for rng in draws:
        points = 0
        for _ in range(size):
            chain = engine_of(repaired(maker, side, side, rng)[0], "chain")
            points += _proved(chain, chain.root())
        totals.add(points)
        many.add(points >= total)
    name = f"{named(side, maker)}, banks of {size} boards"
    return {
        f"{name}: branch points of chain": totals,
        f"{name}: {total} branch points or more": many,
    }


def degrees_alone(draws: Draws, side: int, maker: str) -> Tallies:
    """L5: the search over ``deg``, given up at :data:`_CAP` branch points."""
    capped = Rate()
    for rng in draws:
        deg = engine_of(repaired(maker, side, side, rng)[0], "deg")
        try:
            search(deg, deg.root(), max_branch_points=_CAP)
        except SearchLimit:
            capped.add(True)
        else:
            capped.add(False)
    return {f"{named(side, maker)} deg: more than {_CAP} branch points": capped}


def least_of_degrees(draws: Draws, side: int, maker: str) -> Tallies:
    """L5: the least that a proof over ``deg`` can cost that decides one edge at a time.

    Every assignment that meets the degrees must be reached and looked at, and a binary tree with D
    leaves has D - 1 branch points at least; D is counted exactly, by the frontier method.
    """
    least, hopeless = Mean(), Rate()
    for rng in draws:
        board, _, _ = repaired(maker, side, side, rng)
        points = min(frontier.count(board.dropping("paths")) - 1, _ARTICLE_CAP)
        least.add(points)
        hopeless.add(points == _ARTICLE_CAP)
    name = f"{named(side, maker)} deg"
    return {
        f"{name}: branch points at least, {_ARTICLE_CAP} at most": least,
        f"{name}: over {_ARTICLE_CAP - 1} branch points": hopeless,
    }


def comparisons(draws: Draws, side: int, maker: str, positions: int) -> Tallies:
    """L6: from parts of the answer, at most half of it: does ``reach`` decide more than ``chain``?"""
    compared, more, chain_more, forced = Total(), Total(), Total(), Total()
    for rng in draws:
        board, _, _ = repaired(maker, side, side, rng)
        answer = decide(board).solutions[0].mask
        size = len(board.edges())
        forcing = Engine(
            board, [*engine_of(board, "chain").propagators, _reach(board, ReachForces)]
        )
        for _ in range(positions):
            share = rng.uniform(0, 0.5)
            held = sum(1 << i for i in range(size) if rng.random() < share)
            on, off = answer & held, held & ~answer
            chain, reach = position(board, "chain", on, off), position(board, "reach", on, off)
            assert chain is not None
            assert reach is not None
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
    assert frontier.count(walled) == 0
    assert decide(walled).verdict == "none"
    assert decide(middle).verdict == "unique"
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
                assert frontier.count(board) == 0, board.text()
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
