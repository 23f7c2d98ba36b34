"""README and docs: tables, links and code are what they seem to be."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from kazoe.command import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
RUN = ["docs/start/sat.md"]
"""Pages whose Python is run, from the root of the repository."""


@cache
def tokens(name: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse((ROOT / name).read_text("utf-8"))


def fences(name: str, language: str) -> list[str]:
    return [t.content for t in tokens(name) if t.type == "fence" and t.info.strip() == language]


def cells(row: str) -> int:
    """Cells of a row of a GitHub table: a bar inside code or a comment parts cells all the same."""
    return len(re.findall(r"(?<!\\)\|", row.strip().strip("|"))) + 1


@pytest.mark.parametrize("name", NAMES)
def test_every_row_of_a_table_has_the_cells_of_its_head(name: str) -> None:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    tables = [t.map for t in tokens(name) if t.type == "table_open" and t.map]
    for first, end in tables:
        rows = [line for line in lines[first:end] if line.strip()]
        for row in rows:
            assert cells(row) == cells(rows[0]), f"{name}: {row[:100]}"


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    for token in (t for t in tokens(name) if t.type == "inline"):
        for child in token.children or ():
            target = child.attrGet("href") or child.attrGet("src")
            if not target or re.match(r"[a-z]+:", str(target)) or str(target).startswith("#"):
                continue
            path = (ROOT / name).parent / unquote(str(target).partition("#")[0])
            assert path.exists(), f"{name}: {target}"


@pytest.mark.parametrize("name", NAMES)
def test_code_is_code(name: str) -> None:
    for code in fences(name, "python"):
        if ">>>" not in code:
            compile(code, name, "exec")
    for text in fences(name, "toml"):
        tomllib.loads(text)
    for text in fences(name, "json"):
        for line in [text] if text.count("\n{") == 0 else text.splitlines():
            json.loads(line)


@pytest.mark.parametrize("name", RUN)
def test_printed_comments_are_what_is_printed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``print(...)   # TEXT`` prints TEXT."""
    monkeypatch.chdir(ROOT)
    (code,) = fences(name, "python")
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(code, name, "exec"), {})
    expected = re.findall(r"^print\(.*\) +# (.*)$", code, re.MULTILINE)
    assert expected
    assert output.getvalue().splitlines() == expected


@cache
def options(words: tuple[str, ...]) -> set[str]:
    """The options that a command's help names."""
    done = subprocess.run(
        [sys.executable, "-m", "kazoe", *words, "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return set(re.findall(r"--[a-z][a-z-]*", done.stdout)) | {"--help"}


def called(name: str) -> list[tuple[tuple[str, ...], set[str]]]:
    """The commands that a page calls, each with its options."""
    found = []
    text = (ROOT / name).read_text("utf-8")
    for line in re.findall(r"^(?:\$ )?((?:kazoe|python -m) .+)$", text, re.MULTILINE):
        words = line.partition(" #")[0].split()
        words = words[1:] if words[0] == "kazoe" else words[2:]
        if words and words[0] in COMMANDS:
            inner = ("verify",) if words[1:2] == ["verify"] and words[0] != "sequences" else ()
            inner = (
                (words[1],) if words[0] == "ledger" and words[1:2] and words[1].isalpha() else inner
            )
            used = {word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)}
            found.append(((words[0], *inner), used))
    return found


@pytest.mark.parametrize("name", [name for name in NAMES if called(name)])
def test_commands_have_the_options_that_pages_give_them(name: str) -> None:
    for words, used in called(name):
        assert used <= options(words), (name, words, used - options(words))


def test_one_version_everywhere() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## \[([0-9.]+)\]", changes, re.MULTILINE)[1] == version  # type: ignore[index]
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.search(r"^version: (.*)$", cited, re.MULTILINE)[1] == version  # type: ignore[index]
    released = re.search(r"^date-released: (.*)$", cited, re.MULTILINE)[1]  # type: ignore[index]
    assert f"## [{version}] - {released}" in changes
