"""The same terms by other programs: Graphillion for paths, OxiDD, tididi-cnf and pyganak for A181218.

    python -m benchmarks.sequences_peers [--paths 8] [--no-three 8] [--seconds 120] [--gigabytes 4]

Each program runs in a process of its own with a limit of time and memory, for some end the whole
process when memory ends. A peer that is not installed is skipped. Figures are wall seconds
without imports, so both sides of a ratio come from one run on one computer; where other work runs
beside it, read the CPU column.
"""

import argparse
import json
import resource
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]

_HEAD = """
import json, resource, sys, time
n = int(sys.argv[1])

def clauses():
    number = lambda r, c: r * n + c + 1
    for r in range(n):
        for c in range(n):
            for a, b in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 2 * a < n and 0 <= c + 2 * b < n:
                    yield tuple(-number(r + k * a, c + k * b) for k in range(3))

def report(count):
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"count": str(count), "wall": time.perf_counter() - started,
                      "cpu": time.process_time() - cpu, "rss": usage.ru_maxrss * 1024}))
"""

_START = "started, cpu = time.perf_counter(), time.process_time()\n"

_OURS = """
from sequences.dense import compute, primes_used
compute({family!r}, 3, 3, primes=primes_used({family!r}, n, n))  # load the machine code
"""

PROGRAMS = {
    "paths": {
        "kazoe": ("numba", _OURS.format(family="paths"), "report(compute('paths', n, n))"),
        "graphillion": (
            "graphillion",
            "from graphillion import GraphSet",
            """
cells = [(r, c) for r in range(n) for c in range(n)]
edges = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < n]
edges += [((r, c), (r + 1, c)) for r, c in cells if r + 1 < n]
GraphSet.set_universe(edges, traversal="bfs")
degrees = {cell: range(1, 3) for cell in cells}
report(GraphSet.graphs(degree_constraints=degrees, no_loop=True).len())
""",
        ),
    },
    "no-three": {
        "kazoe": ("numba", _OURS.format(family="no-three"), "report(compute('no-three', n, n))"),
        "oxidd": (
            "oxidd",
            "from oxidd.bcdd import BCDDManager",
            """
size = min(26, 3 * n - 1)  # allocated at once; with too little OxiDD only collects garbage
manager = BCDDManager(1 << size, 1 << size - 2, 1)
variables = [manager.var(v) for v in manager.add_vars(n * n)]
total = manager.true()
for a, b, c in sorted(clauses(), key=lambda clause: max(-v for v in clause)):
    total &= ~(variables[-a - 1] & variables[-b - 1] & variables[-c - 1])
report(total.sat_count(n * n))
""",
        ),
        "tididi-cnf": (
            "tididi_cnf",
            "import tididi_cnf",
            "report(tididi_cnf.count(list(clauses()), num_vars=n * n, mode='mc').count)",
        ),
        "pyganak": (
            "pyganak",
            "from pyganak import Counter",
            """
counter = Counter()
counter.new_vars(n * n)
counter.add_clauses([list(clause) for clause in clauses()])
report(counter.count())
""",
        ),
    },
}


def run(
    family: str, program: str, size: int, seconds: int, gigabytes: int
) -> dict[str, str | float] | str:
    """The figures of one run, or why there are none."""
    package, imports, body = PROGRAMS[family][program]
    if find_spec(package) is None:
        return "not installed"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30, gigabytes << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    script = _HEAD + imports + "\n" + _START + body
    done = subprocess.run(
        [sys.executable, "-c", script, str(size)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=limit,
        check=False,
    )
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"over {seconds} CPU s"
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return f"ended with {done.returncode}: {reason}"
    figures: dict[str, str | float] = json.loads(done.stdout)
    return figures


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--paths", type=int, default=8, metavar="N", help="N x N; 0 for none")
    parser.add_argument("--no-three", type=int, default=8, metavar="N", help="N x N; 0 for none")
    parser.add_argument("--seconds", type=int, default=120, help="CPU seconds for each program")
    parser.add_argument("--gigabytes", type=int, default=4)
    options = parser.parse_args(argv)
    print("| job | program | wall s | CPU s | GiB | count |")
    print("|---|---|---|---|---|---|")
    agree = True
    for family, size in (("paths", options.paths), ("no-three", options.no_three)):
        counts = set()
        for program in PROGRAMS[family] if size else ():
            found = run(family, program, size, options.seconds, options.gigabytes)
            job = f"| {family} {size}x{size} | {program} "
            if isinstance(found, str):
                print(f"{job}| {found} | | | |", flush=True)
                continue
            counts.add(found["count"])
            memory = float(found["rss"]) / 2**30
            print(
                f"{job}| {found['wall']:.2f} | {found['cpu']:.2f} | {memory:.2f} "
                f"| {found['count']} |",
                flush=True,
            )
        agree = agree and len(counts) < 2
    if not agree:
        print("the programs disagree", file=sys.stderr)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
