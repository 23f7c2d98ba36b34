"""Workers called for by a script without a main guard: one message, and no page from each worker."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SEQUENCES = """\
from sequences.dense import compute, plan
plan._WORTH_PROCESSES = 0
print(compute("paths", 9, 9, workers=2))
"""
GENERATE = """\
import multiprocessing
from generate import Request, bank
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
list(bank(Request(puzzle="norinori", height=4, width=4), 1, 0, workers=2))
"""


def script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "mine.py").write_text(text)
    return subprocess.run(
        [sys.executable, str(folder / "mine.py")],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("text", [SEQUENCES, GENERATE])
def test_a_script_without_a_main_guard_is_told_so(text: str, tmp_path: Path) -> None:
    done = script(tmp_path, text)
    assert done.returncode == 1
    said = "no worker process could start; in a script of your own, put the call under"
    assert said in done.stderr.splitlines()[-1]
    assert done.stderr.count("Traceback") == 1
    assert "lost" not in done.stderr.replace("Lost", "")


def test_a_script_with_one_works(tmp_path: Path) -> None:
    first, *rest = SEQUENCES.splitlines()
    guarded = "\n".join([first, "if __name__ == '__main__':", *(f"    {line}" for line in rest)])
    done = script(tmp_path, guarded)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().isdigit()
