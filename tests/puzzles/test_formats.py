"""Every format reads: the worked examples of the formats' notes, and small boards of our own."""

from __future__ import annotations

import pytest

from puzzles import Board, parse, parse_all
from puzzles.formats import number16

NORINORI = """norinori
a a b c c
b b b c c
b d d c c
d d d d d
e e d d d"""

NONDANGO = """nondango same-colour
a a a b b c
a d d d b c
a d d b b c
e d f f f g
e e e h f g
h h h h g g

o o o . o .
o o . o o o
o . . . o o
. o . o . o
o . o o o .
. . . o . o"""

NUMBERLINK = """numberlink unused
1 . . . .
2 . . 3 .
. . . . .
. 1 . . 2
. . . . 3"""

ARUKONE = """numberlink
A B . .
. . . .
C A B C
. . . ."""

UNRULY = """binairo repeats
. . . . . 0
0 . . 1 1 .
. . 1 1 . .
. . . . . .
. 1 . . . .
0 . 1 . . ."""


def check(source: str, expected: str, puzzle: str | None = None) -> None:
    assert parse(source, puzzle=puzzle).text() == expected


@pytest.mark.parametrize("board", [NORINORI, NONDANGO, NUMBERLINK, ARUKONE, UNRULY])
def test_our_own_text_is_read_as_it_is_printed(board: str) -> None:
    check(board, board)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("norinori/5/5/cag4ocjo", NORINORI),
        ("nondango/6/6/5jlp72e15tpq2i3ikht0", NONDANGO),
        ("numlin/5/5/1j2h3m1h2j3", NUMBERLINK),
        ("arukone/4/4/12l3123j", ARUKONE),
        ("arukone/e/4/4/12l3123j", ARUKONE.replace("numberlink", "numberlink unused")),
    ],
)
@pytest.mark.parametrize(
    "frame",
    [
        "{}",
        "https://puzz.link/p?{}",
        "https://puzz.link/p?type=editor&{}",
        "http://pzv.jp/p.html?{}/",
        "pzv.jp/p?{}",
        "https://pzplus.tck.mn/p?{}",
        "https://pzprxs.vercel.app/p?{}",
    ],
)
def test_puzz_link_and_its_sister_hosts(frame: str, body: str, expected: str) -> None:
    check(frame.format(body), expected)


@pytest.mark.parametrize("suffix", ["_edit", "_play"])
def test_a_pid_may_say_how_the_page_opens(suffix: str) -> None:
    check(f"https://puzz.link/p?norinori{suffix}/5/5/cag4ocjo", NORINORI)


def test_columns_come_before_rows_in_urls() -> None:
    board = parse("numlin/3/1/1g1")
    assert (board.height, board.width) == (1, 3)


def test_clues_of_every_length() -> None:
    clues = ["f", "-10", "-ff", "+100", "+fff", "=000", "=fff", "@000", "*0000", "$00000", "."]
    values = [15, 16, 255, 256, 4095, 4096, 8191, 8192, 12240, 77776]
    board = parse(f"numlin/11/2/{''.join(clues * 2)}/")
    assert board.text().splitlines()[1] == " ".join([*map(str, values), "?"])
    assert parse(f"numlin/11/2/{''.join(clues * 2).replace('@', '%')}/") == board


def test_gaps_of_more_than_twenty_cells() -> None:
    # Two twenties, five more: as in zzk.
    assert number16.encode([1, *[""] * 45, 1]) == "1zzk1"
    check("numlin/47/1/1zzk1", "numberlink unused\n" + " ".join(["1", *["."] * 45, "1"]))


def test_arukone_values_are_shown_as_letters() -> None:
    # 1, 26, 27, 52 and 53.
    board = parse("arukone/5/2/1-1a-1b-34-351-1a-1b-34-35")
    assert board.text().splitlines()[1] == "A Z a z 53"


def test_a_wall_inside_one_region_is_no_border() -> None:
    # One wall between the two cells of the first row; the second row joins them.
    check("norinori/2/2/g0", "norinori\na a\na a")


def test_pzpr_files_of_numberlink() -> None:
    expected = "numberlink unused\n. . . 1 .\n2 1 . . 2"
    slashed = "pzprv3/numlin/2/5/. . . 1 . /2 1 . . 2 /0 0 0 0 /0 0 0 0 /0 0 0 0 0 /"
    check(slashed, expected)
    check(slashed.replace("/", "\n"), expected)
    check(slashed.replace("/", "\r\n"), expected)
    check(slashed.partition("/0")[0], expected)
    check(slashed.replace("0 0 0 0 0 ", "0 1 -1 0 0 "), expected)
    check(slashed + 'info:{\n "metadata":{"author":"a/b"}\n}', expected)
    check("https://puzz.link/p?" + slashed.replace(" ", "%20"), expected)
    check("https://pzv.jp/p.html?type=editor&" + slashed.replace("/", "%0A"), expected)


