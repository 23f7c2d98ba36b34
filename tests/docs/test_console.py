"""What the pages show under a command is what it prints."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.docs.console import PAGES, ROOT, commands, elided, run, same
from tests.docs.renew import renewed

SLOW = {"docs/certified-counts.md", "docs/howto/cluster.md"}
"""Pages whose commands are run elsewhere by default, or start processes of their own."""
SHOWN = [name for name in PAGES if list(commands((ROOT / name).read_text("utf-8")))]


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of a POSIX shell")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in SHOWN],
)
def test_commands_print_what_the_page_shows(name: str, tmp_path: Path) -> None:
    for command, printed in run((ROOT / name).read_text("utf-8"), tmp_path):
        assert same(command.printed, printed), (
            f"{name}: {command.text}: python -m tests.docs.renew {name} writes\n"
            + "\n".join(elided(command.printed, printed))
        )


def test_seconds_and_lines_left_out_are_not_compared() -> None:
    assert same(("a (0.01 s)", "...", "z"), ("a (12 s)", "b", "c", "z"))
    assert not same(("a", "z"), ("a", "b", "z"))
    assert not same(("a 3",), ("a 4",))
    assert not same(("a", "..."), ("a",))


def test_a_block_is_renewed_around_what_it_leaves_out() -> None:
    assert elided(("a", "...", "z"), ("b", "c", "d", "y")) == ("b", "...", "y")
    assert elided(("a",), ("b", "c")) == ("b", "c")


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of a POSIX shell")
def test_a_page_is_renewed_with_its_files() -> None:
    page = "<!-- file: x.txt -->\n```\nhello\n```\n\n```\n$ cat x.txt\nbye\n$ true\n```\nend\n"
    assert renewed(page) == page.replace("bye", "hello")
