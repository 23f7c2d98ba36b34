"""Penpa+ pages of the four puzzles, made here as the editor stores them."""

from __future__ import annotations

import base64
import zlib

import pytest

from puzzles import FormatError, parse
from tests.puzzles.test_formats import check


def penpa(
    problem: str,
    height: int,
    width: int,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
    shape: str = "square",
) -> str:
    """A Penpa+ URL of a page as the editor stores it; height and width include the margins."""
    page = "\n".join(
        (
            f"{shape},{width},{height},38,0,1,1,418,418,38,38",
            f"[{','.join(map(str, margins))}]",
            '["1","2","1"]~"sol_"~["",[],[]]',
            problem,
            "{zR:{z_:[]},zU:{z_:[]},zS:{},zN:{},zY:{},zL:{},zE:{}}",
        )
    )
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    payload = base64.b64encode(deflate.compress(page.encode()) + deflate.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={payload}"


PENPA = (
    "{{zR:{{z_:[]}},zS:{{}},zN:{{{n}}},z1:{{}},zY:{{{y}}},zT:[],zD:zO,zL:{{}},zE:{{{e}}},zW:{{}}}}"
)


def page(n: str = "", y: str = "", e: str = "") -> str:
    return PENPA.format(n=n, y=y, e=e)


# A page of 2 x 3 cells: lines of 3 + 4 positions, six of them, so that corners start at 42.
#   cell (0, 0) is 2 * 7 + 2 = 16, and its lower right corner 58.


def test_penpa_numbers_are_numberlink() -> None:
    url = penpa(page(n='"16":["z1",1,"1"],"24":[" z1",1,"1"],"17":[2,1,"1"],"23":[2,1,"1"]'), 2, 3)
    check(url, "numberlink\nz1 2 .\n2 z1 .")


def test_penpa_squares_on_corners_are_decoration() -> None:
    squares = '"58":[2,"square_S",1],"59":[2,"square_LL",1]'
    url = penpa(page(n='"16":["A",1,"1"],"24":["A",1,"1"]', y=squares), 2, 3)
    check(url, "numberlink\nA . .\n. A .")


def test_penpa_walls_are_norinori() -> None:
    # Walls right of (0, 0) and below it: corners 51-58 and 57-58.
    check(penpa(page(e='"51,58":2,"57,58":2'), 2, 3), "norinori\na b b\nb b b")
    # Corners may come in either order; a frame and a solver's cross are no walls.
    url = penpa(page(e='"58,51":2,"57,58":2,"50,51":2,"50,57":2,"101":1'), 2, 3)
    check(url, "norinori\na b b\nb b b")


def test_penpa_walls_and_circles_are_nondango() -> None:
    url = penpa(
        page(y='"16":[4,"circle_M",1],"25":[4,"circle_M",1]', e='"51,58":2,"57,58":2'), 2, 3
    )
    check(url, "nondango same-colour\na b b\nb b b\n\no . .\n. . o")
    url = penpa(
        page(y='"16":[8,"circle_L",2],"25":[8,"circle_L",2]', e='"51,58":2,"57,58":2'), 2, 3
    )
    check(url, "nondango same-colour\na b b\nb b b\n\no . .\n. . o")
    check(
        penpa(page(y='"16":[4,"circle_M",1]'), 2, 3),
        "nondango same-colour\na a a\na a a\n\no . .\n. . .",
    )


def test_penpa_circles_alone_are_binairo() -> None:
    # A page of 2 x 2 cells: lines of 6 positions, (0, 0) is 14.
    url = penpa(page(y='"14":[1,"circle_M",1],"15":[2,"circle_M",1],"20":[8,"circle_L",1]'), 2, 2)
    check(url, "binairo\n0 1\n0 .")
    check(penpa(page(n='"14":["0",1,"1"],"15":["1",1,"1"]'), 2, 2), "binairo\n0 1\n. .", "binairo")


def test_penpa_margins_are_no_part_of_the_board() -> None:
    # 2 x 2 cells under a margin of one row and right of one of two columns: lines of 8 positions,
    # (0, 0) at 3 * 8 + 4 = 28.
    url = penpa(page(n='"28":["A",1,"1"],"37":["A",1,"1"]'), 3, 4, (1, 0, 2, 0), "sudoku")
    check(url, "numberlink\nA .\n. A")


def test_penpa_solver_links_and_what_follows_the_payload() -> None:
    url = penpa(page(e='"51,58":2,"57,58":2'), 2, 3)
    check(url.replace("m=edit", "m=solve") + "&a=abc", "norinori\na b b\nb b b")
    head, _, payload = url.partition("&p=")
    assert {"+", "="} & set(payload)
    quoted = payload.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
    check(f"{head}&p={quoted}", "norinori\na b b\nb b b")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://penpa/#m=edit&p=!!!!", "expected base64 of a deflated Penpa+ page"),
        ("https://penpa/#m=edit&p=////", "expected base64 of a deflated Penpa+ page"),
        ("https://penpa/?m=edit&p=", "expected a whole Penpa+ page"),
        (penpa(page(), 2, 3, shape="hex"), "expected square,W,H,..."),
        (penpa(page(), 2, 3, margins=(1, 1, 0, 0)), "expected margins that leave a board"),
        (penpa(page(), 999, 999), "expected at most 100000 cells"),
        (penpa(page(), 2, 3), "found an empty page"),
        (penpa("{zN:{}", 2, 3), "expected JSON in line 4"),
        (penpa("[" * 100_000, 2, 3), "expected JSON in line 4"),
        (penpa("[]", 2, 3), "expected an object in line 4"),
        (penpa("{zN:[]}", 2, 3), "expected an object for number"),
        (penpa('{zN:{},zL:{"16,17":3}}', 2, 3), "walls, numbers and circles only, found line"),
        (penpa(page(n='"16":1'), 2, 3), "expected [number, color, mode]"),
        (penpa(page(n='"9":["1",1,"1"]'), 2, 3), "expected each number on the board"),
        (
            penpa(page(n='"58":["1",1,"1"]'), 2, 3),
            "expected each number at a cell, found one at a corner",
        ),
        (penpa(page(n='"x":["1",1,"1"]'), 2, 3), "expected an index for each number, found 'x'"),
        (
            penpa(page(y='"58":[1,"circle_M",1]'), 2, 3),
            "expected each symbol 'circle_M' at a cell, found one at a corner (index 58)",
        ),
        (
            penpa(page(y='"100":[2,"square_S",1]'), 2, 3),
            "expected each symbol 'square_S' at a cell, found one at an edge (index 100)",
        ),
        (penpa(page(y='"x":[2,"square_S",1]'), 2, 3), "an index for each symbol 'square_S', found"),
        (penpa(page(y='"16":[2,"square_S",1]'), 2, 3), "expected symbols circle_M or circle_L"),
        (penpa(page(n='"9999":["1",1,"1"]'), 2, 3), "at a place of category 238"),
        (penpa(page(e='"16,58":2'), 2, 3), "expected each wall at a corner, found one at a cell"),
        (penpa(page(n='"16":["A",1,"1"]'), 2, 3), "label an even number of times"),
        (penpa(page(n='"16":[".",1,"1"]'), 2, 3), "expected labels, found ."),
        (penpa(page(n='"16":["0",1,"1"]'), 2, 3), "may be binairo or numberlink"),
        (penpa(page(e='"51,59":2'), 2, 3), "expected walls between next corners"),
        (penpa(page(y='"16":[1,"star",1]'), 2, 3), "expected symbols circle_M or circle_L"),
        (penpa(page(y='"14":[3,"circle_M",1]'), 2, 2), "circles of style 1, 8 or 2"),
        (
            penpa(page(y='"16":[2,"circle_M",1]', e='"51,58":2,"57,58":2'), 2, 3),
            "expected open circles (style 4, 1 or 8), found style 2",
        ),
        (
            penpa(page(n='"16":["A",1,"1"],"17":["A",1,"1"]', e='"51,58":2'), 2, 3),
            "expected a numberlink board without walls",
        ),
        (
            penpa('{zS:{"16":4},zE:{"51,58":2,"57,58":2}}', 2, 3),
            "expected a norinori board without shading",
        ),
    ],
)
def test_penpa_errors_stand_at_the_payload(url: str, expected: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(url)
    assert expected in caught.value.message
    assert (caught.value.line, caught.value.column) == (1, url.index("&p=") + 4)


def test_a_payload_that_unpacks_without_end_is_refused() -> None:
    with pytest.raises(FormatError, match="at most 4194304 characters"):
        parse(penpa(" " * 5_000_000, 2, 3))
