"""Complete search over any rung, with a cut-off, counting branch points.

At the fixpoint every undecided lifted variable has at least two words left, so each branch is a real
choice (B4; asserted).  The search branches on the lifted variable with the fewest words, on all of
them in turn.  Undecided variables that no rule links fall into components, whose counts multiply (D4).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from ladder.engine import LadderEngine, Node, Refuted, bits
from ladder.projection import Lifted
from native.progress import stage
from puzzles import Board
from puzzles.rules import Rule, refuse

__all__ = ["SearchLimit", "SearchResult", "scopes", "search"]


class SearchLimit(Exception):
    """More branch points than allowed."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: ``count`` solutions (at least so many if ``cut``), and its cost."""

    count: int
    cut: bool
    branch_points: int
    first: int | None


def scopes(board: Board) -> list[int]:
    """The variables of each rule in force, as masks."""
    return [mask for named in board.constraints() if (mask := _scope(named.rule))]


def _scope(rule: Rule) -> int:
    if not isinstance(rule, Rule):
        refuse(rule, "ladder")
    return sum(1 << v - 1 for v in rule.variables())


def search(
    engine: LadderEngine,
    node: Node,
    limit: int | None = 2,
    max_branch_points: int | None = None,
    consistent: Callable[[LadderEngine, Node], Node] | None = None,
) -> SearchResult:
    """Count the solutions above ``node``, stopping at ``limit`` (None: count them all).

    ``consistent`` strengthens every node (probing, say).  Raises :class:`SearchLimit` past
    ``max_branch_points``, ``ValueError`` for a limit below one.  A leaf counts only if the verifier
    finds no violation, so that a weak rung cannot let a wrong solution through.
    """
    if limit is not None and limit < 1:
        raise ValueError(f"expected a limit of at least 1, or None, found {limit}")
    # A branch decides a variable at least, and takes two frames; without rules to propagate, a large
    # board's branches lie deeper than Python allows by itself.
    allowed = sys.getrecursionlimit()
    sys.setrecursionlimit(allowed + 2 * engine.variables)
    try:
        return _Searcher(engine, limit, max_branch_points, consistent).run(node)
    finally:
        sys.setrecursionlimit(allowed)


class _Searcher:
    def __init__(
        self,
        engine: LadderEngine,
        limit: int | None,
        max_branch_points: int | None,
        consistent: Callable[[LadderEngine, Node], Node] | None,
    ) -> None:
        self._engine = engine
        self._limit = limit
        self._cap = max_branch_points
        self._consistent = consistent
        self._scopes = scopes(engine.board)
        self._tables = [p for p in engine.propagators if isinstance(p, Lifted)]
        self._complete = _knows_all_rules(engine)
        self._points = 0

    def run(self, node: Node) -> SearchResult:
        try:
            if self._consistent:
                node = self._consistent(self._engine, node)
            count, first = self._count(node, self._engine.everything, self._limit)
        except Refuted:
            count, first = 0, None
        cut = self._limit is not None and count >= self._limit
        return SearchResult(count, cut, self._points, first)

    def _count(self, node: Node, within: int, limit: int | None) -> tuple[int, int | None]:
        """Solutions over the undecided variables in ``within``, and the first one's on-mask."""
        free = within & ~(node.on | node.off)
        if not free:
            if not self._complete and within == self._engine.everything:
                ok = not self._engine.board.violations(node.on)
                return (1, node.on) if ok else (0, None)
            return 1, node.on & within
        parts = self._components(free) if self._complete else [free]
        if len(parts) > 1:
            total, together = 1, node.on & within
            for part in parts:
                count, first = self._branch(node, part, limit)
                if first is None:
                    return 0, None
                total *= count
                together |= first & part
                # A later component without solutions makes the product 0, so none is skipped.
            return (total if limit is None else min(total, limit)), together
        return self._branch(node, within, limit)

    def _branch(self, node: Node, within: int, limit: int | None) -> tuple[int, int | None]:
        total, found = 0, None
        branches = self._choices(node, within)
        assert len(branches) > 1, "a fixpoint left a lifted variable with one word"
        self._points += 1
        stage("searching, {} branch points", self._points)
        if self._cap is not None and self._points > self._cap:
            raise SearchLimit(f"more than {self._cap} branch points")
        for on, off in branches:
            try:
                child = self._engine.extend(node, on, off)
                if self._consistent:
                    child = self._consistent(self._engine, child)
            except Refuted:
                continue
            left = None if limit is None else limit - total
            count, first = self._count(child, within, left)
            total += count
            found = first if found is None else found
            if limit is not None and total >= limit:
                break
        return total, found

    def _choices(self, node: Node, within: int) -> list[tuple[int, int]]:
        """The words left of the smallest lifted variable, as literals; or a bare variable's values."""
        known = node.on | node.off
        best: Lifted | None = None
        fewest = 0
        for table in self._tables:
            if table.scope & within & ~known:
                left = table.project(node.on, node.off).survivors
                if best is None or left < fewest:
                    best, fewest = table, left
        if best is None:
            low = within & ~known
            low &= -low
            return [(low, 0), (0, low)]
        return [(word, best.scope & ~word) for word in best.survivors(node.on, node.off)]

    def _components(self, free: int) -> list[int]:
        parts: list[int] = []
        loose = free
        for scope in self._scopes:
            part = scope & free
            if part:
                loose &= ~part
                apart = []
                for other in parts:
                    if other & part:
                        part |= other
                    else:
                        apart.append(other)
                parts = [*apart, part]
        return parts + [1 << bit for bit in bits(loose)]


def _knows_all_rules(engine: LadderEngine) -> bool:
    """Does every rule in force have a propagator, so that a fixpoint without choices is a solution?"""
    # By the rules themselves, equal by value: two of them may have one name.
    return {rule for p in engine.propagators for rule in p.covers}.issuperset(
        engine.board.constraints()
    )
