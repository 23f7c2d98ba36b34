"""The widget: a :class:`~widget.session.Session` behind an anywidget.

The kernel holds all state; the page (``board.js``) draws what it is sent and sends back what was
pressed.  Down go ``_places``, once (where the places lie, what they are called, where the arrow keys
lead), and ``_shown`` after every change.  Up come messages such as ``{"do": "cycle", "place": 3}``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from puzzles import Board, BoardLike, as_board
from puzzles.board import name_of
from puzzles.rules import Place, is_edge
from puzzles.svg import HALF, render_svg, spot
from widget.marks import Broken
from widget.moves import moves
from widget.session import SECONDS, VIEWS, Session

__all__ = ["BoardWidget"]

_HERE = Path(__file__).parent
_OPEN = "."


class BoardWidget(anywidget.AnyWidget):
    """A board to play with: ``BoardWidget(board)``, or ``BoardWidget(board, up_to="search")``.

    ``up_to`` is the highest rung that the steps go to; a search may take long on a large board.
    ``position`` (after how many steps) and ``view`` ("marks", "steps", "solutions") are traits: set
    them, observe them, link them.  ``timeout`` is how many seconds solutions are looked for.
    """

    _esm = _HERE / "board.js"
    _css = _HERE / "board.css"

    position = traitlets.Int(0).tag(sync=True)
    view = traitlets.Enum(VIEWS, "marks").tag(sync=True)
    _places = traitlets.Dict().tag(sync=True)
    _shown = traitlets.Dict().tag(sync=True)

    def __init__(self, board: BoardLike, *, up_to: str = "probe", timeout: float = SECONDS) -> None:
        """``TypeError`` for what is no board, ``ValueError`` for a rung that its ladder lacks."""
        self.session = Session(as_board(board), up_to=up_to, timeout=timeout)
        self._turn = 0
        super().__init__(_places=_places(self.session), _shown=self._now(""))
        self.on_msg(self._hear)

    @property
    def board(self) -> Board:
        """The board that is shown."""
        return self.session.board

    @property
    def marks(self) -> dict[Place, bool]:
        """The marked places, each with its value; what is printed is not among them."""
        session = self.session
        return {
            place: bool(session.on >> i & 1)
            for i, place in enumerate(session.places)
            if (session.on | session.off) >> i & 1
        }

    @property
    def violations(self) -> tuple[Broken, ...]:
        """What the marks break already, whatever becomes of the open places."""
        return self.session.violations

    def mark(self, place: Place, on: bool | None) -> None:
        """Mark a place on or off, or (None) take its mark away; shows the marks.

        ``ValueError`` for what is not a place of the board, for one that is printed, and for any other
        value (but 1 and 0 for on and off).
        """
        self.session.mark(self.session.index(place), on)
        self._publish()

    def step(self, by: int = 1) -> None:
        """So many steps forwards or (negative) back, at most to an end.

        ``ValueError`` for what is no whole number.
        """
        self.session.step(by)
        self._publish()

    def toggle(self) -> None:
        """Show a solution; when one is shown, the other."""
        self.session.toggle()
        self._publish()

    def adopt(self) -> None:
        """Make the shown position the marks, to go on from there by hand."""
        self.session.adopt()
        self._publish()

    def undo(self) -> None:
        """Take back the last change of the marks; ``ValueError`` where there is none."""
        self.session.undo()
        self._publish()

    def reset(self) -> None:
        """Take away all marks and go back to the bare board."""
        self.session.reset()
        self._publish()

    def _publish(self, note: str = "") -> None:
        shown = self._now(note)
        with self.hold_sync():
            self.position = self.session.position
            self.view = self.session.view
            self._shown = shown

    def _now(self, note: str) -> dict[str, Any]:
        """What is shown, under a new number: the page waits for it, though nothing else be new."""
        self._turn += 1
        return {**_shown(self.session, note), "turn": self._turn}

    @traitlets.validate("position")
    def _valid_position(self, proposal: dict[str, Any]) -> int:
        position = int(proposal["value"])
        # Before the first step the walk need not be known.
        if position and not 0 <= position <= self.session.walk.last:
            raise traitlets.TraitError(
                f"expected a position from 0 to {self.session.walk.last}, found {position}"
            )
        return position

    @traitlets.observe("position")
    def _on_position(self, change: dict[str, Any]) -> None:
        if change["new"] != self.session.position:
            self.session.go(change["new"])
            self._publish()

    @traitlets.observe("view")
    def _on_view(self, change: dict[str, Any]) -> None:
        if change["new"] != self.session.view:
            self.session.view = change["new"]
            self._publish()

    def _hear(self, _: object, content: dict[str, Any], __: object) -> None:
        """A message from the page."""
        before = self.session.view
        try:
            self._do(content)
            self._publish()
        except ValueError as refused:
            self._publish(str(refused))
        except (Exception, KeyboardInterrupt) as failed:
            # The page must not wait for ever, nor the ladder be run once more to say so.
            self.session.view = before
            if isinstance(failed, KeyboardInterrupt):
                self._publish("interrupted")
                return
            self._publish(f"{type(failed).__name__}: {failed}")
            raise  # a defect: the kernel's log gets the traceback

    def _do(self, content: dict[str, Any]) -> None:
        session = self.session
        match content:
            case {"do": "cycle", "place": int(index), "back": bool(back)}:
                session.cycle(index, back=back)
            case {"do": "clear", "place": int(index)}:
                session.mark(index, None)
            case {"do": "step", "by": int(by)}:
                session.step(by)
            case {"do": "go", "position": int(position)}:
                session.go(position)
            case {"do": "rung", "up": bool(up)}:
                session.rung(up)
            case {"do": "view", "view": "marks" | "steps" | "solutions" as view}:
                session.view = view
            case {"do": "toggle"}:
                session.toggle()
            case {"do": "adopt"}:
                session.adopt()
            case {"do": "undo"}:
                session.undo()
            case {"do": "reset"}:
                session.reset()
            case _:
                raise ValueError(f"expected a message that this widget knows, found {content}")

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget, and for where there is none the same as a picture and as text."""
        data, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        picture = self.session.picture()
        data = {**data, "image/svg+xml": picture.svg(), "text/plain": str(picture)}
        return data, metadata


