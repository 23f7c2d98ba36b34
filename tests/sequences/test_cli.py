"""The command line: what it prints, and what it refuses."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from sequences.cli import main
from sequences.families import family
from sequences.registry import NAMES, parse
from sequences.report import LISTED_ORDER

Run = Callable[..., tuple[int, str, str]]
"""The command line with some arguments: exit status, standard output, standard error."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def test_2xn_gives_terms_recurrence_proof_generating_function_and_growth(run: Run) -> None:
    status, out, err = run("2xn")
    assert (status, err) == (0, "")
    assert "1, 6, 26, 118, 528, 2364, 10580" in out
    assert "a(n) = 5*a(n-1) - 2*a(n-2) - 2*a(n-3) + 2*a(n-4) for n > 4" in out
    assert "PROVED over Z" in out
    assert "4 + 4 exact terms" in out
    assert "no shorter one" in out
    assert "(x + x^2 - 2*x^3 + 2*x^4)/(1 - 5*x + 2*x^2 + 2*x^3 - 2*x^4)" in out
    assert "4.47559549377558979368...^n" in out


def test_2xn_loads_neither_numpy_nor_numba_nor_sympy() -> None:
    program = (
        "import sys; from sequences.cli import main; main(['2xn']);"
        "sys.exit(any(m in sys.modules for m in ('numpy', 'numba', 'sympy', 'matplotlib')))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0


def test_json_of_a_strip(run: Run) -> None:
    report = json.loads(run("2xn", "--json", "--terms", "5")[1])
    prime = report["recurrence"].pop("primes")
    assert prime
    assert all(isinstance(p, int) for p in prime)
    assert report == {
        "family": "paths",
        "strip": "2xn",
        "offset": 1,
        "terms": [1, 6, 26, 118, 528],
        "states": 5,
        "lumped_states": 4,
        "recurrence": {
            "order": 4,
            "coefficients": [5, -2, -2, 2],
            "status": "proved over Z",
            "terms_used": 8,
        },
        "generating_function": {
            "numerator": [0, 1, 1, -2, 2],
            "denominator": [1, -5, 2, 2, -2],
        },
    }


def test_big_integers_stay_integers_in_json(run: Run) -> None:
    report = json.loads(run("4xn", "--json", "--terms", "700")[1])
    assert report["terms"][-1] > 2**1024
    assert report["terms"] == parse("4xn").terms(700)


def test_terms_of_more_than_4300_digits_are_printed(run: Run) -> None:
    status, out, _ = run("2xn", "--b-file", "--terms", "6800")
    last = out.splitlines()[-1].split()
    assert (status, last[0]) == (0, "6800")
    assert len(last[1]) > 4300


def test_squares_tables_words_and_entries(run: Run) -> None:
    assert "0, 6, 242, 99636" in run("nxn", "--terms", "4")[1]
    assert "0, 1, 1, 1, 6, 1, 2, 26, 26, 2" in run("kxn", "--terms", "10")[1]
    assert "1, 2, 6, 14, 34" in run("balanced-words", "--terms", "5")[1]
    assert "0, 0, 1, 1, 2, 4, 7" in run("A000073", "--terms", "7")[1]
    assert "1, 1, 3, 7, 17, 42" in run("A003440", "--terms", "6")[1]
    assert "2, 16, 265, 16561" in run("nxn", "--family", "no-three/rows,columns", "--terms", "4")[1]


def test_a_table_and_its_antidiagonals(run: Run) -> None:
    rows = [
        list(map(int, line.split())) for line in run("kxn", "--table", "3", "4")[1].splitlines()
    ]
    assert rows == [[0, 1, 1, 2], [1, 6, 26, 118], [1, 26, 242, 3113]]
    assert json.loads(run("kxn", "--table", "3", "4", "--json")[1])["table"] == rows
    listed = run("kxn", "--table", "3", "4", "--antidiagonals")[1]
    assert listed == "0, 1, 1, 1, 6, 1\n"


def test_a_recurrence_of_an_entry_with_a_head(run: Run) -> None:
    report = json.loads(run("A000073", "--json", "--terms", "9")[1])
    assert report["terms"] == [0, 0, 1, 1, 2, 4, 7, 13, 24]
    assert report["recurrence"]["coefficients"] == [1, 1, 1]
    assert report["generating_function"]["numerator"] == [0, 0, 1]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("2xn", "--check=5,-2,-2,2"), 0, "PROVED"),
        (("2xn", "--check=5,-2,-2,3"), 1, "at n = 5 it says 529, the term is 528"),
        (("A000124", "--check=1,1,1"), 1, "at n = 4 it says 13, the term is 11"),
        (("A000073", "--check=1,1,1"), 0, "PROVED"),
        (("A000073", "--check=2,0,0,-1"), 0, "PROVED"),
        (("A085697", "--check=2,3,6,-1,0,-1"), 0, "PROVED"),
        (("2xn", "--family", "hamiltonian-paths", "--check=3,-3,1"), 1, "proved for all n >= 5"),
        (("nxn", "--check=1,2"), 1, "at n = 3 it says 6, the term is 242"),
        (("nxn", "--family", "takuzu", "--check=0,0,0,2070"), 3, "UNDECIDED"),
        (("nxn", "--family", "takuzu", "--check=0,0,0,0,0,0,0,1"), 3, "cannot be tested"),
    ],
)
def test_verdicts_on_conjectures(
    run: Run, arguments: tuple[str, ...], status: int, words: str
) -> None:
    got, out, _ = run(*arguments)
    assert got == status
    assert words in out


