"""The command line: output, exit statuses, and the same results as the library."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from count.cli import main as count_main
from encode import TimeLimit, decide, dimacs
from encode.command import main
from ladder.command import main as ladder_main
from puzzles import Board, parse
from puzzles.formats.records import described

SEVERAL = "binairo\n. .\n. .\n"
UNIQUE = "numberlink\nA . .\n. . B\nA . B\n"
NONE = "numberlink\nA . B\n. . .\nA . B\n"


@pytest.fixture
def board_file(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(UNIQUE)
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    status = main([str(word) for word in words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_json_of_unique(board_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, board_file, "--json")
    result = json.loads(out)
    solution = decide(parse(UNIQUE)).solutions[0]
    assert (status, err) == (0, "")
    assert result.pop("seconds") >= 0
    assert result == {
        **described(parse(UNIQUE)),
        "verdict": "unique",
        "solutions": [list(solution.rows())],
        "differ": [],
    }


def test_json_of_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b").write_text(SEVERAL)
    _, out, _ = run(capsys, tmp_path / "b", "--unique", "--json")
    result = json.loads(out)
    assert result["verdict"] == "several"
    assert len(result["solutions"]) == 2
    assert result["differ"] == [[0, 0], [0, 1], [1, 0], [1, 1]]


def test_edges_that_differ_are_pairs_of_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b").write_text("numberlink\nA A\nA A\n")
    result = json.loads(run(capsys, tmp_path / "b", "--json")[1])
    assert [[0, 0], [0, 1]] in result["differ"]


def test_no_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b").write_text(NONE)
    status, out, _ = run(capsys, tmp_path / "b")
    assert status == 0
    assert "no solution" in out


def test_rules_and_variants(board_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, board_file, "--json", "--without", "degree", "--variant", "unused")
    result = json.loads(out)
    assert result["rules"] == ["paths"]
    board = parse(UNIQUE).variant("unused").dropping("degree")
    assert result["verdict"] == decide(board).verdict


def test_the_verdict_of_a_nondango_says_which_rule_is_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The puzzle's class knows it; encode, count and ladder print it."""
    (tmp_path / "b").write_text("nondango\na a\na b\n\no .\n. o\n")
    meant = "2x2 nondango (only black circles are judged; print and puzz.link: same-colour)"
    assert run(capsys, tmp_path / "b")[1].startswith(f"{meant}: unique\n")
    for command in (count_main, ladder_main):
        command([str(tmp_path / "b")])
        assert f"{tmp_path / 'b'}: {meant}" in capsys.readouterr().out
    out = run(capsys, tmp_path / "b", "--variant", "same-colour")[1]
    assert out.startswith("2x2 nondango same-colour: unique\n")


def test_several_boards_in_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b").write_text("\n".join((UNIQUE, SEVERAL, NONE)))
    status, out, _ = run(capsys, tmp_path / "b", "--json")
    verdicts = [json.loads(line)["verdict"] for line in out.splitlines()]
    assert (status, verdicts) == (0, ["unique", "several", "none"])
    _, out, _ = run(capsys, tmp_path / "b")
    assert out.count("b#") == 3
    for option in ("--dimacs", "--proof=x", "--svg=x", "--read-solution=x"):
        status, out, err = run(capsys, tmp_path / "b", option)
        assert (status, out) == (2, "")
        assert "takes one board, found 3" in err


def test_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b").write_text(SEVERAL)
    for number, complete in ((1, False), (2, False), (3, True)):
        _, out, _ = run(capsys, tmp_path / "b", "--solutions", str(number), "--json")
        result = json.loads(out)
        assert len(result["solutions"]) == min(number, 2)
        assert result["all"] is complete
    _, out, _ = run(capsys, tmp_path / "b", "--solutions", "3")
    assert "no more solutions; found: 2" in out
    _, out, _ = run(capsys, tmp_path / "b", "--solve", "--json")
    assert len(json.loads(out)["solutions"]) == 1


