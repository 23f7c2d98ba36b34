"""Pictures: what they show, that they are well formed, and that labels cannot break out of them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from textwrap import dedent
from unicodedata import name
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles import Binairo, Board, Nondango, Norinori, Numberlink, compare, heat_map
from puzzles.ascii_art import ascii_art
from puzzles.drawing import Drawing, columns, per_cent, printable
from puzzles.rules import Place
from puzzles.svg import render_svg
from puzzles.unicode_art import box, render_text
from tests.strategies import boards, masks

NUMBER = "#555"
"""The colour of the numbers of rows and columns."""
SVG = "{http://www.w3.org/2000/svg}"
STEP = re.compile(r"M(\d+) (\d+)(?:h(\d+)|v(\d+)|L(\d+) (\d+))")
ANYTHING = st.text(st.characters(), min_size=1, max_size=8)


def picture(text: str) -> str:
    """A golden picture written indented."""
    return dedent(text).strip("\n").rstrip()


NORINORI = Norinori(regions=((0, 0, 1), (0, 1, 1)))
NONDANGO = Nondango(regions=((0, 0, 1), (0, 1, 1)), circles=frozenset({(0, 0), (0, 2), (1, 1)}))
NUMBERLINK = Numberlink(labels=(("10", None, "?"), (None, None, None), ("10", None, "?")))


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        (
            Binairo(givens=((0, None), (None, None))),
            """
                0   1
              ┏━━━┯━━━┓
            0 ┃ 0 │   ┃
              ┠───┼───┨
            1 ┃   │   ┃
              ┗━━━┷━━━┛
            """,
        ),
        (
            NORINORI.solution(0b100101),
            """
                0   1   2
              ┏━━━┯━━━┳━━━┓
            0 ┃▓▓▓│   ┃▓▓▓┃
              ┠───╆━━━╃───┨
            1 ┃   ┃   │▓▓▓┃
              ┗━━━┻━━━┷━━━┛
            """,
        ),
        (
            NONDANGO.solution(0b011),
            """
                0   1   2
              ┏━━━┯━━━┳━━━┓
            0 ┃ ● │   ┃ ● ┃
              ┠───╆━━━╃───┨
            1 ┃   ┃ ○ │   ┃
              ┗━━━┻━━━┷━━━┛
            """,
        ),
        (
            NUMBERLINK,
            """
                 0     1     2
              ┏━━━━━━━━━━━━━━━━━┓
            0 ┃ 10     ·     ?  ┃
              ┃                 ┃
            1 ┃  ·     ·     ·  ┃
              ┃                 ┃
            2 ┃ 10     ·     ?  ┃
              ┗━━━━━━━━━━━━━━━━━┛
            """,
        ),
        (
            NUMBERLINK.solution(NUMBERLINK.from_rows(["s . s", "nes sw ns", "n ne nw"])),
            """
                 0     1     2
              ┏━━━━━━━━━━━━━━━━━┓
            0 ┃ 10     ·     ?  ┃
              ┃  ┃           ┃  ┃
            1 ┃  ┣━━━━━┓     ┃  ┃
              ┃  ┃     ┃     ┃  ┃
            2 ┃ 10     ┗━━━━━?  ┃
              ┗━━━━━━━━━━━━━━━━━┛
            """,
        ),
        (
            compare(NONDANGO, 0b011, 0b001),
            """
                0   1   2         0   1   2
              ┏━━━┯━━━┳━━━┓     ┏━━━┯━━━┳━━━┓
            0 ┃ ● │   ┃[●]┃   0 ┃ ● │   ┃[○]┃
              ┠───╆━━━╃───┨     ┠───╆━━━╃───┨
            1 ┃   ┃ ○ │   ┃   1 ┃   ┃ ○ │   ┃
              ┗━━━┻━━━┷━━━┛     ┗━━━┻━━━┷━━━┛
            first             second: 1 place differs
            """,
        ),
        (
            compare(Numberlink(labels=(("1", "1"), (None, None))), 0b0001, 0b1110),
            """
                0   1         0   1
              ┏━━━━━━━┓     ┏━━━━━━━┓
            0 ┃ 1═══1 ┃   0 ┃ 1 × 1 ┃
              ┃ ×   × ┃     ┃ ║   ║ ┃
            1 ┃ · × · ┃   1 ┃ ┗═══┛ ┃
              ┗━━━━━━━┛     ┗━━━━━━━┛
            first         second: 4 places differ
            """,
        ),
        (
            heat_map(
                NORINORI, {(0, 0): Fraction(1), (0, 1): Fraction(0), (1, 2): Fraction(1, 999)}
            ),
            """
                  0       1       2
              ┏━━━━━━━┯━━━━━━━┳━━━━━━━┓
            0 ┃ 100%  │  0%   ┃       ┃
              ┠───────╆━━━━━━━╃───────┨
            1 ┃       ┃       │  1%   ┃
              ┗━━━━━━━┻━━━━━━━┷━━━━━━━┛
            """,
        ),
        (
            heat_map(
                Numberlink(labels=(("1", "1"), (None, None))),
                {
                    ((0, 0), (0, 1)): Fraction(1),
                    ((0, 0), (1, 0)): Fraction(1, 2),
                    ((0, 1), (1, 1)): Fraction(0),
                    ((1, 0), (1, 1)): Fraction(1, 3),
                },
                "both",
            ),
            """
                0   1
              ┏━━━━━━━┓
            0 ┃ 1━━━1 ┃
              ┃ │     ┃
            1 ┃ ·┈┈┈· ┃
              ┗━━━━━━━┛
            share: ━ all, ─ from 1/2, ┈ less, blank none
            both
            """,
        ),
    ],
)
def test_text_picture(drawn: object, text: str) -> None:
    assert str(drawn) == picture(text)
    assert [len(line) for line in ascii_art(str(drawn)).splitlines()] == [
        len(line) for line in str(drawn).splitlines()
    ]


def test_premises_are_set_off_otherwise_than_what_is_decided() -> None:
    cells = replace(
        Binairo.blank(2, 4).position_drawing(0b0101, 0b0010),
        highlight=frozenset({(0, 1)}),
        premises=frozenset({(0, 0), (0, 2)}),
    )
    assert render_text(cells).splitlines()[2] == "0 ┃‹1›│[0]│‹1›│   ┃"
    frames = [rect.attrib for rect in parsed(render_svg(cells)).iter(f"{SVG}rect")]
    thin = [frame["x"] for frame in frames if frame.get("stroke-width") == "1"]
    dashed = [frame["x"] for frame in frames if "stroke-dasharray" in frame]
    assert (thin, dashed) == (["3", "75"], ["39"])
    pair = Numberlink(labels=(("1", "1"), (None, None)))
    edges = replace(
        pair.position_drawing(0b0001, 0b0110),
        highlight=frozenset({((0, 0), (1, 0))}),
        premises=frozenset({((0, 0), (0, 1)), ((0, 1), (1, 1))}),
    )
    assert render_text(edges).splitlines()[2:4] == ["0 ┃ 1╍╍╍1 ┃", "  ┃ ×   ⊗ ┃"]
    root = parsed(render_svg(edges))
    assert "M18 18L54 18" in [
        path.get("d") for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "12"
    ]
    rings = [(ring.get("cx"), ring.get("cy")) for ring in root.iter(f"{SVG}circle")]
    assert rings == [("54", "36")]


def test_a_border_through_a_shaded_domino_has_no_white_edge() -> None:
    solved = NORINORI.solution(0b100101)._repr_svg_()
    assert 'stroke="#fff"' not in solved
    # Black lines would be lost between the dark cells of a heat map.
    dark = heat_map(NORINORI, dict.fromkeys(NORINORI.places(), Fraction(1))).svg()
    assert 'stroke="#fff"' in dark


def test_the_most_frequent_edge_of_a_heat_map_is_painted_last() -> None:
    pair = Numberlink(labels=(("1", None, "1"), (None, None, None)))
    shares = {
        place: Fraction(k, 9) for k, place in zip((5, 2, 9, 1, 3, 7, 4), pair.places(), strict=True)
    }
    root = parsed(heat_map(pair, shares).svg())
    tips = [tip.text for path in root.iter(f"{SVG}path") for tip in path]
    assert [Fraction(str(tip).partition(": ")[2]) for tip in tips] == sorted(shares.values())


def test_shares_are_written_out_on_request() -> None:
    pair = Numberlink(labels=(("1", "1"), (None, None)))
    shares = dict(zip(pair.places(), map(Fraction, ("1", "1/3", "0", "1/2")), strict=True))
    text = """
              0       1
          ┏━━━━━━━━━━━━━━━┓
        0 ┃   1━100%━━1   ┃
          ┃  33%          ┃
        1 ┃   ·──50%──·   ┃
          ┗━━━━━━━━━━━━━━━┛
        share: ━ all, ─ from 1/2, ┈ less, blank none
    """
    drawn = heat_map(pair, shares, numbers=True)
    assert str(drawn) == picture(text)
    assert {"100%", "33%", "50%"} < set(labels(parsed(drawn.svg())))
    assert "33%" not in heat_map(pair, shares).svg()
    cells = heat_map(NONDANGO, {(0, 0): Fraction(1, 3), (1, 1): Fraction(1)}, numbers=True)
    assert {"33%", "100%"} < set(labels(parsed(cells.svg())))


def test_a_picture_in_ascii() -> None:
    drawing = NONDANGO.position_drawing(0b001, 0b010)
    assert ascii_art(render_text(drawing)) == picture("""
            0   1   2
          #===+===#===#
        0 # @ |   # x #
          #---#===#---#
        1 #   # o |   #
          #===#===+===#
    """).replace("+", "=")


def test_letters_without_a_counterpart_can_be_read_back_as_json() -> None:
    text = "数 \U0001f600 é"
    assert json.loads(f'"{ascii_art(text)}"') == text


@pytest.mark.parametrize(
    ("board", "on", "off", "text"),
    [
        (
            Binairo(givens=((0, None), (None, None))),
            0b0010,
            0b0101,
            """
                0   1
              ┏━━━┯━━━┓
            0 ┃ 0 │ 1 ┃
              ┠───┼───┨
            1 ┃ 0 │   ┃
              ┗━━━┷━━━┛
            """,
        ),
        (
            NORINORI,
            0b000001,
            0b000100,
            """
                0   1   2
              ┏━━━┯━━━┳━━━┓
            0 ┃▓▓▓│   ┃ · ┃
              ┠───╆━━━╃───┨
            1 ┃   ┃   │   ┃
              ┗━━━┻━━━┷━━━┛
            """,
        ),
        (
            NONDANGO,
            0b001,
            0b010,
            """
                0   1   2
              ┏━━━┯━━━┳━━━┓
            0 ┃ ● │   ┃ ⊙ ┃
              ┠───╆━━━╃───┨
            1 ┃   ┃ ○ │   ┃
              ┗━━━┻━━━┷━━━┛
            """,
        ),
        (
            Numberlink(labels=(("1", "1"), (None, None))),
            0b0001,
            0b0110,
            """
                0   1
              ┏━━━━━━━┓
            0 ┃ 1━━━1 ┃
              ┃ ×   × ┃
            1 ┃ ·   · ┃
              ┗━━━━━━━┛
            """,
        ),
    ],
)
def test_partial_solution_shows_what_is_known(board: Board, on: int, off: int, text: str) -> None:
    drawing = board.position_drawing(on, off)
    assert render_text(drawing) == picture(text)
    parsed(render_svg(drawing))


def test_half_done_svg_marks_what_is_known_to_be_off() -> None:
    dots = parsed(render_svg(NONDANGO.position_drawing(0b001, 0b010))).iter(f"{SVG}circle")
    assert [dot.get("cx") for dot in dots if dot.get("r") == "3"] == ["90"]
    pair = Numberlink(labels=(("1", "1"),))
    paths = [
        path.get("d") for path in parsed(render_svg(pair.position_drawing(0, 1))).iter(f"{SVG}path")
    ]
    assert "M33 15L39 21M33 21L39 15" in paths


@given(st.data())
def test_pictures_of_different_positions_differ_and_show_what_is_open(data: st.DataObject) -> None:
    board = data.draw(boards(max_cells=9, drops=True))
    fixed_on = fixed_off = 0
    if isinstance(board, Binairo) and board.in_force("givens"):
        # Printed digits are known without being found.
        for i, given in enumerate(digit for row in board.givens for digit in row):
            fixed_on |= (given == 1) << i
            fixed_off |= (given == 0) << i
    pictures = {}
    for _ in range(4):
        on = data.draw(masks(board)) & ~fixed_off | fixed_on
        off = data.draw(masks(board)) & ~on | fixed_off
        drawing = board.position_drawing(on & ~fixed_on, off & ~fixed_off)
        text = render_text(drawing)
        pictures[on, off] = text, ascii_art(text), render_svg(drawing)
    for shown in zip(*pictures.values(), strict=True):
        assert len(set(shown)) == len(pictures)


def test_an_open_cell_is_no_0_and_printed_digits_stay_in_partial_solutions() -> None:
    board = Binairo(givens=((0, 1), (None, None)))
    half = board.position_drawing(0, 0b1000)
    assert (half.glyphs, half.filled) == ({(0, 0): "0", (0, 1): "1"}, {(1, 1): "0"})
    # A digit that binds nothing stands in brackets until the cell is known.
    half = board.dropping("givens").position_drawing(0b0001, 0b1000)
    assert (half.glyphs, half.filled) == ({(0, 1): "(1)"}, {(0, 0): "1", (1, 1): "0"})


def weights(character: str) -> tuple[int, ...]:
    """The weights of a box character's arms (north, east, south, west), from its Unicode name."""
    turns = {
        "UP": "n",
        "RIGHT": "e",
        "DOWN": "s",
        "LEFT": "w",
        "VERTICAL": "ns",
        "HORIZONTAL": "ew",
    }
    weight = {"LIGHT": 1, "HEAVY": 2}
    words = name(character).split()[2:]
    found: dict[str, int] = {}
    # Either one weight first and for all, or a weight before or behind each group of directions.
    if words[0] in weight and not set(words[1:]) & set(weight):
        words = [words[0], *(w for w in words[1:] if w != "AND")]
        groups = [(words[0], words[1:])]
    elif words[0] in weight:
        groups = [(w, [words[i + 1]]) for i, w in enumerate(words) if w in weight]
    else:
        groups = []
        held: list[str] = []
        for word in words:
            if word in weight:
                groups.append((word, held))
                held = []
            elif word != "AND":
                held = [*held, word]
    for word, directions in groups:
        for direction in directions:
            found.update(dict.fromkeys(turns[direction], weight[word]))
    return tuple(found.get(side, 0) for side in "nesw")


