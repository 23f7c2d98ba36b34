"""Runs killed at random moments lose nothing that they reported, and end where an unbroken run ends.

Each job is a program that goes on from what is there, prints ``kept NAME`` when something is safe,
and ``end RESULT``.  It is killed again and again, and begun anew when it has come to its end all the
same; what it reported must be there after each kill.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from encode.verify import verify
from generate.record import stored
from ledger.store import ResultStore

ROOT = Path(__file__).resolve().parents[2]

COUNT = """\
from count.frontier.compiled import checkpoint
from count.frontier.compiled.programs import count_programs
from count.limits import Limits
from tests.count.test_frontier_resume import BOARD, programs_of
checkpoint._EVERY = 0.2
programs = programs_of(BOARD)
print("ready", flush=True)
print("end", count_programs(programs, Limits(checkpoint=FOLDER, resume=True)))
"""
SEQUENCE = """\
from sequences.dense import compute
print("ready", flush=True)
print("end", compute("no-three", 12, 9, checkpoint=FOLDER, resume=True))
"""
BANK = """\
from generate.__main__ import main
print("ready", flush=True)
words = ["norinori", "5x5", "--count", "12", "--seed", "3", "--out", FOLDER + "/bank.jsonl"]
main([*words, "--resume", "--format", "text"])
print("end", open(FOLDER + "/bank.jsonl").read())
"""
PROOF = """\
from encode import decide
from puzzles import parse
board = parse("numberlink\\nA . .\\n. . B\\nA . B\\n")
print("ready", flush=True)
for i in range(30):
    decide(board, proof=FOLDER + "/proof")
    print("kept", i, flush=True)
print("end")
"""
LEDGER = """\
from pathlib import Path
from ledger.store import ResultStore
from types import SimpleNamespace
with ResultStore.opened(Path(FOLDER) / "store", "state", 1) as store:
    print("ready", flush=True)
    for i in range(300):
        task = SimpleNamespace(key=("part", i, 1))
        if store.get(task) is None:
            store.put(task, (f"tallies {i}", 0.5))
            print("kept", i, flush=True)
print("end")
"""


def started(job: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", f"FOLDER = {str(folder)!r}\n{job}"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def killed(job: str, folder: Path, after: float) -> list[str]:
    """What the job printed before it was killed, so many seconds after it was ready."""
    process = started(job, folder)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    timer = threading.Timer(after, lambda: process.send_signal(signal.SIGKILL))
    timer.start()
    out, err = process.communicate(timeout=120)
    timer.cancel()
    assert process.returncode in (0, -signal.SIGKILL), err
    assert err == ""
    return out.rpartition("\n")[0].splitlines()  # the last line may be cut off


def unbroken(job: str, folder: Path) -> tuple[str, float]:
    """What the job prints behind ``end``, and the seconds from its being ready on."""
    folder.mkdir(exist_ok=True)
    process = started(job, folder)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    start = time.perf_counter()
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.partition("end")[2], time.perf_counter() - start


def nothing(folder: Path, told: list[str]) -> None:
    """The result alone tells."""


def bank(folder: Path, told: list[str]) -> None:
    """Every board that was printed is in the bank, whose lines but the last are whole."""
    path = folder / "bank.jsonl"
    if path.exists() and (whole := path.read_bytes().rpartition(b"\n")[0]):
        copy = folder / "whole.jsonl"
        copy.write_bytes(whole + b"\n")
        kept = {record.attempt for record in stored(copy).records}
        printed = {
            int(line.split("attempt ")[1].split(",")[0]) for line in told if "attempt " in line
        }
        assert printed <= kept


def proof(folder: Path, told: list[str]) -> None:
    """The certificate is whole, once one was told of."""
    path = folder / "proof"
    assert path.exists() or not told
    if path.exists():
        assert verify(path, quick=True).verdict == "unique"


def ledger(folder: Path, told: list[str]) -> None:
    """Every result that was told of is in the store."""
    path = folder / "store"
    if not path.exists():
        return

    class Task:
        def __init__(self, i: int) -> None:
            self.key = ("part", i, 1)

    with ResultStore.opened(path, "state", 1) as store:
        for line in told:
            if line.startswith("kept"):
                i = int(line.split()[1])
                task: object = Task(i)
                assert store.get(task) == (f"tallies {i}", 0.5)  # type: ignore[arg-type]


JOBS: dict[str, tuple[str, Callable[[Path, list[str]], None]]] = {
    "count": (COUNT, nothing),
    "sequence": (SEQUENCE, nothing),
    "bank": (BANK, bank),
    "proof": (PROOF, proof),
    "ledger": (LEDGER, ledger),
}


def repeat(name: str, tmp_path: Path, kills: int) -> None:
    job, check = JOBS[name]
    wanted, seconds = unbroken(job, tmp_path / "unbroken")
    rng = random.Random(name)
    folder = tmp_path / "killed"
    for i in range(kills):
        folder.mkdir(exist_ok=True)
        told = killed(job, folder, rng.random() * seconds)
        check(folder, told)
        if any(line.startswith("end") for line in told):
            folder = tmp_path / f"killed{i}"
    assert unbroken(job, folder)[0] == wanted


@pytest.mark.parametrize("name", JOBS)
def test_a_few_kills(name: str, tmp_path: Path) -> None:
    repeat(name, tmp_path, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", JOBS)
def test_fifty_kills(name: str, tmp_path: Path) -> None:
    repeat(name, tmp_path, 50)
