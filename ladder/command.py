"""How far each rung of a board's ladder gets, which one finishes it, and why.

The exit statuses are those of :data:`native.commands.STATUSES`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ladder.climb import Climb, climb, rung_names
from ladder.clues import Without, without_each
from ladder.explain import as_json as step_as_json
from ladder.explain import sentence
from ladder.search import SearchLimit
from native.commands import add_picture
from native.limits import Limit, watched
from native.progress import at_work
from native.words import alike, listed
from puzzles import Binairo, Board
from puzzles.board import name_of
from puzzles.commandline import (
    LIMIT,
    Parser,
    add_board_arguments,
    add_limits,
    boards,
    described,
    guarded,
)

__all__ = ["as_json", "main"]


def main(argv: Sequence[str] | None = None, prog: str = "python -m ladder") -> int:
    """The command line; returns the exit status.  ``prog``: what it is called in messages."""
    parser = _parser(prog)
    arguments = parser.parse_args(argv)
    for name in ("solutions", "max_branch_points"):
        value = getattr(arguments, name)
        if value is not None and value < 0:
            parser.error(f"--{name.replace('_', '-')} takes a number from 0, found {value}")
    return guarded(lambda: _run(parser, arguments))


def _parser(prog: str) -> Parser:
    parser = Parser(
        prog=prog,
        description="How far each rung of a board's ladder gets, which one finishes it, and why.",
    )
    add_board_arguments(parser)
    option = parser.add_argument
    option("--rung", metavar="R", default="search", help="the highest rung to run")
    option("--trace", action="store_true", help="every step in words, with its reason")
    option("--clues", action="store_true", help="what breaks without each given (Binairo)")
    option("--json", action="store_true", help="one JSON object per board")
    add_picture(parser, "write a picture of what was decided, as SVG", "--svg")
    option(
        "--solutions",
        metavar="N",
        type=int,
        default=2,
        help="cut the search off at N solutions (2; 0: never)",
    )
    add_limits(parser, "board")
    option("--max-branch-points", metavar="N", type=int, help="give the search up beyond N")
    return parser


def _run(parser: Parser, arguments: argparse.Namespace) -> int:
    found = list(boards(arguments))
    if arguments.picture and len(found) > 1:
        parser.error(f"--picture takes one board, found {len(found)}")
    status = 0
    for name, board in found:
        arguments.rung = alike(arguments.rung, rung_names(board)) or arguments.rung
        if arguments.rung not in rung_names(board):
            parser.error(listed(f"a rung of {board.kind}", arguments.rung, rung_names(board)))
        if arguments.clues and not isinstance(board, Binairo):
            parser.error(f"--clues takes givens away, and {board.kind} has none")
        try:
            with at_work(name), watched(arguments.timeout, arguments.memory):
                lines, found_out = _found(name, board, arguments)
        except (SearchLimit, Limit) as limit:
            within = "no result within " if isinstance(limit, Limit) else ""
            print(f"{name}: unknown: {within}{limit}", file=sys.stderr)
            status = LIMIT
            continue
        print("\n".join(lines), flush=True)
        if arguments.picture:
            Path(arguments.picture).write_text(found_out.picture().svg(), encoding="utf-8")
    return status


def _found(name: str, board: Board, arguments: argparse.Namespace) -> tuple[list[str], Climb]:
    """What is printed of a board, in lines, and the climb."""
    found = climb(
        board,
        up_to=arguments.rung,
        trace=arguments.trace,
        limit=arguments.solutions or None,
        max_branch_points=arguments.max_branch_points,
    )
    clues: tuple[Without, ...] = ()
    if arguments.clues and isinstance(board, Binairo):
        clues = without_each(board, arguments.max_branch_points)
    if arguments.json:
        data = as_json(name, found, arguments.trace)
        if arguments.clues:
            data["clues"] = [_clue_as_json(clue) for clue in clues]
        return [json.dumps(data, ensure_ascii=False)], found
    lines = list(_report(name, found, arguments.trace))
    for clue in clues:
        kept = "a second solution" if clue.carries_load else _kept(clue)
        lines.append(f"without {name_of(clue.given)}: {kept}")
    return lines, found


def as_json(name: str, found: Climb, trace: bool) -> dict[str, Any]:
    """The climb as plain data; ``branch_points`` is 0 where no search was needed.

    ``solutions`` stands where a search counted them (``cut``: at least so many); ``trace`` if asked.
    """
    data: dict[str, Any] = {
        **described(found.board, name),
        "finished_by": found.finished_by,
        "rungs": [
            {
                "rung": r.rung,
                "decided": r.decided,
                "of": r.of,
                "refuted": r.refuted is not None,
                "seconds": round(r.seconds, 6),
            }
            | ({"left_out": r.left_out} if r.left_out else {})
            for r in found.rungs
        ],
        "branch_points": found.branch_points,
    }
    if found.search:
        data |= {"solutions": found.search.count, "cut": found.search.cut}
    if trace:
        data["trace"] = [
            {"rung": rung, **step_as_json(found.board, step)} for rung, step in found.trace()
        ]
    return data


def _clue_as_json(clue: Without) -> dict[str, Any]:
    return {
        "given": list(clue.given),
        "carries_load": clue.carries_load,
        "finished_by": clue.climb.finished_by,
    }


def _kept(clue: Without) -> str:
    verdict = "still one solution" if clue.solutions else "still no solution"
    return f"{verdict}, finished by {clue.climb.finished_by}"


def _report(name: str, found: Climb, trace: bool) -> Iterator[str]:
    yield f"{name}: {found.board.caption()}"
    if trace:
        rung = None
        for i, (made_by, deduction) in enumerate(found.trace(), start=1):
            if made_by != rung:
                rung = made_by
                yield f"{rung}:"
            yield f"{i:5}. {sentence(found.board, deduction)}"
    yield str(found)
    yield str(found.picture())
