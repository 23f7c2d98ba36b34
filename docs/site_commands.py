"""The directive ``{command-help} MODULE [SUBCOMMAND ...]``: what a command prints for ``--help``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive

__all__ = ["CommandHelp", "help_of", "setup"]

ROOT = Path(__file__).resolve().parent.parent


def help_of(words: list[str]) -> str:
    """The help text of ``python -m WORDS``, 88 columns wide; ``RuntimeError`` if the command fails."""
    environment = {**os.environ, "COLUMNS": "88", "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *words, "--help"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"python -m {' '.join(words)} --help: {done.stderr.strip()}")
    return done.stdout


class CommandHelp(Directive):
    """A literal block of a command's help."""

    required_arguments = 1
    optional_arguments = 6

    def run(self) -> list[Any]:
        text = help_of(list(self.arguments))
        return [nodes.literal_block(text, text, language="text")]


def setup(app: Any) -> dict[str, bool]:
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
