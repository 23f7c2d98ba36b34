"""Certificates of counts: size and time, our checker's and cpog-check's, board by board.

    python -m benchmarks.certificates FOLDER [--examples] [--bank] [--blank] [--corpus FOLDER]

One line a board: variables and clauses, count, how, operations, megabytes, CPU seconds to write, to
check by ours, and by cpog-check where it is found (``build/peers`` or PATH).  Files go to FOLDER.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from count.certified.verify import verify
from count.certified.write import write
from count.cpog import read_cnf
from count.limits import Stopped
from puzzles import Binairo, Board, BoardError, FormatError, Nondango, Norinori, parse, read_all
from tests.corpus import under

ROOT = Path(__file__).resolve().parent.parent
BYTES = 200_000_000


def blank() -> Iterator[tuple[str, Board]]:
    for n in (4, 6, 8):
        rows = tuple((r,) * n for r in range(n))
        yield f"norinori {n}x{n} without regions", Norinori(regions=rows).dropping("region")
    for n in (3, 4, 5, 6, 7):
        cells = frozenset((r, c) for r in range(n) for c in range(n))
        rows = tuple((r,) * n for r in range(n))
        board = Nondango(regions=rows, circles=cells).dropping("region")
        yield f"nondango {n}x{n} full of circles", board
    for n in (4, 6):
        yield f"binairo {n}x{n} with repeats", Binairo.blank(n, n).variant("repeats")
    yield "binairo 4x4", Binairo.blank(4, 4)
    yield "binairo 6x6", Binairo.blank(6, 6)


def boards(arguments: argparse.Namespace) -> Iterator[tuple[str, Board]]:
    if arguments.examples:
        for path in sorted((ROOT / "examples").glob("*.txt")):
            for board in read_all(path):
                yield path.stem, board
    if arguments.bank:
        for path in sorted((ROOT / "examples" / "bank").glob("*.jsonl")):
            for i, line in enumerate(path.read_text().splitlines()):
                yield f"{path.stem}#{i + 1}", parse(json.loads(line)["board"])
    if arguments.blank:
        yield from blank()
    if arguments.corpus:
        yield from collected(arguments.corpus)


def collected(folder: Path) -> Iterator[tuple[str, Board]]:
    """The boards of a collection (one JSON object a line) that the bars speak of, under each rule set
    that it has a number for."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            try:
                board = parse(entry["text"], puzzle=entry["puzzle"])
            except (FormatError, BoardError):
                continue  # some are there to be refused
            if max(board.height, board.width) > (6 if board.kind == "numberlink" else 12):
                continue
            for name in entry["checked"] or {"default": None}:
                # Nondango's default is the rule of our default, which these formats do not carry.
                plain = replace(board, variants=frozenset()) if name == "default" else board
                if (ruled := under(plain, name)) is not None:
                    yield f"{entry['id']} {name}", ruled


def cpog_check(cnf: Path, cpog: Path) -> tuple[str, float] | None:
    """(the count that it prints, or its error; CPU seconds), or None if it is not here."""
    program = shutil.which("cpog-check", path=str(ROOT / "build" / "peers")) or shutil.which(
        "cpog-check"
    )
    if program is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen([program, cnf, cpog], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        said = [line for line in run.stdout if not line.startswith("Looking")]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    counts = [line.split()[-1] for line in said if "Regular model count" in line]
    return (counts[0] if counts else " ".join(said)[-200:]), spent


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--examples", action="store_true")
    parser.add_argument("--bank", action="store_true")
    parser.add_argument("--blank", action="store_true")
    parser.add_argument("--corpus", type=Path)
    arguments = parser.parse_args()
    for name, board in boards(arguments):
        stem = arguments.folder / "board"
        try:
            written = write(board, stem, size=BYTES)
        except (Stopped, BoardError) as stop:
            print(f"{name} | {board.title()} | none: {stop}", flush=True)
            continue
        start = time.process_time()
        found = verify(written.cnf, written.cpog)
        ours = time.process_time() - start
        stated = read_cnf(written.cnf.read_text())
        peer = cpog_check(written.cnf, written.cpog)
        told = "no cpog-check"
        if peer is not None:
            told = f"{peer[1]:.2f}" if peer[0] == str(found.count) else f"DIFFERS: {peer[0]}"
        cells: list[object] = [
            name,
            board.title(),
            stated.variables,
            len(stated.clauses),
            found.count,
        ]
        cells += [written.way, written.operations, f"{written.bytes / 1e6:.2f}"]
        cells += [f"{written.seconds:.2f}", f"{ours:.2f}", told]
        print(" | ".join(map(str, cells)), flush=True)


if __name__ == "__main__":
    main()
