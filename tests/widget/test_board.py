"""The widget on the kernel's side: its traits, the page's messages, and the picture without it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("anywidget")

import traitlets

from puzzles import Binairo, FormatError, Model, read
from puzzles.svg import spot
from widget import BoardWidget, broken

SEVERAL = "examples/binairo-several-4x4.txt"
BOARDS = [
    SEVERAL,
    "examples/norinori-6x6.txt",
    "examples/nondango-8x8.txt",
    "examples/numberlink-7x7.txt",
]


@pytest.fixture
def widget() -> BoardWidget:
    return BoardWidget(read(SEVERAL))


def shown(widget: BoardWidget) -> dict[str, Any]:
    return dict(widget._shown)


def tell(widget: BoardWidget, **message: Any) -> None:
    """As the page would."""
    widget._hear(widget, message, [])


def test_marks_are_placed_and_taken_away_from_python(widget: BoardWidget) -> None:
    widget.mark((0, 0), True)
    widget.mark((0, 1), False)
    assert widget.marks == {(0, 0): True, (0, 1): False}
    widget.mark((0, 0), None)
    assert widget.marks == {(0, 1): False}


def test_violations_are_shown_and_go(widget: BoardWidget) -> None:
    for cell in ((0, 1), (0, 2)):
        widget.mark(cell, True)
    assert [found.rule for found in widget.violations] == ["runs", "balance"]
    assert shown(widget)["violations"] == [str(found) for found in widget.violations]
    assert shown(widget)["broken"] == [1, 2, 3]  # with the printed 1
    assert "runs: r0c1 r0c2 r0c3 1" in str(widget.session.picture())
    widget.step(+1)  # the marks wait
    assert (shown(widget)["violations"], shown(widget)["broken"]) == ([], [])
    assert len(widget.violations) == 2
    widget.mark((0, 1), None)
    assert (widget.violations, shown(widget)["broken"]) == ((), [])


def test_position_is_a_trait_in_both_directions(widget: BoardWidget) -> None:
    heard = []
    widget.observe(lambda change: heard.append(change["new"]), "position")
    widget.step(+2)
    widget.position = 1
    assert heard == [2, 1]
    assert (widget.session.position, widget.view) == (1, "steps")
    assert shown(widget)["status"].startswith("Step 1 of 3")
    with pytest.raises(traitlets.TraitError, match="expected a position from 0 to 3, found 5"):
        widget.position = 5
    with pytest.raises(traitlets.TraitError):
        widget.position = -1
    assert widget.position == 1


def test_view_is_a_trait(widget: BoardWidget) -> None:
    widget.view = "solutions"
    assert shown(widget)["status"] == "Solution 1 of two: 4 places differ"
    with pytest.raises(traitlets.TraitError):
        widget.view = "clues"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"do": "cycle", "place": 0, "back": False}, lambda w: w.marks == {(0, 0): True}),
        ({"do": "cycle", "place": 0, "back": True}, lambda w: w.marks == {(0, 0): False}),
        ({"do": "step", "by": 1}, lambda w: w.position == 1),
        ({"do": "go", "position": 2}, lambda w: (w.position, w.view) == (2, "steps")),
        ({"do": "rung", "up": True}, lambda w: w.position == 3),
        ({"do": "view", "view": "steps"}, lambda w: w.view == "steps"),
        ({"do": "toggle"}, lambda w: w.view == "solutions"),
        ({"do": "adopt"}, lambda w: w.view == "marks"),
    ],
)
def test_the_page_says(
    widget: BoardWidget, message: dict[str, Any], expected: Callable[[BoardWidget], bool]
) -> None:
    tell(widget, **message)
    assert expected(widget)


def test_the_page_clears_and_resets(widget: BoardWidget) -> None:
    widget.mark((0, 0), True)
    tell(widget, do="clear", place=0)
    assert widget.marks == {}
    widget.mark((0, 0), True)
    widget.step(2)
    tell(widget, do="reset")
    assert (widget.marks, widget.position, widget.view) == ({}, 0, "marks")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"do": "cycle", "place": 3, "back": False}, "r0c3 is printed on the board"),
        ({"do": "go", "position": 99}, "expected a position from 0 to 3, found 99"),
        ({"do": "fly"}, "expected a message that this widget knows"),
        ({"do": "undo"}, "there is nothing to undo"),
        ({"do": "view", "view": "clues"}, "expected a message that this widget knows"),
        ({"do": "cycle", "place": 16, "back": False}, "expected a place's index from 0 to 15"),
        ({"do": "cycle", "place": -1, "back": True}, "expected a place's index from 0 to 15"),
        ({"do": "clear", "place": 10**9}, "expected a place's index from 0 to 15"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    widget: BoardWidget, message: dict[str, Any], said: str
) -> None:
    before = shown(widget)
    tell(widget, **message)
    assert said in shown(widget)["reason"]
    assert shown(widget)["turn"] == before["turn"] + 1
    assert {**shown(widget), "reason": "", "turn": 0} == {**before, "reason": "", "turn": 0}
    assert widget.marks == {}


def test_the_slider_knows_the_steps_once_they_are_shown(widget: BoardWidget) -> None:
    assert (shown(widget)["position"], shown(widget)["last"]) == (None, None)
    assert "walk" not in vars(widget.session)  # the ladder is not run before it is asked for
    widget.step(2)
    assert (shown(widget)["position"], shown(widget)["last"]) == (2, 3)


@pytest.mark.parametrize("path", BOARDS)
def test_the_page_is_told_where_every_place_lies(path: str) -> None:
    widget = BoardWidget(read(path))
    places = dict(widget._places)
    assert places["points"] == [spot(place) for place in widget.board.places()]
    picture = ElementTree.fromstring(shown(widget)["svg"])
    width, height = map(int, picture.attrib["viewBox"].split()[2:])
    for x, y in places["points"]:
        assert 0 < x < width
        assert 0 < y < height
    assert len(set(places["names"])) == len(places["points"]) == len(shown(widget)["values"])
    assert all(set(words) == {"0", "1", "."} for words in places["words"])


@pytest.mark.parametrize("path", BOARDS)
def test_where_there_is_no_widget_its_picture_stands(path: str) -> None:
    widget = BoardWidget(read(path))
    widget.step(2)
    data, _ = widget._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    picture = ElementTree.fromstring(data["image/svg+xml"])
    written = " ".join(text.strip() for text in picture.itertext())
    assert shown(widget)["status"].split(":")[0] in written
    assert "Step 2" in data["text/plain"]


@pytest.mark.parametrize(
    "message",
    [
        {"do": "view", "view": "marks"},
        {"do": "step", "by": -1},
        {"do": "reset"},
        {"do": "clear", "place": 0},
        {"do": "cycle", "place": 3, "back": False},
        {"do": "fly"},
    ],
    ids=lambda message: message["do"],
)
def test_every_message_is_served_though_it_change_nothing(
    widget: BoardWidget, message: dict[str, Any]
) -> None:
    tell(widget, **message)
    heard = []
    widget.observe(lambda change: heard.append(change["new"]), "_shown")
    tell(widget, **message)
    assert len(heard) == 1


@pytest.mark.parametrize("message", [{"do": "view", "view": "steps"}, {"do": "step", "by": 1}])
def test_a_climb_can_be_interrupted_and_the_page_is_served(
    widget: BoardWidget, monkeypatch: pytest.MonkeyPatch, message: dict[str, Any]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    before = shown(widget)
    with monkeypatch.context() as patched:
        patched.setattr("widget.steps.Walk.of", interrupted)
        tell(widget, **message)
    assert shown(widget) == {**before, "reason": "interrupted", "turn": shown(widget)["turn"]}
    assert shown(widget)["turn"] > before["turn"]
    tell(widget, **message)
    assert widget.view == "steps"


def test_a_path_is_read_and_must_be_one() -> None:
    assert BoardWidget(SEVERAL).board == read(SEVERAL)
    with pytest.raises(FormatError, match="no such file"):
        BoardWidget("file.txt")


@pytest.mark.parametrize("found", [["binairo"], Binairo, None])
def test_what_is_no_board_is_refused(found: Any) -> None:
    with pytest.raises(TypeError, match=r"^expected a board, a model, a path or a URL, found "):
        BoardWidget(found)
    with pytest.raises(
        TypeError, match=r"^expected a board, found .*; read it with puzzles\.read$"
    ):
        broken(found, 1, 0)


@pytest.mark.parametrize("value", [".", "on", 2, -1, 1.0, "", [], "1"])
def test_a_mark_is_on_off_or_open_and_nothing_else(widget: BoardWidget, value: Any) -> None:
    with pytest.raises(ValueError, match=r"^expected True .on., False .off. or None .open., found"):
        widget.mark((0, 0), value)
    assert (widget.marks, widget.view) == ({}, "marks")


def test_marks_are_taken_back_from_python_and_from_the_page(widget: BoardWidget) -> None:
    widget.mark((0, 0), True)
    widget.mark((0, 1), True)
    widget.undo()
    assert widget.marks == {(0, 0): True}
    tell(widget, do="undo")
    assert widget.marks == {}


def test_the_digits_are_values_too(widget: BoardWidget) -> None:
    widget.mark((0, 0), 0)
    widget.mark((0, 1), 1)
    assert widget.marks == {(0, 0): False, (0, 1): True}


@pytest.mark.parametrize("place", [[0, 2], (9, 9), "r0c0", None, 3, ((0, 0), (0, 1)), ([], [])])
def test_what_is_no_place_is_refused(widget: BoardWidget, place: Any) -> None:
    with pytest.raises(
        ValueError, match=r"^expected a place of the board, such as \(0, 0\), found"
    ):
        widget.mark(place, True)
    assert widget.marks == {}


def test_an_edge_may_be_named_from_either_end() -> None:
    widget = BoardWidget(read(BOARDS[3]))
    widget.mark(((1, 0), (0, 0)), True)
    assert widget.marks == {((0, 0), (1, 0)): True}


@pytest.mark.parametrize("by", [1.5, "1", None])
def test_steps_are_whole(widget: BoardWidget, by: Any) -> None:
    with pytest.raises(ValueError, match=r"^expected a whole number of steps, found"):
        widget.step(by)
    assert (widget.position, widget.view) == (0, "marks")


def test_an_unknown_rung_is_refused() -> None:
    with pytest.raises(ValueError, match="found 'chain'"):
        BoardWidget(read(SEVERAL), up_to="chain")


def test_without_anywidget_there_is_one_clear_message() -> None:
    program = """
