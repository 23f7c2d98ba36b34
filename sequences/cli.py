"""The command line.

    python -m sequences 2xn | nxn | kxn | A181219 | no-three [options]
    python -m sequences list
    python -m sequences FILE.toml [SIZE] [options]
    python -m sequences fit 1,2,5,13,34,89
    python -m sequences verify FILE

The exit statuses are those of :data:`native.commands.STATUSES`.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence

from native.commands import BAD_INPUT, INTERRUPTED, LIMIT, Parser, add_limits, add_picture, positive
from native.limits import Limit, watched

__all__ = ["InputError", "main"]


class InputError(ValueError):
    """A file is not what it should be; the message is complete, with file, line and column."""


def _coefficients(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[+-]?[0-9]+", part) for part in parts):
        raise argparse.ArgumentTypeError("expected whole numbers such as 5,-2,-2,2")
    return tuple(map(int, parts))


def _parser(prog: str) -> Parser:
    parser = Parser(
        prog=prog,
        description="Terms, recurrences and proofs for integer sequences of grids.",
        epilog=f"`{prog} list` shows the families; `verify FILE` checks a proof file.",
    )
    parser.add_argument(
        "what",
        metavar="WHAT",
        help="2xn, 3xn, ... (a strip), nxn (squares), kxn (the table by antidiagonals), an"
        " A-number, or a family; a description (FILE.toml); or `list`, `fit` or `verify`",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="proof file for `verify` (- is stdin); terms for `fit`; another size for a description",
    )
    parser.add_argument(
        "--family", metavar="NAME", help="family for 2xn, nxn, kxn (default: paths)"
    )
    parser.add_argument("--terms", metavar="N", type=positive, help="number of terms")
    parser.add_argument("--json", action="store_true", help="print JSON")

    shown = parser.add_argument_group(
        "what to show (by default terms, recurrence, generating function and growth of a strip)"
    )
    shown.add_argument("--table", metavar=("H", "W"), nargs=2, type=positive, help="T(h, w)")
    shown.add_argument(
        "--antidiagonals", action="store_true", help="with --table: as a list, by antidiagonals"
    )
    shown.add_argument("--recurrence", action="store_true", help="the shortest recurrence")
    shown.add_argument("--prove", action="store_true", help="prove it, however long that takes")
    shown.add_argument(
        "--check", metavar="C1,C2,...", type=_coefficients,
        help="verdict on the conjecture a(n) = C1 a(n-1) + C2 a(n-2) + ... (write --check=-1,2)",
    )  # fmt: skip
    shown.add_argument(
        "--from", dest="claimed", metavar="N", type=int,
        help="with --check: the conjecture is about n >= N only",
    )  # fmt: skip
    shown.add_argument("--gf", action="store_true", help="the generating function")
    shown.add_argument("--asymptotics", action="store_true", help="the growth, digits certified")
    shown.add_argument("--b-file", action="store_true", help="lines `n a(n)`")
    shown.add_argument("--oeis", action="store_true", help="lines for an OEIS entry")
    shown.add_argument("--latex", action="store_true", help="displayed formulas")
    add_picture(shown, "write a plot of the terms (svg, png, pdf)", "--plot")
    shown.add_argument("--certificate", metavar="FILE", help="prove, and write a proof file")

    large = parser.add_argument_group("large terms")
    add_limits(large, "command")
    large.add_argument("--workers", metavar="N", type=positive, help="local processes")
    large.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler")
    large.add_argument("--checkpoint", metavar="DIR", help="save progress there")
    large.add_argument("--resume", action="store_true", help="go on from --checkpoint")
    return parser


def _useless(parser: Parser, options: argparse.Namespace) -> Iterator[str]:
    """What is wrong with options that would have no effect beside others."""
    given = {
        name
        for name, value in vars(options).items()
        if name not in ("what", "file") and value != parser.get_default(name)
    }
    limits = {"timeout", "memory"}
    large = {"workers", "scheduler", "checkpoint", "resume"}
    forms = {"json", "b_file", "oeis", "latex"}
    formulas = {"recurrence", "prove", "gf", "asymptotics"}
    allowed = {
        "list": {"json", *limits},
        "verify": {"json", *limits},
        "--table": {"table", "antidiagonals", "family", "json", *large, *limits},
        "--check": {"check", "claimed", "family", "json", *limits},
        "fit": {"json", *limits},
        "--b-file": given - formulas - (forms - {"b_file"}),
        "--oeis": given - (forms - {"oeis"}),
        "--latex": given - (forms - {"latex"}),
    }
    for mode, harmless in allowed.items():
        chosen = options.what == mode or mode.removeprefix("--").replace("-", "_") in given
        if chosen and given - harmless:
            option = min(given - harmless).replace("_", "-")
            yield f"--{option} has no effect with {mode}"


def main(argv: Sequence[str] | None = None, prog: str = "python -m sequences") -> int:
    """Run the command line; the exit status.  ``prog``: what it is called in messages."""
    sys.set_int_max_str_digits(0)  # terms of more than 4300 digits are ordinary here
    parser = _parser(prog)
    try:
        options = parser.parse_args(argv)
        takes_one = options.what in ("verify", "fit")
        if (options.file is None and takes_one) or (
            options.file is not None and not takes_one and not options.what.endswith(".toml")
        ):
            parser.error("`verify` takes one FILE and `fit` one list of terms; a description may be"
                         " followed by a size; everything else takes nothing more")  # fmt: skip
        if options.claimed is not None and not options.check:
            parser.error("--from goes with --check")
        if options.antidiagonals and not options.table:
            parser.error("--antidiagonals goes with --table")
        if options.resume and not options.checkpoint:
            parser.error("--resume goes with --checkpoint")
        for useless in _useless(parser, options):
            parser.error(useless)
        if sys.stdout is None:  # closed by the caller (>&-)
            raise OSError("standard output is closed")
        from sequences import commands

        command = {
            "list": commands.show_list,
            "verify": commands.verify_file,
            "fit": commands.fit_terms,
        }
        with watched(options.timeout, options.memory):
            status = command.get(options.what, commands.run_query)(options)
        _flush()
        return status
    except SystemExit as stop:
        return int(stop.code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return 0
    except InputError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except Limit as reached:
        kept = "; progress is kept, --resume goes on" if options.checkpoint else ""
        print(f"{prog}: stopped: no result within {reached}{kept}", file=sys.stderr)
        return LIMIT
    except MemoryError:
        print(f"{prog}: stopped: no result within this computer's memory", file=sys.stderr)
        return LIMIT
    except (ValueError, ArithmeticError, RuntimeError, OSError) as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return BAD_INPUT


def _flush() -> None:
    """Write out what is printed while errors can still be told."""
    try:
        sys.stdout.flush()
    except OSError:
        # The reader has gone or the disk is full; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