def _places(session: Session) -> dict[str, Any]:
    """What the page must know of the board, once and for all."""
    board = session.board
    fixed = session.printed_on | session.printed_off
    return {
        "title": board.title(),
        "edges": [is_edge(place) for place in session.places],
        "half": HALF,
        "points": [spot(place) for place in session.places],
        "names": [name_of(place) for place in session.places],
        "printed": [bool(fixed >> i & 1) for i in range(len(session.places))],
        "moves": moves(session.places),
        "words": [
            {"1": board.value(v, True), "0": board.value(v, False), _OPEN: "open"}
            for v in range(1, len(session.places) + 1)
        ],
    }


def _shown(session: Session, note: str) -> dict[str, Any]:
    """What the page shows; ``values`` has a character per place, one of the keys of ``words``."""
    values = (session.shown(i) for i in range(len(session.places)))
    index = {place: i for i, place in enumerate(session.places)}
    found = session.violations if session.view == "marks" else ()
    return {
        "svg": render_svg(session.drawing()),
        "view": session.view,
        # The walk is run when steps are first asked for, and not before.
        "position": session.position if session.view == "steps" else None,
        "last": session.walk.last if session.view == "steps" else None,
        "status": session.status,
        "reason": note or session.reason,
        "values": "".join(_OPEN if on is None else str(int(on)) for on in values),
        "violations": [str(violation) for violation in found],
        "broken": sorted({index[place] for violation in found for place in violation.places}),
    }