import sys
sys.modules["anywidget"] = None
import widget
try:
    widget.BoardWidget
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd="."
    )
    assert done.stdout == (
        "BoardWidget needs anywidget, which is not installed: pip install -e '.[notebooks]'\n"
    )


def test_a_model_is_played_like_any_board() -> None:
    m = Model(2, 2, cells=("dark", "lit"), edges="line", name="lamps")
    m.exactly(1, m.row(0), name="row")
    m.implies(m[0, 0], m.edge((0, 0), (0, 1)), name="wire")
    m.loop()
    widget = BoardWidget(m)
    assert widget.board == m.board()
    words = widget._places["words"]
    assert (words[0]["1"], words[0]["0"]) == ("lit", "dark")
    assert (words[4]["1"], words[4]["0"]) == ("line", "no line")
    widget.mark((0, 0), True)
    widget.mark((0, 1), True)
    assert [found.rule for found in widget.violations] == ["row"]
    assert shown(widget)["violations"] == ["row: r0c0 r0c1 lit"]
    widget.mark((0, 1), None)
    widget.mark(((0, 0), (0, 1)), False)
    assert [found.rule for found in widget.violations] == ["wire"]
    widget.reset()
    widget.step(+1)
    assert shown(widget)["reason"]
    widget.toggle()
    solved = shown(widget)["values"]
    assert solved[4:] == "1111"
    m.true(m[1, 0])
    assert widget.board != m.board(), "the widget shows the board as it was"
