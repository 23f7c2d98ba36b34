"""The collection's loader on small folders of our own, and the collection itself where it lies."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import corpus as bench
from count import frontier
from puzzles import Binairo, Numberlink
from tests.corpus import FOLDER, Known, known, load, under

ARUKONE = "https://puzz.link/p?arukone/e/4/4/12l3123j"
UNRULY = "6x6de:faCADAJeBd"
NORINORI = "https://puzz.link/p?norinori/5/5/cag4ocjo"
BLANK = "binairo\n" + "\n".join([". . . ."] * 4)


def write(folder: Path, *lines: dict[str, object]) -> Path:
    """A folder with these boards; fields that are left out have the value that says nothing."""
    rest = {"format": "grid", "expected_solutions": None, "solution": None, "source": "ours"}
    texts = [json.dumps({"id": f"b{i}", **rest, **line}) for i, line in enumerate(lines)]
    (folder / "boards.jsonl").write_text("\n".join(texts) + "\n")
    return folder


# Reading


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        (None, None),
        (0, Known(0)),
        (41044208702632496804, Known(41044208702632496804)),
        (">=2", Known(2, at_least=True)),
    ],
)
def test_numbers_of_solutions(value: object, meaning: Known | None) -> None:
    assert known(value) == meaning


@pytest.mark.parametrize("value", [True, -1, 1.0, "many", ">=", ">=x", "2", [1], {}])
def test_what_is_no_number_of_solutions(value: object) -> None:
    with pytest.raises(ValueError, match="expected a number of solutions"):
        known(value)


def test_boards_are_read_with_what_is_known(tmp_path: Path) -> None:
    checked = {"all-used": 1, "unused": ">=2", "all-used-no-touch": None}
    write(
        tmp_path,
        {"puzzle": "numberlink", "text": ARUKONE, "rules": "unused", "checked": checked},
        {"puzzle": "binairo", "text": UNRULY, "rules": "distinct", "checked": {"repeats": 1}},
    )
    entries, notes = load(tmp_path)
    assert not notes
    assert [entry.where for entry in entries] == ["boards.jsonl:1 b0", "boards.jsonl:2 b1"]
    assert entries[0].checked == {
        "all-used": Known(1),
        "unused": Known(2, at_least=True),
        "all-used-no-touch": None,
    }
    assert (entries[1].board.kind, entries[1].board.height) == ("binairo", 6)


def test_what_is_refused_or_needs_a_hint_is_told(tmp_path: Path) -> None:
    said = {"rules": "standard", "checked": {}}
    write(
        tmp_path,
        {"puzzle": "norinori", "text": "https://puzz.link/p?sudoku/9/9/zzz", **said},
        {"puzzle": "norinori", "text": "a a\na b\nb b\n", **said},
    )
    entries, notes = load(tmp_path)
    assert [entry.where for entry in entries] == ["boards.jsonl:2 b1"]
    assert [(note.where, note.refused) for note in notes] == [
        ("boards.jsonl:1 b0", True),
        ("boards.jsonl:2 b1", False),
    ]
    assert "sudoku" in notes[0].reason


def test_a_board_read_as_another_puzzle_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"puzzle": "binairo", "text": NORINORI, "rules": "repeats", "checked": {}})
    with pytest.raises(ValueError, match="expected binairo, read norinori"):
        load(tmp_path)


def test_rule_sets_of_a_board() -> None:
    board = Numberlink(labels=(("a", "a"),), variants=frozenset({"unused"}))
    assert under(board, "all-used") == Numberlink(labels=(("a", "a"),))
    assert under(board, "unused") == board
    blank = Binairo.blank(2, 2)
    repeats = under(blank, "repeats")
    assert repeats == Binairo(givens=blank.givens, variants=frozenset({"repeats"}))
    assert under(repeats, "distinct") == blank
    with pytest.raises(KeyError):
        under(blank, "moonlit")


# Judging


def verdicts(folder: Path) -> list[bench.Verdict]:
    entries, notes = load(folder)
    assert not notes
    return [verdict for entry in entries for verdict in bench.judged(entry, None)]


def test_right_numbers_are_found_right(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "puzzle": "numberlink",
            "text": ARUKONE,
            "rules": "all-used",
            "checked": {"all-used": 1, "unused": 2},
        },
        {
            "puzzle": "norinori",
            "text": NORINORI,
            "rules": "standard",
            "expected_solutions": 1,
            "checked": {},
        },
        {
            "puzzle": "binairo",
            "text": BLANK,
            "rules": "distinct",
            "expected_solutions": 72,
            "checked": {"distinct": 72, "repeats": ">=80"},
        },
    )
    found = verdicts(tmp_path)
    assert [(v.rule_set, v.found) for v in found] == [
        ("all-used", "unique"),
        ("unused", "2"),
        ("standard, stated", "unique"),
        ("distinct", "72"),
        ("repeats", "90"),
    ]
    assert all(v.verdict is v.models is True for v in found)


def test_wrong_numbers_are_found_wrong(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "puzzle": "numberlink",
            "text": ARUKONE,
            "rules": "unused",
            "expected_solutions": 0,
            "checked": {"all-used": 2, "unused": 3},
        },
        {
            "puzzle": "binairo",
            "text": BLANK,
            "rules": "distinct",
            "checked": {"distinct": 73, "repeats": ">=91"},
        },
    )
    found = verdicts(tmp_path)
    assert all(verdict.wrong for verdict in found)
    assert [verdict.verdict for verdict in found] == [False, True, False, True, True]


def test_the_table_and_its_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line: dict[str, object] = {"puzzle": "numberlink", "text": ARUKONE, "rules": "all-used"}
    write(tmp_path, {**line, "checked": {"all-used": 1, "unused": None}})
    assert bench.main([str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "1 numbers not known" in shown
    row = next(line.split() for line in shown.splitlines() if line.startswith("numberlink"))
    assert row[1:6] == ["all-used", "1", "1", "1", "0"]
    write(tmp_path, {**line, "checked": {"all-used": 5}})
    assert bench.main([str(tmp_path)]) == 1
    said = "boards.jsonl:1 b0 (numberlink, all-used): 5 known, unique found"
    assert said in capsys.readouterr().out


# The collection


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the collection is not beside this checkout")
@pytest.mark.parametrize(
    ("largest", "step"),
    [
        pytest.param(36, 8, id="every eighth to 6x6"),
        pytest.param(None, 1, id="all", marks=pytest.mark.slow),
    ],
)
def test_every_number_of_the_collection(largest: int | None, step: int) -> None:
    entries, _ = load()
    fitting = [
        entry
        for entry in entries
        if largest is None or entry.board.height * entry.board.width <= largest
    ]
    assert fitting
    wrong = [str(v) for entry in fitting[::step] for v in bench.judged(entry, 20) if v.wrong]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER.is_dir(), reason="the collection is not beside this checkout")
def test_dropping_that_every_cell_is_used_never_lowers_a_count() -> None:
    """Numberlink's inequality (claim L7), on every board that the frontier counts in little time."""
    compared = more = 0
    for entry in load()[0]:
        board = entry.board
        if not isinstance(board, Numberlink) or board.height * board.width > 100:
            continue
        strict = frontier.count(replace(board, variants=frozenset()))
        loose = frontier.count(replace(board, variants=frozenset({"unused"})))
        assert loose >= strict, entry.where
        compared += 1
        more += loose > strict
    assert compared > 20
    assert more
