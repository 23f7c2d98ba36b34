"""DIMACS: a board's formula as text.

The comments hold the board in its text form, the rules in force, every variable's name, the groups
with their meaning, and what each range of clauses says; ``c p show`` is the projection onto the
board variables, as the Model Counting Competition writes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from encode.encoder import Shape, formula
from encode.formula import Formula
from puzzles.board import Board
from puzzles.source import BoardLike, as_board

__all__ = ["dimacs"]


def dimacs(board: BoardLike, *, shape: Shape = "complete") -> str:
    """The board in DIMACS format, comments and projection included.

    The shapes ``lazy`` and ``normal`` leave out what cuts would rule out, and ``normal`` leaves out
    solutions too (see :mod:`encode.encoder`); a comment says so.
    """
    board = as_board(board)
    return "\n".join(_lines(board, formula(board, shape=shape), shape)) + "\n"


def _lines(board: Board, cnf: Formula, shape: Shape) -> Iterator[str]:
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
    yield f"p cnf {cnf.variables} {len(cnf.clauses)}"
    yield " ".join(("c p show", *map(str, cnf.projection), "0"))
    for clause in cnf.clauses:
        yield " ".join((*map(str, clause), "0"))
