"""How the cost of a dense machine grows with the width: states, bytes, seconds.

    python -m benchmarks.sequences_growth paths --widths 6 13

Seconds are CPU seconds of one thread. "s per row" is the median over rows with five primes.
"""

import argparse
import sys
import time
from statistics import median

from sequences.dense.blocks import Blocks
from sequences.dense.machine import machine_for
from sequences.dense.residues import LIMIT, primes_below
from sequences.dense.scope import FAMILIES

_PRIMES = 5
_ROWS = 3


def main(argv: list[str] | None = None) -> int:
    import numpy as np

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("--widths", type=int, nargs=2, default=(4, 11), metavar=("FIRST", "LAST"))
    options = parser.parse_args(argv)
    primes = primes_below(LIMIT)
    moduli = [np.uint64(next(primes)) for _ in range(_PRIMES)]
    blocks = Blocks()
    small = machine_for(options.family, 2)
    small.row_back(small.spaces(_PRIMES), moduli, blocks)  # compile first
    print("| width | states at row ends | MB kept | MB per prime | build s | s per row |")
    print("|---|---|---|---|---|---|")
    for width in range(options.widths[0], options.widths[1] + 1):
        started = time.process_time()
        machine = machine_for(options.family, width)
        built = time.process_time() - started
        spaces = machine.spaces(_PRIMES)
        rows = []
        for _ in range(_ROWS):
            started = time.process_time()
            machine.row_back(spaces, moduli, blocks)
            rows.append(time.process_time() - started)
        each = sum(space.nbytes for space in spaces) / _PRIMES
        print(
            f"| {width} | {machine.states} | {machine.kept / 1e6:.1f} | {each / 1e6:.1f} "
            f"| {built:.3f} | {median(rows):.4f} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
