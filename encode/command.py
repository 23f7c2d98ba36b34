"""``python -m encode``: decide, solve, enumerate, export, certify.

The exit statuses are those of :data:`native.commands.STATUSES`.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from encode.answers import NoAnswer, decoded, read_answers
from encode.beside import Helper
from encode.decide import Decision, NoCertificate, decide, solutions
from encode.dimacs import Projection, dimacs
from encode.search import SOLVERS
from native.commands import add_picture, positive
from native.files import given
from native.limits import Deadline, Limit, watched, within
from native.progress import at_work
from puzzles.board import Board
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
from puzzles.pictures import Picture
from puzzles.plugins import asked
from puzzles.rules import Place

__all__ = ["main"]


def main(
    argv: Sequence[str] | None = None,
    prog: str = "python -m encode",
    helper: Helper | None = None,
) -> int:
    """Run the command line and return its exit status; ``prog``: what it is called in messages.

    ``helper``: what starts an engine beside the solver (:mod:`encode.beside`).
    """
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == ["verify"]:
        return guarded(lambda: _verify(words[1:], prog))
    parser = _parser(prog)
    arguments = parser.parse_args(words)
    arguments.helper = helper
    return guarded(lambda: _run(arguments))


def _parser(prog: str) -> Parser:
    parser = Parser(
        prog=prog,
        description="Decide whether a board has one solution, none or several; solve it, list its "
        "solutions, or write its rules as DIMACS.",
        epilog=f"{prog} verify FILE checks a certificate that --certificate wrote.",
    )
    add_board_arguments(parser)
    action = parser.add_mutually_exclusive_group()
    action.add_argument(
        "--unique", action="store_true", help="is there exactly one solution? (default)"
    )
    action.add_argument("--solve", action="store_true", help="print a solution")
    action.add_argument(
        "--solutions", type=positive, metavar="N", help="print up to N solutions, each once"
    )
    action.add_argument("--dimacs", action="store_true", help="print the rules as DIMACS")
    action.add_argument(
        "--read-solution",
        metavar="FILE",
        help="read a SAT solver's output for the DIMACS and show it on the board",
    )
    parser.add_argument(
        "--shape",
        choices=("complete", "lazy", "normal"),
        default="complete",
        help="for --dimacs and --read-solution: complete (default), lazy or normal, where models may "
        "hold loops",
    )
    parser.add_argument(
        "--projection",
        choices=get_args(Projection),
        help="for --dimacs: auto (default: c p show where it changes the count), show, ind (c ind "
        "lines before the header, for older counters), none",
    )
    parser.add_argument("--bare", action="store_true", help="for --dimacs: without comments")
    parser.add_argument(
        "--solver",
        choices=SOLVERS,
        default=SOLVERS[0],
        metavar="NAME",
        help=f"a PySAT solver: {', '.join(SOLVERS)}",
    )
    add_limits(parser, "board")
    parser.add_argument(
        "--certificate", metavar="FILE", help="with --unique: write a certificate of unique or none"
    )
    parser.add_argument("--proof", dest="certificate", help=argparse.SUPPRESS)
    add_picture(parser, "write the picture of the solution as SVG", "--svg")
    parser.add_argument("--json", action="store_true", help="one JSON object per board and line")
    return parser


def _run(arguments: argparse.Namespace) -> int:
    deciding = not (
        arguments.solve or arguments.solutions or arguments.dimacs or arguments.read_solution
    )
    if arguments.certificate and not deciding:
        return _misused("--certificate goes with --unique")
    if arguments.dimacs and (arguments.picture or arguments.json):
        return _misused("--dimacs goes with neither --picture nor --json")
    if (arguments.bare or arguments.projection) and not arguments.dimacs:
        return _misused("--bare and --projection go with --dimacs")
    for path in filter(None, (arguments.certificate, arguments.picture)):
        _check_writable(path)
    named = list(boards(arguments))
    for option in ("certificate", "picture", "dimacs", "read_solution"):
        if getattr(arguments, option) and len(named) > 1:
            return _misused(f"--{option.replace('_', '-')} takes one board, found {len(named)}")
    if arguments.dimacs:
        how: Projection = arguments.projection or "auto"
        bare = arguments.bare
        board = named[0][1]
        with (
            at_work(board.caption()),
            watched(arguments.timeout, arguments.memory),
        ):
            text = dimacs(board, shape=arguments.shape, projection=how, comments=not bare)
        sys.stdout.write(text)
        return 0
    if arguments.read_solution:
        return _read_back(arguments, named[0][1])
    statuses = set()
    for name, board in named:
        run = _decide if deciding else _list
        statuses.add(run(arguments, name if len(named) > 1 else "", board))
        sys.stdout.flush()
    # A refusal weighs more than a limit, and that more than success.
    return next((status for status in (FOUND, LIMIT, BAD_INPUT) if status in statuses), 0)


def _check_writable(path: str) -> None:
    """Raise the OSError of a file that plainly cannot be written, before a long search and not
    after it; what is there already is left as it is."""
    if Path(path).exists():
        Path(path).open("ab").close()
    elif not Path(path).parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


def _misused(message: str) -> int:
    print(f"encode: {message}", file=sys.stderr)
    return BAD_INPUT


def _title(name: str, board: Board) -> str:
    return f"{name}: {board.caption()}" if name else board.caption()


def _cells(place: Place) -> list[Any]:
    return [list(part) if isinstance(part, tuple) else part for part in place]


def _draw(arguments: argparse.Namespace, picture: Picture, show: bool) -> None:
    """The solution's picture to the terminal and the file."""
    if show:
        print(picture)
    if arguments.picture:
        Path(arguments.picture).write_text(picture.svg(), encoding="utf-8")


