"""Norinori's repair: move cells between regions until our solution is the only one (claim N7).

While another solution exists, a cell that it shades and ours does not moves to a neighbouring region.
Invariant of such a move, checked on each: our solution survives, since the cell is not shaded in it; the
other solution then has one shaded cell in the region left and three in the region entered, so it dies.

Where no such cell can move (it holds its region together), and now and then besides, two neighbouring
regions are cut anew: the region of a cell that differs and one beside it.  Our solution survives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from itertools import combinations
from random import Random

from encode import formula
from generate.made import InvariantError
from puzzles import Norinori
from puzzles.grid import neighbours, reading_order
from puzzles.rules import Cell

__all__ = ["Repair", "territories"]

_MOVES_PER_CELL = 2
_REMEMBERED = 400
"""Other solutions that a move is kept from reviving."""
_TABU = 8
"""Moves before a cell may move again."""
_RECUT = 0.1
"""Probability of a new cut instead of a move, against walking in circles."""
_AT_ONCE = 2
"""Other solutions asked for between two moves."""

Move = tuple[Cell, int]


class Repair:
    """A walk over boards of one size and one solution; ``regions`` is the board it stands at.

    ``least``: no region is ever left with fewer cells.  ``plain``: any move of the last
    counterexample is taken, none is avoided, and nothing is cut anew: the walk ends where no move
    can be made.
    """

    def __init__(
        self,
        regions: dict[Cell, int],
        shaded: set[Cell],
        height: int,
        width: int,
        *,
        least: int = 2,
        plain: bool = False,
    ) -> None:
        self.regions = regions
        self._plain = plain
        self._shaded = shaded
        self._least = least
        self._around = {cell: neighbours(cell, height, width) for cell in regions}
        self._members: dict[int, set[Cell]] = {}
        for cell, name in sorted(regions.items()):
            self._members.setdefault(name, set()).add(cell)
        self._others = _OtherSolutions(height, width, shaded)
        self._rivals = _Rivals(self._members)

    def run(self, rng: Random) -> int | None:
        """Move cells until our solution is alone; the number of moves, or None past the budget.

        Of the moves that kill the solution just found, one is taken that leaves the fewest of those met
        alive, so that the walk does not go in circles.
        """
        last: dict[Cell, int] = {}
        for name, cells in self._members.items():
            self._others.region(name, cells)
        try:
            for moves in range(_MOVES_PER_CELL * len(self.regions)):
                others = self._others.others(_AT_ONCE)
                if not others:
                    return moves
                for rival in others:
                    self._rivals.add(rival)
                other = others[0]
                if self._plain:
                    any_one = self._able(sorted(other - self._shaded))
                    if not any_one:
                        return None
                    self._move(*rng.choice(any_one), other)
                    continue
                fresh = sorted(
                    cell for cell in other - self._shaded if moves - last.get(cell, -_TABU) >= _TABU
                )
                able = self._able(fresh)
                if not able or rng.random() < _RECUT:
                    self._recut(rng.choice(sorted(other ^ self._shaded)), rng)
                    continue
                cell, there = self._best(able, rng)
                last[cell] = moves
                self._move(cell, there, other)
            return None
        finally:
            self._others.close()

    def _recut(self, cell: Cell, rng: Random) -> None:
        """Cut the cell's region and a neighbouring one anew, around the same four shaded cells."""
        here = self.regions[cell]
        beside = {self.regions[n] for k in self._members[here] for n in self._around[k]} - {here}
        if not beside:
            return
        there = rng.choice(sorted(beside))
        both = self._members[here] | self._members[there]
        seeds = sorted(both & self._shaded)
        owner = territories(seeds, both, self._around, rng)
        adjacent = {(owner[k], owner[n]) for k in both for n in self._around[k] if n in both}
        pairings = [
            (0, i)
            for i, (j, k) in ((1, (2, 3)), (2, (1, 3)), (3, (1, 2)))
            if (0, i) in adjacent and (j, k) in adjacent
        ]
        if not pairings:
            return  # one territory lies between the three others
        couple = rng.choice(pairings)
        halves = [{k for k in both if (owner[k] in couple) == wanted} for wanted in (True, False)]
        if min(map(len, halves)) < self._least:
            return
        for name, cells in zip((here, there), halves, strict=True):
            if len(cells & self._shaded) != 2:
                raise InvariantError("a new cut spoilt our own solution")
            self._members[name] = cells
            self.regions.update(dict.fromkeys(cells, name))
            self._others.region(name, cells)
        self._rivals.recount(here, there)

    def _able(self, cells: Iterable[Cell]) -> list[Move]:
        """Moves of these cells to a neighbouring region; their own stays connected and large enough."""
        found = []
        for cell in cells:
            here = self.regions[cell]
            if len(self._members[here]) <= self._least:
                continue
            beside = sorted({self.regions[n] for n in self._around[cell]} - {here})
            if beside and self._connected(self._members[here] - {cell}):
                found += [(cell, there) for there in beside]
        return found

    def _connected(self, cells: set[Cell]) -> bool:
        left = set(cells)
        stack = [left.pop()]
        while stack:
            for other in self._around[stack.pop()]:
                if other in left:
                    left.discard(other)
                    stack.append(other)
        return not left

    def _best(self, moves: list[Move], rng: Random) -> Move:
        alive = self._rivals.alive_after
        costs = alive([(cell, self.regions[cell], there) for cell, there in moves])
        least = min(costs)
        return rng.choice([move for move, cost in zip(moves, costs, strict=True) if cost == least])

    def _move(self, cell: Cell, there: int, other: set[Cell]) -> None:
        here = self.regions[cell]
        self._rivals.move(cell, here, there)
        left, entered = self._members[here], self._members[there]
        left.discard(cell)
        entered.add(cell)
        self.regions[cell] = there
        if cell in self._shaded or not len(left & self._shaded) == len(entered & self._shaded) == 2:
            raise InvariantError("a move of the repair spoilt our own solution")
        if cell in other and (len(left & other), len(entered & other)) != (1, 3):
            raise InvariantError("a move of the repair spared the other solution")
        self._others.region(here, left)
        self._others.region(there, entered)


