"""The collection's loader on small folders of our own, and the collection itself where it lies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import corpus as bench
from puzzles import Binairo, Nondango, Norinori, Numberlink
from tests.corpus import FOLDER, Known, known, load, under

ARUKONE = "https://puzz.link/p?arukone/e/4/4/12l3123j"
UNRULY = "6x6de:faCADAJeBd"
NORINORI = "https://puzz.link/p?norinori/5/5/cag4ocjo"


def write(folder: Path, name: str, value: object) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(value), encoding="utf-8")


# Reading


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        (None, None),
        (0, Known(0)),
        (41044208702632496804, Known(41044208702632496804)),
        ("12", Known(12)),
        (">= 7", Known(7, at_least=True)),
        ("2+", Known(2, at_least=True)),
        ("none", Known(0)),
        ("unique", Known(1)),
        ("several", Known(2, at_least=True)),
    ],
)
def test_numbers_of_solutions(value: object, meaning: Known | None) -> None:
    assert known(value) == meaning


@pytest.mark.parametrize("value", [True, -1, 1.0, "many", [1], {}])
def test_what_is_no_number_of_solutions(value: object) -> None:
    with pytest.raises(ValueError, match="expected a number of solutions"):
        known(value)


def test_entries_in_every_layout(tmp_path: Path) -> None:
    checked = {"all_used": 1, "unused": 2, "all_used_no_2x2": None}
    entry = {"url": ARUKONE, "expected_solutions": 2, "checked": checked}
    write(tmp_path, "list.json", [entry])
    write(tmp_path, "nested.json", {"_meta": "ours", "easy": {"boards": [entry]}})
    write(tmp_path, "by_url.json", {ARUKONE: {"checked": checked}})
    (tmp_path / "lines.jsonl").write_text(json.dumps(entry) + "\n\n" + json.dumps(entry) + "\n")
    entries, notes = load(tmp_path)
    assert [entry.where for entry in entries] == [
        f"by_url.json/{ARUKONE}",
        "lines.jsonl:1",
        "lines.jsonl:3",
        "list.json[0]",
        "nested.json/easy/boards[0]",
    ]
    assert len({entry.board for entry in entries}) == 1
    assert all(
        entry.checked == {"all_used": Known(1), "unused": Known(2), "all_used_no_2x2": None}
        for entry in entries
    )
    assert entries[1].expected == Known(2)
    assert [str(note) for note in notes] == ["nested.json/_meta: about the file, not a board"]


def test_boards_in_every_field(tmp_path: Path) -> None:
    write(
        tmp_path,
        "all.json",
        [
            {"id": UNRULY},
            {"text": "numberlink unused\na . a"},
            {"problem": "1 . . 1\n. . . .", "puzzle": "Takuzu"},
            {"grid": [["1", None], [None, ""]], "puzzle": "binairo"},
            {"grid": ["1 . 1"], "puzzle": "numberlink"},
            {"regions": ["aab", "bbb"], "puzzle": "norinori"},
            {"regions": ["aab"], "circles": ["oo."], "puzzle": "nondango"},
            {"file": "one.txt", "height": 2},
            NORINORI,
        ],
    )
    (tmp_path / "one.txt").write_text("numberlink\n1 1\n2 2\n")
    entries, notes = load(tmp_path)
    assert not notes
    boards = [entry.board for entry in entries]
    assert boards[1:8] == [
        Numberlink(labels=(("a", None, "a"),), variants=frozenset({"unused"})),
        Binairo(givens=((1, None, None, 1), (None,) * 4)),
        Binairo(givens=((1, None), (None, None))),
        Numberlink(labels=(("1", None, "1"),)),
        Norinori(regions=((0, 0, 1), (1, 1, 1))),
        Nondango(regions=((0, 0, 1),), circles=frozenset({(0, 0), (0, 1)})),
        Numberlink(labels=(("1", "1"), ("2", "2"))),
    ]
    assert (boards[0].kind, boards[0].height) == ("binairo", 6)
    assert boards[8].kind == "norinori"


def test_bare_files_take_their_puzzle_from_their_folder(tmp_path: Path) -> None:
    (tmp_path / "takuzu").mkdir()
    (tmp_path / "takuzu" / "a.txt").write_text("0 .\n. .\n")
    (tmp_path / "b.url").write_text(ARUKONE + "\n")
    entries, notes = load(tmp_path)
    assert not notes
    assert {entry.where: entry.board.kind for entry in entries} == {
        "b.url#1": "numberlink",
        "takuzu/a.txt#1": "binairo",
    }


def test_nothing_is_skipped_in_silence(tmp_path: Path) -> None:
    write(
        tmp_path,
        "odd.json",
        [
            {"url": "https://puzz.link/p?sudoku/9/9/zzz"},
            {"url": NORINORI, "checked": {"moonlit": 1, "default": "some"}, "height": 4},
            {"url": NORINORI, "checked": [1]},
            {"url": NORINORI, "rule_set": "moonlit"},
            {"url": NORINORI, "expected_solutions": -1},
            {"author": "nobody"},
            {"file": "missing.txt"},
            7,
        ],
    )
    (tmp_path / "README.md").write_text("About these boards\n")
    (tmp_path / "broken.json").write_text("[1,")
    (tmp_path / "image.bin").write_bytes(b"\xff\xfe\x00")
    entries, notes = load(tmp_path)
    assert [entry.where for entry in entries] == [f"odd.json[{i}]" for i in (1, 2, 3)]
    said = {(note.where, note.reason.split(":")[0]) for note in notes}
    assert said == {
        ("README.md", "documentation, not a board"),
        ("broken.json", "refused"),
        ("image.bin", "refused"),
        ("odd.json[0]", "refused"),
        ("odd.json[1]", "height 4 stated, 5 read"),
        ("odd.json[1]", "no rule set 'moonlit' for norinori"),
        ("odd.json[1]", "checked default"),
        ("odd.json[2]", "expected checked to map rule sets to numbers, found [1]"),
        ("odd.json[3]", "no rule set 'moonlit' for norinori"),
        ("odd.json[4]", "refused"),
        ("odd.json[5]/author", "no board in 'nobody'"),
        ("odd.json[6]", "refused"),
        ("odd.json[7]", "no board in '7'"),
    }


def test_rule_sets_of_a_board() -> None:
    board = Numberlink(labels=(("a", "a"),), variants=frozenset({"unused"}))
    assert under(board, "all_used") == Numberlink(labels=(("a", "a"),))
    assert under(board, "Unused") == under(board, "default") == board
    assert under(board, "all_used_no_2x2") is None
    blank = Binairo.blank(2, 2)
    assert under(blank, "repeats") == blank.variant("repeats")
    assert under(blank.variant("repeats"), "distinct") == blank


# Judging


def verdicts(folder: Path) -> list[bench.Verdict]:
    entries, notes = load(folder)
    assert not notes
    return [verdict for entry in entries for verdict in bench.judged(entry, None)]


def test_right_numbers_are_found_right(tmp_path: Path) -> None:
    blank = "binairo\n" + "\n".join([". . . ."] * 4)
    write(
        tmp_path,
        "right.json",
        [
            {"url": ARUKONE, "checked": {"all_used": 1, "unused": 2}},
            {"id": UNRULY, "checked": {"distinct": 0, "repeats": "unique"}},
            {"url": NORINORI, "expected_solutions": 1, "checked": {}},
            {"text": blank, "checked": {"distinct": 72, "repeats": ">= 80"}},
        ],
    )
    found = verdicts(tmp_path)
    assert [(v.rule_set, v.found) for v in found] == [
        ("all_used", "unique"),
        ("unused", "2"),
        ("distinct", "none"),
        ("repeats", "unique"),
        ("expected, as_read", "unique"),
        ("distinct", "72"),
        ("repeats", "90"),
    ]
    assert all(v.verdict is v.models is True for v in found)


def test_wrong_numbers_are_found_wrong(tmp_path: Path) -> None:
    blank = "binairo\n" + "\n".join([". . . ."] * 4)
    write(
        tmp_path,
        "wrong.json",
        [
            {"url": ARUKONE, "checked": {"all_used": 2, "unused": 3}},
            {"url": NORINORI, "expected_solutions": 0},
            {"text": blank, "checked": {"distinct": 73, "repeats": ">= 91"}},
        ],
    )
    found = verdicts(tmp_path)
    assert all(verdict.wrong for verdict in found)
    assert [verdict.verdict for verdict in found] == [False, True, False, True, True]


def test_an_expected_number_names_the_rules_under_which_it_holds(tmp_path: Path) -> None:
    write(tmp_path, "expected.json", [{"id": "6x6ude:faCADAJeBd", "expected_solutions": 1}])
    (verdict,) = verdicts(tmp_path)
    assert verdict.rule_set == "expected, repeats"
    assert not verdict.wrong


def test_the_table_and_its_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "boards.json", [{"url": ARUKONE, "checked": {"all_used": 1, "unused": None}}])
    assert bench.main([str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "1 numbers not known" in shown
    row = next(line.split() for line in shown.splitlines() if line.startswith("numberlink"))
    assert row[1:6] == ["all_used", "1", "1", "1", "0"]
    write(tmp_path, "boards.json", [{"url": ARUKONE, "checked": {"all_used": 5}}])
    assert bench.main([str(tmp_path)]) == 1
    assert "boards.json[0] (numberlink, all_used): 5 known, unique found" in capsys.readouterr().out


# The collection


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the collection is not beside this checkout")
@pytest.mark.parametrize(
    "largest", [pytest.param(64, id="to 8x8"), pytest.param(None, id="all", marks=pytest.mark.slow)]
)
def test_every_number_of_the_collection(largest: int | None) -> None:
    entries, _ = load()
    fitting = [
        entry
        for entry in entries
        if largest is None or entry.board.height * entry.board.width <= largest
    ]
    assert fitting
    wrong = [str(v) for entry in fitting for v in bench.judged(entry, 20) if v.wrong]
    assert not wrong, "\n".join(wrong)
