"""Norinori boards, answer first (claims N6, N7, N8).

Shade an induced matching of the grid (greedily, then a pass that removes a domino and refills the hole),
grow a territory around each shaded cell, marry neighbouring territories into regions of two shaded
cells, then repair: while another answer exists, move a cell that it shades to a neighbouring region.

Invariant of a move (N7, asserted): the cell is not shaded in our answer, so our answer survives; the
other answer then has one shaded cell in the region left and three in the region entered, so it dies.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from encode import formula
from generate.made import Impossible, Made, Request
from ladder.cycles import crossings, region_cycles
from puzzles import Norinori
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell

__all__ = ["check", "induced_matching", "make"]

_MOVES_PER_CELL = 2
_REMEMBERED = 400
REFILL_PASSES = 60
"""Passes that take a random matching to the density of hand-made boards (claim N6)."""
_TABU = 8
_AT_ONCE = 2


def check(request: Request) -> None:
    """Raise :class:`Impossible` where no board of this size exists."""
    if request.height * request.width < 2:
        raise Impossible("a board of one cell has no domino")


def make(request: Request, rng: Random) -> Made | None:
    """One attempt; None if the repair ran out of moves."""
    height, width = request.height, request.width
    dominoes = induced_matching(height, width, rng)
    regions = _regions(height, width, dominoes, rng)
    shaded = {cell for domino in dominoes for cell in domino}
    moves = _repair(regions, shaded, height, width, rng)
    if moves is None:
        return None
    board = Norinori(regions=normal([[regions[r, c] for c in range(width)] for r in range(height)]))
    solution = sum(1 << i for i, cell in enumerate(reading_order(height, width)) if cell in shaded)
    lengths = Counter(len(cycle) for cycle in region_cycles(board, solution))
    figures = {
        "regions": len(dominoes),
        "crossing": len(crossings(board, solution)),
        "moves": moves,
        **{f"cycles_of_{length}": times for length, times in sorted(lengths.items())},
    }
    return Made(board, solution, figures)


def induced_matching(
    height: int, width: int, rng: Random, *, passes: int = REFILL_PASSES
) -> list[tuple[Cell, Cell]]:
    """Dominoes no two of which touch, to which none can be added: a greedy draw, then ``passes``.

    A pass takes the dominoes in random order, removes each and greedily refills its hole otherwise, if
    it can; the number of dominoes never falls.
    """
    cells = reading_order(height, width)
    slots = [
        (cell, other) for cell in cells for other in neighbours(cell, height, width) if cell < other
    ]
    rng.shuffle(slots)
    taken: set[tuple[Cell, Cell]] = set()
    blocked: dict[Cell, int] = dict.fromkeys(cells, 0)

    def around(domino: tuple[Cell, Cell]) -> set[Cell]:
        near = {n for cell in domino for n in neighbours(cell, height, width)}
        return near | set(domino)

    def place(domino: tuple[Cell, Cell], step: int) -> None:
        for cell in around(domino):
            blocked[cell] += step

    def fill(candidates: list[tuple[Cell, Cell]]) -> list[tuple[Cell, Cell]]:
        added = []
        for domino in candidates:
            if not blocked[domino[0]] and not blocked[domino[1]]:
                place(domino, 1)
                added.append(domino)
        return added

    taken.update(fill(slots))
    for _ in range(passes):
        for domino in rng.sample(sorted(taken), len(taken)):
            place(domino, -1)
            hole = around(domino)
            for cell in list(hole):
                hole.update(neighbours(cell, height, width))
            near = [slot for slot in slots if slot != domino and hole.issuperset(slot)]
            rng.shuffle(near)
            added = fill(near)
            if added:
                taken.discard(domino)
                taken.update(added)
            else:
                place(domino, 1)
    return sorted(taken)


def _regions(
    height: int, width: int, dominoes: list[tuple[Cell, Cell]], rng: Random
) -> dict[Cell, int]:
    """Connected regions of two shaded cells each: territories around shaded cells, married."""
    seeds = [cell for domino in dominoes for cell in domino]
    owner = {cell: i for i, cell in enumerate(seeds)}
    border = list(owner.items())
    while border:
        cell, i = border.pop(rng.randrange(len(border)))
        free = [n for n in neighbours(cell, height, width) if n not in owner]
        if free:
            chosen = rng.choice(free)
            owner[chosen] = i
            border += [(chosen, i), (cell, i)]
    adjacent: dict[int, set[int]] = {i: set() for i in range(len(seeds))}
    for cell, i in owner.items():
        for other in neighbours(cell, height, width):
            if owner[other] != i:
                adjacent[i].add(owner[other])
    # The two cells of a domino are neighbours, so they are a perfect marriage; random exchanges
    # between two couples whose members are neighbours crosswise make other marriages.
    spouse = {i: i ^ 1 for i in range(len(seeds))}
    for _ in range(2 * len(seeds)):
        a = rng.randrange(len(seeds))
        b = rng.choice(sorted(adjacent[a]))
        c, d = spouse[a], spouse[b]
        if b != c and d in adjacent[c] and rng.random() < 0.5:
            spouse[a], spouse[b], spouse[c], spouse[d] = b, a, d, c
    return {cell: min(i, spouse[i]) for cell, i in owner.items()}


class _Answers:
    """Other answers to a board whose regions change: one incremental solver.

    The domino rule and "not our answer" stay; a region's clauses hold under its switch, and a region
    that changes gets a new one.
    """

    def __init__(self, height: int, width: int, shaded: set[Cell]) -> None:
        from pysat.solvers import Solver

        self._cells = reading_order(height, width)
        self._number = {cell: i for i, cell in enumerate(self._cells, start=1)}
        bare = Norinori(regions=((0,) * width,) * height).dropping("region")
        self._solver = Solver(name="cadical195", bootstrap_with=formula(bare).clauses)
        self._top = formula(bare).variables
        self._solver.add_clause(
            [-self._number[cell] if cell in shaded else self._number[cell] for cell in self._cells]
        )
        self._switch: dict[int, int] = {}

    def region(self, name: int, cells: set[Cell]) -> None:
        """From now on this region has these cells: exactly two of them are shaded."""
        self._top += 1
        self._switch[name] = self._top
        variables = sorted(self._number[cell] for cell in cells)
        for three in combinations(variables, 3):
            self._solver.add_clause([-self._top, *(-v for v in three)])
        for left_out in variables:
            others = [v for v in variables if v != left_out]
            self._solver.add_clause([-self._top, *others])

    def others(self, limit: int) -> list[set[Cell]]:
        """Up to ``limit`` different answers that are not ours, as their shaded cells."""
        self._top += 1
        guard = self._top  # the clauses that set answers aside hold for this call alone
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


def _repair(
    regions: dict[Cell, int], shaded: set[Cell], height: int, width: int, rng: Random
) -> int | None:
    """Move cells until our answer is alone; the number of moves, or None past the budget.

    Of the moves that kill the answer just found, one is taken that revives the fewest of those
    killed before, so that the walk does not go in circles.
    """
    members: dict[int, set[Cell]] = {}
    for cell, name in regions.items():
        members.setdefault(name, set()).add(cell)
    answers = _Answers(height, width, shaded)
    rivals = _Rivals(members)
    last: dict[Cell, int] = {}
    try:
        for name, cells in members.items():
            answers.region(name, cells)
        for moves in range(_MOVES_PER_CELL * height * width):
            others = answers.others(_AT_ONCE)
            if not others:
                return moves
            for rival in others:
                rivals.add(rival)
            other = others[0]
            fresh = [
                cell for cell in sorted(other - shaded) if moves - last.get(cell, -_TABU) >= _TABU
            ]
            able = _moves(fresh, regions, members, height, width)
            if not able:
                rest = [cell for cell in sorted(regions) if cell not in shaded]
                able = _moves(rest, regions, members, height, width)
            if not able:
                return None
            costs = [rivals.alive_after(cell, regions[cell], there) for cell, there in able]
            least = min(costs)
            cell, there = rng.choice([m for m, c in zip(able, costs, strict=True) if c == least])
            here = regions[cell]
            last[cell] = moves
            assert cell not in shaded, "a move must spare our answer"
            rivals.move(cell, here, there)
            members[here].discard(cell)
            members[there].add(cell)
            regions[cell] = there
            if cell in other:
                assert len(members[here] & other) == 1
                assert len(members[there] & other) == 3
            assert len(members[here] & shaded) == len(members[there] & shaded) == 2
            answers.region(here, members[here])
            answers.region(there, members[there])
        return None
    finally:
        answers.close()


def _moves(
    cells: list[Cell],
    regions: dict[Cell, int],
    members: dict[int, set[Cell]],
    height: int,
    width: int,
) -> list[tuple[Cell, int]]:
    """Moves of these cells to a neighbouring region that leave their own region connected."""
    return [
        (cell, there)
        for cell in cells
        if _connected(members[regions[cell]] - {cell}, height, width)
        for there in sorted({regions[n] for n in neighbours(cell, height, width)})
        if there != regions[cell]
    ]


class _Rivals:
    """The other answers met so far, with their shaded cells per region kept up to date."""

    def __init__(self, members: dict[int, set[Cell]]) -> None:
        self._members = members
        self._met: list[tuple[set[Cell], dict[int, int]]] = []
        self._wrong: list[int] = []  # regions whose count is not two; an answer has none

    def add(self, rival: set[Cell]) -> None:
        counts = {name: len(rival & cells) for name, cells in self._members.items()}
        self._met.append((rival, counts))
        self._wrong.append(sum(count != 2 for count in counts.values()))
        if len(self._met) > _REMEMBERED:
            del self._met[0], self._wrong[0]

    def alive_after(self, cell: Cell, here: int, there: int) -> int:
        """How many rivals would be answers after this move."""
        alive = 0
        for (rival, counts), wrong in zip(self._met, self._wrong, strict=True):
            # A move mends or breaks two counts at most, so most rivals cannot come alive.
            if wrong <= 2:
                if cell in rival:
                    a, b = counts[here], counts[there]
                    wrong += (a != 3) - (a != 2) + (b != 1) - (b != 2)
                alive += wrong == 0
        return alive

    def move(self, cell: Cell, here: int, there: int) -> None:
        for i, (rival, counts) in enumerate(self._met):
            if cell in rival:
                a, b = counts[here], counts[there]
                self._wrong[i] += (a != 3) - (a != 2) + (b != 1) - (b != 2)
                counts[here], counts[there] = a - 1, b + 1


def _connected(cells: set[Cell], height: int, width: int) -> bool:
    start = min(cells)
    reached, stack = {start}, [start]
    while stack:
        for other in neighbours(stack.pop(), height, width):
            if other in cells and other not in reached:
                reached.add(other)
                stack.append(other)
    return len(reached) == len(cells)
