"""Long runs of the dense machines: kills, checkpoints, damage, lost workers, progress."""

import json
import multiprocessing
import os
import pty
import shutil
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from sequences.dense import CheckpointError, compute, primes_used
from sequences.dense.blocks import block_threads
from sequences.dense.bounds import size_bound
from sequences.dense.checkpoint import CheckpointStore
from sequences.dense.machine import machine_for
from sequences.dense.plan import crew, deal
from sequences.dense.residues import combine
from sequences.dense.spread import run_tasks
from sequences.dense.task import residues

ROOT = Path(__file__).parents[2]
PATIENCE = 120  # seconds before a test gives up waiting for another process


def wait_for(condition: Callable[[], object]) -> None:
    for _ in range(PATIENCE * 50):
        if condition():
            return
        time.sleep(0.02)
    raise TimeoutError


def rows_saved(folder: Path) -> int:
    """The least row that every prime has reached."""
    rows: dict[str, int] = {}
    for path in folder.glob("*.ckpt"):
        prime, row = path.stem.split("-")[-2:]
        rows[prime] = max(rows.get(prime, 0), int(row[1:]))
    return min(rows.values(), default=0)


def interrupted(store: CheckpointStore, height: int, width: int, rows: int) -> None:
    """Run a job in this process up to some row."""

    class Interruption(Exception):
        pass

    def stop(_: int) -> None:
        nonlocal rows
        rows -= 1
        if rows == 0:
            raise Interruption

    primes = primes_used(store.family, height, width)
    with store.open(resume=False):
        pass
    (task,) = deal(store.family, height, width, primes, store=store)
    with pytest.raises(Interruption):
        residues(task, stop)


SCRIPT = """
import sys
from sequences.dense import compute
print(compute("paths", 30, 10, checkpoint=sys.argv[1], resume=True))
"""


def test_killed_at_any_moment_and_resumed_gives_the_same_term(tmp_path: Path) -> None:
    def far_enough(process: subprocess.Popen[bytes], rows: int) -> bool:
        return rows_saved(tmp_path) >= rows or process.poll() is not None

    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    reached = [0]
    for more in (1, 7, 9):  # rows until the next kill
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            wait_for(partial(far_enough, process, reached[-1] + more))
            process.kill()
            if process.wait() == 0:
                break  # it was faster than we, on a busy computer
        reached.append(rows_saved(tmp_path))
    assert len(reached) > 1
    assert reached == sorted(set(reached))
    last = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(last.stdout) == compute("paths", 30, 10)
    assert not list(tmp_path.glob("*.part"))


def test_resuming_does_only_the_rows_that_are_left(tmp_path: Path) -> None:
    store = CheckpointStore(tmp_path, "covers", 9, 5)
    interrupted(store, 9, 5, rows=6)
    done: list[int] = []
    primes = primes_used("covers", 9, 5)
    (task,) = deal("covers", 9, 5, primes, store=store)
    found = residues(task, done.append)
    assert done == [6 * len(primes)] + 3 * [len(primes)]
    term = combine(found, primes, size_bound("covers", 9, 5))
    assert term == compute("covers", 9, 5)
    assert compute("covers", 9, 5, checkpoint=tmp_path, resume=True) == term
    assert all(store.rows(prime) == [9] for prime in primes)  # nothing but the results is left


def test_without_resume_old_checkpoints_are_not_used(tmp_path: Path) -> None:
    store = CheckpointStore(tmp_path, "paths", 6, 6)
    primes = primes_used("paths", 6, 6)
    with store.open(resume=False):
        pass
    for prime in primes:
        store.save(prime, 6, np.array([12345], np.uint64))
    assert compute("paths", 6, 6, checkpoint=tmp_path) == 3952987691824


@pytest.mark.parametrize("place", [0, 20, 70, 120, -1])
def test_a_damaged_checkpoint_is_recognised_and_computed_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: int
) -> None:
    """One flipped bit in the checksum, the header or the values."""
    store = CheckpointStore(tmp_path, "no-three", 8, 6)
    interrupted(store, 8, 6, rows=5)
    damaged = min(tmp_path.glob("*.ckpt"))
    content = bytearray(damaged.read_bytes())
    content[place] ^= 1
    damaged.write_bytes(content)
    assert compute("no-three", 8, 6, checkpoint=tmp_path, resume=True) == compute("no-three", 8, 6)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{damaged}: damaged checkpoint, computing it again"]


@pytest.mark.parametrize("length", [0, 10, 100, 1000])
def test_a_torn_checkpoint_is_recognised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], length: int
) -> None:
    store = CheckpointStore(tmp_path, "no-three", 8, 6)
    interrupted(store, 8, 6, rows=5)
    torn = min(tmp_path.glob("*.ckpt"))
    torn.write_bytes(torn.read_bytes()[:length])
    assert compute("no-three", 8, 6, checkpoint=tmp_path, resume=True) == compute("no-three", 8, 6)
    assert "damaged" in capsys.readouterr().err


