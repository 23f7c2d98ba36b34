"""Claim L6: does ``reach`` ever decide or refute what ``chain`` does not?  By exhaustion.

    python -m benchmarks.reach_and_chain 2x6 3x4 --solvable 2x7 3x5 --search 2x9 3x6

Boards: every label twice, at least one pair, every cell used, one of each class under the symmetries
of the grid; all of them, or (``--solvable``) those that have a solution, listed by cutting the grid
into paths.  Positions: every fixpoint of ``chain`` above any set of edges decided on or off.  For each
meaning of the question (docs/reach-and-chain.md) it prints how many boards say yes and the first of
those that need the fewest decisions.  ``--search`` counts the branch points that prove each uniquely
solvable board unique.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ladder import search
from ladder.chains import Chains
from ladder.engine import LadderEngine, Node, Propagator, Refuted, bits
from ladder.projection import Listing
from ladder.reach import Reach, ReachForces
from puzzles import Numberlink, Picture
from puzzles.grid import reading_order
from puzzles.language import Count
from puzzles.rules import Graph, Named, Paths, Table

__all__ = ["Grid", "Pairs", "Witness", "closed", "main", "partitions", "placements", "study"]

Pairs = tuple[tuple[int, int], ...]
"""A board: the pairs of cells, by index in reading order, that carry the same label."""
_SOLVABILITY = ("no solution", "one solution", "several solutions")


@dataclass(frozen=True, slots=True)
class Witness:
    """A board and a position of it (after ``decisions`` decided edges) that say yes."""

    meaning: str
    pairs: Pairs
    decisions: int
    on: int
    off: int


class Grid:
    """The boards of one size, whose engines share the projections at their cells."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self.cells = reading_order(height, width)
        blank = Numberlink(labels=((None,) * width,) * height)
        self.graph = Graph(self.cells, blank.edges())
        self._tables = {
            ones: {
                cell: Listing(Named(("degree",), table, (cell,)), table)
                for cell, variables in self.graph.at().items()
                for table in (Table(variables, Count(len(variables), frozenset({ones}))),)
            }
            for ones in (1, 2)
        }
        self.symmetries = self._symmetries()

    def _symmetries(self) -> list[list[int]]:
        """Where each symmetry of the grid sends the cells."""
        index = {cell: i for i, cell in enumerate(self.cells)}
        found = []
        for swap in (False, True) if self.height == self.width else (False,):
            for down in (False, True):
                for across in (False, True):
                    images = []
                    for r, c in self.cells:
                        i = self.height - 1 - r if down else r
                        j = self.width - 1 - c if across else c
                        images.append(index[(j, i) if swap else (i, j)])
                    found.append(images)
        return found

    def least(self, pairs: Pairs) -> bool:
        """Is this board the least of its class?"""
        return all(
            pairs <= tuple(sorted((min(s[a], s[b]), max(s[a], s[b])) for a, b in pairs))
            for s in self.symmetries
        )

    def board(self, pairs: Pairs) -> Numberlink:
        label = {cell: str(i) for i, pair in enumerate(pairs, start=1) for cell in pair}
        rows = range(self.height)
        return Numberlink(
            labels=tuple(
                tuple(label.get(r * self.width + c) for c in range(self.width)) for r in rows
            )
        )

    def engines(self, pairs: Pairs) -> tuple[LadderEngine, Reach, LadderEngine]:
        """The rung ``chain``, the test of ``reach``, and ``chain`` with the deciding variant."""
        ends = tuple(
            sorted((self.cells[cell], str(i)) for i, pair in enumerate(pairs, 1) for cell in pair)
        )
        labelled = {cell for cell, _ in ends}
        rule = Paths(self.graph, ends)
        named = Named(("paths",), rule, self.cells)
        tables = [self._tables[1 if cell in labelled else 2][cell] for cell in self.cells]
        chain: list[Propagator] = [*tables, Chains(named, rule)]
        board = self.board(pairs)
        reach = Reach(named, rule, all_used=True)
        forces = ReachForces(named, rule, all_used=True)
        return LadderEngine(board, chain), reach, LadderEngine(board, [*chain, forces])


def placements(cells: int) -> Iterator[Pairs]:
    """Every way to put one pair or more on so many cells."""

    def extend(free: list[int], held: Pairs) -> Iterator[Pairs]:
        if held:
            yield held
        for i, a in enumerate(free):
            if not held or a > held[-1][0]:
                for b in free[i + 1 :]:
                    rest = [cell for cell in free if cell not in (a, b)]
                    yield from extend(rest, (*held, (a, b)))

    return extend(list(range(cells)), ())


def partitions(grid: Grid) -> Counter[Pairs]:
    """The boards that have a solution, each with how many: all cuts of the grid into paths."""
    width, size = grid.width, len(grid.cells)
    mate = list(range(size))
    degree = [0] * size
    found: Counter[Pairs] = Counter()

    def sides(cell: int) -> Iterator[list[int]]:
        right = [cell + 1] if (cell + 1) % width else []
        down = [cell + width] if cell + width < size else []
        yield from ([], right, down, right + down) if right and down else ([], right or down)

    def visit(cell: int) -> None:
        if cell == size:
            ends = ((a, mate[a]) for a in range(size) if degree[a] == 1 and a < mate[a])
            found[tuple(ends)] += 1
            return
        for chosen in sides(cell) if cell + 1 < size else ([],):
            joined = []
            for other in chosen:
                if degree[cell] > 1 or degree[other] > 1 or mate[cell] == other:
                    break
                a, b = mate[cell], mate[other]
                mate[a], mate[b] = b, a
                degree[cell] += 1
                degree[other] += 1
                joined.append((other, a, b))
            if len(joined) == len(chosen) and degree[cell]:
                visit(cell + 1)
            for other, a, b in reversed(joined):
                mate[a], mate[cell], mate[b], mate[other] = cell, a, other, b
                degree[cell] -= 1
                degree[other] -= 1

    visit(0)
    return found


