"""A user without a home, a home that cannot be written, a read-only installation: all commands work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOBODY = """\
import os, pwd, sys
os.environ.pop("HOME", None)
def nobody(uid):
    raise KeyError(uid)
pwd.getpwuid = nobody
from kazoe.command import main
sys.exit(main(sys.argv[1:]))
"""
"""The command as a user whom the system does not know."""
WIDE = "numberlink unused\n" + f"A{9 * ' .'}\n" + f".{9 * ' .'}\n" * 8 + f".{8 * ' .'} A\n"
"""Enough states for machine code."""


def run(*words: str | Path, **changed: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "NUMBA_", "HOME"))}
    return subprocess.run(
        [sys.executable, "-B", *map(str, words)],
        env=kept | {"PYTHONPATH": str(ROOT)} | changed,
        capture_output=True,
        text=True,
        timeout=300,
    )


HOMES = [
    {"HOME": "/nonexistent/home", "NUMBA_CACHE_DIR": "/dev/null/cache"},
    {"HOME": "/dev/null", "NUMBA_CACHE_DIR": "/dev/null/cache"},
]


@pytest.mark.parametrize("homes", [*HOMES, None], ids=["nowhere", "a device", "unknown user"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("count", "BOARD"), "2 solutions"),
        (("encode", "BOARD"), "several solutions"),
        (("sequences", "2xn"), "PROVED"),
    ],
)
def test_commands(
    homes: dict[str, str] | None, words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    board = tmp_path / "b"
    board.write_text("binairo\n. .\n. .\n")
    rest = [str(board) if word == "BOARD" else word for word in words]
    start = ["-c", NOBODY] if homes is None else ["-m", "kazoe"]
    done = run(*start, *rest, **(homes or {"NUMBA_CACHE_DIR": "/dev/null/cache"}))
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


@pytest.mark.slow
def test_machine_code_is_compiled_anew(tmp_path: Path) -> None:
    board = tmp_path / "b"
    board.write_text(WIDE)
    words = ("count", "--by", "frontier", board)
    done = run("-c", NOBODY, *words, NUMBA_CACHE_DIR="/dev/null/cache")
    assert (done.returncode, done.stderr) == (0, "")
    assert "frontier 41044208702632496804" in done.stdout
