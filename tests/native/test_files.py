"""Whole files or none, and one run at a time on a bank or a checkpoint."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EFBIG
from pathlib import Path

import pytest

from native.files import Busy, add_line, lock, replacing, write_text

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """No file may grow beyond so many bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def run(*words: str | Path, most: int | None = None) -> subprocess.CompletedProcess[str]:
    def limited() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return subprocess.run(
        [sys.executable, *map(str, words)],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=limited,
    )


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with pytest.raises(OSError, match=str(path)) as full, small_files(1000):
        write_text(path, "x" * 100_000)
    assert full.value.errno == EFBIG
    assert path.read_text() == "old"
    with pytest.raises(ZeroDivisionError), replacing(path) as part:
        part.write(b"%d" % (1 // 0))
    assert path.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == [path, link]
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_line_is_added_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "bank"
    add_line(path, "first")
    with pytest.raises(OSError, match=str(path)), small_files(1000):
        add_line(path, "x" * 100_000)
    assert path.read_text() == "first\n"
    add_line(path, "second")
    assert path.read_text() == "first\nsecond\n"


def test_a_lock_keeps_others_off(tmp_path: Path) -> None:
    path = tmp_path / "bank"
    again = f"import pathlib, native.files as f\nwith f.lock(pathlib.Path({str(path)!r})): pass"
    with lock(path):
        with pytest.raises(Busy, match="in use by another run"), lock(path):
            pass
        done = run("-c", again)
        assert done.returncode == 1
        assert f"in use by another run: '{path}'" in done.stderr
    assert run("-c", again).returncode == 0
    assert not list(tmp_path.iterdir())


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    """Also where a child of the process lives on, as workers do for a moment."""
    path = tmp_path / "bank"
    program = f"""
import os, signal, time
from pathlib import Path
from native.files import lock
with lock(Path({str(path)!r})):
    if os.fork() == 0:
        os.close(1), os.close(2)
        time.sleep(20)
        os._exit(0)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert run("-c", program).returncode == -9
    with lock(path):
        pass


def held(path: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    with lock(path):
        return run("-m", "kazoe", *words)


BOARD = "numberlink\nA . .\n. . B\nA . B\n"


def test_a_second_run_on_a_bank_is_refused(tmp_path: Path) -> None:
    bank = tmp_path / "bank.jsonl"
    done = held(bank, "generate", "norinori", "4x4", "--out", bank)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{bank}: in use by another run\n"
    assert not bank.exists()


def test_a_second_run_on_a_checkpoint_of_sequences_is_refused(tmp_path: Path) -> None:
    words = ("sequences", "kxn", "--table", "6", "6", "--checkpoint", tmp_path)
    done = held(tmp_path / "paths-6x6", *words)
    assert done.returncode == 2
    assert "in use by another run" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bank_on_a_full_disk_keeps_what_it_has(tmp_path: Path) -> None:
    bank = tmp_path / "bank.jsonl"
    words = ("-m", "generate", "norinori", "4x4", "--count", "9", "--seed", "1", "--out", bank)
    done = run(*words, most=2000)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"{bank}: File too large"
    first = bank.read_text()
    assert first.endswith("\n")
    assert 0 < len(first) <= 2000
    assert run(*words, "--resume").returncode == 0
    assert bank.read_text().startswith(first)
    assert len(bank.read_text().splitlines()) == 9


def test_a_proof_on_a_full_disk_keeps_the_verdict(tmp_path: Path) -> None:
    board, proof = tmp_path / "b", tmp_path / "proof"
    board.write_text(BOARD)
    done = run("-m", "encode", board, "--proof", proof, most=100)
    assert done.returncode == 2
    assert "unique" in done.stdout
    assert done.stderr == f"{proof}: no certificate: File too large\n"
    assert list(tmp_path.iterdir()) == [board]


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "norinori", "4x4", "--out"),
        ("ledger", "run", "D1", "--store"),
        ("encode", "BOARD", "--proof"),
        ("sequences", "2xn", "--certificate"),
    ],
)
def test_a_folder_that_cannot_be_written_is_one_line(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    """/proc refuses new files from everybody."""
    (tmp_path / "b").write_text(BOARD)
    target = "/proc/self/kazoe-out"
    named = [str(tmp_path / "b") if word == "BOARD" else word for word in words]
    done = run("-m", "kazoe", *named, target)
    assert done.returncode in (2, 3)
    assert "Traceback" not in done.stderr
    assert target in done.stderr.splitlines()[-1]
