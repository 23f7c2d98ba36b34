"""The ladder's steps as a page of its own, which opens in a browser without Python.

The page holds everything: a picture, a status line and a reason per step.  It loads nothing.
"""

from __future__ import annotations

import json
import re
from html import escape
from os import PathLike
from pathlib import Path

from puzzles import BoardLike, as_board
from puzzles.svg import render_svg
from widget.session import Session

__all__ = ["export"]

_PAGE = Path(__file__).parent / "page.html"


def export(board: BoardLike, path: str | PathLike[str], *, up_to: str = "probe") -> Path:
    """Write the steps of a board's ladder to an HTML file; returns its path.

    Each step shows its reason, what it decides and what that rests on.  ``up_to`` is the highest rung;
    a search is one step, given up after 100 branch points.  ``TypeError`` for what is no board,
    ``ValueError`` for a rung that its ladder lacks, ``OSError`` where the file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from puzzles import Binairo
    >>> with TemporaryDirectory() as folder:
    ...     export(Binairo.blank(2, 2), Path(folder) / "steps.html").name
    'steps.html'
    """
    session = Session(as_board(board), up_to=up_to)
    walk = session.walk
    frames = []
    for position in range(walk.last + 1):
        session.go(position)
        picture = render_svg(session.drawing())
        frames.append({"svg": picture, "status": session.status, "reason": session.reason})
    positions = range(walk.last + 1)
    steps = {
        "frames": frames,
        "up": [walk.next_rung(position) for position in positions],
        "down": [walk.previous_rung(position) for position in positions],
    }
    # No text of the board may end the element that holds it.
    filled = {
        "title": escape(f"{session.board.title()}: the ladder's steps"),
        "steps": json.dumps(steps).replace("<", "\\u003c"),
    }
    page = re.sub(r"\{\{(\w+)\}\}", lambda hole: filled[hole[1]], _PAGE.read_text("utf-8"))
    target = Path(path)
    target.write_text(page, encoding="utf-8")
    return target
