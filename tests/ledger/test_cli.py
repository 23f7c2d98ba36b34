"""``python -m ledger``: what it prints, refuses, keeps and takes up again."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import ledger.__main__ as command
from ledger import ClaimError, claim, record
from ledger.claims import Task
from ledger.run import full_tasks, measure
from ledger.store import ResultStore, StoreError, code
from ledger.tally import Tallies, Total


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs write their record, pages and results into a folder of the test's own."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(
        "<!-- ledger value B1; by the line's automaton -->?<!-- /ledger -->\n", encoding="utf-8"
    )
    monkeypatch.setattr(command, "RECORD", tmp_path / "record.json")
    monkeypatch.setattr(command, "_ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_a_word_every_claim_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [entry.claim.id for entry in record()]


def test_show_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["show", "b7"]) == 0
    out = capsys.readouterr().out
    assert "| 6x6: least number of givens |  | 5 |" in out


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["show", "B6", "B7", "--json"]) == 0
    six, seven = json.loads(capsys.readouterr().out)
    assert (six["id"], seven["verdict"]) == ("B6", "settled")
    mean = next(f for f in six["figures"] if f["name"] == "6x6: mean number of givens")
    assert mean["mean"][0] == mean["n"] == 200
    assert six["command"] == "python -m ledger run B6 --seed 1"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show", "X1"], "expected a claim"),
        (["run", "B1", "N99"], "expected a claim"),
        (["check", "X1"], "expected a claim"),
    ],
)
def test_an_unknown_claim_is_one_line_and_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"ledger: {complaint}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["run", "--workers", "0"], ["run", "--seed", "x"], ["weigh"]]
)
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(arguments)
    assert stopped.value.code == 2


def test_a_run_records_writes_and_is_checked(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["run", "B1", "B5"]) == 0
    assert "boards with exactly one solution | 6 | 6" in capsys.readouterr().out
    assert "### B5" in (elsewhere / "docs" / "ledger.md").read_text(encoding="utf-8")
    assert "2, 6, 14, 34, 84, 208" in (elsewhere / "README.md").read_text(encoding="utf-8")
    assert command.main(["check", "B1", "B5"]) == 0
    assert "as recorded" in capsys.readouterr().out
    spoilt = json.loads((elsewhere / "record.json").read_text(encoding="utf-8"))
    (first,) = spoilt["B5"]["first"].values()
    first["boards with exactly one solution"] = {"total": 5}
    (elsewhere / "record.json").write_text(json.dumps(spoilt), encoding="utf-8")
    assert command.main(["check", "B1", "B5"]) == 2
    assert "no full run gives this record" in capsys.readouterr().err
    spoilt["B5"]["figures"] = first
    (elsewhere / "record.json").write_text(json.dumps(spoilt), encoding="utf-8")
    assert command.main(["check", "B1", "B5"]) == 1
    out = capsys.readouterr().out
    assert "recorded 5, now 6" in out
    assert "1 figure differ" in out


def test_a_dry_run_leaves_no_record(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["run", "B1", "--dry", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["verdict"] == "reproduced"
    assert not (elsewhere / "record.json").exists()
    assert not (elsewhere / "docs" / "ledger.md").exists()


def test_a_run_that_was_stopped_goes_on_where_it_was(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[Task] = []
    real = Task.measured

    def stopped_after_three(task: Task, seed: int) -> object:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(task)
        return real(task, seed)

    monkeypatch.setattr(Task, "measured", stopped_after_three)
    assert command.main(["run", "B2", "B3", "--dry"]) == 130
    assert "the same command goes on" in capsys.readouterr().err
    kept = len(done)
    monkeypatch.setattr(
        Task, "measured", lambda task, seed: (done.append(task), real(task, seed))[1]
    )
    assert command.main(["run", "B2", "B3", "--dry"]) == 0
    assert kept == 3
    assert len(done) == sum(len(full_tasks(claim(name))) for name in ("B2", "B3"))


def test_results_of_other_code_or_another_seed_do_not_count(tmp_path: Path) -> None:
    task = full_tasks(claim("B1"))[0]
    path = tmp_path / "results.sqlite"
    with ResultStore.opened(path, code(), 1) as store:
        list(measure([(claim("B1"), [task])], 1, store=store))
        assert store.get(task) is not None
    for state, seed in (("other", 1), (code(), 2)):
        with ResultStore.opened(path, state, seed) as store:
            assert store.get(task) is None
    with ResultStore.opened(path, code(), 1) as store:
        assert store.get(task) is not None


def test_a_file_that_is_no_store_is_named_and_left_alone(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = elsewhere / "notes.txt"
    path.write_text("not a database, but long enough to be looked at " * 40, encoding="utf-8")
    before = path.read_bytes()
    assert command.main(["run", "B1", "--store", str(path)]) == 2
    assert "notes.txt: not a store of ledger results" in capsys.readouterr().err
    assert path.read_bytes() == before
    other = elsewhere / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE results (mine TEXT)")
    with pytest.raises(StoreError), ResultStore.opened(other, code(), 1):
        pass


def test_two_runs_on_one_store_give_each_task_its_own_result(tmp_path: Path) -> None:
    """The other run stores results between ours; none may be filed under another task."""
    listed = claim("B6")
    tasks = listed.parts[0].tasks()[:4]
    (alone,) = measure([(listed, tasks)], 1)
    path = tmp_path / "shared.sqlite"
    with ResultStore.opened(path, "same", 1) as ours, ResultStore.opened(path, "same", 1) as theirs:
        others = iter(tasks[1:])

        def other_run_goes_on() -> None:
            for task in others:
                list(measure([(listed, [task])], 1, store=theirs))
                return

        (found,) = measure([(listed, tasks)], 1, store=ours, tick=other_run_goes_on)
        assert plain(found.figures) == plain(alone.figures)
        (again,) = measure([(listed, tasks)], 1, store=ours)
        assert plain(again.figures) == plain(alone.figures)


def plain(tallies: Tallies) -> dict[str, object]:
    return {name: tally.json() for name, tally in tallies.items()}


def test_without_assertions_nothing_is_measured(tmp_path: Path) -> None:
    words = ["-O", "-m", "ledger", "run", "B5", "--dry", "--store", str(tmp_path / "o.sqlite")]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("run Python without -O")


def test_a_claim_named_twice_is_measured_once(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["run", "B3", "b3", "B5", "B3", "--dry", "--json"]) == 0
    assert [found["id"] for found in json.loads(capsys.readouterr().out)] == ["B3", "B5"]


def test_a_result_that_the_claim_refuses_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = full_tasks(claim("B5"))[0]
    monkeypatch.setattr(Task, "measured", lambda task, seed: {"unheard of": Total(1)})
    with ResultStore.opened(tmp_path / "results.sqlite", "state", 1) as store:
        with pytest.raises(ClaimError, match="a figure that is not listed: 'unheard of'"):
            list(measure([(claim("B5"), [task])], 1, store=store))
        assert store.get(task) is None


def test_what_another_run_records_meanwhile_stays(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Task.measured

    def beside(task: Task, seed: int) -> object:
        if task.part.claim == "B5":
            monkeypatch.setattr(Task, "measured", real)
            assert command.main(["run", "B1", "--store", "other.sqlite"]) == 0
        return real(task, seed)

    monkeypatch.setattr(Task, "measured", beside)
    assert command.main(["run", "B5"]) == 0
    recorded = json.loads((elsewhere / "record.json").read_text(encoding="utf-8"))
    assert list(recorded) == ["B1", "B5"]


@pytest.mark.parametrize("row", ["{broken", '{"figure": {"guess": 1}}', "[]", '{"figure": 3}'])
def test_a_damaged_result_is_named(
    row: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["run", "B5", "--dry"]) == 0
    with sqlite3.connect("ledger.sqlite") as connection:
        connection.execute("UPDATE results SET tallies = ?", (row,))
    capsys.readouterr()
    assert command.main(["run", "B5", "--dry"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("ledger: the stored result of B5/bank/")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "damage",
    [1, {}, {"figures": {}}, {"figures": {"boards with exactly one solution": {"guess": 1}}}],
)
def test_a_damaged_record_is_named(
    damage: object, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (elsewhere / "record.json").write_text(json.dumps({"B5": damage}), encoding="utf-8")
    assert command.main(["list", "B5"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(
        ("ledger: the record of B5 is damaged", "ledger: B5: listed and recorded")
    )
    assert err.count("\n") == 1


def test_pages_are_written_all_or_none_and_figures_are_printed_first(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (elsewhere / "README.md").write_text(
        "<!-- ledger table N2 --><!-- /ledger -->", encoding="utf-8"
    )
    assert command.main(["run", "B5"]) == 2
    said = capsys.readouterr()
    assert "boards with exactly one solution | 6 | 6" in said.out
    assert said.err == "ledger: N2 is not in the record; python -m ledger run N2\n"
    assert not (elsewhere / "docs" / "ledger.md").exists()


def test_a_store_that_another_holds_is_told(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["run", "B5", "--dry"]) == 0
    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, timeout: real(path, timeout=0.1))
    holding = real("ledger.sqlite")
    holding.execute("BEGIN EXCLUSIVE")
    try:
        assert command.main(["run", "B1", "--dry"]) == 2
    finally:
        holding.close()
    assert "locked" in capsys.readouterr().err


def test_a_worker_that_is_killed_is_told(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Task, "measured", lambda task, seed: os.kill(os.getpid(), signal.SIGKILL))
    assert command.main(["run", "B2", "--workers", "2", "--dry"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("ledger: a worker process was killed")
    assert err.count("\n") == 1


def test_ctrl_c_inside_a_solver_ends_like_any_other(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import pysolvers

    def caught(task: Task, seed: int) -> object:
        raise pysolvers.error("Caught keyboard interrupt")

    monkeypatch.setattr(Task, "measured", caught)
    assert command.main(["run", "B5", "--dry"]) == 130
    assert "the same command goes on" in capsys.readouterr().err

    def failed(task: Task, seed: int) -> object:
        raise pysolvers.error("out of memory")

    monkeypatch.setattr(Task, "measured", failed)
    with pytest.raises(pysolvers.error):
        command.main(["run", "B5", "--dry"])
