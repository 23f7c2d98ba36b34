"""Binairo boards, solution first (claim B6).

Draw a full grid row by row from the dictionary of lines, each row uniformly among those that no column
forbids; then delete givens in random order while the grid stays the only solution.  Every given that
is left carries load: without it there is a second solution.

Where rows drawn so do not come to an end (sizes with almost as many rows as there are words), a SAT
solver with random preferences finds a grid, or shows that there is none.  Neither way is uniform;
:mod:`generate.uniform` is.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from encode import formula
from generate.made import Impossible, Made, Option, Request
from generate.uniform import calm, refuses
from puzzles import Binairo
from puzzles.language import Line

__all__ = ["OPTIONS", "ORDERS", "check", "full_grid", "make", "reduce_givens"]

ORDERS = 5
"""Orders of deletion that ``minimal`` compares."""
_ROWS = 3_000
"""Rows drawn before the SAT solver is asked for a grid."""
_UNIFORM_DRAWS = 100_000
_COUNTED = 40
"""Cells of the longest line whose words are counted."""

Clauses: TypeAlias = list[tuple[int, ...]]


OPTIONS = (
    Option("clues", "the number of givens", span=True),
    Option("minimal", "the fewest givens of several orders"),
    Option("repeats", "equal lines are allowed"),
    Option("uniform", "full grids drawn uniformly (to 12x12)"),
)
"""What may be asked for."""


def check(request: Request) -> None:
    """Raise :class:`Impossible` where no board of this size exists."""
    for side in (request.height, request.width):
        if side % 2:
            raise Impossible(f"a binairo side is even, found {side}")
    clues = request.span("clues")
    if clues:
        # Exchanging 0 and 1 turns a solution without givens into another.  And other solutions than ours
        # keep the balance: they change cells along cycles of cells that share rows and columns by
        # turns.  So each given that carries load closes such a cycle with cells that are not given,
        # which therefore link all rows and columns: there are height + width - 1 of them at least.
        most = (request.height - 1) * (request.width - 1)
        if clues.high < 1 or clues.low > most:
            raise Impossible(
                f"1 to {most} givens can all carry load at {request.height}x{request.width}, "
                f"not {clues}"
            )
    if not request.flag("repeats"):
        for lines, length in ((request.height, request.width), (request.width, request.height)):
            # Longer lines have more words than any size has lines, and too many for len().
            words = len(Line(min(length, _COUNTED), 3, min(length, _COUNTED) // 2))
            if lines > words:
                raise Impossible(
                    f"there are {words} different lines of {length} cells, not {lines}"
                )
    if request.flag("uniform") and (reason := refuses(request.height, request.width)):
        raise Impossible(reason)


def make(request: Request, rng: Random) -> Made | None:
    """One attempt; None if ``clues`` is missed, or no uniform grid was found in so many draws.

    Raises :class:`Impossible` when the solver shows that the size has no full grid.
    """
    blank = Binairo.blank(request.height, request.width)
    if request.flag("repeats"):
        blank = blank.variant("repeats")
    clauses = formula(blank).clauses
    if request.flag("uniform"):
        rows = _uniform_grid(request, rng)
        if rows is None:
            return None
    else:
        rows = full_grid(request.height, request.width, rng, distinct=not request.flag("repeats"))
        rows = rows or _grid_by_solver(blank, clauses, rng)
    solution = sum(row << r * request.width for r, row in enumerate(rows))
    orders = ORDERS if request.flag("minimal") else 1
    kept = min((reduce_givens(clauses, blank, solution, rng) for _ in range(orders)), key=len)
    clues = request.span("clues")
    if clues and len(kept) not in clues:
        return None
    board = with_givens(blank, solution, kept)
    return Made(board, solution, {"givens": len(kept)})


def _uniform_grid(request: Request, rng: Random) -> list[int] | None:
    grids = calm(request.height, request.width)
    for _ in range(_UNIFORM_DRAWS):
        rows = grids.draw(rng, distinct=not request.flag("repeats"))
        if rows is not None:
            return rows
    return None


def _grid_by_solver(blank: Binairo, clauses: Clauses, rng: Random) -> list[int]:
    from pysat.solvers import Solver

    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        solver.set_phases([rng.choice((v, -v)) for v in range(1, len(blank.places()) + 1)])
        if not solver.solve():
            raise Impossible(f"there is no full grid of {blank.height}x{blank.width}")
        model = solver.get_model()
    return [
        sum(1 << c for c in range(blank.width) if model[r * blank.width + c] > 0)
        for r in range(blank.height)
    ]


def with_givens(blank: Binairo, solution: int, kept: list[int]) -> Binairo:
    """The board that prints the solution at these variables."""
    shown = set(kept)
    width = blank.width
    givens = tuple(
        tuple(
            solution >> r * width + c & 1 if r * width + c + 1 in shown else None
            for c in range(width)
        )
        for r in range(blank.height)
    )
    return Binairo(givens=givens, variants=blank.variants, without=blank.without)


def full_grid(height: int, width: int, rng: Random, *, distinct: bool = True) -> list[int] | None:
    """A full grid as row words (bit c is column c), or None after many dead ends.

    Not uniform: a row is uniform among the rows that leave every column completable by itself.
    """
    across, down = Line(width, 3, width // 2), Line(height, 3, height // 2)
    top = down.start
    if top is None:
        return None
    rows: list[int] = []
    columns = [[top] * width]  # the columns' automaton states before row 0, 1, ...
    for _ in range(_ROWS):
        if len(rows) == height:
            if not distinct or _columns_differ(rows, width):
                return rows
            row = None
        else:
            letters = [
                [bit for bit in (0, 1) if down.step(state, len(rows), bit) is not None]
                for state in columns[-1]
            ]
            row = _draw(across, letters, rng)
        if row is None or (distinct and row in rows):
            # A dead end, or a copy of a row: take back a few rows and go on from there.
            keep = max(0, len(rows) - rng.randint(0 if row is not None else 1, 4))
            del rows[keep:], columns[keep + 1 :]
            continue
        states = [down.step(state, len(rows), row >> c & 1) for c, state in enumerate(columns[-1])]
        columns.append([state for state in states if state is not None])
        rows.append(row)
    return None


def _draw(language: Line, letters: list[list[int]], rng: Random) -> int | None:
    """A uniform word of the language with these letters possible at each place; None if none."""
    start = language.start
    if start is None:
        return None
    reached = [{start}]
    for c, possible in enumerate(letters):
        moves = (language.step(state, c, bit) for state in reached[-1] for bit in possible)
        reached.append({target for target in moves if target is not None})
    # ways[c][state]: words from place c on; counting backwards makes the forward draw uniform.
    ways = [dict.fromkeys(reached[-1], 1)]
    for c in reversed(range(len(letters))):
        ways.append(
            {
                state: sum(_branches(language, state, c, letters[c], ways[-1]).values())
                for state in reached[c]
            }
        )
    ways.reverse()
    state, word = start, 0
    for c, possible in enumerate(letters):
        branches = _branches(language, state, c, possible, ways[c + 1])
        total = sum(branches.values())
        if not total:
            return None
        pick = rng.randrange(total)
        bit = next(bit for bit in branches if (pick := pick - branches[bit]) < 0)
        target = language.step(state, c, bit)
        assert target is not None, "a letter with ways to go on"
        state, word = target, word | bit << c
    return word


def _branches(
    language: Line,
    state: tuple[int, ...],
    place: int,
    possible: list[int],
    ways: dict[tuple[int, ...], int],
) -> dict[int, int]:
    """How many words go on with each letter."""
    counts = {}
    for bit in possible:
        target = language.step(state, place, bit)
        if target is not None:
            counts[bit] = ways.get(target, 0)
    return counts


def _columns_differ(rows: list[int], width: int) -> bool:
    columns = {tuple(row >> c & 1 for row in rows) for c in range(width)}
    return len(columns) == width


def reduce_givens(clauses: Clauses, blank: Binairo, solution: int, rng: Random) -> list[int]:
    """The variables whose values stay printed, none of which can be spared.

    Whether a given can be spared only becomes less likely as others go, so one pass is enough.
    """
    from pysat.solvers import Solver

    literals = [v if solution >> v - 1 & 1 else -v for v in range(1, len(blank.places()) + 1)]
    rng.shuffle(literals)
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        solver.add_clause([-literal for literal in literals])
        kept: list[int] = []
        for i, literal in enumerate(literals):
            if solver.solve(assumptions=kept + literals[i + 1 :]):
                kept.append(literal)
    return sorted(abs(literal) for literal in kept)
