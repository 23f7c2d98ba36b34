"""Numberlink counts by the compiled frontier beside TdZdd's ddnumlin, run in turn.

    python -m benchmarks.numberlink_peers DDNUMLIN [--only 15x15] [--runs 3] [--large]

DDNUMLIN is the built program (``../shared/tools/build``).  Boards are ``cut_board(h, h, pairs, 1)``.
Seconds are processor time (user and system).  Ours: ``count`` alone, after numba and the machine code
were loaded by a count of a 6x6 board; and the whole process, Python's start and numba's included.
Megabytes are the largest resident size of the process, ours with Python, numpy and numba, some
140 MB.  The ratio is the median over the runs of ddnumlin's seconds by those of ``count`` alone.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.counting_frontier import cut_board
from puzzles import Numberlink

__all__ = ["main"]

ROWS = [(10, 8), (12, 12), (14, 14), (15, 25), (15, 18), (16, 24), (18, 30), (20, 40)]
_LARGE = 18


def spent(arguments: Sequence[str]) -> tuple[float, int, str]:
    """Processor seconds, largest resident megabytes, and what was printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(arguments, stdout=output, stderr=subprocess.STDOUT)
        peak = 0
        while process.poll() is None:
            for line in _status(process.pid):
                if line.startswith("VmHWM"):
                    peak = max(peak, int(line.split()[1]) >> 10)
            time.sleep(0.005)
        output.seek(0)
        text = output.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        raise SystemExit(f"{arguments[0]}: exit status {process.returncode}\n{text[-500:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak, text


def _status(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return []


def board_file(board: Numberlink, folder: Path) -> str:
    """The board as ddnumlin reads it."""
    rows = "\n".join(" ".join(label or "-" for label in row) for row in board.labels)
    path = folder / "board.dat"
    path.write_text(f"{board.width} {board.height}\n{rows}\n")
    return str(path)


def child(size: int, pairs: int, variants: Sequence[str]) -> int:
    """Count one board in this process; JSON on standard output."""
    from count import frontier
    from count.frontier import build
    from count.frontier.compiled.programs import count_programs, programs
    from count.frontier.components import divide

    small = divide(cut_board(6, 6, 5, 1))
    assert small is not None
    count_programs(programs(build.machines(small.components[0], small.places)))
    board = cut_board(size, size, pairs, 1, *variants)
    start = time.process_time()
    number = frontier.count(board)
    print(json.dumps({"count": number, "seconds": time.process_time() - start}))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; exit status 1 if the two disagree."""
    parser = argparse.ArgumentParser(description="Numberlink counts beside ddnumlin.")
    parser.add_argument("ddnumlin", nargs="?", help="the built program")
    parser.add_argument("--only", default="", help="only boards whose name holds this text")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--large", action="store_true", help="18x18 and 20x20 too: minutes each")
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.child:
        size, pairs, *variants = options.child
        return child(int(size), int(pairs), variants)
    if options.ddnumlin is None:
        parser.error("expected the path of ddnumlin")
    disagree = 0
    for size, pairs in ROWS:
        for variants in ((), ("unused",)):
            name = f"{size}x{size}, {pairs} pairs, {'unused' if variants else 'all used'}"
            if options.only not in name or (size >= _LARGE and not options.large):
                continue
            theirs, ours, whole, ratios = [], [], [], []
            with tempfile.TemporaryDirectory() as folder:
                path = board_file(cut_board(size, size, pairs, 1), Path(folder))
                for _ in range(options.runs):
                    blank = [] if variants else ["-k", "0"]
                    seconds, their_peak, text = spent(
                        [options.ddnumlin, "-a", "-m", "0", *blank, path]
                    )
                    command = [sys.executable, "-m", "benchmarks.numberlink_peers", "--child"]
                    total, our_peak, printed = spent([*command, str(size), str(pairs), *variants])
                    result = json.loads(printed.splitlines()[-1])
                    expected = int(text.rpartition("#solution = ")[2].split()[0])
                    disagree |= expected != result["count"]
                    theirs.append(seconds)
                    ours.append(result["seconds"])
                    whole.append(total)
                    ratios.append(seconds / result["seconds"])
            print(
                f"{name}: {result['count']}: ddnumlin {median(theirs):.3f} s, {their_peak} MB;"
                f" frontier {median(ours):.3f} s (process {median(whole):.2f} s), {our_peak} MB;"
                f" ratio {median(ratios):.2f}",
                flush=True,
            )
    return disagree


if __name__ == "__main__":
    sys.exit(main())
