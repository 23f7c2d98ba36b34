"""Messages: a place is named one way, where the fault is, and a message has a bounded length."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kazoe.command import main
from puzzles import Numberlink, parse
from puzzles.errors import FormatError

LABEL = "9" * 10_000


@pytest.mark.parametrize(
    ("text", "line", "column", "found"),
    [
        ("0 1 . .\n2 . . .\n. . . .\n. . . .\n", 2, 1, "'2'"),
        ("0 1 . .\n. . . .\n. . O .\n. . . .\n", 3, 5, "'O'"),
        ("01..\n...2\n....\n....\n", 2, 4, "'2'"),
        ("binairo\n0 1\n1 l\n", 3, 3, "'l'"),
    ],
)
def test_a_typo_is_told_where_it_is(text: str, line: int, column: int, found: str) -> None:
    with pytest.raises(FormatError) as fault:
        parse(text)
    assert (fault.value.line, fault.value.column) == (line, column)
    assert f"expected 0, 1 or ., found {found}" in fault.value.message


def test_a_grid_of_another_puzzle_needs_its_kind() -> None:
    with pytest.raises(FormatError, match=r"1:1: expected a kind .*; found 'A'"):
        parse("A B\nA B\n")
    with pytest.raises(FormatError, match=r"1:1: expected a kind"):
        parse(". A 1\n1 B A\n. . B\n")


@pytest.mark.parametrize(
    "text",
    [
        f"numberlink\n{LABEL} . .\n. . .\n",
        f"binairo\n{LABEL} 0\n1 1\n",
        f"0 {LABEL}\n1 1\n. .\n. .\n",
        f"{LABEL} {LABEL}\n1 1\n",
        f"numberlink {LABEL}\n1 1\n",
        f"{LABEL}\n",
        f'model\n{{"{LABEL}": 1}}\n',
    ],
    ids=lambda text: text.replace(LABEL, "LABEL")[:20],
)
def test_a_long_label_is_quoted_shortened(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "board").write_text(text)
    for command in ("count", "encode", "ladder"):
        assert main([command, str(tmp_path / "board")]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert len(told) < len(str(tmp_path)) + 300
    with pytest.raises(FormatError) as fault:
        parse(text)
    assert len(str(fault.value)) < 300


def test_reasons_and_violations_quote_labels_shortened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "board").write_text(f"numberlink\n{LABEL} {LABEL}\n1 1\n")
    assert main(["ladder", "--trace", str(tmp_path / "board")]) == 0
    steps = [line for line in capsys.readouterr().out.splitlines() if re.match(r" +\d+\. ", line)]
    assert any("would weld 1 and 999" in line for line in steps)
    assert max(map(len, steps)) < 200
    board = Numberlink(labels=((LABEL, "1"), (LABEL, "1")))
    (wrong,) = board.violations(0b0011)[-1:]
    assert len(str(wrong)) < 200


def test_violations_name_cells_as_everything_else_does() -> None:
    board = Numberlink(labels=(("1", None, None), (None, None, None), ("1", None, None)))
    told = [str(found) for found in board.violations((1 << len(board.places())) - 1)]
    assert any("close a loop" in line for line in told)
    assert all(re.search(r"\br\d+c\d+\b", line) for line in told)
    assert not any(re.search(r"\(\d+, \d+\)", line) for line in told)
