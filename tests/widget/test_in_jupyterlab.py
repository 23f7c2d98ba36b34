"""The widget in a real JupyterLab in a headless browser, by mouse and by keyboard.

Skipped where no browser is installed, unless KAZOE_NEED_BROWSER=1 says that there must be one.  One
server and one page serve all tests of the file; each has a widget, or more, of its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from puzzles.svg import spot
from tests.widget.lab import BROWSER, ROOT, Kernel, opened, running

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from puzzles.rules import Place

pytestmark = [
    pytest.mark.skipif(
        BROWSER is None and os.environ.get("KAZOE_NEED_BROWSER") != "1",
        reason="no Chromium or Chrome is installed",
    ),
    # One worker starts one server.
    pytest.mark.xdist_group("jupyterlab"),
]

NAMES = {
    "binairo": "binairo-several-4x4",
    "norinori": "norinori-6x6",
    "nondango": "nondango-8x8",
    "numberlink": "numberlink-7x7",
    "other": "binairo-several-4x4",
}
CELLS = ["from puzzles import read\nfrom widget import BoardWidget"] + [
    f"{name} = BoardWidget(read({str(ROOT / 'examples' / f'{board}.txt')!r}))\n{name}"
    for name, board in NAMES.items()
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Kernel]]:
    assert BROWSER, "KAZOE_NEED_BROWSER=1, but no Chromium or Chrome is installed"
    with running(tmp_path_factory.mktemp("lab")) as server, opened(server, CELLS) as both:
        yield both


class OnPage:
    """A widget on the page, and what its kernel knows of it."""

    def __init__(self, lab: tuple[Page, Kernel], name: str) -> None:
        self.page, self.kernel = lab
        self.name = name
        self.root: Locator = self.page.locator(".kazoe").nth(list(NAMES).index(name))
        self.stage = self.root.locator(".kazoe-stage")

    def value(self, expression: str) -> str:
        """What ``expression`` is worth in the kernel, behind the widget's name."""
        return self.kernel.value(f"{self.name}.{expression}")

    def picture(self) -> str:
        return str(self.root.locator(".kazoe-picture").inner_html())

    def shows(self, part: str, text: str) -> None:
        """Wait until this part of the widget holds the text."""
        self.root.locator(f".kazoe-{part}", has_text=text).first.wait_for()

    def violations(self, number: int) -> list[str]:
        """Wait until so many are listed, and a sign stands on the picture exactly if any is."""
        items = self.root.locator(".kazoe-violations li")
        self.page.wait_for_function(
            "([root, n]) => root.querySelectorAll('.kazoe-violations li').length === n",
            arg=[self.root.element_handle(), number],
        )
        assert (self.root.locator(".kazoe-broken").count() > 0) == (number > 0)
        return list(items.all_inner_texts())

    def click(self, place: Place) -> None:
        x, y = spot(place)
        self.stage.click(position={"x": x, "y": y})

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


@pytest.mark.parametrize("name", list(NAMES)[:4])
def test_the_board_is_shown_and_steps_go_forwards_and_back(
    lab: tuple[Page, Kernel], name: str
) -> None:
    board = OnPage(lab, name)
    board.shows("status", "Your marks: 0 of")
    start = board.picture()
    board.root.get_by_title("One step forward (])").click()
    board.shows("status", "Step 1 of")
    reason = board.root.locator(".kazoe-reason")
    seen = [(reason.inner_text(), board.picture())]
    assert seen[0][1] != start
    assert repr(reason.inner_text()) == board.value("session.walk.frames[1].reason")
    board.stage.focus()
    board.press("]")
    board.shows("status", "Step 2 of")
    seen.append((reason.inner_text(), board.picture()))
    assert seen[1][0] != seen[0][0]
    assert seen[1][1] != seen[0][1]
    assert (board.value("position"), board.value("view")) == ("2", "'steps'")
    board.press("[")
    board.shows("status", "Step 1 of")
    assert (reason.inner_text(), board.picture()) == seen[0]
    assert board.value("position") == "1"
    board.press("PageDown")
    board.page.wait_for_function(
        "root => !root.querySelector('.kazoe-status').textContent.startsWith('Step 1 ')",
        arg=board.root.element_handle(),
    )
    assert board.value("position") == board.value("session.walk.next_rung(1)")
    board.press("PageUp", "m")
    board.shows("status", "Your marks: 0 of")


