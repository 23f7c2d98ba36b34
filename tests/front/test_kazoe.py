"""The package and the command ``kazoe``: names, subcommands, and what lies in the user's folder."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import count.beside
import kazoe
from encode import beside
from encode.beside import Known
from kazoe.command import COMMANDS, main
from native.commands import STATUSES
from puzzles import read, read_all
from puzzles.errors import FormatError
from puzzles.formats.records import described

ROOT = Path(__file__).resolve().parents[2]
BOARD = str(ROOT / "examples" / "norinori-6x6.txt")
SCHEMA = json.loads((ROOT / "kazoe" / "schema.json").read_text())


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def status_of(*words: str) -> object:
    try:
        return main(list(words))
    except SystemExit as ended:
        return ended.code


def test_every_name_is_that_of_its_package() -> None:
    for package, names in kazoe._FROM.items():
        module = importlib.import_module(package)
        for name in names:
            if name != "BoardWidget":  # needs anywidget
                assert getattr(kazoe, name) is getattr(module, name)
    assert set(kazoe.__all__) == {n for names in kazoe._FROM.values() for n in names} | {
        "__version__"
    }
    assert dir(kazoe) == sorted(kazoe.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = kazoe.nothing
    assert kazoe.decide(BOARD).verdict == "unique"


def test_a_count_runs_beside_the_solver(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In ``kazoe encode`` and ``kazoe.decide``; what it tells is in the JSON and fits its schema."""

    class Told:
        def known(self) -> Known:
            return Known(0)

        def close(self) -> None:
            pass

    monkeypatch.setattr(beside, "PATIENCE", 0.0)
    monkeypatch.setattr(count.beside, "counting", lambda board: Told())
    assert kazoe.decide(BOARD).counted == 0
    found = json.loads(printed(capsys, "encode", BOARD, "--json"))
    assert (found["verdict"], found["counted"]) == ("none", 0)
    jsonschema.validate(found, SCHEMA)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_subcommand_is_called_by_its_own_name(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(name, "--help") == 0
    assert capsys.readouterr().out.startswith(f"usage: kazoe {name}")
    assert status_of(name, "--no-such-option") == 2
    assert f"kazoe {name}: error:" in capsys.readouterr().err


def test_help_version_and_what_is_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys)
    assert all(f"  {name} " in told for name in COMMANDS)
    assert all(f"  {number} " in told and meaning in told for number, meaning in STATUSES.items())
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("kazoe")
    assert main(["cuont", BOARD]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("did you mean count?")
    assert main(["x" * 10_000]) == 2
    assert len(capsys.readouterr().err) < 200


def test_completion_is_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    script = printed(capsys, "completion", "bash")
    check = "COMP_WORDS=(kazoe co); COMP_CWORD=1; _kazoe; echo ${COMPREPLY[@]}"
    done = subprocess.run(
        ["bash", "-c", script + check], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["count", "convert", "completion"]
    assert status_of("completion", "fish") == 2


@pytest.mark.parametrize("call", ["module", "script"])
def test_files_and_folders_of_the_user_are_not_taken_for_ours(call: str, tmp_path: Path) -> None:
    """``python -m kazoe`` and the installed script, which begins like this one."""
    (tmp_path / "count.py").write_text("raise SystemExit('the user\\'s own count.py')\n")
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "sequences").mkdir()
    script = tmp_path / "bin" / "kazoe"
    script.parent.mkdir()
    script.write_text("import sys\nfrom kazoe.command import main\nsys.exit(main())\n")
    words = ["-m", "kazoe"] if call == "module" else [str(script)]
    done = subprocess.run(
        [sys.executable, *words, "count", BOARD],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "6x6 norinori: 1 solution" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("count", "--json"),
        ("encode", "--json"),
        ("ladder", "--json"),
        ("convert", "--to", "json"),
    ],
    ids=lambda words: words[0],
)
def test_json_names_the_board_and_is_read_again(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    name = str(ROOT / "examples" / "numberlink-several-6x6.txt")
    told = printed(
        capsys, words[0], name, "--variant", "no-touch", "--without", "paths", *words[1:]
    )
    found = json.loads(told)
    jsonschema.validate(found, SCHEMA)
    assert (found["variants"], found["dropped"]) == (["no-touch"], ["paths"])
    board = read(name).variant("no-touch").dropping("paths")
    assert list(board.rules()) == found["rules"]
    file = tmp_path / "stored.json"
    file.write_text(told)
    assert read(file) == board
    assert described(read(file)) == described(board)


def test_a_bank_is_read_board_by_board() -> None:
    bank = ROOT / "examples" / "bank" / "norinori-8x8.jsonl"
    boards = read_all(bank)
    assert len(boards) == len(bank.read_text().splitlines())
    assert {board.kind for board in boards} == {"norinori"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{", "1:2: expected a JSON object on one line"),
        ('{"puzzle": "binairo"}', 'expected "board" with the text of a board, found'),
        ('{"board": "0 1"}', '"board": expected the name of a puzzle in front'),
        ('{"board": "binairo\\n0 1"}', '"board": '),
        ('{"board": "binairo\\n0 1\\n1 0", "dropped": 3}', 'expected "dropped" to be a list'),
        ('{"board": "binairo\\n0 1\\n1 0", "dropped": ["no"]}', '"board": '),
    ],
)
def test_a_line_that_holds_no_board_is_refused(line: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(line + "\n")
    with pytest.raises(FormatError) as refused:
        read(file)
    assert expected in str(refused.value)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("form", ["text", "url", "pzpr", "json"])
def test_convert_loses_nothing(
    form: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("norinori-6x6.txt", "numberlink-7x7.txt"):
        board = read(ROOT / "examples" / name)
        out = tmp_path / f"{form}-{name}"
        printed(capsys, "convert", str(ROOT / "examples" / name), "--to", form, "--out", str(out))
        again = read(out)
        assert (again.kind, again.sides(), again.rules()) == (
            board.kind,
            board.sides(),
            board.rules(),
        )
        if form in ("text", "json"):
            assert again == board


def test_convert_writes_a_label_as_it_is_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "labels.txt"
    file.write_text("numberlink\n数 数\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "kazoe", "convert", str(file), "--to"]
    ended = subprocess.run([*command, "text"], capture_output=True, text=True, env=environment)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "output: ascii has no '\\u6570': set PYTHONIOENCODING=utf-8\n"
    ended = subprocess.run([*command, "drawing"], capture_output=True, text=True, env=environment)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\\u6570" in ended.stdout


def test_convert_draws(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert printed(capsys, "convert", BOARD, "--to", "drawing").splitlines()[1].startswith("  ┏")
    assert printed(capsys, "convert", BOARD, "--to", "svg").startswith("<svg")
    assert "p cnf" in printed(capsys, "convert", BOARD, "--to", "dimacs")
    printed(capsys, "convert", BOARD, "--out", str(tmp_path / "it.svg"))
    assert (tmp_path / "it.svg").read_text().startswith("<svg")
    several = str(ROOT / "examples" / "bank" / "norinori-8x8.jsonl")
    assert main(["convert", several, "--to", "svg"]) == 2
    assert "svg holds one board, found 40" in capsys.readouterr().err
    assert main(["convert", BOARD, "--to", "tatham"]) == 2