def test_a_damaged_row_falls_back_to_the_row_before(tmp_path: Path) -> None:
    """A kill while a row is being saved leaves both rows for some primes."""
    store = CheckpointStore(tmp_path, "paths", 9, 6)
    interrupted(store, 9, 6, rows=4)
    primes = primes_used("paths", 9, 6)
    store.save(primes[0], 5, np.zeros(3, np.uint64))
    path = next(tmp_path.glob("*-r5.ckpt"))
    path.write_bytes(b"")
    done: list[int] = []
    (task,) = deal("paths", 9, 6, primes[:1], store=store)
    residues(task, done.append)
    assert done == [4, 1, 1, 1, 1, 1]  # rows 5 to 9


@pytest.mark.parametrize("name", ["family", "height", "width", "prime", "row", "format"])
def test_a_checkpoint_of_another_job_is_refused(tmp_path: Path, name: str) -> None:
    """A file of another job under this job's name, with a right checksum."""
    store = CheckpointStore(tmp_path, "paths", 8, 5)
    interrupted(store, 8, 5, rows=3)
    path = min(tmp_path.glob("*.ckpt"))
    _, header, payload = path.read_bytes().split(b"\n", 2)
    other = json.loads(header)
    other[name] = "covers" if name == "family" else other[name] + 1
    rest = json.dumps(other).encode() + b"\n" + payload
    path.write_bytes(sha256(rest).hexdigest().encode() + b"\n" + rest)
    with pytest.raises(CheckpointError, match="another job"):
        compute("paths", 8, 5, checkpoint=tmp_path, resume=True)
    assert path.read_bytes().endswith(rest)


@pytest.mark.parametrize(
    ("header", "payload", "message"),
    [
        (None, b"", "wrong number of values"),
        (None, bytes(8), "wrong number of values"),
        (None, bytes(80), "wrong number of values"),
        (None, b"\xff" * 80, "no residues modulo"),
        (b"header", b"", "no checkpoint"),
        (b"[]", b"", "no checkpoint"),
    ],
)
@pytest.mark.parametrize("rows", [3, 8])
def test_a_right_checksum_over_nonsense_is_refused(
    tmp_path: Path, header: bytes | None, payload: bytes, message: str, rows: int
) -> None:
    store = CheckpointStore(tmp_path, "paths", 8, 5)
    interrupted(store, 8, 5, rows)
    if payload == bytes(8) and rows == 8:
        message = "contradict"  # one value is right after the last row, but not this one
    for path in tmp_path.glob("*.ckpt") if "wrong" in message else [min(tmp_path.glob("*.ckpt"))]:
        _, names, _ = path.read_bytes().split(b"\n", 2)
        rest = (names if header is None else header) + b"\n" + payload
        path.write_bytes(sha256(rest).hexdigest().encode() + b"\n" + rest)
    with pytest.raises((CheckpointError, ArithmeticError), match=message):
        compute("paths", 8, 5, checkpoint=tmp_path, resume=True)


def test_jobs_may_share_a_folder(tmp_path: Path) -> None:
    with CheckpointStore(tmp_path, "paths", 8, 5).open(resume=False):
        pass
    interrupted(CheckpointStore(tmp_path, "paths", 8, 5), 8, 5, rows=3)
    kept = set(tmp_path.iterdir())
    assert compute("covers", 8, 5, checkpoint=tmp_path) == compute("covers", 8, 5)
    assert kept <= set(tmp_path.iterdir())


def test_primes_regroup_when_the_number_of_workers_changes(tmp_path: Path) -> None:
    """Two workers stopped at different rows; then one worker goes on."""
    primes = primes_used("paths", 12, 8)
    store = CheckpointStore(tmp_path, "paths", 12, 8)
    with store.open(resume=False):
        pass
    first, second = deal("paths", 12, 8, primes, workers=2, store=store)
    residues(first)
    tasks = deal("paths", 12, 8, primes, store=store)
    assert [task.primes for task in tasks] == [first.primes, second.primes]
    assert compute("paths", 12, 8, checkpoint=tmp_path, resume=True) == compute("paths", 12, 8)


def test_local_processes_give_the_same_residues() -> None:
    primes = primes_used("covers", 8, 7)
    tasks = deal("covers", 8, 7, primes, workers=2)
    assert len(tasks) == 2
    found = run_tasks(tasks, workers=2, scheduler=None, progress=False)
    bound = size_bound("covers", 8, 7)
    assert combine([found[p] for p in primes], primes, bound) == compute("covers", 8, 7)