def test_the_slider_goes_to_any_step(lab: tuple[Page, Kernel]) -> None:
    board = OnPage(lab, "norinori")
    slider = board.root.locator(".kazoe-slider")
    board.root.get_by_text("Marks", exact=True).click()
    board.shows("status", "Your marks")
    assert slider.is_hidden()
    board.root.get_by_text("Steps", exact=True).click()
    board.shows("status", "Step ")
    last = int(board.value("session.walk.last"))
    assert slider.get_attribute("max") == str(last)
    for position in (last, 5, 3):
        slider.fill(str(position))
    board.shows("status", f"Step 3 of {last}")
    assert board.value("position") == "3"
    slider.focus()
    board.press("ArrowRight")
    board.shows("status", f"Step 4 of {last}")
    board.root.get_by_title("One step back ([)").click()
    board.shows("status", f"Step 3 of {last}")
    assert slider.input_value() == "3"
    # What the step rests on is set off beside what it decides.
    drawing = "session.drawing()"
    assert board.value(f"{drawing}.highlight") != "frozenset()"
    board.press("m")
    board.shows("status", "Your marks: 0 of")


WRONG = {
    "binairo": ([(0, 1), (0, 2)], ["runs", "balance"]),
    "norinori": ([(0, 0), (0, 1), (0, 2)], ["domino"]),
    "nondango": ([(0, 0), (0, 1)], ["region"]),
    "numberlink": ([((0, 0), (1, 0))], ["paths"]),
}


@pytest.mark.parametrize("name", list(WRONG))
def test_marks_are_placed_and_removed_by_mouse_and_violations_come_and_go(
    lab: tuple[Page, Kernel], name: str
) -> None:
    board = OnPage(lab, name)
    places, rules = WRONG[name]
    board.stage.focus()
    board.press("m")
    for number, place in enumerate(places):
        board.click(place)
        board.shows("status", f"Your marks: {number + 1} of")
    told = board.violations(len(rules))
    assert [text.partition(":")[0] for text in told] == rules
    assert board.value("marks") == repr(dict.fromkeys(places, True))
    assert [repr(text) for text in told] == [
        board.value(f"violations[{i}].__str__()") for i in range(len(rules))
    ]
    board.click(places[-1])  # on, off, open
    board.violations(0)
    assert board.value(f"marks[{places[-1]!r}]") == "False"
    board.click(places[-1])
    board.shows("status", f"Your marks: {len(places) - 1} of")
    board.root.get_by_text("Reset").click()
    board.shows("status", "Your marks: 0 of")
    assert board.value("marks") == "{}"