def territories(
    seeds: list[Cell], cells: Set[Cell], around: Mapping[Cell, tuple[Cell, ...]], rng: Random
) -> dict[Cell, int]:
    """``cells``, which are connected, shared out among seeds by random growth: cell to seed number."""
    owner = {cell: i for i, cell in enumerate(seeds)}
    border = list(owner.items())
    while border:
        cell, i = border.pop(rng.randrange(len(border)))
        free = [n for n in around[cell] if n in cells and n not in owner]
        if free:
            chosen = rng.choice(free)
            owner[chosen] = i
            border += [(chosen, i), (cell, i)]
    return owner


class _OtherSolutions:
    """Other solutions to a board whose regions change: one incremental solver.

    The domino rule and "not our solution" stay; a region's clauses hold under its switch, and a region
    that changes gets a new one.
    """

    def __init__(self, height: int, width: int, shaded: set[Cell]) -> None:
        from pysat.solvers import Solver

        self._cells = reading_order(height, width)
        self._number = {cell: i for i, cell in enumerate(self._cells, start=1)}
        bare = formula(Norinori(regions=((0,) * width,) * height).dropping("region"))
        self._solver = Solver(name="cadical195", bootstrap_with=bare.clauses)
        self._top = bare.variables
        self._solver.add_clause(
            [-self._number[cell] if cell in shaded else self._number[cell] for cell in self._cells]
        )
        self._switch: dict[int, int] = {}

    def region(self, name: int, cells: set[Cell]) -> None:
        """From now on this region has these cells: exactly two of them are shaded."""
        if name in self._switch:
            self._solver.add_clause([-self._switch[name]])
        self._top += 1
        self._switch[name] = self._top
        variables = sorted(self._number[cell] for cell in cells)
        for three in combinations(variables, 3):
            self._solver.add_clause([-self._top, *(-v for v in three)])
        for left_out in variables:
            others = [v for v in variables if v != left_out]
            self._solver.add_clause([-self._top, *others])

    def others(self, limit: int) -> list[set[Cell]]:
        """Up to ``limit`` different solutions that are not ours, as their shaded cells."""
        self._top += 1
        guard = self._top  # the clauses that set solutions aside hold for this call alone
        found: list[set[Cell]] = []
        while len(found) < limit and self._solver.solve(
            assumptions=[guard, *sorted(self._switch.values())]
        ):
            model = self._solver.get_model()
            shaded = {cell for cell in self._cells if model[self._number[cell] - 1] > 0}
            self._solver.add_clause([-guard, *(-self._number[cell] for cell in sorted(shaded))])
            found.append(shaded)
        self._solver.add_clause([-guard])
        return found

    def close(self) -> None:
        self._solver.delete()


class _Rivals:
    """The other solutions met so far, with their shaded cells per region kept up to date.

    As many cells are shaded as there are regions times two, whatever the solution.  So a rival with one
    wrong region has another; with none it is alive, and a move revives it only from three in the
    region left and one in the region entered.
    """

    def __init__(self, members: dict[int, set[Cell]]) -> None:
        self._members = members
        self._met: list[tuple[set[Cell], dict[int, int]]] = []
        self._wrong: list[int] = []  # regions whose count is not two

    def add(self, rival: set[Cell]) -> None:
        counts = {name: len(rival & cells) for name, cells in self._members.items()}
        self._met.append((rival, counts))
        self._wrong.append(sum(count != 2 for count in counts.values()))
        if len(self._met) > _REMEMBERED:
            del self._met[0], self._wrong[0]

    def alive_after(self, moves: list[tuple[Cell, int, int]]) -> list[int]:
        """How many rivals would be solutions after each move (cell, region left, region entered)."""
        alive = 0
        killed: Counter[Cell] = Counter()
        revived: Counter[tuple[Cell, int, int]] = Counter()
        for (rival, counts), wrong in zip(self._met, self._wrong, strict=True):
            if wrong == 0:
                alive += 1
                killed.update(rival)
            elif wrong == 2:
                (a, three), (b, one) = ((k, n) for k, n in counts.items() if n != 2)
                if three < one:
                    a, three, b, one = b, one, a, three
                if (three, one) == (3, 1):
                    revived.update((cell, a, b) for cell in rival)
        return [alive - killed[move[0]] + revived[move] for move in moves]

    def recount(self, *regions: int) -> None:
        """These regions have other cells than before."""
        for i, (rival, counts) in enumerate(self._met):
            for name in regions:
                self._wrong[i] -= counts[name] != 2
                counts[name] = len(rival & self._members[name])
                self._wrong[i] += counts[name] != 2

    def move(self, cell: Cell, here: int, there: int) -> None:
        for i, (rival, counts) in enumerate(self._met):
            if cell in rival:
                a, b = counts[here], counts[there]
                self._wrong[i] += (a != 3) - (a != 2) + (b != 1) - (b != 2)
                counts[here], counts[there] = a - 1, b + 1
