"""What a SAT solver wrote about a board's formula, read back.

Solvers write ``s`` and ``v`` lines (SAT Competition), a bare verdict and a bare line of literals
(MiniSat), ``+1`` for 1 (PySAT), and prose around them.  A file may hold several answers: a ``0``
ends each, and ``UNSATISFIABLE`` behind one says that there are no more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from encode.encoder import Shape, formula
from encode.formula import Formula
from puzzles.board import Board
from puzzles.errors import FormatError
from puzzles.source import BoardLike, as_board

__all__ = ["Answer", "NoAnswer", "decoded", "read_answers"]

_LITERAL = re.compile(r"[+-]?(0|[1-9][0-9]{0,17})")
_SATISFIABLE = ("SAT", "SATISFIABLE", "OPTIMUM FOUND")
_UNSATISFIABLE = ("UNSAT", "UNSATISFIABLE", "SOLUTIONS 0")
_GAVE_UP = ("UNKNOWN", "INDET", "INDETERMINATE", "TIMEOUT")


class NoAnswer(ValueError):
    """The output holds neither values nor a verdict: the solver gave up, or wrote nothing."""

    def __init__(self, source: str) -> None:
        super().__init__(f"{source}: no answer in the file")


@dataclass(frozen=True, slots=True)
class Answer:
    """Values for the board's formula; ``line`` is where the first of them stands in the file."""

    mask: int
    line: int
    values: Mapping[int, bool]
    formula: Formula

    def falsified(self) -> str:
        """The first clause of the formula that the values make false, or nothing.

        Then they are the answer to another formula, or the solver is wrong.
        """
        for number, clause in enumerate(self.formula.clauses, start=1):
            if all(self.values.get(abs(literal)) is (literal < 0) for literal in clause):
                said = [s.meaning for s in self.formula.sections if s.first < number]
                return f"clause {number} of the formula ({said[-1] if said else 'of no section'})"
        return ""


def decoded(data: bytes) -> str:
    """The text of a file of any tool: UTF-8, or UTF-16 with its byte-order mark (PowerShell's >)."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if wide else "utf-8-sig", "replace")


def read_answers(
    board: BoardLike, text: str, source: str = "<text>", *, shape: Shape = "complete"
) -> tuple[Answer, ...]:
    """All answers in a SAT solver's output for the board's formula of this shape.

    None for ``UNSATISFIABLE``.  Auxiliaries may be missing; a board variable may only if it is in
    no clause, and is false then.  :class:`NoAnswer` where the solver gave up; :class:`FormatError`
    for what is no answer to the formula: both values of a variable, a variable that the formula does
    not have, a variable without a value, values beside ``UNSATISFIABLE``.

    >>> from puzzles import Binairo
    >>> [a.mask for a in read_answers(Binairo.blank(2, 2), "s SATISFIABLE\\nv 1 -2 -3 +4 0\\n")]
    [9]
    """
    board = as_board(board)
    return _Reader(board, formula(board, shape=shape), source).read(text)


class _Reader:
    """Reads the output line by line."""

    def __init__(self, board: Board, cnf: Formula, source: str) -> None:
        self.board, self.cnf, self.source = board, cnf, source
        self.answers: list[Answer] = []
        self.values: dict[int, bool] | None = None  # of the answer that is being read
        self.line = 0
        self.satisfiable = 0  # the line that says so
        self.unsatisfiable = 0

    def read(self, text: str) -> tuple[Answer, ...]:
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
            words = line.split()
            if not words or words[0] == "c":
                continue
            status = " ".join(words[words[0] == "s" :]).upper()
            if status in _SATISFIABLE + _UNSATISFIABLE + _GAVE_UP:
                self._close()
                self.satisfiable = self.satisfiable or number * (status in _SATISFIABLE)
                self.unsatisfiable = self.unsatisfiable or number * (status in _UNSATISFIABLE)
            elif words[0] == "s" and words[1:2] != ["SOLUTIONS"]:  # PicoSAT's number of them
                message = (
                    "expected s SATISFIABLE, s UNSATISFIABLE or s UNKNOWN, "
                    f"found {_cut(' '.join(words[1:]))!a}"
                )
                raise FormatError(message, number, 1, self.source)
            elif words[0] == "v":
                self._take(number, line, words[1:], line.index("v") + 1)
            elif all(_LITERAL.fullmatch(word) for word in words[:2]):
                self._take(number, line, words, 0)
        self._close()
        return self._found()

    def _take(self, number: int, line: str, words: list[str], column: int) -> None:
        """Take the literals of a line; they begin behind ``column`` characters."""
        if self.unsatisfiable:
            message = f"expected no values after UNSATISFIABLE in line {self.unsatisfiable}"
            raise FormatError(message, number, 1, self.source)
        for word in words:
            column = line.index(word, column) + len(word)
            if not _LITERAL.fullmatch(word):
                self._refuse(f"expected a literal, found {_cut(word)!a}", number, column, word)
            if self.values is None:
                self.values, self.line = {}, number
            literal = int(word)
            variable, value = abs(literal), literal > 0
            if variable == 0:
                self._close()
            elif variable > self.cnf.variables:
                message = (
                    f"expected a variable up to {self.cnf.variables}, found {variable}: "
                    "an answer to another board's formula, or to another shape"
                )
                self._refuse(message, number, column, word)
            elif self.values.setdefault(variable, value) is not value:
                message = f"both values of variable {variable} in one answer"
                self._refuse(message, number, column, word)
        if not words and self.values is None:
            self.values, self.line = {}, number

    def _refuse(self, message: str, number: int, end: int, word: str) -> None:
        raise FormatError(message, number, end - len(word) + 1, self.source)

    def _close(self) -> None:
        """The answer being read is complete: each board variable must have a value."""
        if self.values is None:
            return
        values, self.values = self.values, None
        missing = [v for v in self.cnf.projection if v not in values]
        if missing:
            bound = {abs(literal) for clause in self.cnf.clauses for literal in clause}
            for variable in missing:
                if variable in bound:
                    name = self.board.label(variable)
                    message = (
                        f"expected a value for variable {variable} ({name}): the answer is cut off, "
                        "partial, or another board's"
                    )
                    raise FormatError(message, self.line, 1, self.source)
        mask = sum(1 << v - 1 for v in self.cnf.projection if values.get(v, False))
        self.answers.append(Answer(mask, self.line, values, self.cnf))

    def _found(self) -> tuple[Answer, ...]:
        if self.answers:
            return tuple(self.answers)
        if self.satisfiable and self.unsatisfiable:
            message = f"expected one verdict, found SATISFIABLE in line {self.satisfiable} too"
            raise FormatError(message, self.unsatisfiable, 1, self.source)
        if self.satisfiable:
            message = "expected values (v lines) with SATISFIABLE, found none"
            raise FormatError(message, self.satisfiable, 1, self.source)
        if not self.unsatisfiable:
            raise NoAnswer(self.source)
        return ()


def _cut(word: str) -> str:
    return word if len(word) <= 20 else f"{word[:17]}..."