def test_threads_over_blocks_of_states_give_the_same_values() -> None:
    with block_threads(2) as blocks:
        covered = np.zeros(1 << 18, np.int64)

        def count(low: int, high: int) -> None:
            covered[low:high] += 1

        blocks.each(len(covered), count)
        assert (covered == 1).all()
        for family in ("covers", "no-three"):
            machine = machine_for(family, 10)
            moduli = [np.uint64(prime) for prime in primes_used(family, 10, 10)]
            alone, shared = (machine.spaces(len(moduli)) for _ in range(2))
            with block_threads(1) as one:
                for _ in range(3):
                    machine.row_back(alone, moduli, one)
                    machine.row_back(shared, moduli, blocks)
            assert (alone[0] == shared[0]).all()


def test_local_workers_suit_the_job() -> None:
    assert crew("paths", 10, 10, 4, 2) == (1, 1)  # over before a process has started
    assert crew("paths", 300, 10, 70, 2) == (2, 1)  # processes over primes
    assert crew("no-three", 14, 14, 4, 2) == (1, 2)  # threads over blocks of states


def test_a_lost_local_worker_is_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    height, width = 60, 9
    primes = primes_used("paths", height, width)[:2]
    store = CheckpointStore(tmp_path, "paths", height, width)
    with store.open(resume=False):
        pass
    tasks = deal("paths", height, width, primes, workers=2, store=store)

    def kill() -> None:
        wait_for(lambda: rows_saved(tmp_path) >= 3)
        victim = multiprocessing.active_children()[0].pid
        assert victim is not None
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    found = run_tasks(tasks, workers=2, scheduler=None, progress=False)
    killer.join()
    (task,) = deal("paths", height, width, primes)
    assert tuple(found[prime] for prime in primes) == residues(task)
    assert "a worker was lost" in capsys.readouterr().err


def test_a_worker_stops_when_nobody_waits(tmp_path: Path) -> None:
    from dataclasses import replace

    (task,) = deal("paths", 5, 4, primes_used("paths", 5, 4))
    with pytest.raises(FileNotFoundError):
        residues(replace(task, notes=tmp_path / "removed"))
    with pytest.raises(FileNotFoundError):
        residues(replace(task, parent=1))


def test_a_dask_cluster_survives_the_death_of_a_worker(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    height, width = 40, 9
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        with distributed.Client(cluster) as client:
            workers = client.run(os.getpid)
        assert len(set(workers.values()) | {os.getpid()}) == 3  # two processes, neither ours
        killed = []

        def kill() -> None:
            wait_for(lambda: rows_saved(tmp_path) >= 2)
            victim = next(iter(workers.values()))
            os.kill(victim, signal.SIGKILL)
            killed.append(rows_saved(tmp_path))

        killer = threading.Thread(target=kill)
        killer.start()
        term = compute(
            "paths", height, width, scheduler=cluster.scheduler_address, checkpoint=tmp_path
        )
        killer.join()
        assert killed
        assert killed[0] < height
    assert term == compute("paths", height, width)


def test_progress_is_silent_away_from_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    compute("paths", 6, 6, progress=True)
    assert capsys.readouterr() == ("", "")


def test_progress_on_a_terminal_shows_rate_and_remaining_time() -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 100))
    script = "from sequences.dense import compute; compute('paths', 30, 7, progress=True)"
    process = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, check=True
    )
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert process.stdout == b""
    assert "100%" in shown
    assert "row/s" in shown or "s/row" in shown
    assert "<" in shown  # elapsed<remaining


@pytest.mark.slow
def test_machine_code_is_kept_for_one_text_of_the_package_only(tmp_path: Path) -> None:
    """A change in one file must reach the compiled functions of the others that call it."""
    package = tmp_path / "sequences"
    shutil.copytree(
        ROOT / "sequences" / "dense",
        package / "dense",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    package.joinpath("__init__.py").touch()
    script = "from sequences.dense import compute; print(compute('induced-matchings', 2, 2))"

    def term() -> str:
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    assert term() == "5"
    rules = package / "dense" / "rules.py"
    changed = rules.read_text().replace("-1 if above == 2 else cleared", "cleared")
    assert changed != rules.read_text()
    rules.write_text(changed)
    assert term() == "7"  # a one may now lack its partner below, if there is a row below
    assert len(list((package / "dense" / "__pycache__").glob("numba-*"))) == 2


def test_asking_what_is_supported_loads_no_numba() -> None:
    script = (
        "import sys, sequences.dense as dense; dense.supported('paths', 3, 3); "
        "dense.primes_used('paths', 9, 9); print({'numpy', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"
