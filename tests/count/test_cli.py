"""The command line: what it prints to the letter, how it ends, and that it is the library."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import unicodedata
from fractions import Fraction
from pathlib import Path

import pytest

from count import ENGINES, CountingEngine, count, marginals, sample
from count.cli import main
from encode import solutions
from puzzles import Binairo, Norinori, read
from puzzles.formats.records import described

FOUR = "binairo\n. . . .\n. . . .\n. 1 . .\n. . . 0\n"
PAIR = "numberlink unused\n1 . .\n. . .\n. . 1\n"


@pytest.fixture
def four(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("four.txt").write_text(FOUR)
    return "four.txt"


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("pair.txt").write_text(PAIR)
    return "pair.txt"


def timeless(text: str) -> str:
    """Times are the one thing that no golden text can hold."""
    return re.sub(r"\d+\.\d+ s", "T s", re.sub(r'("\w[\w-]*"): \d+\.\d+', r"\1: 0", text))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, timeless(out), err


def test_a_line_per_board(capsys: pytest.CaptureFixture[str], four: str, pair: str) -> None:
    assert run(capsys, four, pair, "--by", "brute,brute-lifted") == (
        0,
        "four.txt: 4x4 binairo: 16 solutions: brute 16 (T s), brute-lifted 16 (T s)\n"
        "pair.txt: 3x3 numberlink unused: 12 solutions: brute 12 (T s), brute-lifted 12 (T s)\n",
        "",
    )


def test_the_first_count_is_told_before_the_witness_sets_out(
    capsys: pytest.CaptureFixture[str], four: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    monkeypatch.setattr(
        "count.brute_lifted.count", lambda board: seen.append(capsys.readouterr().out) or 16
    )
    assert run(capsys, four) == (0, "four.txt: confirmed by brute-lifted (T s)\n", "")
    assert [timeless(text) for text in seen] == [
        "four.txt: 4x4 binairo: 16 solutions: frontier 16 (T s)\n"
    ]


def test_a_witness_that_contradicts(
    capsys: pytest.CaptureFixture[str], four: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("count.brute_lifted.count", lambda board: 17)
    status, out, err = run(capsys, four)
    assert status == 1
    assert out.splitlines()[1].endswith(
        "ENGINES DISAGREE: frontier 16 (T s), brute-lifted 17 (T s)"
    )
    assert "engines disagree" in err


def test_the_witness_is_chosen(capsys: pytest.CaptureFixture[str], four: str) -> None:
    alone = "four.txt: 4x4 binairo: 16 solutions: frontier 16 (T s)\n"
    assert run(capsys, four, "--witness", "none") == (0, alone, "")
    status, out, err = run(capsys, four, "--witness", "bdd")
    assert (status, out) == (0, alone + "four.txt: confirmed by bdd (T s)\n")
    assert "nodes" in err
    # frontier as the witness leaves the count itself to the next engine.
    status, out, _ = run(capsys, four, "--witness", "frontier")
    assert out.splitlines()[1] == "four.txt: confirmed by frontier (T s)"
    assert "solutions: bdd 16" in out
    status, out, _ = run(capsys, four, "--witness", "sat", "--cap", "5")
    assert (status, out) == (0, alone + "four.txt: not contradicted by sat (T s)\n")
    for words in (("--witness", "nobody"), ("--witness", "bdd", "--by", "brute")):
        with pytest.raises(SystemExit) as stop:
            run(capsys, four, *words)
        assert stop.value.code == 2


def test_counts_of_thousands_of_digits(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = sys.get_int_max_str_digits()
    monkeypatch.chdir(tmp_path)
    # Without rules every edge is free.
    Path("free.txt").write_text("numberlink\n" + (" ".join("." * 90) + "\n") * 90)
    free = ("free.txt", "--without", "degree", "--without", "paths", "--witness", "none")
    try:
        status, out, _ = run(capsys, *free)
        number = out.split(": ")[2].split()[0]
        assert (status, len(number)) == (0, 4823)
        assert int(number) == 2 ** (2 * 90 * 89)
        assert json.loads(run(capsys, *free, "--json")[1])["counts"]["frontier"] == int(number)
        sys.set_int_max_str_digits(640)
        assert number in str(count(read("free.txt").dropping("degree", "paths"), witness="none"))
    finally:
        sys.set_int_max_str_digits(limit)


def test_json_is_one_object_per_board_and_line(
    capsys: pytest.CaptureFixture[str], four: str, pair: str
) -> None:
    assert run(capsys, four, pair, "--by", "frontier,bdd", "--json") == (
        0,
        json.dumps(described(read("four.txt"), "four.txt"))[:-1] + ", "
        '"counts": {"frontier": 16, "bdd": 16}, "seconds": {"frontier": 0, "bdd": 0}, '
        '"notes": ["bdd: 86 nodes with autoref, 16 variables by rows"]}\n'
        + json.dumps(described(read("pair.txt"), "pair.txt"))[:-1]
        + ", "
        '"counts": {"frontier": 12, "bdd": 12}, "seconds": {"frontier": 0, "bdd": 0}, '
        '"notes": ["bdd: 45 nodes with autoref, 12 variables by rows"]}\n',
        "",
    )


def test_json_says_at_least(capsys: pytest.CaptureFixture[str], four: str) -> None:
    status, out, _ = run(capsys, four, "--by", "sat", "--cap", "5", "--json")
    printed = json.loads(out)
    assert status == 3
    assert printed["counts"] == {"sat": 5}
    assert printed["at_least"] == ["sat"]
    assert printed["notes"] == ["sat: stopped at the cap of 5 solutions"]


def test_rules_are_dropped_and_read_otherwise(
    capsys: pytest.CaptureFixture[str], four: str, pair: str
) -> None:
    dropped = run(capsys, four, "--without", "distinct", "--without", "runs", "--by", "brute")
    assert dropped[1] == "four.txt: 4x4 binairo repeats: 20 solutions: brute 20 (T s)\n"
    variant = run(capsys, pair, "--variant", "no-touch", "--by", "brute")
    assert variant[1].startswith("pair.txt: 3x3 numberlink unused, no-touch: 6 solutions")


def test_a_weighted_count(capsys: pytest.CaptureFixture[str], tmp_path: Path, pair: str) -> None:
    weights = tmp_path / "weights.txt"
    weights.write_text("r0c0-r0c1 1/2\nc p weight 2 3 0\nc p weight -2 0.25 0\n")
    status, out, err = run(capsys, pair, "--weights", str(weights))
    assert (status, err) == (0, "")
    value = sum(
        (Fraction(1, 2) if mask & 1 else 1) * (3 if mask & 2 else Fraction(1, 4))
        for mask in solutions(read(pair))
    )
    assert f": weighted count {value}: frontier (" in out
    assert "bdd (" in out
    _, out, _ = run(capsys, pair, "--weights", str(weights), "--by", "bdd", "--json")
    assert json.loads(out)["weighted"] == {"bdd": str(value)}
    for option in (["--sample", "1"], ["--marginals"], ["--by", "sat"]):
        with pytest.raises(SystemExit):
            main([pair, "--weights", str(weights), *option])
        assert "--weights" in capsys.readouterr().err
    weights.write_text("r9c9 1\n")
    status, out, err = run(capsys, pair, "--weights", str(weights))
    assert (status, out) == (2, "")
    assert err == f"{weights}:1:1: expected a place of the board, found 'r9c9'\n"


def test_samples(capsys: pytest.CaptureFixture[str], pair: str) -> None:
    board = read(pair)
    drawn = sample(board, 2, 7, by="bdd")
    heads = [f"pair.txt: 3x3 numberlink unused: {i} of 2, seed 7\n" for i in (1, 2)]
    wanted = "".join(f"{head}{s}\n" for head, s in zip(heads, drawn, strict=True))
    command = (pair, "--sample", "2", "--seed", "7", "--by", "bdd")
    assert run(capsys, *command) == (0, wanted, "")
    status, out, _ = run(capsys, *command, "--json")
    assert status == 0
    assert json.loads(out) == {
        **described(board, "pair.txt"),
        "seed": 7,
        "solutions": [list(solution.rows()) for solution in drawn],
    }


def test_marginals_as_text_json_and_heat_map(capsys: pytest.CaptureFixture[str], pair: str) -> None:
    shares = marginals(read(pair))
    status, out, err = run(capsys, pair, "--marginals", "--svg", "heat.svg")
    assert (status, err) == (0, "")
    assert out == (f"pair.txt: 3x3 numberlink unused: share of solutions by frontier\n{shares!r}\n")
    assert "r0c0-r0c1  1/2" in out
    assert Path("heat.svg").read_text() == shares.picture().svg()
    status, out, _ = run(capsys, pair, "--marginals", "--json", "--by", "bdd")
    printed = json.loads(out)
    assert printed["marginals"] == shares.named()
    assert printed["engine"] == "bdd"


def test_no_solution_is_a_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "none.txt"
    file.write_text("norinori\na b\nb b\n")
    for option in (["--sample", "3"], ["--marginals"]):
        assert run(capsys, str(file), *option) == (0, f"{file}: 2x2 norinori: no solution\n", "")
    assert json.loads(run(capsys, str(file), "--sample", "3", "--json")[1])["solutions"] == []
    assert json.loads(run(capsys, str(file), "--marginals", "--json")[1])["marginals"] is None


def test_the_command_line_is_the_library(capsys: pytest.CaptureFixture[str], four: str) -> None:
    printed = json.loads(run(capsys, four, "--json")[1])
    result = count(read(four))
    assert printed["counts"] == result.counts
    assert printed["rules"] == list(result.board.rules())
    assert tuple(printed["notes"]) == result.notes


def test_disagreement_is_reported_with_the_board(
    capsys: pytest.CaptureFixture[str], four: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENGINES, "liar", CountingEngine("liar", "liar", "tests.count.liar"))
    status, out, err = run(capsys, four, "--by", "brute,liar")
    assert status == 1
    assert out == "four.txt: 4x4 binairo: ENGINES DISAGREE: brute 16 (T s), liar 17 (T s)\n"
    assert err == (
        "four.txt: engines disagree: this is an error in one of them; please report the board\n"
        "  brute  16\n"
        "  liar   17\n"
        "  rules in force: givens, runs, balance, distinct\n" + FOUR
    )
    status, out, _ = run(capsys, four, "--by", "brute,liar", "--json")
    assert status == 1
    assert json.loads(out)["counts"] == {"brute": 16, "liar": 17}


def test_a_disagreement_outweighs_an_unknown(
    capsys: pytest.CaptureFixture[str],
    four: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ENGINES, "liar", CountingEngine("liar", "liar", "tests.count.liar"))
    large = tmp_path / "large.txt"
    large.write_text(Binairo.blank(20, 20).text())
    assert run(capsys, str(large), "--by", "brute")[0] == 3
    monkeypatch.setitem(ENGINES, "liar", CountingEngine("liar", "liar", "tests.count.picky"))
    assert run(capsys, str(large), four, "--by", "brute,liar")[0] == 1


def test_unknown_names_the_limit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_text(Norinori(regions=((0,) * 12,) * 12).text())
    status, out, err = run(capsys, str(large), "--by", "brute", "--timeout", "0.4")
    assert status == 3
    assert out == f"{large}: 12x12 norinori: unknown\n"
    assert err == f"{large}: brute: no result within 0.4 s\n"
    for option in (["--sample", "1"], ["--marginals"]):
        command = (str(large), *option, "--by", "bdd", "--timeout", "0.05")
        status, out, _ = run(capsys, *command)
        assert status == 3
        assert out == f"{large}: 12x12 norinori: unknown: no result within T s\n"
        assert "no result within 0.05 s" in json.loads(main_json(capsys, *command))["unknown"]


def main_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main([*arguments, "--json"])
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.txt"], "nowhere.txt:1:1: no such file, and neither a URL nor a game ID"),
        (["bad.txt"], "bad.txt:3:"),
        (["four.txt", "--without", "gravity"], "binairo has no rule 'gravity'"),
        (["four.txt", "--variant", "upside-down"], "binairo has no variant 'upside-down'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], four: str, arguments: list[str], said: str
) -> None:
    Path("bad.txt").write_text("binairo\n. .\n. x\n")
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert err.startswith(said)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["four.txt", "--by", "abacus"],
        ["four.txt", "--timeout", "0"],
        ["four.txt", "--timeout", "soon"],
        ["four.txt", "--cap", "-1"],
        ["four.txt", "--sample", "1", "--marginals"],
        ["four.txt", "--sample", "1", "--by", "brute"],
        ["four.txt", "--sample", "1", "--by", "bdd,frontier"],
        ["four.txt", "--svg", "x.svg"],
        ["four.txt", "four.txt", "--marginals", "--svg", "x.svg"],
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_status_2(
    capsys: pytest.CaptureFixture[str], four: str, arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("python -m count: error: ")
    assert told.count("\n") == 1


def test_help_lists_the_engines_and_imports_no_engine() -> None:
    script = (
        "import sys\nfrom count.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'numba', 'dd', 'pysat', 'tididi_cnf', 'pyganak', 'count.frontier'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    *text, imported = done.stdout.splitlines()
    assert imported == "[]"
    assert all(any(line.startswith(f"  {name} ") for line in text) for name in ENGINES)


def test_standard_input_and_a_pipe_that_closes() -> None:
    command = [sys.executable, "-m", "count", "-", "--by", "brute", "--json"]
    done = subprocess.run(command, input=FOUR, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["name"] == "-"
    many = subprocess.Popen(
        [*command[:4], "--sample", "20000"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert many.stdin
    assert many.stdout
    assert many.stderr
    many.stdin.write(FOUR)
    many.stdin.close()
    many.stdout.readline()
    many.stdout.close()
    assert many.stderr.read() == ""
    assert many.wait() == 0


@pytest.mark.parametrize("limit", [[], ["--timeout", "600"]], ids=["here", "apart"])
def test_an_interrupt_ends_quietly_with_status_130(tmp_path: Path, limit: list[str]) -> None:
    """Ctrl-C goes to the whole process group, so to the engine's process too."""
    file = tmp_path / "large.txt"
    file.write_text(Norinori(regions=((0,) * 12,) * 12).text())
    script = (
        "import sys\nfrom count import ENGINES, CountingEngine\nfrom count.cli import main\n"
        "ENGINES['slow'] = CountingEngine('slow', 'slow', 'tests.count.endless')\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    root = Path(__file__).resolve().parent.parent.parent
    running = subprocess.Popen(
        [sys.executable, "-c", script, str(file), "--by", "slow", *limit],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root), "ENDLESS": str(tmp_path / "begun")},
        start_new_session=True,
    )
    while not (tmp_path / "begun").exists():
        assert running.poll() is None
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate()
    assert (running.returncode, out, err) == (130, "", "")


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system in a way of Linux")
@pytest.mark.parametrize("deadly", [signal.SIGTERM, signal.SIGKILL])
def test_an_engine_does_not_outlive_its_caller(tmp_path: Path, deadly: signal.Signals) -> None:
    file = tmp_path / "large.txt"
    file.write_text(Norinori(regions=((0,) * 12,) * 12).text())
    script = (
        "import sys\nfrom count import ENGINES, CountingEngine\nfrom count.cli import main\n"
        "ENGINES['slow'] = CountingEngine('slow', 'slow', 'tests.count.endless')\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    root = Path(__file__).resolve().parent.parent.parent
    running = subprocess.Popen(
        [sys.executable, "-c", script, str(file), "--by", "slow", "--timeout", "600"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root), "ENDLESS": str(tmp_path / "begun")},
    )
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    while not (tmp_path / "begun").exists():
        assert running.poll() is None
        time.sleep(0.05)
    (child,) = children.read_text().split()
    running.send_signal(deadly)
    running.wait()
    for _ in range(200):
        if "State:\tZ" in status_of(child):
            break
        time.sleep(0.05)
    else:
        os.kill(int(child), signal.SIGKILL)
        pytest.fail("the engine lives on")


