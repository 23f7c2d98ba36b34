"""DIMACS: a board's formula as text.

The comments hold the board in its text form, the rules in force, every variable's name, the groups
with their meaning, and what each range of clauses says.  The projection onto the board variables
(``c p show``, as the Model Counting Competition writes it) is there where it changes the count: some
counters are far slower with one that names every variable than without.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, get_args

from encode.encoder import Shape, formula
from encode.formula import Formula
from puzzles.board import Board
from puzzles.source import BoardLike, as_board

__all__ = ["Projection", "dimacs"]

Projection: TypeAlias = Literal["auto", "show", "ind", "none"]
"""``show``: a line ``c p show`` behind the header; ``ind``: lines ``c ind`` before it, as older
counters read them; ``auto``: ``show`` where the board does not determine an auxiliary."""


def dimacs(
    board: BoardLike,
    *,
    shape: Shape = "complete",
    projection: Projection = "auto",
    comments: bool = True,
) -> str:
    """The board in DIMACS format, with comments and projection.

    The shapes ``lazy`` and ``normal`` leave out what cuts would rule out, and ``normal`` leaves out
    solutions too (see :mod:`encode.encoder`); a comment says so.  Without ``comments`` there is
    nothing but header, clauses and the projection.  :class:`ValueError` for another projection.
    """
    if projection not in get_args(Projection):
        known = ", ".join(get_args(Projection))
        raise ValueError(f"expected a projection of {known}, found {projection!r}")
    board = as_board(board)
    cnf = formula(board, shape=shape)
    if projection == "auto":
        projection = "none" if cnf.functional else "show"
    lines = [*_comments(board, cnf, shape)] if comments else []
    shown = [*map(str, cnf.projection)]
    if projection == "ind":
        lines += [" ".join(("c ind", *ten, "0")) for ten in _tens(shown)] or ["c ind 0"]
    lines.append(f"p cnf {cnf.variables} {len(cnf.clauses)}")
    if projection == "show":
        lines.append(" ".join(("c p show", *shown, "0")))
    lines += (" ".join((*map(str, clause), "0")) for clause in cnf.clauses)
    return "\n".join(lines) + "\n"


def _comments(board: Board, cnf: Formula, shape: Shape) -> Iterator[str]:
    yield f"c kazoe: a {board.height}x{board.width} {board.kind} board, shape {shape}"
    if shape != "complete":
        yield "c models may hold loops or chords where the board has the rules paths or chordless"
    if shape == "normal":
        yield "c of the solutions only the normal ones are sure to be models"
    yield f"c rules in force: {', '.join(board.rules())}"
    for line in board.text().splitlines():
        yield f"c board {line}".rstrip()
    for group in cnf.groups:
        last = group.first + len(group) - 1
        kind = "" if group.functional else " (not determined by the board variables)"
        span = f"{group.first}..{last}" if len(group) else "none"
        yield f"c group {group.name} {span}: {group.meaning}{kind}"
    for group in cnf.groups:
        for variable, name in group.names():
            yield f"c var {variable} {name}"
    starts = [section.first for section in cnf.sections] + [len(cnf.clauses)]
    for section, end in zip(cnf.sections, starts[1:], strict=True):
        if end > section.first:
            yield f"c clauses {section.first + 1}..{end}: {section.meaning}"


def _tens(words: list[str]) -> Iterator[list[str]]:
    for i in range(0, len(words), 10):
        yield words[i : i + 10]
