"""What a lenient reader would skip is an error with its place; nothing else ever comes out."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzles import KINDS, Board, FormatError, parse, parse_all, write
from tests.puzzles.test_formats import (
    ARUKONE,
    NONDANGO,
    NORINORI,
    NUMBERLINK,
    UNRULY,
    janko,
)
from tests.puzzles.test_formats_penpa import page, penpa

URL = "https://puzz.link/p?"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        # Our own text.
        ("", 1, 1, "expected a board, found nothing"),
        (" \n\t\n", 1, 1, "expected a board, found nothing"),
        ("# only this\n", 1, 1, "expected a board, found nothing"),
        ("binary\n0 1\n1 0", 1, 1, "expected a kind"),
        ("binairo", 1, 8, "expected the rows of the binairo board"),
        ("binairo unused\n0 1\n1 0", 1, 9, "expected repeats behind binairo, found 'unused'"),
        ("binairo repeats repeats\n0 1", 1, 17, "expected no word behind binairo"),
        ("norinori repeats\na a", 1, 10, "expected no word behind norinori"),
        ("binairo\n0 1 .\n. . .", 2, 1, "expected rows of even length, found 3"),
        ("binairo\n0 1\n. .\n. .", 2, 1, "expected columns of even length, found 3"),
        ("binairo\n0 1\n. 2", 3, 3, "expected 0, 1 or ., found '2'"),
        ("binairo\n0 1 . .\n. . .", 3, 6, "expected 4 cells in this row, found 3"),
        ("binairo\n0 1 . .\n. . . . 1", 3, 9, "expected 4 cells in this row, found 5"),
        ("binairo\n01..\n...", 3, 4, "expected 4 cells in this row, found 3"),
        ("binairo\n0 1\n\n1 0", 4, 1, "expected the end of the binairo board"),
        ("norinori\na b\nb a", 3, 3, "expected connected regions"),
        ("norinori\naab\nabb", 2, 2, "expected blanks between the cells"),
        ("nondango\na a\n", 2, 4, "expected a blank line and then rows of circles"),
        ("nondango\na a\n\no o o", 4, 5, "expected 2 cells in this row, found 3"),
        ("nondango\na a\n\no o\no o", 5, 1, "expected 1 rows, found 2"),
        ("nondango\na a\na a\n\no o", 5, 4, "expected 2 rows, found 1"),
        ("nondango\na a\n\no x", 4, 3, "expected o or ., found 'x'"),
        ("numberlink\n1 . 2\n2 . .", 2, 1, "label an even number of times, found 1 1 times"),
        ("numberlink\n1 . 1\n1 . .", 3, 1, "label an even number of times, found 1 3 times"),
        ("numberlink\n1 - 1", 2, 3, "expected a label or . for an empty cell, found '-'"),
        ("numberlink\n1..1", 2, 1, "expected a label or . for an empty cell, found '1..1'"),
        ("numberlink\n1 1\n\nnorinori\na b\nb a\n", 6, 3, "expected connected regions"),
        # puzz.link.
        (
            URL + "slither/5/5/abc",
            1,
            21,
            "expected norinori, nondango, numlin, numberlink, arukone",
        ),
        (URL + "norinori", 1, 1, "expected a URL that holds the board"),
        (URL + "norinori/", 1, 30, "expected columns/rows/body"),
        (URL + "norinori/5/cag4ocjo", 1, 32, "expected a number of rows, found 'cag4ocjo'"),
        (URL + "norinori/v:x/5/5/cag4ocjo", 1, 30, "expected a board without a variant"),
        (URL + "norinori/c/5/5/cag4ocjo", 1, 30, "expected no flag for norinori, found 'c'"),
        (URL + "arukone/c/2/2/1212", 1, 29, "expected the flag e or none for arukone"),
        (URL + "norinori/5/5/cag4ocjo/0", 1, 43, "expected the end of the URL, found '0'"),
        (
            "norinori/5/5/cag4ocj",
            1,
            21,
            "expected 4 characters for the walls between neighbours in",
        ),
        ("norinori/5/5/cag4ocjo0", 1, 22, "expected the end of the URL, found '0'"),
        ("norinori/5/5/cag4ocjw", 1, 21, "expected 0-9 or a-v"),
        ("norinori/2/1/1", 1, 14, "expected the last 4 bits"),
        ("nondango/6/6/5jlp72e15tpq2i3ikht", 1, 33, "expected 8 characters for circles, found 7"),
        ("nondango/6/6/5jlp72e15tpq2i3ikht1", 1, 33, "expected the last 4 bits for circles"),
        ("nondango/6/6/5jlp72e15tpq2i3ikht00", 1, 34, "expected the end of the URL"),
        ("norinori/0/5/", 1, 10, "expected a number of columns, found '0'"),
        ("numlin/5/5/1j2h3m1h2j", 1, 22, "expected clues and skips for 25 cells, found 24"),
        ("numlin/5/5/1j2h3m1h2j31", 1, 23, "expected the end behind 25 cells, found '1'"),
        ("numlin/5/5/1j2h3m1h2l", 1, 21, "expected to skip at most 5 cells, found 'l'"),
        ("numlin/5/5/1j2h3m1h2j!", 1, 22, "expected a clue or a skip, found '!'"),
        ("numlin/2/1/-1", 1, 13, "expected 2 hexadecimal digits behind -, found '1'"),
        ("numlin/2/1/-FF-FF", 1, 13, "expected 2 hexadecimal digits behind -, found 'FF'"),
        ("numlin/5/5/1j2h3m1h2j4", 1, 16, "label an even number of times, found 3 1 times"),
        ("numlin/3/1/.1.", 1, 13, "label an even number of times, found 1 1 times"),
        ("numlin/3/1/.g1", 1, 12, "label an even number of times, found ? 1 times"),
        ("numlin/99999999/99999999/", 1, 17, "expected at most 100000 cells"),
        ("numlin/9999/9999/zz", 1, 8, "expected at most 100000 cells"),
        ("numlin/" + "9" * 5000 + "/2/1", 1, 8, "expected at most 100000 cells"),
        # A list of URLs.
        ("norinori/1/2/g\nnorinori/1/2/h\n", 2, 14, "expected the last 4 bits"),
        ("norinori/1/2/g\n\nnothing\n", 3, 1, "expected a URL or game ID as in the lines before"),
        # pzpr and Kanpen.
        ("pzprv4\nnumlin\n", 1, 1, "expected a kind"),
        ("pzprv3.2\nnumlin\n1\n2\n1 1 ", 1, 1, "expected pzprv3 or pzprv3.1"),
        (
            "pzprv3\nslither\n1\n2\n1 1 ",
            2,
            1,
            "expected norinori, nondango, numlin, numberlink, arukone",
        ),
        ("pzprv3\nnumlin\nv:x\n1\n2\n1 1 ", 3, 1, "expected a board without a variant"),
        ("pzprv3\nnumlin\n1\n2\n1 ", 5, 2, "expected 2 tokens for clues, found 1"),
        ("pzprv3\nnumlin\n1\n2\n1 1 1", 5, 5, "expected 2 tokens for clues, found 3"),
        ("pzprv3\nnumlin\n2\n2\n1 1 ", 5, 5, "expected clues, found the end"),
        ("pzprv3\nnumlin\n1\n2\n1 A ", 5, 3, "expected a number, - or ., found 'A'"),
        ("pzprv3\narukone\n1\n2\nall\nA A ", 5, 1, "expected passallcell or dontpassallcell"),
        ("pzprv3\narukone\n1\n2\npassallcell\n1 1 ", 6, 1, "expected a letter, - or ., found '1'"),
        ("pzprv3\nnumlin\n1\n2\n1 1 \nx ", 6, 1, "expected lines in rows"),
        ("pzprv3\nnumlin\n1\n2\n1 1 \n0 \n0 ", 7, 1, "expected the end, found '0'"),
        ("pzprv3/norinori/1/2/2/0 0 /", 1, 21, "expected 1 regions, found '2'"),
        ("pzprv3/norinori/2/2/2/0 1 /1 0 /", 1, 30, "expected connected regions"),
        ("pzprv3/norinori/1/2/1/0 0 /o . /", 1, 28, "expected solutions"),
        ("pzprv3.1/norinori/1/2/2 /. . /", 1, 23, "expected walls in rows ([01]), found '2'"),
        ("pzprv3/nondango/1/2/1/0 0 /o x /", 1, 30, "expected circles"),
        (URL + "pzprv3/numlin/1/2/1%20A%20/", 1, 43, "expected a number, - or ., found 'A'"),
        ("http://k/slither.html?problem=2/2/", 1, 10, "expected norinori or numberlink.html"),
        (
            "http://k/numberlink.html?problem=1/2/1_x_/",
            1,
            40,
            "expected a number, - or ., found 'x'",
        ),
        # Unruly.
        ("6x6de#123", 1, 6, "which only Unruly expands"),
        ("6x6q:faCADAJeBd", 1, 4, "expected u, dt, de or dn behind the size, found 'q'"),
        ("6x6dh:faCADAJeBd", 1, 4, "expected u, dt, de or dn behind the size, found 'dh'"),
        ("6x6:faCADAJeB", 1, 14, "expected letters for 36 cells and the end, found 33"),
        ("6x6:faCADAJeBe", 1, 14, "expected clues on 36 cells"),
        ("6x6:faCADAJeBD", 1, 14, "a lower-case letter for the end, found 'D'"),
        ("6x6:faCADAJeBdz", 1, 16, "expected letters for 36 cells and the end, found 62"),
        ("6x6:faCA.DAJeBd", 1, 9, "expected a letter, found '.'"),
        ("5x6:zf", 1, 1, "expected rows of even length"),
        ("0x6:a", 1, 1, "expected a number of columns"),
        # Borroot's codex.
        ("4 a1c0d1d", 1, 10, "expected a codex of 16 cells, found 15"),
        ("4 a1c0d1d01", 1, 11, "expected a codex of 16 cells, found more"),
        ("4 a1c0d1d0 01", 1, 14, "expected a codex of 16 cells, found 2"),
        ("4 a1c0d1d0 0A", 1, 13, "expected 0, 1 or a-z, found 'A'"),
        ("3 a1c0c", 1, 1, "expected rows of even length"),
        # janko.
        (janko("sudoku", "size 2", "0 -\n- 1"), 2, 8, "expected a puzzle of binairo"),
        (janko("binairo", "size 2", "0 -\n- 3"), 9, 3, "expected 0, 1 or -, found '3'"),
        (janko("binairo", "size 2", "0 - 1\n- 1"), 8, 5, "expected 2 cells in this row"),
        (
            janko("binairo", "size 2", "0 -\n- 1\n- -"),
            10,
            1,
            "expected a section or end, found '-'",
        ),
        (janko("binairo", "size two", "0 -\n- 1"), 6, 6, "expected a size, found 'two'"),
        (janko("binairo", "level 2", "0 -\n- 1"), 7, 1, "expected a line size, or rows and cols"),
        (janko("norinori", "size 2", "- -\n- -"), 10, 4, "expected a section areas"),
        (
            janko("norinori", "size 2", "- 1\n- -", "areas\n1 1\n1 1\n"),
            8,
            3,
            "expected - (no givens)",
        ),
        (
            "begin\npuzzle binairo\nsize 2\nproblem\n0 -\n",
            5,
            4,
            "expected 2 rows of problem, found 1",
        ),
        ("begin\npuzzle binairo\nsize 2\nproblem\n0 -\n- 1\n", 6, 4, "expected end"),
        ("begin\nsize 2\nproblem\n0 -\n- 1\nend\n", 1, 1, "expected a line that names the puzzle"),
        ("<script type='application/x-janko'>start</script>", 1, 36, "expected begin"),
        # Grids behind a size.
        ("3 4\n- 1 -\n2 - -\n- - -\n", 4, 6, "expected 4 rows, found 3"),
        ("3 3\n- 1 -\n2 - -\n- - 1\n", 3, 1, "label an even number of times, found 2 1 times"),
        ("2 2\nx -\nx x\n1 2\n2 1", 5, 3, "expected connected regions"),
        ("2 2\n- -\n- -\n1 2\n2 1", 5, 3, "expected connected regions"),
        ("3 2\n0 1 0\n1 0 x\n", 3, 5, "expected a number, found 'x'"),
        ("3 2\nA.A\n..\n", 3, 3, "expected 3 cells in this row, found 2"),
        ("3 2\nA.A\n. ..\n", 3, 3, "expected a row without blanks, found '..'"),
        ("3 2\nA.A\n...\nmore\n", 4, 1, "expected WIDTH HEIGHT of a board, found 'more'"),
        ("3 2\nA.A\n...\n0 0\n3 2\n", 5, 1, "expected the end behind 0 0"),
        ("A..\n...\nA.\n", 3, 3, "expected 3 cells in this row, found 2"),
        ("A..\n..A\n", 1, 1, "expected a kind"),
        ("SIZE 3\n", 1, 1, "expected SIZE WxH"),
        ("SIZE 3X3\nLINE#1 (0,0)-(3,0)\n", 2, 15, "expected a cell of a board of 3x3"),
        ("SIZE 3X3\nLINE#1 (0,0)-(0,0)\n", 2, 15, "expected an empty cell, found 1 there"),
        ("SIZE 3X3\nLINE#1 (0,0)-(1,0)\nLINE#1 (0,1)-(1,1)\n", 3, 6, "expected each line once"),
        ("SIZE 3X3\nLINE_NUM 2\nLINE#1 (0,0)-(1,0)\n", 2, 10, "expected 1 lines, found '2'"),
        ("SIZE 3X3\nLINE 1\n", 2, 1, "expected LINE#k (x,y)-(x,y), found 'LINE 1'"),
        # What leaves a choice.
        ("2 2\n- 1\n1 -", 1, 1, "may be binairo (puzzlekit) or numberlink (puzzlekit)"),
    ],
)
def test_errors_say_where_and_what_was_expected(
    text: str, line: int, column: int, expected: str
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_all(text, source="board.txt")
    error = caught.value
    assert expected in error.message
    assert (error.line, error.column) == (line, column)
    assert str(error) == f"board.txt:{line}:{column}: {error.message}"


def test_another_kind_than_the_caller_asks_for_is_an_error() -> None:
    for text, kind in (
        (NORINORI, "nondango"),
        ("norinori/1/2/g", "binairo"),
        ("2x2:e", "norinori"),
    ):
        with pytest.raises(FormatError, match=f"expected a {kind} board"):
            parse(text, puzzle=kind)


SAMPLES = [
    NORINORI,
    NONDANGO,
    NUMBERLINK,
    ARUKONE,
    UNRULY,
    "0..1\n.1..",
    *(
        URL + write(parse(board), "url").partition("?")[2]
        for board in (NORINORI, NONDANGO, ARUKONE)
    ),
    *(write(parse(board), "pzpr") for board in (NORINORI, NONDANGO, NUMBERLINK, ARUKONE)),
    URL + "pzprv3/numlin/1/2/1%201%20/",
    "http://www.kanpen.net/numberlink.html?problem=2/5/._._._1_._/2_1_._._2_/",
    "6x6de:faCADAJeBd",
    "4 a1c0d1d0",
    janko("norinori", "size 3x2", "- - -\n- - -", "areas\n1 1 2\n1 2 2\n"),
    "2 3\nx - -\n- x x\n1 1 2\n1 2 2",
    "3 4\n- 1 -\n2 - -\n- - -\n1 - 2\n",
    "3 4\n0 1 0\n2 0 0\n0 0 0\n1 0 2\n",
    "3 2\nA.A\n...\n0 0\n",
    "R..\nb.R\n.b.",
    "SIZE 3X4\nLINE#1 (1,0)-(0,3)\nLINE#2 (0,1)-(2,3)\n",
    penpa(page(n='"16":["A",1,"1"],"24":["A",1,"1"]'), 2, 3),
]
HOSTILE = [
    "\0",
    "\r\n",
    "\r",
    "\t",
    "\ufeff",
    "\u2028",
    "\x85",
    "٣",
    "²",
    "9" * 20,
    "-",
    "%",
    "/",
    "#",
]


def comes_out(text: str, puzzle: str | None) -> list[Board] | None:
    """The boards of a text, or None if it is refused as it should be."""
    try:
        found = parse_all(text, puzzle=puzzle)
    except FormatError as error:
        refusal = error
    else:
        assert found
        return found
    assert 1 <= refusal.line <= text.count("\n") + text.count("\r") + 1
    assert refusal.column >= 1
    assert len(str(refusal).splitlines()) == 1
    return None


KIND = st.sampled_from([None, *KINDS])


@given(st.text(), KIND)
@example("\0", None)
@example("1" * 5000 + " 1\n", None)
@example("?/", None)
@example("1:", None)
def test_any_text_gives_boards_or_a_format_error(text: str, puzzle: str | None) -> None:
    comes_out(text, puzzle)


@given(st.text(alphabet="01.-xo# \nab?/", max_size=40), KIND)
def test_any_text_of_the_signs_of_grids(text: str, puzzle: str | None) -> None:
    comes_out(text, puzzle)


@given(st.data(), st.sampled_from(SAMPLES), KIND)
def test_any_damage_gives_boards_or_a_format_error(
    data: st.DataObject, sample: str, puzzle: str | None
) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(sample)))
        end = data.draw(st.integers(at, min(at + 3, len(sample))))
        put = data.draw(st.sampled_from(HOSTILE) | st.text(max_size=2) | st.sampled_from(SAMPLES))
        sample = sample[:at] + put + sample[end:]
    comes_out(sample, puzzle)


@given(st.sampled_from(SAMPLES), st.text(alphabet=" \t\r\n", max_size=4))
def test_line_ends_marks_and_trailing_blanks_change_nothing(sample: str, tail: str) -> None:
    board = parse(sample)
    assert parse("\ufeff" + sample + tail) == board
    assert parse(sample.replace("\n", "\r\n")) == board
    assert parse(sample.replace("\n", " \n")) == board
    assert parse("\n" + sample) == board
