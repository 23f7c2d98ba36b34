"""What solvers write, read back: outputs as captured, and what is refused by name.

The board is 2x2 with one solution; its formula has the variables 1 to 4 and two auxiliaries.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from encode.answers import NoAnswer, decoded, read_answers
from encode.command import main
from puzzles import FormatError, Model, parse

BOARD = "binairo\n0 .\n. .\n"
FREE = "binairo\n. .\n. .\n"
SOLUTION = 0b0110

MINISAT_FILE = "SAT\n-1 2 3 -4 5 6 0\n"
MINISAT_SCREEN = """\
WARNING: for repeatability, setting FPU to use double precision
============================[ Problem Statistics ]=============================
|  Number of variables:             6                                         |
restarts              : 1
CPU time              : 0.002394 s

SATISFIABLE
"""
CLASP = """\
c clasp version 3.3.5
c Answer: 1
v -1 2 3 -4 5 6 0
s SATISFIABLE
c Models         : 1
"""
MODELS = "v -1 +2 +3 -4 +5 +6 0\nc nof models: 1\nc accum time: 0.00s\n"
PICOSAT_ALL = "s SATISFIABLE\nv -1 2 3 -4 5 6 0\ns SOLUTIONS 1\n"
CMS_MAXSOL = "s SATISFIABLE\nv -1 2 3 -4 5 6 0\ns UNSATISFIABLE\n"
PROSE = "t 0.1\no 12\nWARNING: slow\nsolved by 3 threads\ns SATISFIABLE\nv -1 2 3 -4\nv 5 6 0\n"
Z3 = "sat\nv -1 2 3 -4 5 6 0\n"


@pytest.mark.parametrize(
    "text",
    [
        MINISAT_FILE,
        MINISAT_SCREEN + "-1 2 3 -4 5 6 0\n",
        CLASP,
        MODELS,
        PICOSAT_ALL,
        CMS_MAXSOL,
        PROSE,
        Z3,
        "\ufeff" + MINISAT_FILE,
        MINISAT_FILE.replace("\n", "\r\n"),
        "s SATISFIABLE\nv -1 2 3 -4\n",  # neither auxiliaries nor the closing 0
    ],
)
def test_one_answer(text: str) -> None:
    (answer,) = read_answers(parse(BOARD), text)
    assert answer.mask == SOLUTION
    assert answer.falsified() == ""


@pytest.mark.parametrize(
    "text", ["UNSAT\n", "unsat\n", "s UNSATISFIABLE\n", "UNSATISFIABLE\n\nUNSAT\n", "s SOLUTIONS 0"]
)
def test_no_solution(text: str) -> None:
    assert read_answers(parse(BOARD), text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c UNKNOWN\n",
        "s UNKNOWN\n",
        "INDET\n",
        "INDETERMINATE\n",
        "s INDETERMINATE\n",
        "timeout\n",
    ],
)
def test_no_answer(text: str) -> None:
    with pytest.raises(NoAnswer, match=r"^out: no answer in the file$"):
        read_answers(parse(BOARD), text, "out")


def test_several_answers_are_all_read() -> None:
    first, second = "v -1 2 3 -4 5 6 0\n", "v 1 -2 -3 4 5 6 0\n"
    sat = "s SATISFIABLE\n"
    for text in (
        first + second + sat,  # clasp
        sat + first + sat + second + "s UNSATISFIABLE\n",  # cryptominisat5 --maxsol
        sat + first + sat + second + "s SOLUTIONS 2\n",  # picosat --all
        f"{first[2:-1]} {second[2:]}",  # on one line
        first.replace(" 0", "") + sat + second,  # without a closing 0
    ):
        found = read_answers(parse(FREE), text)
        assert [answer.mask for answer in found] == [SOLUTION, 0b1001], text


def test_a_variable_in_no_clause_may_be_missing() -> None:
    model = Model(1, 2)
    model.clause(model[0, 0])
    board = model.board()
    assert [answer.mask for answer in read_answers(board, "v 1 0\n")] == [1]
    with pytest.raises(FormatError, match="expected a value for variable 1"):
        read_answers(board, "v 2 0\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("v -1 2 1 3 -4 0\n", "out:1:8: both values of variable 1 in one answer"),
        (
            "s SATISFIABLE\nv -1 2 3 -4 5 6 -7 0\n",
            "out:2:17: expected a variable up to 6, found 7: an answer to another board's formula, "
            "or to another shape",
        ),
        (
            "\nv 1 -2 0\n",
            "out:2:1: expected a value for variable 3 (r1c0): the answer is cut off, partial, or "
            "another board's",
        ),
        ("v 1 -2 x 0\n", "out:1:8: expected a literal, found 'x'"),
        ("v 1 -2 ++3 0\n", "out:1:8: expected a literal, found '++3'"),
        (
            "s MAYBE\n",
            "out:1:1: expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, found 'MAYBE'",
        ),
        ("UNSAT\nv -1 2 3 -4 0\n", "out:2:1: expected no values after UNSATISFIABLE in line 1"),
        (MINISAT_SCREEN, "out:7:1: expected values (v lines) with SATISFIABLE, found none"),
        ("SAT\nUNSAT\n", "out:2:1: expected one verdict, found SATISFIABLE in line 1 too"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read_answers(parse(BOARD), text, "out")
    assert str(error.value) == message


def test_files_of_powershell_are_read() -> None:
    for data in (MINISAT_FILE.encode("utf-16"), MINISAT_FILE.encode("utf-8-sig")):
        assert decoded(data) == MINISAT_FILE


def command(tmp_path: Path, text: str, *words: str) -> int:
    (tmp_path / "board").write_text(BOARD)
    (tmp_path / "out").write_text(text, encoding="utf-8")
    return main([str(tmp_path / "board"), "--read-solution", str(tmp_path / "out"), *words])


def test_no_answer_has_the_status_of_a_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(tmp_path, "s UNKNOWN\n") == 3
    assert capsys.readouterr() == ("", f"{tmp_path / 'out'}: no answer in the file\n")


def test_the_answer_of_another_board_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(tmp_path, "v 1 -2 -3 4 5 6 0\n") == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{tmp_path / 'out'}:1: breaks clause 1 of the formula (givens): an answer to another "
        "board's formula, or the solver is wrong",
        "givens: given 0, filled with 1",
    ]


def test_every_answer_is_judged_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = "v -1 2 3 -4 5 6 0\n", "v 1 -2 -3 4 5 6 0\n"
    assert command(tmp_path, good + good) == 0
    said = "2 answers in the file, 1 different on the board; the first is shown"
    assert capsys.readouterr().out.splitlines()[-1] == said
    assert command(tmp_path, good + bad, "--json") == 1
    out, err = capsys.readouterr()
    assert (json.loads(out)["answers"], json.loads(out)["different"]) == (2, 2)
    assert f"{tmp_path / 'out'}:2: breaks clause 1" in err
