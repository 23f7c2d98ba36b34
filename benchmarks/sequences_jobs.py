"""The sequence jobs of the speed table: wall time, CPU time and memory of large terms.

    python -m benchmarks.sequences_jobs [--repeats 3] [--workers 2] [--only 10x10] [--long]

Every run is a process of its own. A small term first loads the compiled machine code and, the
first time on a computer, compiles it; that is timed apart. The figures are medians; the CPU time is
the sum over all threads and suffers less than the wall time from other work on the computer.
"""

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]

_RUN = """
import json, resource, sys, time
family, size, workers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
started = time.perf_counter()
from sequences.dense import compute, primes_used
# The same number of primes as the job: the machine code is made for each number.
primes = primes_used(family, size, size)
compute(family, 3, 3, primes=primes)
ready = time.perf_counter()
cpu = time.process_time()
term = compute(family, size, size, workers=workers)
print(json.dumps({
    "compile": ready - started,
    "wall": time.perf_counter() - ready,
    "cpu": time.process_time() - cpu,
    "rss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    "primes": len(primes),
    "term": str(term),
}))
"""


@dataclass(frozen=True, slots=True)
class Job:
    """One square of a family, and the seconds it may take on two cores."""

    family: str
    size: int
    target: int

    @property
    def name(self) -> str:
        return f"{self.family} {self.size}x{self.size}"


JOBS = (
    Job("paths", 10, 2),
    Job("paths", 11, 20),
    Job("paths", 12, 20),
    Job("paths", 13, 600),
    Job("paths", 14, 600),
    Job("no-three", 10, 2),
    Job("no-three", 11, 20),
    Job("no-three", 12, 20),
    Job("no-three", 13, 600),
    Job("no-three", 14, 600),
)
LONG = (Job("no-three", 16, 3 * 3600),)  # 11.5 GB


def run(job: Job, workers: int) -> dict[str, float]:
    """One run in a process of its own."""
    command = [sys.executable, "-c", _RUN, job.family, str(job.size), str(workers)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def command() -> float:
    """Wall seconds of `python -m sequences 2xn`, the whole process."""
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "sequences", "2xn"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - started


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="run the jobs whose name contains this")
    parser.add_argument("--long", action="store_true", help="also the jobs of hours")
    options = parser.parse_args(argv)
    print("| job | primes | load s | wall s | CPU s | target s | GiB | term |")
    print("|---|---|---|---|---|---|---|---|")
    for job in JOBS + LONG * options.long:
        if options.only not in job.name:
            continue
        runs = [run(job, options.workers) for _ in range(options.repeats)]
        if len({figures["term"] for figures in runs}) > 1:
            raise ArithmeticError(f"{job.name}: the runs disagree")
        load, wall, cpu = (median(r[name] for r in runs) for name in ("compile", "wall", "cpu"))
        memory = max(figures["rss"] for figures in runs) / 2**30
        print(
            f"| {job.name} | {runs[0]['primes']} | {load:.1f} | {wall:.2f} | {cpu:.2f} "
            f"| {job.target} | {memory:.2f} | {runs[0]['term']} |",
            flush=True,
        )
    if options.only in "2xn":
        cold = median(command() for _ in range(options.repeats))
        print(f"\n`python -m sequences 2xn`, the whole process: {cold:.2f} s (target 1 s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