def test_box_characters_have_the_arms_that_their_unicode_names_say() -> None:
    assert box(0, 0, 0, 0) == " "
    for arms in product((0, 1, 2), repeat=4):
        if any(arms):
            assert weights(box(*arms)) == arms


def test_per_cents_are_0_and_100_only_where_exact() -> None:
    assert per_cent(Fraction(0)) == "0%"
    assert per_cent(Fraction(1)) == "100%"
    assert per_cent(Fraction(1, 10**30)) == "1%"
    assert per_cent(1 - Fraction(1, 10**30)) == "99%"


@given(boards(max_cells=20, drops=True), st.data())
def test_text_pictures_are_rectangles_of_printable_characters(
    board: Board, data: st.DataObject
) -> None:
    first, second = data.draw(masks(board)), data.draw(masks(board))
    for text in (str(board), str(board.solution(first))):
        head, *lines = text.splitlines()
        assert head.split() == [str(c) for c in range(board.width)]
        assert len(lines) == 2 * board.height + 1
        assert len({columns(line) for line in lines}) == 1
        assert [line.split()[0] for line in lines[1::2]] == [str(r) for r in range(board.height)]
        assert all(line.isprintable() for line in lines)
    marked = str(compare(board, first, second))
    if isinstance(board, Numberlink):
        # An edge along a row is as wide as a cell where used: three columns, or five for "10".
        wide = 5 if any(len(label) > 1 for _, label in board.ends()) else 3
        across, rest = divmod(marked.count("═"), wide)
        assert rest == 0
        marks = across + marked.count("║") + marked.count("×")
    else:
        marks = marked.count("[")
    assert marks == 2 * len(board.differ(first, second))


