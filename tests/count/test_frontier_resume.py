"""Compiled counts that are stopped and resumed, and layers that memory does not hold."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks.counting_frontier import cut_board
from count import frontier
from count.cli import main
from count.frontier import build
from count.frontier.compiled import checkpoint
from count.frontier.compiled.checkpoint import CheckpointStore, identity
from count.frontier.compiled.disk import advance_by_files, put_on_disk
from count.frontier.compiled.layers import Program, Run, TooMany, total
from count.frontier.compiled.programs import count_programs, programs
from count.frontier.compiled.table import merged, shares
from count.frontier.components import divide
from count.limits import CheckpointError, Limits, Stopped
from native.files import Busy
from puzzles import Binairo, Board
from tests.compiled import MEMORY

BOARD = cut_board(12, 12, 12, 1, "unused")
SOLUTIONS = 9382861258506279517  # by TdZdd's ddnumlin


def programs_of(board: Board) -> list[Program]:
    division = divide(board)
    assert division is not None
    return programs(build.machines(division.components[0], division.places))


@pytest.fixture(scope="module")
def sides() -> list[Program]:
    return programs_of(BOARD)


@pytest.mark.parametrize("memory", [200_000, 400_000])
def test_layers_go_to_disk_and_come_back(tmp_path: Path, sides: list[Program], memory: int) -> None:
    run = Run.of(sides[2])
    where = []
    assert run.finish(memory, lambda run: where.append(run.on_disk), tmp_path) == SOLUTIONS
    assert where[0] is False
    assert True in where
    assert where[-1] is False
    assert not list(tmp_path.iterdir())


def test_without_a_folder_a_large_layer_is_the_end(sides: list[Program]) -> None:
    with pytest.raises(TooMany):
        Run.of(sides[2]).finish(400_000)
    with pytest.raises(Stopped, match="states in one layer"):
        count_programs(sides, Limits(layers=100_000))


def test_layers_on_disk_of_other_machines(tmp_path: Path) -> None:
    board = Binairo.blank(8, 8).dropping("distinct")
    (program,) = programs_of(board)
    where = []
    run = Run.of(program)
    # 0/1 matrices counted row by row.
    assert run.finish(150_000, lambda run: where.append(run.on_disk), tmp_path) == 12413918
    assert True in where


def test_a_value_that_does_not_fit_is_reported_from_disk(
    tmp_path: Path, sides: list[Program]
) -> None:
    run = Run.of(sides[0])
    while run.count < 2000:
        assert not run.done
        run.step(MEMORY)
    layer = run.layer[: run.count].copy()
    layer[:, sides[0].words] = (1 << 64) - 1
    mapped = put_on_disk(layer, tmp_path)
    assert (mapped == layer).all()
    stop = run.level + 8
    for most in (300, 10**6):
        _, count, _ = advance_by_files(sides[0], mapped, 1, run.level, stop, most, tmp_path)
        assert count == -1
    _, count, _ = advance_by_files(sides[0], mapped, 2, run.level, stop, 3, tmp_path)
    assert count == -2


def test_records_are_dealt_and_merged_by_key() -> None:
    random = Random(5)
    rows = [[random.randrange(300), random.randrange(2), 1 + i] for i in range(2000)]
    records = np.array(rows, np.uint64)
    expected: dict[tuple[int, int], int] = {}
    for a, b, value in rows:
        expected[a, b] = expected.get((a, b), 0) + value
    ordered, firsts = shares(records, len(records), 2, 16)
    assert sorted(ordered.tolist()) == sorted(rows)
    parts = [ordered[a:b] for a, b in pairwise(firsts)]
    assert sum(map(len, parts)) == 2000
    assert min(map(len, parts)) > 0
    found: dict[tuple[int, int], int] = {}
    for part in parts:
        result, number = merged(part, 2, 10**6)
        for a, b, value in result[:number].tolist():
            assert (a, b) not in found
            found[a, b] = value
    assert found == expected
    assert merged(records, 2, len(expected) - 1)[1] == -2
    records[:, 2] = (1 << 64) - 1
    assert merged(records, 2, 10**6)[1] == -1


def interrupted(program: Program, store: CheckpointStore, level: int) -> Run:
    """A run that was saved at a level."""
    run = Run.of(program)
    while run.level < level:
        run.step(MEMORY)
    store.save(run)
    return run


def test_a_saved_run_goes_on_where_it_was(tmp_path: Path, sides: list[Program]) -> None:
    store = CheckpointStore(tmp_path, resume=True)
    for program, level in ((sides[1], 30), (sides[2], 60)):
        run = interrupted(program, store, level)
        again = store.begin(program)
        assert again is not None
        assert again.level == run.level
        assert (again.layer == run.layer[: run.count]).all()
        assert total(again.layer, again.count, program.words) > 1
    with store:
        saved = store.begin(sides[2])
    assert saved is not None
    # The run that is furthest goes on: twice its values are twice the count.
    saved.layer[:, sides[2].words] *= 2
    store.save(saved)
    limits = Limits(checkpoint=str(tmp_path), resume=True)
    assert count_programs(sides, limits) == 2 * SOLUTIONS
    # The end is saved too.
    assert count_programs(sides, limits) == 2 * SOLUTIONS
    limits = Limits(checkpoint=str(tmp_path))
    assert count_programs(sides, limits) == SOLUTIONS


def test_a_layer_on_disk_is_saved_and_resumed(tmp_path: Path, sides: list[Program]) -> None:
    store = CheckpointStore(tmp_path, resume=True)
    run = Run.of(sides[2])
    while not run.on_disk:
        assert not run.done
        run.step(400_000, tmp_path)
    store.save(run)
    limits = Limits(checkpoint=str(tmp_path), resume=True, layers=400_000)
    assert count_programs(sides, limits) == SOLUTIONS


def test_what_is_no_checkpoint_of_the_count_is_not_used(
    tmp_path: Path, sides: list[Program], capsys: pytest.CaptureFixture[str]
) -> None:
    store = CheckpointStore(tmp_path, resume=True)
    interrupted(sides[0], store, 40)
    path, other = store.path(sides[0]), store.path(sides[1])
    other.write_bytes(path.read_bytes())
    with store, pytest.raises(CheckpointError, match="another count"):
        store.begin(sides[1])
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    assert store.begin(sides[0]) is None
    assert "damaged checkpoint, computing it again" in capsys.readouterr().err


def test_programs_are_told_apart(sides: list[Program]) -> None:
    used = programs_of(cut_board(10, 10, 8, 1))
    assert len({identity(program) for program in [*sides, *used]}) == len(sides) + len(used)
    assert identity(programs_of(BOARD)[0]) == identity(sides[0])


KILLED = """
import os, signal, sys
from count.frontier.compiled import checkpoint
from count.frontier.compiled.programs import count_programs
from count.limits import Limits
from tests.count.test_frontier_resume import BOARD, programs_of