def status_of(process: str) -> str:
    """What Linux says of a process; one that is gone counts as a zombie, dead but not waited for."""
    try:
        return Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return "State:\tZ"


@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        (">&-", "standard output is closed"),
        (">/dev/full", "output: No space left on device"),
        ("<&- --", "<stdin>:1:1: expected a board, found standard input closed"),
    ],
)
def test_closed_and_full_streams_are_one_line(four: str, redirection: str, message: str) -> None:
    board = "-" if "<" in redirection else four
    root = Path(__file__).resolve().parent.parent.parent
    environment = {**os.environ, "PYTHONPATH": str(root)}
    environment.pop("PYTHONUNBUFFERED", None)  # it would hide a second failure at exit
    ended = subprocess.run(
        ["sh", "-c", f'"$0" -m count {redirection} {board}', sys.executable],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert (ended.returncode, ended.stderr) == (2, f"{message}\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_an_encoding_without_the_signs_of_pictures_loses_nothing(four: str, encoding: str) -> None:
    root = Path(__file__).resolve().parent.parent.parent
    command = [sys.executable, "-m", "count", four, "--sample", "1", "--seed", "1"]
    shown = {}
    for name in (encoding, "utf-8"):
        environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONIOENCODING": name}
        ended = subprocess.run(command, capture_output=True, env=environment)
        assert (ended.returncode, ended.stderr) == (0, b"")
        shown[name] = ended.stdout.decode(name).splitlines()
    assert len(shown["utf-8"]) > 9
    # Only signs that the encoding lacks are drawn otherwise, and the words not at all.
    for line, meant in zip(shown[encoding], shown["utf-8"], strict=True):
        assert len(line) == len(meant)
        for sign, sought in zip(line, meant, strict=True):
            assert sign == sought or (
                sign in "#=-|+" and "BOX DRAWINGS" in unicodedata.name(sought)
            )
