"""Weights of literals: what they are, and the files that state them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from puzzles.errors import FormatError
from puzzles.source import BoardLike, as_board

__all__ = ["Weights", "read_weights"]

Weights = Mapping[int, tuple[Fraction, Fraction]]
"""Per board variable the weight of "false" and of "true"; 1 and 1 where there is none."""

_WEIGHT = re.compile(r"-?[0-9]{1,300}((\.[0-9]{1,300})?([eE][-+]?[0-9]{1,3})?|/[1-9][0-9]{0,299})")
_ONE = Fraction(1)


def read_weights(board: BoardLike, text: str, source: str = "<weights>") -> Weights:
    """Weights of a file, each as ``3/10``, ``0.3`` or ``3e-1``; FormatError for anything else.

    A line is one of

    - ``PLACE TRUE [FALSE]``: PLACE is a name of :meth:`puzzles.Board.label`, as ``r0c1``; FALSE is 1 if
      it is left out; ``#`` begins a comment;
    - ``c p weight LITERAL WEIGHT 0``, as the weighted track of the model counting competition has it:
      LITERAL is a board variable's number of ``encode --dimacs``, or its negative.  Both literals of a
      variable must be given, since readers differ about the other one.  ``c t wmc`` and comments are
      passed over.
    """
    board = as_board(board)
    names = {board.label(v): v for v in range(1, len(board.places()) + 1)}
    weights: dict[int, tuple[Fraction, Fraction]] = {}
    literals: dict[int, tuple[Fraction, int]] = {}
    for number, line in enumerate(text.splitlines(), start=1):

        def expect(holds: bool, what: str, number: int = number) -> None:
            if not holds:
                raise FormatError(f"expected {what}", number, 1, source)

        words = line.split()
        if words[:1] == ["c"] and "c" not in names:
            if words[1:2] == ["p"]:
                expect(
                    len(words) == 6 and words[2] == "weight" and words[5] == "0",
                    "c p weight LITERAL WEIGHT 0",
                )
                expect(bool(_WEIGHT.fullmatch(words[4])), "a weight as 3/10 or 0.3")
                plain = re.fullmatch(r"-?[1-9][0-9]{0,8}", words[3])
                expect(
                    plain is not None and abs(int(words[3])) <= len(names),
                    f"a literal of the variables 1 to {len(names)}",
                )
                expect(int(words[3]) not in literals, "each literal once")
                literals[int(words[3])] = Fraction(words[4]), number
            elif words[1:2] == ["t"]:
                expect(words[2:] == ["wmc"], "c t wmc")
            continue
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] not in names or names[words[0]] in weights:
            what = "another place" if words[0] in names else "a place of the board"
            expect(False, f"{what}, found {words[0][:20]!a}")
        expect(
            2 <= len(words) <= 3 and all(map(_WEIGHT.fullmatch, words[1:])),
            "PLACE TRUE [FALSE], weights as 3/10 or 0.3",
        )
        true, *false = map(Fraction, words[1:])
        weights[names[words[0]]] = (false[0] if false else _ONE, true)
    for literal, (_, number) in literals.items():
        if -literal not in literals:
            raise FormatError(f"expected a weight of {-literal} too", number, 1, source)
        if abs(literal) in weights:
            raise FormatError("expected each variable's weights once", number, 1, source)
    for literal, (weight, _) in literals.items():
        if literal > 0:
            weights[literal] = literals[-literal][0], weight
    return weights