def _decide(arguments: argparse.Namespace, name: str, board: Board) -> int:
    failed: NoCertificate | None = None
    deadline = Deadline(arguments.timeout)
    try:
        with at_work(_title(name, board)), watched(deadline, arguments.memory):
            decision = decide(
                board,
                timeout=arguments.timeout,
                solver=arguments.solver,
                proof=arguments.certificate,
                helper=arguments.helper,
            )
    except Limit as reached:  # before the search or behind it
        decision = Decision("unknown", (), (), deadline.elapsed(), str(reached))
    except NoCertificate as error:  # told when the verdict has been
        failed, decision = error, error.decision
    if arguments.json:
        print(json.dumps(_as_json(board, decision)))
    else:
        print(f"{_title(name, board)}: {decision}")
    picture = decision.picture()
    show = picture is not None and not arguments.json
    _draw(arguments, picture or Picture((board.drawn(),)), show)
    if arguments.certificate and decision.verdict in ("several", "unknown"):
        print(f"no certificate of the verdict {decision.verdict} is written", file=sys.stderr)
    if refused(name or board.title(), board, (found.mask for found in decision.solutions)):
        return FOUND
    if failed is not None:
        sys.stdout.flush()
        print(f"{arguments.certificate}: no certificate: {failed}", file=sys.stderr)
        return LIMIT if isinstance(failed.__cause__, Limit) else BAD_INPUT
    return LIMIT if decision.verdict == "unknown" else 0


def _as_json(board: Board, decision: Decision) -> dict[str, Any]:
    result = described(board) | {
        "verdict": decision.verdict,
        "solutions": [list(solution.rows()) for solution in decision.solutions],
        "differ": [_cells(place) for place in decision.differ],
        "seconds": round(decision.seconds, 6),
    }
    if decision.reason is not None:
        result["reason"] = decision.reason
    if decision.counted is not None:
        result["counted"] = decision.counted
    if decision.limit is not None:
        result["limit"] = decision.limit
    return result


