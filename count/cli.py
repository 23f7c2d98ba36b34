"""The command line of the counters.

The exit statuses are those of :data:`native.commands.STATUSES`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from count.certified.command import certify, export, verify_command
from count.counting import count, marginals, sample
from count.limits import CheckpointError, Limits, NoSolutions, Stopped
from count.registry import ENGINES, SAMPLERS, chosen
from count.results import Count, decimal
from count.weighted import weighted
from count.weights import read_weights
from native.commands import add_picture, natural, words
from native.limits import Limit, TimeLimit, watched
from puzzles.board import Board, Solution
from puzzles.commandline import (
    BAD_INPUT,
    FOUND,
    LIMIT,
    Parser,
    add_board_arguments,
    add_limits,
    boards,
    described,
    guarded,
    refused,
)

__all__ = ["main"]


def main(argv: Sequence[str] | None = None, prog: str = "python -m count") -> int:
    """Count the solutions of boards, draw some at random, or take shares; see ``--help``.

    ``prog``: what the command is called in messages.
    """
    given = sys.argv[1:] if argv is None else list(argv)
    if given[:1] == ["verify"]:
        return verify_command(given[1:], prog)
    parser = _parser(prog)
    arguments = parser.parse_args(given)
    sys.set_int_max_str_digits(0)  # JSON holds counts of any length
    try:
        if arguments.by is not None:  # repeated, or with commas
            arguments.by = ",".join(arguments.by)
        names = () if arguments.by is None else chosen(arguments.by)
        if arguments.witness not in ("auto", "none"):
            chosen(arguments.witness)
    except ValueError as error:
        parser.error(str(error))
    if arguments.by is not None and arguments.witness != "auto":
        parser.error("--witness chooses a second engine where --by names none")
    if arguments.sample is not None or arguments.marginals:
        if len(names) > 1 or not set(names) <= set(SAMPLERS):
            parser.error(f"--sample and --marginals go by one of {', '.join(SAMPLERS)}")
        arguments.by = names[0] if names else None
    if arguments.picture is not None and not arguments.marginals:
        parser.error("--picture draws the shares of --marginals")
    if arguments.weights is not None and (arguments.sample is not None or arguments.marginals):
        parser.error("--weights is for a count or --certificate")
    if arguments.weights is not None and not set(names) <= set(SAMPLERS):
        parser.error(f"--weights goes by {' or '.join(SAMPLERS)}")
    counts = not (arguments.sample is not None or arguments.marginals or arguments.weights)
    counts = counts and not (arguments.certificate or arguments.nnf or arguments.dot)
    if arguments.checkpoint and not counts:
        parser.error("--checkpoint is for a count")
    if arguments.checkpoint and names and "frontier" not in names:
        parser.error("--checkpoint is for frontier")
    if arguments.resume and not arguments.checkpoint:
        parser.error("--resume goes with --checkpoint")
    try:
        return guarded(lambda: _run(parser, arguments))
    except CheckpointError as error:
        _tell(str(error))
        return BAD_INPUT


def _run(parser: Parser, arguments: argparse.Namespace) -> int:
    found = list(boards(arguments))
    # The engines hold the limits of a count themselves and say which one met which; this is for
    # what comes before and after them.
    spare = None if arguments.timeout is None else 1.1 * arguments.timeout + 0.2
    memory = arguments.memory
    if arguments.picture is not None and len(found) > 1:
        parser.error(f"--picture takes one board, found {len(found)}")
    if arguments.nnf is not None or arguments.dot is not None:
        if len(found) > 1:
            parser.error(f"--nnf and --dot take one board, found {len(found)}")
        with watched(arguments.timeout, memory):
            return export(*found[0], arguments.nnf, arguments.dot)
    if arguments.certificate is not None:
        if len(found) > 1:
            parser.error(f"--certificate takes one board, found {len(found)}")
        stem, seconds = arguments.certificate, arguments.timeout
        with watched(seconds, memory):
            return certify(*found[0], stem, seconds, arguments.weights)
    if arguments.weights is not None and len(found) > 1:
        parser.error(f"--weights takes one board, found {len(found)}")
    act = _sample if arguments.sample is not None else _shares if arguments.marginals else _count
    if arguments.weights is not None:
        act = _weighted
    statuses = set()
    for name, board in found:
        try:
            # The layers of a count by frontier go to the disk beyond the memory.
            with watched(spare, None if act is _count else memory):
                statuses.add(act(name, board, arguments))
        except Limit as reached:
            if isinstance(reached, TimeLimit):
                reached = TimeLimit(arguments.timeout)
            statuses.add(_unknown(name, board, arguments, f"no result within {reached}"))
    # A disagreement weighs more than an unknown, and that more than success.
    return next((status for status in (FOUND, LIMIT) if status in statuses), 0)


def _count(name: str, board: Board, arguments: argparse.Namespace) -> int:
    limits = Limits(
        seconds=arguments.timeout,
        cap=arguments.cap,
        reorder=arguments.reorder,
        memory=arguments.memory or Limits().memory,
        layers=arguments.memory,
        checkpoint=arguments.checkpoint,
        resume=arguments.resume,
    )
    told: set[str] = set()
    with _Progress(name) as progress:

        def tell(first: Count) -> None:
            if not arguments.json:
                progress.tell(None)
                print(f"{name}: {board.caption()}: {first}", flush=True)
                told.update(first.counts)

        result = count(
            board,
            arguments.by,
            limits=limits,
            progress=progress.tell,
            witness=arguments.witness,
            found=tell,
        )
    if arguments.json:
        answers: dict[str, Any] = {"counts": dict(result.counts)}
        if result.at_least:
            answers["at_least"] = sorted(result.at_least)
        answers["seconds"] = {engine: round(s, 4) for engine, s in result.seconds.items()}
        _print_json(name, board, answers | {"notes": list(result.notes)})
    else:
        _print_rest(name, board, result, told)
        _tell(*(f"{name}: {note}" for note in result.notes))
    if not result.agree:
        _tell(f"{name}: engines disagree: this is an error in one of them; please report the board")
        _tell(*_report(result))
        return FOUND
    return 0 if result.value is not None else LIMIT


def _weighted(name: str, board: Board, arguments: argparse.Namespace) -> int:
    text = Path(arguments.weights).read_text(encoding="utf-8")
    weights = read_weights(board, text, arguments.weights)
    with _Progress(name) as progress:
        result = weighted(
            board, weights, arguments.by, timeout=arguments.timeout, progress=progress.tell
        )
    if arguments.json:
        values = {engine: str(value) for engine, value in result.values.items()}
        _print_json(name, board, {"weighted": values, "notes": list(result.notes)})
    else:
        print(f"{name}: {board.caption()}: {result}")
        _tell(*(f"{name}: {note}" for note in result.notes))
    if not result.agree:
        _tell(f"{name}: engines disagree: this is an error in one of them; please report the board")
        return FOUND
    return 0 if result.value is not None else LIMIT


def _print_rest(name: str, board: Board, result: Count, told: Collection[str]) -> None:
    """The whole result, or what came after the counts that are ``told`` already."""
    if not told or not result.agree:
        print(f"{name}: {board.caption()}: {result}")
        return
    for engine, took in result.seconds.items():
        if engine not in told:
            word = "not contradicted" if engine in result.at_least else "confirmed"
            print(f"{name}: {word} by {engine} ({took:.2f} s)")


def _report(result: Count) -> list[str]:
    """Every result on a line of its own, then the board itself, to be passed on."""
    wide = max(map(len, result.counts))
    results = [
        f"  {engine:<{wide}}  {'at least ' if engine in result.at_least else ''}{decimal(models)}"
        for engine, models in result.counts.items()
    ]
    rules = ", ".join(result.board.rules()) or "none"
    return [*results, f"  rules in force: {rules}", *result.board.text().splitlines()]


def _sample(name: str, board: Board, arguments: argparse.Namespace) -> int:
    n, seed = arguments.sample, arguments.seed
    try:
        found = sample(board, n, seed, by=arguments.by, timeout=arguments.timeout)
    except NoSolutions:
        found = []
    except Stopped as stop:
        return _unknown(name, board, arguments, str(stop))
    if arguments.json:
        rows = [list(solution.rows()) for solution in found]
        _print_json(name, board, {"seed": seed, "solutions": rows})
        return _judged(name, board, found)
    if not found and n:
        print(f"{name}: {board.caption()}: no solution")
    for i, solution in enumerate(found, start=1):
        print(f"{name}: {board.caption()}: {i} of {n}, seed {seed}\n{solution}")
    return _judged(name, board, found)


def _judged(name: str, board: Board, found: Sequence[Solution]) -> int:
    return FOUND if refused(name, board, (solution.mask for solution in found)) else 0


def _shares(name: str, board: Board, arguments: argparse.Namespace) -> int:
    try:
        shares = marginals(board, by=arguments.by, timeout=arguments.timeout)
    except NoSolutions:
        if arguments.json:
            _print_json(name, board, {"marginals": None})
        else:
            print(f"{name}: {board.caption()}: no solution")
        return 0
    except Stopped as stop:
        return _unknown(name, board, arguments, str(stop))
    if arguments.json:
        _print_json(name, board, {"engine": shares.engine, "marginals": shares.named()})
    else:
        print(f"{name}: {board.caption()}: share of solutions by {shares.engine}\n{shares!r}")
    if arguments.picture is not None:
        Path(arguments.picture).write_text(shares.picture().svg(), encoding="utf-8")
    return 0


def _unknown(name: str, board: Board, arguments: argparse.Namespace, limit: str) -> int:
    if arguments.json:
        _print_json(name, board, {"unknown": limit})
    else:
        print(f"{name}: {board.caption()}: unknown: {limit}")
    return LIMIT


def _print_json(name: str, board: Board, results: dict[str, Any]) -> None:
    print(json.dumps(described(board, name) | results), flush=True)


def _tell(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr)


class _Progress:
    """One line on a terminal that says what is running, gone when it is over."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = sys.stderr.isatty()

    def __enter__(self) -> _Progress:
        return self

    def tell(self, engine: str | None) -> None:
        """``engine`` sets out; None: take the line away, something is printed."""
        self._write(f"\r\x1b[K{self.name}: counting by {engine} ..." if engine else "\r\x1b[K")

    def __exit__(self, *_: object) -> None:
        self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if self.shown:
            sys.stderr.write(text)
            sys.stderr.flush()


