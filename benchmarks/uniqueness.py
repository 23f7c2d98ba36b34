"""How fast is uniqueness decided?  Our search beside clingo, board by board, in one process.

``python benchmarks/uniqueness.py [BOARD...]``: boards of files and URLs, or else boards made here
from a seed: ordinary ones of all four puzzles and, with ``--large``, Numberlink boards of 12x12 to
35x48 cut from random chordless paths, each under the rule sets that a printed board may have.
Times are CPU seconds of this process (they bear company of other work better than wall time), the
building of the formula or program included, imports not.  clingo decides by a program of ours below
(two models projected onto the board's atoms); ``--no-clingo`` leaves it out.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from encode import decide, solutions
from puzzles import Binairo, Board, Nondango, Norinori, Numberlink, read_all
from puzzles.grid import normal, reading_order
from puzzles.rules import Cell, cells_of

SIZES = ((12, 12), (14, 14), (17, 17), (14, 24), (20, 36), (25, 25), (35, 48))


# Boards


def chordless_paths(height: int, width: int, rng: random.Random) -> list[list[Cell]]:
    """The grid cut into paths of at least two cells, none of which touches itself.

    Random edges are added while components stay chordless paths; a cell that is left alone then
    takes over the end of a neighbour's path or cuts it in two, until none is left.
    """
    near = {
        (r, c): [
            (r + i, c + j)
            for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= r + i < height and 0 <= c + j < width
        ]
        for r, c in reading_order(height, width)
    }
    linked: dict[Cell, list[Cell]] = {cell: [] for cell in near}

    def path(cell: Cell) -> set[Cell]:
        reached, stack = {cell}, [cell]
        while stack:
            for other in linked[stack.pop()]:
                if other not in reached:
                    reached.add(other)
                    stack.append(other)
        return reached

    def join(u: Cell, v: Cell) -> bool:
        if len(linked[u]) > 1 or len(linked[v]) > 1 or v in (one := path(u)):
            return False
        other = path(v)
        if sum(beside in other for cell in one for beside in near[cell]) != 1:
            return False
        linked[u].append(v)
        linked[v].append(u)
        return True

    edges = [(u, v) for u in near for v in near[u] if u < v]
    rng.shuffle(edges)
    for u, v in edges:
        if rng.random() < 0.9:
            join(u, v)
    alone = [cell for cell in near if not linked[cell]]
    while alone:
        cell = alone.pop()
        if linked[cell] or any(join(cell, beside) for beside in near[cell]):
            continue
        beside = rng.choice(near[cell])
        cut = rng.choice(linked[beside]) if linked[beside] else beside
        if cut != beside:
            linked[beside].remove(cut)
            linked[cut].remove(beside)
        join(cell, beside)
        alone.extend(c for c in (cell, beside, cut) if not linked[c])
        rng.shuffle(alone)
    paths, seen = [], set[Cell]()
    for cell in near:
        if len(linked[cell]) == 1 and cell not in seen:
            seen |= (whole := path(cell))
            paths.append([cell, *(c for c in whole if len(linked[c]) == 1 and c != cell)])
    return paths


def numberlink(height: int, width: int, rng: random.Random) -> Numberlink:
    ends = {
        cell: str(k)
        for k, pair in enumerate(chordless_paths(height, width, rng), start=1)
        for cell in pair
    }
    rows = [[ends.get((r, c)) for c in range(width)] for r in range(height)]
    return Numberlink(labels=tuple(map(tuple, rows)))


def binairo(size: int, rng: random.Random) -> Binairo:
    """A full grid around random cells, then givens taken away while the solution stays unique."""
    cells = list(reading_order(size, size))
    full = None
    while full is None:
        seeded = dict.fromkeys(rng.sample(cells, size), 0)
        full = next(solutions(_givens(size, {c: rng.randint(0, 1) for c in seeded}), limit=1), None)
    value = {(r, c): full >> (r * size + c) & 1 for r, c in cells}
    rng.shuffle(cells)
    for cell in cells[: len(cells) * 3 // 4]:
        fewer = {c: v for c, v in value.items() if c != cell}
        if decide(_givens(size, fewer)).verdict == "unique":
            value = fewer
    return _givens(size, value)


def _givens(size: int, value: dict[Cell, int]) -> Binairo:
    rows = [[value.get((r, c)) for c in range(size)] for r in range(size)]
    return Binairo(givens=tuple(map(tuple, rows)))


def regions(size: int, count: int, rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """The grid cut into connected regions that grow from random cells."""
    cells = reading_order(size, size)
    region = {cell: k for k, cell in enumerate(rng.sample(cells, count))}
    while len(region) < len(cells):
        r, c = rng.choice(list(region))
        i, j = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        if 0 <= r + i < size and 0 <= c + j < size:
            region.setdefault((r + i, c + j), region[r, c])
    return normal([[region[r, c] for c in range(size)] for r in range(size)])


def nondango(size: int, rng: random.Random) -> Nondango:
    cells = reading_order(size, size)
    circles = rng.sample(cells, len(cells) // 2)
    return Nondango(regions=regions(size, size, rng), circles=frozenset(circles))


def made(large: bool, seed: int, each: int) -> Iterator[tuple[str, Board]]:
    """The boards of the table with their names."""
    rng = random.Random(seed)
    variants: tuple[tuple[str, ...], ...] = ((), ("unused",), ("no-touch",), ("unused", "no-touch"))
    if large:
        for height, width in SIZES:
            for k in range(each):
                board = numberlink(height, width, rng)
                for words in variants:
                    yield f"numberlink {k}", board.variant(*words)
        return
    for size in (6, 8, 10):
        for k in range(each):
            yield f"binairo {k}", binairo(size, rng)
            yield f"norinori {k}", Norinori(regions=regions(size, size * size // 4, rng))
            yield f"nondango {k}", nondango(size, rng)
            board = numberlink(size, size, rng)
            yield f"numberlink {k}", board
            yield f"numberlink {k}", board.variant("unused")


# The same in clingo

PATHS = """
{ on(U,V) : edge(U,V) }.
link(U,V) :- on(U,V).  link(V,U) :- on(U,V).
:- end(U,_), #count { V : link(U,V) } != 1.
used(U) :- link(U,_).
:- cell(U), not end(U,_), used(U), #count { V : link(U,V) } != 2.
:- all_used, cell(U), not used(U).
reach(U,L) :- end(U,L).
reach(V,L) :- reach(U,L), link(U,V).
:- used(U), not reach(U,_).
:- reach(U,L), reach(U,M), L < M.
"""
TRIPLES = ":- three(A,B,C), on(A), on(B), on(C)."
BINAIRO = """
{ on(C) } :- cell(C).
:- line(L), half(L,H), #count { C : in(L,_,C), on(C) } != H.
:- in(L,P,A), in(L,P+1,B), in(L,P+2,C), on(A), on(B), on(C).
:- in(L,P,A), in(L,P+1,B), in(L,P+2,C), not on(A), not on(B), not on(C).
apart(L,M) :- pair(L,M), in(L,P,A), in(M,P,B), on(A), not on(B).
apart(L,M) :- pair(L,M), in(L,P,A), in(M,P,B), not on(A), on(B).
:- pair(L,M), not apart(L,M).
:- given(C,1), not on(C).
:- given(C,0), on(C).
"""
NORINORI = """
{ on(C) } :- cell(C).
:- region(R), #count { C : in(R,C), on(C) } != 2.
:- on(C), #count { D : near(C,D), on(D) } != 1.
"""
NONDANGO = "1 { on(C) : in(R,C) } 1 :- region(R)." + TRIPLES


def program(board: Board) -> str:
    """The board for clingo; its atoms ``on`` are the board variables.  Labels must occur twice."""
    number = {cell: k for k, cell in enumerate(reading_order(board.height, board.width))}
    facts = [f"cell({k})." for k in number.values()]
    match board:
        case Numberlink():
            for place in board.edges():
                u, v = (number[cell] for cell in cells_of(place))
                facts.append(f"edge({u},{v}).")
            names = sorted({label for _, label in board.ends()})
            facts += [f"end({number[c]},{names.index(label)})." for c, label in board.ends()]
            facts += ["all_used."] * ("unused" not in board.variants)
            if "no-touch" in board.variants:
                facts.append(":- edge(U,V), not on(U,V), reach(U,L), reach(V,L).")
            return PATHS + "\n".join(facts)
        case Binairo():
            rows = [[number[r, c] for c in range(board.width)] for r in range(board.height)]
            lines = [("r", row) for row in rows]
            lines += [("c", list(column)) for column in zip(*rows, strict=True)]
            for k, (_, line) in enumerate(lines):
                facts.append(f"line({k}). half({k},{len(line) // 2}).")
                facts += [f"in({k},{p},{cell})." for p, cell in enumerate(line)]
            if board.in_force("distinct"):
                facts += [
                    f"pair({i},{j})."
                    for j in range(len(lines))
                    for i in range(j)
                    if lines[i][0] == lines[j][0]
                ]
            facts += [
                f"given({number[r, c]},{value})."
                for r, row in enumerate(board.givens)
                for c, value in enumerate(row)
                if value is not None
            ]
            return BINAIRO + "\n".join(facts)
        case Norinori() | Nondango():
            facts += [f"region({k})." for k in {k for row in board.regions for k in row}]
            for (r, c), k in number.items():
                if isinstance(board, Norinori):
                    facts.append(f"in({board.regions[r][c]},{k}).")
                    for beside in ((r, c + 1), (r + 1, c)):
                        if beside in number:
                            facts.append(f"near({k},{number[beside]}). near({number[beside]},{k}).")
                elif (r, c) in board.circles:
                    facts.append(f"in({board.regions[r][c]},{k}).")
                    for i, j in ((0, 1), (1, 0), (1, 1), (1, -1)):
                        three = [(r + i * n, c + j * n) for n in range(3)]
                        if board.circles.issuperset(three):
                            facts.append("three({},{},{}).".format(*(number[x] for x in three)))
            return (NORINORI if isinstance(board, Norinori) else NONDANGO) + "\n".join(facts)
    raise ValueError(f"no program for {board.kind}")


def by_clingo(board: Board, limit: float) -> str:
    """The verdict by clingo, or unknown after ``limit`` wall seconds of search."""
    import clingo

    control = clingo.Control(["--models=2", "--project=show", "--warn=none"])
    shown = "#show on/2." if isinstance(board, Numberlink) else "#show on/1."
    control.add("base", [], program(board) + shown)
    control.ground([("base", [])])
    found: list[Any] = []
    with control.solve(on_model=found.append, async_=True) as handle:
        if not handle.wait(limit):
            handle.cancel()
            return "unknown"
    return ("none", "unique", "several")[len(found)]


# The table


def decided(board: Board, limit: float) -> str:
    return decide(board, timeout=limit).verdict


def timed(run: Callable[[Board, float], str], board: Board, limit: float) -> tuple[str, float]:
    start = time.process_time()
    verdict = run(board, limit)
    return verdict, time.process_time() - start


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", metavar="BOARD", nargs="*")
    parser.add_argument("--large", action="store_true", help="large Numberlink boards")
    parser.add_argument("--each", type=int, default=3, help="boards of each kind and size")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60, help="wall seconds per board")
    parser.add_argument("--no-clingo", action="store_true")
    arguments = parser.parse_args(argv)
    named: Iterable[tuple[str, Board]] = made(arguments.large, arguments.seed, arguments.each)
    if arguments.boards:
        named = [(name, board) for name in arguments.boards for board in read_all(name)]
    decide(Binairo.blank(2, 2))  # so that no board pays for imports
    ours: list[float] = []
    ratios: list[float] = []
    undecided = wrong = 0
    for name, board in named:
        verdict, seconds = timed(decided, board, arguments.limit)
        ours.append(seconds)
        undecided += verdict == "unknown"
        line = f"{name:16} {board.height}x{board.width} {','.join(board.rules()):24} {verdict:8}"
        line += f" {seconds:9.3f}"
        if not arguments.no_clingo:
            theirs, other = timed(by_clingo, board, arguments.limit)
            line += f" {theirs:8} {other:9.3f}"
            if "unknown" not in (verdict, theirs):
                wrong += verdict != theirs
            if verdict != "unknown":
                # Where clingo was stopped, the ratio is a lower bound.
                ratios.append(other / seconds)
        print(line + " " + " ".join(sorted(board.variants)), flush=True)
    if not ours:
        return 0
    ours.sort()
    print(
        f"boards {len(ours)}, undecided {undecided}; CPU seconds: median "
        f"{statistics.median(ours):.4f}, 95 % within {ours[int(0.95 * (len(ours) - 1))]:.3f}, "
        f"slowest {ours[-1]:.3f}"
    )
    if ratios:
        print(
            f"clingo / ours: median {statistics.median(ratios):.1f}; verdicts that differ: {wrong}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