checkpoint._EVERY = 0.0
save = checkpoint.CheckpointStore.save

def save_and_die(self, run):
    save(self, run)
    os.kill(os.getpid(), signal.SIGKILL)

checkpoint.CheckpointStore.save = save_and_die
count_programs(programs_of(BOARD), Limits(checkpoint=sys.argv[1]))
"""


def test_a_killed_count_is_resumed(tmp_path: Path, sides: list[Program]) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    with CheckpointStore(tmp_path, resume=True) as store:
        levels = [run.level for run in map(store.begin, sides) if run is not None]
    assert len(levels) == 1
    assert 0 < levels[0] < sides[0].length
    assert count_programs(sides, Limits(checkpoint=str(tmp_path), resume=True)) == SOLUTIONS


def test_progress_is_told_and_checkpoints_are_written_in_time(
    tmp_path: Path, sides: list[Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 100_000, 20))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    saved: list[int] = []
    monkeypatch.setattr(CheckpointStore, "save", lambda self, run: saved.append(run.level))
    told: list[str] = []
    count_programs(sides, Limits(checkpoint=str(tmp_path)), told.append)
    assert told[0].startswith("level ")
    assert " of 144, " in told[0]
    assert len(saved) > 1
    assert saved == sorted(set(saved))
    assert saved[-1] == 144
    assert checkpoint._EVERY == 30


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "board.txt"
    board.write_text(BOARD.text() + "\n")
    folder = tmp_path / "runs"
    words = [str(board), "--by", "frontier", "--checkpoint", str(folder)]
    assert main(words) == 0
    assert str(SOLUTIONS) in capsys.readouterr().out
    (file,) = folder.iterdir()
    assert main([*words, "--resume"]) == 0
    assert str(SOLUTIONS) in capsys.readouterr().out
    for program in programs_of(BOARD):
        path = CheckpointStore(folder, resume=True).path(program)
        if path != file:
            path.write_bytes(file.read_bytes())
    assert main([*words, "--resume"]) == 2
    assert capsys.readouterr().err.endswith("a checkpoint of another count\n")


@pytest.mark.parametrize(
    "words",
    [
        ["--resume"],
        ["--checkpoint", "runs", "--sample", "1"],
        ["--checkpoint", "runs", "--by", "bdd"],
        ["--memory", "0"],
    ],
)
def test_options_that_do_not_go_together(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["board.txt", *words])
    assert stop.value.code == 2


def test_a_memory_limit_reaches_the_frontier() -> None:
    with pytest.raises(Stopped, match="states in one layer"):
        frontier.count(BOARD, Limits(layers=50_000))


def test_a_full_disk_does_not_end_a_count(
    tmp_path: Path,
    sides: list[Program],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(self: CheckpointStore, run: Run) -> None:
        raise OSError(28, "No space left on device", str(self.path(run.program)))

    monkeypatch.setattr(checkpoint, "_EVERY", 0.0)
    monkeypatch.setattr(CheckpointStore, "save", full)
    assert count_programs(sides, Limits(checkpoint=str(tmp_path))) == SOLUTIONS
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].endswith(": No space left on device: no checkpoint, counting on")


def test_a_second_count_with_the_same_checkpoint_is_refused(
    tmp_path: Path, sides: list[Program], capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "board.txt"
    board.write_text(BOARD.text() + "\n")
    with CheckpointStore(tmp_path, resume=True) as store:
        store.begin(sides[0])
        with pytest.raises(Busy), CheckpointStore(tmp_path, resume=True) as other:
            other.begin(sides[0])
        assert main([str(board), "--checkpoint", str(tmp_path)]) == 2
        assert capsys.readouterr().err.endswith(": in use by another run\n")
    assert count_programs(sides, Limits(checkpoint=str(tmp_path))) == SOLUTIONS
    assert not list(tmp_path.glob("*.lock"))