def test_a_verdict_as_json(run: Run) -> None:
    report = json.loads(run("2xn", "--check=5,-2,-2,3", "--json")[1])
    assert report["verdict"] == "refuted"
    assert (report["n"], report["predicted"], report["actual"]) == (5, 529, 528)


def test_b_file(run: Run) -> None:
    assert run("A000073", "--b-file", "--terms", "4")[1] == "0 0\n1 0\n2 1\n3 1\n"
    assert run("2xn", "--b-file", "--terms", "3")[1] == "1 1\n2 6\n3 26\n"


def test_oeis_lines_say_proved_only_with_a_proof(run: Run) -> None:
    proved = run("A181219", "--oeis")[1]
    assert proved.startswith("%S A181219 7,49,230,1209,")
    assert "%F A181219 a(n) = 2*a(n-1) + 8*a(n-2)" in proved
    assert "16 + 14 exact terms" in proved
    assert "onjecture" not in proved
    assert "%O A181219 1,1" in proved
    data = [line for line in proved.splitlines() if line[1] in "STU"]
    assert all(len(line) <= 80 for line in data)


def test_oeis_lines_of_an_unproved_recurrence_say_conjecture(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sequences import analysis

    monkeypatch.setattr(analysis, "LARGEST", dict.fromkeys(analysis.Effort, 0))
    out = run("A181219", "--oeis")[1]
    formulas = [line for line in out.splitlines() if line.startswith("%F")]
    assert formulas
    assert all("A181219 Conjecture:" in line for line in formulas)
    assert "proved" not in out
    assert "not proved: fitted to" in run("A181219", "--recurrence")[1]


def test_long_recurrences_are_named_not_listed_in_oeis_lines(run: Run) -> None:
    out = run("A181221", "--oeis")[1]
    assert "Linear recurrence with constant coefficients, of order 86, for n > 86." in out
    assert LISTED_ORDER < 86
    assert "G.f." not in out


def test_modulo_a_prime_is_not_passed_off_as_over_the_integers(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sequences import analysis

    monkeypatch.setattr(analysis, "LARGEST", dict.fromkeys(analysis.Effort, 0))
    out = run("3xn", "--prove")[1]
    assert "order 10 PROVED modulo" in out
    assert "a(n) =" not in out
    report = json.loads(run("3xn", "--prove", "--json")[1])
    assert report["recurrence"]["status"] == "proved modulo p"
    assert report["generating_function"] is None
    assert "Modulo" in run("3xn", "--prove", "--oeis")[1]


def test_latex(run: Run) -> None:
    out = run("2xn", "--latex", "--terms", "4")[1]
    assert r"a_{n} = 5 a_{n-1} - 2 a_{n-2} - 2 a_{n-3} + 2 a_{n-4} \qquad (n \ge 5)" in out
    assert r"\frac{x + x^{2} - 2x^{3} + 2x^{4}}{1 - 5x + 2x^{2} + 2x^{3} - 2x^{4}}" in out


def test_sections_can_be_asked_for_one_by_one(run: Run) -> None:
    assert run("3xn", "--gf")[1].startswith("g.f.: ")
    assert run("3xn", "--asymptotics")[1].startswith("growth: a(n) ~ 0.1649367771386")
    out = run("3xn", "--recurrence")[1]
    assert out.startswith("recurrence: ")
    assert "g.f." not in out


def test_a_recurrence_that_would_take_long_is_not_tried_unasked(run: Run) -> None:
    out = run("6xn", "--terms", "3")[1]
    assert "232 states after exact lumping; ask for it" in out


def test_proof_files_are_written_and_verified(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "proof.json"
    assert run("3xn", "--certificate", str(path))[0] == 0
    status, out, _ = run("verify", str(path))
    assert status == 0
    assert out.startswith("accepted\n")
    text = path.read_text("utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert run("verify", "-", "--json")[0] == 0
    path.write_text(text.replace('"width": 3', '"width": 4'), "utf-8")
    status, out, _ = run("verify", str(path))
    assert status == 1
    assert out.startswith("refused: ")
    assert json.loads(run("verify", str(path), "--json")[1])["accepted"] is False


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{\n 1}", r"bad\.json:2:2: expected JSON"),
        ("", r"bad\.json:1:1: expected JSON"),
        ('{"width": 3, "width": 2}', r"bad\.json:1:1: expected each key once, not 'width'"),
        ('[{"a": {"b": 1, "b": 1}}]', r"bad\.json:1:1: expected each key once"),
        ("[" * 100_000, r"bad\.json:1:1: expected a proof file, not such deep nesting"),
    ],
)
def test_files_that_are_not_json_are_located(
    run: Run, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, "utf-8")
    status, out, err = run("verify", str(path))
    assert (status, out) == (2, "")
    assert re.search(message, err)
    assert len(err.splitlines()) == 1


def test_a_file_that_is_not_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert run("verify", str(path))[0] == 2


def test_a_picture_is_written(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "paths.svg"
    assert run("nxn", "--terms", "6", "--plot", str(path))[0] == 0
    assert "<svg" in path.read_text("utf-8")
    assert run("nxn", "--terms", "3", "--plot", str(tmp_path / "paths.doc"))[0] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense",), "expected 2xn, 3xn"),
        (("A999999",), "not among the entries covered"),
        (("A181219", "--family", "paths"), "leave out --family"),
        (("covers", "--family", "paths"), "before --family"),
        (("0xn",), "expected 2xn"),
        (("2xn", "--family", "nobody"), "expected 2xn"),
        (("2xn", "--family", "no-three/knight"), "no direction"),
        (("2xn", "--family", "tribonacci"), "no strips"),
        (("tribonacci", "--table", "2", "2"), "no table"),
        (("takuzu", "--certificate", "/tmp/none.json"), "no proof to write"),
        (("takuzu", "--terms", "2", "--workers", "2"), "do not serve takuzu"),
        (("2xn", "--terms", "0"), "whole number from 1"),
        (("2xn", "--check", "5,x"), "whole numbers"),
        (("2xn", "file"), "takes one FILE"),
        (("verify",), "takes one FILE"),
        (("2xn", "--antidiagonals"), "goes with --table"),
        (("2xn", "--resume"), "goes with --checkpoint"),
        (("verify", "/no/such/file"), "/no/such/file:1:1: expected a readable file"),
        ((), "WHAT"),
        (("\u0662xn",), "expected 2xn"),
        (("100000xn",), "width below"),
        (("2xn", "--terms", "1_0"), "whole number from 1"),
        (("2xn", "--check", "1_0"), "whole numbers"),
        (("2xn", "--check", "\u0661,2"), "whole numbers"),
        (("2xn", "--check", "1,2", "--certificate", "/tmp/none.json"), "no effect with --check"),
        (("2xn", "--table", "2", "2", "--terms", "3"), "no effect with --table"),
        (("2xn", "--b-file", "--prove"), "no effect with --b-file"),
        (("2xn", "--json", "--oeis"), "no effect with --oeis"),
        (("2xn", "--b-file", "--latex"), "--latex has no effect with --b-file"),
        (("list", "--terms", "3"), "no effect with list"),
        (("verify", "file", "--prove"), "no effect with verify"),
    ],
)
def test_usage_errors_exit_2_with_one_message(
    run: Run, arguments: tuple[str, ...], words: str
) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_the_list_names_every_entry(run: Run) -> None:
    out = run("list")[1]
    for number in ("A070862", "A181218", "A253316", "A000073", "A188567", "A288518"):
        assert number in out
    listed = json.loads(run("list", "--json")[1])
    assert {"family", "title", "definition", "entries"} == set(listed[0])


@pytest.mark.parametrize(
    ("error", "expected"),
    [(ArithmeticError, 2), (RuntimeError, 2), (MemoryError, 3), (OSError, 2)],
)
def test_failures_of_the_engine_are_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: type[Exception], expected: int
) -> None:
    from sequences import commands

    def failing(options: object) -> int:
        raise error("a residue is wrong")

    monkeypatch.setattr(commands, "run_query", failing)
    status, out, err = run("2xn")
    assert (status, out) == (expected, "")
    assert len(err.splitlines()) == 1


