"""The tutorial runs: its sessions as doctests, its class as a file on the command line."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from encode.command import main
from puzzles import kinds

PAGE = Path(__file__).parents[2] / "docs" / "own-puzzles.md"
BLOCKS = re.compile(r"^```(pycon|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks() -> list[tuple[str, str, int]]:
    """Each block of the page: its language, its text and the line before it."""
    text = PAGE.read_text(encoding="utf-8")
    return [(m[1], m[2], text.count("\n", 0, m.start()) + 1) for m in BLOCKS.finditer(text)]


def test_the_page_runs_from_top_to_bottom() -> None:
    space: dict[str, Any] = {"__name__": "own_puzzles_page"}
    parser, flags = doctest.DocTestParser(), doctest.ELLIPSIS
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=flags)
    try:
        for language, text, line in blocks():
            if language == "python":
                exec(compile(text, str(PAGE), "exec", dont_inherit=True), space)
            else:
                test = parser.get_doctest(text, space, PAGE.name, str(PAGE), line)
                runner.run(test, out=said.append, clear_globs=False)
                space |= test.globs
    finally:
        kinds.forget("lamps")
    assert not runner.failures, "".join(said)
    assert runner.tries > 15


def test_the_class_of_the_page_is_a_file_that_commands_load(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (source,) = (text for language, text, _ in blocks() if language == "python")
    path, board = tmp_path / "lamps.py", tmp_path / "board.txt"
    path.write_text(source)
    board.write_text("lamps\n2 2 .\n3 . .\n0 . .\n")
    try:
        assert main(["--puzzle", str(path), str(board)]) == 0
    finally:
        kinds.forget("lamps")
    assert "3x3 lamps: unique" in capsys.readouterr().out
