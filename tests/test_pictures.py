"""The pictures of README.md and docs/: there, and drawn from what the repository holds."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"


def drawers() -> dict[str, Callable[[], str]]:
    found: dict[str, Callable[[], str]] = runpy.run_path(str(FOLDER / "draw.py"))["PICTURES"]
    return found


def test_every_picture_that_a_page_shows_can_be_drawn() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    shown = re.findall(r"!\[[^]]+\]\((?:docs/)?pictures/(\w+)\.svg\)", text)
    assert set(shown) == set(drawers())
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(shown)


@pytest.mark.parametrize("name", ["ladder", "several"])
def test_a_picture_of_boards_is_what_is_drawn_now(name: str) -> None:
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == drawers()[name](), "python docs/pictures/draw.py"


def test_the_plot_shows_as_many_points_as_the_record_has() -> None:
    """Fonts and versions move the drawing; the markers of the record's figures must be there."""
    pytest.importorskip("matplotlib")

    def markers(svg: str) -> list[str]:
        uses = re.findall(r'<use xlink:href="#\w+" x="([\d.]+)" y="([\d.]+)"', svg)
        return [f"{float(x):.0f} {float(y):.0f}" for x, y in uses]

    kept = (FOLDER / "dial.svg").read_text(encoding="utf-8")
    assert markers(kept) == markers(drawers()["dial"]()) != []