def parsed(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title = root[0]
    assert title.tag == f"{SVG}title"
    assert title.text
    return root


@given(boards(max_cells=20, drops=True), st.data())
def test_svg_is_well_formed_deterministic_and_within_its_view_box(
    board: Board, data: st.DataObject
) -> None:
    first, second = data.draw(masks(board)), data.draw(masks(board))
    shares = {place: Fraction(i % 5, 4) for i, place in enumerate(board.places())}
    for svg in (
        board._repr_svg_(),
        board.solution(first)._repr_svg_(),
        compare(board, first, second).svg(),
        heat_map(board, shares, "some words & others, long enough for two lines").svg(),
    ):
        root = parsed(svg)
        _, _, width, height = map(float, root.get("viewBox", "").split())
        for group in root.iter(f"{SVG}g"):
            shift = group.get("transform", "").removeprefix("translate(").removesuffix(")")
            dx, dy = map(float, shift.split(","))
            for element in group:
                for x, y in corners(element):
                    assert 0 <= x + dx <= width
                    assert 0 <= y + dy <= height
    again = replace(board)
    assert again.solution(first)._repr_svg_() == board.solution(first)._repr_svg_()


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    """The extreme points of a shape, and where a text starts."""

    def number(key: str) -> float:
        return float(element.get(key, "0"))

    x, y = number("x"), number("y")
    if element.tag == f"{SVG}rect":
        return [(x, y), (x + number("width"), y + number("height"))]
    if element.tag == f"{SVG}circle":
        cx, cy, r = number("cx"), number("cy"), number("r")
        return [(cx - r, cy - r), (cx + r, cy + r)]
    if element.tag == f"{SVG}text":
        return [(x, y)]
    found = []
    for a, b, right, down, i, j in STEP.findall(element.get("d", "")):
        found.append((float(a), float(b)))
        end = (
            (float(i), float(j))
            if i
            else (float(a) + float(right or 0), float(b) + float(down or 0))
        )
        found.append(end)
    assert found
    return found


def test_svg_shows_what_the_board_has() -> None:
    root = parsed(NONDANGO.solution(0b011)._repr_svg_())
    fills = [circle.get("fill") for circle in root.iter(f"{SVG}circle")]
    assert sorted(fills, key=str) == ["#000", "#000", "#fff"]
    root = parsed(NORINORI.solution(0b100101)._repr_svg_())
    grey = [rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == "#8c8c8c"]
    assert len(grey) == 3
    texts = labels(parsed(NUMBERLINK._repr_svg_()))
    assert texts == ["10", "?", "10", "?"]
    solved = parsed(Binairo(givens=((0, None), (None, None))).solution(0b0110)._repr_svg_())
    bold = {text.get("font-weight"): text.text for text in solved.iter(f"{SVG}text")}
    assert bold["bold"] == "0"
    assert labels(solved) == ["0", "1", "1", "0"]


def labels(root: ElementTree.Element) -> list[str | None]:
    """The texts of a picture but for the numbers of its rows and columns."""
    return [text.text for text in root.iter(f"{SVG}text") if text.get("fill") != NUMBER]


def test_svg_numbers_stand_in_line_with_the_rows_and_columns_that_they_name() -> None:
    for board in (NONDANGO, NUMBERLINK, Binairo.blank(2, 12)):
        root = parsed(board._repr_svg_())
        named = [text for text in root.iter(f"{SVG}text") if text.get("fill") == NUMBER]
        across, down = named[: board.width], named[board.width :]
        for c, text in enumerate(across):
            assert (text.text, text.get("x")) == (str(c), str(36 * c + 18))
            assert float(str(text.get("y"))) < 0
        for r, text in enumerate(down):
            assert text.text == str(r)
            assert 36 * r + 18 < float(str(text.get("y"))) < 36 * r + 26
            assert float(str(text.get("x"))) < 0
        assert len(down) == board.height


def test_a_picture_can_do_without_numbers() -> None:
    drawing = replace(Binairo.blank(2, 2).drawn(), numbered=False)
    assert render_text(drawing).splitlines()[0] == "┏━━━┯━━━┓"
    assert labels(parsed(render_svg(drawing))) == []
    assert f'fill="{NUMBER}"' not in render_svg(drawing)


def test_svg_paths_join_the_middles_of_cells() -> None:
    board = Numberlink(labels=(("1", "1"),))
    paths = [path.get("d") for path in parsed(board.solution(1)._repr_svg_()).iter(f"{SVG}path")]
    assert "M18 18L54 18" in paths


def test_compared_svg_frames_differing_cells_in_both_pictures() -> None:
    root = parsed(compare(NONDANGO, 0b011, 0b001).svg())
    frames = [rect.get("x") for rect in root.iter(f"{SVG}rect") if rect.get("stroke-dasharray")]
    assert len(frames) == 2
    assert frames[0] == frames[1]


def test_heat_map_is_darkest_at_one_and_has_a_legend() -> None:
    shares: dict[Place, Fraction] = {
        (0, 0): Fraction(1),
        (0, 1): Fraction(1, 2),
        (0, 2): Fraction(0),
    }
    root = parsed(heat_map(NORINORI, shares).svg())
    level = {}
    for rect in root.iter(f"{SVG}rect"):
        for tip in rect:
            level[tip.text] = int(str(rect.get("fill"))[1:3], 16)
    assert level["r0c0: 1"] < level["r0c1: 1/2"] < level["r0c2: 0"] == 255
    assert labels(root) == ["share 0", "1"]


@given(ANYTHING, ANYTHING)
def test_no_label_breaks_out_of_a_picture(label: str, caption: str) -> None:
    drawing = Drawing(1, 2, glyphs={(0, 0): label}, filled={(0, 1): label}, caption=caption)
    for linked in (False, True):
        root = parsed(render_svg(replace(drawing, linked=linked, title=label)))
        assert root[0].text == printable(label)
        texts = [text.text for text in root.iter(f"{SVG}text")]
        assert texts.count(printable(label)) >= 2
        tags = {element.tag.removeprefix(SVG) for element in root.iter()}
        assert tags <= {"svg", "title", "rect", "g", "path", "text"}
    text = render_text(drawing)
    assert text.replace("\n", "").isprintable()
    widths = [columns(line) for line in text.splitlines()[1:4]]
    assert widths == [widths[0]] * 3


def test_markup_and_escape_codes_in_a_label_stay_text() -> None:
    label = '</text><script>alert("1")</script>\x1b[31m'
    board = Numberlink(labels=((label, label),))
    assert "<script" not in board._repr_svg_()
    assert "\x1b" not in board._repr_svg_() + str(board)
