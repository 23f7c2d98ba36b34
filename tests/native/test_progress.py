"""The line on a terminal: there while work lasts, gone when something is printed, absent elsewhere."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from native import progress

ROOT = Path(__file__).resolve().parents[2]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_line_says_the_stage_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Terminal()
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr(progress, "_FIRST", 0.0)
    monkeypatch.setattr(progress, "_EVERY", 0.01)
    with progress.at_work("board.txt"):
        progress.stage("place {} of {}", 3, 7)
        while "board.txt: place 3 of 7 (0 s)" not in told.getvalue():
            time.sleep(0.01)
    assert told.getvalue().endswith("\r\x1b[K")


def test_nothing_is_written_where_no_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr(progress, "_FIRST", 0.0)
    with progress.at_work("board.txt"):
        time.sleep(0.05)
    assert told.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", None)
    with progress.at_work("board.txt"):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_long_probing_shows_where_it_is_and_is_stopped(tmp_path: Path) -> None:
    cells = " ".join(f"R{i // 6}" for i in range(3000))
    (tmp_path / "long").write_text(f"norinori\n{cells}\n")
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "kazoe", "ladder", "--rung", "probe", "long"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen(
        words, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=theirs
    )
    os.close(theirs)
    seen = ""
    while not re.search(r"long: probing place \d+ of 3000", seen):
        seen += os.read(ours, 4096).decode()  # OSError where the command has ended
    child.send_signal(signal.SIGINT)
    assert child.wait() == 130
    os.close(ours)