def test_pzpr_files_of_arukone_say_whether_cells_may_stay_unused() -> None:
    body = "a - a /- Z Z /"
    check(f"pzprv3/arukone/2/3/passallcell/{body}", "numberlink\na ? a\n? Z Z")
    check(f"pzprv3/arukone/2/3/dontpassallcell/{body}", "numberlink unused\na ? a\n? Z Z")


def test_pzpr_files_of_norinori_in_both_versions() -> None:
    expected = "norinori\na b b\na a b"
    check("pzprv3/norinori/2/3/2/7 3 3 /7 7 3 /", expected)
    check("pzprv3/norinori/2/3/2/7 3 3 /7 7 3 /# + . /. . . /", expected)
    check("pzprv3.1/norinori/2/3/1 0 /0 1 /0 1 0 /. . . /. . . /", expected)
    check("pzprv3.1/norinori/2/3/1 0 /0 1 /0 1 0 /", expected)
    check("pzprv3.1/norinori/2/3/1 0 /0 1 /0 1 0 /. . . /. . . /0 0 /0 0 /0 0 0 /", expected)


def test_pzpr_files_of_nondango() -> None:
    expected = "nondango same-colour\na b b\na a b\n\no o o\n. . o"
    check("pzprv3/nondango/2/3/2/0 1 1 /0 0 1 /# % o /. + o /", expected)


def test_a_pzpr_board_of_one_column_has_lines_without_a_token() -> None:
    check("pzprv3/numlin/2/1/1 /1 ///0 /", "numberlink unused\n1\n1")


def test_kanpen_writes_rows_before_columns_and_blanks_as_underscores() -> None:
    site = "http://www.kanpen.net"
    check(
        f"{site}/numberlink.html?problem=2/5/._._._1_._/2_1_._._2_/",
        "numberlink unused\n. . . 1 .\n2 1 . . 2",
    )
    check(f"{site}/norinori.html?problem=2/3/2/0_1_1_/0_0_1_/", "norinori\na b b\na a b")


def test_unruly_ids() -> None:
    check("6x6de:faCADAJeBd", UNRULY)
    check("6de:faCADAJeBd", UNRULY)
    check("6x6:faCADAJeBd", UNRULY)
    check("6x6ude:faCADAJeBd", UNRULY.replace("binairo repeats", "binairo"))
    check("6x6udt:faCADAJeBd", UNRULY.replace("binairo repeats", "binairo"))


def test_unruly_letters_z_skip_25_cells_and_put_nothing() -> None:
    # 25 + 1 cells, a one, 9 more and the end.
    board = parse("6x6:ZBj")
    assert board.text().replace("\n", " ").split()[2:].index("1") == 26


def test_borroot_codex_lines() -> None:
    expected = "binairo\n. 1 . .\n. 0 . .\n. . 1 .\n. . . 0"
    check("4 a1c0d1d0", expected)
    check("4x4 a1c0d1d0 0101010101010101", expected)
    assert [b.height for b in parse_all("4 a1c0d1d0\n\n# more\n2x4 a1c0b\n")] == [4, 4]


JANKO = """begin
puzzle {puzzle}
author nobody
source nowhere
unit 30
{size}
problem
{problem}
{rest}end
"""


def janko(puzzle: str, size: str, problem: str, rest: str = "") -> str:
    return JANKO.format(puzzle=puzzle, size=size, problem=problem, rest=rest)


def test_janko_text() -> None:
    check(janko("binairo", "size 2", "0 -\n- 1"), "binairo\n0 .\n. 1")
    check(janko("binairo", "size 2", "1 -\n- 2"), "binairo\n0 .\n. 1")
    numberlink = "numberlink\n7 . 7\n. . ."
    check(janko("arukone", "rows 2\ncols 3", "7 - 7\n- - -"), numberlink)
    solved = janko("numberlink", "size 3x2", "7 - 7\n- - -", "solution\n1 2 3\n4 5 6\n")
    check(solved, numberlink)
    with_moves = "solution\n1 2 3\n4 5 6\nmoves\naa,2;ab,4;\nbb,1;\n"
    check(janko("numberlink", "size 3x2", "7 - 7\n- - -", with_moves), numberlink)
    areas = "areas\n1 1 2\n1 2 2\n"
    check(janko("norinori", "size 3x2", "- - -\n- - -", areas), "norinori\na a b\na b b")
    circles = "nondango same-colour\na a b\na b b\n\no . .\n. o o"
    check(janko("nondango", "size 3x2", "x - -\n- x x", areas), circles)
    check(janko("nondango", "size 3x2", "o - -\n- o o", areas), circles)


