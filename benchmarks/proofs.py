"""Certificates: CPU seconds for deciding, writing and checking; and what dratify accepts.

``python -m benchmarks.proofs [BOARD ...]`` decides each board, decides it again with a
certificate, and checks that, by its hints alone and with dratify besides.

``--forgeries N`` instead draws N random formulas that have models, with a random proof for each whose
steps are kept where dratify accepts them, and counts the "refutations" in each of its modes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from encode import NoCertificate, decide
from encode.verify import verify
from puzzles import Binairo, Board, read_all

MODES = tuple(product((True, False), repeat=2))
"""dratify's options: RAT steps are allowed, deletions are applied."""


def cpu(run: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    result = run()
    return result, time.process_time() - start


def table(boards: Iterator[tuple[str, Board]], limit: float, full: float) -> None:
    """One line a board; ``full``: dratify is asked only up to so many seconds for the hints."""
    print("board                    verdict  decide   write   lines      bytes  hints dratify")
    for name, board in boards:
        decision, deciding = cpu(lambda b=board: decide(b, timeout=limit))
        line = f"{name:24} {decision.verdict:8}{deciding:7.2f}"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "certificate"
            try:
                _, both = cpu(lambda b=board, p=path: decide(b, proof=p, timeout=3 * limit))
            except NoCertificate as error:
                line += f" no certificate: {error}"
            if path.exists():
                size = path.stat().st_size
                quick, hints = cpu(lambda p=path: verify(p, quick=True))
                line += f" {both - deciding:7.2f} {quick.steps:7} {size:10} {hints:6.2f}"
                if hints <= full:
                    _, again = cpu(lambda p=path: verify(p))
                    line += f" {again - hints:7.2f}"
        print(line, flush=True)


def forgery(random: Random, rat: bool, deletions: bool) -> bool:
    """Does dratify accept a refutation of a random formula that has models?"""
    from dratify import CNF, DRATChecker, from_dimacs

    def clause(n: int) -> tuple[int, ...]:
        width = random.choice((1, 2, 2, 3))
        return tuple(random.choice((v, -v)) for v in random.sample(range(1, n + 1), min(width, n)))

    while True:
        variables = random.randint(2, 4)
        clauses = [clause(variables) for _ in range(random.randint(1, 6))]
        if any(
            all(any(values[abs(x) - 1] == (x > 0) for x in c) for c in clauses)
            for values in product((False, True), repeat=variables)
        ):
            break
    formula = CNF()
    for literals in clauses:
        formula.add_dimacs(literals)
    checker = DRATChecker(formula, check_rat=rat, apply_deletions=deletions)
    for _ in range(15):
        kind = "d" if random.random() < 0.3 else "a"
        literals = random.choice(clauses) if kind == "d" else clause(variables + 2)
        if checker.check_step(kind, tuple(map(from_dimacs, literals))) and kind == "a":
            clauses.append(literals)
    checker.check_step("a", ())
    return bool(checker.result.reached_empty)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", metavar="BOARD", nargs="*")
    parser.add_argument("--forgeries", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60, help="wall seconds to decide a board")
    parser.add_argument(
        "--full", type=float, default=60, help="no dratify where the hints took more seconds"
    )
    arguments = parser.parse_args(argv)
    if arguments.forgeries:
        for rat, deletions in MODES:
            random = Random(arguments.seed)
            wrong = sum(forgery(random, rat, deletions) for _ in range(arguments.forgeries))
            print(
                f"check_rat={rat!s:5} apply_deletions={deletions!s:5}: {wrong} of "
                f"{arguments.forgeries} formulas with models refuted"
            )
        return 0
    decide(Binairo.blank(2, 2))  # so that no board pays for imports
    named = ((name, board) for name in arguments.boards for board in read_all(name))
    table(named, arguments.limit, arguments.full)
    return 0


if __name__ == "__main__":
    sys.exit(main())
