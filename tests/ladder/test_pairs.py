"""Norinori's rung `pairs` against its definition, written out with sets of cells (claims N1 and N2)."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import pytest

from encode import solutions
from ladder import LadderEngine, Refuted, ladder_of, position
from ladder.pairs import RegionPairs
from ladder.projection import Lifted
from ledger.norinori.cuts import CUTS
from puzzles import Norinori

Cell = tuple[int, int]


class Slow:
    """`pairs` by its definition: domains of pairs of cells, every judgement made anew."""

    def __init__(self, board: Norinori, *, outside: bool) -> None:
        self.height, self.width = board.height, board.width
        self.outside = outside
        self.region = {
            (r, c): board.regions[r][c] for r in range(board.height) for c in range(board.width)
        }
        self.members: dict[int, list[Cell]] = {}
        for cell, name in sorted(self.region.items()):
            self.members.setdefault(name, []).append(cell)

    def beside(self, cell: Cell) -> list[Cell]:
        r, c = cell
        return [x for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if x in self.region]

    def judged(
        self, i: int, p: set[Cell], j: int, q: set[Cell], on: set[Cell], off: set[Cell]
    ) -> bool:
        """Is no cell of p or q broken: both regions from p and q, other cells from the board?"""
        for cell in p | q:
            certain = possible = 0
            for other in self.beside(cell):
                if self.region[other] in (i, j):
                    certain += other in p | q
                elif self.outside:
                    certain += other in on
                    possible += other not in off
                else:
                    possible += 1
            if certain >= 2 or (certain == 0 and possible == 0):
                return False
        return True

    def run(self, on: set[Cell], off: set[Cell]) -> tuple[set[Cell], set[Cell]] | None:
        """The joint fixpoint with `local`; None where it refutes the position."""
        while True:
            before = len(on) + len(off)
            domains = {
                name: [
                    {*pair}
                    for pair in combinations(cells, 2)
                    if on & set(cells) <= {*pair} and not off & {*pair}
                ]
                for name, cells in self.members.items()
            }
            shrinking = True
            while shrinking:
                shrinking = False
                for i in domains:
                    for j in domains:
                        if i != j and any(
                            self.region[x] == j
                            for cell in self.members[i]
                            for x in self.beside(cell)
                        ):
                            kept = [
                                p
                                for p in domains[i]
                                if any(self.judged(i, p, j, q, on, off) for q in domains[j])
                            ]
                            shrinking |= len(kept) < len(domains[i])
                            domains[i] = kept
            for name, pairs in domains.items():
                if not pairs:
                    return None
                on = on | set.intersection(*pairs)
                off = off | (set(self.members[name]) - set.union(*pairs))
            for cell in self.region:
                near = self.beside(cell)
                # Patterns of the cell and its neighbours that the domino rule allows.
                allowed = [set(s) for k in range(5) for s in combinations(near, k)]
                allowed += [{cell, other} for other in near]
                around = {cell, *near}
                fits = [s for s in allowed if on & around <= s and not off & s]
                if not fits:
                    return None
                on = on | set.intersection(*fits)
                off = off | (around - set.union(*fits))
            if on & off:
                return None
            if len(on) + len(off) == before:
                return on, off


def weaker(board: Norinori) -> LadderEngine:
    """The rung with a constraint that does not look at the board around two regions."""
    held = ladder_of(board).rungs[0].propagators
    regions = [p for p in held if isinstance(p, Lifted) and p.names == ("region",)]
    return LadderEngine(board, [*held, RegionPairs(board, regions, outside=False)])


def positions(side: int, number: int) -> list[tuple[Norinori, list[int], int, int]]:
    """Boards of any verdict with their solutions and a position, mostly a part of a solution."""
    found = []
    for seed in range(number):
        random = Random(seed)
        board = CUTS["one by one, 3 to 5 cells"](side, random)
        known = list(solutions(board))
        held = random.getrandbits(side * side) & random.getrandbits(side * side)
        shown = random.choice(known) if known else random.getrandbits(side * side)
        found.append((board, known, shown & held, held & ~shown))
    return found


def cells(board: Norinori, mask: int) -> set[Cell]:
    return {cell for i, cell in enumerate(board.cells()) if mask >> i & 1}


@pytest.mark.parametrize("outside", [True, False])
def test_n1_the_rung_is_what_its_definition_says(outside: bool) -> None:
    refuted = decided = 0
    for board, _, on, off in positions(5, 36):
        wanted = Slow(board, outside=outside).run(cells(board, on), cells(board, off))
        if outside:
            found = position(board, "pairs", on, off)
        else:
            try:
                node = weaker(board).root(on, off)
                found = node.on, node.off
            except Refuted:
                found = None
        if found is None or wanted is None:
            assert found is None
            assert wanted is None
            refuted += 1
        else:
            assert (cells(board, found[0]), cells(board, found[1])) == wanted
            decided += (found[0] | found[1]) != on | off
    assert refuted > 5
    assert decided > 5


def test_n2_local_weaker_pairs_and_probe_include_each_other_in_this_order() -> None:
    gains = [0, 0, 0]
    for board, known, on, off in positions(6, 40):
        try:
            node = weaker(board).root(on, off)
            middle = node.on, node.off
        except Refuted:
            middle = None
        rungs = [position(board, rung, on, off) for rung in ("local", "pairs", "probe")]
        chain = [rungs[0], middle, *rungs[1:]]
        left = [mask for mask in known if mask & on == on and not mask & off]
        for k, (below, above) in enumerate(pairwise(chain)):
            if above is None:
                assert not left
                gains[k] += below is not None
                continue
            assert below is not None, "the stronger rung lets stand what the weaker one refutes"
            assert below[0] & ~above[0] == below[1] & ~above[1] == 0
            assert not any(above[0] & ~mask or above[1] & mask for mask in left)
            gains[k] += below != above
    assert min(gains) > 2, gains


def test_a_child_of_a_node_is_what_its_position_alone_gives() -> None:
    """Domains and tables kept from the parent hide nothing."""
    seen = 0
    for board, known, on, off in positions(6, 25):
        if not known:
            continue
        engine = LadderEngine(board, ladder_of(board).rungs[1].propagators)
        try:
            node = engine.root()
            for bit in range(36):
                more = 1 << bit
                if (on | off) & more:
                    node = engine.extend(node, on & more, off & more)
        except Refuted:
            assert position(board, "pairs", on, off) is None
            continue
        assert (node.on, node.off) == position(board, "pairs", on, off)
        seen += 1
    assert seen > 5
