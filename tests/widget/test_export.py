"""The page of a board's steps: what it holds, and how it behaves in a browser without Python."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ladder import climb
from ladder.explain import sentence
from puzzles import parse, read
from tests.widget.lab import BROWSER, FLAGS
from widget import Session, export

if TYPE_CHECKING:
    from playwright.sync_api import Page

NORINORI = "examples/norinori-6x6.txt"


def held(page: Path) -> dict[str, Any]:
    """The steps that a page holds, as a browser reads them."""
    found = re.search(
        r'<script type="application/json" id="steps">(.*?)</script', page.read_text("utf-8"), re.S
    )
    assert found
    steps: dict[str, Any] = json.loads(found[1])
    return steps


@pytest.mark.parametrize("name", ["norinori-6x6", "numberlink-7x7", "binairo-several-4x4"])
def test_the_page_holds_every_step_of_the_ladder(name: str, tmp_path: Path) -> None:
    board = read(f"examples/{name}.txt")
    steps = held(export(f"examples/{name}.txt", tmp_path / "steps.html"))
    trace = list(climb(board, up_to="probe", trace=True).trace())
    assert len(steps["frames"]) == len(trace) + 1
    for frame, (rung, found) in zip(steps["frames"][1:], trace, strict=True):
        assert f", rung {rung}:" in frame["status"]
        assert frame["reason"].startswith(sentence(board, found))
    walk = Session(board).walk
    assert steps["up"] == [walk.next_rung(i) for i in range(walk.last + 1)]
    assert steps["down"] == [walk.previous_rung(i) for i in range(walk.last + 1)]


def test_a_label_does_not_break_out_of_the_page(tmp_path: Path) -> None:
    label = "</script><script>alert(1)</script>"
    page = export(parse(f"numberlink\n{label} {label}\n"), tmp_path / "steps.html")
    assert page.read_text("utf-8").count("<script") == 2
    assert "&lt;/script&gt;" in held(page)["frames"][0]["svg"]


def test_what_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        export(NORINORI, tmp_path / "missing" / "steps.html")
    with pytest.raises(ValueError, match="expected a rung among"):
        export(NORINORI, tmp_path / "steps.html", up_to="roof")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Page]:
    """The page of a board's steps in a browser that is given nothing else."""
    if BROWSER is None and os.environ.get("KAZOE_NEED_BROWSER") != "1":
        pytest.skip("no Chromium or Chrome is installed")
    from playwright.sync_api import sync_playwright

    path = export(NORINORI, tmp_path / "steps.html")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        page = chromium.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text))
        page.on("request", lambda asked: faults.extend([asked.url] * (asked.url != path.as_uri())))
        page.goto(path.as_uri())
        yield page
        chromium.close()
        assert faults == []  # no error, and nothing was loaded


def test_the_page_goes_through_the_steps_in_a_browser(opened: Page) -> None:
    session = Session(read(NORINORI))
    last = session.walk.last

    def shows(position: int) -> None:
        session.go(position)
        assert opened.locator("#status").inner_text() == session.status
        assert opened.locator("#reason").inner_text() == session.reason
        assert opened.locator("#slider").input_value() == str(position)
        drawing = session.drawing()
        frames = opened.locator("#picture rect[stroke-dasharray]")
        assert frames.count() == len(drawing.highlight)
        thin = opened.locator("#picture rect[stroke='#000'][stroke-width='1']")
        assert thin.count() == len(drawing.premises)

    shows(0)
    opened.locator("#next").click()
    shows(1)
    opened.locator("#slider").fill(str(last - 1))
    shows(last - 1)
    for key, position in (
        ("ArrowRight", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("PageDown", session.walk.next_rung(0)),
        ("PageUp", 0),
        ("End", last),
        ("ArrowLeft", last - 1),
    ):
        opened.keyboard.press(key)
        shows(position)
    # Some step of the board rests on something, or the frames above were never seen.
    assert any(frame.drawing(session.board).premises for frame in session.walk.frames)