def closed(engine: LadderEngine) -> Iterator[tuple[int, Node]]:
    """Every fixpoint above the empty position, with the fewest decisions that lead there."""
    layer = [engine.root()]
    seen = {(layer[0].on, layer[0].off)}
    decisions = 0
    while layer:
        following = []
        for node in layer:
            yield decisions, node
            for bit in bits(engine.everything & ~(node.on | node.off)):
                for on, off in ((1 << bit, 0), (0, 1 << bit)):
                    try:
                        child = engine.extend(node, on, off)
                    except Refuted:
                        continue
                    if (child.on, child.off) not in seen:
                        seen.add((child.on, child.off))
                        following.append(child)
        layer = following
        decisions += 1


def study(grid: Grid, boards: Iterable[Pairs]) -> Iterator[Witness]:
    """What every board says: for each meaning the first position that says yes."""
    for pairs in boards:
        chain, reach, forces = grid.engines(pairs)
        try:
            root = chain.root()
        except Refuted:
            continue
        held = _SOLVABILITY[search(chain, root).count]
        told = set()
        for decisions, node in closed(chain):
            where = f"{'empty' if not decisions else 'some'} position, board with {held}"
            for verb in _more(chain, reach, forces, node):
                meaning = f"{verb}: {where}"
                if meaning not in told:
                    told.add(meaning)
                    yield Witness(meaning, pairs, decisions, node.on, node.off)


def _more(chain: LadderEngine, reach: Reach, forces: LadderEngine, node: Node) -> Iterator[str]:
    """What the two variants do in a fixpoint of ``chain``, where they do more."""
    if reach.fault(node.on, node.off):
        yield "reach refutes"
        return
    try:
        after = forces.root(node.on, node.off)
    except Refuted:
        yield "forcing reach refutes"
        return
    if (after.on, after.off) != (node.on, node.off):
        solvable = search(chain, node, 1).count
        yield "forcing reach decides" + ("" if solvable else " (no solution left)")


def searched(grid: Grid) -> Iterator[tuple[Pairs, tuple[int, int, int]]]:
    """The uniquely solvable boards, with branch points over chain, reach, and its deciding variant."""
    for pairs, times in partitions(grid).items():
        if times == 1 and grid.least(pairs):
            chain, reach, forces = grid.engines(pairs)
            both = LadderEngine(chain.board, [*chain.propagators, reach])
            spent = [
                search(engine, engine.root()).branch_points for engine in (chain, both, forces)
            ]
            yield pairs, (spent[0], spent[1], spent[2])


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reach_and_chain",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "sizes", nargs="*", metavar="HxW", help="sizes of which all boards are tried"
    )
    parser.add_argument(
        "--solvable", nargs="+", default=[], metavar="HxW", help="solvable boards only"
    )
    parser.add_argument(
        "--search",
        nargs="+",
        default=[],
        metavar="HxW",
        help="sizes of which to count branch points",
    )
    asked = parser.parse_args(argv)
    for solvable, sizes in ((False, asked.sizes), (True, asked.solvable)):
        for text in sizes:
            height, width = map(int, text.split("x"))
            _report(Grid(height, width), solvable)
    for text in asked.search:
        height, width = map(int, text.split("x"))
        _report_searches(Grid(height, width))
    return 0


def _report_searches(grid: Grid) -> None:
    found = list(searched(grid))
    totals = [sum(spent[i] for _, spent in found) for i in range(3)]
    print(f"{grid.height}x{grid.width}: {len(found)} uniquely solvable boards up to symmetry")
    print(f"branch points over chain {totals[0]}, reach {totals[1]}, forcing reach {totals[2]}")
    saved = [(pairs, spent) for pairs, spent in found if spent[0] != spent[1]]
    print(f"chain and reach differ on {len(saved)} boards")
    if saved:
        print(grid.board(saved[0][0]).text(), saved[0][1])


def _report(grid: Grid, solvable: bool) -> None:
    started = time.process_time()
    listed = partitions(grid) if solvable else placements(len(grid.cells))
    boards = [pairs for pairs in listed if grid.least(pairs)]
    first: dict[str, Witness] = {}
    times: Counter[str] = Counter()
    for witness in study(grid, boards):
        times[witness.meaning] += 1
        best = first.get(witness.meaning)
        if best is None or witness.decisions < best.decisions:
            first[witness.meaning] = witness
    seconds = time.process_time() - started
    kind = "solvable boards" if solvable else "boards"
    print(f"{grid.height}x{grid.width}: {len(boards)} {kind} up to symmetry, {seconds:.0f} s")
    for meaning, witness in sorted(first.items()):
        decided = "" if not witness.decisions else f", {witness.decisions} decided by hand"
        print(f"\n{meaning}: {times[meaning]} boards{decided}")
        board = grid.board(witness.pairs)
        print(board.text())
        print(Picture((board.position_drawing(witness.on, witness.off),)))
    print()


if __name__ == "__main__":
    sys.exit(main())
