"""Exact counts by the frontier engine beside Graphillion, tididi-cnf and ganak.

    python -m benchmarks.counting_frontier [--quick] [--seconds 120] [--memory 8] [--json]

Numberlink boards are cut from random Hamiltonian paths, so they have a solution that uses every
cell; the seed makes them.  Every measurement runs in a process of its own with a limit on time and
address space: Graphillion ends its process when memory ends.  Seconds are processor time within
the process, without the start of Python; megabytes are its largest resident size.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from puzzles import Binairo, Board, Nondango, Norinori, Numberlink
from puzzles.grid import neighbours, normal, reading_order
from puzzles.rules import Cell

__all__ = ["cut_board", "main"]


def hamiltonian_path(height: int, width: int, random: Random) -> list[Cell]:
    """A random path through all cells: the boustrophedon after many backbite moves."""
    path = [(r, c if r % 2 == 0 else width - 1 - c) for r in range(height) for c in range(width)]
    at = {cell: i for i, cell in enumerate(path)}
    for _ in range(20 * height * width):
        if random.random() < 0.5:
            path.reverse()
            at = {cell: i for i, cell in enumerate(path)}
        beside = [cell for cell in neighbours(path[-1], height, width) if at[cell] < len(path) - 2]
        if beside:
            i = at[random.choice(beside)]
            path[i + 1 :] = path[:i:-1]
            at.update({path[j]: j for j in range(i + 1, len(path))})
    return path


def cut_board(height: int, width: int, pairs: int, seed: int, *variants: str) -> Numberlink:
    """A board of ``pairs`` paths of three or more cells, cut from a random Hamiltonian path."""
    random = Random(seed)
    path = hamiltonian_path(height, width, random)
    # Spare cells spread over paths of three.
    cuts = sorted(random.choices(range(len(path) - 3 * pairs + 1), k=pairs - 1))
    starts = [0, *(cut + 3 * (i + 1) for i, cut in enumerate(cuts)), len(path)]
    labels: dict[Cell, str] = {}
    for i in range(pairs):
        labels[path[starts[i]]] = labels[path[starts[i + 1] - 1]] = str(i + 1)
    rows = tuple(tuple(labels.get((r, c)) for c in range(width)) for r in range(height))
    return Numberlink(labels=rows, variants=frozenset(variants))


def grown_regions(
    height: int, width: int, seeds: Sequence[Sequence[Cell]], random: Random
) -> tuple[tuple[int, ...], ...]:
    """Connected regions that share the grid, one grown from each seed."""
    cells = reading_order(height, width)
    region = {cell: i for i, seed in enumerate(seeds) for cell in seed}
    while len(region) < len(cells):
        cell = random.choice([cell for cell in cells if cell not in region])
        around = [region[n] for n in neighbours(cell, height, width) if n in region]
        if around:
            region[cell] = random.choice(around)
    return normal([[region[r, c] for c in range(width)] for r in range(height)])


def norinori_board(size: int, random: Random) -> Norinori:
    """Regions grown around dominoes that do not touch, so there is a solution."""
    cells = reading_order(size, size)
    free = set(cells)
    dominoes = []
    for cell in random.sample(cells, len(cells)):
        beside = [other for other in neighbours(cell, size, size) if other in free]
        if cell in free and beside:
            domino = (cell, random.choice(beside))
            dominoes.append(domino)
            free -= {n for end in domino for n in (end, *neighbours(end, size, size))}
    return Norinori(regions=grown_regions(size, size, dominoes, random))


def nondango_board(size: int, random: Random) -> Nondango:
    """Regions grown from black circles without three in line, and circles on half of the rest."""
    cells = reading_order(size, size)
    black: set[Cell] = set()
    for r, c in random.sample(cells, len(cells) // 2):
        lines = [
            [(r + i * down, c + i * right) for i in (-2, -1, 1, 2)]
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        ]
        if not any(black >= set(line[i : i + 2]) for line in lines for i in range(3)):
            black.add((r, c))
    others = [cell for cell in cells if cell not in black]
    circles = black | set(random.sample(others, len(others) // 2))
    regions = grown_regions(size, size, [(cell,) for cell in sorted(black)], random)
    return Nondango(regions=regions, circles=frozenset(circles))


def boards(quick: bool) -> dict[str, Board]:
    """The boards of the table by name."""
    random = Random(5)
    listed: dict[str, Board] = {}
    sizes = [(6, 5), (8, 7), (10, 8), (10, 12), (12, 12), (15, 18), (15, 25)]
    for size, pairs in sizes[: 3 if quick else None]:
        listed[f"numberlink {size}x{size}, {pairs} pairs"] = cut_board(size, size, pairs, 1)
        if size <= 12:
            name = f"numberlink {size}x{size}, {pairs} pairs, unused"
            listed[name] = cut_board(size, size, pairs, 1, "unused")
    for size in (8, 12):
        listed[f"norinori {size}x{size}"] = norinori_board(size, random)
        listed[f"nondango {size}x{size}"] = nondango_board(size, random)
    for size in (6, 8) if quick else (6, 8, 10):
        listed[f"binairo {size}x{size} blank"] = Binairo.blank(size, size)
        listed[f"binairo {size}x{size} blank, repeats"] = Binairo.blank(size, size).variant(
            "repeats"
        )
    return listed


def by_frontier(board: Board) -> int:
    from count import frontier

    return frontier.count(board)


def by_graphillion(board: Board) -> int | None:
    """None for all but Numberlink, whose paths Graphillion counts as graphs."""
    from graphillion import GraphSet

    if not isinstance(board, Numberlink):
        return None
    GraphSet.set_universe(list(board.edges()))
    groups: dict[str, list[Cell]] = {}
    for cell, label in board.ends():
        groups.setdefault(label, []).append(cell)
    inner = range(0, 3, 2) if "unused" in board.variants else 2
    ends = dict(board.ends())
    degrees = {
        cell: 1 if cell in ends else inner for cell in reading_order(board.height, board.width)
    }
    graphs = GraphSet.graphs(
        vertex_groups=list(groups.values()), degree_constraints=degrees, no_loop=True
    )
    return int(graphs.len())


def by_tididi(board: Board) -> int:
    from count import tididi

    return tididi.count(board)


def by_ganak(board: Board) -> int:
    from count import ganak

    return ganak.count(board)


ENGINES: dict[str, Callable[[Board], int | None]] = {
    "frontier": by_frontier,
    "graphillion": by_graphillion,
    "tididi": by_tididi,
    "ganak": by_ganak,
}


def child(engine: str) -> int:
    """Count the pickled board on standard input; the result as JSON on standard output."""
    board = pickle.load(sys.stdin.buffer)
    start = time.process_time()
    count = ENGINES[engine](board)
    spent = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"count": count, "seconds": round(spent, 2), "megabytes": round(peak)}))
    return 0


def measured(engine: str, board: Board, seconds: float, memory: int) -> dict[str, Any]:
    """One engine on one board, in its own process: the child's JSON, or why there is none."""

    def limits() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory << 30, memory << 30))

    try:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.counting_frontier", "--child", engine],
            input=pickle.dumps(board),
            capture_output=True,
            timeout=seconds,
            preexec_fn=limits,
            env={**os.environ, "PYTHONPATH": os.getcwd()},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"> {seconds:g} s"}
    if done.returncode:
        last = done.stderr.decode().strip().splitlines() or ["no message"]
        return {"failed": last[-1][:60]}
    result: dict[str, Any] = json.loads(done.stdout.decode().splitlines()[-1])
    return result if result["count"] is not None else {"failed": "-"}


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; exit status 1 if two engines disagree."""
    parser = argparse.ArgumentParser(description="Exact counts: frontier beside other counters.")
    parser.add_argument("--quick", action="store_true", help="only the smaller boards")
    parser.add_argument("--only", default="", help="only boards whose name holds this text")
    parser.add_argument("--seconds", type=float, default=120, help="wall limit per measurement")
    parser.add_argument("--memory", type=int, default=8, help="GiB of address space each")
    parser.add_argument("--json", action="store_true", help="one JSON object per board")
    parser.add_argument("--child", choices=sorted(ENGINES), help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.child:
        return child(options.child)
    disagreement = 0
    for name, board in boards(options.quick).items():
        if options.only not in name:
            continue
        row = {e: measured(e, board, options.seconds, options.memory) for e in ENGINES}
        counts = {result["count"] for result in row.values() if "count" in result}
        disagreement |= len(counts) > 1
        if options.json:
            print(json.dumps({"board": name, **row}), flush=True)
            continue
        cells = [
            f"{e} " + (r.get("failed") or f"{r['seconds']} s, {r['megabytes']} MB")
            for e, r in row.items()
        ]
        print(f"{name}: {' / '.join(map(str, sorted(counts)))}\n    {'; '.join(cells)}", flush=True)
    return disagreement


if __name__ == "__main__":
    sys.exit(main())
