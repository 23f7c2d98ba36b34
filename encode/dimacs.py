"""DIMACS: a board's formula as text, and a solver's output read back.

The comments hold the board in its text form, the rules in force, every variable's name, the groups
with their meaning, and what each range of clauses says; ``c p show`` is the projection onto the
board variables, as the Model Counting Competition writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from encode.encoder import Shape, formula
from encode.formula import Formula
from puzzles.board import Board
from puzzles.errors import FormatError
from puzzles.source import BoardLike, as_board

__all__ = ["dimacs", "read_solution"]

_LITERAL = re.compile(r"-?(0|[1-9][0-9]{0,17})")


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


def read_solution(board: BoardLike, text: str, source: str = "<text>") -> int | None:
    """The assignment in a SAT solver's output, or None for ``s UNSATISFIABLE``.

    Read are the lines ``s ...`` and ``v ...`` of the SAT Competition and, from solvers that write
    them, bare lines of literals; other lines are passed over.  Only board variables are kept, and
    each must have a value.  :class:`puzzles.FormatError` for anything else.

    >>> from puzzles import Binairo
    >>> read_solution(Binairo.blank(2, 2), "s SATISFIABLE\\nv 1 -2 -3 4 0\\n")
    9
    """
    board = as_board(board)
    names = len(board.places())
    values: dict[int, bool] = {}
    status = ""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[0] == "s":
            status = " ".join(words[1:])
            if status not in ("SATISFIABLE", "UNSATISFIABLE"):
                message = f"expected s SATISFIABLE or s UNSATISFIABLE, found {status[:20]!a}"
                raise FormatError(message, number, 1, source)
            continue
        if words[0] in ("SAT", "SATISFIABLE", "UNSAT", "UNSATISFIABLE"):  # MiniSat's way
            status = "UNSATISFIABLE" if words[0].startswith("UNSAT") else "SATISFIABLE"
            continue
        for word in words[words[0] == "v" :]:
            if not _LITERAL.fullmatch(word):
                column = line.index(word) + 1
                found = word if len(word) <= 20 else f"{word[:17]}..."
                raise FormatError(f"expected a literal, found {found!a}", number, column, source)
            literal = int(word)
            if 1 <= abs(literal) <= names:
                values[abs(literal)] = literal > 0
    if status == "UNSATISFIABLE":
        if values:
            raise FormatError("expected no literals beside UNSATISFIABLE", 1, 1, source)
        return None
    for variable in range(1, names + 1):
        if variable not in values:
            message = f"expected a value for variable {variable} ({board.label(variable)})"
            raise FormatError(message, 1, 1, source)
    return sum(1 << variable - 1 for variable, value in values.items() if value)
