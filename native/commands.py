"""What every command line is made of: the exit statuses, and one class of parsers.

``sequences`` may not import ``puzzles``, so what the two share on a command line stands below both.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from native.limits import size
from native.words import alike, meant, quoted

__all__ = [
    "BAD_INPUT",
    "FOUND",
    "INTERRUPTED",
    "LIMIT",
    "STATUSES",
    "Parser",
    "add_limits",
    "add_picture",
    "crossed",
    "natural",
    "positive",
    "seconds",
    "sides",
    "statuses",
    "words",
]

FOUND = 1
BAD_INPUT = 2
LIMIT = 3
INTERRUPTED = 130

STATUSES = {
    0: "done",
    FOUND: "a disagreement, a violation, a false claim or a refused proof was found",
    BAD_INPUT: "bad input or usage",
    LIMIT: "a limit was reached before the result",
    INTERRUPTED: "stopped by Ctrl-C",
}
"""The exit statuses, the same for all commands; their ``--help`` is made from this table."""


def statuses() -> str:
    """The table of exit statuses as ``--help`` shows it."""
    return "\n".join(["exit statuses:", *(f"  {n:<5}{does}" for n, does in STATUSES.items())])


class _Paragraphs(argparse.HelpFormatter):
    """Fills paragraphs; one with an indented line stays as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = re.split(r"\n\s*\n", textwrap.dedent(text).strip("\n"))
        return "\n\n".join(self._filled(part, width, indent) for part in parts)

    def _filled(self, part: str, width: int, indent: str) -> str:
        if re.search(r"^\s", part, re.MULTILINE):
            return textwrap.indent(part, indent)
        return super()._fill_text(part, width, indent)


class Parser(argparse.ArgumentParser):
    """A parser whose help ends with the exit statuses, and whose errors are one line and status 2.

    Names are taken in any case, and a word that is near a known one is told so.
    """

    def __init__(self, *, epilog: str | None = None, **options: Any) -> None:
        options.setdefault("formatter_class", _Paragraphs)
        paragraphs = [epilog.rstrip()] if epilog else []
        super().__init__(epilog="\n\n".join([*paragraphs, statuses()]), **options)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse; an option or an argument that the command has not ends it with one line."""
        words = list(sys.argv[1:] if args is None else args)
        self._refuse_unknown(words)
        found, rest = self.parse_known_args(words, namespace)
        if rest:
            self.error(f"expected nothing more, found {quoted(rest[0])}")
        return found

    def error(self, message: str) -> NoReturn:
        """End with one line on standard error and status 2."""
        self.exit(BAD_INPUT, f"{self.prog}: error: {' '.join(message.split())}\n")

    def _options(self) -> set[str]:
        """The long options, those of subcommands included, but none that help hides."""
        found = set()
        for action in self._actions:
            if isinstance(action.choices, dict):
                for sub in action.choices.values():
                    found |= sub._options()
            found |= {name for name in action.option_strings if name.startswith("--")}
        return found

    def _refuse_unknown(self, words: Sequence[str]) -> None:
        """An unknown option is told of before an argument that is missing beside it."""
        known = self._options()
        for word in words:
            if word == "--":
                return
            name = word.partition("=")[0]
            if re.match("--[A-Za-z]", word) and not any(k.startswith(name) for k in known):
                self.error(f"no option {quoted(name)}{meant(name, known)}")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        value = super()._get_value(action, arg_string)
        if (
            action.choices is not None
            and isinstance(value, str)
            and action.nargs != argparse.PARSER
        ):
            return alike(value, action.choices) or value
        return value

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = list(map(str, action.choices))
            hint = meant(str(value), known)
            expected = ", ".join(known)
            message = f"expected one of {expected}, found {quoted(value)}{hint}"
            raise argparse.ArgumentError(action, message)


def seconds(text: str) -> float:
    """Seconds above 0, as an argument."""
    with suppress(ValueError):
        if 0 < (value := float(text)) < float("inf"):
            return value
    raise argparse.ArgumentTypeError(f"expected seconds above 0, found {quoted(text)}")


def positive(text: str) -> int:
    """A whole number from 1, as an argument."""
    return _number(text, 1)


def add_limits(parser: argparse._ActionsContainer, unit: str) -> None:
    """``--timeout``, which holds for each ``unit`` of the work, and ``--memory``."""
    parser.add_argument(
        "--timeout", type=seconds, metavar="SECONDS", help=f"limit in wall seconds per {unit}"
    )
    parser.add_argument(
        "--memory",
        type=size,
        metavar="SIZE",
        help="what the process may hold: 4 (gigabytes), 500M",
    )


def add_picture(parser: argparse._ActionsContainer, help: str, *older: str) -> None:
    """``--picture FILE``; ``older``: names that it had, which help does not show."""
    parser.add_argument("--picture", metavar="FILE", help=help)
    for name in older:
        parser.add_argument(name, dest="picture", help=argparse.SUPPRESS)


def words(text: str) -> list[str]:
    """A list with commas between, as an argument; for ``action="extend"``."""
    found = [word.strip() for word in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(
            f"expected names with commas between, found {quoted(text)}"
        )
    return found


def sides(text: str) -> tuple[int, int]:
    """Rows and columns, as an argument; ValueError where it is no size.

    >>> sides("5x6"), sides("5X5"), sides("5×5"), sides("5")
    ((5, 6), (5, 5), (5, 5), (5, 5))
    """
    found = re.fullmatch("([1-9][0-9]{0,8})(?:x([1-9][0-9]{0,8}))?", crossed(text))
    if found is None:
        raise ValueError(f"expected a size like 9x9 or 9, found {quoted(text)}")
    return int(found[1]), int(found[2] or found[1])


def crossed(text: str) -> str:
    """A size in its plain spelling: small letters, x for the sign, no spaces.

    >>> crossed("2 × N")
    '2xn'
    """
    return re.sub(r"\s*[×✕x]\s*", "x", text.strip().lower())


def natural(text: str) -> int:
    """A whole number from 0, as an argument."""
    return _number(text, 0)


def _number(text: str, least: int) -> int:
    if re.fullmatch("[0-9]{1,18}", text.strip()) and int(text) >= least:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number from {least}, found {quoted(text)}")