def test_janko_text_in_a_page() -> None:
    page = (
        "<!DOCTYPE html>\n<html><head><script>let a = 1;</script>\n"
        '<script id="data" type="application/x-janko">\n{}</script></head></html>\n'
    )
    check(page.format(janko("binairo", "size 2", "0 -\n- 1")), "binairo\n0 .\n. 1")


def test_puzzlekit_grids() -> None:
    check("2 2\n- 1\n2 -", "binairo\n. 0\n1 .", "binairo")
    check("2 2\n- w\nb -", "binairo\n. 0\n1 .")
    check("2 3\n- 12 -\n12 - -", "numberlink\n. 12 .\n12 . .")
    check("2 3\n- - -\n- - -\n1 1 2\n1 2 2", "norinori\na a b\na b b")
    check("2 3\nx - -\n- x x\n1 1 2\n1 2 2", "nondango same-colour\na a b\na b b\n\no . .\n. o o")
    check("1 2\nx x\n1 1", "nondango same-colour\na a\n\no o")


def test_plain_numberlink_grids() -> None:
    expected = "numberlink\n. 1 .\n2 . .\n. . .\n1 . 2"
    check("3 4\n- 1 -\n2 - -\n- - -\n1 - 2\n", expected)  # TdZdd: columns first
    check("4 3\n- 1 -\n2 - -\n- - -\n1 - 2\n", expected)  # puzzlekit: rows first
    check("3 4\n0 1 0\n2 0 0\n0 0 0\n1 0 2\n", expected)  # imos
    check("3 4\n.1.\n2..\n...\n1.2\n", expected)  # thomasahle
    check("SIZE 3X4\nLINE#1 (1,0)-(0,3)\nLINE#2 (0,1)-(2,3)\n", expected)
    check("SIZE 3x4\nLINE_NUM 2\nLINE#1 (1,0)-(0,3)\n\nLINE#2(0,1) - (2,3)\n", expected)


def test_thomasahle_files_hold_several_boards() -> None:
    text = "# ours\n3 2\nA.A\n...\n\n2 2\nBa\nBa\n0 0\n"
    assert [b.text() for b in parse_all(text)] == [
        "numberlink\nA . A\n. . .",
        "numberlink\nB a\nB a",
    ]


def test_flow_solver_grids_take_any_other_sign_for_empty() -> None:
    check("R.-\nb0R\n1b.", "numberlink\nR . .\nb . R\n. b .")


def test_grids_of_0_and_1_are_binairo() -> None:
    expected = "binairo\n0 . . 1\n. 1 . ."
    check("0 . . 1\n. 1 . .\n", expected)
    check("0..1\n.1..\n", expected)
    check("binairo\n0..1\n.1..\n", expected)
    check("binairo # a comment\n# and another\n0 . . 1\n# in between\n. 1 . .\n\n\n", expected)


def test_a_grid_without_a_kind_is_read_as_the_kind_asked_for() -> None:
    check("7 7 8\n7 8 8", "norinori\na a b\na b b", "norinori")
    check("x . x\n. ? ?", "numberlink\nx . x\n. ? ?", "numberlink")
    check("7 7\n\no .", "nondango\na a\n\no .", "nondango")


def test_our_own_files_hold_several_boards() -> None:
    boards = [NORINORI, NONDANGO, NUMBERLINK, ARUKONE, UNRULY]
    assert [b.text() for b in parse_all("\n\n".join(boards) + "\n")] == boards


def test_a_file_of_urls_and_ids_holds_a_board_a_line() -> None:
    text = "# two\nhttps://puzz.link/p?norinori/5/5/cag4ocjo\n\n  6x6de:faCADAJeBd  \n"
    assert [b.text() for b in parse_all(text)] == [NORINORI, UNRULY]


def test_an_unsolvable_board_is_read_and_says_why() -> None:
    boards: list[Board] = [parse("norinori\na b b"), parse("nondango\na b\n\no .")]
    assert all(board.impossible() for board in boards)
