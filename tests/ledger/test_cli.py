"""``python -m ledger``: what it prints, refuses, keeps and takes up again."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

import ledger.__main__ as command
from ledger import claim, record
from ledger.claims import Task
from ledger.run import full_tasks, measure
from ledger.store import Store, StoreError, code


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs write their record, pages and results into a folder of the test's own."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(
        "<!-- ledger value B1 | by the line's automaton -->?<!-- /ledger -->\n", encoding="utf-8"
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
    assert command.main(["check", "B1", "B5"]) == 1
    out = capsys.readouterr().out
    assert "recorded 5, now 6" in out
    assert "1 figures differ" in out


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
    with Store.opened(path, code(), 1) as store:
        list(measure([(claim("B1"), [task])], 1, store=store))
        assert store.get(task) is not None
    for state, seed in (("other", 1), (code(), 2)):
        with Store.opened(path, state, seed) as store:
            assert store.get(task) is None
    with Store.opened(path, code(), 1) as store:
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
    with pytest.raises(StoreError), Store.opened(other, code(), 1):
        pass
