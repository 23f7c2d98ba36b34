"""``kazoe convert``: read boards in any format, write them in another.

Formats: ``text``, ``url``, ``pzpr`` and ``tatham`` as ``puzzles.write`` writes them; ``json``, one
object a line that every command reads again; ``drawing`` for a terminal; ``svg``; ``png``, where
CairoSVG is installed; ``dimacs``, the rules as a CNF.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from puzzles.board import Board
from puzzles.commandline import (
    BAD_INPUT,
    Parser,
    add_board_arguments,
    boards,
    described,
    guarded,
)
from puzzles.source import FORMS, write

__all__ = ["main"]

_DRAWN = ("json", "drawing", "svg", "png", "dimacs")


def main(argv: Sequence[str] | None = None, prog: str = "kazoe convert") -> int:
    """Run the command; 0 done, 2 where a board cannot be read or written so."""
    parser = Parser(
        prog=prog,
        description="Read boards in any format and write them in another.",
    )
    add_board_arguments(parser)
    parser.add_argument(
        "--to",
        metavar="FORMAT",
        choices=(*FORMS, *_DRAWN),
        help=f"{', '.join((*FORMS, *_DRAWN))} (text; with --out by the file's ending)",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="a file instead of the output")
    arguments = parser.parse_args(argv)
    form = arguments.to or _by_ending(arguments.out)
    if form == "png" and arguments.out is None:
        parser.error("--to png writes a file: expected --out FILE")
    return guarded(lambda: _run(arguments, form))


def _by_ending(out: Path | None) -> str:
    endings = {".svg": "svg", ".png": "png", ".json": "json", ".jsonl": "json", ".cnf": "dimacs"}
    return "text" if out is None else endings.get(out.suffix.lower(), "text")


def _run(arguments: argparse.Namespace, form: str) -> int:
    named = list(boards(arguments))
    if form in ("svg", "png", "dimacs") and len(named) > 1:
        print(f"convert: {form} holds one board, found {len(named)}", file=sys.stderr)
        return BAD_INPUT
    if form == "png":
        return _png(named[0][1], arguments.out)
    # All are written before anything is printed: a board that cannot be leaves no half a file.
    texts = [_written(board, form) for _, board in named]
    # Boards of our text form stand apart by a blank line.
    whole = ("\n\n" if form in ("text", "drawing") else "\n").join(texts) + "\n"
    if arguments.out is None:
        if form != "drawing":
            # A board is written as it is or not at all: no label may become another.
            whole.encode(sys.stdout.encoding or "utf-8")
        sys.stdout.write(whole)
    else:
        arguments.out.write_text(whole, encoding="utf-8")
    return 0


def _written(board: Board, form: str) -> str:
    """One board in one format, without a line end at its end."""
    if form == "json":
        return json.dumps(described(board))
    if form == "drawing":
        return str(board)
    if form == "svg":
        return board._repr_svg_()
    if form == "dimacs":
        from encode import dimacs

        return dimacs(board).rstrip("\n")
    return write(board, form)


def _png(board: Board, out: Path) -> int:
    try:
        import cairosvg
    except ImportError:
        print("convert: png needs CairoSVG: pip install cairosvg", file=sys.stderr)
        return BAD_INPUT
    out.write_bytes(cairosvg.svg2png(bytestring=board._repr_svg_().encode(), scale=2))
    return 0
