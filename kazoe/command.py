"""The command ``kazoe``: one name for all commands, and ``kazoe convert``.

Each subcommand is the ``main`` of its package; what it prints and its exit statuses are the same as
with ``python -m``.  ``kazoe encode`` has a count beside the solver besides (:mod:`kazoe.encode`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from native.commands import BAD_INPUT, Parser
from native.words import alike, listed

__all__ = ["COMMANDS", "Command", "main"]


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: the module whose ``main(argv, prog)`` it is, and what it does in a line."""

    module: str
    does: str


COMMANDS = {
    "encode": Command("kazoe.encode", "decide whether a board has one solution; DIMACS; proofs"),
    "count": Command("count.cli", "count solutions exactly; shares, samples, certificates"),
    "ladder": Command("ladder.command", "grade a board by the logic that it needs"),
    "generate": Command("generate.__main__", "make boards with one solution"),
    "convert": Command("kazoe.convert", "read a board in any format and write it in another"),
    "sequences": Command("sequences.cli", "terms, recurrences and proofs for sequences of grids"),
    "ledger": Command("ledger.__main__", "the published claims, measured again"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a subcommand and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    if not words or words[0].startswith("-"):
        parser.parse_args(words)
        parser.print_help()
        return 0
    name, *rest = words
    known = (*COMMANDS, "completion")
    name = alike(name, known) or name
    if name == "completion":
        return _completion(rest)
    if name not in COMMANDS:
        print(f"kazoe: {listed('a command', name, known)}", file=sys.stderr)
        return BAD_INPUT
    status: int = import_module(COMMANDS[name].module).main(rest, prog=f"kazoe {name}")
    return status


def _parser() -> Parser:
    lines = [f"  {name:11}{command.does}" for name, command in COMMANDS.items()]
    lines += ["  completion bash or zsh: a script for the shell's completion"]
    parser = Parser(
        prog="kazoe",
        usage="kazoe COMMAND ...",
        description="Pencil puzzles and lattice counting by SAT, decision diagrams and frontiers.",
        epilog="\n".join(
            [
                "commands:",
                *lines,
                "",
                "kazoe COMMAND --help says more.",
            ]
        ),
    )
    parser.add_argument("--version", action="version", version=_version())
    return parser


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"kazoe {version('kazoe')}"
    except PackageNotFoundError:  # run from a copy of the source that is not installed
        return "kazoe, not installed"


_BASH = """\
_kazoe() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}"
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W "{commands}" -- "$word"))
  elif [ "${{word:0:1}}" = - ]; then
    local options="$(kazoe "${{COMP_WORDS[1]}}" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u)"
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _kazoe kazoe
"""
_ZSH = "autoload -U +X bashcompinit && bashcompinit\n"


def _completion(words: list[str]) -> int:
    """``eval "$(kazoe completion bash)"`` completes commands, options and files."""
    parser = Parser(
        prog="kazoe completion",
        description='A script for completion: eval "$(kazoe completion bash)".',
    )
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh"), help="bash or zsh")
    shell = parser.parse_args(words).shell
    script = _BASH.format(commands=" ".join([*COMMANDS, "completion"]))
    print((_ZSH if shell == "zsh" else "") + script, end="")
    return 0
