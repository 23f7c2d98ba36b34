"""A puzzle is one module: classes outside the package are read, written, drawn, turned and solved."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import ClassVar

import pytest

import count
import encode
from generate.symmetry import canonical, images
from ladder import climb, rung_names
from puzzles import Binairo, Board, BoardError, FormatError, parse, parse_all, write
from puzzles.formats.address import Address
from puzzles.formats.pzpr_file import PzprFile
from puzzles.formats.text import Text
from puzzles.gridboard import CellBoard
from puzzles.kinds import KINDS, find, forget, known, register
from tests.puzzles.examples import HITORI, OWN, STAR_BATTLE

STARS = "starbattle\na a b b\na b b b\nc c d b\nc c d d"
TEXTS = (
    STARS,
    "slitherlink\n3 . 2\n. 0 .",
    "hitori\n1 2 2\n3 3 1",
    "yajilin\n. 2e .\n?n . .",
)


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    for cls in OWN:
        register(cls)
    yield
    for cls in OWN:
        forget(cls.kind)
    assert known() == KINDS


@pytest.mark.parametrize("text", TEXTS)
def test_text_is_read_and_written(text: str) -> None:
    board = parse(text)
    assert board.text() == write(board) == text
    assert parse(board.text()) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert parse_all(f"{text}\n\n{text}\n") == [board, board]
    assert board in images(board)
    assert len({canonical(image) for image in images(board)}) == 1


@pytest.mark.parametrize("text", TEXTS)
def test_rows_of_a_solution_are_read_back(text: str) -> None:
    board, random = parse(text), Random(1)
    for _ in range(50):
        mask = random.getrandbits(len(board.places()))
        rows = board.rows(mask)
        assert len(rows) == board.height
        assert board.from_rows(rows) == mask
        str(board.solution(mask))
        board.solution(mask)._repr_svg_()
    for wrong in (rows[1:], (*rows[:-1], " ".join(["@"] * board.width))):
        with pytest.raises(BoardError):
            board.from_rows(wrong)


@pytest.mark.parametrize(
    ("text", "rows", "message"),
    [
        (TEXTS[3], (". e .", ". . ."), "expected a side on the board, found e"),  # on an arrow
        (TEXTS[3], ("n . .", ". . ."), "expected a side on the board, found n"),
        (TEXTS[3], (". . .", ". e ."), "to agree on the side between them"),
        (TEXTS[3], (". . .", ". .e w"), "expected . or # or sides among n, e, s, w"),
        (TEXTS[3], (". . .", ". ee w"), "expected . or # or sides among n, e, s, w"),
        (TEXTS[3], (". . .", "# . ."), "expected . or sides among n, e, s, w, found '#'"),
        (TEXTS[1], ("# . . .", ". . . .", ". . . ."), "expected . or sides among n, e, s, w"),
    ],
)
def test_rows_that_print_no_solution_are_refused(
    text: str, rows: tuple[str, ...], message: str
) -> None:
    with pytest.raises(BoardError) as error:
        parse(text).from_rows(rows)
    assert message in error.value.message


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("slither/3/2/dg2b", "slitherlink\n3 . .\n. 2 1"),
        ("hitori/3/2/1223-103", "hitori\n1 2 2\n3 36 3"),
        ("yajilin/3/2/a42a1.b", "yajilin\n. 2e .\n?n . ."),
        ("yajilin/2/1/-1100a", "yajilin\n256n ."),
    ],
)
def test_urls(url: str, text: str) -> None:
    board = parse(f"https://puzz.link/p?{url}")
    assert board.text() == text
    assert write(board, "url") == f"https://puzz.link/p?{url}"
    assert parse(url) == board


def test_a_number_that_puzz_link_lacks_is_not_written() -> None:
    assert write(parse("hitori\n1295 ."), "url").endswith("hitori/2/1/-zz%")
    with pytest.raises(BoardError, match="numbers below 1296 here, found 1296"):
        write(parse("hitori\n1296"), "url")
    with pytest.raises(BoardError, match="numbers below 4096 here, found 4096"):
        write(parse("yajilin\n4096e"), "url")


def test_a_star_battle_url_carries_the_number_of_stars() -> None:
    board = parse(STARS)
    url = write(board.variant("stars 2"), "url")
    assert url.startswith("https://puzz.link/p?starbattle/4/4/2/")
    assert parse(url) == board.variant("stars 2")
    assert parse(url.replace("/4/4/2/", "/4/4/1/")) == board
    with pytest.raises(FormatError, match="expected a number of stars, found 'x'"):
        parse(url.replace("/4/4/2/", "/4/4/x/"))
    with pytest.raises(FormatError, match="expected the end of the URL, found '0'"):
        parse(url + "/0")
    with pytest.raises(FormatError, match="expected the end of the URL"):
        parse(url + "0")


@pytest.mark.parametrize(
    ("url", "column", "message"),
    [
        ("slither/2/2/5a3", 15, "expected the end behind 4 cells, found '3'"),
        ("slither/2/2/12", 15, "expected clues and skips for 4 cells, found 2"),
        ("slither/2/2/1f", 14, "expected a clue or a skip, found 'f'"),
        ("hitori/2/1/1", 13, "expected clues and skips for 2 cells, found 1"),
        ("hitori/2/1/1-2", 14, "expected 2 characters 0-9 or a-z behind -, found '2'"),
        ("yajilin/2/1/01a", 13, "expected a clue with a direction, found none"),
        ("yajilin/2/1/1ga", 14, "expected 1 hexadecimal digits, found 'g'"),
        ("yajilin/2/1/c", 13, "expected the end behind 2 cells, found 'c'"),
        ("hitori/2/1/10", 12, "expected a number from 1 or ., found 0"),
    ],
)
def test_codes_that_are_wrong_are_refused_in_their_place(
    url: str, column: int, message: str
) -> None:
    with pytest.raises(FormatError) as error:
        parse(url)
    assert (error.value.line, error.value.column, error.value.message) == (1, column, message)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("slitherlink\n3 . 4", 2, 5, "expected a number from 0 to 3 or ., found '4'"),
        ("slitherlink\n3.2\n..", 3, 3, "expected 3 cells in this row, found 2"),
        ("hitori\n1 x", 2, 3, "expected a number from 1 or ., found 'x'"),
        ("hitori\n1 0", 2, 3, "expected a number from 1 or ., found '0'"),
        ("yajilin\n. 2x", 2, 3, "expected a number or ? with one of n, e, s, w, or ., found '2x'"),
        ("starbattle\na a\na a", 2, 1, "expected a square of as many regions as rows"),
        ("starbattle stars\na", 1, 17, "expected a number behind stars, found the end of the line"),
        ("starbattle stars x\na", 1, 18, "expected a number behind stars, found 'x'"),
        (
            "starbattle stars 1 stars 1\na",
            1,
            20,
            "expected no word behind starbattle, found 'stars'",
        ),
        ("starbattle star\na", 1, 12, "expected stars N behind starbattle, found 'star'"),
    ],
)
def test_texts_that_are_wrong_are_refused_in_their_place(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(FormatError) as error:
        parse(text)
    assert (error.value.line, error.value.column, error.value.message) == (line, column, message)


# Numbers in variants


def test_a_variant_carries_a_number() -> None:
    board = parse(STARS)
    two = board.variant("stars=2")
    assert two == board.variant("stars 2") == board.variant("stars 02")
    assert two == parse(two.text()) == parse(STARS.replace("battle", "battle stars=2"))
    assert two.text().splitlines()[0] == two.head() == "starbattle stars 2"
    assert two.title() == "4x4 starbattle stars 2"
    assert (board.number("stars", 1), two.number("stars", 1)) == (1, 2)
    assert two.variant("stars 2") == two


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("stars",), "starbattle has no variant 'stars': it has stars N"),
        (("stars N",), "starbattle has no variant 'stars N': it has stars N"),
        (("stars -1",), "starbattle has no variant 'stars -1': it has stars N"),
        (("stars 1 2",), "starbattle has no variant 'stars 1 2': it has stars N"),
        (("stars 1234567",), "starbattle has no variant 'stars 1234567': it has stars N"),
        (("star 2",), "starbattle has no variant 'star 2': it has stars N"),
        (("stars 1", "stars 2"), "starbattle has one variant stars N, not stars 1 and stars 2"),
    ],
)
def test_other_words_and_two_numbers_are_refused(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(BoardError) as error:
        parse(STARS).variant(*words)
    assert error.value.message == message


# Engines, ladder, pictures


def stars_of(board: Board, stars: int) -> int:
    """The number of ways to place stars, row by row, from the printed rules."""
    assert isinstance(board, STAR_BATTLE)
    size = board.height
    found = 0
    for rows in product(list(combinations(range(size), stars)), repeat=size):
        cells = [(r, c) for r, row in enumerate(rows) for c in row]
        regions = [board.regions[r][c] for r, c in cells]
        columns = [c for _, c in cells]
        apart = all(max(abs(a - i), abs(b - j)) > 1 for (a, b), (i, j) in combinations(cells, 2))
        found += apart and all(
            line.count(k) == stars for line in (regions, columns) for k in range(size)
        )
    return found


def test_star_battle_is_counted_by_three_engines_and_a_brute_force() -> None:
    plain = parse(STARS)
    wide = parse(
        "starbattle\n" + "\n".join("a a b b c" if r < 2 else "a d d e c" for r in range(5))
    )
    for board in (plain, wide, wide.variant("stars 2"), plain.variant("stars 0")):
        wanted = stars_of(board, board.number("stars", 1))
        assert set(count.count(board, by="frontier,bdd,sat").counts.values()) == {wanted}
        assert (
            encode.decide(board).verdict == ("none", "unique")[wanted] if wanted < 2 else "several"
        )
        for mask in encode.solutions(board):
            assert not board.violations(mask)


def test_the_default_ladder_projects_probes_and_searches() -> None:
    board = parse(STARS)
    assert rung_names(board) == (*STAR_BATTLE.RUNGS, "probe", "search")
    result = climb(board, trace=True)
    assert result.solutions == stars_of(board, 1)
    assert all(deduction.reason for _, deduction in result.trace())


def test_what_is_printed_between_points_is_drawn_there() -> None:
    board = parse("slitherlink\n3 .\n. 0")
    assert (board.height, board.width, board.sides()) == (3, 3, (2, 2))
    assert board.title() == "2x2 slitherlink"
    first = board.places()[0]
    assert str(board.solution(1)) == (
        "    0   1   2\n"
        "  ┏━━━━━━━━━━━┓\n"
        "0 ┃ ╺━━━╸   · ┃\n"
        "  ┃   3       ┃\n"
        "1 ┃ ·   ·   · ┃\n"
        "  ┃       0   ┃\n"
        "2 ┃ ·   ·   · ┃\n"
        "  ┗━━━━━━━━━━━┛"
    )
    assert first == ((0, 0), (0, 1))
    svg = board._repr_svg_()
    assert '<text x="36" y="42.8" font-size="19"' in svg
    assert '<text x="72" y="78.8" font-size="19"' in svg


def test_arrows_turn_with_the_board() -> None:
    board = parse("yajilin\n2e .\n. .")
    assert {image.text().partition("\n")[2] for image in images(board)} == {
        "2e .\n. .",
        ". 2w\n. .",
        ". .\n2e .",
        ". .\n. 2w",
        "2s .\n. .",
        ". 2s\n. .",
        ". .\n2n .",
        ". .\n. 2n",
    }


# The registry


def test_a_class_is_found_by_its_name_once_it_is_registered() -> None:
    assert find("starbattle") is STAR_BATTLE
    forget("starbattle")
    with pytest.raises(BoardError, match="expected a puzzle of binairo, norinori, nondango, "):
        find("starbattle")
    with pytest.raises(FormatError, match="expected a kind"):
        parse(STARS)
    assert register(STAR_BATTLE) is STAR_BATTLE
    assert register(STAR_BATTLE) is STAR_BATTLE, "again"


def test_names_of_other_classes_are_not_taken() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Other(HITORI):  # type: ignore[misc, valid-type]
        kind: ClassVar[str] = "other"

    with pytest.raises(BoardError, match="hitori is Hitori already, not Other"):
        register(Other)
    Other.URL_NAMES = {}
    Other.kind = "binairo"
    with pytest.raises(BoardError, match="binairo is Binairo already, not Other"):
        register(Other)
    Other.kind = "two words"
    with pytest.raises(BoardError, match="expected a kind that is one word of its own"):
        register(Other)
    for wrong in (CellBoard, int, Binairo.blank(2, 2)):
        with pytest.raises(BoardError, match="expected a class derived from Board with a kind"):
            register(wrong)  # type: ignore[arg-type, type-var]
    assert "other" not in known()


def test_a_class_without_a_form_says_so() -> None:
    board = parse("binairo\n0 1\n. .")
    with pytest.raises(BoardError, match=r"puzz[.]link has no binairo"):
        write(board, "url")
    with pytest.raises(BoardError, match="pzpr has no starbattle"):
        write(parse(STARS), "pzpr")
    with pytest.raises(FormatError, match="no URL of binairo is read"):
        Binairo.from_url(Address(Text.of("binairo/1/1/a", "<t>"), "binairo", "", 1, 1, ()))
    with pytest.raises(FormatError, match="no pzpr file of binairo is read"):
        Binairo.from_pzpr(PzprFile(Text.of("pzprv3", "<t>")))
