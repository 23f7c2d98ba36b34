"""The command line of the ladder: what it prints, writes and refuses."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ladder import climb
from ladder.command import main
from puzzles import read

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.txt"))
UNIQUE = next(path for path in EXAMPLES if path.name == "binairo-6x6.txt")
LINK = next(path for path in EXAMPLES if path.name == "numberlink-7x7.txt")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_json_says_what_the_library_says(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = climb(read(path))
    assert told["puzzle"] == found.board.kind
    assert told["finished_by"] == found.finished_by
    assert told["branch_points"] == found.branch_points
    for rung, reached in zip(told["rungs"], found.rungs, strict=True):
        assert (rung["rung"], rung["decided"], rung["of"]) == (
            reached.rung,
            reached.decided,
            reached.of,
        )
        assert rung["refuted"] == (reached.refuted is not None)
        assert rung["seconds"] >= 0
    assert ("solutions" in told) == (found.search is not None)
    assert "trace" not in told


def test_the_report_names_each_rung_and_the_one_that_finishes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([str(UNIQUE)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("binairo-6x6.txt: 6x6 binairo")
    assert [line.split()[0] for line in lines[1:3]] == ["line", "distinct"]
    assert lines[3] == "finished by distinct"


def test_a_trace_gives_every_step_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(UNIQUE), "--trace"]) == 0
    told = capsys.readouterr().out
    for technique in ("(given)", "(pair)", "(count)", "(swap)"):
        assert technique in told
    assert "must not repeat" in told


def test_a_trace_in_json_decides_each_place_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(LINK), "--trace", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    places = [place for step in told["trace"] for place in step["decided"]]
    assert len(places) == len(set(places)) == told["rungs"][-1]["decided"]
    assert all(step["technique"] and step["reason"] for step in told["trace"])
    assert {step["rung"] for step in told["trace"]} <= {rung["rung"] for rung in told["rungs"]}


def test_a_climb_to_a_lower_rung(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(LINK), "--rung", "chain", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [rung["rung"] for rung in told["rungs"]] == ["deg", "chain"]
    assert told["finished_by"] is None


def test_a_picture_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "board.svg"
    assert main([str(LINK), "--rung", "chain", "--svg", str(target)]) == 0
    assert ElementTree.parse(target).getroot().tag.endswith("svg")
    capsys.readouterr()


def test_clues(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(UNIQUE), "--clues", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    board = read(UNIQUE)
    assert len(told["clues"]) == sum(
        line.count("0") + line.count("1") for line in board.text().splitlines()[1:]
    )
    assert main([str(UNIQUE), "--clues"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("without ")]
    assert len(lines) == len(told["clues"])
    second = sum(line.endswith("a second solution") for line in lines)
    assert second == sum(clue["carries_load"] for clue in told["clues"])


def test_rules_can_be_dropped_and_boards_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b"binairo\n. .\n. .\n"))
    monkeypatch.setattr("sys.stdin", stdin)
    assert main(["-", "--without", "runs", "--solutions", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rules"] == ["givens", "balance", "distinct"]
    assert (told["solutions"], told["cut"]) == (2, False)


def test_a_search_that_gives_up_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = tmp_path / "blank.txt"
    board.write_text("binairo\n" + ". . . . . .\n" * 6)
    assert main([str(board), "--solutions", "0", "--max-branch-points", "3"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith("unknown: more than 3 branch points\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([str(UNIQUE), "--rung", "chain"], "expected a rung of binairo (line, distinct, probe"),
        ([str(LINK), "--clues"], "numberlink has none"),
        ([str(LINK), "--solutions", "-1"], "--solutions takes a number from 0"),
        ([], "BOARD"),
    ],
)
def test_usage_errors(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_a_bad_board_is_one_line_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board = tmp_path / "bad.txt"
    board.write_text("binairo\n0 2\n. .\n")
    assert main([str(board)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"{board}:2:3: expected")
    assert told.err.count("\n") == 1


def test_help_needs_no_numerical_package() -> None:
    code = (
        "import sys\nfrom ladder.command import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "assert not {'numpy', 'numba', 'pysat', 'dd'} & set(sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_the_picture_of_a_searched_board_says_how_far_the_rungs_went_and_what_was_found(
    tmp_path: Path,
) -> None:
    out = tmp_path / "it.svg"
    assert main(["examples/numberlink-10x10.txt", "--svg", str(out)]) == 0
    words = " ".join(text.text or "" for text in ElementTree.parse(out).iter() if text.text)
    assert "probe decides 23 of 180; search finds 1 solution" in words
    assert out.read_text().count('stroke="#4a7fb5"') == 1  # what they decided is drawn
