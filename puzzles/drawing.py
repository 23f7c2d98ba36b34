"""Pictures: what a room wants drawn, and how it becomes text or SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzles.rules import Cell, Edge, Place

__all__ = ["Drawing", "render_svg", "render_text"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of a board in the terms of a puzzle magazine.

    ``regions``: a region number per cell, row by row, or None; ``glyphs``: what is written in a
    cell; ``answers``: the same, but filled in by a solver; ``circles``: cells with a printed
    circle; ``black``: circles that are blackened; ``shaded``: shaded cells; ``lines``: edges drawn
    as a path; ``highlight``: places to set off (two solutions' differences); ``heat``: a share
    between 0 and 1 per place, for heat maps; ``caption``: a line below.
    """

    height: int
    width: int
    regions: tuple[tuple[int, ...], ...] | None = None
    glyphs: Mapping[Cell, str] = field(default_factory=dict)
    answers: Mapping[Cell, str] = field(default_factory=dict)
    circles: frozenset[Cell] = frozenset()
    black: frozenset[Cell] = frozenset()
    shaded: frozenset[Cell] = frozenset()
    lines: frozenset[Edge] = frozenset()
    highlight: frozenset[Place] = frozenset()
    heat: Mapping[Place, float] = field(default_factory=dict)
    caption: str = ""


def render_text(drawing: Drawing) -> str:
    """The picture in unicode characters, for a terminal."""
    raise NotImplementedError


def render_svg(drawing: Drawing) -> str:
    """The picture as an SVG document."""
    raise NotImplementedError
