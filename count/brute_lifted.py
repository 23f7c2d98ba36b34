"""Engine ``brute-lifted``: give one lifted variable after another one of its words.

A lifted variable is a :class:`~puzzles.rules.Table`; a board variable that no table holds is lifted
to the two words 0 and 1.  A branch dies when some table keeps no word that fits, and the other
rules are judged once all their variables are set.  The route through the solutions is thus another
than that of ``brute``, and no code is shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from puzzles.board import Board
from puzzles.language import size
from puzzles.rules import (
    Cell,
    Chordless,
    Clause,
    Connected,
    Distinct,
    Graph,
    Loop,
    Paths,
    Rule,
    Table,
    refuse,
)

__all__ = ["count", "refuses"]

_DRAWN = 40
_BRANCHES = 150_000
"""Refuse when more branches are expected: a second's work, about."""
_VARIABLES = 1_000
"""Refuse more board variables: to order the tables and to estimate takes longer than a search may."""
_WORDS = 2_000
"""Refuse a dictionary longer than this: every word is looked at at every branch."""


def count(board: Board) -> int:
    """The number of ways to give every lifted variable a word so that no rule is broken."""
    return _Search(board).leaves()


def refuses(board: Board) -> str | None:
    """Why the search would take too long: an estimate of the branches."""
    for named in board.constraints():
        if isinstance(named.rule, Table) and (words := size(named.rule.words)) > _WORDS:
            return f"a dictionary of {words} words, more than {_WORDS}"
    if len(board.places()) > _VARIABLES:
        return f"{len(board.places())} variables, more than {_VARIABLES}"
    branches = _Search(board).expected(Random(1))
    if branches > _BRANCHES:
        return f"about {branches:.1e} branches, more than {_BRANCHES}"
    return None


@dataclass(frozen=True, slots=True)
class _Lifted:
    """Words as masks over all board variables, within the bits of ``scope``."""

    scope: int
    words: tuple[int, ...]


class _Search:
    """``order[k]`` is branched on at depth k; ``due[k]`` are the rules judged after it."""

    def __init__(self, board: Board) -> None:
        everything = (1 << len(board.places())) - 1
        rules = [named.rule for named in board.constraints()]
        for rule in rules:
            if not isinstance(rule, Rule):
                refuse(rule, "brute-lifted")
        tables = [_lift(rule) for rule in rules if isinstance(rule, Table)]
        self.order = _order(tables, everything)
        self.due: list[list[Rule]] = [[] for _ in self.order]
        self.beside: list[list[_Lifted]] = [[] for _ in self.order]
        known = 0
        for depth, lifted in enumerate(self.order):
            before, known = known, known | lifted.scope
            fresh = known & ~before
            for rule in rules:
                scope = _scope(rule)
                if not isinstance(rule, Table) and scope & fresh and not scope & ~known:
                    self.due[depth].append(rule)
            self.beside[depth] = [t for t in tables if t.scope & fresh]
        # A rule that speaks of no variable (a region without circles) is settled at the outset.
        self.dead = any(not _scope(rule) and not _holds(rule, 0) for rule in rules)

    def children(self, depth: int, known: int, mask: int) -> list[int]:
        """The assignments that depth ``depth`` leads to from ``mask`` over the bits ``known``."""
        lifted = self.order[depth]
        after = known | lifted.scope
        found = []
        for word in lifted.words:
            if (word ^ mask) & known & lifted.scope:
                continue
            both = mask | word
            if all(
                any(not (w ^ both) & t.scope & after for w in t.words) for t in self.beside[depth]
            ) and all(_holds(rule, both) for rule in self.due[depth]):
                found.append(both)
        return found

    def leaves(self) -> int:
        found = 0
        stack = [] if self.dead else [(0, 0, 0)]  # (lifted variables set, their bits, assignment)
        while stack:
            depth, known, mask = stack.pop()
            if depth == len(self.order):
                found += 1
                continue
            after = known | self.order[depth].scope
            stack += [(depth + 1, after, child) for child in self.children(depth, known, mask)]
        return found

    def expected(self, random: Random) -> float:
        """Estimated branches in all, from a few nodes of each depth.

        A float that decides what to try and enters no count.
        """
        total, width = 0.0, 1.0
        known, drawn = 0, [0]
        for depth, lifted in enumerate(self.order):
            total += width * len(lifted.words)
            below = [child for mask in drawn for child in self.children(depth, known, mask)]
            if not below:
                break
            width *= len(below) / len(drawn)
            known |= lifted.scope
            drawn = random.sample(below, min(len(below), _DRAWN))
        return total