def test_interruption_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from sequences import commands

    def interrupted(options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "run_query", interrupted)
    assert run("2xn") == (130, "", "")


@pytest.mark.parametrize(
    ("redirection", "arguments", "status", "message"),
    [
        (">/dev/full", "2xn --json", 2, "No space left"),
        (">/dev/full", "list", 2, "No space left"),
        (">&-", "2xn", 2, "standard output is closed"),
        ("<&-", "verify -", 2, "<stdin>:1:1: expected an open standard input"),
    ],
)
def test_full_and_closed_streams_are_one_line(
    redirection: str, arguments: str, status: int, message: str
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m sequences {arguments} {redirection}'],
        capture_output=True,
        text=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"},
    )
    assert done.returncode == status
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", [name for name in NAMES if not family(name).words])
def test_estimates_of_very_wide_machines_do_not_overflow(run: Run, name: str) -> None:
    status, out, _ = run("9999xn", "--family", name, "--terms", "1")
    assert status == 0
    assert max(map(len, out.splitlines()[2:]), default=0) < 200


def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sequences", "2xn", "--b-file", "--terms", "3000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert list(islice(process.stdout, 1)) == [b"1 1\n"]
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_help_is_fast_to_load() -> None:
    program = "import sys, sequences.cli; sys.exit('sequences.proof' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


@pytest.mark.slow
def test_both_ways_to_a_large_term_agree(run: Run) -> None:
    exact = parse("nxn").terms(8)
    dense = json.loads(run("nxn", "--terms", "8", "--workers", "1", "--json")[1])["terms"]
    assert dense == exact


def test_a_conjecture_about_a_large_machine_can_still_be_refuted(run: Run) -> None:
    status, out, _ = run("7xn", "--check=1,1")
    assert status == 1
    assert "REFUTED" in out
