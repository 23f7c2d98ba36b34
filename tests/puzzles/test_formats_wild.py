"""What setters have in hand beside the plain forms: other names, older files, links of programs."""

from __future__ import annotations

import pytest

from puzzles import FormatError, parse_all, read
from tests.puzzles.test_formats import ARUKONE, NUMBERLINK, check

PZPR = "pzprv3/numlin/2/5/. . . 1 . /2 1 . . 2 /0 0 0 0 /0 0 0 0 /0 0 0 0 0 /"
PZPR_BOARD = "numberlink unused\n. . . 1 .\n2 1 . . 2"


def refused(text: str, expected: str, puzzle: str | None = None) -> None:
    with pytest.raises(FormatError) as caught:
        parse_all(text, puzzle=puzzle)
    assert expected in caught.value.message


def test_numberlink_is_another_name_of_numlin_on_puzz_link() -> None:
    check("https://puzz.link/p?numberlink/5/5/1j2h3m1h2j3", NUMBERLINK)
    check("numberlink/5/5/1j2h3m1h2j3", NUMBERLINK)
    check("https://puzz.link/p?numberlink_edit/5/5/1j2h3m1h2j3", NUMBERLINK)
    check(PZPR.replace("numlin", "numberlink"), PZPR_BOARD)
    refused("numberlink/e/5/5/1j2h3m1h2j3", "expected no flag for numberlink, found 'e'")


def test_the_older_word_of_pzpr_files_leaves_cells_unused() -> None:
    old = "pzprv3/arukone/4/4/{}/A B . . /. . . . /C A B C /. . . . /"
    check(old.format("allowempty"), ARUKONE.replace("numberlink", "numberlink unused"))
    check(old.format("passallcell"), ARUKONE)


def test_a_pzpr_file_on_one_line_is_a_board_by_itself() -> None:
    assert read(PZPR).text() == PZPR_BOARD
    assert read(" " + PZPR.replace("pzprv3", "pzprv3.1") + "\n").text() == PZPR_BOARD
    for name in ("pzprv3", "pzprv3/numlin", "pzprv3.txt", "old/pzprv3/numlin/2/5/"):
        with pytest.raises(FormatError, match="no such file"):
            read(name)