def _list(arguments: argparse.Namespace, name: str, board: Board) -> int:
    deadline = Deadline(arguments.timeout)
    wanted = 1 if arguments.solve else arguments.solutions
    found: list[int] = []
    limit = None
    if not arguments.json:
        print(_title(name, board))
    try:
        listed = solutions(board, limit=wanted, timeout=arguments.timeout, solver=arguments.solver)
        for mask in within(listed, deadline, arguments.memory, _title(name, board)):
            found.append(mask)
            if not arguments.json:
                print(board.solution(mask), flush=True)
    except Limit as reached:
        limit = str(reached)
    if arguments.json:
        result = described(board) | {"solutions": [list(board.rows(mask)) for mask in found]}
        # Fewer than asked for, and no limit: these are all there are.
        result["all"] = limit is None and len(found) < wanted
        result["seconds"] = round(deadline.elapsed(), 6)
        if limit is not None:
            result["limit"] = limit
        print(json.dumps(result))
    elif limit is not None:
        print(f"stopped after {limit}; solutions found: {len(found)}")
    elif len(found) < wanted:
        print(f"no more solutions; found: {len(found)}" if found else "no solution")
    _draw(arguments, Picture((board.drawn(*found[:1]),)), False)
    if refused(name or board.title(), board, found):
        return FOUND
    return LIMIT if limit is not None else 0


def _read_back(arguments: argparse.Namespace, board: Board) -> int:
    source = arguments.read_solution
    data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    try:
        found = read_answers(board, decoded(data), source, shape=arguments.shape)
    except NoAnswer as error:
        print(error, file=sys.stderr)
        return LIMIT
    first = found[0].mask if found else None  # shown; all are judged
    different = len({answer.mask for answer in found})
    broken = {answer.line: board.violations(answer.mask) for answer in found}
    told = [str(violation) for violations in broken.values() for violation in violations]
    if arguments.json:
        rows = None if first is None else list(board.rows(first))
        counts = {"answers": len(found), "different": different}
        print(json.dumps(described(board) | {"solution": rows, "violations": told} | counts))
    elif first is None:
        print("no solution, says the solver")
    picture = Picture((board.drawn(first),))
    _draw(arguments, picture, first is not None and not arguments.json)
    if len(found) > 1 and not arguments.json:
        print(
            f"{len(found)} answers in the file, {different} different on the board; the first is shown"
        )
    for answer in found:
        if broken[answer.line] and (clause := answer.falsified()):
            message = "an answer to another board's formula, or the solver is wrong"
            print(f"{source}:{answer.line}: breaks {clause}: {message}", file=sys.stderr)
        for violation in broken[answer.line]:
            print(violation, file=sys.stderr)
    return FOUND if told else 0


def _verify(words: Sequence[str], prog: str) -> int:
    from encode.verify import CertificateError, verify

    parser = Parser(
        prog=f"{prog} verify", description="Check a certificate that --certificate wrote."
    )
    parser.add_argument("file", metavar="FILE", help="the certificate; - for standard input")
    parser.add_argument(
        "--quick", action="store_true", help="no second opinion on the proof by dratify"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--puzzle", metavar="SPEC", help="your own puzzle: mine.py, or package.module:Class"
    )
    arguments = parser.parse_args(words)
    asked(arguments.puzzle)
    try:
        with given(arguments.file) as path:
            verified = verify(path, quick=arguments.quick)
    except CertificateError as error:
        print(f"{arguments.file}: {error}", file=sys.stderr)
        return FOUND
    if arguments.json:
        sizes = {"clauses": verified.clauses, "cuts": verified.cuts, "steps": verified.steps}
        how = {"verdict": verified.verdict, "by": list(verified.by)}
        print(json.dumps(described(verified.board) | how | sizes))
    else:
        print(verified)
        print(f"{verified.board.title()}; rules in force: {', '.join(verified.board.rules())}")
        print(verified.board if verified.solution is None else verified.solution)
    return 0