def test_limits_end_with_status_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b").write_text(SEVERAL)
    status, out, _ = run(capsys, tmp_path / "b", "--timeout", "1e-9", "--json")
    result = json.loads(out)
    assert (status, result["verdict"], result["limit"]) == (3, "unknown", "1e-09 s")
    status, out, _ = run(capsys, tmp_path / "b", "--timeout", "1e-9", "--solve")
    assert status == 3
    assert "stopped after 1e-09 s" in out


def test_dimacs_and_back(
    board_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(capsys, board_file, "--dimacs")
    board = parse(UNIQUE)
    assert (status, out) == (0, dimacs(board))
    mask = decide(board).solutions[0].mask
    literals = [v if mask >> v - 1 & 1 else -v for v in range(1, len(board.places()) + 1)]
    output = tmp_path / "output"
    output.write_text("c solved\ns SATISFIABLE\nv " + " ".join(map(str, literals)) + "\nv 0\n")
    status, out, err = run(capsys, board_file, "--read-solution", output)
    assert (status, err) == (0, "")
    assert out.strip() == str(board.solution(mask)).strip()
    literals[0] = -literals[0]
    output.write_text("v " + " ".join(map(str, literals)) + " 0\n")
    status, out, err = run(capsys, board_file, "--read-solution", output, "--json")
    assert status == 1
    foreign, *told = err.splitlines()
    assert foreign.startswith(f"{output}:1: breaks clause ")
    assert json.loads(out)["violations"] == told
    output.write_text("s UNSATISFIABLE\n")
    status, out, _ = run(capsys, board_file, "--read-solution", output)
    assert (status, out) == (0, "no solution, says the solver\n")


def test_certificates(board_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = tmp_path / "proof"
    assert run(capsys, board_file, "--proof", proof)[0] == 0
    status, out, _ = run(capsys, "verify", proof)
    assert status == 0
    assert out.startswith("verified: unique")
    assert "by its hints and dratify)" in out
    assert "rules in force: " in out
    status, out, _ = run(capsys, "verify", proof, "--json", "--quick")
    assert json.loads(out)["verdict"] == "unique"
    assert json.loads(out)["by"] == ["its hints"]
    proof.write_text(proof.read_text() + " ")
    status, out, err = run(capsys, "verify", proof)
    assert (status, out) == (1, "")
    assert err.count("\n") == 1
    assert run(capsys, "verify", tmp_path / "nowhere")[0] == 2


def test_a_full_disk_leaves_the_verdict(
    board_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    status, out, err = run(capsys, board_file, "--proof", "/dev/full")
    assert status == 2
    assert "unique" in out
    assert err == "/dev/full: no certificate: No space left on device\n"


def test_a_limit_on_the_certificate_leaves_the_verdict(
    board_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*_: object) -> None:
        raise TimeLimit(5)

    monkeypatch.setattr("encode.certificate.trimmed", late)
    status, out, err = run(capsys, board_file, "--proof", tmp_path / "proof")
    assert status == 3
    assert "unique" in out
    assert err == f"{tmp_path / 'proof'}: no certificate: not ready after 5 s\n"


def test_no_certificate_of_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b").write_text(SEVERAL)
    status, _, err = run(capsys, tmp_path / "b", "--proof", tmp_path / "proof")
    assert status == 0
    assert "no certificate" in err
    assert not (tmp_path / "proof").exists()
    assert run(capsys, tmp_path / "b", "--solve", "--proof", tmp_path / "proof")[0] == 2


def test_pictures(board_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "picture.svg"
    run(capsys, board_file, "--svg", svg, "--json")
    assert svg.read_text().lstrip().startswith("<svg")


@pytest.mark.parametrize(
    "words", [["--timeout", "0"], ["--timeout", "x"], ["--solutions", "0"], ["--solver", "zchaff"]]
)
def test_usage_errors(words: list[str], board_file: Path) -> None:
    with pytest.raises(SystemExit) as error:
        main([str(board_file), *words])
    assert error.value.code == 2


def test_bad_boards_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b").write_text("numberlink\nA .\n. .\n")
    status, out, err = run(capsys, tmp_path / "b")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    status, _, err = run(capsys, tmp_path / "b", "--without", "domino")
    assert status == 2


def test_library_and_command_line_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards: list[Board] = [parse(text) for text in (UNIQUE, SEVERAL, NONE)]
    for board in boards:
        (tmp_path / "b").write_text(board.text())
        result = json.loads(run(capsys, tmp_path / "b", "--json")[1])
        decision = decide(board)
        assert result["verdict"] == decision.verdict
        assert result["solutions"] == [list(s.rows()) for s in decision.solutions]


@pytest.mark.parametrize("words", [("--svg", "picture.svg"), ("--json",)])
def test_options_that_dimacs_would_not_heed_are_refused(
    board_file: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    status, out, err = run(capsys, board_file, "--dimacs", *words)
    assert (status, out) == (2, "")
    assert err == "encode: --dimacs goes with neither --picture nor --json\n"


def test_options_of_dimacs(board_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--bare", "--projection", "ind")
    status, out, _ = run(capsys, board_file, "--dimacs", *words)
    assert (status, out) == (0, dimacs(parse(UNIQUE), projection="ind", comments=False))
    status, out, err = run(capsys, board_file, "--bare")
    assert (status, out, err) == (2, "", "encode: --bare and --projection go with --dimacs\n")


@pytest.mark.parametrize("option", ["--proof", "--svg"])
def test_a_path_that_cannot_be_written_is_told_before_the_search(
    board_file: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    missing = board_file.parent / "missing" / "file"
    assert run(capsys, board_file, option, missing) == (
        2,
        "",
        f"{missing}: No such file or directory\n",
    )
    folder = board_file.parent
    assert run(capsys, board_file, option, folder) == (2, "", f"{folder}: Is a directory\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--timeout", "soon"), "argument --timeout: expected seconds above 0, found 'soon'"),
        (
            ("--solutions", "1.5"),
            "argument --solutions: expected a whole number from 1, found '1.5'",
        ),
    ],
)
def test_numbers_that_are_none_are_told_in_plain_words(
    board_file: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    message: str,
) -> None:
    with pytest.raises(SystemExit):
        main([str(board_file), *words])
    assert capsys.readouterr().err.endswith(f"{message}\n")


def test_a_long_word_in_an_output_is_cut_and_escaped(
    board_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = board_file.parent / "output"
    output.write_bytes(b"v 1 \xff\x1b" + b"x" * 100)
    status, _, err = run(capsys, board_file, "--read-solution", output)
    assert status == 2
    assert err == f"{output}:1:5: expected a literal, found '\\ufffd\\x1b{'x' * 15}...'\n"


@pytest.mark.parametrize("solver", ["cadical195", "glucose4"])
def test_an_interrupt_inside_the_solver_ends_quietly_with_status_130(
    tmp_path: Path, solver: str
) -> None:
    """PySAT would meet it in the main thread with an error of its own."""
    script = (
        "import sys, encode.search as search\nfrom encode.command import main\n"
        "whole = search.satisfiable\n"
        "def satisfiable(*words):\n"
        "    print('begun', flush=True)\n"
        "    return whole(*words)\n"
        "search.satisfiable = satisfiable\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    # Ends of one colour of the checkerboard: none by parity, which clauses show after ages only.
    rows = [["."] * 40 for _ in range(40)]
    rows[0][0] = rows[0][2] = "1"
    (tmp_path / "board").write_text("numberlink\n" + "\n".join(map(" ".join, rows)) + "\n")
    root = Path(__file__).resolve().parent.parent.parent
    running = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "board"), "--solver", solver],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate()
    assert (running.returncode, err) == (130, "")