def test_the_keyboard_moves_marks_and_clears_and_jupyterlab_does_not_hear_it(
    lab: tuple[Page, Kernel],
) -> None:
    board = OnPage(lab, "other")
    cells = board.page.locator(".jp-Notebook .jp-Cell")
    kinds = [cells.count(), board.page.locator(".jp-MarkdownCell").count()]
    board.click((1, 0))
    board.shows("status", "Your marks: 1 of")
    board.press("ArrowUp", "ArrowRight")
    spoken = board.root.locator(".kazoe-spoken")
    assert spoken.inner_text() == "r0c1 open"
    board.press(" ")
    board.shows("spoken", "r0c1 1")
    board.press("ArrowRight", "Enter")
    board.shows("spoken", "r0c2 1")
    assert len(board.violations(2)) == 2
    assert board.value("marks") == "{(0, 1): True, (0, 2): True, (1, 0): True}"
    board.press("Delete")
    board.violations(0)
    board.press("ArrowLeft", "Enter", "Enter", "ArrowDown", "ArrowLeft")
    board.shows("spoken", "r1c0 1")
    assert board.value("marks") == "{(1, 0): True}"
    # In JupyterLab's command mode a, b, m and d d would add, change and delete cells.
    board.press("b", "d", "d", "s")
    board.shows("status", "Step 0 of")
    board.press("]", "a")
    board.shows("status", "Your marks")
    assert [cells.count(), board.page.locator(".jp-MarkdownCell").count()] == kinds
    # Tab leaves the board, and does not come back to it at once.
    board.press("Tab")
    assert not board.stage.evaluate("node => node === document.activeElement")
    # The notebook's own keys work as ever while the board has the focus.
    board.stage.focus()
    board.press("Control+s")
    board.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")


def test_two_solutions_are_toggled_with_their_differences_marked(
    lab: tuple[Page, Kernel],
) -> None:
    board = OnPage(lab, "binairo")
    board.stage.focus()
    board.press("t")
    board.shows("status", "Solution 1 of two: 4 places differ")
    first = board.picture(), board.root.locator(".kazoe-reason").inner_text()
    board.press("t")
    board.shows("status", "Solution 2 of two")
    second = board.picture(), board.root.locator(".kazoe-reason").inner_text()
    assert first[0] != second[0]
    assert first[1] != second[1]
    assert board.value("view") == "'solutions'"
    assert board.value("session.solution") == "1"
    # A dashed frame at each of the places, in both.
    assert [text.count('stroke-dasharray="6 4"') for text, _ in (first, second)] == [4, 4]
    board.press("t")
    board.shows("status", "Solution 1 of two")
    assert board.picture() == first[0]


def test_what_python_sets_the_page_shows(lab: tuple[Page, Kernel]) -> None:
    board = OnPage(lab, "norinori")
    board.value("__setattr__('position', 3)")
    board.shows("status", "Step 3 of")
    board.value("mark((0, 0), True)")
    board.shows("status", "Your marks: 1 of")
    board.value("reset()")
    board.shows("status", "Your marks: 0 of")


def test_the_board_is_not_busy_for_ever_where_a_key_changes_nothing(
    lab: tuple[Page, Kernel],
) -> None:
    board = OnPage(lab, "binairo")

    def served(*keys: str) -> None:
        for key in keys:
            before = board.value("_turn")
            board.press(key)
            board.page.wait_for_function(
                "root => root.getAttribute('aria-busy') === 'false'",
                arg=board.root.element_handle(),
            )
            assert int(board.value("_turn")) == int(before) + 1

    board.stage.focus()
    served("m", "m", "PageDown", "PageDown", "]", "]", "[", "m")
    for _ in range(2):
        board.root.get_by_text("Reset").click()
        board.shows("status", "Your marks: 0 of")
    for _ in range(2):
        board.click((0, 3))
        board.shows("reason", "r0c3 is printed on the board")
    board.root.and_(board.page.locator("[aria-busy=false]")).wait_for()


def test_marks_are_taken_back_by_keyboard(lab: tuple[Page, Kernel]) -> None:
    board = OnPage(lab, "other")
    board.root.get_by_text("Reset").click()
    board.shows("status", "Your marks: 0 of")
    for cell in ((0, 0), (1, 0)):
        board.click(cell)
    board.shows("status", "Your marks: 2 of")
    board.press("u")
    board.shows("status", "Your marks: 1 of")
    board.press("Control+z")
    board.shows("status", "Your marks: 0 of")


