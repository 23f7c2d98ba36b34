"""Banks: the same from one seed whatever the number of workers, resumable, without repetitions."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generate import Exhausted, Grade, Impossible, Made, Request, Span, bank
from generate.__main__ import main
from generate.bank import attempt, rungs
from generate.generators import generator
from generate.givens import full_grids
from generate.symmetry import canonical, images
from ladder import climb, rung_names
from puzzles import KINDS, Board, Norinori, Numberlink, parse
from tests.kinds import facts
from tests.strategies import boards, tiny_boards


def request(puzzle: str, **options: object) -> Request:
    height, width = facts(puzzle).BANK_SIZE
    return Request(puzzle=puzzle, height=height, width=width, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("puzzle", sorted(KINDS))
def test_two_workers_make_the_same_bank_as_one(puzzle: str) -> None:
    alone = list(bank(request(puzzle), 12, 7))
    together = list(bank(request(puzzle), 12, 7, workers=2))
    assert alone == together
    assert len({canonical(record.board) for record in alone}) == 12
    assert alone != list(bank(request(puzzle), 12, 8))


@pytest.mark.parametrize("puzzle", sorted(KINDS))
def test_a_record_is_a_row_of_a_table(puzzle: str) -> None:
    for record in bank(request(puzzle), 2, 7):
        row = dict(record)
        assert row["board"] is record.board
        assert (row["puzzle"], row["width"]) == (puzzle, record.board.width)
        assert row["finished_by"] == record.grade.finished_by
        # No figure bears the name of another column.
        fixed = ("puzzle", "height", "width", "board", "solution", "seed", "attempt")
        assert len(row) == len(fixed) + len(asdict(record.grade)) + len(record.figures)
        assert pickle.loads(pickle.dumps(record)) == record


def test_a_bank_is_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    records = list(bank(request("norinori"), 3, 7))
    for source in (records, bank(request("norinori"), 3, 7)):
        frame = pandas.DataFrame(source)
        assert list(frame.columns) == list(records[0])
        assert list(frame["board"]) == [record.board for record in records]
        assert list(frame["attempt"]) == [record.attempt for record in records]
        assert set(frame["finished_by"]) == {record.finished_by for record in records}


@pytest.mark.parametrize("puzzle", sorted(KINDS))
def test_a_bank_goes_on_where_it_was_cut(puzzle: str) -> None:
    whole = list(bank(request(puzzle), 8, 3))
    part = whole[:3]
    rest = bank(request(puzzle), 8, 3, earlier=[r.board for r in part], first=part[-1].attempt + 1)
    assert part + list(rest) == whole


def test_a_killed_run_resumes_to_the_same_bank(tmp_path: Path) -> None:
    out, again = tmp_path / "bank.jsonl", tmp_path / "whole.jsonl"
    words = ["norinori", "8x8", "--count", "6", "--seed", "5", "--out"]
    assert main([*words, str(again)]) == 0
    for _ in range(4):
        run = subprocess.Popen([sys.executable, "-m", "generate", *words, str(out), "--resume"])
        deadline = time.monotonic() + 60
        before = out.stat().st_size if out.exists() else 0
        while run.poll() is None and time.monotonic() < deadline:
            if out.exists() and out.stat().st_size > before:
                os.kill(run.pid, signal.SIGKILL)
                break
            time.sleep(0.001)
        run.wait()
        if run.returncode == 0:
            break
        with out.open("ab") as file:
            file.write(b'{"puzzle": "nori')  # as if the kill had come within a line
    else:
        assert main([*words, str(out), "--resume"]) == 0
    assert out.read_bytes() == again.read_bytes()


def test_a_bank_of_another_request_is_not_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "bank.jsonl"
    assert main(["binairo", "4x4", "--seed", "1", "--out", str(out)]) == 0
    before = out.read_bytes()
    assert main(["binairo", "4x4", "--seed", "2", "--out", str(out), "--resume"]) == 2
    assert "expected a record of the same request and seed" in capsys.readouterr().err
    assert main(["binairo", "4x4", "--seed", "1", "--out", str(out)]) == 2
    assert "--resume" in capsys.readouterr().err
    out.write_text("no record\n")
    assert main(["binairo", "4x4", "--seed", "1", "--out", str(out), "--resume"]) == 2
    assert f"{out}:1:1: expected a record" in capsys.readouterr().err
    assert out.read_bytes() == b"no record\n"
    assert before.count(b"\n") == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["binairo", "5x6"], "even"),
        (["binairo", "2x8"], "different lines"),
        (["binairo", "4x4", "--clues", "10-16"], "1 to 9 givens"),
        (["binairo", "4x4", "--clues", "0"], "1 to 9 givens"),
        (["binairo", "200x200"], "up to 1600 cells"),
        (["numberlink", "200x200"], "up to 1600 cells"),
        (["norinori", "99999999x99999999"], "up to 1600 cells"),
        (["nondango", "5x5", "--white", "20"], "beside 8 black ones"),
        (["binairo", "14x14", "--uniform"], "up to 12x12"),
        (["norinori", "1x1"], "no domino"),
        (["norinori", "2x2"], "more than one way"),
        (["norinori", "4x1"], "more than one way"),
        (["nondango", "2x2", "--white", "4"], "no room"),
        (["numberlink", "1x1"], "no path"),
        (["numberlink", "2x2", "--pairs", "3"], "2 paths at most"),
        (["numberlink", "3x3", "--pairs", "0"], "at least one pair"),
        (["numberlink", "4x4", "--pairs", "1"], "touches itself"),
        (["numberlink", "3x3", "--rung", "pairs"], "expected a rung of numberlink"),
    ],
)
def test_impossible_requests_are_refused_with_the_reason(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert reason in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    "words",
    [
        ["norinori", "5x5", "--clues", "3"],
        ["binairo", "6y6"],
        ["binairo", "0x4"],
        ["binairo", "\u00b2x2"],
        ["binairo", "\u0664x\u0664"],
        ["binairo", "4x4", "--clues", ""],
        ["binairo", "4x4", "--clues", "-1"],
        ["binairo", "4x4", "--clues", "5-"],
        ["binairo", "4x4", "--workers", "2", "--scheduler", "tcp://127.0.0.1:1"],
        ["numberlink", "4x4", "--pairs", "5-3"],
        ["numberlink", "4x4", "--count", "0"],
        ["numberlink", "4x4", "--resume"],
        ["sudoku", "9x9"],
    ],
)
def test_usage_errors_end_with_status_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2


@pytest.mark.parametrize(
    ("puzzle", "rung"),
    [
        ("binairo", "line"),
        ("binairo", "distinct"),
        ("binairo", "probe"),
        ("norinori", "local"),
        ("norinori", "pairs"),
        ("norinori", "probe"),
        ("nondango", "triple"),
        ("nondango", "probe"),
        ("numberlink", "chain"),
        ("numberlink", "probe"),
    ],
)
def test_a_rung_can_be_asked_for(puzzle: str, rung: str) -> None:
    """The boards are those of the whole bank that need it, no others."""
    asked = Request(puzzle=puzzle, height=6, width=6, rung=rung)
    records = list(bank(asked, 2, 1))
    for record in records:
        graded = climb(record.board)
        assert record.finished_by == graded.finished_by == rung
    free = Request(puzzle=puzzle, height=6, width=6)
    assert [attempt(free, 1, record.attempt) for record in records] == records


def test_a_rung_that_no_board_needs_ends_with_the_budget() -> None:
    with pytest.raises(Exhausted, match="needs search in 30 attempts"):
        list(bank(request("nondango", rung="search"), 1, 1, budget=30))
    assert main(["nondango", "5x5", "--rung", "search", "--budget", "30"]) == 3


def test_few_different_boards_end_with_the_budget() -> None:
    # 2x2 Binairo has one full grid up to symmetry, so very few boards.
    with pytest.raises(Exhausted, match=r"found [1-4] of 50"):
        list(bank(Request(puzzle="binairo", height=2, width=2), 50, 1, budget=200))


def test_ranges_are_kept() -> None:
    clues = bank(request("binairo", clues=Span(6, 7)), 3, 1)
    assert all(record.figures["givens"] in (6, 7) for record in clues)
    pairs = bank(request("numberlink", pairs=Span(4, 5)), 3, 1)
    assert all(record.figures["pairs"] in (4, 5) for record in pairs)


def test_minimal_never_keeps_more_givens() -> None:
    plain = generator("binairo").make(request("binairo"), Random("1/0"))
    fewest = generator("binairo").make(request("binairo", minimal=True), Random("1/0"))
    assert plain is not None
    assert fewest is not None
    assert fewest.figures["givens"] <= plain.figures["givens"]


def test_a_rung_is_part_of_what_a_bank_is_resumed_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "bank.jsonl"
    assert main(["numberlink", "5x5", "--rung", "probe", "--out", str(out)]) == 0
    assert main(["numberlink", "5x5", "--count", "2", "--out", str(out), "--resume"]) == 2
    assert "same request" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("puzzle", "height", "width"),
    [
        ("binairo", 2, 2),
        ("norinori", 1, 5),
        ("norinori", 2, 3),
        ("nondango", 1, 1),
        ("nondango", 1, 4),
        ("numberlink", 1, 2),
        ("numberlink", 2, 3),
        ("numberlink", 1, 5),
    ],
)
def test_tiny_boards_end(puzzle: str, height: int, width: int) -> None:
    """More boards are asked for than there are; whatever was found is a board of the size."""
    records = bank(Request(puzzle=puzzle, height=height, width=width), 500, 1, budget=100)
    found: list[Board] = []
    with pytest.raises(Exhausted, match="of 500"):
        found.extend(record.board for record in records)
    assert found
    assert all((board.height, board.width) == (height, width) for board in found)


def test_where_the_ladder_would_take_too_long_another_solver_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The board is the same one; what is not known of its grade is None."""
    asked = Request(puzzle="numberlink", height=6, width=6, rung="search")
    index = 525  # the first attempt of this seed whose board needs search
    full = attempt(asked, 1, index)
    assert full is not None
    assert full.grade.counted_by == "ladder"
    assert full.grade.branch_points
    # The package's attribute ``bank`` is the function, so the module is looked up by name.
    monkeypatch.setattr(sys.modules["generate.bank"], "_PROBED", 0)
    short = attempt(asked, 1, index)
    assert short is not None
    assert (short.board, short.solution) == (full.board, full.solution)
    assert short.grade == Grade("search", 1, "glucose4", None)


