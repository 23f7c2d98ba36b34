"""The command line of certificates: ``--certificate``, ``--nnf``, ``--dot``, and ``verify``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from native.files import given
from puzzles.board import Board
from puzzles.commandline import BAD_INPUT, FOUND, LIMIT, Parser, guarded

__all__ = ["certify", "export", "verify_command"]


def certify(
    name: str, board: Board, stem: str, seconds: float | None, weights: str | None = None
) -> int:
    """Write a certificate, check it, and print what it establishes; the exit status.

    ``weights``: the name of a file for :func:`count.weights.read_weights`.
    """
    from count.certified.verify import verify
    from count.certified.write import write
    from count.limits import Stopped
    from count.weights import read_weights

    given = None
    if weights is not None:
        given = read_weights(board, Path(weights).read_text(encoding="utf-8"), weights)
    try:
        written = write(board, stem, weights=given, seconds=seconds)
    except Stopped as stop:
        print(f"{name}: {board.caption()}: unknown: {stop}")
        return LIMIT
    start = time.process_time()
    found = verify(written.cnf, written.cpog)
    checking = time.process_time() - start
    print(
        f"{name}: {board.caption()}: {found.count} solution{'s' * (found.count != 1)}: "
        f"certified by {written.cnf} and {written.cpog} ({written.way}, {written.operations} "
        f"operations, {written.bytes} bytes; {written.seconds:.2f} s, checked in {checking:.2f} s)"
    )
    if found.weighted is not None:
        print(f"{name}: {board.caption()}: weighted count {found.weighted}")
    return 0


def export(name: str, board: Board, nnf: str | None, dot: str | None) -> int:
    """Write the board's decision diagram to the files named, and say how large it is."""
    from count import bdd

    if (reason := bdd.refuses(board)) is not None:
        print(f"{name}: {board.caption()}: no diagram: {reason}", file=sys.stderr)
        return LIMIT
    diagram = bdd.compile_board(board)
    names = {v: board.label(v) for v in range(1, len(board.places()) + 1)}
    if nnf is not None:
        Path(nnf).write_text(diagram.nnf(names), encoding="utf-8")
    if dot is not None:
        Path(dot).write_text(diagram.dot(names), encoding="utf-8")
    count = diagram.count()
    print(
        f"{name}: {board.caption()}: {count} solution{'s' * (count != 1)}: a diagram of "
        f"{len(diagram)} nodes in {' and '.join(filter(None, (nnf, dot)))}"
    )
    return 0


def verify_command(words: Sequence[str], prog: str = "python -m count") -> int:
    """``python -m count verify STEM.cnf STEM.cpog``: 0 confirmed, 1 refused, 2 bad usage."""
    parser = Parser(
        prog=f"{prog} verify",
        description="Check a certificate of a count, and say the count that it establishes.  One of the "
        "two files may be - for standard input.",
    )
    parser.add_argument("cnf", metavar="STEM.cnf", help="the formula, with the board it is of")
    parser.add_argument("cpog", metavar="STEM.cpog", help="the certificate")
    arguments = parser.parse_args(words)
    return guarded(lambda: _verify(arguments))


def _verify(arguments: argparse.Namespace) -> int:
    from count.certified.verify import verify
    from count.cpog import Refused

    try:
        if arguments.cnf == arguments.cpog == "-":
            print("verify: standard input holds one of the two files", file=sys.stderr)
            return BAD_INPUT
        with given(arguments.cnf) as cnf, given(arguments.cpog) as cpog:
            found = verify(cnf, cpog)
    except Refused as refused:
        print(f"refused: {refused}", file=sys.stderr)
        return FOUND
    without = f" without {', '.join(sorted(found.board.without))}" * bool(found.board.without)
    print(
        f"verified: the {found.board.title()} board{without} has {found.count} "
        f"solution{'s' * (found.count != 1)}"
    )
    if found.weighted is not None:
        print(f"weighted count: {found.weighted}")
    print(
        f"graph of {len(found.checked.graph.nodes)} operations equal to the formula; "
        f"{found.one_to_one}"
    )
    return 0