def test_a_click_on_the_words_keeps_jupyterlab_from_hearing_letters(
    lab: tuple[Page, Kernel],
) -> None:
    board = OnPage(lab, "other")
    cells = board.page.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    for part in ("status", "help"):
        board.root.locator(f".kazoe-{part}").click()
        assert board.stage.evaluate("node => node === document.activeElement")
        board.press("b", "d", "d")
    assert cells.count() == before


def test_a_click_between_four_edges_marks_none(lab: tuple[Page, Kernel]) -> None:
    board = OnPage(lab, "numberlink")
    board.root.get_by_text("Reset").click()
    board.shows("status", "Your marks: 0 of")
    before = board.value("_turn")
    board.click((2, 2))
    board.click(((2, 2), (2, 3)))
    board.shows("status", "Your marks: 1 of")
    assert board.value("marks") == "{((2, 2), (2, 3)): True}"
    assert int(board.value("_turn")) == int(before) + 1


def test_the_board_says_what_it_is_to_those_who_do_not_see_it(lab: tuple[Page, Kernel]) -> None:
    board = OnPage(lab, "nondango")
    assert board.stage.get_attribute("role") == "application"
    assert board.stage.get_attribute("aria-label") == "8x8 nondango"
    described = str(board.stage.get_attribute("aria-describedby"))
    assert "arrows: move" in board.root.locator(f"[id='{described}']").inner_text()
    for part in ("reason", "violations", "spoken"):
        assert board.root.locator(f".kazoe-{part}").get_attribute("aria-live") == "polite"
    board.stage.focus()
    outline = board.stage.evaluate("node => getComputedStyle(node).outlineStyle")
    assert outline == "solid"


CONTRAST = """
node => {
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], below) =>
    below ? [r, g, b].map((x, i) => a * x + (1 - a) * below[i]) : [r, g, b];
  const layers = [];
  for (let at = node; at; at = at.parentElement) layers.push(at);
  let floor = [255, 255, 255];
  for (const layer of layers.reverse()) {
    floor = over(numbers(getComputedStyle(layer).backgroundColor), floor);
  }
  const light = colour => {
    const [r, g, b] = colour.map(x => {
      const part = x / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const ink = over(numbers(getComputedStyle(node).color), floor);
  const ratio = light(ink) / light(floor);
  return Math.max(ratio, 1 / ratio);
}
"""
"""The contrast between an element's text and what it stands on (WCAG 2)."""


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_words_are_legible_in_both_themes(lab: tuple[Page, Kernel], theme: str) -> None:
    board = OnPage(lab, "norinori")
    board.page.evaluate(
        "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})",
        f"JupyterLab {theme}",
    )
    board.page.locator(f"body[data-jp-theme-name='JupyterLab {theme}']").wait_for(state="attached")
    for part in (".kazoe-status", ".kazoe-reason", ".kazoe-help", "button[aria-pressed=true]"):
        assert board.root.locator(part).evaluate(CONTRAST) >= 4.5, part
    stage = board.stage.evaluate("node => getComputedStyle(node).backgroundColor")
    assert stage == "rgb(255, 255, 255)"


def test_a_board_without_its_kernel_says_so(lab: tuple[Page, Kernel]) -> None:
    """The last test of the file: it ends the kernel."""
    board, other = OnPage(lab, "norinori"), OnPage(lab, "nondango")
    errors: list[object] = []
    board.page.on("pageerror", lambda error: errors.append(error))
    context = "window.jupyterapp.shell.currentWidget.sessionContext"
    board.page.evaluate(f"{context}.session.kernel.restart()")
    board.shows("reason", "The kernel is gone, or was started anew: run the cell again.")
    board.stage.focus()
    board.press("]")
    assert board.root.get_attribute("aria-busy") == "false"
    board.page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    board.shows("reason", "No rule is broken so far")
    board.page.evaluate(f"{context}.shutdown()")
    other.stage.focus()
    other.press("]")
    other.shows("reason", "The kernel is gone")
    assert other.root.get_attribute("aria-busy") == "false"
    assert errors == []
