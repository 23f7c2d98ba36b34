"""Console blocks of the pages: lines ``$ COMMAND``, each followed by what the command prints.

The commands of a page run one after another in one folder, which holds ``examples/`` and the files
that the page marks: a comment ``<!-- file: NAME -->`` before a code block.  A printed line ``...``
stands for any lines.  Seconds are not compared.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["PAGES", "ROOT", "Command", "commands", "elided", "run", "same"]

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    "README.md",
    "docs/certified-counts.md",
    "docs/local-rules.md",
    "docs/sequences.md",
    *sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs" / "start").glob("*.md")),
    *sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs" / "howto").glob("*.md")),
]
"""Pages whose console blocks are run."""

_SECONDS = re.compile(r"\b\d+(\.\d+)? (s|seconds)\b")
_FILE = re.compile(r"^<!-- file: (\S+) -->\n+```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a page; ``first`` and ``end`` are the lines of the page that hold its output."""

    text: str
    first: int
    end: int
    printed: tuple[str, ...]


def commands(page: str) -> Iterator[Command]:
    """The commands of a page's text, in order, each with the output that the page shows."""
    inside, text, first = False, "", 0
    lines = page.split("\n")
    for at, line in enumerate(lines):
        fence = line.startswith("```")
        if text and (fence or line.startswith("$ ")):
            yield Command(text, first, at, tuple(lines[first:at]))
            text = ""
        if fence:
            inside = not inside
        elif inside and line.startswith("$ "):
            text, first = line.removeprefix("$ "), at + 1


def run(page: str, folder: Path) -> Iterator[tuple[Command, tuple[str, ...]]]:
    """Each command of a page's text with the lines that it prints, run in ``folder``."""
    (folder / "examples").symlink_to(ROOT / "examples")
    for name, content in _FILE.findall(page):
        (folder / name).write_text(content, encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    for command in commands(page):
        words = re.sub(r"^(kazoe\b|python -m)", _python, command.text.partition(" #")[0])
        done = subprocess.run(
            words,
            shell=True,  # a page may redirect: `> norinori.cnf`
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        yield command, tuple(line.rstrip() for line in done.stdout.splitlines())


def _python(found: re.Match[str]) -> str:
    return f"{sys.executable} -m {'kazoe' if found[0] == 'kazoe' else ''}".rstrip()


def same(shown: tuple[str, ...], printed: tuple[str, ...]) -> bool:
    """Does a page show what is printed, but for seconds and the lines that ``...`` stands for?"""
    pattern = "".join(
        r"(?:.*\n)+" if line == "..." else re.escape(_SECONDS.sub("N s", line.rstrip())) + r"\n"
        for line in shown
    )
    text = "".join(_SECONDS.sub("N s", line) + "\n" for line in printed)
    return re.fullmatch(pattern, text) is not None


def elided(shown: tuple[str, ...], printed: tuple[str, ...]) -> tuple[str, ...]:
    """What a page should show: all that is printed, or as many lines before and after ``...`` as it
    has shown."""
    if same(shown, printed):
        return shown
    if "..." not in shown:
        return printed
    before = shown.index("...")
    after = len(shown) - before - 1
    return (*printed[:before], "...", *printed[len(printed) - after :])
