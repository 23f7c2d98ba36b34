"""``python -m ladder BOARD``: how far each rung gets, which one finishes, and why."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ladder.climb import Climb, climb, rung_names
from ladder.explain import as_json as step_as_json
from ladder.explain import sentence
from ladder.search import SearchLimit
from puzzles.commandline import add_board_arguments, boards, guarded

__all__ = ["main"]

_LIMIT = 3


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status (3: the search ran into ``--max-branch-points``)."""
    parser = argparse.ArgumentParser(prog="python -m ladder", description=__doc__)
    add_board_arguments(parser)
    parser.add_argument(
        "--rung", metavar="R", default="search", help="the highest rung to climb to"
    )
    parser.add_argument("--trace", action="store_true", help="every step in words, with its reason")
    parser.add_argument("--json", action="store_true", help="one JSON object per board")
    parser.add_argument("--svg", metavar="FILE", type=Path, help="a picture of what was decided")
    parser.add_argument(
        "--solutions",
        metavar="N",
        type=int,
        default=2,
        help="cut the search off at N (2; 0: never)",
    )
    parser.add_argument("--max-branch-points", metavar="N", type=int, help="give up beyond N")
    arguments = parser.parse_args(argv)
    return guarded(lambda: _run(parser, arguments))


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    status = 0
    for name, board in boards(arguments):
        if arguments.rung not in rung_names(board):
            names = ", ".join(rung_names(board))
            parser.error(f"expected a rung of {board.kind} ({names}), found {arguments.rung!r}")
        try:
            found = climb(
                board,
                up_to=arguments.rung,
                trace=arguments.trace,
                limit=arguments.solutions or None,
                max_branch_points=arguments.max_branch_points,
            )
        except SearchLimit as limit:
            print(f"{name}: unknown: {limit}", file=sys.stderr)
            status = _LIMIT
            continue
        if arguments.json:
            print(json.dumps(as_json(name, found, arguments.trace)))
        else:
            print(_report(name, found, arguments.trace))
        if arguments.svg:
            arguments.svg.write_text(found.picture().svg(), encoding="utf-8")
    return status


def as_json(name: str, found: Climb, trace: bool) -> dict[str, Any]:
    """The climb as plain data; ``branch_points`` is 0 where no search was needed."""
    data: dict[str, Any] = {
        "board": name,
        "puzzle": found.board.kind,
        "rules": list(found.board.rules()),
        "finished_by": found.finished_by,
        "rungs": [
            {
                "rung": r.rung,
                "decided": r.decided,
                "of": r.of,
                "refuted": r.refuted is not None,
                "seconds": round(r.seconds, 6),
                **({"left_out": r.left_out} if r.left_out else {}),
            }
            for r in found.rungs
        ],
        "branch_points": found.branch_points,
    }
    if found.search:
        data["solutions"] = found.search.count
        data["cut"] = found.search.cut
    if trace:
        data["trace"] = [
            {"rung": rung, **step_as_json(found.board, step)} for rung, step in found.trace()
        ]
    return data


def _report(name: str, found: Climb, trace: bool) -> str:
    lines = [f"{name}: {found.board.title()}"]
    if trace:
        rung = None
        for i, (made_by, deduction) in enumerate(found.trace(), start=1):
            if made_by != rung:
                rung = made_by
                lines.append(f"{rung}:")
            lines.append(f"{i:5}. {sentence(found.board, deduction)}")
    lines += [str(found), str(found.picture())]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
