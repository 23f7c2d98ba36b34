"""What setters have in hand beside the plain forms: other names, older files, links of programs."""

from __future__ import annotations

import pytest

from puzzles import FormatError, parse, parse_all, read
from tests.puzzles.test_formats import ARUKONE, NUMBERLINK, UNRULY, check

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


def test_files_in_the_form_of_imos_hold_several_boards() -> None:
    first, second = "3 2\n1 0 1\n0 0 0\n", "2 3\n12 7\n0 0\n12 7\n"
    expected = ["numberlink\n1 . 1\n. . .", "numberlink\n12 7\n. .\n12 7"]
    assert [board.text() for board in parse_all(first + "\n" + second + "0 0\n")] == expected
    assert [board.text() for board in parse_all(first + second)] == expected
    assert parse_all(second + "0 0") == [parse(second)]
    refused(first + "0 0\n" + second, "expected the end behind 0 0, found '2'")
    refused(first + second + "0 0 0\n", "expected W H of a board, found 3 tokens")
    refused(first + second[:-5], "expected 3 rows, found 2")
    refused("0 0\n1 0 1\n", "expected", "numberlink")


def test_a_codex_without_a_size_is_a_square() -> None:
    expected = "binairo\n. 1 . .\n. 0 . .\n. . 1 .\n. . . 0"
    assert parse_all("a1c0d1d0")[0].text() == expected
    assert parse_all("a1c0d1d0 0101010101010101")[0].text() == expected
    assert [board.text() for board in parse_all("a1c0d1d0\n\na1c0d1d0\n")] == [expected] * 2
    refused("a1c0d1d0 01", "expected a codex of 16 cells, found 2")
    # 15 cells are no square, 9 an odd one; a word without a clue is a word.
    # As an argument it is the name of a file, which may be missing.
    for name in ("a1c0d1d", "1h", "zzjv", "0110", "a1c0d1d0"):
        with pytest.raises(FormatError, match="no such file"):
            read(name)


def test_a_link_to_the_page_of_unruly() -> None:
    site = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js"
    check(f"{site}/unruly.html#6x6de:faCADAJeBd", UNRULY)
    check(f"{site}/unruly.html#6x6de%3AfaCADAJeBd", UNRULY)
    check("unruly.html#6x6de:faCADAJeBd", UNRULY)
    refused(f"{site}/unruly.html#6x6de#123", "which only Unruly expands")
    refused(f"{site}/net.html#5x5:0123456789abcdef012345678", "expected the page unruly.html")


SAVED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :6:Unruly
PARAMS  :5:6x6de
CPARAMS :5:6x6de
DESC    :10:faCADAJeBd
NSTATES :1:2
STATEPOS:1:2
MOVE    :6:P1,0,0
"""


def test_a_saved_game_of_unruly() -> None:
    check(SAVED, UNRULY)
    check(SAVED.replace("\n", "\r\n"), UNRULY)
    check(SAVED.replace(":5:6x6de", ":4:6x6u"), UNRULY.replace(" repeats", ""))
    refused(SAVED.replace("6:Unruly", "3:Net"), "expected a saved game of Unruly, found 'Net'")
    refused(SAVED.replace("10:fa", "11:fa"), "expected DESC once, and as long as it says")
    refused(SAVED + "DESC    :1:a\n", "expected DESC once")
    refused(SAVED.replace("DESC ", "DESK "), "expected a line DESC in the saved game")
    with pytest.raises(FormatError) as caught:
        parse(SAVED.replace("faCADAJeBd", "faCA.AJeBd"))
    assert (caught.value.line, caught.value.column) == (6, 17)


def test_a_grid_of_1_and_2_is_binairo_where_it_has_more_than_pairs() -> None:
    text = "4 4\n- 1 - -\n2 - - 1\n- 1 - -\n- 2 - 1\n"
    expected = "binairo\n. 0 . .\n1 . . 0\n. 0 . .\n. 1 . 0"
    check(text, expected)
    check(text, "numberlink\n. 1 . .\n2 . . 1\n. 1 . .\n. 2 . 1", "numberlink")
    refused("2 2\n- 1\n1 -", "the kind from the caller (--puzzle); this may be binairo")
    # An odd side, a third label, or a letter in place of 1.
    check("1 6\n1 - 1 1 - 1", "numberlink\n1 . 1 1 . 1")
    check("2 4\n1 1 3 -\n1 1 3 -", "numberlink\n1 1 3 .\n1 1 3 .")


def test_links_that_hold_no_board_say_what_to_do() -> None:
    short_link = "found a short link of tinyurl.com; no page is fetched"
    refused("https://tinyurl.com/abc123", short_link)
    refused("tinyurl.com/abc123", short_link)
    refused("https://www.tinyurl.com/abc123", short_link)
    refused("https://puzz.link/db/?type=numlin", "found a page of 'puzz.link'")
    refused("norinori/1/2/g\nhttps://bit.ly/abc\n", "found a short link of bit.ly")
    with pytest.raises(FormatError, match="found a short link"):
        read("tinyurl.com/abc123")
    with pytest.raises(FormatError, match="no such file"):
        read("example.org/board.txt")
