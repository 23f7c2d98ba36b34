"""``python -m generate PUZZLE HxW``: a bank of boards with one solution each, from one seed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from generate.generators import offered
from generate.made import Impossible, InvariantError, Option, Request, Span
from native.commands import positive, sides
from native.files import given, lock
from native.limits import watched
from native.words import meant, quoted
from puzzles.commandline import BAD_INPUT, FOUND, LIMIT, Parser, add_limits, guarded
from puzzles.errors import BoardError
from puzzles.kinds import find

__all__ = ["main"]


def main(argv: Sequence[str] | None = None, prog: str = "python -m generate") -> int:
    """The command line; returns the exit status.  ``prog``: what it is called in messages."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["verify"]:
        return _verify(words[1:], prog)
    parser = _parser(prog)
    arguments = parser.parse_args(words)
    try:
        request = _request(arguments)
    except ValueError as error:
        parser.error(str(error))
    if arguments.resume and arguments.out is None:
        parser.error("--resume goes on with a file: expected --out FILE")
    if arguments.scheduler is not None and arguments.workers > 1:
        parser.error("--workers has no effect with --scheduler")
    return guarded(lambda: _limited(arguments, request))


def _limited(arguments: argparse.Namespace, request: Request) -> int:
    with watched(arguments.timeout, arguments.memory):
        return _alone(arguments, request)


def _alone(arguments: argparse.Namespace, request: Request) -> int:
    """Run with the file of ``--out`` locked, where that is a file."""
    out: Path | None = arguments.out
    if out is None or (out.exists() and not out.is_file()):
        return _run(arguments, request)
    with lock(out):
        return _run(arguments, request)


def _parser(prog: str) -> Parser:
    parser = Parser(
        prog=prog,
        description="A bank of boards with one solution each, from one seed.",
        epilog=f"`{prog} verify FILE` checks a bank.",
    )
    add = parser.add_argument
    add("puzzle", type=_puzzle, metavar="PUZZLE", help=", ".join(sorted(offered())))
    add("size", metavar="HxW", help="rows x columns: 9x9, or 9")
    add("--count", type=positive, default=1, metavar="N", help="how many boards (1)")
    add("--seed", type=int, default=0, metavar="S", help="all randomness comes from it (0)")
    add("--workers", type=positive, default=1, metavar="K", help="processes (1)")
    add("--scheduler", metavar="ADDRESS", help="a Dask scheduler instead of local processes")
    add_limits(parser, "bank")
    add("--rung", metavar="R", help="only boards that need exactly this rung of the ladder")
    add("--budget", type=positive, default=5000, metavar="N", help="attempts in a row (5000)")
    for name, kinds in _options().items():
        option = next(iter(kinds.values()))
        flag, words = f"--{name.replace('_', '-')}", f"{', '.join(kinds)}: {option.help}"
        if option.span:
            add(flag, metavar="A-B", help=words)
        elif option.choices:
            add(flag, choices=option.choices, help=words)
        elif option.both:
            add(flag, action=argparse.BooleanOptionalAction, default=False, help=words)
        else:
            add(flag, action="store_true", help=words)
    add("--format", choices=("text", "url", "json"), help="how to print (text)")
    add("--json", action="store_const", dest="format", const="json", help="--format json")
    add("--out", type=Path, metavar="FILE", help="JSON lines into a file; prints only by --format")
    add("--resume", action="store_true", help="go on with the bank in --out")
    return parser


def _verify(words: Sequence[str], prog: str) -> int:
    parser = Parser(prog=f"{prog} verify", description="Check a bank.")
    parser.add_argument(
        "file", metavar="FILE", help="JSON lines, as --out writes them; - for standard input"
    )
    parser.add_argument("--remake", action="store_true", help="make the bank again and compare")
    arguments = parser.parse_args(words)
    return guarded(lambda: _verified(arguments.file, arguments.remake))


def _verified(name: str, again: bool) -> int:
    with given(name) as path:
        return _checked(path, again)


