"""The main job on the boards of ``examples/``: decide, and count by every engine that fits.

    python -m benchmarks.demo [FOLDER]

Each file says in its comments what is expected of its board, as it stands and under other rules:
``# Expected: unique, 1 solution.``, ``# Expected with unused: none, 0 solutions.``.  Anything else
than that, and any two engines that disagree, end the demo with exit status 1.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from count import count
from encode import decide
from puzzles import Board, read

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SECONDS = 10.0
"""For the verdict, and for each engine; an engine that needs longer is shown as such."""

_EXPECTED = re.compile(
    r"# Expected(?: (with|without) ([a-z-]+))?: (unique|none|several|unknown), (\d+) solutions?\."
)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a comment says of a board under the rules ``how`` (with, without or nothing) ``word``."""

    how: str
    word: str
    verdict: str
    solutions: int

    def of(self, board: Board) -> Board:
        """The board under these rules."""
        if self.how == "with":
            return board.variant(self.word)
        if self.word in board.VARIANTS:
            # Binairo's variant and its dropped rule are one; both are taken back.
            back = board.without - {"distinct"} if self.word == "repeats" else board.without
            return replace(board, variants=board.variants - {self.word}, without=back)
        return board.dropping(self.word) if self.how else board


def main(argv: Sequence[str] | None = None) -> int:
    """Run the demo on a folder of boards; 1 if anything is not as stated, else 0."""
    arguments = sys.argv[1:] if argv is None else argv
    folder = Path(arguments[0]) if arguments else EXAMPLES
    files = sorted(folder.glob("*.txt"))
    if not files:
        print(f"{folder}: no boards (*.txt)", file=sys.stderr)
        return 2
    faults = [fault for path in files for fault in run(path)]
    print(f"{len(files)} boards, {'everything' if not faults else 'NOT everything'} as stated")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def run(path: Path) -> Iterator[str]:
    """Print what is found for the boards of one file; what is not as stated is yielded."""
    board = read(path)
    print(f"{path.name}: {board.title()}\n{board}", flush=True)
    stated = list(expectations(path.read_text(encoding="utf-8")))
    if not stated:
        yield f"{path.name}: no comment says what is expected"
    for expected in stated:
        rules = " ".join(filter(None, (expected.how, expected.word))) or "as it stands"
        variant = expected.of(board)
        decision = decide(variant, timeout=SECONDS)
        print(f"  {rules}: {decision} ({decision.seconds:.2f} s)")
        counted = count(variant, "all", timeout=SECONDS)
        print(f"    {counted}", flush=True)
        for note in counted.notes:
            print(f"    {note}")
        if decision.verdict != expected.verdict:
            yield f"{path.name} {rules}: {decision.verdict}, stated {expected.verdict}"
        if counted.value != expected.solutions:
            yield f"{path.name} {rules}: {counted}, stated {expected.solutions}"


def expectations(text: str) -> Iterator[Expected]:
    """The expectations that the comments of a file state."""
    for found in _EXPECTED.finditer(text):
        how, word, verdict, solutions = found.groups()
        yield Expected(how or "", word or "", verdict, int(solutions))


if __name__ == "__main__":
    sys.exit(main())
