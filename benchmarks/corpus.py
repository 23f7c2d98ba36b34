"""The table of ``make corpus``: every collected board decided and counted against what is known.

    python -m benchmarks.corpus [FOLDER] [--timeout SECONDS] [--largest CELLS]

One line a puzzle and rule set: boards, verdicts equal, counts equal, undecided, median and slowest
time of ``kazoe.decide``.  Below it every difference, and every board that was
refused, or not recognised without the name of its puzzle, with the reason.  Exit status 1 if
anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from count import count
from count.beside import decide
from puzzles import Board
from tests.corpus import FOLDER, Entry, Known, load, under

__all__ = ["Verdict", "judge", "judged", "main", "questions"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One board under one rule set: what is known, what was found and how long the verdict took.

    ``verdict`` and ``models`` are true where they agree with what is known, false where they
    contradict it and None where a limit came first.
    """

    where: str
    kind: str
    rule_set: str
    cells: int
    known: Known
    found: str
    verdict: bool | None
    models: bool | None
    seconds: float

    @property
    def wrong(self) -> bool:
        return self.verdict is False or self.models is False

    def __str__(self) -> str:
        return (
            f"{self.where} ({self.kind}, {self.rule_set}): {self.known} known, {self.found} found"
        )


def judge(where: str, rule_set: str, board: Board, known: Known, timeout: float | None) -> Verdict:
    """Decide the board; count it too where the verdict alone does not settle the number."""
    start = time.perf_counter()
    decision = decide(board, timeout=timeout)
    seconds = time.perf_counter() - start
    verdict = None if decision.verdict == "unknown" else decision.verdict == known.verdict
    found: str = decision.verdict
    models: bool | None = verdict
    if known.verdict == "several" and decision.verdict == "several":
        models, found = _counted(board, known, timeout)
    size = board.height * board.width
    return Verdict(where, board.kind, rule_set, size, known, found, verdict, models, seconds)


def _counted(board: Board, known: Known, timeout: float | None) -> tuple[bool | None, str]:
    if known.at_least and known.models <= 2:
        return True, "several"
    floor = 2
    for engine in ("frontier", "bdd", "sat"):
        # One engine is enough: the known number is its witness.
        result = count(board, by=engine, timeout=timeout)
        if result.value is not None:
            enough = known.models <= result.value
            return enough if known.at_least else known.models == result.value, str(result.value)
        floor = max([floor, *result.counts.values()])
    if known.models <= floor:
        # A bound from below refutes a smaller number and confirms no more than a bound.
        return known.at_least or (None if known.models == floor else False), f">= {floor}"
    return None, f">= {floor}"


def questions(entry: Entry) -> Iterator[tuple[str, Board, Known]]:
    """Every rule set of an entry with a number, as (name, board, number)."""
    for name, known in entry.checked.items():
        if known is not None:
            yield name, under(entry.board, name), known


def judged(entry: Entry, timeout: float | None) -> Iterator[Verdict]:
    """The verdicts on an entry; what the source states is judged under the rules that it plays."""
    for name, board, known in questions(entry):
        yield judge(entry.where, name, board, known, timeout)
    if entry.expected is not None and entry.checked.get(entry.rules) != entry.expected:
        board = under(entry.board, entry.rules)
        yield judge(entry.where, f"{entry.rules}, stated", board, entry.expected, timeout)


def table(verdicts: Iterable[Verdict]) -> str:
    """One line a puzzle and rule set."""
    groups: dict[tuple[str, str], list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.kind, verdict.rule_set].append(verdict)
    head = ("puzzle", "rule set", "boards", "verdicts =", "counts =", "open", "median s", "slowest")
    lines = [head]
    for (kind, rule_set), group in sorted(groups.items()):
        slowest = max(group, key=lambda verdict: verdict.seconds)
        lines.append(
            (
                kind,
                rule_set,
                str(len(group)),
                str(sum(v.verdict is True for v in group)),
                str(sum(v.models is True for v in group)),
                str(sum(v.models is None for v in group)),
                f"{median(v.seconds for v in group):.3f}",
                f"{slowest.seconds:.2f} s {slowest.where}",
            )
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rows = ["  ".join(w.ljust(n) for w, n in zip(row, widths, strict=True)) for row in lines]
    return "\n".join(row.rstrip() for row in rows)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--largest", type=int, metavar="CELLS", help="leave larger boards out")
    asked = parser.parse_args(argv)
    if not asked.folder.is_dir():
        print(f"{asked.folder}: no such folder; nothing is compared", file=sys.stderr)
        return 0
    entries, notes = load(asked.folder)
    fitting = [
        entry
        for entry in entries
        if asked.largest is None or entry.board.height * entry.board.width <= asked.largest
    ]
    verdicts: list[Verdict] = []
    for number, entry in enumerate(fitting, start=1):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(fitting)}", end="", file=sys.stderr)
        verdicts += judged(entry, asked.timeout)
    unknown = sum(n is None for entry in fitting for n in entry.checked.values())
    print(f"{len(entries)} boards read, {len(fitting)} of them asked; {len(notes)} notes")
    print(f"{unknown} numbers not known (null)\n")
    print(table(verdicts))
    wrong = [verdict for verdict in verdicts if verdict.wrong]
    for title, lines in (("Differences", wrong), ("Notes", notes)):
        if lines:
            print(f"\n{title}")
            print("\n".join(f"  {line}" for line in lines))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