def _checked(path: Path, again: bool) -> int:
    from tqdm import tqdm

    from generate.bank import Exhausted
    from generate.verify import RefusedError, judge, read, remade, statements

    if path.exists() and not path.is_file():  # a device may have no end
        print(f"{path}: expected a regular file", file=sys.stderr)
        return BAD_INPUT
    try:
        found = read(path)
    except Impossible as reason:
        print(f"{path}: impossible: {reason}", file=sys.stderr)
        return BAD_INPUT
    quiet = True if sys.stderr is None else None
    total = len(found.records) * (2 if again else 1)
    with tqdm(total=total, unit="board", disable=quiet) as progress:
        try:
            for checked in (judge(found), remade(found)) if again else (judge(found),):
                for _ in checked:
                    progress.update()
        except (RefusedError, InvariantError, Exhausted) as reason:
            progress.close()
            print(f"refused: {reason}")
            return FOUND
    print("\n".join(["accepted", *statements(found, again)]))
    return 0


def _puzzle(text: str) -> str:
    """A puzzle that a generator makes: one of the package's, and no file or class of one's own."""
    known = sorted(offered())
    with suppress(BoardError):
        text = find(text).kind
    if text not in known:
        message = f"no generator makes {quoted(text)}: there is one of {', '.join(known)}"
        raise argparse.ArgumentTypeError(f"{message}{meant(text, known)}")
    return text


def _request(arguments: argparse.Namespace) -> Request:
    height, width = sides(arguments.size)
    asked: dict[str, Span | bool | str | None] = {}
    for name, kinds in _options().items():
        value = getattr(arguments, name)
        if value in (None, False):
            continue
        if arguments.puzzle not in kinds:
            raise ValueError(f"--{name.replace('_', '-')} is for {' and '.join(kinds)}")
        asked[name] = value
    for name, value in asked.items():
        option = _options()[name][arguments.puzzle]
        asked[name] = Span.parse(value) if option.span and isinstance(value, str) else value
    return Request(
        puzzle=arguments.puzzle,
        height=height,
        width=width,
        rung=arguments.rung and arguments.rung.lower(),
        **asked,
    )


def _options() -> dict[str, dict[str, Option]]:
    """Every option of a generator by its name, and for each puzzle that has it what it is there."""
    found: dict[str, dict[str, Option]] = {}
    for kind, module in offered().items():
        for option in module.OPTIONS:
            found.setdefault(option.name, {})[kind] = option
    return found


def _run(arguments: argparse.Namespace, request: Request) -> int:
    # The generators load the ladder and tqdm; --help does without.
    from tqdm import tqdm

    from generate.bank import Exhausted, bank, check
    from generate.record import Resumed, append, resume, shown
    from generate.workers import Lost, Unreachable

    try:
        check(request)
    except Impossible as reason:
        print(f"impossible: {reason}", file=sys.stderr)
        return BAD_INPUT
    out, form = arguments.out, arguments.format or (None if arguments.out else "text")
    done = Resumed((), 0)
    if out and out.exists():
        if not out.is_file():  # a device may have no end
            print(f"{out}: expected a regular file", file=sys.stderr)
            return BAD_INPUT
        if not arguments.resume:
            print(f"{out}: exists; --resume goes on with it", file=sys.stderr)
            return BAD_INPUT
        done = resume(out, request, arguments.seed)
    records = bank(
        request,
        arguments.count,
        arguments.seed,
        workers=arguments.workers,
        scheduler=arguments.scheduler,
        budget=arguments.budget,
        earlier=done.boards,
        first=done.attempts,
    )
    # tqdm draws on standard error, and only if that is open and a terminal.
    quiet = True if sys.stderr is None else None
    progress = tqdm(total=arguments.count, initial=len(done.boards), unit="board", disable=quiet)
    # Closed at once however the loop ends, so that workers do not go on for a reader who has left.
    with closing(records), progress:
        try:
            for record in records:
                if out:
                    append(record, request, out)
                if form:
                    print(shown(record, request, form), flush=True)
                progress.update()
        except Exhausted as limit:
            print(limit, file=sys.stderr)
            return LIMIT
        except Impossible as reason:  # a size whose lack of boards only an attempt shows
            print(f"impossible: {reason}", file=sys.stderr)
            return BAD_INPUT
        except Unreachable as reason:
            print(reason, file=sys.stderr)
            return BAD_INPUT
        except (InvariantError, Lost) as fault:
            print(fault, file=sys.stderr)
            return FOUND
    return 0


if __name__ == "__main__":
    sys.exit(main())