def test_a_long_board_with_almost_all_its_words_is_found_by_the_solver() -> None:
    made = generator("binairo").make(Request(puzzle="binairo", height=8, width=20), Random("0/0"))
    assert made is not None
    assert not made.board.violations(made.solution)


@pytest.mark.parametrize("fault", ["solution", "count"])
def test_what_disagrees_never_gets_out(
    fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A generator that lies about its solution, or makes boards with two, ends the run with status 1."""
    made_by = generator("norinori").make

    def lie(request: Request, rng: Random) -> Made | None:
        made = made_by(request, rng)
        assert made is not None
        if fault == "solution":
            return replace(made, solution=made.solution ^ 1)
        # A single region of a 2x2 board holds four dominoes.
        return Made(Norinori(regions=((0, 0), (0, 0))), 0b0011)

    monkeypatch.setattr(generator("norinori"), "make", lie)
    assert main(["norinori", "5x6", "--count", "3"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert ("breaks a rule" if fault == "solution" else "SAT does not confirm") in captured.err


@pytest.mark.parametrize("form", ["text", "url", "json"])
def test_the_command_line_prints_what_the_library_makes(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["norinori", "5x6", "--count", "3", "--seed", "9", "--format", form]
    assert main(words) == 0
    printed = capsys.readouterr().out
    expected = list(bank(request("norinori"), 3, 9))
    if form == "json":
        lines = [json.loads(line) for line in printed.splitlines()]
        assert [parse(line["board"]) for line in lines] == [r.board for r in expected]
        assert [parse(line["link"]) for line in lines] == [r.board for r in expected]
        assert [tuple(line["solution"]) for line in lines] == [
            r.board.rows(r.solution) for r in expected
        ]
    elif form == "url":
        assert [parse(line) for line in printed.splitlines()] == [r.board for r in expected]
    else:
        blocks = printed.strip().split("\n\n")
        assert [parse(block) for block in blocks] == [r.board for r in expected]


def test_every_rung_is_one_of_the_puzzles() -> None:
    for puzzle in KINDS:
        for index in range(6):
            record = attempt(request(puzzle), 2, index)
            assert record is None or record.finished_by in rungs(puzzle)


def test_the_rungs_of_a_class_are_named_as_its_boards_have_them() -> None:
    for puzzle in KINDS:
        for board in tiny_boards(puzzle, limit=8):
            for less in (board, *(board.dropping(rule) for rule in board.rules())):
                assert rung_names(less) == rungs(puzzle)


@pytest.mark.parametrize("puzzle", ["sudoku", "bank", "record", "__main__", "no.such", ""])
def test_a_puzzle_without_a_generator_is_refused_by_name(puzzle: str) -> None:
    with pytest.raises(Impossible, match="no generator makes"):
        generator(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "option"), [("norinori", "clues"), ("binairo", "touch"), ("nondango", "pairs")]
)
def test_an_option_of_another_generator_is_refused(puzzle: str, option: str) -> None:
    with pytest.raises(Impossible, match=f"the generator of {puzzle} has no option {option}"):
        list(bank(request(puzzle, **{option: True}), 1, 0))


def test_a_request_is_its_options_whatever_their_order() -> None:
    one = request("binairo", clues=Span(6, 7), minimal=True, uniform=False)
    assert one == request("binairo", minimal=True, clues=Span(6, 7))
    assert one != request("binairo", clues=Span(6, 7))
    assert (one.span("clues"), one.flag("minimal"), one.flag("uniform")) == (
        Span(6, 7),
        True,
        False,
    )
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_request_cannot_be_met_by_another_puzzles_generator() -> None:
    with pytest.raises(Impossible):
        list(bank(Request(puzzle="binairo", height=3, width=3), 1, 0))


def test_out_keeps_the_bank_and_format_prints_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "bank.jsonl"
    words = ["norinori", "5x6", "--count", "2", "--seed", "9", "--out"]
    assert main([*words, str(out)]) == 0
    assert capsys.readouterr().out == ""
    again = tmp_path / "again.jsonl"
    assert main([*words, str(again), "--json"]) == 0
    assert capsys.readouterr().out == out.read_text() == again.read_text()


def test_a_link_that_cannot_be_is_one_line_on_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """puzz.link's Nondango judges white circles too; the plain rules have no URL."""
    assert main(["nondango", "5x5", "--format", "url"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert main(["nondango", "5x5", "--format", "url", "--same-colour"]) == 0
    assert parse(capsys.readouterr().out.strip()).variants == {"same-colour"}
    assert main(["nondango", "5x5", "--format", "url"]) == 2
    said = "puzz.link has nondango only under same-colour; add --same-colour"
    assert capsys.readouterr().err.endswith(f"holds the board: {said}\n")


def started(*words: str, stdout: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "generate", *words],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_ends_quietly_with_130(workers: str) -> None:
    words = ["norinori", "7x7", "--count", "100000", "--workers", workers]
    with started(*words, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline() == "norinori\n"
        run.send_signal(signal.SIGINT)
        run.stdout.read()
        assert run.stderr.read() == ""
        assert run.wait() == 130


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_reader_who_leaves_ends_the_run_quietly(workers: str) -> None:
    words = ["norinori", "6x6", "--count", "100000", "--workers", workers]
    with started(*words, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == ""
        assert run.wait() == 0


@pytest.mark.parametrize("workers", ["2", "3"])
def test_workers_end_with_a_run_that_is_killed(workers: str) -> None:
    """They hold its standard output, which ends only when all of them have."""
    words = ["norinori", "7x7", "--count", "100000", "--workers", workers]
    with started(*words, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "norinori\n"
        run.kill()
        # A worker that stays would keep the stream open; the reader has an end of its own.
        run.communicate(timeout=60)


@pytest.mark.parametrize("address", ["nowhere", "tcp://"])
def test_a_scheduler_that_is_none_is_one_line(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    assert main(["binairo", "4x4", "--scheduler", address]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{address}: no Dask scheduler: ")
    assert captured.err.count("\n") == 1


def test_closed_standard_error_is_no_obstacle(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", None)
        assert main(["binairo", "4x4"]) == 0
    assert capsys.readouterr().out.startswith("binairo\n")


def test_long_lines_with_equal_ones_allowed() -> None:
    """Too many words for ``len``."""
    check = generator("binairo").check
    check(Request(puzzle="binairo", height=2, width=100, repeats=True))
    with pytest.raises(Impossible, match="2 different lines"):
        check(Request(puzzle="binairo", height=2, width=100))


@pytest.mark.parametrize("distinct", [True, False])
def test_no_more_givens_carry_load_than_the_bound_says(distinct: bool) -> None:
    """Every set of cells of a 4x4 grid that tells it from all others, none of them to spare."""
    grids = full_grids(4, 4, distinct=distinct)
    differences = [grids[0] ^ other for other in grids[1:]]
    most = 0
    for cells in range(1 << 16):
        met = [cells & difference for difference in differences]
        if all(met):
            single = {one for one in met if one & one - 1 == 0}
            if sum(single) == cells:
                most = max(most, len(single))
    assert 4 < most <= 9


def test_a_cluster_makes_the_same_bank() -> None:
    distributed = pytest.importorskip("distributed")
    alone = list(bank(request("binairo"), 9, 7))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        together = list(bank(request("binairo"), 9, 7, scheduler=cluster.scheduler_address))
    assert alone == together


@given(boards(max_cells=12), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_images_have_one_canonical_form(board: Board, rng: Random) -> None:
    found = list(images(board))
    assert canonical(board) == canonical(rng.choice(found))
    assert board.text() in {image.text() for image in found} or isinstance(board, Numberlink)
