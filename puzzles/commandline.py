"""What every command line over boards shares: the BOARD arguments, and how errors end.

Results go to standard output, everything else to standard error.  The exit statuses are those of
:data:`native.commands.STATUSES`.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from glob import glob

from native.commands import BAD_INPUT, FOUND, INTERRUPTED, LIMIT, Parser, add_limits, words
from native.limits import Limit
from puzzles.ascii_art import draws_in_ascii
from puzzles.board import Board
from puzzles.errors import BoardError, FormatError
from puzzles.formats.records import described
from puzzles.plugins import asked, blame
from puzzles.rules import Unsupported
from puzzles.source import read_all

__all__ = [
    "BAD_INPUT",
    "FOUND",
    "INTERRUPTED",
    "LIMIT",
    "Parser",
    "add_board_arguments",
    "add_limits",
    "boards",
    "described",
    "guarded",
    "interrupt",
    "refused",
]


def add_board_arguments(parser: Parser) -> None:
    """BOARD (one and more), ``--puzzle``, ``--without`` and ``--variant``."""
    parser.add_argument(
        "board",
        metavar="BOARD",
        nargs="+",
        help="a file (a bank too), a pattern of files ('*.txt'), - for standard input, a puzz.link URL "
        "or a game ID",
    )
    parser.add_argument(
        "--puzzle",
        metavar="KIND",
        help="the kind of puzzle, where the text does not tell; or your own: mine.py, mine.py:Class "
        "or package.module:Class",
    )
    parser.add_argument(
        "--without",
        metavar="RULES",
        action="extend",
        type=words,
        default=[],
        help="drop rules by name, with commas between",
    )
    parser.add_argument(
        "--variant",
        metavar="WORDS",
        action="extend",
        type=words,
        default=[],
        help="variant words, with commas between: unused, repeats, or with a number 'stars 2' or "
        "stars=2",
    )


def boards(arguments: argparse.Namespace) -> Iterator[tuple[str, Board]]:
    """The boards named, each with its name (``FILE#2`` for the second board of a file)."""
    named = [name for given in arguments.board for name in _files(given)]
    puzzle = asked(arguments.puzzle)
    for name in named:
        found = read_all(name, puzzle=puzzle)
        for i, board in enumerate(found, start=1):
            changed = board.variant(*arguments.variant).dropping(*arguments.without)
            yield (name if len(found) == 1 else f"{name}#{i}"), changed


def _files(given: str) -> list[str]:
    """The files of a pattern, in order; anything else is a name as it stands."""
    if "://" in given or "\n" in given or not re.search(r"[*?\[]", given):
        return [given]
    try:
        return [given] if os.path.exists(given) else sorted(glob(given, recursive=True)) or [given]
    except (OSError, ValueError, re.error):  # a name that no file can have
        return [given]


def guarded(run: Callable[[], int]) -> int:
    """Run a command; bad boards are one line on standard error and status 2, never a traceback.

    Pictures that the output's encoding has no signs for are printed in ASCII.
    """
    if sys.stdout is None:  # closed by the caller (>&-)
        print("standard output is closed", file=sys.stderr)
        return BAD_INPUT
    draws_in_ascii(sys.stdout)
    try:
        status = run()
        sys.stdout.flush()
        return status
    except (FormatError, BoardError, Unsupported) as error:
        theirs = blame(error) if isinstance(error, BoardError) else None
        print(error if theirs is None else theirs, file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        if (theirs := blame(error)) is not None:
            print(theirs, file=sys.stderr)
            return BAD_INPUT
        if error.filename is None:
            # Nothing more can be told on this stream, and Python must not try again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0  # the reader has had enough
        where = "output" if error.filename is None else error.filename
        print(f"{where}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    except UnicodeEncodeError as error:
        if (theirs := blame(error)) is not None:
            print(theirs, file=sys.stderr)
            return BAD_INPUT
        sign, encoding = error.object[error.start], error.encoding
        print(f"output: {encoding} has no {sign!a}: set PYTHONIOENCODING=utf-8", file=sys.stderr)
        return BAD_INPUT
    except Limit as reached:
        print(f"stopped: no result within {reached}", file=sys.stderr)
        return LIMIT
    except MemoryError:
        print("stopped: no result within this computer's memory", file=sys.stderr)
        return LIMIT
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if interrupt(error):
            return INTERRUPTED
        theirs = blame(error)
        if theirs is None:
            raise
        print(theirs, file=sys.stderr)
        return BAD_INPUT


def refused(name: str, board: Board, solutions: Iterable[int]) -> bool:
    """Does the board's verifier refuse a solution that an engine found?  Says so on standard error.

    Then ``constraints`` and ``broken`` of its class do not state the same puzzle.
    """
    for mask in solutions:
        for found in board.violations(mask)[:1]:
            sys.stdout.flush()
            print(f"{name}: the verifier says of a solution: rule {found}", file=sys.stderr)
            print(f"{name}: state and broken of {type(board).__name__} disagree", file=sys.stderr)
            return True
    return False


def interrupt(error: BaseException) -> bool:
    """Is this Ctrl-C?  A solver of PySAT that it reaches raises an exception of its own."""
    told = type(error).__module__ == "pysolvers" and "keyboard interrupt" in str(error).lower()
    return told or isinstance(error, KeyboardInterrupt)
