"""How far Numberlink's rungs get, and what searches over them cost: L4, L5."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from count import frontier
from ladder import LadderEngine, Refuted, SearchLimit, engine_of, position, probe, search
from ladder.engine import Node, bits
from ladder.reach import Reach
from ledger.invariants import InvariantError, hold
from ledger.numberlink.partitions import repaired
from ledger.numberlink.rates import named
from ledger.tally import Mean, Rate, Tallies, Values
from puzzles import Numberlink
from puzzles.rules import Cell, Paths

__all__ = [
    "banks",
    "branch_points",
    "degrees_alone",
    "least_of_degrees",
    "rungs",
    "with_reach",
]

Draws = Sequence[Random]
_CAP = 1000
"""Branch points at which a search over ``deg`` is given up here."""
_LONGEST = 20_000
"""Branch points at which a search in another order is given up; it counts as so many."""
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
            if found is None:
                raise InvariantError(f"a rung refutes a board with a solution\n{board.text()}")
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


class EndsAlone(Reach):
    """Weaker still: the ends of each label are joined by edges not off, and nothing else is asked."""

    def fault(self, on: int, off: int) -> str | None:
        open_edges = self._sides(self.scope & ~off)
        for label, held in self._held.items():
            if held & ~self._flood(held & -held, open_edges, self._everywhere):
                return f"{label} is cut in two"
        return None


_VARIANTS: dict[str, type[Reach]] = {
    "reach, routes through other chains": OpenRoutes,
    "reach, ends alone": EndsAlone,
}


def branch_points(draws: Draws, side: int, maker: str) -> Tallies:
    """L5: branch points to prove a board unique, over each rung, and over other variants of them."""
    orders = {"chain, at the end of a path": _path_end, "chain, in the middle": _middle}
    points = {way: Mean() for way in ("chain", "reach", "probe", *_VARIANTS, *orders)}
    for rng in draws:
        board, _, _ = repaired(maker, side, side, rng)
        chain, reach = engine_of(board, "chain"), engine_of(board, "reach")
        points["chain"].add(_proved(chain))
        points["reach"].add(_proved(reach))
        points["probe"].add(_probed(reach))
        for way, variant in _VARIANTS.items():
            points[way].add(_proved(with_reach(board, variant)))
        for way, order in orders.items():
            points[way].add(_edge_by_edge(chain, order(board)))
    return {f"{named(side, maker)} {way}: branch points": mean for way, mean in points.items()}


def _proved(engine: LadderEngine) -> int:
    found = search(engine, engine.root())
    hold(found.count == 1, "the search finds the one solution", engine.board)
    return found.branch_points


def _probed(engine: LadderEngine) -> int:
    found = search(engine, engine.root(), consistent=probe)
    hold(found.count == 1, "the search finds the one solution", engine.board)
    return found.branch_points


def _reach(board: Numberlink, variant: type[Reach]) -> Reach:
    named_rule = next(each for each in board.constraints() if isinstance(each.rule, Paths))
    if not isinstance(named_rule.rule, Paths):
        raise InvariantError("expected the rule of paths")
    return variant(named_rule, named_rule.rule, all_used=True)


def with_reach(board: Numberlink, variant: type[Reach]) -> LadderEngine:
    """The engine of ``chain`` and a variant of ``reach``."""
    return LadderEngine(board, [*engine_of(board, "chain").propagators, _reach(board, variant)])


def _edge_by_edge(engine: LadderEngine, choose: Callable[[Node, int], int]) -> int:
    """Branch points, at most :data:`_LONGEST`, of a search that decides one edge at a time."""
    points, stack = 0, [engine.root()]
    while stack and points < _LONGEST:
        node = stack.pop()
        free = engine.everything & ~(node.on | node.off)
        if not free:
            continue
        points += 1
        edge = choose(node, free)
        for on, off in ((0, edge), (edge, 0)):
            try:
                stack.append(engine.extend(node, on, off))
            except Refuted:
                continue
    return points


def _middle(board: Numberlink) -> Callable[[Node, int], int]:
    """The middle one of the open edges, in variant order."""

    def choose(node: Node, free: int) -> int:
        places = list(bits(free))
        return 1 << places[len(places) // 2]

    return choose


def _path_end(board: Numberlink) -> Callable[[Node, int], int]:
    """An open edge at the end of the chain from the first label whose chain has one."""
    at: dict[Cell, list[tuple[int, Cell]]] = {}
    for i, (u, v) in enumerate(board.edges()):
        at.setdefault(u, []).append((1 << i, v))
        at.setdefault(v, []).append((1 << i, u))

    def choose(node: Node, free: int) -> int:
        for cell, _ in board.ends():
            before = None
            end: Cell | None = cell
            while end is not None:
                here = end
                end = next((o for e, o in at[here] if node.on & e and o != before), None)
                before = here
            for edge, _ in at[here]:
                if free & edge:
                    return edge
        return free & -free

    return choose


def banks(draws: Draws, side: int, maker: str, size: int, total: int) -> Tallies:
    """L5: totals over a bank of so many boards: how far apart do many banks lie, and in how many does
    ``reach`` spare no branch point?"""
    totals, many = Values(), Rate()
    same = {way: Rate() for way in ("reach", *_VARIANTS)}
    for rng in draws:
        points = 0
        spared = dict.fromkeys(same, 0)
        for _ in range(size):
            board, _, _ = repaired(maker, side, side, rng)
            cost = _proved(engine_of(board, "chain"))
            points += cost
            spared["reach"] += cost - _proved(engine_of(board, "reach"))
            for way, variant in _VARIANTS.items():
                spared[way] += cost - _proved(with_reach(board, variant))
        totals.add(points)
        many.add(points >= total)
        for way, rate in same.items():
            rate.add(not spared[way])
    name = f"{named(side, maker)}, banks of {size} boards"
    told: Tallies = {
        f"{name}: branch points of chain": totals,
        f"{name}: {total} branch points or more": many,
    }
    return told | {f"{name}: {way} spares nothing": rate for way, rate in same.items()}


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
