"""What is written is read back: every board in every form that has a place for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import (
    Binairo,
    Board,
    BoardError,
    Nondango,
    Norinori,
    Numberlink,
    parse,
    parse_all,
    write,
)
from tests.strategies import boards

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def renamed(board: Numberlink, names: dict[str, str]) -> Numberlink:
    rows = tuple(tuple(names.get(t, t) if t else None for t in row) for row in board.labels)
    return replace(board, labels=rows)


def named(names: st.SearchStrategy[str]) -> st.SearchStrategy[Numberlink]:
    """Numberlink boards without no-touch, with distinct labels among ``names`` and ``?``."""

    def choose(board: Board) -> st.SearchStrategy[Numberlink]:
        assert isinstance(board, Numberlink)
        plain = replace(board, variants=board.variants - {"no-touch"})
        old = sorted({label for _, label in board.ends()} - {"?"})
        new = st.lists(names, min_size=len(old), max_size=len(old), unique=True)
        return new.map(lambda words: renamed(plain, dict(zip(old, words, strict=True))))

    return boards("numberlink").flatmap(choose)


NUMBERS = st.integers(0, 77776 + 16**5 - 1).map(str)
LARGE = st.integers(53, 77776 + 16**5 - 1).map(str)
WORDS = st.text(st.characters(exclude_categories=["Cs", "Z"]), min_size=1).filter(
    lambda word: word == "".join(word.split()) and not set(word) & set(".#-?")
)


@given(boards())
def test_every_board_is_read_back_from_its_text(board: Board) -> None:
    assert parse(write(board)) == board


@given(named(WORDS))
def test_labels_of_any_kind_are_read_back_from_text(board: Numberlink) -> None:
    assert parse(write(board)) == board


@given(st.lists(boards(), min_size=1, max_size=4))
def test_several_boards_are_read_back_from_one_text(several: list[Board]) -> None:
    assert parse_all("\n\n".join(map(write, several))) == several


@pytest.mark.parametrize("form", ["url", "pzpr"])
@given(board=boards("norinori", max_cells=30))
def test_norinori_is_read_back(board: Board, form: str) -> None:
    assert parse(write(board, form)) == board


@pytest.mark.parametrize("form", ["url", "pzpr"])
@given(board=boards("nondango", max_cells=30))
def test_nondango_is_read_back(board: Board, form: str) -> None:
    board = replace(board, variants=Nondango.ELSEWHERE)
    assert parse(write(board, form)) == board


@pytest.mark.parametrize("form", ["url", "pzpr"])
@given(board=named(NUMBERS))
def test_numbers_are_read_back_where_cells_may_stay_unused(board: Numberlink, form: str) -> None:
    board = board.variant("unused")
    assert parse(write(board, form)) == board


@pytest.mark.parametrize("form", ["url", "pzpr"])
@given(board=named(st.sampled_from(LETTERS)))
def test_letters_are_read_back(board: Numberlink, form: str) -> None:
    # Without a letter on the board nothing tells arukone/e from numlin, and they mean the same.
    assert parse(write(board, form)) == board


@given(named(LARGE | st.sampled_from(LETTERS)))
def test_letters_and_numbers_above_52_are_read_back_from_urls(board: Numberlink) -> None:
    assert parse(write(board, "url")) == board


@pytest.mark.parametrize("form", ["url", "pzpr"])
@given(board=named(st.integers(1, 52).map(str)))
def test_numbers_come_back_as_letters_where_every_cell_is_used(
    board: Numberlink, form: str
) -> None:
    board = replace(board, variants=frozenset())
    letters = {str(i): letter for i, letter in enumerate(LETTERS, start=1)}
    assert parse(write(board, form)) == renamed(board, letters)


@given(boards("binairo", max_cells=36))
def test_binairo_is_read_back_from_game_ids(board: Board) -> None:
    assert parse(write(board, "tatham")) == board


@pytest.mark.parametrize(
    "body",
    [
        "norinori/5/5/cag4ocjo",
        "norinori/1/1/",
        "nondango/6/6/5jlp72e15tpq2i3ikht0",
        "numlin/5/5/1j2h3m1h2j3",
        "numlin/3/1/.g./",
        "numlin/47/1/1zzk1",
        "arukone/4/4/12l3123j",
        "arukone/e/4/4/12l3123j",
        "arukone/e/3/2/-1a-35+100-1a-35+100",
    ],
)
def test_canonical_urls_are_written_byte_for_byte(body: str) -> None:
    url = f"https://puzz.link/p?{body}"
    assert write(parse(url), "url") == url


def test_what_a_url_may_lose() -> None:
    # A wall inside a region; the host, the editor, the final slash; a long form of a clue.
    assert write(parse("norinori/2/2/g0"), "url").endswith("norinori/2/2/00")
    assert write(parse("pzv.jp/p.html?type=editor&norinori_edit/1/2/g/"), "url") == (
        "https://puzz.link/p?norinori/1/2/g"
    )
    assert write(parse("numlin/2/1/-01-01"), "url").endswith("numlin/2/1/11")
    # An arukone board without a letter that may leave cells unused is a numlin board.
    assert write(parse("arukone/e/2/1/../"), "url").endswith("numlin/2/1/../")


@pytest.mark.parametrize("name", ["6x6:faCADAJeBd", "6x6u:faCADAJeBd", "10x10:zzzza", "2x26:ZBza"])
def test_game_ids_are_written_byte_for_byte(name: str) -> None:
    assert write(parse(name), "tatham") == name


def test_what_a_game_id_may_lose() -> None:
    # The level and the short form of a square; neither is a property of the board.
    assert write(parse("6x6ude:faCADAJeBd"), "tatham") == "6x6u:faCADAJeBd"
    assert write(parse("6:faCADAJeBd"), "tatham") == "6x6:faCADAJeBd"


@pytest.mark.parametrize(
    "text",
    [
        "pzprv3/norinori/2/3/2/0 1 1 /0 0 1 /. . . /. . . ",
        "pzprv3/nondango/2/3/2/0 1 1 /0 0 1 /o o o /. . o ",
        "pzprv3/numlin/2/3/- . 1 /1 - . /0 0 /0 0 /0 0 0 ",
        "pzprv3/numlin/2/1/1 /1 ///0 ",
        "pzprv3/arukone/2/3/passallcell/- . A /A - . /0 0 /0 0 /0 0 0 ",
        "pzprv3/arukone/2/3/dontpassallcell/- . z /z - . /0 0 /0 0 /0 0 0 ",
    ],
)
def test_pzpr_files_are_written_byte_for_byte(text: str) -> None:
    assert write(parse(text), "pzpr") == text.replace("/", "\n")


NUMBERLINK = Numberlink(labels=(("1", "1"),))
NORINORI = Norinori(regions=((0, 0),))
NONDANGO = Nondango(regions=((0, 0),), circles=frozenset())


@pytest.mark.parametrize(
    ("board", "form", "reason"),
    [
        (Binairo.blank(2, 2), "url", "no binairo"),
        (Binairo.blank(2, 2), "pzpr", "no binairo"),
        (NORINORI, "tatham", "not norinori"),
        (NUMBERLINK.variant("no-touch"), "url", "no-touch"),
        (NUMBERLINK.variant("no-touch"), "pzpr", "no-touch"),
        (NONDANGO, "url", "only under same-colour"),
        (NONDANGO.variant("same-colour", "no-diagonals"), "url", "no-diagonals"),
        (NONDANGO.variant("anywhere-in-line"), "pzpr", "anywhere-in-line"),
        (NORINORI.dropping("domino"), "text", "dropped rules: domino"),
        (Numberlink(labels=(("one", "one"),)), "url", "numbers, one letter or ?"),
        (Numberlink(labels=(("01", "01"),)), "url", "numbers, one letter or ?"),
        (Numberlink(labels=(("²", "²"),)), "url", "numbers, one letter or ?"),
        (Numberlink(labels=(("A", "A", "1", "1"),)), "url", "it is a letter's"),
        (Numberlink(labels=(("9999999", "9999999"),)), "url", "numbers up to 1126351"),
        (Numberlink(labels=(("53", "53"),)), "pzpr", "up to 52"),
        (NORINORI, "xml", "text, url, pzpr, tatham"),
    ],
)
def test_a_form_without_a_place_for_the_board_is_refused(
    board: Board, form: str, reason: str
) -> None:
    with pytest.raises(BoardError, match=reason.replace("?", r"\?")):
        write(board, form)


def test_binairo_with_equal_lines_is_no_board_with_a_dropped_rule() -> None:
    assert write(Binairo.blank(2, 2).dropping("distinct")) == "binairo repeats\n. .\n. ."