def _parser(prog: str) -> Parser:
    engines = "\n".join(f"  {name:<13} {engine.title}" for name, engine in ENGINES.items())
    parser = Parser(
        prog=prog,
        description="Count the solutions of puzzles exactly, by engines that must agree.",
        epilog=f"""engines:
{engines}

By default the fastest exact engine counts, and its count is printed at once; then an independent
one confirms it where that takes no more than ten seconds.  Counts are exact whatever their size.
Where no engine comes to the end within the limits, the result is "unknown".

{prog} verify STEM.cnf STEM.cpog checks what --certificate wrote.""",
    )
    add_board_arguments(parser)
    parser.add_argument(
        "--by",
        metavar="LIST",
        action="extend",
        type=words,
        help="engines by name, with commas between; all: every one that fits",
    )
    parser.add_argument(
        "--witness",
        metavar="NAME",
        default="auto",
        help="the engine that confirms the count; auto (default): one that is quick; none",
    )
    add_limits(parser, "board")
    parser.add_argument(
        "--cap",
        metavar="N",
        type=natural,
        default=Limits().cap,
        help="solutions that sat lists before it says at least N (default: %(default)s)",
    )
    parser.add_argument(
        "--checkpoint",
        metavar="DIR",
        help="save the progress of frontier there, and layers that outgrow --memory",
    )
    parser.add_argument("--resume", action="store_true", help="go on from --checkpoint")
    parser.add_argument(
        "--reorder", action="store_true", help="let bdd look for a better variable order"
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument(
        "--sample", metavar="N", type=natural, help="print N solutions drawn uniformly"
    )
    action.add_argument(
        "--marginals", action="store_true", help="print the share of solutions each place is on in"
    )
    action.add_argument(
        "--certificate",
        metavar="STEM",
        help="write STEM.cnf and STEM.cpog, from which a checker confirms the count",
    )
    parser.add_argument(
        "--seed", metavar="S", type=int, default=1, help="of --sample (default: %(default)s)"
    )
    parser.add_argument(
        "--nnf",
        metavar="FILE",
        help="write the board's decision diagram for other tools, as c2d does",
    )
    parser.add_argument("--dot", metavar="FILE", help="write it for Graphviz")
    parser.add_argument(
        "--weights",
        metavar="FILE",
        help="count with weights, or certify such a count: lines PLACE TRUE [FALSE] or "
        "c p weight LITERAL WEIGHT 0",
    )
    add_picture(parser, "draw --marginals as a heat map, as SVG", "--svg")
    parser.add_argument("--json", action="store_true", help="one JSON object per board and line")
    return parser
