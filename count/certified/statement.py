"""The CNF file of a certificate: a board's DIMACS, from which the board can be read again.

It is the text of :func:`encode.dimacs` behind lines that name the rules dropped, with the weights of
literals where there are any.  A reader makes the text again from the board and compares.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from count.weights import Weights
from encode import dimacs
from encode.formula import Formula
from puzzles.board import Board
from puzzles.errors import BoardError, FormatError
from puzzles.source import parse

__all__ = ["board_of", "refusal", "statement"]

_HEAD = "kazoe count certificate 1"


def refusal(formula: Formula) -> str | None:
    """Why the models of the formula need not be the solutions one to one, or None."""
    for group in formula.groups:
        if not group.functional:
            return f"the board does not determine the variables {group.name} ({group.meaning})"
    return None


def statement(board: Board, weights: Weights | None = None) -> str:
    """The text of the CNF file; BoardError where it could not be read back to the board."""
    lines = dimacs(board, projection="show").splitlines()
    header = next(i for i, line in enumerate(lines) if line.startswith("p cnf "))
    variables = int(lines[header].split()[2])
    weighed: list[str] = []
    if weights:
        for variable in range(1, variables + 1):
            false, true = weights.get(variable, (Fraction(1), Fraction(1)))
            weighed.append(f"c p weight {variable} {_number(true)} 0")
            weighed.append(f"c p weight {-variable} {_number(false)} 0")
    text = [f"c {_HEAD}", *(f"c without {rule}" for rule in sorted(board.without))]
    text += ["c t wmc"] * bool(weights) + lines[: header + 1] + weighed + lines[header + 1 :]
    comments = [line[2:] for line in text if line.startswith("c ")]
    if board_of(comments) != board:
        raise BoardError("no certificate: the text form reads back to another board")
    return "\n".join(text) + "\n"


def _number(weight: Fraction) -> str:
    """In decimals where there are finitely many, as other programs read them; else a quotient."""
    twos = (weight.denominator & -weight.denominator).bit_length() - 1
    rest, fives = weight.denominator >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest > 1:
        return str(weight)
    places = max(twos, fives)
    digits = f"{abs(weight.numerator) * 10**places // weight.denominator:0{places + 1}d}"
    sign = "-" if weight < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def board_of(comments: Iterable[str]) -> Board:
    """The board that the comments of a CNF file name; BoardError if they name none."""
    head, *rest = list(comments) or [""]
    if head != _HEAD:
        raise BoardError(f"expected the first line c {_HEAD}: the CNF names no board")
    lines = [line[6:] for line in rest if line == "board" or line.startswith("board ")]
    without = [line.split()[1] for line in rest if line.startswith("without ")]
    try:
        return parse("\n".join(lines), source="board").dropping(*without)
    except (FormatError, BoardError) as error:
        raise BoardError(f"no certificate: the text form is no board: {error}") from None