def _lift(table: Table) -> _Lifted:
    spread = [1 << v - 1 for v in table.scope]
    words = tuple(sum(b for i, b in enumerate(spread) if w >> i & 1) for w in table.words)
    return _Lifted(sum(spread), words)


def _order(tables: list[_Lifted], everything: int) -> list[_Lifted]:
    """Tables that add variables, each time the one that overlaps most with what is known.

    Ties go to the shorter dictionary.  Variables outside all tables come last, one by one.
    """
    order = []
    known = 0
    while True:
        useful = [t for t in tables if t.scope & ~known]
        if not useful:
            break
        best = min(useful, key=lambda t: ((t.scope & ~known).bit_count(), len(t.words)))
        order.append(best)
        known |= best.scope
    for i in range(everything.bit_length()):
        if not known >> i & 1:
            order.append(_Lifted(1 << i, (0, 1 << i)))
    return order


def _scope(rule: Rule) -> int:
    return sum(1 << v - 1 for v in rule.variables())


def _holds(rule: Rule, mask: int) -> bool:
    """Does a rule all of whose variables are set hold?"""
    match rule:
        case Table(scope, words):
            return sum((mask >> v - 1 & 1) << i for i, v in enumerate(scope)) in words
        case Clause(literals):
            return any(mask >> v - 1 & 1 if v > 0 else not mask >> -v - 1 & 1 for v in literals)
        case Distinct(lines):
            texts = [tuple(mask >> v - 1 & 1 for v in line) for line in lines]
            return len(set(texts)) == len(texts)
        case Paths(graph, ends):
            labels = dict(ends)
            for part, edges in _parts(graph, mask):
                held = [labels[cell] for cell in part if cell in labels]
                if edges != len(part) - 1 or (held and (len(held) != 2 or held[0] != held[1])):
                    return False
            return True
        case Chordless(graph):
            home = {}
            for number, (part, _) in enumerate(_parts(graph, mask)):
                home.update(dict.fromkeys(part, number))
            return all(mask >> i - 1 & 1 or home[u] != home[v] for i, u, v in graph.arcs())
        case Loop(graph):
            # One component with edges, and it has two edges at each of its cells.
            used = [(part, edges) for part, edges in _parts(graph, mask) if edges]
            twice = all(
                sum(mask >> v - 1 & 1 for v in incident) in (0, 2)
                for incident in graph.at().values()
            )
            return len(used) == 1 and twice
        case Connected(cells):
            beside = cells.beside()
            left = {v for v in cells.variables if mask >> v - 1 & 1}
            waiting = [left.pop()] if left else []
            while waiting:
                fresh = left.intersection(beside[waiting.pop()])
                left -= fresh
                waiting += fresh
            return not left
        case _:
            refuse(rule, "brute-lifted")


def _parts(graph: Graph, mask: int) -> Iterator[tuple[list[Cell], int]]:
    """The components of the chosen edges: their cells, and how many chosen edges they hold."""
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in graph.cells}
    for variable, u, v in graph.arcs():
        if mask >> variable - 1 & 1:
            beside[u].append(v)
            beside[v].append(u)
    left = set(graph.cells)
    while left:
        start = left.pop()
        part = [start]
        for cell in part:  # grows while it is read
            fresh = [other for other in beside[cell] if other in left]
            left.difference_update(fresh)
            part += fresh
        yield part, sum(len(beside[cell]) for cell in part) // 2
